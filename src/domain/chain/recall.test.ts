// The figures of a recall against a hand-made chain, and against any chain: kilograms are counted once (BR-27).
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RecallLink, type RecallLot, recallSums } from './recall.ts'

const lot = (id: string, processorId: string | null, onHandKg: number, more: Partial<RecallLot> = {}): RecallLot => ({
  id,
  processorId,
  onHandKg,
  lostKg: 0,
  isTravelling: false,
  isRestricted: true,
  ...more,
})
const link = (from: string, to: string, kg: number, isDispatch = false): RecallLink => ({ from, to, kg, isDispatch })

describe('the figures of a recall', () => {
  // A heap of 6,204 kg: 204 are left, 6,000 became lint and seed at the gin; bales and seed went on to a spinner and an oil mill.
  const lots = [
    lot('heap', null, 204),
    lot('lint', 'gin', 862),
    lot('road', 'spinner', 680, { isTravelling: true, isRestricted: false }),
    lot('mixed', 'spinner', 0, { lostKg: 510 }),
    lot('seed', 'gin', 1500),
    lot('mill', 'mill', 1400),
  ]
  const links = [
    link('heap', 'lint', 2052),
    link('heap', 'seed', 3738),
    link('lint', 'road', 680, true),
    link('lint', 'mixed', 510, true),
    link('seed', 'mill', 1400, true),
  ]
  it('count what lies, what travels and what was lost, each once', () => {
    expect(recallSums(lots, links, 'gin')).toMatchObject({
      lots: 6,
      affectedKg: 5156,
      foundKg: 4646,
      restrictedKg: 3966,
      lostKg: 510,
      shippedKg: 2590,
      travellingKg: 680,
    })
  })
  it('name whoever has some of it, most first, and nobody else', () => {
    expect(recallSums(lots, links, null).holders.map(({ processorId, kg, travellingKg }) => [processorId, kg, travellingKg])).toEqual([
      ['gin', 2362, 0],
      ['mill', 1400, 0],
      ['spinner', 680, 680],
      [null, 204, 0],
    ])
  })
  it('count as sent out what left whoever had it first', () => {
    expect(recallSums(lots, links, null).shippedKg).toBe(0)
    expect(recallSums([lot('a', null, 1), lot('b', 'gin', 5)], [link('a', 'b', 5, true), link('x', 'b', 9, true)], null).shippedKg).toBe(5)
  })
  it('of any lots: holders sum to what was found, and no more is restricted than that', () => {
    const anyLot = fc.record({
      id: fc.uuid(),
      processorId: fc.constantFrom(null, 'a', 'b', 'c'),
      onHandKg: fc.nat({ max: 5_000_000 }).map((grams) => grams / 1000),
      lostKg: fc.nat({ max: 1_000_000 }).map((grams) => grams / 1000),
      isTravelling: fc.boolean(),
      isRestricted: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.uniqueArray(anyLot, { selector: ({ id }) => id, maxLength: 20 }), (some) => {
        const sums = recallSums(some, [], null)
        const grams = (kg: number) => Math.round(kg * 1000)
        expect(sums.holders.reduce((total, { kg }) => total + grams(kg), 0)).toBe(grams(sums.foundKg))
        expect(grams(sums.affectedKg)).toBe(some.reduce((total, { onHandKg, lostKg }) => total + grams(onHandKg) + grams(lostKg), 0))
        expect(sums.restrictedKg).toBeLessThanOrEqual(sums.foundKg)
      }),
    )
  })
})
