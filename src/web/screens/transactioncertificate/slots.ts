// Hand-made screens and parts of transactioncertificate. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const CertificateOverview = part(() => import('./certificate-overview.tsx'), 'CertificateOverview')
const checksTab = () => import('./checks-tab.tsx')
const ChecksTab = part(checksTab, 'ChecksTab')
const ChecksBefore = part(checksTab, 'ChecksBefore')
const DraftChecks = part(() => import('./draft-checks.tsx'), 'DraftChecks')
const DispatchPicker = part(() => import('./dispatch-picker.tsx'), 'DispatchPicker')
const ShowShipments = part(() => import('./shipments.tsx'), 'ShowShipments')
const queue = () => import('./queue.tsx')
const CertificateCard = part(queue, 'CertificateCard')
const ChecksCell = part(queue, 'ChecksCell')
const QueueFrame = part(queue, 'QueueFrame')
const WaitingCell = part(queue, 'WaitingCell')
const OfAllOperators = part(() => import('../of-all-operators.tsx'), 'OfAllOperators')
const HolderCell = part(() => import('../either-cell.tsx'), 'HolderCell')

export const slots: Slots = {
  transactioncertificate: {
    overview: CertificateOverview,
    belowForm: DraftChecks,
    aboveEvent: { SUBMITTED: ChecksBefore, ISSUED: ChecksBefore },
    shows: { shipments: ShowShipments },
    editors: { 'shipments.dispatchId': DispatchPicker },
    panels: [{ id: 'checks', label: 'Checks', place: 'tab', part: ChecksTab, inPast: true }],
    reads: ['status', 'submittedAt', 'collectiveId', 'processorId', 'buyerId', 'certifiedKg'],
    toolbar: [{ id: 'all', part: OfAllOperators }],
    listWrapper: QueueFrame,
    card: CertificateCard,
    columns: {
      custom: [
        { id: 'seller', label: 'Seller', minWidth: 120, part: HolderCell },
        { id: 'waiting', label: 'Waiting', part: WaitingCell },
        { id: 'checks', label: 'Checks', minWidth: 150, part: ChecksCell },
      ],
      standard: ['seller', 'buyerId', 'certifiedKg', 'lastShipment', 'status'],
    },
  },
}
