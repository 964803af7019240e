// Who may read a file: whoever may read one of the records or events that name it, and not by a field that is hidden from them; until
// something names it, whoever sent it.
import { sql } from 'kysely'
import { hiddenFields, hiddenInEvent, maySeeHistory } from '#domain/access.ts'
import { findEntity } from '#domain/entities.ts'
import type { Field } from '#domain/kernel/field.ts'
import { mapReference } from '#domain/kernel/field-walk.ts'
import { Problem } from '#domain/kernel/problems.ts'
import type { RowOf, Scope } from '../scope.ts'
import { findRecord, isUuid } from './get.ts'

export type StoredFile = RowOf<'file'>

/** Those of these files that the person may read at the operator of the address. `isStored`: none of them is removed before this transaction ends. */
export async function readableFiles(scope: Scope, ids: readonly string[], { isStored = false }: { isStored?: boolean } = {}): Promise<StoredFile[]> {
  const wanted = [...new Set(ids.filter(isUuid))]
  if (wanted.length === 0) return []
  const files = await scope.db
    .selectFrom('file')
    .selectAll()
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', 'in', wanted)
    .where('state', 'in', ['UNATTACHED', 'ATTACHED'])
    .$if(isStored, (query) => query.forKeyShare())
    .execute()
  const made = await madeForDownload(scope, files)
  const isOwn = ({ id, state, uploaded_by }: StoredFile) => state === 'UNATTACHED' && uploaded_by === scope.user.id && !made.has(id)
  const others = files.flatMap((file) => (file.state === 'ATTACHED' ? [file.id] : []))
  const named = others.length ? await namedReadably(scope, others) : new Set()
  return files.filter((file) => isOwn(file) || named.has(file.id))
}

/** Those that a report or an export has made: they are handed out at its own address, where rights are asked again. */
async function madeForDownload({ db, tenant }: Scope, files: readonly StoredFile[]): Promise<Set<string>> {
  const ids = files.flatMap(({ id, state }) => (state === 'UNATTACHED' ? [id] : []))
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`select file_id as id from report_run where tenant_id = ${tenant.id} and file_id = any(${ids}::uuid[])
    union all select file_id from export_job where tenant_id = ${tenant.id} and file_id = any(${ids}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** One file. Throws NOT_FOUND, also for one that is not theirs to read. */
export async function readableFile(scope: Scope, id: string): Promise<StoredFile> {
  const [file] = await readableFiles(scope, [id])
  if (!file) throw new Problem('NOT_FOUND', { message: 'There is no such file here, or it is not yours to see.' })
  return file
}

/** Ids of those files that something names which this person may read. */
async function namedReadably(scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const uses = await scope.db
    .selectFrom('file_use')
    .select(['file_id', 'entity', 'record_id', 'event_type', 'field'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('file_id', 'in', [...ids])
    .execute()
  const readable = new Set<string>()
  for (const use of uses) if (!readable.has(use.file_id) && (await isReadableUse(scope, use))) readable.add(use.file_id)
  return readable
}

export type FileUse = Pick<RowOf<'file_use'>, 'file_id' | 'entity' | 'record_id' | 'event_type' | 'field'>
/** Whether this person reads what names it, by a field that is not hidden from them. */
export async function isReadableUse(scope: Scope, { file_id, entity: name, record_id, event_type, field }: FileUse): Promise<boolean> {
  const entity = findEntity(name)
  const row = entity && (await findRecord(scope, entity, record_id))
  if (!row) return false
  const hidden = hiddenFields(scope.user, entity, row)
  if (event_type !== null) return !hiddenInEvent(scope.user, entity, row, event_type, hidden).includes(field)
  // What was taken out of the record again only its history shows.
  const isShown = namesFile(entity.fields[field], row[field], file_id) || maySeeHistory(scope.user, entity, row)
  return isShown && !hidden.includes(field)
}

/** At any depth: the spoken instruction of a step lies in a row of its package. */
function namesFile(field: Field | undefined, value: unknown, fileId: string): boolean {
  let isNamed = false
  if (field)
    mapReference(field, value, (id) => {
      isNamed ||= id === fileId
      return id
    })
  return isNamed
}
