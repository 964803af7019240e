// What the history of an animal says of it, in the order of happening, and which event contradicts it first.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../kernel/day.ts'
import { type AnimalRecord, milkWindows, projectAnimal } from './animal-projection.ts'
import { husbandryAssumptions as settings } from './assumptions.ts'
import { cow } from './cow.ts'
import { goat } from './goat.ts'
import type { HistoryEvent } from './replay.ts'

const start = '2025-06-01'
let ids = 0
const event = (eventType: string, data: Record<string, unknown> = {}, day = start, hour = '06'): HistoryEvent => ({
  id: `e${++ids}`,
  eventType,
  day,
  occurredAt: `${day}T${hour}:00:00.000Z`,
  data,
})
const changes = (values: Record<string, unknown>) => ({ changes: Object.fromEntries(Object.entries(values).map(([name, to]) => [name, { from: null, to }])) })
const entered = (values: Record<string, unknown> = {}, type = 'CREATED'): HistoryEvent =>
  event(type, changes(type === 'CREATED' ? { sex: 'FEMALE', unitId: 'shed', ...values } : values), '2026-01-01')
const project = (events: readonly HistoryEvent[], { today = addDays(start, 1), ...record }: Partial<AnimalRecord> & { today?: string } = {}) =>
  projectAnimal(cow, { birthDate: '2020-01-01', species: 'CATTLE', ...record }, events, { today, zone: 'UTC', settings })

