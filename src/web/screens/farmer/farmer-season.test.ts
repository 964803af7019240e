// The kilograms on a farmer's page decide what he may still sell; they must be his crops' own.
import { describe, expect, it } from 'vitest'
import { defaultTolerances } from '#domain/rules/tolerances.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { kilogramsByCrop as byCrop } from './farmer-season.ts'

const crop = (values: Record<string, unknown>) =>
  ({ role: 'MAIN', status: 'HARVESTING', cropTypeId: 'cotton', cropName: 'Cotton', areaHa: 1, ...values }) as unknown as RecordAnswer

const kilogramsByCrop = (crops: RecordAnswer[]) => byCrop(crops, defaultTolerances)

describe('kilogramsByCrop', () => {
  it('is nothing without crops, and for crops that are not sold', () => {
    expect(kilogramsByCrop([])).toEqual([])
    expect(kilogramsByCrop([crop({ role: 'REFUGE', harvestedKg: 9 })])).toEqual([])
  })
  it('does not call an unknown ceiling or estimate nought', () => {
    expect(kilogramsByCrop([crop({})])[0]?.kg).toMatchObject({ cap: null, estimate: null, proposed: null, harvested: 0 })
  })
  it('keeps crop types apart, the largest first', () => {
    const rows = kilogramsByCrop([crop({ cropTypeId: 'pea', cropName: 'Pigeon pea', yieldCapKg: 90 }), crop({ yieldCapKg: 1600 }), crop({ yieldCapKg: 800 })])
    expect(rows.map(({ name, kg }) => [name, kg.cap])).toEqual([
      ['Cotton', 2400],
      ['Pigeon pea', 90],
    ])
  })
  it('leaves out the ceiling and the area of a failed crop, and keeps what was weighed of it', () => {
    const [rows] = kilogramsByCrop([
      crop({ yieldCapKg: 1000, harvestedKg: 100.1, purchasedKg: 60 }),
      crop({ status: 'FAILED', yieldCapKg: 700, harvestedKg: 20.2, areaHa: 2 }),
    ])
    expect(rows?.kg).toMatchObject({ cap: 1000, harvested: 120.3, delivered: 60, areaHa: 1 })
  })
  it('lets be sold what the rule lets be bought, crop by crop', () => {
    const [rows] = kilogramsByCrop([
      crop({ yieldCapKg: 1000, estimatedKg: 900, harvestedKg: 300, purchasedKg: 100 }),
      crop({ yieldCapKg: 500, harvestedKg: 80, purchasedKg: 90 }),
    ])
    expect(rows?.leftKg).toBe(200)
  })
})
