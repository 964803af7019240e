// Which entity has which hand-made screen or part. Each is fetched when it is first shown.
import MapIcon from '@mui/icons-material/MapOutlined'
import { lazy } from 'react'
import type { Slots } from '#web/engine/slots.ts'
import { nextStep } from './screens/crop/next-step.ts'
import { animalStep, flockStep, pondStep, systemStep } from './screens/husbandry/day-step.ts'
import { lactationTitle, withdrawalTitle } from './screens/husbandry/record-titles.ts'
import { defaultStep } from './screens/processingsystem/default-step.ts'
import { lotStep } from './screens/productbatch/lot-step.ts'
import { waitingStates } from './screens/submission/waiting-states.ts'
import { nextOfTask } from './screens/task/next-of-task.ts'

const ParcelOverview = lazy(() => import('./screens/landparcel/parcel-overview.tsx').then(({ ParcelOverview }) => ({ default: ParcelOverview })))
const OrganicStatusCell = lazy(() => import('./screens/landparcel/organic-status-chip.tsx').then(({ OrganicStatusCell }) => ({ default: OrganicStatusCell })))
const ParcelListMap = lazy(() => import('./screens/landparcel/parcel-list-map.tsx').then(({ ParcelListMap }) => ({ default: ParcelListMap })))
const BoundaryField = lazy(() => import('./screens/landparcel/boundary-field.tsx').then(({ BoundaryField }) => ({ default: BoundaryField })))
const MapBoundary = lazy(() => import('./screens/landparcel/map-boundary.tsx').then(({ MapBoundary }) => ({ default: MapBoundary })))
const CropOverview = lazy(() => import('./screens/crop/crop-overview.tsx').then(({ CropOverview }) => ({ default: CropOverview })))
const FarmerOverview = lazy(() => import('./screens/farmer/farmer-overview.tsx').then(({ FarmerOverview }) => ({ default: FarmerOverview })))
const FarmersSummaryFrame = lazy(() => import('./screens/farmer/farmers-summary.tsx').then(({ FarmersSummaryFrame }) => ({ default: FarmersSummaryFrame })))
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
const TaskOverview = lazy(() => import('./screens/task/task-overview.tsx').then(({ TaskOverview }) => ({ default: TaskOverview })))
const TaskCard = lazy(() => import('./screens/task/task-card.tsx').then(({ TaskCard }) => ({ default: TaskCard })))
const AssigneeCell = lazy(() => import('./screens/task/task-cells.tsx').then(({ AssigneeCell }) => ({ default: AssigneeCell })))
const PriorityCell = lazy(() => import('./screens/task/task-cells.tsx').then(({ PriorityCell }) => ({ default: PriorityCell })))
const HolderCell = lazy(() => import('./screens/either-cell.tsx').then(({ HolderCell }) => ({ default: HolderCell })))
const PlannedForCell = lazy(() => import('./screens/either-cell.tsx').then(({ PlannedForCell }) => ({ default: PlannedForCell })))
const ExpiryCell = lazy(() => import('./screens/due.tsx').then(({ ExpiryCell }) => ({ default: ExpiryCell })))
const DueCell = lazy(() => import('./screens/due.tsx').then(({ DueCell }) => ({ default: DueCell })))
const Inbox = lazy(() => import('./screens/notification/inbox.tsx').then(({ Inbox }) => ({ default: Inbox })))
const SubmissionOverview = lazy(() =>
  import('./screens/submission/submission-overview.tsx').then(({ SubmissionOverview }) => ({ default: SubmissionOverview })),
)
const PopOverview = lazy(() => import('./screens/pop/pop-overview.tsx').then(({ PopOverview }) => ({ default: PopOverview })))
const SchemeOverview = lazy(() => import('./screens/scheme/scheme-overview.tsx').then(({ SchemeOverview }) => ({ default: SchemeOverview })))
const RulesOverview = lazy(() => import('./screens/schemepop/rules-overview.tsx').then(({ RulesOverview }) => ({ default: RulesOverview })))
const CertificateOverview = lazy(() =>
  import('./screens/transactioncertificate/certificate-overview.tsx').then(({ CertificateOverview }) => ({ default: CertificateOverview })),
)
const BodyOverview = lazy(() => import('./screens/certificationbody/body-overview.tsx').then(({ BodyOverview }) => ({ default: BodyOverview })))
const RecordPlanned = lazy(() => import('./screens/planevent/record-planned.tsx').then(({ RecordPlanned }) => ({ default: RecordPlanned })))
const SystemCrops = lazy(() => import('./screens/crop/system-crops.tsx').then(({ SystemCrops }) => ({ default: SystemCrops })))
const AnimalOverview = lazy(() => import('./screens/husbandry/animal-overview.tsx').then(({ AnimalOverview }) => ({ default: AnimalOverview })))
const FlockOverview = lazy(() => import('./screens/husbandry/flock-overview.tsx').then(({ FlockOverview }) => ({ default: FlockOverview })))
const PondOverview = lazy(() => import('./screens/husbandry/pond-overview.tsx').then(({ PondOverview }) => ({ default: PondOverview })))
const SystemOverview = lazy(() => import('./screens/husbandry/system-overview.tsx').then(({ SystemOverview }) => ({ default: SystemOverview })))
const AnimalPopOverview = lazy(() => import('./screens/husbandry/pop-overview.tsx').then(({ PopOverview }) => ({ default: PopOverview })))
const HerdMilking = lazy(() => import('./screens/husbandry/herd-milking.tsx').then(({ HerdMilking }) => ({ default: HerdMilking })))
const DailyRecord = lazy(() => import('./screens/husbandry/daily-record.tsx').then(({ DailyRecord }) => ({ default: DailyRecord })))
const animalCells = () => import('./screens/husbandry/list-cells.tsx')
const AgeCell = lazy(async () => ({ default: (await animalCells()).AgeCell }))
const FlockAgeCell = lazy(async () => ({ default: (await animalCells()).FlockAgeCell }))
const AliveCell = lazy(async () => ({ default: (await animalCells()).AliveCell }))
const OxygenCell = lazy(async () => ({ default: (await animalCells()).OxygenCell }))
const FlockWeightCell = lazy(async () => ({ default: (await animalCells()).FlockWeightCell }))
const TreatmentLink = lazy(() => import('./screens/husbandry/treatment-link.tsx').then(({ TreatmentLink }) => ({ default: TreatmentLink })))
const animalCards = () => import('./screens/husbandry/record-cards.tsx')
const CowCard = lazy(async () => ({ default: (await animalCards()).CowCard }))
const GoatCard = lazy(async () => ({ default: (await animalCards()).GoatCard }))
const SheepCard = lazy(async () => ({ default: (await animalCards()).SheepCard }))
const FlockCard = lazy(async () => ({ default: (await animalCards()).FlockCard }))
const PondCard = lazy(async () => ({ default: (await animalCards()).PondCard }))
const age = { id: 'age', label: 'Age', part: AgeCell }
const UserPage = lazy(() => import('./screens/user/user-page.tsx').then(({ UserPage }) => ({ default: UserPage })))
const RolesEditor = lazy(() => import('./screens/user/roles-editor.tsx').then(({ RolesEditor }) => ({ default: RolesEditor })))
const UserStatus = lazy(() => import('./screens/user/user-status.tsx').then(({ UserStatus }) => ({ default: UserStatus })))

