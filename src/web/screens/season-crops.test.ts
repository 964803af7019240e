// The figures everybody looks at first must be sums of what the rows say.
import { describe, expect, it } from 'vitest'
import type { RecordAnswer } from '#web/api/answers.ts'
import { addUp } from './season-crops.ts'

const row = (values: Record<string, unknown>) => ({ status: 'GROWING', role: 'MAIN', ...values }) as unknown as RecordAnswer

describe('addUp', () => {
  it('is nothing for no crops', () => {
    expect(addUp([])).toEqual({ crops: 0, areaHa: 0, capKg: 0, estimatedKg: 0, harvestedKg: 0, purchasedKg: 0, leftKg: 0, claims: [] })
  })
  it('adds kilograms without dust and counts the area of main crops once', () => {
    const totals = addUp([
      row({ areaHa: 1.1, claimStatus: 'ORGANIC', harvestedKg: 0.1, estimatedKg: 100 }),
      row({ areaHa: 2.2, claimStatus: 'IC2', harvestedKg: 0.2, estimatedKg: null }),
      row({ areaHa: 1.1, role: 'INTERCROP', harvestedKg: 5 }),
      row({ areaHa: 9, status: 'CANCELLED' }),
    ])
    expect(totals).toMatchObject({
      crops: 3,
      areaHa: 3.3,
      harvestedKg: 5.3,
      estimatedKg: 100,
      claims: [
        { claim: 'ORGANIC', areaHa: 1.1 },
        { claim: 'IC2', areaHa: 2.2 },
      ],
    })
  })
})
