// Areas in the unit of a programme: what is written, what is stored again, and which setting takes effect.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFormat } from '#web/format/format.ts'
import { areaUnitOf, areaUnitText, haPerAcre, hectare, inAreaUnit, toHectares, unsizedUnit } from './area-unit.ts'

describe('the unit of areas', () => {
  it('is hectares where nothing is set, where something unknown is, and where nobody has said how large a bigha is', () => {
    for (const config of [{}, { areaUnit: 'rood' }, { areaUnit: 'bigha' }, { areaUnit: 'bigha', bighaHa: 0 }, { areaUnit: 7, bighaHa: 0.25 }])
      expect(areaUnitOf(config)).toEqual(hectare)
    expect(areaUnitOf({ areaUnit: 'acre', bighaHa: 0.25 })).toEqual({ name: 'acre', ha: haPerAcre })
    expect(areaUnitOf({ areaUnit: 'bigha', bighaHa: 0.2529 })).toEqual({ name: 'bigha', ha: 0.2529 })
  })
  it('wants the size of a bigha where areas are in bighas', () => {
    expect(unsizedUnit({ areaUnit: 'bigha', bighaHa: null })).toMatchObject([{ path: 'bighaHa', code: 'required' }])
    expect([...unsizedUnit({ areaUnit: 'acre', bighaHa: null }), ...unsizedUnit({ areaUnit: 'bigha', bighaHa: 0.25 })]).toEqual([])
  })
  it('is an acre as the dictionary has it, to six decimals', () => {
    // 4,840 square yards of 0.9144 m by 0.9144 m.
    expect(haPerAcre).toBeCloseTo((4840 * 0.9144 ** 2) / 10_000, 6)
    expect([toHectares(2, { name: 'acre', ha: haPerAcre }), inAreaUnit(1, { name: 'acre', ha: haPerAcre }).toFixed(4)]).toEqual([0.8094, '2.4711'])
  })
  it('writes again what was given with two decimals, whichever unit, through what is stored', () => {
    const unit = fc.oneof(
      fc.constant({ name: 'acre', ha: haPerAcre } as const),
      fc.integer({ min: 500, max: 10_000 }).map((size) => ({ name: 'bigha', ha: size / 10_000 }) as const),
    )
    fc.assert(
      fc.property(unit, fc.integer({ min: 2, max: 10_000_000 }), (one, hundredths) => {
        const given = hundredths / 100
        const stored = toHectares(given, one)
        expect(stored).toBe(Number(stored.toFixed(4)))
        expect(inAreaUnit(stored, one).toFixed(2)).toBe(given.toFixed(2))
        // The one formatter of screens says the same, digits apart.
        const format = createFormat({ language: 'en', area: areaUnitText(one) })
        expect(format.ha(stored)).toBe(`${format.fixed(given, 2)} ${one.name}`)
      }),
      { numRuns: 2000 },
    )
  })
  it('stores again what is stored, from the exact area in the unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), fc.integer({ min: 500, max: 10_000 }), (tenThousandths, size) => {
        const unit = { name: 'bigha', ha: size / 10_000 } as const
        const ha = tenThousandths / 10_000
        expect(toHectares(inAreaUnit(ha, unit), unit)).toBe(ha)
      }),
      { numRuns: 2000 },
    )
  })
})
