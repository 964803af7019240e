// Who a round visits, by whom and when: by hand, and for drawn members that every bound holds.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assign, choose, type Member } from './inspection-round.ts'

const member = (id: string, riskClass: Member['riskClass'] = 'LOW', village = 'Kasrawad'): Member => ({ id, village, riskClass, isLargeFarm: false })
const members = fc.uniqueArray(
  fc.record({ id: fc.uuid(), village: fc.constantFrom('A', 'B', 'C'), riskClass: fc.constantFrom('LOW', 'MEDIUM', 'HIGH'), isLargeFarm: fc.boolean() }),
  { selector: ({ id }) => id, maxLength: 60 },
) as fc.Arbitrary<Member[]>

describe('who is chosen', () => {
  it('is everybody, or all of high risk and the drawn ones', () => {
    const all = [member('a'), member('b', 'HIGH'), member('c', 'MEDIUM')]
    expect(choose(all, 'ALL', 0, 's').map(({ id, reason }) => [id, reason])).toEqual([
      ['a', 'ALL'],
      ['b', 'ALL'],
      ['c', 'ALL'],
    ])
    expect(choose(all, 'RISK', 0, 's').map(({ id, reason }) => [id, reason])).toEqual([['b', 'HIGH_RISK']])
  })
  it('is the same for the same seed in whatever order they are read, and holds all of high risk and no more than asked', () =>
    fc.assert(
      fc.property(members, fc.nat(70), fc.string(), (all, random, seed) => {
        const chosen = choose(all, 'RISK', random, seed)
        const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).sort()
        expect(ids(choose([...all].reverse(), 'RISK', random, seed))).toEqual(ids(chosen))
        const high = all.filter(({ riskClass }) => riskClass === 'HIGH')
        expect(ids(chosen.filter(({ reason }) => reason === 'HIGH_RISK'))).toEqual(ids(high))
        expect(chosen.length - high.length).toBe(Math.min(random, all.length - high.length))
        expect(new Set(ids(chosen)).size).toBe(chosen.length)
      }),
    ))
})

describe('by whom and when', () => {
  it('never by somebody with a conflict, evenly, and no more a day than asked', () =>
    fc.assert(
      fc.property(members, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 6 }), fc.func(fc.boolean()), (all, people, perDay, isFree) => {
        const inspectors = Array.from({ length: people }, (_, at) => `i${at}`)
        const mayVisit = (inspector: string, farmer: string) => isFree(inspector, farmer)
        const { visits, left } = assign(choose(all, 'ALL', 0, ''), inspectors, mayVisit, { from: '2025-08-01', perDay })
        expect(visits.length + left.length).toBe(all.length)
        for (const { inspectorId, id } of visits) expect(mayVisit(inspectorId, id)).toBe(true)
        for (const { id } of left) expect(inspectors.some((one) => mayVisit(one, id))).toBe(false)
        const days = Map.groupBy(visits, ({ inspectorId, plannedOn }) => `${inspectorId} ${plannedOn}`)
        for (const own of days.values()) expect(own.length).toBeLessThanOrEqual(perDay)
      }),
    ))
  it('shares work where nobody has a conflict', () => {
    const all = Array.from({ length: 10 }, (_, at) => member(`m${at}`))
    const { visits } = assign(choose(all, 'ALL', 0, ''), ['x', 'y', 'z'], () => true, { from: '2025-08-01', perDay: 2 })
    expect([...Map.groupBy(visits, ({ inspectorId }) => inspectorId).values()].map(({ length }) => length).sort()).toEqual([3, 3, 4])
    expect(visits.at(-1)?.plannedOn).toBe('2025-08-02')
  })
})
