import { describe, expect, it } from 'vitest'
import { judgeMoments, type Marker, type Moment } from './lot-balance.ts'

const day = (n: number): string => `2025-11-${String(n).padStart(2, '0')}T10:00:00.000Z`
const moment = (n: number, kg: number, ...eventIds: string[]): Moment => ({ at: day(n), grams: kg * 1000, eventIds })
const marker = (n: number, eventType: string, id = eventType): Marker => ({ id, eventType, at: day(n) })

describe('the balance of a lot through time', () => {
  it('names the first moment below zero and how much is missing at most, though the end is above', () => {
    // 10 kg lay there before the first of these moments.
    const moments = [moment(3, -12, 'loss'), moment(4, -3, 'heap'), moment(5, 20, 'ticket')]
    expect(judgeMoments(15_000, moments, [], 0.03)).toEqual({ shortage: { eventIds: ['loss'], worst: { grams: 5000, at: day(4) } } })
  })
  it('lets a lot be emptied, and filled again', () => {
    expect(judgeMoments(5000, [moment(3, -10, 'split'), moment(4, 5, 'void')], [], 0.03)).toEqual({})
  })
  it('names a close of an empty lot before anything that is short later', () => {
    const { shortage } = judgeMoments(-1000, [moment(3, 0, 'ticket'), moment(6, -1, 'loss')], [marker(5, 'CLOSED')], 0.03)
    expect(shortage).toMatchObject({ marker: { eventType: 'CLOSED' }, worst: { grams: 1000, at: day(6) } })
  })
  it('says how much more a disposal takes when something came before it after all, and how much less', () => {
    const disposal = marker(8, 'DISPOSAL', 'd')
    expect(judgeMoments(3000, [moment(2, 3, 'late'), moment(8, -10, 'd')], [disposal], 0.03)).toEqual({ disposed: { id: 'd', at: day(8), grams: 3000 } })
    expect(judgeMoments(-4000, [moment(2, -4, 'ticket'), moment(8, -10, 'd')], [disposal], 0.03)).toEqual({ disposed: { id: 'd', at: day(8), grams: -4000 } })
  })
  it('measures what an adjustment adds by what was in the books just before it (BR-30)', () => {
    const approved = marker(4, 'ADJUST_APPROVED', 'a')
    expect(judgeMoments(103_000, [moment(4, 3, 'a')], [approved], 0.03)).toEqual({})
    expect(judgeMoments(93_000, [moment(2, -10, 'void'), moment(4, 3, 'a')], [approved], 0.03).shortage).toMatchObject({ marker: { id: 'a' } })
  })
  it('measures what it takes in the same way, its own kilograms alone, and leaves what was agreed to (BR-30)', () => {
    const approved = (weighed?: number, isAgreed = false) => ({ ...marker(4, 'ADJUST_APPROVED', 'a'), isAgreed, ...(weighed === undefined ? {} : { weighed }) })
    const judged = (kg: number, one: ReturnType<typeof approved>) => judgeMoments(100_000 + kg * 1000, [moment(4, kg, 'a')], [one], 0.03).shortage
    expect([judged(-3, approved(-3000)), judged(-4, approved(-4000, true)), judged(4, approved(4000, true))]).toEqual([undefined, undefined, undefined])
    expect([judged(-4, approved(-4000)), judged(4, approved(4000))]).toMatchObject([{ marker: { id: 'a' } }, { marker: { id: 'a' } }])
    // Recorded before its figure was stored with it.
    expect(judged(-4, approved())).toBeUndefined()
    // Each of an instant.
    const [small, large] = [approved(-1000), { ...approved(-4000), id: 'b' }]
    expect(judgeMoments(95_000, [moment(4, -5, 'a', 'b')], [small, large], 0.03).shortage).toMatchObject({ marker: { id: 'b' } })
    // Something else of the same instant.
    expect(judgeMoments(47_000, [moment(4, -53, 'a')], [approved(-3000)], 0.03).shortage).toBeUndefined()
  })
})
