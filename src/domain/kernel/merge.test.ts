// Merging by field: nobody's change is lost without a person having chosen so, and who sends first makes no difference.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conflictsIn, isSameValue, mergeByField, mergedChanges } from './merge.ts'

const outcomes = (values: Parameters<typeof mergeByField>[0]) => Object.fromEntries(mergeByField(values).map(({ field, outcome }) => [field, outcome]))

describe('mergeByField', () => {
  it('takes what only the device changed, leaves what only others changed, and asks where both did', () => {
    const base = { irrigation: 'RAINFED', neighbour: 'WASTE', bufferM: 3, areaHa: 1.4, crop: 'COTTON' }
    const now = { ...base, irrigation: 'DRIP', bufferM: 5, crop: 'MAIZE' }
    const device = { irrigation: 'RAINFED', neighbour: 'CONVENTIONAL', bufferM: 8, areaHa: 1.4, crop: 'MAIZE' }
    expect(outcomes({ base, device, now })).toEqual({ irrigation: 'NOW', neighbour: 'DEVICE', bufferM: 'CONFLICT', areaHa: 'SAME', crop: 'BOTH' })
    expect(mergedChanges(mergeByField({ base, device, now }))).toEqual({ neighbour: 'CONVENTIONAL' })
    expect(mergedChanges(mergeByField({ base, device, now, choices: { bufferM: 'DEVICE' } }))).toEqual({ neighbour: 'CONVENTIONAL', bufferM: 8 })
    expect(conflictsIn(mergeByField({ base, device, now, choices: { bufferM: 'NOW' } }))).toEqual([])
  })
  it('reads no choice where there is nothing to choose', () => {
    const values = { base: { a: 1 }, device: { a: 1 }, now: { a: 2 } }
    expect(outcomes({ ...values, choices: { a: 'DEVICE' } })).toEqual({ a: 'NOW' })
  })
  it('without a base takes what fills an empty field, and asks about every other difference', () => {
    expect(outcomes({ base: {}, device: { a: 1, b: 2, c: 3 }, now: { a: null, b: 1, c: 3 } })).toEqual({ a: 'DEVICE', b: 'CONFLICT', c: 'BOTH' })
  })
})

const value = fc.oneof(fc.constant(null), fc.constantFrom('x', 'y'), fc.integer({ min: 0, max: 2 }), fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 2 }))
const record = fc.record({ a: value, b: value, c: value })

describe('a merge', () => {
  it('changes nothing but fields that the device changed, and each of those unless it is a conflict', () => {
    fc.assert(
      fc.property(record, record, record, (base, device, now) => {
        const fields = mergeByField({ base, device, now })
        const changes = mergedChanges(fields)
        for (const { field, outcome } of fields) {
          const name = field as 'a' | 'b' | 'c'
          const byDevice = !isSameValue(base[name], device[name])
          const byOthers = !isSameValue(base[name], now[name])
          const isAlike = isSameValue(device[name], now[name])
          expect(outcome === 'CONFLICT').toBe(byDevice && byOthers && !isAlike)
          expect(Object.hasOwn(changes, name)).toBe(byDevice && !byOthers)
        }
      }),
    )
  })
  it('of two devices that do not collide leads to the same record, whichever comes first', () => {
    fc.assert(
      fc.property(record, record, record, (base, one, other) => {
        const apply = (now: Record<string, unknown>, device: Record<string, unknown>) => ({ ...now, ...mergedChanges(mergeByField({ base, device, now })) })
        const first = apply(apply(base, one), other)
        const second = apply(apply(base, other), one)
        const collide = conflictsIn(mergeByField({ base, device: other, now: apply(base, one) })).length > 0
        if (!collide) expect(isSameValue(first, second)).toBe(true)
      }),
    )
  })
  it('that was made once changes nothing the second time', () => {
    fc.assert(
      fc.property(record, record, record, (base, device, now) => {
        const after = { ...now, ...mergedChanges(mergeByField({ base, device, now })) }
        expect(mergedChanges(mergeByField({ base, device, now: after }))).toEqual({})
      }),
    )
  })
  it('with every conflict chosen leaves none, and takes each from where it was chosen', () => {
    fc.assert(
      fc.property(record, record, record, fc.constantFrom('DEVICE' as const, 'NOW' as const), (base, device, now, whose) => {
        const fields = mergeByField({ base, device, now, choices: { a: whose, b: whose, c: whose } })
        expect(conflictsIn(fields)).toEqual([])
        for (const one of fields) if (one.isContested) expect(one.value).toBe(whose === 'DEVICE' ? one.device : one.now)
      }),
    )
  })
})
