// Hand-made screens and parts of transactioncertificate. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const CertificateOverview = part(() => import('./certificate-overview.tsx'), 'CertificateOverview')
const HolderCell = part(() => import('../either-cell.tsx'), 'HolderCell')

export const slots: Slots = {
  transactioncertificate: {
    overview: CertificateOverview,
    columns: {
      custom: [{ id: 'seller', label: 'Seller', minWidth: 120, part: HolderCell }],
      standard: ['seller', 'buyerId', 'certifiedKg', 'lastShipment', 'status'],
    },
  },
}
