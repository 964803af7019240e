// What was read for many records at once in a scope of the past, for the folds that ask for one after the other. Nothing is written in
// such a transaction, so that what was read stays right; a fold at another moment does not find it.
import type { Db, Past, Scope } from '../scope.ts'

/** Values by record; each of them belongs to the transaction and the moment that it was read in. */
export function readForPast<T>(): { set(scope: Scope & { past: Past }, values: ReadonlyMap<string, T>): void; get(scope: Scope, id: string): T | undefined } {
  const read = new WeakMap<Db, Map<string, T>>()
  const keyOf = ({ occurredBy, knownBy }: Past, id: string): string => `${occurredBy} ${knownBy} ${id}`
  return {
    set(scope, values) {
      const known = read.get(scope.db) ?? new Map<string, T>()
      read.set(scope.db, known)
      for (const [id, value] of values) known.set(keyOf(scope.past, id), value)
    },
    get: ({ db, past }, id) => (past ? read.get(db)?.get(keyOf(past, id)) : undefined),
  }
}
