// The line on screen must agree with the rule that decides (BR-04), on every day.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { organicClaim } from '#domain/chain/claim.ts'
import { addDays } from '#domain/kernel/day.ts'
import { conversionLine } from './conversion.ts'
import { rastered } from './queries.ts'

const entered = (registeredOn: string | null, lastProhibitedInputOn: string | null = null, retroMonths: number | null = null) => ({
  registeredOn,
  lastProhibitedInputOn,
  retroMonths,
})

describe('conversionLine', () => {
  it('has nothing to show outside a scheme', () => expect(conversionLine(entered(null), '2025-11-18')).toBeNull())
  it('shows the plot of the book: IC2, 204 days to organic', () => {
    const line = conversionLine(entered('2024-06-10'), '2025-11-18')
    expect(line?.steps.map(({ claim, from, isNow }) => [claim, from, isNow])).toEqual([
      ['IC1', '2024-06-10', false],
      ['IC2', '2025-06-10', true],
      ['ORGANIC', '2026-06-10', false],
    ])
    expect(line?.next).toEqual({ claim: 'ORGANIC', on: '2026-06-10', days: 204 })
    expect(line?.today).toBeCloseTo(0.48, 2)
  })
  it('counts from the day after a prohibited input, and back by recognised months', () => {
    expect(conversionLine(entered('2024-01-01', '2024-06-09'), '2024-07-01')?.steps[0]?.from).toBe('2024-06-10')
    expect(conversionLine(entered('2024-06-10', null, 12), '2025-06-10')?.now).toBe('ORGANIC')
  })
  it('has no next step once organic, and no mark when today is far beyond', () => {
    const line = conversionLine(entered('2015-01-31'), '2025-11-18')
    expect(line).toMatchObject({ next: null, today: null, now: 'ORGANIC' })
    expect(line?.steps[1]?.from).toBe('2016-01-31')
  })
  it('makes each step as long as its days, whatever months the scheme asks, so that today lies in the step that it is of', () => {
    for (const most of [6, 12, 24, 30, 38]) {
      const conversion = { ...entered('2024-06-10'), months: { ANNUAL: most, PERENNIAL: 60 } }
      for (let on = '2024-06-10'; on < '2028-06-01'; on = addDays(on, 7)) {
        const line = conversionLine(conversion, on)
        if (!line || line.today === null) continue
        const whole = line.steps.reduce((sum, { days }) => sum + days, 0)
        const passed = line.steps.reduce((sum, { days, passed }) => sum + days * passed, 0)
        expect(line.today).toBeCloseTo(passed / whole, 9)
        const at = line.steps.findIndex(({ isNow }) => isNow)
        const before = line.steps.slice(0, at).reduce((sum, { days }) => sum + days, 0)
        expect(line.today * whole).toBeGreaterThanOrEqual(before - 1e-9)
        expect(line.today * whole).toBeLessThanOrEqual(before + (line.steps[at]?.days ?? 0) + 1e-9)
      }
      expect(conversionLine(conversion, '2024-06-10')?.steps.length).toBe(most <= 12 ? 2 : most <= 24 ? 3 : 4)
    }
  })
  it('marks on every day the very step that the rule would give', () => {
    const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2016-01-01', days))
    fc.assert(
      fc.property(day, fc.option(day), fc.option(fc.integer({ min: 0, max: 12 })), day, (registered, input, retro, on) => {
        const conversion = entered(registered, input, retro)
        const step = conversionLine(conversion, on)?.steps.find((one) => one.isNow)
        expect(step?.claim ?? 'CONVENTIONAL').toBe(organicClaim(conversion, on))
      }),
    )
  })
})

describe('rastered', () => {
  it('asks for nothing when the map shows more than the server gives', () => expect(rastered([75, 22, 75.2, 22.05])).toBeNull())
  it('asks for the same box after a small move', () =>
    expect(rastered([75.6012, 22.1312, 75.6071, 22.1371])).toEqual(rastered([75.6018, 22.1318, 75.6077, 22.1377])))
})
