// What can have grown on a plot follows what is measured of it: smaller than was planned, also after the picking (BR-03, BR-06), and of ground that two plots
// share by an overlap that was accepted half on each side, so that it is counted once (BR-02).
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { field } from './parcel-stage.ts'

let world: World
let chain: Chain
/** East of all other plots of the tests, in metres. */
let east = 700_000
const as = (who: string) => world.as(who, 'OP1')
const newGround = (): number => {
  east += 1000
  return east
}
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

/** 1 ha of cotton without irrigation: at most 1600 kg, as the norm of the stage says. */
const perHa = 1600
async function grown(kg: number, areaHa = 1): Promise<{ cropId: string; parcelId: string }> {
  const { cropId, parcelId, farmerId } = await chain.sown({ areaHa })
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, kg)
  return { cropId, parcelId }
}
const capture = (parcelId: string, width: number, height: number, day = '2026-01-12', more: Json = {}, who = 'fatima') =>
  as(who).post(`/landparcel/${parcelId}/events`, {
    ...{ eventType: 'BOUNDARY_CAPTURED', occurredAt: at(day), lateReason: 'Walked again' },
    data: { boundary: field(newGround(), 0, width, height), method: 'GPS_WALK', gpsAccuracyM: 4 },
    ...more,
  })
const take = (entity: string, id: string, eventId: string, who = 'fatima') =>
  as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const cropOf = (id: string): Promise<Json> => chain.view('crop', id)
const capOf = async (id: string): Promise<number> => (await cropOf(id)).yieldCapKg
const foundOf = async (id: string): Promise<Json[]> =>
  (await cropOf(id)).flags.filter(({ ruleId }: Json) => ruleId === 'BR-07').map(({ severity, figures }: Json) => ({ severity, figures }))
const harvest = (cropId: string, kg: number) => record(as('fatima'), 'crop', cropId, 'HARVEST', '2026-01-13', { pickNo: 2, kg })
const buy = async (cropId: string, kg: number, day = '2026-01-13') => chain.buy((await chain.lot()).id, cropId, kg, day)

