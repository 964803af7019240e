import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, fullMonths, monthsBefore } from '../kernel/day.ts'
import type { Claim } from '../kernel/terms.ts'
import { changeover, claimRank, conversionStart, isAtOnce, lowestClaim, mixing, organicClaim, saleClaim } from './claim.ts'

const claims = Object.keys(claimRank) as Claim[]
const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1990-01-01', days))
const inScheme = (registeredOn: string | null, more: { lastProhibitedInputOn?: string; retroMonths?: number } = {}) => ({
  registeredOn,
  lastProhibitedInputOn: null,
  retroMonths: null,
  ...more,
})

describe('fullMonths', () => {
  it.each([
    ['2023-06-15', '2025-06-14', 23],
    ['2023-06-15', '2025-06-15', 24],
    ['2024-01-31', '2024-02-29', 1],
    ['2024-01-31', '2024-02-28', 0],
    ['2023-01-31', '2023-02-28', 1],
    ['2025-06-15', '2025-06-01', -1],
  ])('from %s to %s is %i', (from, to, months) => expect(fullMonths(from, to)).toBe(months))
  it('never falls as time goes on', () => {
    fc.assert(
      fc.property(
        day,
        day,
        fc.integer({ min: 0, max: 400 }),
        (from, to, later) => void expect(fullMonths(from, addDays(to, later))).toBeGreaterThanOrEqual(fullMonths(from, to)),
      ),
    )
  })
  it('reaches at least the months that were taken off', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 60 }), (to, months) => void expect(fullMonths(monthsBefore(to, months), to)).toBeGreaterThanOrEqual(months)),
    )
  })
})

describe('organicClaim (BR-04)', () => {
  it('is conventional outside a scheme, and before the parcel entered it', () => {
    expect(organicClaim(inScheme(null), '2025-06-20')).toBe('CONVENTIONAL')
    expect(organicClaim(inScheme('2025-06-21'), '2025-06-20')).toBe('CONVENTIONAL')
  })
  it.each([
    ['2025-06-20', 'IC1'],
    ['2024-06-21', 'IC1'],
    ['2024-06-20', 'IC2'],
    ['2023-06-21', 'IC2'],
    ['2023-06-20', 'ORGANIC'],
  ])('registered %s and sown on 20 June 2025 is %s', (registered, claim) => {
    expect(organicClaim(inScheme(registered), '2025-06-20')).toBe(claim)
  })
  it.each([
    ['2023-06-20', 'IC3'],
    ['2022-06-20', 'ORGANIC'],
  ])('a perennial registered %s is %s', (registered, claim) => expect(organicClaim(inScheme(registered), '2025-06-20', 'PERENNIAL')).toBe(claim))
  it('starts again the day after a prohibited input', () => {
    expect(conversionStart(inScheme('2020-01-01', { lastProhibitedInputOn: '2024-08-31' }))).toBe('2024-09-01')
    expect(organicClaim(inScheme('2020-01-01', { lastProhibitedInputOn: '2024-08-31' }), '2025-06-20')).toBe('IC1')
  })
  it.each([
    [12, '2024-06-20', 'ORGANIC'],
    [12, '2024-06-21', 'IC1'],
    [36, '2023-06-20', 'IC3'],
    [36, '2022-06-20', 'ORGANIC'],
    [0, '2025-06-20', 'ORGANIC'],
    [6, '2024-12-21', 'IC1'],
  ])('of a scheme that asks %s months, registered %s, is %s', (months, registered, claim) =>
    expect(organicClaim({ ...inScheme(registered), months: { ANNUAL: months, PERENNIAL: 48 } }, '2025-06-20')).toBe(claim),
  )
  it('counts recognised months', () => expect(organicClaim(inScheme('2024-06-20', { retroMonths: 12 }), '2025-06-20')).toBe('ORGANIC'))
  it('never falls with a later sowing, and never rises with a later prohibited input', () => {
    fc.assert(
      fc.property(day, day, day, fc.integer({ min: 0, max: 900 }), (registered, input, sown, more) => {
        const rank = (inputOn: string, on: string) => claimRank[organicClaim(inScheme(registered, { lastProhibitedInputOn: inputOn }), on)]
        expect(rank(input, addDays(sown, more))).toBeGreaterThanOrEqual(rank(input, sown))
        expect(rank(addDays(input, more), sown)).toBeLessThanOrEqual(rank(input, sown))
      }),
    )
  })
})