/** Views speak of days that are over. */
const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00Z`) - 86_400_000).toISOString().slice(0, 10)

export const screens: Slots = {
  aquacrop: {
    overview: PondOverview,
    card: PondCard,
    cells: { lastDoMgL: OxygenCell },
    defaultEvent: pondStep,
    columns: {
      custom: [{ id: 'alive', label: 'Estimated alive', align: 'right', part: AliveCell }],
      standard: ['unitId', 'stockingDate', 'alive', 'lastWeightG', 'biomassKg', 'lastDoMgL', 'lastPh', 'plannedHarvestDate', 'status', 'findings'],
    },
  },
  aquapop: { overview: AnimalPopOverview },
  cow: {
    overview: AnimalOverview,
    card: CowCard,
    defaultEvent: animalStep,
    columns: { custom: [age], standard: ['sex', 'age', 'lactationStatus', 'reproStatus', 'lastMilkKg', 'healthStatus', 'status'] },
  },
  goat: {
    overview: AnimalOverview,
    card: GoatCard,
    defaultEvent: animalStep,
    columns: { custom: [age], standard: ['sex', 'age', 'lastWeightKg', 'lastMilkKg', 'healthStatus', 'unitId', 'status'] },
  },
  poultrybatch: {
    overview: FlockOverview,
    card: FlockCard,
    defaultEvent: flockStep,
    eventForms: { DAILY_RECORD: DailyRecord },
    cells: { lastWeightG: FlockWeightCell },
    columns: {
      custom: [
        { id: 'age', label: 'Age', part: FlockAgeCell },
        { id: 'alive', label: 'Birds alive', align: 'right', part: AliveCell },
      ],
      standard: ['unitId', 'age', 'alive', 'mortalityShare', 'lastWeightG', 'status', 'findings'],
    },
  },
  lactation: {
    title: lactationTitle,
    sort: '-beginDate',
    columns: { custom: [], standard: ['beginDate', 'endDate', 'lengthDays', 'milkKg', 'fatKg', 'proteinKg', 'status'] },
  },
  poultrypop: { overview: AnimalPopOverview },
  productionsystem: { overview: SystemOverview, defaultEvent: systemStep, eventForms: { HERD_MILKING: HerdMilking } },
  sheep: {
    overview: AnimalOverview,
    card: SheepCard,
    defaultEvent: animalStep,
    columns: { custom: [age], standard: ['sex', 'age', 'lastFleeceKg', 'lastMicron', 'lastWeightKg', 'unitId', 'status'] },
  },
  withdrawal: {
    title: withdrawalTitle,
    sort: '-effectiveEndAt',
    shows: { treatmentEventId: TreatmentLink },
    columns: { custom: [], standard: ['medicineId', 'farmerId', 'startAt', 'effectiveEndAt', 'status'] },
  },
  farmer: {
    overview: FarmerOverview,
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
        { id: 'lastVisit', label: 'Last visit', part: LastVisitCell },
      ],
      standard: ['village', 'plots', 'area', 'claim', 'approval', 'kilograms', 'lastVisit', 'findings'],
    },
  },
  crop: {
    overview: CropOverview,
    suggestedEvent: (crop, today) => nextStep(crop, today)?.type,
    panels: [{ id: 'qr', label: 'QR', place: 'tab', part: LabelTab }],
  },
  croppingsystem: { panels: [{ id: 'crops', label: 'Crops', place: 'top', part: SystemCrops }] },
  landparcel: {
    overview: ParcelOverview,
    cells: { organicStatus: OrganicStatusCell },
    shows: { organicStatus: OrganicStatusCell },
    listModes: [{ id: 'map', label: 'Map', icon: MapIcon, part: ParcelListMap }],
    editors: { boundary: BoundaryField },
    eventForms: { BOUNDARY_CAPTURED: MapBoundary },
  },
  planevent: {
    sort: 'due',
    columns: {
      custom: [{ id: 'subject', label: 'Planned for', minWidth: 120, part: PlannedForCell }],
      standard: ['subject', 'farmerId', 'village', 'due', 'windowEnd', 'mandatory', 'status'],
    },
    cells: { due: DueCell },
    views: ({ today }) => [
      { name: /* i18n */ 'Overdue', search: { 'filter[status]': 'PLANNED,DUE', 'filter[due][lte]': dayBefore(today) } },
      { name: /* i18n */ 'Missed', search: { 'filter[status]': 'MISSED' } },
    ],
    actions: [{ id: 'record', part: RecordPlanned }],
  },
  task: {
    overview: TaskOverview,
    suggestedEvent: nextOfTask,
    hasInlineActions: true,
    card: TaskCard,
    cells: { dueDate: DueCell, assigneeId: AssigneeCell, priority: PriorityCell },
    sort: 'dueDate',
    views: ({ userId, today }) => [
      { name: /* i18n */ 'To do', search: { 'filter[status]': 'OPEN,IN_PROGRESS,BLOCKED' } },
      { name: /* i18n */ 'Mine', search: { 'filter[status]': 'OPEN,IN_PROGRESS,BLOCKED', 'filter[assigneeId]': userId } },
      { name: /* i18n */ 'Overdue', search: { 'filter[status]': 'OPEN,IN_PROGRESS,BLOCKED', 'filter[dueDate][lte]': dayBefore(today) } },
      { name: /* i18n */ 'To verify', search: { 'filter[status]': 'DONE', 'filter[fourEyes]': 'true' } },
    ],
  },
  notification: {
    list: Inbox,
    views: () => [
      { name: /* i18n */ 'Unread', search: { 'filter[status]': 'UNREAD' } },
      { name: /* i18n */ 'To be done', search: { 'filter[actionRequired]': 'true', 'filter[status]': 'UNREAD,READ' } },
    ],
  },
  submission: {
    overview: SubmissionOverview,
    suggestedEvent: (submission) => (submission.may.includes('APPROVED') ? 'APPROVED' : undefined),
    hasInlineActions: true,
    sort: '-capturedAt',
    views: () => [
      { name: /* i18n */ 'Waiting', search: { 'filter[status]': waitingStates.join(',') } },
      { name: /* i18n */ 'Returned', search: { 'filter[status]': 'RETURNED' } },
    ],
  },
  nonconformity: { sort: 'dueOn', cells: { dueOn: DueCell } },
  scopecertificate: {
    sort: 'validTo',
    cells: { validTo: ExpiryCell },
    columns: {
      custom: [{ id: 'holder', label: 'Holder', minWidth: 120, part: HolderCell }],
      standard: ['holder', 'schemeId', 'certificationBodyId', 'validTo', 'status'],
    },
  },
  transactioncertificate: {
    overview: CertificateOverview,
    columns: {
      custom: [{ id: 'seller', label: 'Seller', minWidth: 120, part: HolderCell }],
      standard: ['seller', 'buyerId', 'certifiedKg', 'lastShipment', 'status'],
    },
  },
  certificationbody: { overview: BodyOverview },
  pop: { overview: PopOverview },
  scheme: { overview: SchemeOverview },
  schemepop: { overview: RulesOverview },
  processingsystem: { overview: FacilityOverview, suggestedEvent: defaultStep, eventForms: { PROCESS_RUN: NewRun, BALE_PRESSED: PressBales } },
  productbatch: {
    overview: LotOverview,
    defaultEvent: lotStep,
    // Fields of the purchase ticket.
    editors: { cropId: PurchaseCrop, netKg: PurchaseWeight, deductions: PurchasePayable },
    panels: [
      { id: 'ledger', label: 'Ledger', place: 'tab', part: LedgerTab },
      { id: 'label', label: 'Label', place: 'tab', part: LabelTab },
    ],
  },
  user: { view: UserPage, editors: { roles: RolesEditor }, cells: { status: UserStatus } },
}
