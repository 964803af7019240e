// Crops that grow mixed on one piece of ground share it (BR-03): never more than all of it, all of it before anything is picked, and nothing else has a share.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, cropBody, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)
const systemOf = async (values: Record<string, unknown> = {}) =>
  chain.systemOn((await chain.member({ areaHa: 1 })).parcelId, { systemType: 'MIXED', ...values })
const planted = (systemId: string, role: string, areaShare?: number | null) =>
  as('fatima').post('/crop', cropBody(chain, systemId, { role, areaHa: 1, ...(areaShare === undefined ? {} : { areaShare }) }))
const change = async (entity: string, id: string, values: Record<string, unknown>) => {
  const { version } = await chain.view(entity, id)
  return as('omar').patch(`/${entity}/${id}`, values, { 'if-match': `"${version}"` })
}
const sowing = {
  seedKg: 5,
  areaHa: 1,
  method: 'DIBBLING',
  seedLotNo: 'S-1',
  seedTreated: 'UNTREATED',
  nonGmProof: 'GMO-2025-11',
  nonGmProofKind: 'SEED_CERTIFICATE',
}
const sow = (id: string) => ok(record(as('fatima'), 'crop', id, 'SOWING', '2025-06-20', sowing))
const pick = (id: string, day = '2025-11-05') => record(as('fatima'), 'crop', id, 'HARVEST', day, { pickNo: 1, kg: 50, moisture: 8, trash: 2, bags: 2 })
const above = (share: number) => ({ status: 422, body: { ruleId: 'BR-03', figures: { share } } })

describe('a share', () => {
  it('is what each crop of a mixed system has, and none of another', async () => {
    const mixed = await systemOf()
    await refused(() => planted(mixed, 'MAIN'), { status: 400, body: { fields: [{ path: 'areaShare', code: 'required' }] } })
    await refused(() => planted(mixed, 'COVER', 0.1), { status: 400, body: { fields: [{ path: 'areaShare', code: 'rule' }] } })
    for (const wrong of [0, -0.1, 1.01]) await refused(() => planted(mixed, 'MAIN', wrong), { status: 400, body: { fields: [{ path: 'areaShare' }] } })
    await ok(planted(mixed, 'COVER'))
    const sole = await systemOf({ systemType: 'SOLE' })
    await refused(() => planted(sole, 'MAIN', 1), { status: 400, body: { fields: [{ path: 'areaShare', code: 'rule' }] } })
  })
  it('is never more than is left, by as little as a tenth of a per cent', async () => {
    const systemId = await systemOf()
    await ok(planted(systemId, 'MAIN', 0.6))
    await refused(() => planted(systemId, 'INTERCROP', 0.4011), above(1.0011))
    const { id } = await ok(planted(systemId, 'INTERCROP', 0.3))
    await refused(() => change('crop', id, { areaShare: 0.5 }), above(1.1))
    await ok(change('crop', id, { areaShare: 0.4 }))
    // What was given up leaves its share to others.
    await ok(as('omar').post(`/crop/${id}/events`, { eventType: 'CANCELLED', occurredAt: clock().toISOString(), data: { reason: 'Not sown' } }))
    await ok(planted(systemId, 'BORDER', 0.4))
  })
  it('is a third as people write it', async () => {
    const systemId = await systemOf()
    for (const role of ['MAIN', 'INTERCROP', 'BORDER']) await ok(planted(systemId, role, 0.333))
    const main = (await ok(as('omar').get(`/crop?filter[croppingSystemId]=${systemId}&filter[role]=MAIN`))).items[0].id
    await sow(main)
    await ok(pick(main))
  })
})

describe('a picking', () => {
  it('waits until the shares are all of the ground, and after it they stand', async () => {
    const systemId = await systemOf()
    const { id: main } = await ok(planted(systemId, 'MAIN', 0.7))
    await sow(main)
    await refused(() => pick(main), above(0.7))
    const { id: other } = await ok(planted(systemId, 'INTERCROP', 0.3))
    await ok(pick(main))
    await refused(() => change('crop', main, { areaShare: 0.6 }), { status: 400, body: { fields: [{ path: 'areaShare', code: 'rule' }] } })
    await ok(change('crop', other, { areaShare: 0.25 }))
    await refused(() => pick(main, '2025-11-20'), above(0.95))
    expect((await chain.view('crop', main)).harvestedKg).toBe(50)
  })
  it('goes on where another crop was lost, given up or deleted after the first one, and that leaves its share to nobody', async () => {
    const lost: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
      'given up': (id) =>
        ok(as('omar').post(`/crop/${id}/events`, { eventType: 'CANCELLED', occurredAt: clock().toISOString(), data: { reason: 'Not sown' } })),
      deleted: async (id) => expect((await as('omar').delete(`/crop/${id}`)).status).toBe(204),
    }
    for (const [how, lose] of Object.entries(lost)) {
      const systemId = await systemOf()
      const [{ id: main }, { id: other }] = [await ok(planted(systemId, 'MAIN', 0.6)), await ok(planted(systemId, 'INTERCROP', 0.4))]
      await sow(main)
      const { event } = await ok(pick(main))
      await lose(other)
      await ok(pick(main, '2025-11-20'))
      const corrected = { pickNo: 1, kg: 40, moisture: 8, trash: 2, bags: 2 }
      const sent = { eventType: 'HARVEST', occurredAt: '2025-11-05T04:30:00.000Z', data: corrected, supersedesEventId: event.id, lateReason: 'Weighed again' }
      await ok(as('fatima').post(`/crop/${main}/events`, sent))
      expect([how, (await chain.view('crop', main)).harvestedKg]).toEqual([how, 90])
      // Not by whoever has picked nothing yet.
      const open = await systemOf()
      const [{ id: first }, { id: gone }] = [await ok(planted(open, 'MAIN', 0.6)), await ok(planted(open, 'INTERCROP', 0.4))]
      await sow(first)
      await lose(gone)
      await refused(() => pick(first), above(0.6))
    }
  })
  it('goes on beside a crop that was closed before there were shares: that one has what the others leave, and is asked for nothing', async () => {
    const systemId = await systemOf()
    const [{ id: main }, { id: old }] = [await ok(planted(systemId, 'MAIN', 0.6)), await ok(planted(systemId, 'INTERCROP', 0.4))]
    await sow(main)
    await world.scoped('ada', ({ db }) => db.updateTable('crop').set({ area_share: null }).where('id', '=', old).execute())
    await refused(() => pick(main), above(0.6))
    await world.scoped('ada', ({ db }) => db.updateTable('crop').set({ status: 'CLOSED' }).where('id', '=', old).execute())
    // One that can still get its share is asked for it.
    await world.scoped('ada', ({ db }) => db.updateTable('crop').set({ area_share: null }).where('id', '=', main).execute())
    await refused(() => pick(main), above(0))
    await ok(change('crop', main, { areaShare: 0.6 }))
    await ok(pick(main))
    await refused(() => planted(systemId, 'BORDER', 0.5), above(1.1))
    await ok(planted(systemId, 'BORDER', 0.4))
    await ok(pick(main, '2025-11-20'))
  })
  it('waits where a system became mixed after its crop was sown', async () => {
    const systemId = await systemOf({ systemType: 'SOLE' })
    const { id } = await ok(planted(systemId, 'MAIN'))
    await sow(id)
    await ok(change('croppingsystem', systemId, { systemType: 'MIXED' }))
    await refused(() => pick(id), above(0))
    await ok(change('crop', id, { areaShare: 1 }))
    await ok(pick(id))
  })
})
