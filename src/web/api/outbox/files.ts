// Photographs and documents of forms whose upload did not arrive, stored in this browser until what names them is sent: of one person, each no larger than the
// server takes it, and all of them within `mostStoredBytes`. They are sent before the row that names them, under the id that was made for them here.
import { longestFileName, maxFileBytes } from '#domain/kernel/files.ts'
import type { UploadedFile } from '#domain/kernel/uploaded-file.ts'
import { ApiProblem, asApiProblem, send } from '../client.ts'
import { entityPath } from '../operator.ts'
import { done, inStore } from './database.ts'
import { isSilence, storedProblem } from './outcome.ts'
import { dropUnnamed, eraseLeft, isIn, type NewItem, NotStored, type StoredFile } from './store.ts'

/** In sum, of one person on one device: some thirty photographs of a telephone. */
export const mostStoredBytes = 100_000_000
/** Without a row that names it: a form that was left is not gone back to after a day where the room is needed. */
const unnamedMs = 86_400_000
/** So long the server certainly keeps what nothing names yet; then it is sent again, under the same id. */
const arrivedMs = 12 * 3_600_000
const patienceMs = 10 * 60_000

/** Stores the bytes of a file under the id that it was to be sent under. Throws NotStored; nothing is stored then. */
export async function storeFile(owner: string, operator: string, id: string, file: File): Promise<StoredFile> {
  try {
    if (file.size > maxFileBytes) throw new DOMException('Too large', 'QuotaExceededError')
    await eraseLeft()
    // Read before the transaction, which would not wait for it.
    const bytes = await file.arrayBuffer()
    const row: StoredFile = { id, owner, operator, name: file.name, type: file.type, size: bytes.byteLength, storedAt: new Date().toISOString(), sentAt: null }
    await inStore('readwrite', async (tables) => {
      const isRoom = async () => {
        const all = (await done(tables.files.index('owner').getAll(owner))) as StoredFile[]
        return all.reduce((sum, one) => sum + (one.id === id ? 0 : one.size), row.size) <= mostStoredBytes
      }
      if (!(await isRoom())) {
        await dropUnnamed(tables, (one) => one.owner === owner && Date.now() - Date.parse(one.storedAt) > unnamedMs)
        if (!(await isRoom())) throw new DOMException('Too much', 'QuotaExceededError')
      }
      await done(tables.files.put(row))
      await done(tables.bytes.put(bytes, id))
    })
    void navigator.storage?.persist?.().catch(() => undefined)
    return row
  } catch (error) {
    throw new NotStored(error)
  }
}

/** Null: none of this id is here, or it is another person's. */
export async function readStoredFile(owner: string, id: string): Promise<{ file: StoredFile; blob: Blob } | null> {
  if (typeof indexedDB === 'undefined' || owner === '') return null
  return inStore('readonly', async ({ files, bytes }) => {
    const file = (await done(files.get(id))) as StoredFile | undefined
    const content = file?.owner === owner ? ((await done(bytes.get(id))) as ArrayBuffer | undefined) : undefined
    return file && content ? { file, blob: new Blob([content], { type: file.type }) } : null
  })
}

/** Taken out of a form; one that a row names stays. */
export const dropFile = (owner: string, id: string): Promise<void> =>
  inStore('readwrite', (tables) => dropUnnamed(tables, (one) => one.id === id && one.owner === owner))

/** What was sent without a row that named it. Never throws. */
export const dropFilesOf = async (owner: string, body: unknown): Promise<void> => {
  for (const { id } of await filesOf(owner, body).catch(() => [])) await dropFile(owner, id).catch(() => undefined)
}

/** Those of this person that what was entered names, in their order. */
export async function filesOf(owner: string, body: unknown): Promise<StoredFile[]> {
  if (typeof indexedDB === 'undefined') return []
  const all = await inStore('readonly', ({ files }) => done(files.index('owner').getAll(owner)) as Promise<StoredFile[]>)
  return all.filter(({ id }) => isIn(body, id)).sort((a, b) => a.storedAt.localeCompare(b.storedAt))
}

/**
 * Sends the files that `item` names and the server has not had lately, one after the other; the same one twice is one file, by its id and the sum of its bytes.
 * Throws ApiProblem: of a file that the server refuses at the field that names it. `isStill`: whether its person is still the one signed in.
 */
export async function sendFiles(owner: string, { body, operator }: Pick<NewItem, 'body' | 'operator'>, isStill: () => boolean, token?: string): Promise<void> {
  for (const { id, name, sentAt } of await filesOf(owner, body).catch(() => [])) {
    if (sentAt && Date.now() - Date.parse(sentAt) < arrivedMs) continue
    const found = await readStoredFile(owner, id)
    if (!isStill()) throw ended()
    if (!found) continue
    try {
      await sendFile(operator, id, name, found.blob, token)
    } catch (error) {
      const problem = asApiProblem(error)
      // An answer of this way, unlike that of any other call: it is the file that is of no accepted kind, and trying again does not help.
      const isOfNoKind = problem.code === 'UNSUPPORTED_MEDIA'
      if (!isOfNoKind && isSilence(problem)) throw problem
      const { message } = problem
      const refused = { ...storedProblem(problem), fields: [{ path: pathTo(body, id), code: 'format', message }] }
      throw isOfNoKind ? new ApiProblem('VALIDATION', 400, message, refused) : new ApiProblem(problem.code, problem.status, message, refused)
    }
    await inStore('readwrite', async ({ files }) => {
      const row = (await done(files.get(id))) as StoredFile | undefined
      if (row?.owner === owner) await done(files.put({ ...row, sentAt: new Date().toISOString() }))
    })
    // It took its time: what names it is not sent after a sign-out.
    if (!isStill()) throw ended()
  }
}

/** Its person is no longer signed in here: nothing more is sent, and nothing is said of it. */
const ended = () => new ApiProblem('OFFLINE', 0, /* i18n */ 'There is no connection to the server.')

async function sendFile(operator: string, id: string, name: string, blob: Blob, token?: string): Promise<void> {
  const response = await send(entityPath(operator, 'files'), {
    method: 'POST',
    query: new URLSearchParams({ name: name.slice(-longestFileName) || 'file', id }),
    body: new Blob([blob], { type: 'application/octet-stream' }),
    patience: patienceMs,
    ...(token ? { token } : {}),
  })
  const answer = (await response.json().catch(() => null)) as UploadedFile | null
  // A hotspot answers anything with "fine".
  if (answer?.id !== id) throw new ApiProblem('UNREADABLE', 200, /* i18n */ 'The answer could not be read.')
}

/** Where it stands: 'photo', 'data.files', 'lines.0.files'. */
function pathTo(value: unknown, id: string): string {
  if (typeof value !== 'object' || value === null) return ''
  const [name, inner] = Object.entries(value).find(([, one]) => isIn(one, id)) ?? ['', null]
  return Array.isArray(value) && inner === id ? '' : [name, pathTo(inner, id)].filter(Boolean).join('.')
}
