// What was entered without a network, stored in this browser (IndexedDB) until it is sent: one row for each record or event, in the order in which they were
// entered, of one person of one programme. The browser has one such database per host, and so per programme; nobody reads the rows of another person.

import type { FieldProblem } from '#domain/kernel/problems.ts'
import type { Words } from '#domain/messages/values.ts'
import { read, write } from '../browser-storage.ts'
import { done, inStore, type Tables } from './database.ts'

/**
 * TRYING: a form is sending it and has no answer yet; not shown. WAITING: to be sent. REFUSED: the server has said no; its person corrects or deletes it.
 * SENT: the server has it; nothing but its name is left here.
 */
export type OutboxState = 'TRYING' | 'WAITING' | 'REFUSED' | 'SENT'
export type StoredProblem = { code: string; status: number; message: string; fields: FieldProblem[]; ruleId?: string; words?: Words }
export type OutboxItem = {
  /** The order in which they are sent. */
  seq: number
  /** Of the record or event, made here: the same however often it is sent. */
  id: string
  /** The person whose it is. */
  owner: string
  /** As in the address under which it was entered. */
  operator: string
  entity: string
  /** Of an event: the record that it happened to, and its type. */
  subject: { id: string; eventType: string } | null
  /** What people call it: the name of a new record, of an event that of its record. */
  title: string
  /** Sent as it is. */
  body: Record<string, unknown>
  /** Idempotency-Key of this content. */
  key: string
  /** ISO time at which it was entered. */
  capturedAt: string
  state: OutboxState
  /** How often it was on its way to the server. */
  tries: number
  problem: StoredProblem | null
  sentAt: string | null
  /** ISO time at which this content was put here. */
  storedAt?: string
  /** Other content was on its way under this id, and no answer said that it did not arrive: what is found there may be that. */
  mayBeThere?: boolean
  /** With REFUSED: it arrived as it was first entered, so it is changed there and no more sent. */
  isThere?: boolean
  /** Of an event: what its record was called, which was deleted here before it was sent. The event waits until its person tries it all the same or deletes it. */
  givenUp?: string
  /** How often in succession an answer came that says nothing of the content (an error of the server, a page of a proxy). */
  stumbles?: number
}
export type NewItem = Pick<OutboxItem, 'id' | 'operator' | 'entity' | 'subject' | 'title' | 'body' | 'key' | 'capturedAt'>

/** There is no room left, or the browser stores nothing here (a private window); nothing was stored. */
export class NotStored extends Error {
  readonly isFull: boolean
  constructor(cause: unknown) {
    super('Not stored', { cause })
    this.name = 'NotStored'
    this.isFull = (cause as { name?: unknown } | null)?.name === 'QuotaExceededError'
  }
}

const countOf = (owner: string): string => `farmbook:outbox:${owner}`
const toErase = 'farmbook:outbox-erase'
const eraseMs = 1_500
const dayMs = 86_400_000
/** As long as what was sent is listed, as what was not sent waits for a person who does not come back to this device, and as a draft of a form (use-draft.ts). */
const [listedMs, absentMs, draftMs] = [7 * dayMs, 90 * dayMs, 30 * dayMs]

const ofOwner = <T = OutboxItem>(rows: IDBObjectStore, owner: string): Promise<T[]> => done(rows.index('owner').getAll(owner))

/** Of this person, in their order. None where the browser stores nothing. Rows whose time is over go, whosever they are. */
export async function readOutbox(owner: string): Promise<OutboxItem[]> {
  if (typeof indexedDB === 'undefined') return []
  await eraseLeft()
  const [all, files] = await inStore('readonly', async (tables) => [
    (await done(tables.items.getAll())) as OutboxItem[],
    (await done(tables.files.getAll())) as StoredFile[],
  ])
  const isOver = ({ sentAt, owner: whose, storedAt, capturedAt }: OutboxItem): boolean =>
    Date.now() - Date.parse(sentAt ?? (whose === owner ? '' : (storedAt ?? capturedAt))) > (sentAt ? listedMs : absentMs)
  const over = all.filter(isOver)
  const overdue = files.some(({ storedAt }) => Date.now() - Date.parse(storedAt) > draftMs)
  if (over.length > 0 || overdue)
    await inStore('readwrite', async (tables) => {
      for (const { seq } of over) await done(tables.items.delete(seq))
      await dropUnnamed(tables, ({ id, storedAt }) => over.some(({ body }) => isIn(body, id)) || Date.now() - Date.parse(storedAt) > draftMs)
    })
  return all.filter((item) => item.owner === owner && !isOver(item))
}

