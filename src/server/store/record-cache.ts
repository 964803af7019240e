// Records that a transaction need not read again: those it has locked, which nobody else can change until it ends,
// and those of shared lists, which every step of the work looks up and hardly anybody ever changes. The store informs
// every write here; a rollback to a savepoint forgets all, because it undoes writes and gives locks back. Where the past is read nothing is
// written at all, and whatever was read is stored here.
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Db, Scope } from '../scope.ts'
import { toRow } from './columns.ts'

/** Read once in a transaction, also without a lock: what is changed meanwhile counts for the next one. */
const sharedLists: ReadonlySet<string> = new Set(['collective', 'croptype', 'inputitem', 'product', 'season', 'variety'])

/** true: for changing it. 'share': nobody changes it meanwhile, and others may share it as well. */
export type Lock = boolean | 'share'
type CacheEntry = { row: Row; lock: Lock }
const suffices = (has: Lock, wanted: Lock): boolean => has === true || has === wanted || wanted === false
const caches = new WeakMap<Db, Map<string, CacheEntry>>()
const keyOf = (entity: AnyEntity, id: string): string => `${entity.name} ${id}`

/** A copy of the live record as it stands; undefined when it must be read. `lock`: only if this transaction holds it. */
export function cachedRecord(scope: Scope, entity: AnyEntity, id: string, { lock = false }: { lock?: Lock } = {}): Row | undefined {
  const entry = caches.get(scope.db)?.get(keyOf(entity, id))
  return entry && suffices(entry.lock, lock) ? { ...entry.row } : undefined
}

/** Keeps what has just been read, if it is worth keeping. */
export function cacheRecord(scope: Scope, entity: AnyEntity, row: Row, { lock }: { lock: Lock }): void {
  if (!lock && !scope.past && !sharedLists.has(entity.name)) return
  const all = caches.get(scope.db) ?? new Map<string, CacheEntry>()
  const before = all.get(keyOf(entity, row.id))?.lock ?? false
  caches.set(scope.db, all.set(keyOf(entity, row.id), { row: { ...row }, lock: suffices(before, lock) ? before : lock }))
}

/** After a write from version `before`: `columns` are those that were written, as the database now has them. */
export function cacheWritten(scope: Scope, entity: AnyEntity, id: string, before: number, columns: Record<string, unknown>): void {
  const entry = caches.get(scope.db)?.get(keyOf(entity, id))
  if (entry?.row.version === before) entry.row = { ...entry.row, ...toRow(entity, columns) }
  else evict(scope, entity, id)
}

/** After a record was retired. */
export function evict(scope: Scope, entity: AnyEntity, id: string): void {
  caches.get(scope.db)?.delete(keyOf(entity, id))
}

/** After a rollback to a savepoint. */
export function evictAll(db: Db): void {
  caches.delete(db)
}
