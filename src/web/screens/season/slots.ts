// Hand-made parts of season. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const MissingForClosing = part(() => import('./missing-for-closing.tsx'), 'MissingForClosing')

export const slots: Slots = {
  season: { panels: [{ id: 'closing', label: 'Closing', place: 'top', part: MissingForClosing, inPast: false }] },
}
