// The gap by holder and claim: materials of one company under one claim are added up, claims and companies are not.
import { describe, expect, it } from 'vitest'
import { gapsOf } from './mass-balance.ts'

const row = (holderId: string, material: 'LINT' | 'YARN', claim: 'ORGANIC' | 'IC2', receivedKg: number, coveredKg: number) => ({
  ...{ holder: `Mill ${holderId}`, holderId, material, claim, productIds: [`${holderId}-${material}`], lots: 1, receivedKg, coveredKg },
  gapShare: 1 - coveredKg / receivedKg,
})

describe('the gap of certified goods by holder and claim', () => {
  it('adds up the materials of a holder under a claim', () => {
    const gaps = gapsOf([
      row('a', 'LINT', 'ORGANIC', 10, 0),
      row('a', 'YARN', 'ORGANIC', 990, 990),
      row('a', 'LINT', 'IC2', 100, 80),
      row('b', 'LINT', 'ORGANIC', 50, 45),
    ])
    expect(gaps.map(({ holderId, claim, receivedKg, coveredKg, gapShare }) => [holderId, claim, receivedKg, coveredKg, Number(gapShare.toFixed(6))])).toEqual([
      ['a', 'IC2', 100, 80, 0.2],
      ['b', 'ORGANIC', 50, 45, 0.1],
      ['a', 'ORGANIC', 1000, 990, 0.01],
    ])
    expect(gaps[2]?.productIds).toEqual(['a-LINT', 'a-YARN'])
  })
  it('is of nobody where nothing certified came in', () => expect(gapsOf([])).toEqual([]))
})
