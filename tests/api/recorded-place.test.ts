// Where an event of a plot, its plan or its crop was recorded (1.3): far from the plot, or at a position that says little, is found and refuses nothing.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'

let world: World
let chain: Chain
const as = (who: string) => world.as(who, 'OP1')
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

const scouted = (cropId: string, gps: Json, more: Json = {}) =>
  as('fatima').post(`/crop/${cropId}/events`, {
    ...{ eventType: 'GERMINATION_COUNT', occurredAt: at('2025-07-01'), lateReason: 'From the field book', data: { plantsPerM2: 2 }, gps },
    ...more,
  })
const foundOf = async (entity: string, id: string): Promise<Json[]> =>
  (await chain.view(entity, id)).flags
    .filter(({ ruleId }: Json) => ruleId === '1.3')
    .map(({ severity, eventId, figures }: Json) => ({ severity, eventId, figures }))

describe('the place of an event', () => {
  it('is found where it is far from the plot, is that of the event that counts, and goes with it', async () => {
    const { cropId, parcelId } = await chain.sown()
    const [lng, lat] = (await chain.view('landparcel', parcelId)).centroid.coordinates
    const { event, findings } = await ok(scouted(cropId, { lat: 50, lng: 10, accuracyM: 400 }))
    expect(findings).toMatchObject([{ ruleId: '1.3', severity: 'WARN' }])
    expect(await foundOf('crop', cropId)).toMatchObject([{ severity: 'WARN', eventId: event.id, figures: { cause: 'GEO_MISMATCH', gpsAccuracyM: 400 } }])
    expect((await foundOf('crop', cropId))[0].figures.distanceM).toBeGreaterThan(6_000_000)
    const { event: vague } = await ok(scouted(cropId, { lat, lng, accuracyM: 51 }, { supersedesEventId: event.id }))
    expect(await foundOf('crop', cropId)).toEqual([{ severity: 'WARN', eventId: vague.id, figures: { gpsAccuracyM: 51 } }])
    await ok(scouted(cropId, { lat, lng, accuracyM: 50 }, { supersedesEventId: vague.id }))
    expect(await foundOf('crop', cropId)).toEqual([])
    const { event: away } = await ok(scouted(cropId, { lat: lat + 0.01, lng, accuracyM: 5 }))
    expect(await foundOf('crop', cropId)).toMatchObject([{ eventId: away.id, figures: { cause: 'GEO_MISMATCH' } }])
    await ok(as('fatima').post(`/crop/${cropId}/events/${away.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await foundOf('crop', cropId)).toEqual([])
  })
  it('is that of the plot itself, also for what is recorded of it; without a place nothing is said', async () => {
    const { cropId, parcelId } = await chain.sown()
    const seen = (gps: Json) =>
      as('fatima').post(`/landparcel/${parcelId}/events`, {
        ...{ eventType: 'BUFFER_OBSERVED', occurredAt: at('2025-07-03'), lateReason: 'From the field book', gps },
        data: { side: 'N', use: 'CONVENTIONAL', metres: 9 },
      })
    await ok(scouted(cropId, null))
    await ok(seen(null))
    expect([await foundOf('crop', cropId), await foundOf('landparcel', parcelId)]).toEqual([[], []])
    const { event } = await ok(seen({ lat: 23, lng: 75.6, accuracyM: 5 }))
    expect(await foundOf('landparcel', parcelId)).toMatchObject([{ eventId: event.id, figures: { cause: 'GEO_MISMATCH' } }])
  })
  it('is nothing of what may be written at a desk, as a visit to a member', async () => {
    const { farmerId } = await chain.sown()
    const visit = { eventType: 'VISIT', occurredAt: at('2025-07-03'), lateReason: 'From the field book', data: { purpose: 'Seed' } }
    const { findings } = await ok(as('fatima').post(`/farmer/${farmerId}/events`, { ...visit, gps: { lat: 50, lng: 10, accuracyM: 400 } }))
    expect([findings, await foundOf('farmer', farmerId)]).toEqual([[], []])
  })
})
