// Which entity has which hand-made screen or part. Each is fetched when it is first shown.
import MapIcon from '@mui/icons-material/MapOutlined'
import { lazy } from 'react'
import type { Slots } from '#web/engine/slots.ts'
import { nextStep } from './screens/crop/next-step.ts'
import { usualStep } from './screens/processingsystem/usual-step.ts'
import { lotStep } from './screens/productbatch/lot-step.ts'

const ParcelOverview = lazy(() => import('./screens/landparcel/parcel-overview.tsx').then(({ ParcelOverview }) => ({ default: ParcelOverview })))
const StandingCell = lazy(() => import('./screens/landparcel/standing-chip.tsx').then(({ StandingCell }) => ({ default: StandingCell })))
const ParcelListMap = lazy(() => import('./screens/landparcel/parcel-list-map.tsx').then(({ ParcelListMap }) => ({ default: ParcelListMap })))
const BoundaryField = lazy(() => import('./screens/landparcel/boundary-field.tsx').then(({ BoundaryField }) => ({ default: BoundaryField })))
const MapBoundary = lazy(() => import('./screens/landparcel/map-boundary.tsx').then(({ MapBoundary }) => ({ default: MapBoundary })))
const CropOverview = lazy(() => import('./screens/crop/crop-overview.tsx').then(({ CropOverview }) => ({ default: CropOverview })))
const FarmerOverview = lazy(() => import('./screens/farmer/farmer-overview.tsx').then(({ FarmerOverview }) => ({ default: FarmerOverview })))
const FarmersGlanceFrame = lazy(() => import('./screens/farmer/farmers-glance.tsx').then(({ FarmersGlanceFrame }) => ({ default: FarmersGlanceFrame })))
const FarmerCard = lazy(() => import('./screens/farmer/farmer-card.tsx').then(({ FarmerCard }) => ({ default: FarmerCard })))
const farmerCells = () => import('./screens/farmer/farmer-cells.tsx')
const PlotsCell = lazy(async () => ({ default: (await farmerCells()).PlotsCell }))
const AreaCell = lazy(async () => ({ default: (await farmerCells()).AreaCell }))
const ClaimCell = lazy(async () => ({ default: (await farmerCells()).ClaimCell }))
const ApprovalCell = lazy(async () => ({ default: (await farmerCells()).ApprovalCell }))
const KilogramsCell = lazy(async () => ({ default: (await farmerCells()).KilogramsCell }))
const LastVisitCell = lazy(async () => ({ default: (await farmerCells()).LastVisitCell }))
const FacilityOverview = lazy(() => import('./screens/processingsystem/facility-overview.tsx').then(({ FacilityOverview }) => ({ default: FacilityOverview })))
const NewRun = lazy(() => import('./screens/processingsystem/new-run.tsx').then(({ NewRun }) => ({ default: NewRun })))
const PressBales = lazy(() => import('./screens/processingsystem/press-bales.tsx').then(({ PressBales }) => ({ default: PressBales })))
const LotOverview = lazy(() => import('./screens/productbatch/lot-overview.tsx').then(({ LotOverview }) => ({ default: LotOverview })))
const LedgerTab = lazy(() => import('./screens/productbatch/ledger-tab.tsx').then(({ LedgerTab }) => ({ default: LedgerTab })))
const LabelTab = lazy(() => import('./screens/productbatch/label-tab.tsx').then(({ LabelTab }) => ({ default: LabelTab })))
const PurchaseCrop = lazy(() => import('./screens/productbatch/purchase-crop.tsx').then(({ PurchaseCrop }) => ({ default: PurchaseCrop })))
const PurchaseWeight = lazy(() => import('./screens/productbatch/purchase-weight.tsx').then(({ PurchaseWeight }) => ({ default: PurchaseWeight })))
const PurchasePayable = lazy(() => import('./screens/productbatch/purchase-payable.tsx').then(({ PurchasePayable }) => ({ default: PurchasePayable })))
const RecordPlanned = lazy(() => import('./screens/planevent/record-planned.tsx').then(({ RecordPlanned }) => ({ default: RecordPlanned })))
const SystemCrops = lazy(() => import('./screens/crop/system-crops.tsx').then(({ SystemCrops }) => ({ default: SystemCrops })))
const UserPage = lazy(() => import('./screens/user/user-page.tsx').then(({ UserPage }) => ({ default: UserPage })))
const RolesEditor = lazy(() => import('./screens/user/roles-editor.tsx').then(({ RolesEditor }) => ({ default: RolesEditor })))
const UserStatus = lazy(() => import('./screens/user/user-status.tsx').then(({ UserStatus }) => ({ default: UserStatus })))

export const screens: Slots = {
  farmer: {
    overview: FarmerOverview,
    around: FarmersGlanceFrame,
    card: FarmerCard,
    columns: {
      own: [
        { id: 'plots', label: 'Plots', align: 'right', part: PlotsCell },
        { id: 'area', label: 'Area', align: 'right', part: AreaCell },
        { id: 'claim', label: 'Claim', minWidth: 96, part: ClaimCell },
        { id: 'approval', label: 'Approval', part: ApprovalCell },
        { id: 'kilograms', label: 'Delivered of estimate', minWidth: 178, part: KilogramsCell },
        { id: 'lastVisit', label: 'Last visit', part: LastVisitCell },
      ],
      standard: ['village', 'plots', 'area', 'claim', 'approval', 'kilograms', 'lastVisit', 'findings'],
    },
  },
  crop: {
    overview: CropOverview,
    nextEvent: (crop) => nextStep(crop, new Date().toISOString().slice(0, 10))?.type,
    panels: [{ id: 'qr', label: 'QR', place: 'tab', part: LabelTab }],
  },
  croppingsystem: { panels: [{ id: 'crops', label: 'Crops', place: 'top', part: SystemCrops }] },
  landparcel: {
    overview: ParcelOverview,
    cells: { organicStatus: StandingCell },
    shows: { organicStatus: StandingCell },
    listModes: [{ id: 'map', label: 'Map', icon: MapIcon, part: ParcelListMap }],
    editors: { boundary: BoundaryField },
    eventForms: { BOUNDARY_CAPTURED: MapBoundary },
  },
  planevent: { actions: [{ id: 'record', part: RecordPlanned }] },
  processingsystem: { overview: FacilityOverview, nextEvent: usualStep, eventForms: { PROCESS_RUN: NewRun, BALE_PRESSED: PressBales } },
  productbatch: {
    overview: LotOverview,
    usualEvent: lotStep,
    // Fields of the purchase ticket.
    editors: { cropId: PurchaseCrop, netKg: PurchaseWeight, deductions: PurchasePayable },
    panels: [
      { id: 'ledger', label: 'Ledger', place: 'tab', part: LedgerTab },
      { id: 'label', label: 'Label', place: 'tab', part: LabelTab },
    ],
  },
  user: { view: UserPage, editors: { roles: RolesEditor }, cells: { status: UserStatus } },
}
