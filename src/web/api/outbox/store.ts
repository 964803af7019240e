// What was entered without a network, stored in this browser (IndexedDB) until it is sent: one row for each record or event, in the order in which they were
// entered, of one person of one programme. The browser has one such database per host, and so per programme; nobody reads the rows of another person.
import type { FieldProblem } from '#domain/kernel/problems.ts'
import type { Words } from '#domain/messages/values.ts'

/** WAITING: to be sent. REFUSED: the server has said no; its person corrects or deletes it. SENT: the server has it. */
export type OutboxState = 'WAITING' | 'REFUSED' | 'SENT'
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

const database = 'farmbook-outbox'
const table = 'items'
const countOf = (owner: string): string => `farmbook:outbox:${owner}`
const toErase = 'farmbook:outbox-erase'

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = transaction.onerror = () => reject(transaction.error)
  })

/** Opened for one piece of work: a database that stays open would keep another tab from a newer form of it. */
async function inStore<T>(mode: IDBTransactionMode, work: (items: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(database, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(table, { keyPath: 'seq', autoIncrement: true }).createIndex('owner', 'owner')
  const db = await done(opening)
  try {
    // With a write the browser is asked not to lose it when the battery does.
    const transaction = db.transaction(table, mode, { durability: mode === 'readwrite' ? 'strict' : 'default' })
    const end = ended(transaction)
    const [result] = await Promise.all([work(transaction.objectStore(table)), end])
    return result
  } finally {
    db.close()
  }
}

const ofOwner = async (items: IDBObjectStore, owner: string): Promise<OutboxItem[]> => done(items.index('owner').getAll(owner))

/** Of this person, in their order. None where the browser stores nothing. */
export async function readOutbox(owner: string): Promise<OutboxItem[]> {
  if (typeof indexedDB === 'undefined') return []
  await eraseLeft()
  return inStore('readonly', (items) => ofOwner(items, owner))
}

/** Throws NotStored. What carries the id of a row that is there takes its place and is to be sent anew. */
export async function storeItem(owner: string, item: NewItem): Promise<OutboxItem> {
  try {
    const stored = await inStore('readwrite', async (items) => {
      const former = (await ofOwner(items, owner)).find(({ id }) => id === item.id)
      const row: Omit<OutboxItem, 'seq'> & { seq?: number } = {
        ...item,
        owner,
        state: 'WAITING',
        tries: former?.tries ?? 1,
        problem: null,
        sentAt: null,
        ...(former ? { seq: former.seq, capturedAt: former.capturedAt } : {}),
      }
      const seq = (await done(items.put(row))) as number
      return { ...row, seq }
    })
    await changed(owner)
    // A browser that is short of room asks before it clears this.
    void navigator.storage?.persist?.().catch(() => undefined)
    return stored
  } catch (error) {
    throw new NotStored(error)
  }
}

/** Changes a row that is still there; one that was deleted meanwhile stays deleted. */
export async function changeItem(owner: string, seq: number, changes: Partial<OutboxItem>): Promise<void> {
  await inStore('readwrite', async (items) => {
    const row = (await done(items.get(seq))) as OutboxItem | undefined
    if (row?.owner === owner) await done(items.put({ ...row, ...changes }))
  })
  await changed(owner)
}

export async function deleteItem(owner: string, seq: number): Promise<void> {
  await inStore('readwrite', async (items) => {
    const row = (await done(items.get(seq))) as OutboxItem | undefined
    if (row?.owner === owner) await done(items.delete(seq))
  })
  await changed(owner)
}

/** At sign-out: the next person at this device finds nothing of it. What a page that is left does not finish is done when the outbox is next opened. */
export function eraseOutbox(owner: string): Promise<void> {
  write(toErase, JSON.stringify([...new Set([...ownersToErase(), owner])]))
  write(countOf(owner), null)
  return eraseLeft().catch(() => undefined)
}
async function eraseLeft(): Promise<void> {
  const owners = ownersToErase()
  if (owners.length === 0 || typeof indexedDB === 'undefined') return
  await inStore('readwrite', async (items) => {
    for (const owner of owners) for (const { seq } of await ofOwner(items, owner)) await done(items.delete(seq))
  })
  write(toErase, null)
}
function ownersToErase(): string[] {
  const stored: unknown = JSON.parse(read(toErase) ?? '[]')
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
}

/** How many of this person's are not sent, as far as this device remembers: without opening the database. */
export const unsentCount = (owner: string): number => Number.parseInt(read(countOf(owner)) ?? '', 10) || 0

const listeners = new Set<() => void>()
/** Runs `listener` when something was stored, sent or deleted, in whatever tab; answers how to stop that. */
export function onOutboxChange(listener: () => void): () => void {
  listeners.add(listener)
  const onStorage = ({ key }: StorageEvent) => {
    if (key?.startsWith('farmbook:outbox:')) listener()
  }
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}
async function changed(owner: string): Promise<void> {
  const rows = await inStore('readonly', (items) => ofOwner(items, owner))
  const [waiting = 0, refused = 0] = ['WAITING', 'REFUSED'].map((one) => rows.filter(({ state }) => state === one).length)
  // Other tabs hear of a value that differs.
  write(countOf(owner), waiting + refused > 0 ? `${waiting + refused}, ${refused} refused` : null)
  for (const listener of listeners) listener()
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The count is a help; the rows are in the database.
  }
}
