// The database of this browser for what was entered without a network: rows, and of the files that they name what is known and the bytes, each in a table of its
// own, so that rows are read without bytes.

const openMs = 5_000
const tables = ['items', 'files', 'bytes'] as const
export type Tables = Record<(typeof tables)[number], IDBObjectStore>

export const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = transaction.onerror = () => reject(transaction.error)
  })

/** A browser that does not get it open (another tab stops it) is not waited for without end. */
function opened(opening: Promise<IDBDatabase>): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new Error('Not opened'))
    }, openMs)
    opening.then((db) => (isLate ? db.close() : resolve(db)), reject).finally(() => clearTimeout(timer))
  })
}

/** A browser that stored rows before there were files has the first table already. */
function upgrade(db: IDBDatabase, from: number): void {
  if (from < 1) db.createObjectStore('items', { keyPath: 'seq', autoIncrement: true }).createIndex('owner', 'owner')
  db.createObjectStore('files', { keyPath: 'id' }).createIndex('owner', 'owner')
  db.createObjectStore('bytes')
}

/** One transaction. Opened for one piece of work: a database that stays open would keep another tab from a newer form of it. */
export async function inStore<T>(mode: IDBTransactionMode, work: (tables: Tables) => Promise<T>): Promise<T> {
  const opening = indexedDB.open('farmbook-outbox', 2)
  opening.onupgradeneeded = ({ oldVersion }) => upgrade(opening.result, oldVersion)
  const db = await opened(done(opening))
  try {
    // With a write the browser is asked not to lose it when the battery does.
    const transaction = db.transaction(tables, mode, { durability: mode === 'readwrite' ? 'strict' : 'default' })
    const end = ended(transaction)
    const [result] = await Promise.all([
      work({ items: transaction.objectStore('items'), files: transaction.objectStore('files'), bytes: transaction.objectStore('bytes') }),
      end,
    ])
    return result
  } finally {
    db.close()
  }
}
