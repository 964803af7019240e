// What is stored of an import: its state and counts, and the rows that came back or went in with a finding.
import { sql } from 'kysely'
import type { Kind } from '#domain/exchange/layout.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { storable } from '#domain/kernel/sound-json.ts'
import { sendWithNext } from '#server/db/connection.ts'
import type { Db, Scope } from '../scope.ts'
import { isUuid } from '../store/get.ts'

/** An import that has not moved for so long has lost its process; the file can be sent again. */
const lostAfterMs = 120_000
/** Jobs and their rows contain what people typed; they are not stored longer than they are of use. */
const retentionDays = 30
/** What a person reads of an import whose process ended. */
export const interrupted = 'The server was restarted meanwhile. Send the file again: rows that are in are recognised.'
/** So many problems are shown with the job itself; all of them are in the file of rejects. */
const problemLimit = 200

export type State = 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'INTERRUPTED'
export type LineProblem = { column: string; code: string; message: string; ruleId?: string; severity?: string }
export type Line = { row: number; outcome: 'REJECTED' | 'FLAGGED'; cells: readonly string[]; problems: LineProblem[] }
export type Counts = { created: number; changed: number; unchanged: number; flagged: number; rejected: number }
export type Job = Counts & {
  id: string
  entity: string
  kind: Kind
  fileName: string
  isDryRun: boolean
  state: State
  /** 0..1 of the file. */
  progress: number
  /** Rows read so far: accepted and rejected. */
  rows: number
  accepted: number
  ignoredColumns: string[]
  message: string | null
  createdAt: string
  finishedAt: string | null
}
export type JobStart = { entity: AnyEntity; kind: Kind; fileName: string; isDryRun: boolean; header: readonly string[]; ignoredColumns: readonly string[] }

export async function insertJob(scope: Scope, { entity, kind, fileName, isDryRun, header, ignoredColumns }: JobStart): Promise<string> {
  const now = scope.now.toISOString()
  const old = new Date(scope.now.getTime() - retentionDays * 86_400_000).toISOString()
  sendWithNext(scope.db, scope.db.deleteFrom('import_job').where('tenant_id', '=', scope.tenant.id).where('created_at', '<', old))
  const id = scope.newId()
  const insert = scope.db.insertInto('import_job').values({
    tenant_id: scope.tenant.id,
    id,
    entity: entity.name,
    kind,
    operator_id: scope.operator?.id ?? null,
    file_name: fileName,
    is_dry_run: isDryRun,
    state: 'QUEUED',
    header: header.map(storable),
    ignored_columns: ignoredColumns.map(storable),
    created_at: now,
    created_by: scope.user.id,
    updated_at: now,
  })
  sendWithNext(scope.db, insert)
  return id
}

