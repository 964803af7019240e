// Transactions of this process that want the next number of the same counter take turns here, before they ask the database: eight
// of them waiting for one row there cost three times the processor time, because each commit wakes them all. The row's lock is
// what makes numbers right; a turn only orders who asks for it, and nobody waits long for one.
import { setTimeout } from 'node:timers/promises'
import { whenEnded } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'

/** After this the database decides: whoever has the turn may itself wait for a row that this transaction has locked. */
const longestWaitMs = 250

/** By counter: ends when everybody who came before has ended. */
const lines = new Map<string, Promise<unknown>>()

/** Waits until earlier transactions with this counter have ended; the next ones wait until this one has. */
export async function takeTurn({ tenant, db }: Pick<Scope, 'tenant' | 'db'>, counter: string): Promise<void> {
  const key = `${tenant.id} ${counter}`
  const own = taken.get(db) ?? new Set<string>()
  if (own.has(key)) return
  taken.set(db, own.add(key))
  const before = lines.get(key)
  const ended = new Promise<void>((resolve) => whenEnded(db, resolve))
  const line = Promise.all([before, ended])
  lines.set(key, line)
  line
    .then(() => {
      if (lines.get(key) === line) lines.delete(key)
    })
    .catch(() => {})
  if (before === undefined) return
  const stop = new AbortController()
  const late = setTimeout(longestWaitMs, undefined, { signal: stop.signal }).catch(() => {})
  await Promise.race([before, late])
  stop.abort()
}
/** Turns that a transaction has taken. */
const taken = new WeakMap<Scope['db'], Set<string>>()
