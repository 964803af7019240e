// Hand-made parts of companyaudit: it is worked on as an inspection is. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'
import { dayBefore } from '../day-before.ts'

const InspectionOverview = part(() => import('../inspection/inspection-overview.tsx'), 'InspectionOverview')

export const slots: Slots = {
  companyaudit: {
    sort: 'plannedOn',
    overview: InspectionOverview,
    hasInlineActions: true,
    views: ({ userId, today }) => [
      { name: /* i18n */ 'Mine', search: { 'filter[inspectorId]': userId, 'filter[status]': 'PLANNED,IN_PROGRESS' } },
      { name: /* i18n */ 'Overdue', search: { 'filter[status]': 'PLANNED,IN_PROGRESS', 'filter[plannedOn][lte]': dayBefore(today) } },
      { name: /* i18n */ 'To be reviewed', search: { 'filter[status]': 'SUBMITTED' } },
    ],
  },
}