describe('saleClaim', () => {
  it.each([
    [null, 'CONVENTIONAL'],
    ['NOT_INSPECTED', 'CONVENTIONAL'],
    ['SANCTIONED', 'CONVENTIONAL'],
    ['REJECTED', 'CONVENTIONAL'],
    ['APPROVED', 'ORGANIC'],
    ['CONDITIONAL', 'ORGANIC'],
  ] as const)('with season result %s organic cotton sells as %s', (result, claim) => expect(saleClaim('ORGANIC', result)).toBe(claim))
})

describe('mixing (BR-11)', () => {
  it('refuses conventional with certified goods, confirmed or not', () => {
    expect(mixing(['ORGANIC', 'CONVENTIONAL'], { downgradeConfirmed: true }).block?.ruleId).toBe('BR-11')
  })
  it('refuses different claims until the downgrade is confirmed, then flags it', () => {
    expect(mixing(['ORGANIC', 'IC2'], { downgradeConfirmed: false }).block?.ruleId).toBe('BR-11')
    expect(mixing(['ORGANIC', 'IC2'], { downgradeConfirmed: true })).toMatchObject({
      block: null,
      claim: 'IC2',
      findings: [{ ruleId: 'BR-11', severity: 'WARN' }],
    })
  })
  it('never gives more than the least of what went in', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...claims), { minLength: 1 }), fc.boolean(), (inputs, downgradeConfirmed) => {
        const { claim } = mixing(inputs, { downgradeConfirmed })
        expect(claimRank[claim]).toBe(Math.min(...inputs.map((one) => claimRank[one])))
      }),
    )
  })
  it('takes nothing for conventional', () => expect(lowestClaim([])).toBe('CONVENTIONAL'))
})

describe('isAtOnce (BR-11)', () => {
  const span = (from: number, to: number) => ({ startedAt: `2025-11-10T0${from}:00:00Z`, endedAt: `2025-11-10T0${to}:00:00Z` })
  it('is what shares a time, from either side, and nothing that touches', () => {
    for (const [other, answer] of [
      [span(1, 3), false],
      [span(1, 4), true],
      [span(4, 4), true],
      [span(3, 3), false],
      [span(1, 8), true],
      [span(5, 8), false],
    ] as const)
      expect([isAtOnce(span(3, 5), other), isAtOnce(other, span(3, 5))]).toEqual([answer, answer])
  })
})

describe('changeover (BR-11)', () => {
  const line = {
    segregation: 'CLEANED_CHANGEOVER',
    lastRunClaim: 'CONVENTIONAL' as Claim,
    lastRunAt: '2025-11-10T08:00:00Z',
    lastCleaningAt: '2025-11-10T10:00:00Z',
  }
  it.each([
    ['never cleaned', { ...line, lastCleaningAt: null }, '2025-11-10T12:00:00Z'],
    ['cleaned more than 24 h before', line, '2025-11-11T10:00:01Z'],
    ['cleaned before the conventional run', { ...line, lastCleaningAt: '2025-11-10T07:00:00Z' }, '2025-11-10T12:00:00Z'],
    ['cleaned after the run began', line, '2025-11-10T09:00:00Z'],
  ])('refuses an organic run on a line %s', (_, facts, startedAt) => expect(changeover(facts, 'ORGANIC', startedAt, 24).block?.ruleId).toBe('BR-11'))
  it('lets it run on a line cleaned in time, after goods of the same claim, and conventional goods at any time', () => {
    expect(changeover(line, 'ORGANIC', '2025-11-11T10:00:00Z', 24).block).toBeNull()
    expect(changeover({ ...line, lastRunClaim: 'ORGANIC' }, 'ORGANIC', '2025-12-11T10:00:00Z', 24).block).toBeNull()
    expect(changeover({ ...line, lastCleaningAt: null }, 'CONVENTIONAL', '2025-12-11T10:00:00Z', 24).block).toBeNull()
    expect(changeover({ ...line, segregation: 'DEDICATED', lastCleaningAt: null }, 'ORGANIC', '2025-12-11T10:00:00Z', 24).block).toBeNull()
  })
  it('lets nothing of a lower claim through during it, however clean the line was', () => {
    const during = (claim: Claim, claimsAtOnce: Claim[]) => changeover({ ...line, claimsAtOnce }, claim, '2025-11-10T12:00:00Z', 24).block?.figures
    expect(during('ORGANIC', ['ORGANIC', 'CONVENTIONAL'])).toMatchObject({ claims: ['ORGANIC', 'CONVENTIONAL'] })
    expect(during('IC2', ['IC1'])).toMatchObject({ claims: ['IC2', 'IC1'] })
    expect([during('IC1', ['ORGANIC']), during('CONVENTIONAL', ['ORGANIC']), during('ORGANIC', [])]).toEqual([undefined, undefined, undefined])
  })
})
