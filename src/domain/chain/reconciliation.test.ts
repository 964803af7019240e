import { describe, expect, it } from 'vitest'
import { type Flow, reconcile } from './reconciliation.ts'

const flow = (values: Partial<Flow> = {}): Flow => ({
  ...{ material: 'LINT', claim: 'ORGANIC', openKg: 0, receivedKg: 0, coveredKg: 0, madeKg: 0, usedKg: 0, movedKg: 0, lostKg: 0, adjustedKg: 0 },
  ...{ sentKg: 0, certifiedKg: 0, closeKg: 0 },
  ...values,
})
const one = (values: Partial<Flow>, processes: Parameters<typeof reconcile>[1] = []) => reconcile([flow(values)], processes, 0.005)[0]

describe('the reconciliation of certified goods', () => {
  it('finds what came in without a certificate, above half a percent, and only of certified goods', () => {
    expect(one({ receivedKg: 1000, coveredKg: 994.999, closeKg: 1000 })).toMatchObject({ gapKg: 5.001, problem: 'UNCOVERED' })
    expect(one({ receivedKg: 1000, coveredKg: 995, closeKg: 1000 })).toMatchObject({ gapKg: 5, gapShare: 0.005, problem: null })
    expect(one({ claim: 'CONVENTIONAL', receivedKg: 1000, closeKg: 1000 })).toMatchObject({ gapKg: 0, problem: null })
  })
  it('finds more certified than there was, and books that do not lead to what is there', () => {
    expect(one({ openKg: 10, madeKg: 20, sentKg: 30, certifiedKg: 30.001 })).toMatchObject({ problem: 'OVERSOLD', expectedKg: 0 })
    expect(one({ openKg: 10, madeKg: 20, sentKg: 30, certifiedKg: 30 })?.problem).toBe(null)
    expect(one({ openKg: 10, closeKg: 9.999 })).toMatchObject({ problem: 'BOOKS', expectedKg: 10 })
  })
  it('finds an output outside what its process can give, to the gram', () => {
    const ginning = (kg: number, into = 1000): Parameters<typeof reconcile>[1] => [
      { process: 'GINNING', material: 'LINT', claim: 'ORGANIC', kg, inputs: [{ material: 'SEED_COTTON', kg: into }] },
    ]
    const problem = (kg: number, into?: number) => one({ madeKg: kg, closeKg: kg }, ginning(kg, into))?.problem
    expect([problem(420.001), problem(420), problem(250), problem(249.999)]).toEqual(['YIELD', null, null, 'YIELD'])
    // Any number of kilograms, in whole grams: 55 × 0.42 is a little less than 23.1 as a decimal fraction.
    for (let into = 1; into <= 300; into++) expect([problem((into * 420) / 1000, into), problem((into * 420 + 1) / 1000, into)]).toEqual([null, 'YIELD'])
    for (let into = 1; into <= 300; into++) expect([problem((into * 250) / 1000, into), problem((into * 250 - 1) / 1000, into)]).toEqual([null, 'YIELD'])
  })
  it('compares dyed yarn with yarn, and dyed fabric with fabric', () => {
    const inputs = [
      { material: 'YARN' as const, kg: 500 },
      { material: 'FABRIC' as const, kg: 1000 },
    ]
    const dyeing = (kg: number): Parameters<typeof reconcile>[1] =>
      [
        { material: 'YARN' as const, kg: 470 },
        { material: 'FABRIC' as const, kg },
      ].map((output) => ({ process: 'DYEING_FINISHING', claim: 'ORGANIC', inputs, ...output }))
    const problem = (material: 'YARN' | 'FABRIC', kg: number) => one({ material, madeKg: 470, closeKg: 470 }, dyeing(kg))?.problem
    expect([problem('YARN', 940), problem('FABRIC', 940), problem('YARN', 1051), problem('FABRIC', 1051)]).toEqual([null, null, null, 'YIELD'])
  })
})
