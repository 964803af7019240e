// Since when lots are held back without a break: holds and recalls that overlap are one time. Their histories are read, because a test that was negative,
// or a second hold, says nothing of when the first began.

import { isRestricted, lotStates } from '#domain/chain/lot-states.ts'
import { entityOf } from '#domain/entities.ts'
import type { EventSpec } from '#domain/kernel/entity.ts'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import type { Scope } from '../scope.ts'
import { historiesOf, historyQuery } from '../store/history.ts'

/** By the id of the lot; lots that nothing holds have none. */
export async function heldSince(scope: Scope, lotIds: readonly string[]): Promise<Map<string, string>> {
  if (lotIds.length === 0) return new Map()
  const histories = historiesOf(await historyQuery(scope, entityOf('productbatch'), lotIds).execute())
  return new Map(
    [...histories].flatMap(([id, history]) => {
      const since = beginningIn(history)
      return since === null ? [] : [[id, since] as const]
    }),
  )
}

function beginningIn(history: readonly HistoryEvent[]): string | null {
  const events = entityOf('productbatch').events as Record<string, EventSpec>
  let state = lotStates.start('OPEN')
  let since: string | null = null
  for (const event of history) {
    const spec = Object.hasOwn(events, event.eventType) ? events[event.eventType] : undefined
    state = (spec ? lotStates.step(state, event, spec) : event.statusBefore === event.statusAfter ? state : lotStates.start(event.statusAfter)) ?? state
    since = isRestricted(state) ? (since ?? event.occurredAt) : null
  }
  return since
}
