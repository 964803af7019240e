// Closing a non-conformity by the product, when what it followed from is no longer so.
import { entityOf } from '#domain/entities.ts'
import { spelledRow } from '#domain/messages/spelled-row.ts'
import type { Scope } from '../../scope.ts'
import { occurrenceOf } from '../../store/occurrence.ts'
import { recordBySystem } from '../../store/record-event.ts'

const nonconformity = entityOf('nonconformity')

/** `explanation`: a sentence of the catalogue. `causeEventId`: taken back with that event. */
export async function cure(scope: Scope, id: string, explanation: string, causeEventId?: string): Promise<void> {
  const occurredAt = await occurrenceOf(scope, nonconformity, id, scope.now.toISOString())
  const { message, words } = spelledRow(explanation)
  await recordBySystem(scope, nonconformity, id, {
    ...{ eventType: 'CURED', occurredAt, data: { explanation: message, words } },
    ...(causeEventId ? { causeEventId } : {}),
  })
}
