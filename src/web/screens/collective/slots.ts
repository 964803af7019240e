// Hand-made parts of collective. Fetched when first shown.
import { maySeeInspectionQuality } from '#domain/access.ts'
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const Committee = part(() => import('./committee.tsx'), 'Committee')
const InternalControl = part(() => import('./internal-control.tsx'), 'InternalControl')
const Reconciliation = part(() => import('../reconciliation/reconciliation-panel.tsx'), 'Reconciliation')
const OperatorChain = part(() => import('../kilogram-chain.tsx'), 'OperatorChain')
const ListVersions = part(() => import('../approvedlist/list-versions.tsx'), 'ListVersions')
const Meetings = part(() => import('./meetings.tsx'), 'Meetings')
const MissingForActive = part(() => import('./missing-for-active.tsx'), 'MissingForActive')

export const slots: Slots = {
  collective: {
    panels: [
      { id: 'missing', label: 'Missing before it can be activated', place: 'top', part: MissingForActive },
      { id: 'reconciliation', label: 'Certified goods', place: 'top', part: Reconciliation },
      { id: 'chain', label: 'From field to certificate', place: 'top', part: OperatorChain },
      { id: 'lists', label: 'Approved farmer lists', place: 'tab', part: ListVersions },
      { id: 'control', label: 'Internal control', place: 'tab', part: InternalControl, isFor: maySeeInspectionQuality },
      { id: 'meetings', label: 'Meetings', place: 'tab', part: Meetings },
    ],
    eventForms: { APPROVAL_COMMITTEE: Committee },
  },
}
