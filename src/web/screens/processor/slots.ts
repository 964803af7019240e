// Hand-made parts of processor. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const ProcessorPanels = part(() => import('./processor-panels.tsx'), 'ProcessorPanels')

export const slots: Slots = { processor: { panels: [{ id: 'reconciliation', label: 'Certified goods', place: 'top', part: ProcessorPanels, inPast: true }] } }
