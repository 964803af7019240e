// Hand-made screens and parts of scheme. Fetched when first shown.
import { can } from '#domain/access.ts'
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const SchemeOverview = part(() => import('./scheme-overview.tsx'), 'SchemeOverview')

const DocumentsTab = part(() => import('./documents-tab.tsx'), 'DocumentsTab')
const LogoCell = part(() => import('./scheme-logo.tsx'), 'LogoCell')
const OperatorsTab = part(() => import('./operators-tab.tsx'), 'OperatorsTab')
const RulesTab = part(() => import('./rules-tab.tsx'), 'RulesTab')
const figures = () => import('./scheme-figures.tsx')
const AreaCell = part(figures, 'AreaCell')
const ExpiringCell = part(figures, 'ExpiringCell')
const FarmersCell = part(figures, 'FarmersCell')
const OperatorsCell = part(figures, 'OperatorsCell')
const SchemesFrame = part(figures, 'SchemesFrame')

export const slots: Slots = {
  scheme: {
    overview: SchemeOverview,
    reads: ['logo'],
    panels: [
      { id: 'rules', label: 'Rules', place: 'tab', part: RulesTab, isFor: (user) => can(user, 'schemepop', 'L'), inPast: false },
      { id: 'operators', label: 'Operators', place: 'tab', part: OperatorsTab, inPast: false },
      { id: 'documents', label: 'Documents', place: 'tab', part: DocumentsTab, inPast: false },
    ],
    listWrapper: SchemesFrame,
    columns: {
      custom: [
        { id: 'logo', label: 'Logo', part: LogoCell },
        { id: 'operators', label: 'Operators', align: 'right', part: OperatorsCell },
        { id: 'farmers', label: 'Farmers', align: 'right', part: FarmersCell },
        { id: 'area', label: 'Area', align: 'right', part: AreaCell },
        { id: 'expiring', label: 'Certificates expiring', align: 'right', part: ExpiringCell },
      ],
      standard: ['logo', 'code', 'type', 'versionName', 'operators', 'farmers', 'area', 'expiring', 'status'],
    },
  },
}
