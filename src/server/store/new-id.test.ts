// Ids are version 7, each greater than the one before: within a millisecond, at its overflow, and when the clock is put back.
import { randomUUIDv7 } from 'node:crypto'
import { expect, it } from 'vitest'
import { growingIds, newId } from './new-id.ts'

it('are of version 7 and grow, many to a millisecond', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.every((id) => /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
})

it('bear the time at which they were made', () => {
  const earliest = Date.now()
  const time = Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16)
  expect(time).toBeGreaterThanOrEqual(earliest - 1)
  expect(time).toBeLessThanOrEqual(Date.now())
})

it('grow when the clock is put back, and where the last bits are used up', () => {
  const late = 'fffffff0-0000-7000-8000-fffffffffffe'
  const drawn = [late, randomUUIDv7(), randomUUIDv7(), 'fffffff0-0001-7000-8000-000000000000']
  const next = growingIds(() => drawn.shift() ?? '')
  expect([next(), next()]).toEqual([late, 'fffffff0-0001-7000-8000-000000000000'])
  const back = ['fffffff0-0000-7000-8000-000000000000', randomUUIDv7(), randomUUIDv7()]
  const on = growingIds(() => back.shift() ?? '')
  const [first, second, third] = [on(), on(), on()] as const
  expect(first < second && second < third && third.startsWith('fffffff0-0000-7000-8000-')).toBe(true)
})
