import { describe, expect, it } from 'vitest'
import { inTransaction } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { takeTurn } from './counter-turns.ts'

/** A transaction over nothing: it ends when it is let. */
function transaction(work: (scope: Pick<Scope, 'tenant' | 'db'>) => Promise<void>): Promise<void> {
  const connection = { batch: async () => [], script: async () => {} }
  return inTransaction(connection, [], (db) => work({ tenant: { id: 1 } as Scope['tenant'], db }))
}
function door(): { open(): void; opened: Promise<void> } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe('takeTurn', () => {
  it('lets the next one in when the one before has ended, also when it failed, in the order of arrival', async () => {
    const order: string[] = []
    const first = door()
    const works = [
      transaction(async (scope) => {
        await takeTurn(scope, 'code:farmer')
        await first.opened
        order.push('first')
        throw new Error('fails')
      }).catch(() => {}),
      transaction(async (scope) => {
        await takeTurn(scope, 'code:farmer')
        // Once more in the same transaction: it has its turn.
        await takeTurn(scope, 'code:farmer')
        order.push('second')
      }),
      transaction(async (scope) => {
        await takeTurn(scope, 'code:farmer')
        order.push('third')
      }),
      transaction(async (scope) => {
        await takeTurn(scope, 'code:crop')
        order.push('another counter')
        first.open()
      }),
    ]
    await Promise.all(works)
    expect(order).toEqual(['another counter', 'first', 'second', 'third'])
  })
  it('does not wait for ever: two that wait for each other both go on', async () => {
    const [one, other] = [door(), door()]
    const order: string[] = []
    await Promise.all([
      transaction(async (scope) => {
        await takeTurn(scope, 'code:farmer')
        one.open()
        await other.opened
        await takeTurn(scope, 'code:crop')
        order.push('one')
      }),
      transaction(async (scope) => {
        await takeTurn(scope, 'code:crop')
        other.open()
        await one.opened
        await takeTurn(scope, 'code:farmer')
        order.push('other')
      }),
    ])
    expect(order.toSorted()).toEqual(['one', 'other'])
  })
})
