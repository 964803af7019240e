// Hand-made parts of collective. Fetched when first shown.
import { maySeeInspectionQuality } from '#domain/access.ts'
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const Committee = part(() => import('./committee.tsx'), 'Committee')
const InternalControl = part(() => import('./internal-control.tsx'), 'InternalControl')
const OperatorPanels = part(() => import('./operator-panels.tsx'), 'OperatorPanels')
const ListVersions = part(() => import('../approvedlist/list-versions.tsx'), 'ListVersions')
const NewOperator = part(() => import('./new-operator.tsx'), 'NewOperator')
const PremiumList = part(() => import('./premium-list.tsx'), 'PremiumList')
const Meetings = part(() => import('./meetings.tsx'), 'Meetings')

export const slots: Slots = {
  collective: {
    create: NewOperator,
    panels: [
      { id: 'goods', label: 'Certified goods', place: 'top', part: OperatorPanels, inPast: true },
      { id: 'lists', label: 'Approved farmer lists', place: 'tab', part: ListVersions },
      { id: 'control', label: 'Internal control', place: 'tab', part: InternalControl, isFor: maySeeInspectionQuality },
      { id: 'meetings', label: 'Meetings', place: 'tab', part: Meetings },
    ],
    // Of the premium that is paid out.
    editors: { list: PremiumList },
    eventForms: { APPROVAL_COMMITTEE: Committee },
  },
}
