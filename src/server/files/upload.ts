// A file comes in in three steps, because its bytes may be stored elsewhere than its row: the row is written as UPLOADING and its
// bytes counted against the programme's quota; the bytes are stored; the row says so. Whoever is cut off in between sends the same
// again and it is finished; what nobody finishes is removed with the unused files. The same bytes sent again by the same person are the same
// file, and its days until removal begin anew.
import { can } from '#domain/access.ts'
import { entities } from '#domain/entities.ts'
import { type FieldProblem, Problem } from '#domain/kernel/problems.ts'
import { awaitedAs, lockFileIds, otherMedia, settleArrived } from '#server/store/awaited-files.ts'
import { readableFiles, type StoredFile } from '#server/store/file-access.ts'
import { lockRoom, quotaOf, takeRoom } from '#server/store/stored-bytes.ts'
import type { Scope } from '../scope.ts'
import type { PreparedFile } from './prepare.ts'
import type { FileStorage } from './storage.ts'

/** Whoever creates, edits, records or decides anything has something to attach; who only reads has not. Throws FORBIDDEN. */
export function refuseReader({ user }: Pick<Scope, 'user'>): void {
  // Everybody marks their own notifications.
  const works = entities.some(({ name }) => name !== 'notification' && (['C', 'E', 'R', 'A'] as const).some((action) => can(user, name, action)))
  if (!works) throw new Problem('FORBIDDEN', { message: 'Your role reads here and attaches nothing.' })
}

/** The row of this file, written or found. Throws QUOTA_FULL, DUPLICATE for an id that another file has, and UNSUPPORTED_MEDIA for what is no recording where one is awaited. */
export async function beginUpload(scope: Scope, file: PreparedFile, id: string | null, storage: FileStorage): Promise<StoredFile> {
  // What names it is there before its row, or sees it: neither waits for a recording that is none. Before the room, for which all others wait.
  if (id !== null) await lockFileIds(scope, [id])
  // First of all: of the same file sent twice at once the second finds the first.
  const used = await lockRoom(scope.db, scope.tenant.id)
  const known = await findUpload(scope, file, id)
  if (known) return known
  await takeRoom(scope, used, file.bytes.byteLength, quotaOf(scope.tenant, storage))
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

/** Its bytes are stored: it is attached to what waits for it, and can be attached from now on. Throws NOT_FOUND when it was removed meanwhile. */
export async function finishUpload({ db, tenant }: Pick<Scope, 'db' | 'tenant'>, { id }: Pick<StoredFile, 'id'>): Promise<StoredFile> {
  await settleArrived({ db, tenant }, id)
  const found = await db.selectFrom('file').selectAll().where('tenant_id', '=', tenant.id).where('id', '=', id).executeTakeFirst()
  if (!found || found.state === 'REMOVING') throw new Problem('NOT_FOUND')
  return found
}

/** By its own id, or as what the same person has sent before. */
async function findUpload(scope: Scope, { sentSha256, mediaType }: PreparedFile, id: string | null): Promise<StoredFile | undefined> {
  const { db, tenant, user } = scope
  const mine = db.selectFrom('file').selectAll().where('tenant_id', '=', tenant.id)
  if (id === null) {
    const same = mine.where('uploaded_by', '=', user.id).where('sent_sha256', '=', sentSha256).where('state', '<>', 'REMOVING')
    const found = await same.orderBy('uploaded_at').orderBy('id').limit(1).executeTakeFirst()
    // One that is named where they no longer read could not be named again.
    return found?.state === 'ATTACHED' ? (await readableFiles(scope, [found.id]))[0] : found && (await renew(scope, found))
  }
  const awaited = await awaitedAs(scope, id)
  if (awaited && awaited.from !== user.id) throw idTaken('Another person has announced a file with this id.')
  if (awaited?.media && !mediaType.startsWith(awaited.media)) {
    const message = otherMedia(awaited.media)
    throw new Problem('UNSUPPORTED_MEDIA', { message, fields: [{ path: 'file', code: 'format', message }] })
  }
  const taken = await mine.where('id', '=', id).executeTakeFirst()
  if (!taken) return undefined
  if (taken.uploaded_by !== user.id || taken.sent_sha256 !== sentSha256) throw idTaken('Another file has this id.')
  const renewed = taken.state === 'ATTACHED' ? taken : await renew(scope, taken)
  if (!renewed) throw idTaken('The file with this id is being removed.')
  return renewed
}

function idTaken(message: string): Problem {
  const fields: FieldProblem[] = [{ path: 'id', code: 'taken', message }]
  return new Problem('DUPLICATE', { fields })
}

/** It was sent again: it is as young as one sent now. Undefined for one whose removal has started. */
const renew = ({ db, tenant, now }: Scope, { id }: StoredFile): Promise<StoredFile | undefined> =>
  db
    .updateTable('file')
    .set({ uploaded_at: now.toISOString() })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .where('state', '<>', 'REMOVING')
    .returningAll()
    .executeTakeFirst()
