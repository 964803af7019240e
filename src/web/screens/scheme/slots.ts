// Hand-made screens and parts of scheme. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const SchemeOverview = part(() => import('./scheme-overview.tsx'), 'SchemeOverview')

const figures = () => import('./scheme-figures.tsx')
const AreaCell = part(figures, 'AreaCell')
const ExpiringCell = part(figures, 'ExpiringCell')
const FarmersCell = part(figures, 'FarmersCell')
const OperatorsCell = part(figures, 'OperatorsCell')
const SchemesFrame = part(figures, 'SchemesFrame')

export const slots: Slots = {
  scheme: {
    overview: SchemeOverview,
    reads: [],
    listWrapper: SchemesFrame,
    columns: {
      custom: [
        { id: 'operators', label: 'Operators', align: 'right', part: OperatorsCell },
        { id: 'farmers', label: 'Farmers', align: 'right', part: FarmersCell },
        { id: 'area', label: 'Area', align: 'right', part: AreaCell },
        { id: 'expiring', label: 'Certificates expiring', align: 'right', part: ExpiringCell },
      ],
      standard: ['code', 'type', 'versionName', 'operators', 'farmers', 'area', 'expiring', 'status'],
    },
  },
}