describe('projectAnimal', () => {
  it('begins with a healthy, open female that is not in milk', () => {
    expect(project([entered()])).toMatchObject({
      status: 'ALIVE',
      columns: { reproStatus: 'OPEN', lactationStatus: 'NONE', healthStatus: 'HEALTHY', parity: 0, lastMilkKg: null, formerTags: null },
      refusal: null,
    })
  })
  it('says nothing of breeding and milk of a male', () => {
    expect(project([entered({ sex: 'MALE' })]).columns).toMatchObject({ reproStatus: null, lactationStatus: null })
  })
  it('follows service, check and birth, counts the births, and is open again after the waiting period (B24)', () => {
    const events = [entered(), event('SERVICE'), event('PREGNANCY_CHECK', { result: 'Pregnant' }, start, '07')]
    expect(project(events).columns.reproStatus).toBe('PREGNANT')
    const birth = [...events, event('PARTURITION', {}, '2025-06-10')]
    expect(project(birth, { today: '2025-06-10' }).columns).toMatchObject({
      reproStatus: 'BIRTHED',
      lactationStatus: 'FRESH',
      parity: 1,
      lastBirthOn: '2025-06-10',
    })
    expect(project(birth, { today: addDays('2025-06-10', 59) }).columns.reproStatus).toBe('BIRTHED')
    expect(project(birth, { today: addDays('2025-06-10', 60) }).columns.reproStatus).toBe('OPEN')
  })
  it('leaves the breeding state as it was when a check could not tell', () => {
    expect(project([entered(), event('SERVICE'), event('PREGNANCY_CHECK', { result: 'Unknown' }, start, '07')]).columns.reproStatus).toBe('INSEMINATED')
  })
  it.each([
    ['2025-06-22', 'FRESH'],
    ['2025-06-23', 'EARLY'],
    ['2025-09-09', 'EARLY'],
    ['2025-09-10', 'LACTATING'],
  ])('is on %s, after a birth on 1 June and without a single milking, %s (B24)', (today, status) => {
    expect(project([entered(), event('PARTURITION')], { today }).columns.lactationStatus).toBe(status)
  })
  it('is in treatment while a course lasts, then ill while a diagnosis is open, else healthy (B24)', () => {
    const ill = [entered(), event('DIAGNOSIS', { diagnosisId: 'mastitis' })]
    const cured = [...ill, event('TREATMENT', { diagnosisId: 'mastitis', doses: [{ at: '2025-06-03T06:00:00Z' }] }, start, '07')]
    expect(project(ill).columns.healthStatus).toBe('ILL')
    expect(project(cured, { today: '2025-06-03' }).columns.healthStatus).toBe('IN_TREATMENT')
    expect(project(cured, { today: '2025-06-04' }).columns.healthStatus).toBe('HEALTHY')
    expect(project([...ill, event('TREATMENT', {}, start, '07')], { today: '2025-06-04' }).columns.healthStatus).toBe('ILL')
    expect(project([...ill, event('HEALTH_OBSERVATION', { status: 'HEALTHY' }, start, '08')]).columns.healthStatus).toBe('HEALTHY')
  })
  it('does not leave before the day it came (AH-02)', () => {
    const sold = [entered(), event('DEPARTURE', { kind: 'Sale' }, '2025-06-09')]
    const came = (entryDate: string | null) => project(sold, { entryDate }).refusal
    expect(came('2025-06-10')).toMatchObject({ ruleId: 'AH-02', figures: { entryDate: '2025-06-10' } })
    expect([came('2025-06-09'), came(null)]).toEqual([null, null])
  })
  it('knows where the animal was before a move that was taken back', () => {
    const move = event('UNIT_MOVE', { toUnitId: 'pasture' })
    expect(project([entered(), move]).entered.unitId).toBe('pasture')
    expect(project([entered()]).entered.unitId).toBe('shed')
  })
  it('takes a new tag and keeps the old one findable, by event or by correction (B20)', () => {
    const events = [entered({ managementTag: 'A1' }), event('RETAG', { kind: 'managementTag', newValue: 'A2' }), entered({ managementTag: 'A3' }, 'EDITED')]
    expect(project(events)).toMatchObject({ entered: { managementTag: 'A3' }, columns: { formerTags: 'A1, A2' } })
    expect(project([...events, event('RETAG', { kind: 'managementTag', newValue: 'A1' }, '2026-02-01')]).columns.formerTags).toBe('A2, A3')
  })
  it('castrates a male once, and a correction of the sex holds for the whole life (B22)', () => {
    const castrated = event('PROCEDURE', { kind: 'CASTRATION' })
    expect(project([entered({ sex: 'MALE' }), castrated])).toMatchObject({ entered: { sex: 'MALE_NEUTER' }, refusal: null })
    expect(project([entered(), castrated]).refusal).toMatchObject({ ruleId: 'AH-03', eventType: 'PROCEDURE' })
    const birth = event('PARTURITION')
    expect(project([entered(), birth, entered({ sex: 'MALE' }, 'EDITED')]).refusal).toMatchObject({ ruleId: 'AH-03', eventId: birth.id })
  })
  it('refuses what lies before the birth (B22)', () => {
    expect(project([entered(), event('PARTURITION')], { birthDate: '2025-06-02' }).refusal).toMatchObject({ ruleId: 'AH-02', day: start })
  })
  it('has an animal in a group once, however often it joins, and not at all after it left', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c')), fc.constantFrom('a', 'b', 'c'), (joined, left) => {
        const groups = project([entered(), ...joined.map((groupId) => event('SET_JOIN', { groupId })), event('SET_LEAVE', { groupId: left }, '2025-06-02')])
          .entered.groupIds
        expect(groups).toEqual([...new Set(joined)].filter((id) => id !== left))
      }),
    )
  })
  it('ignores a head count of one animal, and takes that of a group (B18)', () => {
    const counted = event('GROUP_COUNT', { females: 1, males: 0, young: 0 })
    const of = (recordKind: string) =>
      projectAnimal(goat, { birthDate: '2020-01-01', species: 'GOAT', recordKind }, [entered(), counted], { today: start, zone: 'UTC', settings })
    expect(of('INDIVIDUAL')).toMatchObject({ refusal: { ruleId: 'AH-08' } })
    expect(of('INDIVIDUAL').entered.females).toBeUndefined()
    expect(of('GROUP')).toMatchObject({ refusal: null, entered: { females: 1 } })
  })
})

