// A submission that could not be carried out (BR-33): who may not try it again, what is said of why, that a try leaves nothing while the cause is there and
// applies once when it is gone, also by two at once; or that it is rejected for good.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
})
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const view = (entity: string, id: string, who = 'omar'): Promise<Json> => ok(as(who).get(`/${entity}/${id}`))
const typesOf = async (entity: string, id: string): Promise<string[]> =>
  (await ok(as('omar').get(`/${entity}/${id}/history?limit=100`))).items.map(({ eventType }: Json) => eventType)
const countOf = async (entity: string, id: string, eventType: string) => (await typesOf(entity, id)).filter((one) => one === eventType).length
const send = (id: string, eventType: string, data: Record<string, unknown> = {}, who = 'omar', headers = {}) =>
  as(who).post(`/submission/${id}/events`, { eventType, occurredAt: clock().toISOString(), data }, headers)
const retry = (id: string, who = 'omar', headers = {}) => send(id, 'RETRIED', {}, who, headers)
const answersOf = (values: Record<string, unknown>) =>
  Object.entries(values).map(([field, value]) => ({
    field,
    value: typeof value === 'number' ? { kind: 'NUMBER', number: value } : { kind: 'TEXT', text: value },
  }))

/** Fatima’s harvest of a crop that nobody has recorded as sown, approved by Omar. */
async function failed(): Promise<{ id: string; cropId: string }> {
  const { parcelId } = await chain.member()
  const cropId = await chain.cropIn(await chain.systemOn(parcelId))
  const answers = answersOf({ eventType: 'HARVEST', pickNo: 1, kg: 40, occurredAt: at('2026-01-10') })
  const sent = { formCode: 'CROP_EVENT', formVersion: 1, answers, deviceId: 'SM-A146', capturedAt: at('2026-01-14'), targetType: 'crop', targetId: cropId }
  const { id } = await ok(as('fatima').post('/submission', sent))
  await ok(send(id, 'APPROVED'))
  return { id, cropId }
}
const seed = {
  seedKg: 5,
  areaHa: 1,
  method: 'DIBBLING',
  seedLotNo: 'S-1',
  seedTreated: 'UNTREATED',
  nonGmProof: 'GMO-2025-11',
  nonGmProofKind: 'SEED_CERTIFICATE',
}
const sow = (cropId: string) => ok(record(as('fatima'), 'crop', cropId, 'SOWING', '2025-06-20', seed))