describe('a plot that is measured smaller than what was sown on it', () => {
  it('lowers the ceiling: no more is picked or bought under it, and what was is to be looked at', async () => {
    const { cropId, parcelId } = await grown(1000)
    await ok(buy(cropId, 500, '2025-11-03'))
    expect(await capOf(cropId)).toBe(perHa)
    await ok(capture(parcelId, 20, 20))
    const capKg = Math.floor(0.04 * perHa)
    expect(await capOf(cropId)).toBe(capKg)
    expect(await foundOf(cropId)).toEqual([{ severity: 'REVIEW', figures: { harvestedKg: 1000, capKg } }])
    expect(await harvest(cropId, 200)).toMatchObject({ status: 422, body: { ruleId: 'BR-07', figures: { harvestedKg: 1200, capKg } } })
    expect(await buy(cropId, 100)).toMatchObject({ status: 422, body: { ruleId: 'BR-08' } })
    // Of a day before it, too: the ground was no larger then.
    expect(await buy(cropId, 100, '2025-11-04')).toMatchObject({ status: 422, body: { ruleId: 'BR-08' } })
    expect(await cropOf(cropId)).toMatchObject({ harvestedKg: 1000, purchasedKg: 500 })
  })
  it('is what the latest walk says, in whatever order they come: corrected, late and taken back', async () => {
    const { cropId, parcelId } = await grown(1000)
    const { event } = await ok(capture(parcelId, 50, 50))
    expect(await capOf(cropId)).toBe(400)
    const { event: corrected } = await ok(capture(parcelId, 50, 100, '2026-01-12', { supersedesEventId: event.id }))
    expect(await capOf(cropId)).toBe(800)
    expect(await foundOf(cropId)).toMatchObject([{ severity: 'REVIEW', figures: { capKg: 800 } }])
    // An earlier walk that is entered late is the boundary of its time alone.
    await ok(capture(parcelId, 20, 20, '2025-12-20'))
    expect(await capOf(cropId)).toBe(800)
    await ok(take('landparcel', parcelId, corrected.id))
    expect(await capOf(cropId)).toBe(64)
    const { event: whole } = await ok(capture(parcelId, 100, 100, '2026-01-14'))
    expect([await capOf(cropId), await foundOf(cropId)]).toEqual([perHa, []])
    await ok(harvest(cropId, 10))
    await ok(take('landparcel', parcelId, whole.id))
    expect([await capOf(cropId), await foundOf(cropId)]).toMatchObject([64, [{ figures: { harvestedKg: 1010, capKg: 64 } }]])
  })
  it('is within what measuring can distinguish up to two per cent, and never more than was sown', async () => {
    const { cropId, parcelId } = await grown(500)
    await ok(capture(parcelId, 98.5, 100))
    expect(await capOf(cropId)).toBe(perHa)
    await ok(capture(parcelId, 97, 100, '2026-01-13'))
    const { mappedAreaHa } = await chain.view('landparcel', parcelId)
    expect(await capOf(cropId)).toBe(Math.floor(Math.round(mappedAreaHa * perHa * 1000) / 1000))
    await ok(capture(parcelId, 200, 100, '2026-01-14'))
    expect(await capOf(cropId)).toBe(perHa)
  })
  it('is shared by what is planned on it at one time', async () => {
    const { parcelId } = await chain.member({ areaHa: 1 })
    const crops: string[] = []
    for (const areaHa of [0.6, 0.4]) crops.push(await chain.cropIn(await chain.systemOn(parcelId, { areaHa }), { areaHa }))
    const sowing = { seedKg: 2, method: 'DIBBLING', seedLotNo: 'S-1', seedTreated: 'UNTREATED', nonGmProof: 'GMO-1', nonGmProofKind: 'SEED_CERTIFICATE' }
    for (const [index, areaHa] of [0.6, 0.4].entries())
      await ok(record(as('fatima'), 'crop', crops[index] ?? '', 'SOWING', '2025-06-20', { ...sowing, areaHa }))
    expect(await Promise.all(crops.map(capOf))).toEqual([960, 640])
    for (const cropId of crops) await chain.picked(cropId, 100)
    await ok(capture(parcelId, 50, 100))
    expect(await Promise.all(crops.map(capOf))).toEqual([480, 320])
    // What was on it at that time goes on counting when it is over.
    const [first = '', second = ''] = crops
    await ok(record(as('fatima'), 'crop', first, 'CROP_CLOSE', '2026-01-12', { residue: 'SHREDDED' }))
    await ok(record(as('fatima'), 'crop', first, 'RETAINED', '2026-01-12', { kg: 100, purpose: 'SEED' }))
    await ok(record(as('omar'), 'crop', first, 'CLOSED', '2026-01-13', { reconciled: true }))
    expect((await chain.view('croppingsystem', (await cropOf(first)).croppingSystemId)).status).toBe('CLOSED')
    await ok(harvest(second, 10))
    expect(await Promise.all(crops.map(capOf))).toEqual([480, 320])
  })
  it('counts for what is sown after it was measured, and again when the sowing is taken back and recorded anew', async () => {
    const { parcelId } = await chain.member({ areaHa: 1 })
    const id = await chain.cropIn(await chain.systemOn(parcelId, { areaHa: 1 }), { areaHa: 1 })
    await ok(capture(parcelId, 50, 100, '2025-06-10'))
    const sowing = {
      areaHa: 1,
      seedKg: 2,
      method: 'DIBBLING',
      seedLotNo: 'S-1',
      seedTreated: 'UNTREATED',
      nonGmProof: 'GMO-1',
      nonGmProofKind: 'SEED_CERTIFICATE',
    }
    for (let times = 0; times < 2; times++) {
      const { event } = await ok(record(as('fatima'), 'crop', id, 'SOWING', '2025-06-20', sowing))
      expect(await capOf(id)).toBe(0.5 * perHa)
      await ok(take('crop', id, event.id))
    }
  })
  it('leaves what is closed as it was measured then, however it is mapped since, and on the day of the programme', async () => {
    const { cropId, parcelId } = await grown(300)
    await ok(capture(parcelId, 20, 100, '2026-01-10'))
    await ok(buy(cropId, 300, '2025-11-03'))
    await ok(record(as('fatima'), 'crop', cropId, 'CROP_CLOSE', '2026-01-11', { residue: 'SHREDDED' }))
    // Ten minutes past midnight in Nimar, while it is the 12th in Greenwich.
    const closed = { eventType: 'CLOSED', occurredAt: '2026-01-13T00:10:00+05:30', lateReason: 'Counted', data: { reconciled: true } }
    await ok(as('omar').post(`/crop/${cropId}/events`, closed))
    expect(await cropOf(cropId)).toMatchObject({ status: 'CLOSED', yieldCapKg: 320 })
    // Projected again with its plot's clock, after a day of mapping that was typed and a larger walk.
    const again = async (startedOn: string) => {
      const { event } = await ok(record(as('omar'), 'landparcel', parcelId, 'CONVERSION_RESET', '2026-01-14', { resetOn: startedOn, cause: 'Drift' }))
      const capKg = await capOf(cropId)
      await ok(take('landparcel', parcelId, event.id, 'omar'))
      return [capKg, await capOf(cropId)]
    }
    await ok(capture(parcelId, 100, 100, '2026-01-14'))
    expect(await again('2026-01-02')).toEqual([320, 320])
    // A walk of a time before it was closed is what was measured then.
    await ok(capture(parcelId, 50, 100, '2026-01-11'))
    expect(await capOf(cropId)).toBe(800)
    expect(await again('2026-01-03')).toEqual([800, 800])
    const { version } = await ok(as('omar').get(`/landparcel/${parcelId}`))
    const typed = { boundary: field(newGround(), 0, 75, 100), boundaryMethod: 'TAP_CORNERS', mappedAt: '2026-01-13' }
    await ok(as('omar').patch(`/landparcel/${parcelId}`, typed, { 'if-match': `"${version}"` }))
    expect(await again('2026-01-04')).toEqual([1200, 1200])
  })
  it('lowers it for what is picked at the same moment', async () => {
    const { cropId, parcelId } = await grown(1000)
    const answers = await Promise.all([capture(parcelId, 20, 20), harvest(cropId, 100)])
    expect(answers[0]?.status).toBe(201)
    expect(await capOf(cropId)).toBe(64)
    expect(await foundOf(cropId)).toMatchObject([{ severity: 'REVIEW', figures: { capKg: 64, harvestedKg: answers[1]?.status === 201 ? 1100 : 1000 } }])
  })
})

