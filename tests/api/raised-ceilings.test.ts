// Once the approved list is signed, what raises what may be sold as certified has a second person behind it (BR-06, BR-13): a sowing again of a
// larger area, a wider buffer, and what takes either back. What lowers it counts at once.
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { field } from './parcel-stage.ts'

let world: World
let chain: Chain
type Grown = { cropId: string; parcelId: string; farmerId: string }
let listed: Grown
let second: Grown
let apart: Grown
let offline: Grown
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const today = clock().toISOString().slice(0, 10)
const view = (entity: string, id: string): Promise<Json> => ok(as('omar').get(`/${entity}/${id}`))
const capOf = async ({ cropId }: Grown): Promise<number> => (await view('crop', cropId)).yieldCapKg
const seed = {
  seedKg: 4,
  method: 'DIBBLING',
  seedLotNo: 'S-2',
  seedTreated: 'UNTREATED',
  nonGmProof: 'GMO-1',
  nonGmProofKind: 'SEED_CERTIFICATE',
  reason: 'Dry spell',
}
const resow = (who: string, { cropId }: Grown, day: string, areaHa: number) => record(as(who), 'crop', cropId, 'RESOWING', day, { ...seed, areaHa })
const voidEvent = (who: string, entity: string, id: string, eventId: string) =>
  as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const buffer = (who: string, { parcelId }: Grown, day: string, metres: number, use = 'CONVENTIONAL') =>
  record(as(who), 'landparcel', parcelId, 'BUFFER_OBSERVED', day, { side: 'N', use, metres })
const raised = (ruleId: string, path: string) => ({
  status: 422,
  body: { code: 'RULE_BLOCKED', ruleId, fields: [expect.objectContaining({ path, code: path.startsWith('data.') ? 'request' : 'rule' })] },
})
/** What the button of the form sends: the event's data as answers, under one key. */
const sendIn = (targetType: string, targetId: string, values: Record<string, unknown>, key: string) => {
  const answers = Object.entries({ lateReason: 'From the field book', ...values }).map(([field, value]) => ({
    field,
    value: typeof value === 'number' ? { kind: 'NUMBER', number: value } : { kind: 'TEXT', text: value },
  }))
  const head = { formCode: 'CROP_EVENT', formVersion: 1, targetType, targetId, deviceId: 'browser', capturedAt: at('2026-01-15', 9) }
  return ok(as('fatima').post('/submission', { ...head, answers }, { 'idempotency-key': key }))
}
const approve = (who: string, id: string) => record(as(who), 'submission', id, 'APPROVED', today)

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  ;[listed, second, apart, offline] = [await chain.sown(), await chain.sown(), await chain.sown(), await chain.sown()]
  await chain.decide('APPROVED', listed.farmerId, second.farmerId, offline.farmerId)
  await chain.decide('REJECTED', apart.farmerId)
})

describe('before the list is signed', () => {
  it('a field officer records both alone, as what is seen in the field', async () => {
    await ok(resow('fatima', listed, '2025-07-05', 0.5))
    expect(await capOf(listed)).toBe(800)
    await ok(resow('fatima', listed, '2025-07-06', 0.6))
    expect(await capOf(listed)).toBe(960)
    for (const metres of [2, 3]) await ok(buffer('fatima', listed, `2025-07-0${metres}`, metres))
  })
})

