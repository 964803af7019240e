// Reports that come by themselves: asked for by their owner for themselves and colleagues, paused, taken up again, removed, and left by a
// recipient. Every change is entered in `report_schedule_change`. What is due is carried out by jobs/clock/scheduled-reports.ts.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { type FieldProblem, Problem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import type { AnyReport } from '#domain/reports/report.ts'
import { mostSchedules, nextDue, type Timing } from '#domain/reports/schedule.ts'
import type { ReportSchedule, ScheduleRequest } from '#domain/reports/schedule-answer.ts'
import type { Tables } from '../../db/tables/columns.ts'
import { actorOf, type RowOf, type Scope } from '../../scope.ts'
import { findRecord, isUuid } from '../../store/get.ts'
import { statedPurpose, storedPurpose } from '../../store/taken-out.ts'
import { hasPersonalColumns, personalColumns, requireFormat } from './access.ts'
import { readParameters, type Values } from './parameters.ts'

export type StoredSchedule = RowOf<'report_schedule'>
type Action = Tables['report_schedule_change']['action']['__select__']

export const timingOf = ({ rhythm, weekday, month_day, hour }: StoredSchedule): Timing => ({ rhythm, weekday, monthDay: month_day, hour })

/** Throws FORBIDDEN, VALIDATION, and TOO_MANY. */
export async function createSchedule(scope: Scope, report: AnyReport, request: ScheduleRequest): Promise<ReportSchedule> {
  const { db, tenant, user, now } = scope
  requireFormat(scope, report, request.format)
  const parameters = Object.fromEntries(Object.entries(request.parameters).filter(([, value]) => value !== null && value !== ''))
  await readParameters(scope, report, parameters)
  const recipients = [...new Set(request.recipients.map((id) => id.toLowerCase()))]
  await refuse(scope, request, recipients)
  // What colleagues see of it is decided at each run: where anybody sees personal data, it needs a purpose.
  const isPersonal = personalColumns(scope, report, request.format).length > 0 || (recipients.some((id) => id !== user.id) && hasPersonalColumns(report))
  const stated = statedPurpose(request, isPersonal)
  // One after another, so that two at once are counted.
  await sql`select 1 from "user" where tenant_id = ${tenant.id} and id = ${user.id}::uuid for update`.execute(db)
  const own = await db
    .selectFrom('report_schedule')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('owner_id', '=', user.id)
    .where('state', '!=', 'REMOVED')
    .execute()
  if (own.length >= mostSchedules) throw new Problem('TOO_MANY', { message: phrase`You have ${mostSchedules} scheduled reports already. Remove one first.` })
  const { format, rhythm, hour } = request
  const timing: Timing = { rhythm, hour, weekday: rhythm === 'WEEK' ? request.weekday : null, monthDay: rhythm === 'MONTH' ? request.monthDay : null }
  const id = scope.newId()
  await db
    .insertInto('report_schedule')
    .values({
      tenant_id: tenant.id,
      id,
      report: report.id,
      operator_id: scope.operator?.id ?? null,
      format,
      parameters: JSON.stringify(parameters),
      rhythm,
      weekday: timing.weekday,
      month_day: timing.monthDay,
      hour,
      owner_id: user.id,
      recipients,
      state: 'ACTIVE',
      next_at: nextDue(timing, now, tenant.timezone).toISOString(),
      created_at: now.toISOString(),
      ...storedPurpose(stated),
    })
    .execute()
  await noteChange(scope, id, 'CREATED', { report: report.id, format, parameters, ...timing, recipients, ...stated })
  return await scheduleOf(scope, id)
}

async function refuse(scope: Scope, { rhythm, weekday, monthDay }: ScheduleRequest, recipients: readonly string[]): Promise<void> {
  const fields: FieldProblem[] = []
  if (rhythm === 'WEEK' && weekday === null) fields.push({ path: 'weekday', code: 'required', message: 'Choose the day of the week.' })
  if (rhythm === 'MONTH' && monthDay === null) fields.push({ path: 'monthDay', code: 'required', message: 'Choose the day of the month.' })
  for (const id of recipients) {
    const person = id === scope.user.id ? scope.user : await findRecord(scope, entityOf('user'), id, { by: 'L' })
    if (!person) fields.push({ path: 'recipients', code: 'missing', message: 'There is no such colleague, or they are not yours to see.' })
    else if ('status' in person && person.status !== 'ACTIVE')
      fields.push({ path: 'recipients', code: 'rule', message: phrase`${String(person.title)} cannot come in, and gets no reports.` })
  }
  if (fields.length > 0) throw new Problem('VALIDATION', { fields })
}

