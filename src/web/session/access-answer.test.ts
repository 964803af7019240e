// What counts as an answer about somebody: only the whole of it, whatever a storage or another release holds.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer } from './access-answer.ts'

const sound = {
  allow: true,
  operator: 'OP1',
  operators: [{ id: 'o1', code: 'OP1', name: 'Narmada' }],
  roles: ['OPERATOR_MANAGER'],
  user: { id: 'u1', name: 'Omar', email: null, grants: [{ role: 'OPERATOR_MANAGER', operatorIds: ['o1'] }], farmerId: null },
  tenantId: '1',
  expiresAt: null,
}
/** Every place in it: `user.grants.0.role`. */
const places = (value: unknown, path: string[] = []): string[][] =>
  typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, part]) => [[...path, key], ...places(part, [...path, key])]) : []
function replaced(path: string[], by: unknown): unknown {
  const copy = structuredClone(sound) as unknown
  const last = path.slice(0, -1).reduce((at, key) => (at as Record<string, unknown>)[key], copy) as Record<string, unknown>
  last[path.at(-1) as string] = by
  return copy
}

describe('readAnswer', () => {
  it.each([
    null,
    undefined,
    7,
    'x',
    [],
    {},
    { allow: true },
    { ...sound, allow: false },
    { ...sound, roles: ['constructor'] },
    { ...sound, roles: ['OM'] },
    { ...sound, operator: '' },
  ])('takes %j for nothing', (value) => expect(readAnswer(value)).toBeNull())
  it('takes nothing in which one part is of another kind, wherever that is', () => {
    const nullable = new Set(['user.email', 'user.farmerId', 'expiresAt'])
    fc.assert(
      fc.property(fc.constantFrom(...places(sound)), fc.constantFrom(null, 7, true, {}, [7]), (path, by) => {
        fc.pre(!(by === null && nullable.has(path.join('.'))) && !(by === true && path.join('.') === 'allow'))
        expect(readAnswer(replaced(path, by))).toBeNull()
      }),
    )
  })
  it('takes the answer of today as it is', () => expect(readAnswer(sound)).toBe(sound))
})
