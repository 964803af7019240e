// Records that a transaction need not read again: those it has locked, which nobody else can change until it ends,
// and those of shared lists, which every step of the work looks up and hardly anybody ever changes. The store tells
// every write here; a rollback to a savepoint forgets all, because it undoes writes and gives locks back.
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Db, Scope } from '../scope.ts'
import { toRow } from './columns.ts'

/** Read once in a transaction, also without a lock: what is changed meanwhile counts for the next one. */
const sharedLists: ReadonlySet<string> = new Set(['croptype', 'inputitem', 'product', 'season', 'variety'])

type Held = { row: Row; isLocked: boolean }
const heldBy = new WeakMap<Db, Map<string, Held>>()
const keyOf = (entity: AnyEntity, id: string): string => `${entity.name} ${id}`

/** A copy of the live record as it stands; undefined when it must be read. `lock`: only if this transaction holds it. */
export function heldRecord(scope: Scope, entity: AnyEntity, id: string, { lock = false }: { lock?: boolean } = {}): Row | undefined {
  const held = heldBy.get(scope.db)?.get(keyOf(entity, id))
  return held && (held.isLocked || !lock) ? { ...held.row } : undefined
}

/** Keeps what has just been read, if it is worth keeping. */
export function hold(scope: Scope, entity: AnyEntity, row: Row, { lock }: { lock: boolean }): void {
  if (!lock && !sharedLists.has(entity.name)) return
  const all = heldBy.get(scope.db) ?? new Map<string, Held>()
  heldBy.set(scope.db, all.set(keyOf(entity, row.id), { row: { ...row }, isLocked: lock }))
}

/** After a write from version `before`: `columns` are those that were written, as the database now has them. */
export function holdWritten(scope: Scope, entity: AnyEntity, id: string, before: number, columns: Record<string, unknown>): void {
  const held = heldBy.get(scope.db)?.get(keyOf(entity, id))
  if (held?.row.version === before) held.row = { ...held.row, ...toRow(entity, columns) }
  else letGo(scope, entity, id)
}

/** After a record was retired. */
export function letGo(scope: Scope, entity: AnyEntity, id: string): void {
  heldBy.get(scope.db)?.delete(keyOf(entity, id))
}

/** After a rollback to a savepoint. */
export function letAllGo(db: Db): void {
  heldBy.delete(db)
}