/** Throws NotStored. What carries the id of a row that is there takes its place and is to be sent anew. */
export async function storeItem(owner: string, item: NewItem, state: 'TRYING' | 'WAITING' = 'WAITING'): Promise<OutboxItem> {
  try {
    // A sign-out that could not erase is done first: it must not take what is stored now.
    await eraseLeft()
    const stored = await inStore('readwrite', async (tables) => {
      const { items } = tables
      const former = (await ofOwner(items, owner)).find(({ id }) => id === item.id)
      const row: Omit<OutboxItem, 'seq'> & { seq?: number } = {
        ...item,
        owner,
        state,
        tries: former?.tries ?? (state === 'TRYING' ? 0 : 1),
        problem: null,
        sentAt: null,
        storedAt: new Date().toISOString(),
        mayBeThere: former !== undefined && mayHaveArrived(former, item.key),
        ...(former ? { seq: former.seq, capturedAt: former.capturedAt } : {}),
      }
      const seq = (await done(items.put(row))) as number
      if (former) await dropFiles(tables, former)
      return { ...row, seq }
    })
    await changed(owner).catch(() => undefined)
    // A browser that is short of room asks before it clears this.
    void navigator.storage?.persist?.().catch(() => undefined)
    return stored
  } catch (error) {
    throw new NotStored(error)
  }
}

/** Whether what is found under its id may have another content than the one of `key`. */
const mayHaveArrived = ({ state, tries, key: former, mayBeThere = false }: OutboxItem, key: string): boolean =>
  mayBeThere || (former !== key && (state === 'SENT' || state === 'TRYING' || (state === 'WAITING' && tries > 0)))

/** Changes a row that is still there; one that was deleted meanwhile stays deleted, and with `key` one that has other content by now stays as it is. */
export function changeItem(owner: string, seq: number, changes: Partial<OutboxItem>, key?: string): Promise<void> {
  return inRow(owner, seq, key, ({ items }, row) => done(items.put({ ...row, ...changes })))
}

/** `keepsFiles`: for the form that has it still. */
export function deleteItem(owner: string, seq: number, key?: string, keepsFiles = false): Promise<void> {
  return inRow(owner, seq, key, ({ items }) => done(items.delete(seq)), keepsFiles)
}
/** To be sent once more: the same content under the same key. */
export const retryItem = ({ owner, seq, key }: OutboxItem): Promise<void> =>
  inRow(owner, seq, key, ({ items }, { givenUp: _, ...row }) => done(items.put({ ...row, state: 'WAITING', problem: null })))
/** Deletes what was not sent, for good; events of a record wait from then on. */
export function giveUp(owner: string, seq: number): Promise<void> {
  return inRow(owner, seq, undefined, async ({ items }, { id, subject, title, isThere }) => {
    await done(items.delete(seq))
    if (subject || isThere) return
    for (const row of await ofOwner(items, owner)) if (row.subject?.id === id && row.state !== 'SENT') await done(items.put({ ...row, givenUp: title }))
  })
}
async function inRow(
  owner: string,
  seq: number,
  key: string | undefined,
  work: (tables: Tables, row: OutboxItem) => Promise<unknown>,
  keepsFiles = false,
): Promise<void> {
  await inStore('readwrite', async (tables) => {
    const row = (await done(tables.items.get(seq))) as OutboxItem | undefined
    if (row?.owner !== owner || (key !== undefined && row.key !== key)) return
    await work(tables, row)
    if (!keepsFiles) await dropFiles(tables, row)
  })
  await changed(owner)
}

