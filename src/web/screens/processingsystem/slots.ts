// Hand-made screens and parts of processingsystem. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'
import { defaultStep } from './default-step.ts'

const FacilityOverview = part(() => import('./facility-overview.tsx'), 'FacilityOverview')
const NewRun = part(() => import('./new-run.tsx'), 'NewRun')
const PressBales = part(() => import('./press-bales.tsx'), 'PressBales')
const ReceiptWeight = part(() => import('./receipt-weight.tsx'), 'ReceiptWeight')

export const slots: Slots = {
  processingsystem: {
    overview: FacilityOverview,
    suggestedEvent: defaultStep,
    eventForms: { PROCESS_RUN: NewRun, BALE_PRESSED: PressBales },
    editors: { netKg: ReceiptWeight },
  },
}
