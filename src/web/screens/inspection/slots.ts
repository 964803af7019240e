// Hand-made screens and parts of inspection. Fetched when first shown.

import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'
import { TodayOutlined as Today } from '#web/icons/today-outlined.ts'
import { dayBefore } from '../day-before.ts'

const InspectionDay = part(() => import('./inspection-day.tsx'), 'InspectionDay')
const InspectionOverview = part(() => import('./inspection-overview.tsx'), 'InspectionOverview')

export const slots: Slots = {
  inspection: {
    sort: 'plannedOn',
    overview: InspectionOverview,
    hasInlineActions: true,
    listModes: [{ id: 'day', label: /* i18n */ 'My day', icon: Today, part: InspectionDay }],
    views: ({ userId, today }) => [
      { name: /* i18n */ 'Mine', search: { 'filter[inspectorId]': userId, 'filter[status]': 'PLANNED,IN_PROGRESS' } },
      { name: /* i18n */ 'Overdue', search: { 'filter[status]': 'PLANNED,IN_PROGRESS', 'filter[plannedOn][lte]': dayBefore(today) } },
      { name: /* i18n */ 'To be reviewed', search: { 'filter[status]': 'SUBMITTED' } },
    ],
  },
}
