// Who is calling and at which operator hardly ever changes between two calls, yet it must be read on each. What was found
// last time is taken as the answer, and the reading goes with the first statement of the transaction: when the rows differ
// (a role was taken away, a session has ended), nothing has come of the call, and it is carried out anew from the rows.

import type { RawBuilder } from 'kysely'
import type { Db } from '../scope.ts'
import { checkFirst } from './connection.ts'

/** By what was asked for: the rows as text, and what was made of them. */
export type Memory<T> = Map<string, { rows: string; value: T }>
const statementLimit = 5000

/** Tried again by whoever runs transactions, as after a serialisation failure. */
class Outdated extends Error {
  readonly code = '40001'
  constructor() {
    super('What was known of the caller has changed')
    this.name = 'Outdated'
  }
}

/** `make` throws for rows that allow nothing; only what it answers is remembered. */
export async function readAhead<T, Row>(db: Db, memory: Memory<T>, key: string, query: RawBuilder<Row>, make: (rows: Row[]) => T): Promise<T> {
  const known = memory.get(key)
  if (known) {
    checkFirst(db, query, (rows) => {
      if (JSON.stringify(rows) === known.rows) return
      if (memory.get(key) === known) memory.delete(key)
      throw new Outdated()
    })
    return known.value
  }
  const { rows } = await query.execute(db)
  const value = make(rows)
  if (memory.size >= statementLimit) memory.clear()
  memory.set(key, { rows: JSON.stringify(rows), value })
  return value
}