/** Own ones, and those that one gets, newest first; of the operator of the address. */
export async function listSchedules(scope: Scope, id?: string): Promise<ReportSchedule[]> {
  const { db, tenant, user, operator } = scope
  const rows = await db
    .selectFrom('report_schedule')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('state', '!=', 'REMOVED')
    .where(sql<boolean>`(owner_id = ${user.id}::uuid or ${user.id}::uuid = any(recipients))`)
    .$if(operator !== null, (query) => query.where('operator_id', '=', operator?.id ?? null))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? null))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  const ids = [...new Set(rows.flatMap((row) => [row.owner_id, ...row.recipients]))]
  const people = ids.length
    ? await db
        .selectFrom('user')
        .select(['id', 'name'])
        .where('tenant_id', '=', tenant.id)
        .where('id', 'in', ids)
        .$castTo<{ id: string; name: string }>()
        .execute()
    : []
  const names = new Map(people.map((one) => [one.id, one.name]))
  const named = (one: string) => ({ id: one, name: names.get(one) ?? '' })
  return rows.map((row) => {
    const isOwn = row.owner_id === user.id
    return {
      id: row.id,
      report: row.report,
      format: row.format,
      parameters: row.parameters,
      rhythm: row.rhythm,
      weekday: row.weekday,
      monthDay: row.month_day,
      hour: row.hour,
      owner: named(row.owner_id),
      isOwn,
      recipients: row.recipients.filter((one) => isOwn || one === user.id).map(named),
      state: row.state === 'REMOVED' ? 'STOPPED' : row.state,
      purpose: row.purpose,
      purposeNote: row.purpose_note,
      message: row.message,
      ...(row.words ? { words: row.words } : {}),
      nextAt: row.state === 'ACTIVE' ? row.next_at : null,
      lastAt: row.last_at,
      createdAt: row.created_at,
    }
  })
}

/** Throws NOT_FOUND, also for one of others. */
async function scheduleOf(scope: Scope, id: string): Promise<ReportSchedule> {
  const [found] = isUuid(id) ? await listSchedules(scope, id) : []
  if (!found) throw new Problem('NOT_FOUND', { message: 'There is no scheduled report of yours with this id.' })
  return found
}

/** By its owner. What is so already stays so, and is no change. Throws NOT_FOUND, FORBIDDEN. */
export async function changeSchedule(
  scope: Scope,
  id: string,
  to: 'PAUSED' | 'ACTIVE' | 'REMOVED',
  reports: (id: string) => AnyReport | undefined,
): Promise<void> {
  const stored = await lockSchedule(scope, id)
  if (stored.owner_id !== scope.user.id) throw new Problem('FORBIDDEN', { message: 'Only whoever made this schedule changes it.' })
  if (stored.state === to) return
  if (to === 'PAUSED' && stored.state !== 'ACTIVE') throw new Problem('STATE_CONFLICT', { message: 'This schedule does not run.' })
  if (to === 'ACTIVE') {
    const report = reports(stored.report)
    if (!report) throw new Problem('GONE', { message: 'There is no such report any more.' })
    requireFormat(scope, report, stored.format)
    if (stored.recipients.length === 0) throw new Problem('STATE_CONFLICT', { message: 'Nobody gets this report any more. Make a new schedule.' })
  }
  // What it missed meanwhile was not wanted.
  const again = to === 'ACTIVE' ? { next_at: nextDue(timingOf(stored), scope.now, scope.tenant.timezone).toISOString(), message: null, words: null } : {}
  await updateSchedule(scope, id, { state: to, ...again })
  await noteChange(scope, id, to === 'ACTIVE' ? 'RESUMED' : to, {})
}

/** A recipient wants it no more. Throws NOT_FOUND; again it changes nothing. */
export async function leaveSchedule(scope: Scope, id: string): Promise<void> {
  const stored = await lockSchedule(scope, id)
  if (!stored.recipients.includes(scope.user.id)) return
  const recipients = stored.recipients.filter((one) => one !== scope.user.id)
  await updateSchedule(scope, id, { recipients, ...(recipients.length === 0 ? { state: 'STOPPED', message: nobodyLeft } : {}) })
  await noteChange(scope, id, 'LEFT', {})
}
export const nobodyLeft = 'Nobody gets this report any more.'

/** Locked, so that one change comes after another. Throws NOT_FOUND, also for one of others. */
async function lockSchedule(scope: Scope, id: string): Promise<StoredSchedule> {
  await scheduleOf(scope, id)
  const stored = await takeSchedule(scope, id)
  if (!stored || stored.state === 'REMOVED') throw new Problem('NOT_FOUND')
  return stored
}

export const takeSchedule = ({ db, tenant }: Scope, id: string): Promise<StoredSchedule | undefined> =>
  db.selectFrom('report_schedule').selectAll().where('tenant_id', '=', tenant.id).where('id', '=', id).forUpdate().executeTakeFirst()

export const updateSchedule = async (
  { db, tenant }: Scope,
  id: string,
  changes: Partial<Pick<StoredSchedule, 'state' | 'recipients' | 'next_at' | 'last_at' | 'message'>> & { words?: string | null },
): Promise<void> => {
  await db.updateTable('report_schedule').set(changes).where('tenant_id', '=', tenant.id).where('id', '=', id).execute()
}

export const noteChange = async (scope: Scope, scheduleId: string, action: Action, details: Values): Promise<void> => {
  await scope.db
    .insertInto('report_schedule_change')
    .values({
      tenant_id: scope.tenant.id,
      id: scope.newId(),
      schedule_id: scheduleId,
      action,
      changed_at: scope.now.toISOString(),
      changed_by: actorOf(scope),
      details: JSON.stringify(details),
    })
    .execute()
}
