// What a programme sets takes the place of an assumption; what it does not set, or sets wrongly, does not.
import { describe, expect, it } from 'vitest'
import { husbandryAssumptions, husbandrySettings } from './assumptions.ts'

describe('husbandrySettings', () => {
  it('are the assumptions where nothing is set', () => {
    expect(husbandrySettings({})).toEqual({ ...husbandryAssumptions, water: {} })
    expect(husbandrySettings({ husbandry: { colostrumDays: 'five' } })).toEqual({ ...husbandryAssumptions, water: {} })
  })
  it('take single values and single rows of a table', () => {
    const set = husbandrySettings({ husbandry: { colostrumDays: 7, waitingDays: { CATTLE: 45 }, water: { CARP: { doMgL: { least: 5, most: null } } } } })
    expect(set).toMatchObject({
      colostrumDays: 7,
      waitingDays: { ...husbandryAssumptions.waitingDays, CATTLE: 45 },
      water: { CARP: { doMgL: { least: 5, most: null } } },
      earlyDays: husbandryAssumptions.earlyDays,
    })
  })
})
