// The reconciliation of certified goods on the page of a holder. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const Reconciliation = part(() => import('./reconciliation-panel.tsx'), 'Reconciliation')
const panels = [{ id: 'reconciliation', label: 'Certified goods', place: 'top', part: Reconciliation }] as const

export const slots: Slots = { processor: { panels }, collective: { panels } }
