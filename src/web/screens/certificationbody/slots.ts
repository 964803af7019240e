// Hand-made screens and parts of certificationbody. Fetched when first shown.
import { can } from '#domain/access.ts'
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const BodyOverview = part(() => import('./body-overview.tsx'), 'BodyOverview')

const tabs = () => import('./body-tabs.tsx')
const AccreditationTab = part(tabs, 'AccreditationTab')
const AuditorsTab = part(tabs, 'AuditorsTab')
const CertificatesTab = part(tabs, 'CertificatesTab')
const InboxTab = part(tabs, 'InboxTab')

const figures = () => import('./body-figures.tsx')
const BodiesFrame = part(figures, 'BodiesFrame')
const CertificatesCell = part(figures, 'CertificatesCell')
const MedianCell = part(figures, 'MedianCell')
const OperatorsCell = part(figures, 'OperatorsCell')
const PendingCell = part(figures, 'PendingCell')
const SchemesCell = part(figures, 'SchemesCell')

export const slots: Slots = {
  certificationbody: {
    overview: BodyOverview,
    panels: [
      { id: 'accreditation', label: 'Accreditation', place: 'tab', part: AccreditationTab, inPast: false },
      {
        id: 'certificates',
        label: 'Scope certificates',
        place: 'tab',
        part: CertificatesTab,
        isFor: (user) => can(user, 'scopecertificate', 'L'),
        inPast: false,
      },
      { id: 'pending', label: 'Waiting certificates', place: 'tab', part: InboxTab, isFor: (user) => can(user, 'transactioncertificate', 'L'), inPast: false },
      { id: 'auditors', label: 'Auditors', place: 'tab', part: AuditorsTab, isFor: (user) => can(user, 'user', 'L'), inPast: false },
    ],
    reads: [],
    listWrapper: BodiesFrame,
    columns: {
      custom: [
        { id: 'schemes', label: 'Schemes', align: 'right', part: SchemesCell },
        { id: 'operators', label: 'Operators', align: 'right', part: OperatorsCell },
        { id: 'certificates', label: 'Scope certificates', align: 'right', part: CertificatesCell },
        { id: 'pending', label: 'Waiting certificates', align: 'right', part: PendingCell },
        { id: 'medianDays', label: 'Days to issue, median', align: 'right', part: MedianCell },
      ],
      standard: ['code', 'accreditationNo', 'schemes', 'operators', 'certificates', 'pending', 'medianDays', 'status'],
    },
  },
}
