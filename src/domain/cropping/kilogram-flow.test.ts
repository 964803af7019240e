// The columns from estimate to purchase: each step between its totals, less or more picked than was estimated.
import { describe, expect, it } from 'vitest'
import { cropsBehind } from '../reports/figure-lists.ts'
import { kilogramFlow } from './kilogram-flow.ts'

const sums = (estimatedKg: number, harvestedKg: number, retainedKg: number, purchasedKg: number) => ({
  ...{ crops: 1, areaHa: 1, capKg: 2000, estimatedKg, harvestedKg, retainedKg, purchasedKg, leftKg: Math.max(0, harvestedKg - retainedKg - purchasedKg) },
})
const drawn = (...of: Parameters<typeof sums>) => kilogramFlow(sums(...of)).map(({ key, from, kg }) => [key, from, kg])

describe('the columns from estimate to purchase', () => {
  it('part what was picked and not bought into what the farmers keep and what they can still sell', () => {
    expect(drawn(800, 500, 200, 300)).toEqual([
      ['estimate', 0, 800],
      ['field', 500, 300],
      ['harvest', 0, 500],
      ['retained', 300, 200],
      ['farm', 300, 0],
      ['purchase', 0, 300],
    ])
  })
  it('show what is above the estimate, and no step of what the farmers keep where they keep nothing', () => {
    expect(drawn(400.25, 500.5, 0, 300.125)).toEqual([
      ['estimate', 0, 400.25],
      ['above', 400.25, 100.25],
      ['harvest', 0, 500.5],
      ['farm', 300.125, 200.375],
      ['purchase', 0, 300.125],
    ])
  })
  it('open what was picked, most first, where that is above the estimate', () => {
    expect(cropsBehind.above('x')).toEqual(cropsBehind.harvest('x'))
    expect(cropsBehind.field('x').search).toMatchObject({ sort: 'harvestedKg' })
  })
})
