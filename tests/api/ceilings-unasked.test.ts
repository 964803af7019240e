// After the approved list is signed no ceiling rises without a second person (BR-06), on whatever way the ground of a crop changes: a neighbour that is walked
// again, a walk of a time before the closing that comes late, a crop beside it that is gone or smaller, a plan that is.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { field } from './parcel-stage.ts'

let world: World
let chain: Chain
let now = clock()
let east = 1_200_000
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const today = clock().toISOString().slice(0, 10)
const rises = { status: 422, body: { ruleId: 'BR-06' } }
beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
}, 120_000)

const newGround = (): number => {
  east += 1000
  return east
}
const walk = (who: string, parcelId: string, from: number, width: number, day: string) =>
  record(as(who), 'landparcel', parcelId, 'BOUNDARY_CAPTURED', day, { boundary: field(from, 0, width, 100), method: 'GPS_WALK', gpsAccuracyM: 4 })
const capOf = async (id: string): Promise<number> => (await chain.view('crop', id)).yieldCapKg
const seed = { seedKg: 2, method: 'DIBBLING', seedLotNo: 'S-1', seedTreated: 'UNTREATED', nonGmProof: 'GMO-1', nonGmProofKind: 'SEED_CERTIFICATE' }
const sow = (cropId: string, areaHa: number) => ok(record(as('fatima'), 'crop', cropId, 'SOWING', '2025-06-20', { ...seed, areaHa }))
const edit = async (who: string, entity: string, id: string, values: Json) =>
  as(who).patch(`/${entity}/${id}`, values, { 'if-match': `"${(await chain.view(entity, id)).version}"` })
const remains = async (cropId: string, capKg: number): Promise<void> => {
  await ok(record(as('fatima'), 'crop', cropId, 'GERMINATION_COUNT', '2025-07-01', { plantsPerM2: 2 }))
  expect(await capOf(cropId)).toBe(capKg)
}
const close = async (cropId: string, day: string): Promise<void> => {
  await ok(record(as('fatima'), 'crop', cropId, 'CROP_CLOSE', '2026-01-12', { residue: 'SHREDDED' }))
  await ok(record(as('fatima'), 'crop', cropId, 'RETAINED', '2026-01-12', { kg: 100, purpose: 'SEED' }))
  await ok(record(as('omar'), 'crop', cropId, 'CLOSED', day, { reconciled: true }, 12))
}

