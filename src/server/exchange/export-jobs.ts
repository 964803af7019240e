// Long exports: asked for in a business transaction with the job that makes the file, shown to, cancelled by and handed out to the person
// who asked, and nobody else. The file belongs to that person and goes with the unused files.

import { createHash } from 'node:crypto'
import type { User } from '#domain/access.ts'
import { type ExportJob, jobFormats } from '#domain/exchange/export-answer.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { listed, phrase } from '#domain/messages/message.ts'
import type { StatedPurpose } from '#domain/people/export-purposes.ts'
import type { Db, RowOf, Scope } from '../scope.ts'
import { canonical } from '../store/columns.ts'
import { enqueue } from '../store/enqueue.ts'
import { isUuid } from '../store/get.ts'
import { keyOf, narrowed } from '../store/key-of-job.ts'
import { storedPurpose } from '../store/taken-out.ts'
import { refuseWithoutRight } from './refuse-without-right.ts'

export type StoredExport = RowOf<'export_job'>
/** As long as the file of it is there. */
const retentionDays = 30
/** What one person may have waiting at a time. */
const mostOpen = 5

/** What the rows and their masked fields depend on: a file made with other rights is not handed out. */
export const rightsOf = ({ grants, farmerId }: User): string =>
  createHash('sha256')
    .update(canonical({ grants, farmerId: farmerId ?? null }))
    .digest('base64url')

/** What a file was made with is what the caller has now, or what the key that it was asked for with leaves them of it: it is its person's. Throws GONE. */
export async function requireSameRights({ db, tenant, user }: Scope, made: { rights: string | null; api_key_id: string | null }): Promise<void> {
  if (made.rights === rightsOf(user)) return
  const key = made.api_key_id
    ? await db.selectFrom('api_key').select('operator_id').where('tenant_id', '=', tenant.id).where('id', '=', made.api_key_id).executeTakeFirst()
    : undefined
  if (key && made.rights === rightsOf({ ...user, grants: narrowed(user.grants, key.operator_id) })) return
  throw new Problem('GONE', { message: 'Your rights have changed since this file was made. Make it again.' })
}

/** Throws VALIDATION for a format that is only streamed, and TOO_MANY. `query`: of the list, as in its address. */
export async function requestExport(scope: Scope, entity: AnyEntity, format: string, query: string, stated: StatedPurpose | null): Promise<ExportJob> {
  const chosen = jobFormats.find((one) => one === format)
  if (!chosen) throw fieldProblem('format', 'choice', phrase`One of: ${listed(jobFormats)}.`)
  const { db, tenant, user, now } = scope
  const old = new Date(now.getTime() - retentionDays * 86_400_000).toISOString()
  await db.deleteFrom('export_job').where('tenant_id', '=', tenant.id).where('created_at', '<', old).where('state', 'not in', ['QUEUED', 'RUNNING']).execute()
  const open = await db
    .selectFrom('export_job')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('created_by', '=', user.id)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .execute()
  if (open.length >= mostOpen) throw new Problem('TOO_MANY', { message: phrase`${mostOpen} files are being made for you already. Wait for one, or cancel it.` })
  const id = scope.newId()
  await db
    .insertInto('export_job')
    .values({
      tenant_id: tenant.id,
      id,
      entity: entity.name,
      operator_id: scope.operator?.id ?? null,
      format: chosen,
      query,
      rights: rightsOf(user),
      ...storedPurpose(stated),
      api_key_id: keyOf(scope),
      state: 'QUEUED',
      file_name: `${entity.name}-${now.toISOString().slice(0, 10)}.${chosen}`,
      created_at: now.toISOString(),
      created_by: user.id,
      updated_at: now.toISOString(),
    })
    .execute()
  enqueue(scope, 'export', { exportId: id })
  const [job] = await ownExports(scope, id)
  if (!job) throw new Problem('NOT_FOUND')
  return job
}