describe('a submission that could not be carried out', () => {
  it('is tried again by nobody but its reviewers, and not before it has failed', async () => {
    const { id, cropId } = await failed()
    await refused(() => retry(id, 'fatima'), { status: 403 })
    for (const who of ['pooja', 'carla']) await refused(() => retry(id, who), { status: 404 })
    await refused(() => world.as('leela', 'OP2').post(`/submission/${id}/events`, { eventType: 'RETRIED', occurredAt: clock().toISOString(), data: {} }), {
      status: 404,
    })
    await refused(() => send(id, 'RETRIED', { kg: 3 }), { status: 400, body: { fields: [{ path: 'data.kg' }] } })
    await refused(() => send(id, 'APPROVED'), { status: 409 })
    expect((await view('submission', id, 'fatima')).may).not.toContain('RETRIED')
    expect((await view('submission', id)).may).toEqual(expect.arrayContaining(['RETRIED', 'RETURNED', 'REJECTED']))
    const answers = answersOf({ eventType: 'HARVEST', pickNo: 1, kg: 40, occurredAt: at('2026-01-10') })
    const sent = { formCode: 'CROP_EVENT', formVersion: 1, answers, deviceId: 'SM-A146', capturedAt: at('2026-01-14'), targetType: 'crop', targetId: cropId }
    const waiting = await ok(as('fatima').post('/submission', sent))
    await refused(() => retry(waiting.id), { status: 409 })
  })
  it('says why, and fails again while the cause is there; nothing but the two tries is left', async () => {
    const { id, cropId } = await failed()
    const { status, extra } = await view('submission', id)
    expect([status, extra.failure.code]).toEqual(['APPLY_FAILED', 'STATE_CONFLICT'])
    expect(extra.failure.problem.length).toBeGreaterThan(10)
    await ok(retry(id))
    expect(await view('submission', id)).toMatchObject({ status: 'APPLY_FAILED', resultId: null, extra: { failure: { code: 'STATE_CONFLICT' } } })
    expect([await countOf('submission', id, 'APPLY_FAILED'), await countOf('submission', id, 'RETRIED')]).toEqual([2, 1])
    expect(await countOf('crop', cropId, 'HARVEST')).toBe(0)
  })
  it('is applied once when the cause is gone, by two who try at once, and however often one try is sent', async () => {
    const { id, cropId } = await failed()
    await sow(cropId)
    const key = { 'idempotency-key': `retry-${id}` }
    const answers = await Promise.all([retry(id, 'omar', key), retry(id, 'ada')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await view('submission', id)).toMatchObject({ status: 'APPLIED', resultType: 'crop', resultId: cropId })
    const first = answers[0]
    if (first?.status === 201) {
      const again = await retry(id, 'omar', key)
      expect([again.status, again.body.event.id]).toEqual([201, first.body.event.id])
    }
    expect([await countOf('submission', id, 'RETRIED'), await countOf('crop', cropId, 'HARVEST')]).toEqual([1, 1])
    expect((await view('crop', cropId)).harvestedKg).toBe(40)
    await refused(() => retry(id), { status: 409 })
  })
  it('sent twice with one key is tried once', async () => {
    const { id, cropId } = await failed()
    await sow(cropId)
    const key = { 'idempotency-key': `again-${id}` }
    const [first, second] = [await ok(retry(id, 'omar', key)), await ok(retry(id, 'omar', key))]
    expect(second.event.id).toBe(first.event.id)
    expect([await countOf('submission', id, 'RETRIED'), await countOf('crop', cropId, 'HARVEST')]).toEqual([1, 1])
  })
  it('waits again for its cause where the try is taken back, and takes what it made with it', async () => {
    const { id, cropId } = await failed()
    await sow(cropId)
    const { event } = await ok(retry(id))
    expect((await view('crop', cropId)).harvestedKg).toBe(40)
    await ok(as('omar').post(`/submission/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await view('submission', id)).status).toBe('APPLY_FAILED')
    expect((await view('crop', cropId)).harvestedKg).toBe(0)
    await ok(retry(id))
    expect((await view('crop', cropId)).harvestedKg).toBe(40)
  })
  it('is rejected for good with a reason, and then tried by nobody', async () => {
    const { id, cropId } = await failed()
    await refused(() => send(id, 'REJECTED'), { status: 400, body: { fields: [{ path: 'data.reason' }] } })
    await refused(() => send(id, 'REJECTED', { reason: 'No such harvest.' }, 'fatima'), { status: 403 })
    await ok(send(id, 'REJECTED', { reason: 'No such harvest.' }))
    await sow(cropId)
    await refused(() => retry(id), { status: 409 })
    expect(await view('submission', id)).toMatchObject({ status: 'REJECTED', extra: { failure: null } })
    expect(await countOf('crop', cropId, 'HARVEST')).toBe(0)
  })
  it('is either tried again or rejected, where two decide at once', async () => {
    const { id, cropId } = await failed()
    await sow(cropId)
    const answers = await Promise.all([retry(id), send(id, 'REJECTED', { reason: 'No such harvest.' }, 'ada')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const isApplied = answers[0]?.status === 201
    expect((await view('submission', id)).status).toBe(isApplied ? 'APPLIED' : 'REJECTED')
    expect(await countOf('crop', cropId, 'HARVEST')).toBe(isApplied ? 1 : 0)
  })
})