describe('the life of an animal', () => {
  const milked = event('MILKING', { kg: 5 }, '2025-06-09')
  const inMilk = [entered(), event('PARTURITION')]
  it('is by the time of happening: what was recorded first may have happened last (B19)', () => {
    const death = event('DEATH', {}, '2025-06-05')
    expect(project([...inMilk, milked, death]).refusal).toMatchObject({ ruleId: 'AH-01', eventId: milked.id, day: '2025-06-09', figures: { status: 'DEAD' } })
    expect(project([...inMilk, event('DEATH', {}, '2025-06-20'), event('WEIGHT', { kg: 400 }, '2025-06-18')])).toMatchObject({ refusal: null, status: 'DEAD' })
    expect(project([entered(), event('DEPARTURE', { kind: 'Sale' }), event('TREATMENT', {}, '2025-06-03')]).refusal).toMatchObject({ ruleId: 'AH-01' })
    expect(project([entered(), event('DEPARTURE', { kind: 'Show' }), event('ARRIVAL', {}, '2025-05-30')])).toMatchObject({ refusal: null, status: 'OFF_FARM' })
  })
  it('does not depend on the order of recording', () => {
    const events = [
      ...inMilk,
      milked,
      event('DRY_OFF', {}, '2026-03-01'),
      event('DEPARTURE', { kind: 'Show' }, '2026-04-01'),
      event('ARRIVAL', {}, '2026-04-04'),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (shuffled) => {
        expect(project(shuffled)).toEqual(project(events))
      }),
    )
  })
  it('gives milk only in a lactation: never calved, and dried off, are refused (B23)', () => {
    expect(project([entered(), milked]).refusal).toMatchObject({ ruleId: 'AH-06', day: '2025-06-09' })
    expect(project([...inMilk, event('DRY_OFF', {}, '2025-06-08'), milked]).refusal).toMatchObject({ ruleId: 'AH-06' })
    expect(project([...inMilk, event('DRY_OFF', {}, '2025-06-09', '05'), milked]).refusal).toBeNull()
    expect(project([entered(), event('MILKING', { kg: 3 }, start, '05'), event('PARTURITION')]).refusal).toBeNull()
  })
})

describe('lactations', () => {
  const birth = (day: string, hour?: string) => event('PARTURITION', {}, day, hour)
  const events = [entered(), birth('2023-01-10'), event('DRY_OFF', {}, '2023-11-15'), birth('2024-01-20')]
  const spans = (events: readonly HistoryEvent[]) => project(events).lactations
  it('open with each birth, and end when the cow is dried off, leaves for good or gives birth again', () => {
    expect(spans(events)).toMatchObject([
      { parity: 1, beginDate: '2023-01-10', endDate: '2023-11-15', reason: 'DRY_OFF' },
      { parity: 2, beginDate: '2024-01-20', endDate: null, reason: null },
    ])
    expect(spans([...events, birth('2025-02-01')]).map(({ reason }) => reason)).toEqual(['DRY_OFF', 'NEXT_BIRTH', null])
    expect(spans([...events, event('DEATH', {}, '2024-06-01')]).at(-1)).toMatchObject({ endDate: '2024-06-01', reason: 'DEPARTURE' })
  })
  it('end with the next birth when a drying off between them is taken back (B25)', () => {
    expect(spans([entered(), birth('2024-06-01'), birth('2024-12-20')])).toMatchObject([
      { endDate: '2024-12-20', reason: 'NEXT_BIRTH' },
      { endDate: null, reason: null },
    ])
  })
  it('go on over a show, and after a sale that was taken back (B26)', () => {
    const away = (kind: string) => [...events, event('DEPARTURE', { kind }, '2024-06-01'), event('ARRIVAL', {}, '2024-06-03')]
    expect(spans(away('Show')).at(-1)).toMatchObject({ endDate: null })
    expect(spans(away('Sale')).at(-1)).toMatchObject({ endDate: null })
    expect(spans(away('Sale').slice(0, -1)).at(-1)).toMatchObject({ endDate: '2024-06-01', reason: 'DEPARTURE' })
  })
  it('are not opened twice by twins entered as two births (B26)', () => {
    expect(project([entered(), birth('2024-06-01', '05'), birth('2024-06-01', '06')]).refusal).toMatchObject({
      ruleId: 'AH-05',
      figures: { lastBirthOn: '2024-06-01' },
    })
    expect(project([entered(), birth('2024-06-01'), birth('2024-06-02')]).refusal).toMatchObject({ ruleId: 'AH-05' })
  })
  it('share a day of birth by its moment, so that no milk counts twice (B26)', () => {
    const all = milkWindows(spans([entered(), birth('2024-01-01'), birth('2025-01-01', '10')]))
    expect(all.map(({ from, until }) => [from, until])).toEqual([
      [null, '2025-01-01T10:00:00.000Z'],
      ['2025-01-01T10:00:00.000Z', null],
    ])
  })
})