/** This person's latest exports of all entities, newest first; with `id` that one. */
export async function ownExports({ db, tenant, user }: Scope, id?: string): Promise<ExportJob[]> {
  const rows = await db
    .selectFrom('export_job as j')
    .leftJoin('collective as c', (join) => join.on('c.tenant_id', '=', tenant.id).onRef('c.id', '=', 'j.operator_id'))
    .selectAll('j')
    .select(['c.code as operator_code', 'c.title as operator_name'])
    .where('j.tenant_id', '=', tenant.id)
    .where('j.created_by', '=', user.id)
    .$if(id !== undefined, (query) => query.where('j.id', '=', id ?? ''))
    .orderBy('j.created_at', 'desc')
    .orderBy('j.id', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ operator_code: code, operator_name: name, ...row }) => ({
    id: row.id,
    entity: row.entity,
    operator: code === null ? null : { code, name: name ?? '' },
    format: row.format,
    fileName: row.file_name,
    state: row.state,
    rows: row.done_rows,
    totalRows: row.total_rows,
    size: row.size,
    isReady: row.file_id !== null,
    message: row.message,
    ...(row.words ? { words: row.words } : {}),
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }))
}

/** Throws NOT_FOUND, also for another person's. */
export async function exportOf(scope: Scope, entity: AnyEntity, id: string): Promise<ExportJob> {
  const [job] = isUuid(id) ? await ownExports(scope, id) : []
  if (job?.entity !== entity.name) throw new Problem('NOT_FOUND', { message: 'There is no export of yours with this id.' })
  return job
}

/** No file is made. Cancelling again answers the same. Throws NOT_FOUND, and STATE_CONFLICT for one that has ended. */
export async function cancelExport(scope: Scope, entity: AnyEntity, id: string): Promise<ExportJob> {
  await exportOf(scope, entity, id)
  const now = scope.now.toISOString()
  await scope.db
    .updateTable('export_job')
    .set({ state: 'CANCELLED', updated_at: now, finished_at: now })
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', '=', id)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .execute()
  const job = await exportOf(scope, entity, id)
  if (job.state !== 'CANCELLED') throw new Problem('STATE_CONFLICT', { message: 'This export has ended already.' })
  return job
}

/** Where its file is. Throws NOT_FOUND, STATE_CONFLICT before it is made, FORBIDDEN without the right, GONE after its days or when the rights of the person have changed. */
export async function fileOfExport(scope: Scope, entity: AnyEntity, id: string): Promise<{ job: ExportJob; file: Pick<RowOf<'file'>, 'id' | 'stored_in'> }> {
  const job = await exportOf(scope, entity, id)
  refuseWithoutRight(scope, entity, 'X')
  if (job.state !== 'DONE') throw new Problem('STATE_CONFLICT', { message: 'The file is not ready.' })
  const found = await scope.db
    .selectFrom('export_job as j')
    .innerJoin('file as f', (join) => join.on('f.tenant_id', '=', scope.tenant.id).onRef('f.id', '=', 'j.file_id'))
    .select(['f.id', 'f.stored_in', 'j.rights', 'j.api_key_id'])
    .where('j.tenant_id', '=', scope.tenant.id)
    .where('j.id', '=', id)
    .where('f.state', 'in', ['UNATTACHED', 'ATTACHED'])
    .executeTakeFirst()
  if (!found) throw new Problem('GONE', { message: 'The file has been removed after its days. Make it again.' })
  await requireSameRights(scope, found)
  return { job, file: found }
}

/** Takes an export that waits or runs; undefined when it has ended. */
export const takeExport = (db: Db, tenantId: number, id: string): Promise<StoredExport | undefined> =>
  db
    .updateTable('export_job')
    .set((row) => ({ state: 'RUNNING' as const, run: row('run', '+', 1), done_rows: 0, updated_at: new Date().toISOString() }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .returningAll()
    .executeTakeFirst()

/** False when it was cancelled, or another worker has taken it: nothing is written then. */
export async function noteExport(
  db: Db,
  { tenant_id, id, run }: StoredExport,
  changes: Partial<Pick<StoredExport, 'state' | 'done_rows' | 'total_rows' | 'size' | 'file_id'>> & { message?: string; words?: string | null },
): Promise<boolean> {
  const now = new Date().toISOString()
  const { numUpdatedRows } = await db
    .updateTable('export_job')
    .set({ ...changes, updated_at: now, ...(changes.state ? { finished_at: now } : {}) })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'RUNNING')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