/** What is known of a file on this device; its bytes are in a table of their own, under the same id. */
export type StoredFile = {
  /** Made here: that of the file at the server as well. */
  id: string
  owner: string
  operator: string
  name: string
  type: string
  size: number
  /** ISO times; the server has it since `sentAt`. */
  storedAt: string
  sentAt: string | null
}
/** Whether what was entered names it anywhere; its own id is no such name. */
export const isIn = (value: unknown, id: string): boolean =>
  value === id || (typeof value === 'object' && value !== null && Object.entries(value).some(([name, one]) => name !== 'id' && isIn(one, id)))

/** Files that `row` named and no row names any more. */
const dropFiles = (tables: Tables, row: OutboxItem): Promise<void> => dropUnnamed(tables, ({ id, owner }) => owner === row.owner && isIn(row.body, id))
/** Erases the files that `isDoomed`, but for those that are still to be sent with a row. */
export async function dropUnnamed({ items, files, bytes }: Tables, isDoomed: (file: StoredFile) => boolean): Promise<void> {
  const doomed = ((await done(files.getAll())) as StoredFile[]).filter(isDoomed)
  if (doomed.length === 0) return
  const rows = (await done(items.getAll())) as OutboxItem[]
  for (const { id } of doomed)
    if (!rows.some(({ body }) => isIn(body, id))) {
      await done(files.delete(id))
      await done(bytes.delete(id))
    }
}

/** At sign-out: the next person at this device finds nothing of it. What does not end in time is done when the outbox is next opened. */
export async function eraseOutbox(owner: string): Promise<void> {
  const owners = [...new Set([...ownersToErase(), owner])]
  write(toErase, JSON.stringify(owners))
  write(countOf(owner), null)
  counts.delete(owner)
  // Not what can be read back: a storage that is full takes no note.
  await Promise.race([erase(owners).catch(() => undefined), new Promise((resolve) => setTimeout(resolve, eraseMs))])
}
export async function eraseLeft(): Promise<void> {
  const owners = ownersToErase()
  if (owners.length > 0) await erase(owners)
}
async function erase(owners: readonly string[]): Promise<void> {
  if (typeof indexedDB === 'undefined') return
  await inStore('readwrite', async ({ items, files, bytes }) => {
    for (const owner of owners) {
      for (const { seq } of await ofOwner(items, owner)) await done(items.delete(seq))
      for (const { id } of await ofOwner<StoredFile>(files, owner)) {
        await done(files.delete(id))
        await done(bytes.delete(id))
      }
    }
  })
  write(toErase, null)
}
function ownersToErase(): string[] {
  const stored: unknown = JSON.parse(read(toErase) ?? '[]')
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
}

/** By person, as this page has last counted them. */
const counts = new Map<string, number>()
const counting = new Set<string>()
/** How many of this person's are not sent, as far as this page knows: at first what the device remembers, then what the database says. */
export function unsentCount(owner: string): number {
  const count = counts.get(owner)
  if (count === undefined && owner && typeof indexedDB !== 'undefined' && !counting.has(owner)) {
    counting.add(owner)
    void changed(owner).catch(() => undefined)
  }
  return count ?? (Number.parseInt(read(countOf(owner)) ?? '', 10) || 0)
}
/** The same, from the database itself. */
export const countUnsent = async (owner: string): Promise<number> =>
  (await readOutbox(owner).catch(() => null))?.filter(({ state }) => state !== 'SENT').length ?? unsentCount(owner)

const listeners = new Set<() => void>()
/** Runs `listener` when something was stored, sent or deleted, in whatever tab; answers how to stop that. */
export function onOutboxChange(listener: () => void): () => void {
  listeners.add(listener)
  const onStorage = ({ key }: StorageEvent) => {
    if (!key?.startsWith('farmbook:outbox:')) return
    counts.delete(key.slice(countOf('').length))
    listener()
  }
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}
async function changed(owner: string): Promise<void> {
  const unsent = (await inStore('readonly', ({ items }) => ofOwner(items, owner))).filter(({ state }) => state !== 'SENT')
  counts.set(owner, unsent.length)
  // Other tabs hear of a value that differs: of each row's state, because one that is being tried is not offered as one that waits.
  write(countOf(owner), unsent.length > 0 ? `${unsent.length}: ${unsent.map(({ seq, state, tries }) => `${seq} ${state} ${tries}`).join(', ')}` : null)
  for (const listener of listeners) listener()
}
