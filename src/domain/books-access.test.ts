// Whose books who reads: a group's people not those of a company that works for several groups.
import { describe, expect, it } from 'vitest'
import type { RoleGrant, User } from './access.ts'
import { mayReadBooks, readsBooks } from './books-access.ts'
import type { Row } from './kernel/entity.ts'

const user = (...grants: RoleGrant[]): User => ({ id: 'u', name: 'U', email: null, grants })
// biome-ignore lint/suspicious/noExplicitAny: of a record only what decides whose it is
const row = (values: Record<string, unknown>): Row => values as any
const group = row({ id: 'g1', status: 'ACTIVE' })
const company = row({ id: 'p1', allowedOperators: ['g1'], status: 'ACTIVE' })

describe('books', () => {
  it.each(['OPERATOR_MANAGER', 'PURCHASE_OFFICER'] as const)('of a company are not for the %s of a group that it works for', (role) => {
    const reader = user({ role, operatorIds: ['g1'] })
    expect([mayReadBooks(reader, 'processor', company), readsBooks(reader, 'processor')]).toEqual([false, false])
  })
  it('of a company are for its own people, of no other', () => {
    expect(mayReadBooks(user({ role: 'PROCESSOR_USER', processorIds: ['p1'] }), 'processor', company)).toBe(true)
    expect(mayReadBooks(user({ role: 'PROCESSOR_USER', processorIds: ['p2'] }), 'processor', company)).toBe(false)
  })
  it('are for the administrator, and of a group for its manager and no other', () => {
    expect([mayReadBooks(user({ role: 'ADMIN' }), 'processor', company), mayReadBooks(user({ role: 'ADMIN' }), 'collective', group)]).toEqual([true, true])
    expect(mayReadBooks(user({ role: 'OPERATOR_MANAGER', operatorIds: ['g1'] }), 'collective', group)).toBe(true)
    expect(mayReadBooks(user({ role: 'OPERATOR_MANAGER', operatorIds: ['g2'] }), 'collective', group)).toBe(false)
    expect(mayReadBooks(user({ role: 'FIELD_OFFICER', operatorIds: ['g1'] }), 'collective', group)).toBe(false)
  })
})