type Grown = { cropId: string; parcelId: string; farmerId: string; from: number }
const grown = async (picked: number): Promise<Grown> => {
  const one = await chain.sown()
  await chain.decide('APPROVED', one.farmerId)
  if (picked) await chain.picked(one.cropId, picked)
  return { ...one, from: newGround() }
}
/** Walked over 15 m of what a neighbour was, which is accepted on both sides. */
const sharing = async (picked: number): Promise<Grown & { other: string }> => {
  const one = await grown(picked)
  const { parcelId: other } = await chain.member({ areaHa: 1 })
  await ok(walk('fatima', one.parcelId, one.from, 100, '2026-01-09'))
  await ok(walk('fatima', other, one.from + 85, 100, '2026-01-10'))
  for (const id of [one.parcelId, other])
    await ok(record(as('omar'), 'landparcel', id, 'DISPUTE_RESOLVED', '2026-01-15', { resolution: 'ACCEPTED_TOLERANCE' }, 12))
  return { ...one, other }
}
let shared: Awaited<ReturnType<typeof sharing>>
let sharedThen: Awaited<ReturnType<typeof sharing>>
let late: Grown
let bordered: { cropId: string; border: string }
let deleted: { cropId: string; border: string }
let normed: { cropId: string; parcelId: string; from: number }
let planned: { cropId: string; parcelId: string; other: string }
let unplanned: { cropId: string; parcelId: string; other: string }
/** All of them stand on one list, which is signed. */
beforeAll(async () => {
  ;[shared, sharedThen, late] = [await sharing(0), await sharing(100), await grown(100)]
  await ok(walk('fatima', late.parcelId, late.from, 50, '2026-01-08'))
  const half = async (areaHa: number, plans: (parcelId: string) => Promise<{ cropId: string; other: string }>) => {
    const { parcelId, farmerId } = await chain.member({ areaHa: 1 })
    const { cropId, other } = await plans(parcelId)
    await sow(cropId, areaHa)
    await chain.decide('APPROVED', farmerId)
    const from = newGround()
    await ok(walk('fatima', parcelId, from, 50, '2026-01-05'))
    return { cropId, parcelId, other, from }
  }
  const withBorder = async () => {
    const { cropId, other: border } = await half(0.6, async (parcelId) => {
      const systemId = await chain.systemOn(parcelId, { areaHa: 1 })
      return { cropId: await chain.cropIn(systemId, { areaHa: 0.6 }), other: await chain.cropIn(systemId, { areaHa: 0.4, role: 'BORDER' }) }
    })
    return { cropId, border }
  }
  ;[bordered, deleted] = [await withBorder(), await withBorder()]
  const withPlan = () =>
    half(0.4, async (parcelId) => {
      const cropId = await chain.cropIn(await chain.systemOn(parcelId, { areaHa: 0.4 }), { areaHa: 0.4 })
      return { cropId, other: await chain.systemOn(parcelId, { areaHa: 0.6 }) }
    })
  ;[planned, normed, unplanned] = [await withPlan(), await withPlan(), await withPlan()]
  await close(late.cropId, '2026-01-13')
  await close(sharedThen.cropId, '2026-01-15')
  const farmSchemeId = await chain.standards.scheme('NPOP')
  await ok(record(as('omar'), 'collective', world.places.cotton.OP1?.id as string, 'LIST_DRAWN_UP', today, { farmSchemeId, seasonId: chain.season }))
  const { id } = (await ok(as('omar').get('/approvedlist?sort=-versionNo'))).items[0]
  const { hash } = await ok(as('omar').get(`/approvedlist/${id}`))
  await ok(record(as('omar'), 'approvedlist', id, 'SIGNED', today, { hash }))
  now = new Date(now.getTime() + 4 * 3_600_000)
}, 120_000)

