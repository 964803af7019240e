// Hand-made screens and parts of task. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'
import { CalendarMonthOutlined as Calendar } from '#web/icons/calendar-month-outlined.ts'
import { MapOutlined as MapIcon } from '#web/icons/map-outlined.ts'
import { TodayOutlined as Today } from '#web/icons/today-outlined.ts'
import { ViewColumnOutlined as Columns } from '#web/icons/view-column-outlined.ts'
import { fetchWords } from '#web/locales/i18n.ts'
import { dayBefore } from '../day-before.ts'
import { nextOfTask } from './next-of-task.ts'

const taskCells = () => import('./task-cells.tsx')
const AssigneeCell = part(taskCells, 'AssigneeCell')
const TeamCell = part(taskCells, 'TeamCell')
const PriorityCell = part(taskCells, 'PriorityCell')
const DueCell = part(() => import('../due.tsx'), 'DueCell')
const TaskCard = part(() => import('./task-card.tsx'), 'TaskCard')
const TaskEvidence = part(() => import('./task-evidence.tsx'), 'TaskEvidence')
const TaskOverview = part(() => import('./task-overview.tsx'), 'TaskOverview')
/** A list waits for the words of its table alone; those of another view come with it. */
const withWords = async <File>(file: Promise<File>): Promise<File> => (await Promise.all([file, ...fetchWords()]))[0]
const TaskBoard = part(() => withWords(import('./board.tsx')), 'TaskBoard')
const TaskCalendar = part(() => withWords(import('./calendar.tsx')), 'TaskCalendar')
const TaskMap = part(() => withWords(import('./task-map.tsx')), 'TaskMap')
const TaskLinksTab = part(() => withWords(import('./task-links.tsx')), 'TaskLinksTab')
const MyDay = part(() => withWords(import('./my-day.tsx')), 'MyDay')

export const slots: Slots = {
  task: {
    overview: TaskOverview,
    panels: [{ id: 'links', label: 'Links', place: 'tab', part: TaskLinksTab, inPast: false }],
    aboveEvent: { DONE: TaskEvidence },
    suggestedEvent: nextOfTask,
    hasInlineActions: true,
    card: TaskCard,
    cells: { dueDate: DueCell, assigneeId: AssigneeCell, priority: PriorityCell, team: TeamCell },
    shows: { team: TeamCell },
    listModes: [
      { id: 'board', label: /* i18n */ 'Board', icon: Columns, part: TaskBoard },
      { id: 'calendar', label: /* i18n */ 'Calendar', icon: Calendar, part: TaskCalendar },
      { id: 'map', label: 'Map', icon: MapIcon, part: TaskMap },
      { id: 'day', label: 'My day', icon: Today, part: MyDay },
    ],
    // What was done long ago does not stand first; what is open is shown by its day.
    sort: '-dueDate',
    views: ({ userId, today }) => [
      { name: /* i18n */ 'To do', search: { 'filter[status]': 'OPEN,IN_PROGRESS,BLOCKED', sort: 'dueDate' } },
      { name: /* i18n */ 'Mine', search: { 'filter[status]': 'OPEN,IN_PROGRESS,BLOCKED', 'filter[assigneeId]': userId, sort: 'dueDate' } },
      { name: /* i18n */ 'Overdue', search: { 'filter[status]': 'OPEN,IN_PROGRESS,BLOCKED', 'filter[dueDate][lte]': dayBefore(today), sort: 'dueDate' } },
      { name: /* i18n */ 'To verify', search: { 'filter[status]': 'DONE', 'filter[fourEyes]': 'true' } },
    ],
  },
}