describe('after it is signed', () => {
  it('a larger area is sown again by no field officer alone, late or not; the manager records it', async () => {
    const { id } = await drawnUp()
    // A draft binds nobody: what was read is signed, or is drawn up anew.
    const list = await view('approvedlist', id)
    await ok(record(as('omar'), 'approvedlist', id, 'SIGNED', today, { hash: list.hash }))
    await refused(() => resow('fatima', listed, '2025-07-07', 0.7), raised('BR-06', 'data.areaHa'))
    expect((await resow('fatima', listed, '2025-07-07', 0.7)).body.figures).toMatchObject({ capKg: 960, wantedKg: 1120 })
    // Late, before the last one: the last one counts still, and nothing rises.
    await ok(resow('fatima', listed, '2025-07-04', 0.9))
    expect(await capOf(listed)).toBe(960)
    await ok(resow('omar', listed, '2025-07-08', 0.7))
    expect(await capOf(listed)).toBe(1120)
  })
  it('a smaller one counts at once, and is taken back by the manager alone, as a void and in one step with another', async () => {
    const { event } = await ok(resow('fatima', second, '2025-07-10', 0.5))
    expect(await capOf(second)).toBe(800)
    await refused(() => voidEvent('fatima', 'crop', second.cropId, event.id), { status: 422, body: { ruleId: 'BR-06' } })
    const supersede = (areaHa: number) =>
      as('fatima').post(`/crop/${second.cropId}/events`, {
        ...{ eventType: 'RESOWING', occurredAt: at('2025-07-10'), data: { ...seed, areaHa } },
        ...{ lateReason: 'From the field book', supersedesEventId: event.id },
      })
    // A correction can be sent in; taking back cannot.
    await refused(() => supersede(0.8), raised('BR-06', 'data.areaHa'))
    const corrected = await ok(supersede(0.4))
    expect(await capOf(second)).toBe(640)
    await ok(voidEvent('omar', 'crop', second.cropId, corrected.event.id))
    expect(await capOf(second)).toBe(1600)
  })
  it('a plot that is measured smaller counts at once, and a larger boundary gives back what it took with the manager alone', async () => {
    const measured = (who: string, width: number, day: string) =>
      record(as(who), 'landparcel', second.parcelId, 'BOUNDARY_CAPTURED', day, { boundary: field(900_000, 0, width, 100), method: 'GPS_WALK', gpsAccuracyM: 4 })
    const { event } = await ok(measured('fatima', 50, '2026-01-10'))
    expect(await capOf(second)).toBe(800)
    await refused(() => measured('fatima', 75, '2026-01-11'), { status: 422, body: { ruleId: 'BR-06' } })
    await refused(() => voidEvent('fatima', 'landparcel', second.parcelId, event.id), { status: 422, body: { ruleId: 'BR-06' } })
    // In one edit with what moves the clock of the plot, which projects its crops by itself.
    const edited = async (who: string, more: Json) => {
      const { version } = await view('landparcel', second.parcelId)
      const values = { boundary: field(900_000, 0, 75, 100), boundaryMethod: 'TAP_CORNERS', ...more }
      return as(who).patch(`/landparcel/${second.parcelId}`, values, { 'if-match': `"${version}"` })
    }
    await refused(() => edited('fatima', {}), { status: 422, body: { ruleId: 'BR-06' } })
    await refused(() => edited('fatima', { lastProhibitedInputOn: '2019-01-01' }), { status: 422, body: { ruleId: 'BR-06' } })
    expect(await capOf(second)).toBe(800)
    await ok(measured('omar', 75, '2026-01-11'))
    expect(await capOf(second)).toBe(1200)
    await ok(measured('omar', 100, '2026-01-12'))
    expect(await capOf(second)).toBe(1600)
  })
  it('a larger one is sent in by a field officer and counts once, when somebody else has approved it', async () => {
    const values = { eventType: 'RESOWING', occurredAt: at('2025-07-12'), ...seed, areaHa: 0.9 }
    const { id, autoChecks } = await sendIn('crop', listed.cropId, values, 'larger')
    expect((await sendIn('crop', listed.cropId, values, 'larger')).id).toBe(id)
    expect(autoChecks).toContainEqual(expect.objectContaining({ ruleId: 'BR-06', outcome: 'REVIEW' }))
    await refused(() => approve('fatima', id), { status: 403 })
    // A manager as well, she decides on what others have sent in, not on her own.
    const fatima = world.people.fatima as User
    const manager = { role: 'OPERATOR_MANAGER' as const, operatorIds: [world.places.cotton.OP1?.id as string] }
    await refused(() => record(world.asUser({ ...fatima, grants: [...fatima.grants, manager] }), 'submission', id, 'APPROVED', today), {
      status: 422,
      body: { ruleId: 'BR-24' },
    })
    // Those who review other forms alone are shown none of it.
    for (const who of ['pooja', 'ines']) await refused(() => approve(who, id), { status: 404 })
    expect(await capOf(listed)).toBe(1120)
    const both = await Promise.all([approve('omar', id), approve('ada', id)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    await refused(() => approve('omar', id), { status: 409, body: { code: 'STATE_CONFLICT' } })
    expect(await view('submission', id)).toMatchObject({ status: 'APPLIED' })
    expect(await capOf(listed)).toBe(1440)
    const sown = (await ok(as('omar').get(`/crop/${listed.cropId}/history`))).items.filter(({ eventType }: Json) => eventType === 'RESOWING')
    expect(sown.filter(({ data }: Json) => data.areaHa === 0.9 && data.reason === seed.reason && data.seedKg === 4)).toHaveLength(2)
  })
  it('recorded without network and refused later, it is sent in as of its day, and no second time by the device that tries its record again', async () => {
    const device = { id: crypto.randomUUID(), eventType: 'RESOWING', occurredAt: at('2025-07-14', 7), lateReason: 'No network' }
    const again = () => as('fatima').post(`/crop/${offline.cropId}/events`, { ...device, data: { ...seed, areaHa: 1 } }, { 'idempotency-key': device.id })
    await ok(resow('omar', offline, '2025-07-12', 0.5))
    await refused(again, raised('BR-06', 'data.areaHa'))
    await refused(again, raised('BR-06', 'data.areaHa'))
    const { id, capturedAt } = await sendIn('crop', offline.cropId, { ...device, ...seed, areaHa: 1 }, 'offline')
    expect(capturedAt).toBe(new Date(at('2026-01-15', 9)).toISOString())
    await ok(approve('omar', id))
    expect(await capOf(offline)).toBe(1600)
    const resown = async () => (await ok(as('omar').get(`/crop/${offline.cropId}/events?limit=200`))).items.filter(({ id }: Json) => id === device.id)
    expect(await resown()).toMatchObject([{ recordedBy: world.people.fatima?.id, data: { areaHa: 1 } }])
    await refused(again, { status: 409 })
    expect(await resown()).toHaveLength(1)
  })
  it('no policy lets it through: it waits for a person', async () => {
    const policy = async (rules: Json[]) => {
      const { version } = await ok(as('ada').get('/api/submission-policy'))
      return ok(world.as('ada').patch('/api/submission-policy', { rules }, { 'if-match': `"${version}"` }))
    }
    await policy([{ form: 'CROP_EVENT', role: 'FIELD_OFFICER', afterApplied: 0, cleanDays: 0 }])
    const values = { eventType: 'RESOWING', occurredAt: at('2025-07-13'), ...seed, nonGmProof: 'GMO-1', nonGmProofKind: 'SEED_CERTIFICATE' }
    const more = await sendIn('crop', listed.cropId, { ...values, areaHa: 1 }, 'policy')
    expect(more).toMatchObject({ status: 'RECEIVED', autoChecks: [expect.objectContaining({ ruleId: 'BR-06', outcome: 'REVIEW' })] })
    expect(await sendIn('crop', listed.cropId, { ...values, areaHa: 0.9 }, 'as-before')).toMatchObject({ status: 'APPLIED' })
    await policy([])
  })
  it('the sowing itself is taken back under no larger plan by a field officer', async () => {
    const [sowing] = (await ok(as('omar').get(`/crop/${second.cropId}/history`))).items.filter(({ eventType }: Json) => eventType === 'SOWING')
    // What was sown is all that was planned: nothing rises, and nothing stands in the way.
    await ok(voidEvent('fatima', 'crop', second.cropId, sowing.id))
    expect((await view('crop', second.cropId)).status).toBe('PLANNED')
  })
  it('a wider buffer, or another neighbour, is measured by no field officer alone; by manager and inspector it is', async () => {
    await refused(() => buffer('fatima', listed, '2025-08-01', 5), raised('BR-13', 'data.metres'))
    await refused(() => buffer('fatima', listed, '2025-08-01', 3, 'ROAD'), raised('BR-13', 'data.metres'))
    const { event } = await ok(buffer('fatima', listed, '2025-08-02', 1))
    await refused(() => voidEvent('fatima', 'landparcel', listed.parcelId, event.id), { status: 422, body: { ruleId: 'BR-13' } })
    await ok(buffer('ines', listed, '2025-08-03', 4))
    await ok(buffer('omar', listed, '2025-08-04', 6))
    expect((await view('landparcel', listed.parcelId)).neighbours).toEqual([expect.objectContaining({ side: 'N', bufferM: 6 })])
  })
  it('a wider one is sent in, too', async () => {
    const { id, autoChecks } = await sendIn(
      'landparcel',
      listed.parcelId,
      { eventType: 'BUFFER_OBSERVED', occurredAt: at('2025-08-05'), side: 'N', use: 'CONVENTIONAL', metres: 7 },
      'wider',
    )
    expect(autoChecks).toContainEqual(expect.objectContaining({ ruleId: 'BR-13', outcome: 'REVIEW' }))
    await ok(approve('omar', id))
    expect((await view('landparcel', listed.parcelId)).neighbours).toEqual([expect.objectContaining({ side: 'N', bufferM: 7 })])
  })
  it('nor typed on a plot that is not verified, where no request would be asked for', async () => {
    const { version, status } = await view('landparcel', listed.parcelId)
    expect(status).toBe('MAPPED')
    const patch = (neighbours: Json[]) => as('fatima').patch(`/landparcel/${listed.parcelId}`, { neighbours }, { 'if-match': `"${version}"` })
    await refused(() => patch([{ side: 'N', use: 'CONVENTIONAL', bufferM: 9 }]), raised('BR-13', 'neighbours'))
    await ok(patch([{ side: 'N', use: 'CONVENTIONAL', bufferM: 1 }]))
  })
  it('what was sent in is not carried out where the crop was harvested meanwhile, says why, and is carried out when that is taken back', async () => {
    const { id } = await sendIn('crop', listed.cropId, { eventType: 'RESOWING', occurredAt: at('2025-11-25'), ...seed, areaHa: 1 }, 'meanwhile')
    const { event } = await ok(record(as('omar'), 'crop', listed.cropId, 'HARVEST', '2025-11-20', { pickNo: 1, kg: 40 }))
    await ok(approve('omar', id))
    expect(await view('submission', id)).toMatchObject({ status: 'APPLY_FAILED', extra: { failure: { code: 'STATE_CONFLICT' } } })
    expect(await capOf(listed)).toBe(1440)
    await ok(voidEvent('omar', 'crop', listed.cropId, event.id))
    await ok(record(as('omar'), 'submission', id, 'RETRIED', today, {}, 12))
    expect(await view('submission', id)).toMatchObject({ status: 'APPLIED' })
    expect(await capOf(listed)).toBe(1600)
  })
  it('of growers who are not on the list nothing changes', async () => {
    await ok(resow('fatima', apart, '2025-07-05', 0.5))
    await ok(resow('fatima', apart, '2025-07-06', 0.9))
    for (const metres of [2, 3]) await ok(buffer('fatima', apart, `2025-07-0${metres}`, metres))
  })
})

async function drawnUp(): Promise<Json> {
  const farmSchemeId = await chain.standards.scheme('NPOP')
  await ok(record(as('omar'), 'collective', world.places.cotton.OP1?.id as string, 'LIST_DRAWN_UP', today, { farmSchemeId, seasonId: chain.season }))
  return (await ok(as('omar').get('/approvedlist?sort=-versionNo'))).items[0]
}
