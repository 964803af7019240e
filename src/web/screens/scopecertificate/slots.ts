// Hand-made screens and parts of scopecertificate. Fetched when first shown.

import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'
import { endingWithin } from './ending-within.ts'

const ScopeStatusCell = part(() => import('./scope-status.tsx'), 'ScopeStatusCell')
const ExpiryCell = part(() => import('../due.tsx'), 'ExpiryCell')
const OfAllOperators = part(() => import('../of-all-operators.tsx'), 'OfAllOperators')
const HolderCell = part(() => import('../either-cell.tsx'), 'HolderCell')

export const slots: Slots = {
  scopecertificate: {
    sort: 'validTo',
    toolbar: [{ id: 'all', part: OfAllOperators }],
    // By the days on which their holders are reminded (5.3, BR-31).
    views: ({ today }) => [
      { name: /* i18n */ 'Proposed', search: { 'filter[status]': 'PROPOSED' } },
      { name: /* i18n */ 'Ends within 90 days', search: endingWithin(today, 90) },
      { name: /* i18n */ 'Within 60 days', search: endingWithin(today, 60) },
      { name: /* i18n */ 'Within 30 days', search: endingWithin(today, 30) },
      { name: /* i18n */ 'Within 7 days', search: endingWithin(today, 7) },
      { name: /* i18n */ 'Suspended', search: { 'filter[status]': 'SUSPENDED' } },
      { name: /* i18n */ 'Withdrawn', search: { 'filter[status]': 'WITHDRAWN' } },
    ],
    cells: { validTo: ExpiryCell, status: ScopeStatusCell },
    columns: {
      custom: [{ id: 'holder', label: 'Holder', minWidth: 120, part: HolderCell }],
      standard: ['holder', 'schemeId', 'certificationBodyId', 'validTo', 'status'],
    },
  },
}
