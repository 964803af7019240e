// The development server loads the app anew at each save, and this file with it, over a database that stays open.
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { type Connection, inTransaction } from './connection.ts'

it('a transaction is known to another copy of the file, which asks within it', async () => {
  const sent: string[] = []
  const connection: Connection = {
    batch: async (statements) => {
      sent.push(...statements.map(({ text }) => text))
      return statements.map(() => ({ rows: [{ n: 1 }], affected: 0n })) as never
    },
    script: async () => {},
  }
  vi.resetModules()
  const again = await import('./connection.ts')
  expect(again.inTransaction).not.toBe(inTransaction)
  const [rows] = await inTransaction(connection, [], (db) => again.queryAll(db, sql<{ n: number }>`select 1 as n`))
  expect([rows, sent]).toEqual([[{ n: 1 }], ['begin', 'select 1 as n', 'commit']])
})
