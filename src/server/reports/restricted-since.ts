// Since when lots are restricted without a break: holds and recalls that overlap are one time. Their histories are read, because a test that was negative,
// or a second hold, says nothing of when the first began.
import { isRestricted, type LotState, lotStates } from '#domain/chain/lot-states.ts'
import { entityOf } from '#domain/entities.ts'
import { replay, type StateMachine } from '#domain/kernel/history.ts'
import type { Scope } from '../scope.ts'
import { historiesOf, historyQuery } from '../store/history.ts'

/** A lot with the moment since which it is restricted; null: it is not. */
type Dated = { lot: LotState; since: string | null }
const dated: StateMachine<Dated> = {
  start: (status) => ({ lot: lotStates.start(status), since: null }),
  step({ lot: before, since }, event, spec) {
    const lot = lotStates.step(before, event, spec)
    return lot && { lot, since: isRestricted(lot) ? (since ?? event.occurredAt) : null }
  },
  statusOf: ({ lot }) => lotStates.statusOf(lot),
}

/** By the id of the lot; lots that nothing restricts have none. */
export async function restrictedSince(scope: Scope, lotIds: readonly string[]): Promise<Map<string, string>> {
  if (lotIds.length === 0) return new Map()
  const productbatch = entityOf('productbatch')
  const histories = historiesOf(await historyQuery(scope, productbatch, lotIds).execute())
  return new Map(
    [...histories].flatMap(([id, history]) => {
      const replayed = replay(productbatch, dated, dated.start('OPEN'), history)
      return replayed.ok && replayed.state.since ? [[id, replayed.state.since] as const] : []
    }),
  )
}
