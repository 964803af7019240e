// Hand-made screens and parts of productbatch. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'
import { lotStep } from './lot-step.ts'
import { stockUnits } from './stock-units.ts'

const LabelTab = part(() => import('./label-tab.tsx'), 'LabelTab')
const LedgerTab = part(() => import('./ledger-tab.tsx'), 'LedgerTab')
const LotOverview = part(() => import('./lot-overview.tsx'), 'LotOverview')
const TicketsTab = part(() => import('./tickets-tab.tsx'), 'TicketsTab')
const WhatIfTab = part(() => import('../recallcase/what-if-tab.tsx'), 'WhatIfTab')
const PurchaseCrop = part(() => import('./purchase-crop.tsx'), 'PurchaseCrop')
const PurchaseSlip = part(() => import('./purchase-slip.tsx'), 'PurchaseSlip')
const PurchasePayable = part(() => import('./purchase-payable.tsx'), 'PurchasePayable')
const TicketPicker = part(() => import('./ticket-picker.tsx'), 'TicketPicker')
const CallPicker = part(() => import('./ticket-picker.tsx'), 'CallPicker')
const cells = () => import('./lot-cells.tsx')
const OwnerCell = part(cells, 'OwnerCell')
const AgeCell = part(cells, 'AgeCell')
const UnitsTab = part(() => import('./units-tab.tsx'), 'UnitsTab')
const PurchaseWeight = part(() => import('./purchase-weight.tsx'), 'PurchaseWeight')

const certified = ['IC1', 'IC2', 'IC3', 'ORGANIC'].join()

export const slots: Slots = {
  productbatch: {
    isSentIn: true,
    overview: LotOverview,
    defaultEvent: lotStep,
    reads: ['operatorId', 'processorId', 'farmerId', 'lyingSince', 'onHandKg'],
    columns: {
      custom: [
        { id: 'owner', label: 'Owner', minWidth: 120, part: OwnerCell },
        { id: 'age', label: 'Age', align: 'right', part: AgeCell },
      ],
      standard: ['productId', 'owner', 'onHandKg', 'certifiableKg', 'age', 'claimStatus', 'status', 'seasonId', 'processingSystemId'],
    },
    // What waits, and certified goods of which something is on no transaction certificate.
    views: () => [
      { name: 'Closed', search: { 'filter[status]': 'CLOSED' } },
      { name: 'Held back', search: { 'filter[status]': 'QUARANTINED' } },
      { name: 'Recalled', search: { 'filter[status]': 'RECALLED' } },
      { name: 'Without a certificate', search: { 'filter[certifiableKg][gte]': '0.001', 'filter[claimStatus]': certified, 'filter[unitType]': stockUnits } },
    ],
    // Fields of the purchase ticket, and of the farmer's word on it.
    editors: {
      cropId: PurchaseCrop,
      netKg: PurchaseWeight,
      deductions: PurchasePayable,
      signedSlip: PurchaseSlip,
      purchaseEventId: TicketPicker,
      callId: CallPicker,
    },
    panels: [
      { id: 'ledger', label: 'Ledger', place: 'tab', part: LedgerTab, inPast: true },
      { id: 'tickets', label: 'Tickets', place: 'tab', part: TicketsTab, inPast: true },
      { id: 'units', label: 'Units', place: 'tab', part: UnitsTab, inPast: true },
      { id: 'recall', label: 'Recall', place: 'tab', part: WhatIfTab, inPast: false },
      { id: 'label', label: 'Label', place: 'tab', part: LabelTab, inPast: false },
    ],
  },
}
