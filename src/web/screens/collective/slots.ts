// Hand-made parts of collective. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const Reconciliation = part(() => import('../reconciliation/reconciliation-panel.tsx'), 'Reconciliation')
const ListVersions = part(() => import('../approvedlist/list-versions.tsx'), 'ListVersions')
const Meetings = part(() => import('./meetings.tsx'), 'Meetings')
const MissingForActive = part(() => import('./missing-for-active.tsx'), 'MissingForActive')

export const slots: Slots = {
  collective: {
    panels: [
      { id: 'missing', label: 'Missing before it can be activated', place: 'top', part: MissingForActive },
      { id: 'reconciliation', label: 'Certified goods', place: 'top', part: Reconciliation },
      { id: 'lists', label: 'Approved farmer lists', place: 'tab', part: ListVersions },
      { id: 'meetings', label: 'Meetings', place: 'tab', part: Meetings },
    ],
  },
}
