// Sums everybody looks at first: without dust, and in any order the same.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addUp, type Sums } from './season-summary.ts'

const nothing: Sums = { crops: 0, areaHa: 0, capKg: 0, estimatedKg: 0, harvestedKg: 0, purchasedKg: 0, retainedKg: 0, leftKg: 0 }
const kg = fc.integer({ min: 0, max: 50_000_000 }).map((grams) => grams / 1000)
const part: fc.Arbitrary<Sums> = fc.record({
  crops: fc.nat(1000),
  areaHa: fc.nat(1_000_000).map((squareMetres) => squareMetres / 10_000),
  capKg: kg,
  estimatedKg: kg,
  harvestedKg: kg,
  purchasedKg: kg,
  retainedKg: kg,
  leftKg: kg,
})

describe('addUp', () => {
  it('is nothing of nothing', () => expect(addUp([])).toEqual(nothing))
  it('leaves no dust', () => {
    expect(
      addUp([
        { ...nothing, harvestedKg: 0.1, areaHa: 1.1 },
        { ...nothing, harvestedKg: 0.2, areaHa: 2.2 },
      ]),
    ).toMatchObject({ harvestedKg: 0.3, areaHa: 3.3 })
  })
  it('adds the same in any order and in any groups', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.nat(40), (parts, cut) => {
        const all = addUp(parts)
        expect(addUp(parts.toReversed())).toEqual(all)
        expect(addUp([addUp(parts.slice(0, cut)), addUp(parts.slice(cut))])).toEqual(all)
      }),
    )
  })
})
