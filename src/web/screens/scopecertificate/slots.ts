// Hand-made screens and parts of scopecertificate. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const ExpiryCell = part(() => import('../due.tsx'), 'ExpiryCell')
const HolderCell = part(() => import('../either-cell.tsx'), 'HolderCell')

export const slots: Slots = {
  scopecertificate: {
    sort: 'validTo',
    cells: { validTo: ExpiryCell },
    columns: {
      custom: [{ id: 'holder', label: 'Holder', minWidth: 120, part: HolderCell }],
      standard: ['holder', 'schemeId', 'certificationBodyId', 'validTo', 'status'],
    },
  },
}
