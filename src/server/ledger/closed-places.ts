// A facility is given up without stock (domain dictionary 4.2), of the lots that lie there: none at its moment, and none that comes later, whatever was recorded first.
import { sql } from 'kysely'
import { physicalAccounts } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import type { Scope } from '../scope.ts'
import { laterProblem } from '../store/history.ts'
import { atEndOfStep } from '../store/step.ts'

/** At the end of the step: throws RULE_BLOCKED or STATE_CONFLICT when goods lay there when it was decommissioned, or lie there now. `own`: that event, where it is the one that is recorded. */
export const refuseStockAtEnd = (scope: Scope, systemId: string, own?: string): Promise<void> =>
  atEndOfStep(scope, `stock of ${systemId}`, async () => {
    const { rows } = await sql<{ id: string; occurredAt: string; batchNo: string }>`
      select v.id, to_json(v.occurred_at)#>>'{}' as "occurredAt", b.batch_no as "batchNo" from event as v
      join productbatch as b on b.tenant_id = ${scope.tenant.id} and b.processing_system_id = v.subject_id and b.deleted_at is null
      join ledger_entry as e on e.tenant_id = ${scope.tenant.id} and e.batch_id = b.id and e.account = any(${[...physicalAccounts]}::text[])
      where v.tenant_id = ${scope.tenant.id} and v.subject_type = 'processingsystem' and v.subject_id = ${systemId}::uuid and v.event_type = 'DECOMMISSIONED' and v.status = 'RECORDED'
      group by v.id, v.occurred_at, b.id, b.batch_no having sum(e.delta_kg) > 0 or sum(e.delta_kg) filter (where e.at <= v.occurred_at) > 0 order by b.batch_no limit 1`.execute(
      scope.db,
    )
    const [stock] = rows
    if (!stock) return
    const { id, occurredAt, batchNo } = stock
    if (id === own) throw ruleBlocked('4.2', phrase`There is stock here still, ${batchNo} for one.`, { batchNo })
    throw laterProblem(entityOf('processingsystem'), { id, eventType: 'DECOMMISSIONED', occurredAt }, 'added')
  })
