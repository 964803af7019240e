// Hand-made parts of processor. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const Reconciliation = part(() => import('../reconciliation/reconciliation-panel.tsx'), 'Reconciliation')

export const slots: Slots = { processor: { panels: [{ id: 'reconciliation', label: 'Certified goods', place: 'top', part: Reconciliation, inPast: true }] } }
