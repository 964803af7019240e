// A facility is given up without stock (domain dictionary 4.2): none lies there at its moment, and none comes later, whatever was recorded first.
import { sql } from 'kysely'
import { physicalAccounts } from '#domain/chain/ledger.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import type { Scope } from '../scope.ts'
import { laterProblem } from '../store/history.ts'
import { atEndOfStep } from '../store/step.ts'
import { placesOf } from './lot-handling.ts'

const physical = [...physicalAccounts]

/** At the end of the step: throws STATE_CONFLICT naming the end of this facility when a lot that lies there has goods now, or had some at that end. */
export const refuseStockAtEnd = (scope: Scope, systemId: string): Promise<void> =>
  atEndOfStep(scope, `stock of ${systemId}`, async () => {
    const { rows } = await sql<{ id: string; occurredAt: string }>`
      select v.id, to_json(v.occurred_at)#>>'{}' as "occurredAt" from event as v
      join productbatch as b on b.tenant_id = ${scope.tenant.id} and b.processing_system_id = v.subject_id and b.deleted_at is null
      join ledger_entry as e on e.tenant_id = ${scope.tenant.id} and e.batch_id = b.id and e.account = any(${physical}::text[])
      where v.tenant_id = ${scope.tenant.id} and v.subject_type = 'processingsystem' and v.subject_id = ${systemId}::uuid and v.event_type = 'DECOMMISSIONED' and v.status = 'RECORDED'
      group by v.id, v.occurred_at, b.id having sum(e.delta_kg) > 0 or sum(e.delta_kg) filter (where e.at <= v.occurred_at) > 0 limit 1`.execute(scope.db)
    const [end] = rows
    if (end) throw laterProblem(entityOf('processingsystem'), { ...end, eventType: 'DECOMMISSIONED' }, 'added')
  })

/** At the end of the step that gives a facility up: throws RULE_BLOCKED while a lot of its owner has goods there, or had some at that moment, wherever it lies now. */
export const refuseEndWithStock = (
  scope: Scope,
  { id, processorId, collectiveId }: Stored<Declarations['processingsystem']>,
  { occurredAt }: { occurredAt: string },
): Promise<void> =>
  atEndOfStep(scope, `stock of ${id}`, async () => {
    const owned = processorId ? sql`b.processor_id = ${processorId}::uuid` : sql`b.processor_id is null and b.operator_id = ${collectiveId}::uuid`
    const { rows } = await sql<{ id: string; batchNo: string; isHereNow: boolean; leftKg: number; thenKg: number }>`
      select b.id, b.batch_no as "batchNo", b.processing_system_id = ${id}::uuid as "isHereNow", sum(e.delta_kg) as "leftKg",
        coalesce(sum(e.delta_kg) filter (where e.at <= ${occurredAt}::timestamptz), 0) as "thenKg" from productbatch as b
      join ledger_entry as e on e.tenant_id = ${scope.tenant.id} and e.batch_id = b.id and e.account = any(${physical}::text[])
      where b.tenant_id = ${scope.tenant.id} and ${owned} and b.deleted_at is null group by b.id, b.batch_no, b.processing_system_id order by b.batch_no`.execute(
      scope.db,
    )
    const then = rows.filter(({ thenKg }) => Number(thenKg) > 0)
    const moment = { ...scope, past: { occurredBy: occurredAt, knownBy: scope.now.toISOString(), isKnownNow: true } }
    const places = then.length
      ? await placesOf(
          moment,
          then.map((lot) => lot.id),
        )
      : new Map()
    const stock = rows.find((lot) => (lot.isHereNow && Number(lot.leftKg) > 0) || places.get(lot.id)?.processingSystemId === id)
    if (stock) throw ruleBlocked('4.2', phrase`There is stock here still, ${stock.batchNo} for one.`, { batchNo: stock.batchNo })
  })
