// Opening stock is alone in its lot, so that its claim mixes with no other (BR-11), whichever was recorded first.
import { sql } from 'kysely'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import { type Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { Scope } from '../scope.ts'
import { stepLedger } from './step-ledger.ts'

export const notAlone = (eventId: string): Problem => ruleBlocked('BR-11', 'Opening stock goes into an empty lot.', { eventId })

/** Throws RULE_BLOCKED with the event that contradicts this step: the opening stock of the lot, or what else fills it. `history`: of the lot. */
export async function refuseWithOpening(scope: Scope, lotId: string, history: readonly HistoryEvent[]): Promise<void> {
  const opening = history.find(({ eventType }) => eventType === 'OPENING_STOCK')
  if (!opening) return
  const { rows } = await sql<{ id: string }>`select v.id from ledger_entry as e join event as v on v.tenant_id = ${scope.tenant.id} and v.id = e.event_id
    where e.tenant_id = ${scope.tenant.id} and e.batch_id = ${lotId}::uuid and e.account in ('PRODUCED', 'PURCHASED', 'RECEIVED') and v.event_type <> 'OPENING_APPROVED'
    group by v.id having sum(e.delta_kg) <> 0 order by min(e.at), v.id limit 1`.execute(scope.db)
  const [filling] = rows
  if (filling) throw notAlone(stepLedger(scope).events.has(filling.id) ? opening.id : filling.id)
}