describe('after the list is signed', () => {
  it('a neighbour that is walked again over accepted ground is walked so by the manager alone', async () => {
    const { cropId, other, from } = shared
    const half = await capOf(cropId)
    expect(Math.abs(half - 0.925 * 1600)).toBeLessThanOrEqual(1)
    await refused(() => walk('fatima', other, from + 84, 100, '2026-01-12'), rises)
    await remains(cropId, half)
    await ok(walk('omar', other, from + 84, 100, '2026-01-12'))
    expect(await capOf(cropId)).toBe(1600)
  })
  it('what is disputed since says nothing of a crop that was closed', async () => {
    const { cropId, parcelId, other, from } = sharedThen
    const half = await capOf(cropId)
    expect(Math.abs(half - 0.925 * 1600)).toBeLessThanOrEqual(1)
    await ok(
      record(as('fatima'), 'landparcel', other, 'BOUNDARY_CAPTURED', '2026-01-15', { boundary: field(from + 84, 0, 100, 100), method: 'TAP_CORNERS' }, 14),
    )
    expect(await chain.view('landparcel', parcelId)).toMatchObject({ status: 'DISPUTED' })
    await ok(record(as('omar'), 'landparcel', parcelId, 'CONVERSION_RESET', '2026-01-14', { resetOn: '2026-01-02', cause: 'Drift' }))
    expect(await capOf(cropId)).toBe(half)
  })
  it('a walk of a time before its closing gives a closed crop no larger ceiling by itself', async () => {
    const { cropId, parcelId, from } = late
    await refused(() => walk('fatima', parcelId, from, 100, '2026-01-10'), rises)
    // One of a time after it says nothing of then.
    await ok(walk('fatima', parcelId, from, 100, '2026-01-14'))
    expect(await capOf(cropId)).toBe(800)
    await ok(walk('omar', parcelId, from, 75, '2026-01-10'))
    expect(await capOf(cropId)).toBe(1200)
  })
  it('a border that is cancelled or smaller leaves its room to the crop beside it with the manager alone', async () => {
    const { cropId, border } = bordered
    expect(await capOf(cropId)).toBe(480)
    const cancel = (who: string) => record(as(who), 'crop', border, 'CANCELLED', '2026-01-10', { reason: 'No seed' })
    // It can be sent in for approval; an edit is the manager's.
    await refused(() => cancel('fatima'), { status: 422, body: { ruleId: 'BR-06', fields: [{ code: 'request' }] } })
    await refused(() => edit('fatima', 'crop', border, { areaHa: 0.2 }), rises)
    await remains(cropId, 480)
    await ok(edit('omar', 'crop', border, { areaHa: 0.2 }))
    expect(await capOf(cropId)).toBe(600)
    const { event } = await ok(cancel('omar'))
    expect(await capOf(cropId)).toBe(800)
    await ok(as('omar').post(`/crop/${border}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await capOf(cropId)).toBe(600)
  })
  it('a plan that is made smaller is judged, also where somebody has closed what was found of the plot', async () => {
    const { cropId, parcelId, other } = planned
    const [found] = (await chain.view('landparcel', parcelId)).flags.filter(({ ruleId }: Json) => ruleId === 'BR-03')
    await ok(as('omar').post(`/landparcel/${parcelId}/findings/${found.id}/close`, { reason: 'ACCEPTED', note: 'Known' }))
    expect(await capOf(cropId)).toBe(320)
    await refused(() => edit('fatima', 'croppingsystem', other, { areaHa: 0.1 }), rises)
    await remains(cropId, 320)
    await ok(edit('omar', 'croppingsystem', other, { areaHa: 0.1 }))
    expect(await capOf(cropId)).toBe(640)
  })
  it('a border that is deleted leaves its room to the crop beside it with the manager alone', async () => {
    const { cropId, border } = deleted
    expect(await capOf(cropId)).toBe(480)
    const remove = async (who: string) =>
      as(who).send(`/crop/${border}`, { method: 'DELETE', headers: { 'if-match': `"${(await chain.view('crop', border)).version}"` } })
    await refused(() => remove('fatima'), rises)
    await remains(cropId, 480)
    expect((await remove('omar')).status).toBeLessThan(300)
    expect(await capOf(cropId)).toBe(800)
  })
  it('a plan that is deleted leaves its room to the crop of the plan beside it with the manager alone, and one under which something is planned is not deleted', async () => {
    const { cropId, parcelId, other } = unplanned
    expect(await capOf(cropId)).toBe(320)
    const remove = async (who: string, id = other) =>
      as(who).send(`/croppingsystem/${id}`, { method: 'DELETE', headers: { 'if-match': `"${(await chain.view('croppingsystem', id)).version}"` } })
    await refused(() => remove('fatima'), rises)
    await remains(cropId, 320)
    expect((await chain.view('landparcel', parcelId)).flags.map(({ ruleId }: Json) => ruleId)).toContain('BR-03')
    await refused(async () => remove('omar', (await chain.view('crop', cropId)).croppingSystemId), { status: 409, body: { code: 'STATE_CONFLICT' } })
    expect((await remove('omar')).status).toBeLessThan(300)
    expect(await capOf(cropId)).toBe(640)
  })
  // Last: what follows has the other norm.
  it('another norm is no larger ground: ordinary work goes on, the ceiling of what grows follows it, and that of what was closed stays', async () => {
    const { cropId, parcelId, from } = normed
    const closed = await capOf(late.cropId)
    now = new Date(now.getTime() + 60_000)
    const norms = (await chain.view('croptype', chain.cotton)).yieldNorms.map((norm: Json) => ({ ...norm, maxKgPerHa: Math.round(norm.maxKgPerHa * 1.125) }))
    await ok(edit('ada', 'croptype', chain.cotton, { yieldNorms: norms }))
    expect(await capOf(cropId)).toBe(320)
    // Less ground, by another norm: more than before, and the walk goes through.
    await ok(walk('fatima', parcelId, from, 48, '2026-01-15'))
    const capKg = await capOf(cropId)
    expect(Math.abs(capKg - 0.48 * 0.4 * 1800)).toBeLessThanOrEqual(1)
    await ok(walk('fatima', late.parcelId, late.from, 70, '2026-01-15'))
    expect(await capOf(late.cropId)).toBe(closed)
    // From then on what rises is the ground again.
    await refused(() => walk('fatima', parcelId, from, 50, '2026-01-15'), rises)
    await remains(cropId, capKg)
  })
})
