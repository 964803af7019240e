// A file comes in in three steps, because its bytes may be stored elsewhere than its row: the row is written as UPLOADING and its
// bytes counted against the programme's quota; the bytes are stored; the row says so. Whoever is cut off in between sends the same
// again and it is finished; what nobody finishes is removed with the unused files. The same bytes sent again by the same person are the same file.
import { sql } from 'kysely'
import { can } from '#domain/access.ts'
import { entities } from '#domain/entities.ts'
import { type FieldProblem, Problem } from '#domain/kernel/problems.ts'
import { readableFiles, type StoredFile } from '#server/store/file-access.ts'
import type { Db, Scope, Tenant } from '../scope.ts'
import type { PreparedFile } from './prepare.ts'
import type { FileStorage } from './storage.ts'

/** Whoever creates, edits, records or decides anything has something to attach; who only reads has not. Throws FORBIDDEN. */
export function refuseReader({ user }: Pick<Scope, 'user'>): void {
  // Everybody marks their own notifications.
  const works = entities.some(({ name }) => name !== 'notification' && (['C', 'E', 'R', 'A'] as const).some((action) => can(user, name, action)))
  if (!works) throw new Problem('FORBIDDEN', { message: 'Your role reads here and attaches nothing.' })
}

/** The counter of the bytes that a programme stores. */
const storedBytes = 'file:bytes'

export const quotaOf = ({ config }: Tenant, { quotaBytes }: Pick<FileStorage, 'quotaBytes'>): number => {
  const own = Number(config.fileQuotaMb)
  return Number.isInteger(own) && own >= 0 && config.fileQuotaMb !== null ? own * 1_000_000 : quotaBytes
}

/** The row of this file, written or found. Throws QUOTA_FULL, and DUPLICATE for an id that another file has. */
export async function beginUpload(scope: Scope, file: PreparedFile, id: string | null, storage: FileStorage): Promise<StoredFile> {
  const known = await findUpload(scope, file, id)
  if (known) return known
  await takeRoom(scope, file.bytes.byteLength, quotaOf(scope.tenant, storage))
  const { name, mediaType, bytes, sha256, sentSha256, width, height, taken } = file
  return await scope.db
    .insertInto('file')
    .values({
      tenant_id: scope.tenant.id,
      id: id ?? scope.newId(),
      operator_id: scope.operator?.id ?? null,
      name,
      media_type: mediaType,
      size: bytes.byteLength,
      sha256,
      sent_sha256: sentSha256,
      width,
      height,
      taken_at: taken.at,
      taken_lat: taken.lat,
      taken_lng: taken.lng,
      state: 'UPLOADING',
      stored_in: storage.into,
      uploaded_by: scope.user.id,
      uploaded_at: scope.now.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Its bytes are stored: from now on it can be attached. Throws NOT_FOUND when it was removed meanwhile. */
export async function finishUpload({ db, tenant }: Scope, { id }: Pick<StoredFile, 'id'>): Promise<StoredFile> {
  await db.updateTable('file').set({ state: 'UNATTACHED' }).where('tenant_id', '=', tenant.id).where('id', '=', id).where('state', '=', 'UPLOADING').execute()
  const found = await db.selectFrom('file').selectAll().where('tenant_id', '=', tenant.id).where('id', '=', id).executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  return found
}

/** By its own id, or as what the same person has sent before. */
async function findUpload(scope: Scope, { sentSha256 }: PreparedFile, id: string | null): Promise<StoredFile | undefined> {
  const { db, tenant, user } = scope
  const mine = db.selectFrom('file').selectAll().where('tenant_id', '=', tenant.id)
  if (id === null) {
    const same = mine.where('uploaded_by', '=', user.id).where('sent_sha256', '=', sentSha256)
    const found = await same.orderBy('uploaded_at').orderBy('id').limit(1).executeTakeFirst()
    // One that is named where they no longer read could not be named again.
    return found?.state === 'ATTACHED' ? (await readableFiles(scope, [found.id]))[0] : found
  }
  const taken = await mine.where('id', '=', id).executeTakeFirst()
  if (!taken || (taken.uploaded_by === user.id && taken.sent_sha256 === sentSha256)) return taken
  const fields: FieldProblem[] = [{ path: 'id', code: 'taken', message: 'Another file has this id.' }]
  throw new Problem('DUPLICATE', { fields })
}

/** Counts it in; two uploads at once are one after the other from here to the end of their transactions. Throws QUOTA_FULL. */
async function takeRoom({ db, tenant }: Scope, size: number, quota: number): Promise<void> {
  const { rows } = await sql<{ value: number }>`insert into counter (tenant_id, name, value) values (${tenant.id}, ${storedBytes}, ${size})
    on conflict (tenant_id, name) do update set value = counter.value + excluded.value returning value`.execute(db)
  const used = (rows[0]?.value ?? size) - size
  if (used + size <= quota) return
  throw new Problem('QUOTA_FULL', {
    fields: [{ path: 'file', code: 'quota', message: 'There is no room for this file.' }],
    figures: { sizeBytes: size, usedBytes: used, quotaBytes: quota },
  })
}

/** Counts removed files out again. */
export const giveRoomBack = (db: Db, tenantId: number, size: number) =>
  sql`update counter set value = greatest(0, value - ${size}) where tenant_id = ${tenantId} and name = ${storedBytes}`.execute(db)
