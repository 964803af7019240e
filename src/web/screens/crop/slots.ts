// Hand-made screens and parts of crop, croppingsystem. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'
import { nextStep } from './next-step.ts'

const editorParts = () => import('./crop-editors.tsx')
const InputEditor = part(editorParts, 'InputEditor')
const PackageEditor = part(editorParts, 'PackageEditor')
const ComplianceTab = part(() => import('./compliance-tab.tsx'), 'ComplianceTab')
const CropOverview = part(() => import('./crop-overview.tsx'), 'CropOverview')
const LabelTab = part(() => import('../productbatch/label-tab.tsx'), 'LabelTab')
const SystemPanels = part(() => import('./system-panels.tsx'), 'SystemPanels')

export const slots: Slots = {
  crop: {
    isSentIn: true,
    overview: CropOverview,
    editors: { popId: PackageEditor, itemId: InputEditor },
    suggestedEvent: (crop, today) => nextStep(crop, today)?.type,
    panels: [
      { id: 'compliance', label: 'Compliance', place: 'tab', part: ComplianceTab, inPast: true },
      { id: 'qr', label: 'QR', place: 'tab', part: LabelTab, inPast: false },
    ],
  },
  croppingsystem: { editors: { itemId: InputEditor }, panels: [{ id: 'crops', label: 'Crops', place: 'top', part: SystemPanels, inPast: false }] },
}
