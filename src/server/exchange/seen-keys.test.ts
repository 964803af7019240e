import { expect, it } from 'vitest'
import { SeenKeys } from './seen-keys.ts'

it('knows what was committed, here or by whoever had the import before, and forgets what was not', () => {
  const seen = new SeenKeys([])
  seen.add('a')
  seen.add('a')
  const first = [...seen.fresh]
  expect(first).toHaveLength(1)
  seen.settle(true)
  seen.add('b')
  seen.settle(false)
  expect([seen.has('a'), seen.has('b'), seen.fresh]).toEqual([true, false, []])
  const later = new SeenKeys(first)
  later.add('a')
  // What a person typed is not stored.
  expect([later.has('a'), later.has('b'), later.fresh, first[0] === 'a']).toEqual([true, false, [], false])
})