/** Writes how far an import is, with the commit of the rows themselves where they are stored, so both commit or neither. */
export function noteProgress(db: Db, tenantId: number, id: string, progress: number, counts: Counts): void {
  const { created, changed, unchanged, flagged, rejected } = counts
  const update = db
    .updateTable('import_job')
    .set({
      state: 'RUNNING',
      progress: Math.round(progress * 1000) / 1000,
      created_rows: created,
      changed_rows: changed,
      unchanged_rows: unchanged,
      flagged_rows: flagged,
      rejected_rows: rejected,
      updated_at: new Date().toISOString(),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
  sendWithNext(db, update)
}
/** It runs or waits still: without this for a while it counts as interrupted. */
export async function noteAlive(db: Db, tenantId: number, id: string): Promise<void> {
  await db
    .updateTable('import_job')
    .set({ updated_at: new Date().toISOString() })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .execute()
}
export async function noteEnd(db: Db, tenantId: number, id: string, state: 'DONE' | 'FAILED' | 'INTERRUPTED', message: string | null): Promise<void> {
  const now = new Date().toISOString()
  await db
    .updateTable('import_job')
    .set({ state, message, updated_at: now, finished_at: now, ...(state === 'DONE' ? { progress: 1 } : {}) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}
/** Sent with the next statement, as one parameter: the same text for one line and for five hundred. */
export function insertLines(db: Db, tenantId: number, importId: string, lines: readonly Line[]): void {
  if (lines.length === 0) return
  const rows = lines.map(({ row, outcome, cells, problems }) => ({
    row_number: row,
    outcome,
    cells: cells.map(storable),
    problems: problems.map((one) => ({ ...one, column: storable(one.column), message: storable(one.message) })),
  }))
  sendWithNext(
    db,
    sql`insert into import_line (tenant_id, import_id, row_number, outcome, cells, problems)
      select ${tenantId}, ${importId}::uuid, l.row_number, l.outcome, l.cells, l.problems from json_populate_recordset(null::import_line, ${JSON.stringify(rows)}::json) as l`,
  )
}

/** A job of this person, or of anybody for administrators. Throws NOT_FOUND. */
export async function readJob(scope: Scope, entity: AnyEntity, id: string): Promise<Job & { header: string[] }> {
  const own = scope.user.grants.some(({ role }) => role === 'ADMIN') ? sql<boolean>`true` : sql<boolean>`created_by = ${scope.user.id}::uuid`
  const row = isUuid(id)
    ? await scope.db
        .selectFrom('import_job')
        .selectAll()
        .$castTo<JobRow>()
        .where('tenant_id', '=', scope.tenant.id)
        .where('id', '=', id)
        .where('entity', '=', entity.name)
        .where(own)
        .executeTakeFirst()
    : undefined
  if (!row) throw new Problem('NOT_FOUND', { message: 'There is no import of yours with this id.' })
  return { ...jobOf(row, scope.now), header: row.header }
}

/** This person's latest imports of an entity, newest first. */
export async function recentJobs(scope: Scope, entity: AnyEntity): Promise<Job[]> {
  const rows = await scope.db
    .selectFrom('import_job')
    .selectAll()
    .$castTo<JobRow>()
    .where('tenant_id', '=', scope.tenant.id)
    .where('entity', '=', entity.name)
    .where('created_by', '=', scope.user.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  return rows.map((row) => jobOf(row, scope.now))
}

/** A row of `import_job`, as the database answers it. */
type JobRow = {
  id: string
  entity: string
  kind: Kind
  file_name: string
  is_dry_run: boolean
  state: State
  progress: number
  created_rows: number
  changed_rows: number
  unchanged_rows: number
  flagged_rows: number
  rejected_rows: number
  header: string[]
  ignored_columns: string[]
  message: string | null
  created_at: string
  updated_at: string
  finished_at: string | null
}

function jobOf(row: JobRow, now: Date): Job {
  const isLost = ['QUEUED', 'RUNNING'].includes(row.state) && now.getTime() - Date.parse(row.updated_at) > lostAfterMs
  const counts = {
    created: row.created_rows,
    changed: row.changed_rows,
    unchanged: row.unchanged_rows,
    flagged: row.flagged_rows,
    rejected: row.rejected_rows,
  }
  const accepted = counts.created + counts.changed + counts.unchanged
  return {
    id: row.id,
    entity: row.entity,
    kind: row.kind,
    fileName: row.file_name,
    isDryRun: row.is_dry_run,
    state: isLost ? 'INTERRUPTED' : row.state,
    progress: row.progress,
    rows: accepted + counts.rejected,
    accepted,
    ...counts,
    ignoredColumns: row.ignored_columns,
    message: isLost ? interrupted : row.message,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }
}

export type ProblemLine = LineProblem & { row: number; outcome: Line['outcome'] }
/** The first problems of an import, in the order of its rows. */
export async function problemLines(scope: Scope, importId: string): Promise<ProblemLine[]> {
  const rows = await scope.db
    .selectFrom('import_line')
    .select(['row_number', 'outcome', 'problems'])
    .$castTo<{ row_number: number; outcome: Line['outcome']; problems: LineProblem[] }>()
    .where('tenant_id', '=', scope.tenant.id)
    .where('import_id', '=', importId)
    .orderBy('row_number')
    .limit(problemLimit)
    .execute()
  return rows.flatMap((row) => row.problems.map((problem) => ({ row: row.row_number, outcome: row.outcome, ...problem }))).slice(0, problemLimit)
}

/** Rejected rows after `afterRow`, a page of them. */
export async function rejectsAfter(
  scope: Scope,
  importId: string,
  afterRow: number,
  limit: number,
): Promise<{ row: number; cells: string[]; problems: LineProblem[] }[]> {
  const rows = await scope.db
    .selectFrom('import_line')
    .select(['row_number', 'cells', 'problems'])
    .$castTo<{ row_number: number; cells: string[]; problems: LineProblem[] }>()
    .where('tenant_id', '=', scope.tenant.id)
    .where('import_id', '=', importId)
    .where('outcome', '=', 'REJECTED')
    .where('row_number', '>', afterRow)
    .orderBy('row_number')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ row: row.row_number, cells: row.cells, problems: row.problems }))
}
