// Withdrawals as a projection: where a course begins and ends, what a transfer carries along, and what was used meanwhile.
import { describe, expect, it } from 'vitest'
import { startOfDay } from '../kernel/day.ts'
import { husbandryAssumptions as settings } from './assumptions.ts'
import type { HistoryEvent } from './replay.ts'
import { courseOf, inherited, isInForce, joined, type ProjectedWithdrawal, projectWithdrawals, type WithdrawalContext } from './withdrawal-projection.ts'
import { findingsOfUse, usageOf } from './withdrawn-use.ts'

const zone = 'Asia/Kolkata'
const event = (eventType: string, occurredAt: string, data: Record<string, unknown> = {}): HistoryEvent => ({
  id: `${eventType} ${occurredAt}`,
  eventType,
  occurredAt,
  day: occurredAt.slice(0, 10),
  data,
})
const medicines = new Map([
  [
    'm',
    {
      medicineClass: 'ANTIBIOTIC',
      withdrawals: [
        { species: 'POULTRY', product: 'MEAT', value: 7, unit: 'DAYS' },
        { species: 'FISH', product: 'MEAT', value: 500, unit: 'DEGREE_DAYS' },
      ],
    },
  ],
])
const context: WithdrawalContext = { species: 'POULTRY', zone, medicines, settings }
const never = () => 0

describe('courseOf', () => {
  it('ends with its last day where the programme is, not elsewhere on earth (B35)', () => {
    const { firstDose, lastDose } = courseOf(event('TREATMENT', '2025-03-10T06:00:00.000Z', { startDate: '2025-03-08', endDate: '2025-03-10' }), zone)
    expect([firstDose, lastDose]).toEqual(['2025-03-07T18:30:00.000Z', '2025-03-10T18:29:59.000Z'])
    expect(startOfDay('2025-03-08', 'UTC')).toBe('2025-03-08T00:00:00.000Z')
  })
  it('begins with the first dose, also one before the event, and ends with the last', () => {
    const doses = [{ at: '2025-03-08T04:00:00Z' }, { at: '2025-03-12T04:00:00Z' }]
    const { firstDose, lastDose } = courseOf(event('TREATMENT', '2025-03-10T06:00:00.000Z', { doses }), zone)
    expect([firstDose, lastDose]).toEqual(['2025-03-08T04:00:00.000Z', '2025-03-12T04:00:00.000Z'])
  })
})

describe('projectWithdrawals', () => {
  it('begins with the first dose and ends after the last by the label', () => {
    const [one] = projectWithdrawals(
      [event('TREATMENT', '2025-03-10T06:00:00.000Z', { medicineId: 'm', startDate: '2025-03-08', endDate: '2025-03-10' })],
      context,
    )
    expect(one).toMatchObject({ product: 'MEAT', startAt: '2025-03-07T18:30:00.000Z', statutoryEndAt: '2025-03-17T18:29:59.000Z' })
  })
  it('is in force during the course and until enough warmth has gathered (B1)', () => {
    const course = event('TREATMENT', '2025-03-10T06:00:00.000Z', { medicineId: 'm', endDate: '2025-03-15' })
    const [one] = projectWithdrawals([course], { ...context, species: 'FISH' })
    if (!one) throw new Error('nothing withdrawn')
    expect(isInForce(one, '2025-03-10T05:59:00.000Z', never)).toBe(false)
    expect(isInForce(one, '2025-03-12T06:00:00.000Z', never)).toBe(true)
    expect(isInForce(one, '2025-04-12T06:00:00.000Z', () => 499)).toBe(true)
    expect(isInForce(one, '2025-04-12T06:00:00.000Z', () => 500)).toBe(false)
  })
})

