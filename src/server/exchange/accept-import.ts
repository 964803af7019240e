// An import is accepted in one transaction: what was asked for, the bytes of the file and the job that carries it out exist
// together or not at all. It can be cancelled until it has ended.
import { open } from 'node:fs/promises'
import { sql } from 'kysely'
import type { ImportJob } from '#domain/exchange/import-answer.ts'
import type { Kind } from '#domain/exchange/layout.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { storable } from '#domain/kernel/sound-json.ts'
import { sendWithNext } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { enqueue } from '../store/enqueue.ts'
import { lockRoom, quotaOf, takeRoom } from '../store/stored-bytes.ts'
import { readJob } from './import-jobs.ts'
import { partBytes, removeParts } from './import-progress.ts'
import type { Upload } from './upload.ts'

/** Imports and their rows contain what people typed; they are not stored longer than they are of use. */
const retentionDays = 30

export type ImportRequest = {
  entity: AnyEntity
  kind: Kind
  fileName: string
  isDryRun: boolean
  mapping: Readonly<Record<string, string>>
  header: readonly string[]
  ignoredColumns: readonly string[]
}

/** Answers the import's id. Throws QUOTA_FULL. `quotaBytes`: of a programme that has no quota of its own. */
export async function acceptImport(scope: Scope, request: ImportRequest, upload: Upload, quotaBytes: number): Promise<string> {
  const { entity, kind, fileName, isDryRun, mapping, header, ignoredColumns } = request
  const now = scope.now.toISOString()
  const old = new Date(scope.now.getTime() - retentionDays * 86_400_000).toISOString()
  sendWithNext(
    scope.db,
    scope.db.deleteFrom('import_job').where('tenant_id', '=', scope.tenant.id).where('created_at', '<', old).where('state', 'not in', ['QUEUED', 'RUNNING']),
  )
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
    format: upload.format,
    mapping: JSON.stringify(mapping),
    header: header.map(storable),
    ignored_columns: ignoredColumns.map(storable),
    created_at: now,
    created_by: scope.user.id,
    updated_at: now,
  })
  sendWithNext(scope.db, insert)
  await storeParts(scope, id, upload)
  // Last: others who store files wait from here to the end of the transaction.
  await takeRoom(scope, await lockRoom(scope.db, scope.tenant.id), upload.bytes, quotaOf(scope.tenant, { quotaBytes }))
  enqueue(scope, 'import', { importId: id })
  return id
}

/** They travel as base64: both engines take text alike. */
async function storeParts({ db, tenant }: Scope, id: string, { path }: Upload): Promise<void> {
  const file = await open(path)
  try {
    const buffer = Buffer.alloc(partBytes)
    for (let part = 0; ; part++) {
      const { bytesRead } = await file.read(buffer, 0, partBytes)
      if (bytesRead === 0) return
      await sql`insert into import_part (tenant_id, import_id, part, bytes)
        values (${tenant.id}, ${id}, ${part}, decode(${buffer.toString('base64', 0, bytesRead)}, 'base64'))`.execute(db)
    }
  } finally {
    await file.close()
  }
}

/** No further row goes in; what is in stays. Cancelling again answers the same. Throws NOT_FOUND, and STATE_CONFLICT for one that has ended. */
export async function cancelImport(scope: Scope, entity: AnyEntity, id: string): Promise<ImportJob> {
  const { isDryRun } = await readJob(scope, entity, id)
  const now = scope.now.toISOString()
  const cancelled = await scope.db
    .updateTable('import_job')
    .set({
      state: 'CANCELLED',
      message: isDryRun ? 'The trial was cancelled. Nothing was written.' : 'The import was cancelled. Rows counted so far are in.',
      updated_at: now,
      finished_at: now,
    })
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', '=', id)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .executeTakeFirst()
  if (cancelled.numUpdatedRows > 0) removeParts(scope.db, scope.tenant.id, id)
  // Its counts are those of the last set that was committed: the next one finds it cancelled.
  const { header: _, ...job } = await readJob(scope, entity, id)
  if (job.state !== 'CANCELLED') throw new Problem('STATE_CONFLICT', { message: 'This import has ended already.' })
  return job
}
