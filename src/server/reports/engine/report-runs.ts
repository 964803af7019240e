// What is stored of a report that is made in the background: asked for in a business transaction, with the job that makes it; shown to,
// cancelled by and handed out to the person who asked, and nobody else.
import type { ExpressionBuilder, Insertable } from 'kysely'
import { localDay } from '#domain/kernel/day.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import type { Language } from '#domain/messages/languages.ts'
import { listed, phrase } from '#domain/messages/message.ts'
import { type AnyReport, backgroundFormats, type ReportFormat, runDays } from '#domain/reports/report.ts'
import type { ReportRun } from '#domain/reports/run-answer.ts'
import type { Tables } from '../../db/tables/columns.ts'
import type { RowOf, Scope } from '../../scope.ts'
import { enqueue } from '../../store/enqueue.ts'
import { isUuid } from '../../store/get.ts'
import { keyOf } from '../../store/key-of-job.ts'
import { type GivenPurpose, purposeOfRow, statedPurpose, storedPurpose } from '../../store/taken-out.ts'
import { personalColumns, requireFormat } from './access.ts'
import { readParameters, type Values } from './parameters.ts'

export type StoredRun = RowOf<'report_run'>
/** What one person may have waiting at a time. */
const mostOpen = 5
const mostShown = 50
const dayMs = 86_400_000

/** Without the link to its file, which is the caller's alone. */
export type RunFacts = Omit<ReportRun, 'fileUrl' | 'fileUrlUntil'>

export const runAnswer = (run: StoredRun): RunFacts => ({
  id: run.id,
  report: run.report,
  format: run.format,
  language: run.language,
  parameters: run.parameters,
  state: run.state,
  progress: run.progress,
  rowCount: run.row_count,
  sha256: run.sha256,
  size: run.size,
  fileName: run.file_name,
  message: run.message,
  ...(run.words ? { words: run.words } : {}),
  createdAt: run.created_at,
  finishedAt: run.finished_at,
  expiresAt: new Date(Date.parse(run.finished_at ?? run.created_at) + runDays * dayMs).toISOString(),
})

export type RunRequest = { format: ReportFormat; language: Language; parameters: Values } & GivenPurpose

/** Throws FORBIDDEN, VALIDATION, and TOO_MANY while as many as one may have are being made. */
export async function requestRun(scope: Scope, report: AnyReport, { format, language, parameters, ...given }: RunRequest): Promise<RunFacts> {
  const formats = backgroundFormats.filter((one) => report.formats.includes(one))
  if (!formats.some((one) => one === format)) throw fieldProblem('format', 'choice', phrase`One of: ${listed(formats)}.`)
  requireFormat(scope, report, format)
  const { values } = await readParameters(scope, report, parameters)
  const stated = statedPurpose(given, personalColumns(scope, report, format).length > 0)
  const { db, tenant, user, now } = scope
  // Runs are not stored longer than their files.
  const old = new Date(now.getTime() - 2 * runDays * dayMs).toISOString()
  await db.deleteFrom('report_run').where('tenant_id', '=', tenant.id).where('created_at', '<', old).execute()
  const open = await db
    .selectFrom('report_run')
    .select('id')
    .where(mine(scope))
    .where('schedule_id', 'is', null)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .execute()
  if (open.length >= mostOpen) throw new Problem('TOO_MANY', { message: phrase`${mostOpen} files are being made for you already. Wait for one, or cancel it.` })
  const row: Insertable<Tables['report_run']> = {
    tenant_id: tenant.id,
    id: scope.newId(),
    report: report.id,
    operator_id: scope.operator?.id ?? null,
    format,
    language,
    parameters: JSON.stringify(values),
    state: 'QUEUED',
    file_name: `${report.id}-${localDay(scope)}.${format}`,
    requested_by: user.id,
    created_at: now.toISOString(),
    api_key_id: keyOf(scope),
    ...storedPurpose(stated),
  }
  const run = await db.insertInto('report_run').values(row).returningAll().executeTakeFirstOrThrow()
  enqueue(scope, 'report', { runId: run.id })
  return runAnswer(run)
}

/** The run of a schedule for one of its recipients, once for each time that it is due; there may be as many as it has recipients. */
export async function runOfSchedule(
  { db, tenant, now, ...scope }: Scope,
  schedule: RowOf<'report_schedule'>,
  recipient: { id: string; locale: Language },
): Promise<void> {
  const made = await db
    .insertInto('report_run')
    .values({
      tenant_id: tenant.id,
      id: scope.newId(),
      report: schedule.report,
      operator_id: schedule.operator_id,
      format: schedule.format,
      language: recipient.locale,
      parameters: JSON.stringify(schedule.parameters),
      state: 'QUEUED',
      file_name: `${schedule.report}-${localDay({ tenant, now })}.${schedule.format}`,
      requested_by: recipient.id,
      created_at: now.toISOString(),
      schedule_id: schedule.id,
      due_at: schedule.next_at,
      ...storedPurpose(purposeOfRow(schedule)),
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'schedule_id', 'requested_by', 'due_at']).where('schedule_id', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) enqueue({ db, ...scope }, 'report', { runId: made.id })
}

/** Those of the caller at this address. */
const mine =
  ({ tenant, user, operator }: Scope) =>
  ({ and, eb }: ExpressionBuilder<Tables, 'report_run'>) =>
    and([eb('tenant_id', '=', tenant.id), eb('requested_by', '=', user.id), ...(operator ? [eb('operator_id', '=', operator.id)] : [])])

/** Newest first. */
export async function listRuns(scope: Scope): Promise<RunFacts[]> {
  const rows = await scope.db
    .selectFrom('report_run')
    .selectAll()
    .where(mine(scope))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map(runAnswer)
}

/** Throws NOT_FOUND, also for another person's. */
export async function getRun(scope: Scope, id: string): Promise<StoredRun> {
  const found = isUuid(id) ? await scope.db.selectFrom('report_run').selectAll().where(mine(scope)).where('id', '=', id).executeTakeFirst() : undefined
  if (!found) throw new Problem('NOT_FOUND')
  return found
}

/** What has ended stays as it is. Throws NOT_FOUND. */
export async function cancelRun(scope: Scope, id: string): Promise<RunFacts> {
  await getRun(scope, id)
  await scope.db
    .updateTable('report_run')
    .set({ state: 'CANCELLED', finished_at: scope.now.toISOString() })
    .where(mine(scope))
    .where('id', '=', id)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .execute()
  return runAnswer(await getRun(scope, id))
}