describe('inherited', () => {
  const [own] = projectWithdrawals([event('TREATMENT', '2025-03-10T06:00:00.000Z', { medicineId: 'm' })], context)
  if (!own) throw new Error('nothing withdrawn')
  it('goes with the birds while it is in force, and no longer (B2)', () => {
    expect(inherited([own], '2025-03-12T06:00:00.000Z', never)).toMatchObject([{ startAt: '2025-03-12T06:00:00.000Z', effectiveEndAt: own.effectiveEndAt }])
    expect(inherited([own], '2025-03-18T06:00:00.000Z', never)).toEqual([])
    expect(inherited([own], '2025-03-09T06:00:00.000Z', never)).toEqual([])
  })
  it('leaves the rest of the degree-days to the water that received the fish', () => {
    const [fish] = projectWithdrawals([event('TREATMENT', '2025-03-10T06:00:00.000Z', { medicineId: 'm' })], { ...context, species: 'FISH' })
    if (!fish) throw new Error('nothing withdrawn')
    expect(inherited([fish], '2025-03-20T06:00:00.000Z', () => 240)).toMatchObject([{ degreeDaysRequired: 260, lastDoseAt: '2025-03-20T06:00:00.000Z' }])
  })
  it('is one a treatment, however often it came', () => {
    const twice = [...inherited([own], '2025-03-13T06:00:00.000Z', never), ...inherited([own], '2025-03-12T06:00:00.000Z', never)]
    expect(joined(twice)).toMatchObject([{ startAt: '2025-03-12T06:00:00.000Z' }])
  })
})

describe('findingsOfUse', () => {
  const found = (withdrawals: readonly ProjectedWithdrawal[], history: readonly HistoryEvent[]) =>
    findingsOfUse(withdrawals, history, zone, (one, at) => isInForce(one, at, never))
  it('adds up what went into the tank during a treatment entered late (B5)', () => {
    const milked = (day: string, destination = 'MilkTank') => event('MILKING', `${day}T01:00:00.000Z`, { kg: 6, destination })
    const restriction = event('RESTRICTION', '2025-03-10T00:00:00.000Z', { product: 'MILK', until: '2025-03-12T12:00:00Z' })
    const history = [milked('2025-03-09'), milked('2025-03-10'), milked('2025-03-11'), milked('2025-03-12', 'Discard')]
    expect(found(projectWithdrawals([restriction], context), history)).toMatchObject([
      {
        eventId: restriction.id,
        ruleId: 'AH-09',
        severity: 'REVIEW',
        figures: { usedTimes: 2, usedKg: 12, firstDay: '2025-03-10', lastDay: '2025-03-11' },
      },
    ])
    expect(found(projectWithdrawals([restriction], context), history.slice(0, 1))).toEqual([])
  })
  it('finds eggs where they were gathered, whenever the restriction was entered', () => {
    const restriction = event('RESTRICTION', '2025-03-10T00:00:00.000Z', { product: 'EGGS', until: '2025-03-12T12:00:00Z' })
    const eggs = event('EGG_COLLECTION', '2025-03-11T01:00:00.000Z', { good: 90 })
    expect(found(projectWithdrawals([restriction], context), [eggs])).toMatchObject([{ eventId: eggs.id, severity: 'REVIEW', figures: { product: 'Eggs' } }])
  })
})
describe('usageOf', () => {
  it.each([
    ['DEPARTURE', { kind: 'Slaughter' }, ['MEAT']],
    ['DEPARTURE', { kind: 'Export' }, ['MEAT']],
    ['DEPARTURE', { kind: 'Sale' }, undefined],
    ['MILKING', { destination: 'Discard' }, undefined],
    ['SHEARING', { greasyKg: 2 }, ['FIBRE']],
    ['CATCH', { forSlaughter: 'LIVE' }, undefined],
    ['DAILY_RECORD', { day: '2025-03-10', eggsGood: 0 }, undefined],
  ] as const)('of %s %j is %j (B3)', (eventType, data, products) => {
    expect(usageOf(event(eventType, '2025-03-10T06:00:00.000Z', data), zone)?.products).toEqual(products)
  })
})
