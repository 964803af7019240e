// What an animal's events say of it, whatever their number, and that taking one back leaves nothing over.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AnimalEvent, animalProjection } from './animal-projection.ts'

const event = (eventType: string, data: Record<string, unknown> = {}, day = '2025-06-01'): AnimalEvent => ({ eventType, day, data })
const born = (values: Record<string, unknown> = {}): AnimalEvent =>
  event('CREATED', {
    changes: Object.fromEntries(Object.entries({ sex: 'FEMALE', unitId: 'shed', ...values }).map(([name, to]) => [name, { from: null, to }])),
  })

describe('animalProjection', () => {
  it('begins with a healthy, open female that is not in milk', () => {
    expect(animalProjection([born()])).toMatchObject({ reproStatus: 'OPEN', lactationStatus: 'NONE', healthStatus: 'HEALTHY', parity: 0, lastMilkKg: null })
  })
  it('says nothing of breeding and milk of a male', () => {
    expect(animalProjection([born({ sex: 'MALE' })])).toMatchObject({ reproStatus: null, lactationStatus: null })
  })
  it('follows service, check and birth, and counts the births', () => {
    const events = [born(), event('SERVICE'), event('PREGNANCY_CHECK', { result: 'Pregnant' })]
    expect(animalProjection(events).reproStatus).toBe('PREGNANT')
    expect(animalProjection([...events, event('PARTURITION', {}, '2025-06-10')])).toMatchObject({
      reproStatus: 'BIRTHED',
      lactationStatus: 'FRESH',
      parity: 1,
      lastBirthOn: '2025-06-10',
    })
  })
  it('leaves the standing as it was when a check could not tell', () => {
    expect(animalProjection([born(), event('SERVICE'), event('PREGNANCY_CHECK', { result: 'Unknown' })]).reproStatus).toBe('INSEMINATED')
  })
  it.each([
    ['2025-06-22', 'FRESH'],
    ['2025-06-23', 'EARLY'],
    ['2025-09-09', 'EARLY'],
    ['2025-09-10', 'LACTATING'],
  ])('calls a milking on %s, after a birth on 1 June, %s', (day, status) => {
    expect(animalProjection([born(), event('PARTURITION'), event('MILKING', { kg: 9 }, day)])).toMatchObject({ lactationStatus: status, lastMilkKg: 9 })
  })
  it('knows where the animal was before a move that was taken back', () => {
    const move = event('UNIT_MOVE', { toUnitId: 'pasture' })
    expect(animalProjection([born(), move]).entered.unitId).toBe('pasture')
    expect(animalProjection([born()]).entered.unitId).toBe('shed')
  })
  it('gives a new tag, and castrates', () => {
    expect(
      animalProjection([born({ sex: 'MALE', rfid: '1' }), event('RETAG', { kind: 'rfid', newValue: '2' }), event('PROCEDURE', { kind: 'CASTRATION' })]).entered,
    ).toMatchObject({
      rfid: '2',
      sex: 'MALE_NEUTER',
    })
  })
  it('has an animal in a group once, however often it joins, and not at all after it left', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c')), fc.constantFrom('a', 'b', 'c'), (joined, left) => {
        const groups = animalProjection([born(), ...joined.map((groupId) => event('SET_JOIN', { groupId })), event('SET_LEAVE', { groupId: left })]).entered
          .groupIds
        expect(groups).toEqual([...new Set(joined)].filter((id) => id !== left))
      }),
    )
  })
  it('opens a lactation with each birth, and ends it when the cow is dried off, leaves or gives birth again', () => {
    const events = [born(), event('PARTURITION', {}, '2023-01-10'), event('DRY_OFF', {}, '2023-11-15'), event('PARTURITION', {}, '2024-01-20')]
    expect(animalProjection(events).lactations).toEqual([
      { parity: 1, beginDate: '2023-01-10', endDate: '2023-11-15', reason: 'DRY_OFF' },
      { parity: 2, beginDate: '2024-01-20', endDate: null, reason: null },
    ])
    expect(animalProjection([...events, event('PARTURITION', {}, '2025-02-01')]).lactations.map(({ reason }) => reason)).toEqual([
      'DRY_OFF',
      'NEXT_BIRTH',
      null,
    ])
    expect(animalProjection([...events, event('DEATH', {}, '2024-06-01')]).lactations.at(-1)).toMatchObject({ endDate: '2024-06-01', reason: 'DEPARTURE' })
  })
  it('tells the same of the same events, and parity is the number of births among them', () => {
    const types = fc.constantFrom('SERVICE', 'PARTURITION', 'MILKING', 'DRY_OFF', 'DIAGNOSIS', 'ABORTION', 'WEIGHT')
    fc.assert(
      fc.property(fc.array(types), (all) => {
        const events = [born(), ...all.map((type) => event(type, { kg: 3 }))]
        expect(animalProjection(events)).toEqual(animalProjection(events))
        expect(animalProjection(events).parity).toBe(all.filter((type) => type === 'PARTURITION').length)
      }),
    )
  })
})
