// Findings of a flock's history: each at the event that makes the day or the flock unusual, in whatever order it was recorded.
import { describe, expect, it } from 'vitest'
import { addDays } from '../kernel/day.ts'
import { husbandryAssumptions } from './assumptions.ts'
import { flockFindings } from './flock-findings.ts'
import type { FlockEvent } from './flock-projection.ts'

const start = '2025-06-01'
let ids = 0
const on = (day: number, eventType: string, data: Record<string, unknown> = {}, hour = '06'): FlockEvent => ({
  id: `e${++ids}`,
  eventType,
  day: addDays(start, day),
  occurredAt: `${addDays(start, day)}T${hour}:00:00.000Z`,
  data,
})
const placed = (unsexed: number) => on(0, 'PLACEMENT', { females: 0, males: 0, unsexed })
const of = (events: readonly FlockEvent[], birdType = 'BROILER') => flockFindings(events, birdType, husbandryAssumptions)

describe('losses (AH-19)', () => {
  it('are found once when a limit is passed, and are for review at the critical one (B31)', () => {
    const [flock, many, few] = [placed(10_000), on(3, 'MORTALITY', { count: 350 }), on(4, 'MORTALITY', { count: 20 })]
    const warned = [{ eventId: many.id, ruleId: 'AH-19', severity: 'WARN', figures: { lossShare: 0.035, usualShare: 0.03 } }]
    expect(of([flock, many])).toMatchObject(warned)
    expect(of([flock, many, few])).toMatchObject(warned)
    expect(of([placed(10_000), on(3, 'CULL', { count: 900 })])).toMatchObject([{ severity: 'REVIEW' }])
  })
  it('stand at the event that passed the limit, whichever was recorded first', () => {
    const [first, second] = [on(2, 'MORTALITY', { count: 6 }), on(4, 'MORTALITY', { count: 4 })]
    const expected = [
      { eventId: first.id, severity: 'WARN' },
      { eventId: second.id, severity: 'REVIEW' },
    ]
    expect(of([placed(100), first, second])).toMatchObject(expected)
    expect(of([second, placed(100), first])).toMatchObject(expected)
  })
  it('of a day are unusual above one in two hundred, or three times the mean of the week before, and once a day', () => {
    expect(of([placed(1000), on(3, 'MORTALITY', { count: 6 })])).toMatchObject([{ severity: 'WARN', figures: { dead: 6 } }])
    expect(of([placed(1000), on(3, 'MORTALITY', { count: 4 })])).toEqual([])
    expect(of([placed(1000), on(3, 'MORTALITY', { count: 6 }), on(3, 'CULL', { count: 1 }, '09')])).toMatchObject([{ figures: { dead: 6 } }])
    const week = [1, 2, 3, 4, 5, 6, 7].map((day) => on(day, 'MORTALITY', { count: 5 }))
    expect(of([placed(10_000), ...week, on(8, 'MORTALITY', { count: 16 })])).toMatchObject([{ severity: 'WARN' }])
    expect(of([placed(10_000), ...week, on(8, 'MORTALITY', { count: 15 })])).toEqual([])
  })
})
describe('figures of a day that two events say (AH-21)', () => {
  it('are found at the later of the two', () => {
    const [daily, fed] = [on(3, 'DAILY_RECORD', { feedKg: 10 }), on(3, 'FEEDING', { kg: 10 }, '15')]
    expect(of([placed(100), daily, fed])).toMatchObject([{ eventId: fed.id, ruleId: 'AH-21', figures: { twice: ['Feed'] } }])
    expect(of([fed, placed(100), daily])).toMatchObject([{ eventId: fed.id }])
    expect(of([placed(100), fed, on(3, 'FEEDING', { kg: 5 }, '16')])).toEqual([])
  })
})
describe('eggs (AH-08)', () => {
  it('of more than one a hen are doubted at the event that passes it', () => {
    const [morning, evening] = [on(3, 'EGG_COLLECTION', { good: 60 }), on(3, 'EGG_COLLECTION', { good: 45 }, '15')]
    expect(of([placed(100), evening, morning])).toMatchObject([{ eventId: evening.id, ruleId: 'AH-08', severity: 'WARN', figures: { alive: 100 } }])
    expect(of([placed(100), morning])).toEqual([])
  })
})
