// Hand-made screens and parts of planevent. Fetched when first shown.

import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'
import { CalendarViewWeekOutlined as Calendar } from '#web/icons/calendar-view-week-outlined.ts'
import { TodayOutlined as Today } from '#web/icons/today-outlined.ts'
import { dayBefore } from '../day-before.ts'

const DueCell = part(() => import('../due.tsx'), 'DueCell')
const PlannedForCell = part(() => import('../either-cell.tsx'), 'PlannedForCell')
const PlanDay = part(() => import('./plan-day.tsx'), 'PlanDay')
const PlanEventOverview = part(() => import('./plan-event-overview.tsx'), 'PlanEventOverview')
const PlanSeason = part(() => import('./plan-season.tsx'), 'PlanSeason')
const RecordPlanned = part(() => import('./record-planned.tsx'), 'RecordPlanned')

export const slots: Slots = {
  planevent: {
    overview: PlanEventOverview,
    // What is done about it is recorded on what it is planned for; of itself it can only be left out or planned again.
    suggestedEvent: () => undefined,
    hasInlineActions: true,
    sort: 'due',
    columns: {
      custom: [{ id: 'subject', label: 'Planned for', minWidth: 120, part: PlannedForCell }],
      standard: ['subject', 'farmerId', 'village', 'due', 'windowEnd', 'mandatory', 'status'],
    },
    cells: { due: DueCell },
    listModes: [
      { id: 'day', label: /* i18n */ 'My day', icon: Today, part: PlanDay },
      { id: 'season', label: /* i18n */ 'Calendar', icon: Calendar, part: PlanSeason },
    ],
    views: ({ today }) => [
      { name: /* i18n */ 'Overdue', search: { 'filter[status]': 'PLANNED,DUE', 'filter[due][lte]': dayBefore(today) } },
      { name: /* i18n */ 'Missed', search: { 'filter[status]': 'MISSED' } },
      { name: /* i18n */ 'Done in part', search: { 'filter[donePartly]': 'true' } },
      { name: /* i18n */ 'Without evidence', search: { 'filter[evidenceMissing]': 'PHOTO,GPS,DOC,SIGNATURE' } },
    ],
    actions: [{ id: 'record', part: RecordPlanned }],
  },
}
