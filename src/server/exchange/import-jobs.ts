// What people see of imports: state and counts, and the rows that came back or went in with a finding.

import { sql } from 'kysely'
import type { ImportJob, OwnImport } from '#domain/exchange/import-answer.ts'
import type { Kind } from '#domain/exchange/layout.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import type { Spelled } from '#domain/messages/message.ts'
import type { Db, RowOf, Scope } from '../scope.ts'
import { isUuid } from '../store/get.ts'

/** So many problems are shown with the job itself; all of them are in the file of rejects. */
const problemLimit = 200

export type LineProblem = Spelled & { column: string; code: string; ruleId?: string; severity?: string }
export type Line = { row: number; outcome: 'REJECTED' | 'FLAGGED'; cells: readonly string[]; problems: LineProblem[] }
export type Counts = { created: number; changed: number; unchanged: number; flagged: number; rejected: number }

/** A job of this person, or of anybody for administrators. Throws NOT_FOUND. */
export async function readJob(scope: Scope, entity: AnyEntity, id: string): Promise<ImportJob & { header: string[] }> {
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
  return { ...jobOf(row), header: row.header }
}

/** Whether it waits or runs. */
export async function isUnderway(db: Db, tenantId: number, id: string): Promise<boolean> {
  const row = await db.selectFrom('import_job').select('state').where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst()
  return row?.state === 'QUEUED' || row?.state === 'RUNNING'
}

/** This person's latest imports of an entity, newest first. */
export async function recentJobs(scope: Scope, entity: AnyEntity): Promise<ImportJob[]> {
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
  return rows.map(jobOf)
}

/** This person's latest imports of all entities, newest first. */
export async function ownJobs(scope: Scope): Promise<OwnImport[]> {
  const rows = await scope.db
    .selectFrom('import_job as j')
    .leftJoin('collective as c', (join) => join.on('c.tenant_id', '=', scope.tenant.id).onRef('c.id', '=', 'j.operator_id'))
    .selectAll('j')
    .select(['c.code as operator_code', 'c.title as operator_name'])
    .$castTo<JobRow & { operator_code: string | null; operator_name: string | null }>()
    .where('j.tenant_id', '=', scope.tenant.id)
    .where('j.created_by', '=', scope.user.id)
    .orderBy('j.created_at', 'desc')
    .orderBy('j.id', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => ({ ...jobOf(row), operator: row.operator_code === null ? null : { code: row.operator_code, name: row.operator_name ?? '' } }))
}

/** A row of `import_job`, as the database answers it. */
type JobRow = RowOf<'import_job'> & { kind: Kind }

function jobOf(row: JobRow): ImportJob {
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
    state: row.state,
    progress: row.progress,
    rows: accepted + counts.rejected,
    totalRows: row.total_rows,
    accepted,
    ...counts,
    ignoredColumns: row.ignored_columns,
    message: row.message,
    ...(row.words ? { words: row.words } : {}),
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
