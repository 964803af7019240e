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
