// Hand-made screens and parts of transactioncertificate. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const CertificateOverview = part(() => import('./certificate-overview.tsx'), 'CertificateOverview')
const ChecksTab = part(() => import('./checks-tab.tsx'), 'ChecksTab')
const DispatchPicker = part(() => import('./dispatch-picker.tsx'), 'DispatchPicker')
const HolderCell = part(() => import('../either-cell.tsx'), 'HolderCell')

export const slots: Slots = {
  transactioncertificate: {
    overview: CertificateOverview,
    editors: { 'shipments.dispatchId': DispatchPicker },
    panels: [{ id: 'checks', label: 'Checks', place: 'tab', part: ChecksTab }],
    columns: {
      custom: [{ id: 'seller', label: 'Seller', minWidth: 120, part: HolderCell }],
      standard: ['seller', 'buyerId', 'certifiedKg', 'lastShipment', 'status'],
    },
  },
}
