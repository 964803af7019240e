// Hand-made parts of processor. Fetched when first shown.
import { can } from '#domain/access.ts'
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const ProcessorPanels = part(() => import('./processor-panels.tsx'), 'ProcessorPanels')
const ControlTab = part(() => import('./control-tab.tsx'), 'ControlTab')

export const slots: Slots = {
  processor: {
    panels: [
      { id: 'reconciliation', label: 'Certified goods', place: 'top', part: ProcessorPanels, inPast: true },
      { id: 'control', label: 'Audits', place: 'tab', part: ControlTab, isFor: (user) => can(user, 'companyaudit', 'L'), inPast: false },
    ],
  },
}
