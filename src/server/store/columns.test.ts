import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonical, isSame } from './columns.ts'

/** The same value with its keys in another order. */
const shuffled = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(shuffled)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([key, item]) => [key, shuffled(item)]),
        )
      : value

describe('canonical', () => {
  it.each([
    [{ b: 1, a: [2, null] }, '{"a":[2,null],"b":1}'],
    [{ a: undefined, b: 'ü"' }, '{"b":"ü\\""}'],
    [[undefined], '[null]'],
    [null, 'null'],
    [0.1 + 0.2, '0.30000000000000004'],
  ])('writes %j as %s', (value, text) => expect(canonical(value)).toBe(text))
  it('says the same of the same content, whatever the order of keys, and is JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonical(shuffled(value))).toBe(canonical(value))
        expect(canonical(JSON.parse(canonical(value)))).toBe(canonical(value))
      }),
    )
  })
})

describe('isSame', () => {
  it.each([
    [null, undefined, true],
    [[], [], true],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [1, 1, true],
    ['', null, false],
    [0, null, false],
    [[1, 2], [2, 1], false],
    [false, null, false],
    [1, '1', false],
  ])('of %j and %j is %s', (one, other, expected) => expect([isSame(one, other), isSame(other, one)]).toEqual([expected, expected]))
})
