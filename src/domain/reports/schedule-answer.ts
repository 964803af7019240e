// A report that comes by itself, as it is asked for and as its owner and its recipients are answered.
import { z } from 'zod'
import { flag, id, keyOf, moment, text, words } from '../kernel/answer-shapes.ts'
import { exportPurposes } from '../people/export-purposes.ts'
import { purposeGiven } from './purpose-given.ts'
import { backgroundFormats, reportFormats } from './report.ts'
import { mostRecipients, rhythms, scheduleStates } from './schedule.ts'

const weekday = z.int().min(1).max(7).nullable()
const monthDay = z.int().min(1).max(31).nullable()
const hour = z.int().min(0).max(23)

export const toSchedule = z.strictObject({
  format: z.enum(backgroundFormats),
  parameters: z
    .record(z.string().max(60), z.unknown())
    .default({})
    .describe('As in the address of the report. Those that are left out have their initial values at each run, of its own day.'),
  rhythm: keyOf(rhythms),
  weekday: weekday.default(null).describe('1 is Monday; needed where it is weekly.'),
  monthDay: monthDay.default(null).describe('Needed where it is monthly; a month that has no such day has its last.'),
  hour: hour.describe('Where the programme works.'),
  recipients: z.array(id).min(1).max(mostRecipients).describe('Persons: oneself and colleagues whom one may list.'),
  ...purposeGiven,
})
export type ToSchedule = z.input<typeof toSchedule>
export type ScheduleRequest = z.output<typeof toSchedule>

const personNamed = z.object({ id, name: text })
export const reportSchedule = z
  .object({
    id,
    report: text.describe('Id of the report.'),
    format: keyOf(reportFormats),
    parameters: z.record(z.string(), z.unknown()),
    rhythm: keyOf(rhythms),
    weekday,
    monthDay,
    hour,
    owner: personNamed,
    isOwn: flag,
    recipients: z.array(personNamed).describe('Of a schedule that is not one’s own: oneself alone.'),
    state: keyOf(scheduleStates),
    purpose: keyOf(exportPurposes).nullable().describe('What the personal data of each run are for.'),
    purposeNote: text.nullable(),
    message: text.nullable().describe('Why it was stopped.'),
    words,
    nextAt: moment.nullable().describe('Null while it is paused or stopped.'),
    lastAt: moment.nullable(),
    createdAt: moment,
  })
  .meta({ id: 'ReportSchedule' })
export type ReportSchedule = z.infer<typeof reportSchedule>
export const reportSchedules = z.object({ items: z.array(reportSchedule) }).meta({ id: 'ReportSchedules' })
