// Uses of a lot by events of other records (a ticket, a heap, a run, waste that was taken away): they are not in its own history, so that they are asked for when an event
// that made its goods usable is voided, and when a hold is recorded late.

import { sql } from 'kysely'
import { physicalAccounts } from '#domain/chain/ledger.ts'
import { type Hold, lotStates } from '#domain/chain/lot-states.ts'
import { entityOf } from '#domain/entities.ts'
import { replay } from '#domain/kernel/history.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import type { Sentence } from '#domain/messages/message.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { historyOf, laterProblem } from '../store/history.ts'
import { atEndOfStep } from '../store/step.ts'
import { lotStateIn } from './lot-state-at.ts'
import type { Lot } from './lots.ts'

const productbatch = entityOf('productbatch')
/** States in which goods may go into a heap or a run: once they are weighed. */
export const usableStates: readonly string[] = ['CLOSED', 'RELEASED', 'RECEIVED']

/** At the end of the step: throws RULE_BLOCKED (BR-26) naming the first event that used goods of the lot when it was not usable. */
export function refuseUsedOutOfState(scope: Scope, lotId: string, message: (lot: Lot) => Sentence): Promise<void> {
  return atEndOfStep(scope, `uses of ${lotId}`, async () => {
    const [[lot], [rows = []]] = [
      await recordsById(scope, productbatch, [lotId], { lock: true }),
      await queryAll(
        scope.db,
        sql<{
          eventId: string
          at: string
        }>`select l.event_id as "eventId", l.at from lot_link as l join event as v on v.tenant_id = ${scope.tenant.id} and v.id = l.event_id and v.subject_id <> l.input_id
          where l.tenant_id = ${scope.tenant.id} and l.input_id = ${lotId}::uuid and l.voided_at is null
          union select v.id, e.at from ledger_entry as e join event as v on v.tenant_id = ${scope.tenant.id} and v.id = e.event_id and v.status = 'RECORDED'
            where e.tenant_id = ${scope.tenant.id} and e.batch_id = ${lotId}::uuid and v.subject_type = 'processingsystem' and v.event_type = 'WASTE_OUT'
          order by at limit 200`,
      ),
    ]
    if (!lot) return
    if (rows.length === 0) return
    const [created, ...history] = await historyOf(scope, productbatch, lotId)
    for (const { eventId, at } of rows) {
      const moment = Date.parse(at)
      const before = history.filter(({ occurredAt }) => Date.parse(occurredAt) <= moment)
      const then = replay(productbatch, lotStates, lotStates.start(created?.statusAfter ?? lot.status), before)
      if (then.ok && !usableStates.includes(then.state.life)) throw ruleBlocked('BR-26', message(lot), { batchId: lot.id, status: lot.status, eventId })
    }
  })
}

type Use = { id: string; eventType: string; subjectType: string; occurredAt: string; at: string }
/** Events of other records that take goods out of a lot, as DISPATCH and SPLIT of its own do. */
const using = ['PURCHASE', 'HEAP_BUILT', 'MERGE', 'PROCESS_RUN', 'BALE_PRESSED', 'WASTE_OUT'] as const

/**
 * At the end of the step: throws STATE_CONFLICT naming the first event that took goods out of the lot, from that moment on, while `isInTheWay` says so of a hold of then: the same
 * answer as for what its own history says, in whichever order they are recorded (BR-15, 4.4).
 */
export const refuseUsedUnderHold = (
  scope: Scope,
  lotId: string,
  since: string,
  because: 'added' | 'voided',
  isInTheWay: (hold: Hold) => boolean,
): Promise<void> =>
  atEndOfStep(scope, `uses of ${lotId} under a hold`, async () => {
    const [uses = []] = await queryAll(
      scope.db,
      sql<Use>`select v.id, v.event_type as "eventType", v.subject_type as "subjectType", to_json(v.occurred_at)#>>'{}' as "occurredAt",
          to_json(min(e.at))#>>'{}' as at from ledger_entry as e join event as v on v.tenant_id = ${scope.tenant.id} and v.id = e.event_id and v.status = 'RECORDED'
        where e.tenant_id = ${scope.tenant.id} and e.batch_id = ${lotId}::uuid and e.at >= ${since}::timestamptz and e.delta_kg < 0 and e.account = any(${[...physicalAccounts]}::text[])
          and v.event_type = any(${[...using]}::text[]) and v.subject_id <> ${lotId}::uuid
        group by v.id, v.event_type, v.subject_type, v.occurred_at order by min(e.at), v.id`,
    )
    if (uses.length === 0) return
    const history = await historyOf(scope, productbatch, lotId)
    const first = uses.find((use) => lotStateIn(history, use.at).holds.some(isInTheWay))
    if (first) throw laterProblem(entityOf(first.subjectType), first, because)
  })