describe('ground that two plots share', () => {
  const accept = (id: string) =>
    record(as('omar'), 'landparcel', id, 'DISPUTE_RESOLVED', '2026-01-15', { resolution: 'ACCEPTED_TOLERANCE', comment: 'Both agree' }, 12)
  it('is counted once, half on each side, once its overlap is accepted', async () => {
    const [one, other] = [await chain.sown(), await chain.sown()]
    const base = newGround()
    for (const [index, { parcelId }] of [one, other].entries())
      await ok(capture(parcelId, 0, 0, '2026-01-10', { data: { boundary: field(base + index * 85, 0, 100, 100), method: 'GPS_WALK', gpsAccuracyM: 4 } }))
    const caps = async () => [await capOf(one.cropId), await capOf(other.cropId)]
    expect(await caps()).toEqual([perHa, perHa])
    const accepted: Json[] = []
    for (const { parcelId } of [one, other]) accepted.push((await ok(accept(parcelId))).event)
    const both = (await caps()).reduce((sum, cap) => sum + cap, 0)
    expect(Math.abs(both - 1.85 * perHa)).toBeLessThanOrEqual(2)
    // What is recorded of the crop since leaves it so.
    await ok(record(as('fatima'), 'crop', one.cropId, 'GERMINATION_COUNT', '2025-07-01', { plantsPerM2: 2 }))
    expect((await caps())[0]).toBeLessThan(perHa)
    // The word of the one is taken back: its plot is disputed again, and counts in full until that is settled.
    await ok(take('landparcel', one.parcelId, accepted[0].id, 'omar'))
    expect((await caps())[0]).toBe(perHa)
  })
  it('counts in full where another plot is mapped over it, until that is accepted, too', async () => {
    const [one, other, third] = [await chain.sown(), await chain.sown(), await chain.sown()]
    const base = newGround()
    const lie = (parcelId: string, east: number, north: number, day: string) =>
      ok(capture(parcelId, 0, 0, day, { data: { boundary: field(base + east, north, 100, 100), method: 'GPS_WALK', gpsAccuracyM: 4 } }))
    await lie(one.parcelId, 0, 0, '2026-01-09')
    await lie(other.parcelId, 85, 0, '2026-01-10')
    await ok(accept(one.parcelId))
    const half = await capOf(one.cropId)
    expect(Math.abs(half - 0.925 * perHa)).toBeLessThanOrEqual(1)
    await lie(third.parcelId, 0, 85, '2026-01-11')
    expect(await ok(as('omar').get(`/landparcel/${one.parcelId}`))).toMatchObject({ status: 'DISPUTED' })
    await ok(record(as('fatima'), 'crop', one.cropId, 'GERMINATION_COUNT', '2025-07-01', { plantsPerM2: 2 }))
    expect(await capOf(one.cropId)).toBe(half)
    const { event } = await ok(accept(one.parcelId))
    expect(Math.abs((await capOf(one.cropId)) - 0.85 * perHa)).toBeLessThanOrEqual(1)
    await ok(take('landparcel', one.parcelId, event.id, 'omar'))
    expect(await capOf(one.cropId)).toBeGreaterThanOrEqual(half)
  })
})
