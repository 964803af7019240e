// A crop is what its events say by the days on which they happened, in whatever order they were recorded.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CropEvent, cropProjection } from './crop-projection.ts'

let made = 0
/** With what of its data the projection reads. */
const event = (eventType: CropEvent['eventType'], day: string, data: Record<string, unknown> = {}, recordedBy: string | null = 'omar') =>
  ({
    id: `e${++made}`,
    eventType,
    occurredAt: `${day}T04:30:00.000Z`,
    recordedAt: '2026-01-15T06:30:00.000Z',
    day,
    recordedBy,
    data,
  }) as CropEvent
const sowing = event('SOWING', '2025-06-20', { areaHa: 1, seedKg: 5, seedLotNo: 'S-1' })
const estimate = (day: string, kgPerHa: number) => event('YIELD_ESTIMATE', day, { method: 'EYE', kgPerHa })
const approval = (day: string) => event('ESTIMATE_APPROVED', day)
const loss = (day: string, share: number) => event('CROP_LOSS', day, { share })
const harvest = (day: string, kg: number) => event('HARVEST', day, { kg })

describe('cropProjection', () => {
  it('lowers an estimate by losses after it, never by one before it that is recorded late (B24)', () => {
    const [made_, approved, hail] = [estimate('2025-09-20', 1000), approval('2025-09-22'), loss('2025-08-10', 0.25)]
    expect(cropProjection([sowing, made_, approved, hail], 1)).toMatchObject({ estimatedKg: 1000, lossShare: 25 })
    expect(cropProjection([sowing, made_, approved, loss('2025-10-01', 0.25)], 1)).toMatchObject({ estimatedKg: 750 })
  })
  it('lowers an estimate that waits for its approval (reliability finding 8)', () =>
    expect(cropProjection([sowing, estimate('2025-09-01', 400), loss('2025-09-10', 0.325), approval('2025-09-20')], 1).estimatedKg).toBe(270))
  it('keeps the newer estimate when an old one is recorded late (B24), and asks for an approval of one recorded after the approval', () => {
    const known = [sowing, estimate('2025-09-20', 1000), approval('2025-09-22')]
    expect(cropProjection([...known, estimate('2025-08-20', 1500)], 1)).toMatchObject({ estimatedKg: 1000, proposedKg: null })
    expect(cropProjection([...known, estimate('2025-09-21', 1500)], 1)).toMatchObject({ estimatedKg: 1000, proposedKg: 1500 })
    expect(cropProjection([...known, estimate('2025-09-21', 1500), approval('2025-09-23')], 1)).toMatchObject({ estimatedKg: 1500, proposedKg: null })
  })
  it('says which estimate an approval decided on, and that it decided on none', () => {
    const first = estimate('2025-09-20', 1000)
    expect(cropProjection([sowing, first, approval('2025-09-22')], 1).approvals).toMatchObject([{ estimate: { eventId: first.id } }])
    expect(cropProjection([sowing, approval('2025-09-22')], 1).approvals).toMatchObject([{ estimate: null }])
  })
  it('counts germination after the last sowing only, and the first count, not the first recorded', () => {
    const again = event('RESOWING', '2025-07-05', { areaHa: 0.8 })
    const count = (day: string) => event('GERMINATION_COUNT', day)
    expect(cropProjection([sowing, again, count('2025-06-30')], 1)).toMatchObject({ sowingDate: '2025-07-05', germinationDate: null, sownHa: 0.8 })
    expect(cropProjection([sowing, count('2025-07-05'), count('2025-07-01')], 1).germinationDate).toBe('2025-07-01')
  })
  it('ends on the day of its close, or when all of it is lost', () => {
    expect(cropProjection([sowing, harvest('2025-10-25', 10), event('CROP_CLOSE', '2025-12-20')], 1)).toMatchObject({
      endedOn: '2025-12-20',
      harvestEnd: '2025-10-25',
    })
    expect(cropProjection([sowing, loss('2025-08-01', 0.5), loss('2025-08-11', 1)], 1)).toMatchObject({ endedOn: '2025-08-11', lossShare: 100 })
  })
  it('is the same in any order of recording, approvals aside, which decide on what is known', () => {
    const day = fc.integer({ min: 0, max: 200 }).map((days) => new Date(Date.UTC(2025, 5, 21 + days)).toISOString().slice(0, 10))
    const any = fc.oneof(
      fc.tuple(day, fc.integer({ min: 100, max: 1600 })).map(([on, kg]) => estimate(on, kg)),
      fc.tuple(day, fc.constantFrom(0.1, 0.25, 0.5)).map(([on, share]) => loss(on, share)),
      fc.tuple(day, fc.integer({ min: 1, max: 500 })).map(([on, kg]) => harvest(on, kg)),
      day.map((on) => event('GERMINATION_COUNT', on)),
      day.map((on) => event('RESOWING', on, { areaHa: 0.9 })),
      day.map((on) => event('PLANT_PROTECTION', on, { itemId: 'neem' })),
    )
    fc.assert(
      fc.property(fc.uniqueArray(any, { maxLength: 9, selector: ({ day: on }) => on }), fc.infiniteStream(fc.nat()), (events, order) => {
        const shuffled = events
          .map((one) => ({ one, at: order.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one)
        expect(cropProjection([sowing, ...events], 1)).toEqual(cropProjection([...shuffled, sowing], 1))
        const picked = events.filter((one) => one.eventType === 'HARVEST')
        expect(cropProjection([sowing, ...events], 1).harvestedKg).toBe(picked.reduce((sum, { data }) => sum + data.kg, 0))
        expect(cropProjection([sowing, ...events], 1).harvestStart).toBe(picked.map(({ day: on }) => on).sort()[0] ?? null)
      }),
      { numRuns: 300 },
    )
  })
})
