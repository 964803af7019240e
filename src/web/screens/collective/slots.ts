// Hand-made parts of collective. Fetched when first shown.
import { can, maySeeInspectionQuality } from '#domain/access.ts'
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const Committee = part(() => import('./committee.tsx'), 'Committee')
const InternalControl = part(() => import('./internal-control.tsx'), 'InternalControl')
const OperatorPanels = part(() => import('./operator-panels.tsx'), 'OperatorPanels')
const ListVersions = part(() => import('../approvedlist/list-versions.tsx'), 'ListVersions')
const NewOperator = part(() => import('./new-operator.tsx'), 'NewOperator')
const PremiumList = part(() => import('./premium-list.tsx'), 'PremiumList')
const ServiceAreaField = part(() => import('./service-area-field.tsx'), 'ServiceAreaField')
const ServiceAreaMap = part(() => import('./service-area-map.tsx'), 'ServiceAreaMap')
const premium = () => import('./premium-value.tsx')
const PremiumValue = part(premium, 'PremiumValue')
const PremiumValueEditor = part(premium, 'PremiumValueEditor')
const Meetings = part(() => import('./meetings.tsx'), 'Meetings')

const tabs = () => import('./group-tabs.tsx')
const MembersTab = part(tabs, 'MembersTab')
const CertificatesTab = part(tabs, 'CertificatesTab')
const StockTab = part(tabs, 'StockTab')
const SalesTab = part(tabs, 'SalesTab')
const figures = () => import('./group-figures.tsx')
const GroupsFrame = part(figures, 'GroupsFrame')
const SchemesCell = part(figures, 'SchemesCell')
const AreasCell = part(figures, 'AreasCell')
const InspectedCell = part(figures, 'InspectedCell')
const CertifiedCell = part(figures, 'CertifiedCell')
const GroupCard = part(() => import('./group-card.tsx'), 'GroupCard')
const ListStates = part(() => import('./list-state.tsx'), 'ListStates')

export const slots: Slots = {
  collective: {
    create: NewOperator,
    panels: [
      { id: 'goods', label: 'Certified goods', place: 'top', part: OperatorPanels, inPast: true },
      { id: 'area', label: 'Service area', place: 'side', part: ServiceAreaMap, inPast: true },
      {
        id: 'certificates',
        label: 'Scope certificates',
        place: 'tab',
        part: CertificatesTab,
        isFor: (user) => can(user, 'scopecertificate', 'L'),
        inPast: false,
      },
      { id: 'members', label: 'Members', place: 'tab', part: MembersTab, isFor: (user) => can(user, 'farmer', 'L'), inPast: false },
      { id: 'lists', label: 'Approved farmer lists', place: 'tab', part: ListVersions, inPast: false },
      { id: 'control', label: 'Internal control', place: 'tab', part: InternalControl, isFor: maySeeInspectionQuality, inPast: false },
      { id: 'stock', label: 'Stock of the group', place: 'tab', part: StockTab, isFor: (user) => can(user, 'productbatch', 'L'), inPast: false },
      {
        id: 'sales',
        label: 'Transaction certificates',
        place: 'tab',
        part: SalesTab,
        isFor: (user) => can(user, 'transactioncertificate', 'L'),
        inPast: false,
      },
      { id: 'meetings', label: 'Meetings', place: 'tab', part: Meetings, inPast: false },
    ],
    reads: ['district', 'certificationBody', 'certificateValidTo', 'premiumType'],
    listWrapper: GroupsFrame,
    card: GroupCard,
    columns: {
      custom: [
        { id: 'certifiedFor', label: 'Schemes', part: SchemesCell },
        { id: 'areas', label: 'Area', align: 'right', minWidth: 150, part: AreasCell },
        { id: 'inspected', label: 'Inspections', align: 'right', part: InspectedCell },
        { id: 'listStates', label: 'Approved farmer list', minWidth: 150, part: ListStates },
        { id: 'certified', label: 'Transaction certificates', align: 'right', part: CertifiedCell },
      ],
      standard: [
        ...['code', 'certifiedFor', 'certificationBody', 'certificateValidTo', 'memberCount', 'areas', 'inspected', 'listStates', 'certified'],
        'status',
      ],
    },
    // `list`: of the premium that is paid out.
    editors: { list: PremiumList, serviceArea: ServiceAreaField, premiumValue: PremiumValueEditor },
    shows: { premiumValue: PremiumValue },
    cells: { premiumValue: PremiumValue },
    eventForms: { APPROVAL_COMMITTEE: Committee },
  },
}
