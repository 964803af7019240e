// Hand-made screens and parts of farmer. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const farmerCells = () => import('./farmer-cells.tsx')
const ApprovalCell = part(farmerCells, 'ApprovalCell')
const AreaCell = part(farmerCells, 'AreaCell')
const ClaimCell = part(farmerCells, 'ClaimCell')
const KilogramsCell = part(farmerCells, 'KilogramsCell')
const LastVisitCell = part(farmerCells, 'LastVisitCell')
const RiskCell = part(farmerCells, 'RiskCell')
const PlotsCell = part(farmerCells, 'PlotsCell')
const FarmerCard = part(() => import('./farmer-card.tsx'), 'FarmerCard')
const FarmerOverview = part(() => import('./farmer-overview.tsx'), 'FarmerOverview')
const FarmersSummaryFrame = part(() => import('./farmers-summary.tsx'), 'FarmersSummaryFrame')
const MergeComparison = part(() => import('./same-person.tsx'), 'MergeComparison')
const TicketsTab = part(() => import('./tickets-tab.tsx'), 'TicketsTab')

export const slots: Slots = {
  farmer: {
    isSentIn: true,
    overview: FarmerOverview,
    aboveEvent: { MERGED: MergeComparison },
    panels: [{ id: 'tickets', label: 'Tickets', place: 'tab', part: TicketsTab, inPast: true }],
    reads: ['localName', 'village'],
    listWrapper: FarmersSummaryFrame,
    card: FarmerCard,
    columns: {
      custom: [
        { id: 'plots', label: 'Plots', align: 'right', part: PlotsCell },
        { id: 'area', label: 'Area', align: 'right', part: AreaCell },
        { id: 'claim', label: 'Claim', minWidth: 146, part: ClaimCell },
        { id: 'approval', label: 'Approval', part: ApprovalCell },
        { id: 'kilograms', label: 'Delivered of estimate', minWidth: 178, part: KilogramsCell },
        { id: 'risk', label: 'Risk', part: RiskCell },
        { id: 'lastVisit', label: 'Last visit', part: LastVisitCell },
      ],
      standard: ['village', 'plots', 'area', 'claim', 'approval', 'kilograms', 'lastVisit', 'findings'],
    },
  },
}
