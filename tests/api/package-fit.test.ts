// A package of practices is started in the season and within the days that it is made for: refused to one crop, to a new one and to many, by the day on which it is started;
// who follows it goes on.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { mostFollowersAtOnce } from '#domain/kernel/package-sets.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, cropBody, type Json, ok, record } from './chain-stage.ts'
import { step } from './plan-step.ts'

let world: World
let chain: Chain
let now = '2026-01-15T06:30:00Z'
const refused = refusing(() => world)
const ada = () => world.as('ada', 'OP1')
const fatima = () => world.as('fatima', 'OP1')
/** Of 2026-01-15, when its member is approved. */
const system = async (): Promise<string> => {
  now = '2026-01-15T06:30:00Z'
  return chain.systemOn((await chain.member()).parcelId)
}
const published = async (name: string, more: Json): Promise<string> => {
  const body = {
    ...{ name, cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED', 'IRRIGATED'], durationDays: 300, validFrom: '2024-01-01' },
    ...{ inputItemIds: [], planEvents: [step('SOW', 'SOWING', 0, 0, 0), step('WEED', 'INTERCULTURE', 21, 5, 7)] },
    ...more,
  }
  const { id } = await ok(ada().post('/pop', body))
  await ok(record(ada(), 'pop', id, 'PUBLISHED', '2025-01-02'))
  return id
}
const assigned = (cropId: string, popId: string, day: string, more: Json = {}) =>
  fatima().post(`/crop/${cropId}/events`, { eventType: 'PACKAGE_ASSIGNED', occurredAt: at(day), data: { popId }, lateReason: 'Field book', ...more })
const many = (popId: string, ...ids: string[]) => ada().post(`/pop/${popId}/assign`, { ids })
const whys = async (popId: string, ...ids: string[]): Promise<(string | null)[]> =>
  (await ok(ada().post(`/pop/${popId}/preview`, { ids }))).followers.map(({ why }: Json) => why?.message ?? null)

beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
  chain = await chainOf(world)
}, 120_000)

describe('a package of another season', () => {
  it('is refused to a new crop, to one that there is and to many, with the reason; of any season or this one it is followed', async () => {
    const [rabi, kharif, any] = [await published('Rabi', { season: 'RABI' }), await published('Kharif', { season: 'KHARIF' }), await published('Any', {})]
    const place = await system()
    const free = await chain.cropIn(await system(), {})
    await refused(() => fatima().post('/crop', cropBody(chain, place, { popId: rabi })), { status: 400, body: { fields: [{ path: 'popId', code: 'rule' }] } })
    await refused(() => assigned(free, rabi, '2026-01-10'), { status: 400, body: { fields: [{ path: 'data.popId', code: 'rule' }] } })
    await refused(() => many(rabi, free), { status: 400, body: { fields: [{ path: 'ids', code: 'rule' }] } })
    expect(await whys(rabi, free)).toEqual(['This package is made for another season.'])
    expect(await whys(any, free)).toEqual([null])
    await ok(assigned(free, kharif, '2026-01-10'))
    await ok(many(any, free))
  })
})

describe('a package of another region', () => {
  it('is refused to a new crop, to one that there is and to many, with the reason; of its village however it is spelled, or of any region, it is followed', async () => {
    const place = await system()
    const free = await chain.cropIn(await system(), {})
    const villages = await Promise.all([chain.view('crop', free), chain.view('croppingsystem', place)]).then((all) =>
      all.map((one) => ` ${one.village.toUpperCase()}`),
    )
    const [other, own, any] = [
      await published('Saurashtra', { regions: ['Saurashtra', 'Kutch'] }),
      await published('Of the village', { regions: ['Kutch', ...villages] }),
      await published('Of any region', {}),
    ]
    await refused(() => fatima().post('/crop', cropBody(chain, place, { popId: other })), { status: 400, body: { fields: [{ path: 'popId', code: 'rule' }] } })
    await refused(() => assigned(free, other, '2026-01-10'), { status: 400, body: { fields: [{ path: 'data.popId', code: 'rule' }] } })
    await refused(() => many(other, free), { status: 400, body: { fields: [{ path: 'ids', code: 'rule' }] } })
    expect(await whys(other, free)).toEqual(['This package is made for another region.'])
    expect([await whys(own, free), await whys(any, free)]).toEqual([[null], [null]])
    await ok(fatima().post('/crop', cropBody(chain, place, { popId: own })))
    await ok(assigned(free, own, '2026-01-10'))
    await ok(many(any, free))
  })
  it('goes on with a crop that follows it since before, whose assignment can be corrected to it alone', async () => {
    const own = await published('Of before', { regions: ['Elsewhere'] })
    const another = await published('Another of elsewhere', { regions: ['Elsewhere'] })
    const any = await published('First of any region', {})
    const free = await chain.cropIn(await system(), {})
    const { event } = await ok(assigned(free, any, '2026-01-10'))
    // As it was assigned when regions were judged by nothing.
    await world.database.owner((db) => sql`update event set data = jsonb_set(data, '{popId}', to_jsonb(${own}::text)) where id = ${event.id}::uuid`.execute(db))
    const corrected = (popId: string) => assigned(free, popId, '2026-01-11', { supersedesEventId: event.id })
    await refused(() => corrected(another), { status: 400, body: { fields: [{ path: 'data.popId', code: 'rule' }] } })
    expect(await ok(corrected(own))).toMatchObject({ subject: { popId: own } })
  })
})

describe('a crop that follows a package of another season since before that was asked', () => {
  it('has its assignment corrected to that package alone', async () => {
    const [rabi, another] = [await published('Rabi of before', { season: 'RABI' }), await published('Another Rabi', { season: 'RABI' })]
    const cropId = await chain.cropIn(await system(), {})
    const any = await published('Any of before', {})
    const { event } = await ok(assigned(cropId, any, '2026-01-08'))
    await world.database.owner((db) =>
      sql`update event set data = jsonb_set(data, '{popId}', to_jsonb(${rabi}::text)) where id = ${event.id}::uuid`.execute(db),
    )
    const corrected = (popId: string) => assigned(cropId, popId, '2026-01-10', { supersedesEventId: event.id })
    await refused(() => corrected(another), { status: 400, body: { fields: [{ path: 'data.popId', code: 'rule' }] } })
    expect(await ok(corrected(rabi))).toMatchObject({ subject: { popId: rabi } })
  })
})

describe('a package that has ended', () => {
  it('is refused from the day after its last one, also to many, and not for a day on which it held', async () => {
    const ended = await published('Ended', { validTo: '2026-01-09' })
    const [free, other] = [await chain.cropIn(await system(), {}), await chain.cropIn(await system(), {})]
    await refused(() => assigned(free, ended, '2026-01-10'), { status: 400, body: { fields: [{ path: 'data.popId', code: 'rule' }] } })
    await refused(() => many(ended, free), { status: 400, body: { fields: [{ path: 'ids', code: 'rule' }] } })
    expect(await whys(ended, free)).toEqual([expect.stringContaining('was valid until')])
    await ok(assigned(free, ended, '2026-01-09'))
    now = '2026-01-09T06:30:00Z'
    await ok(many(ended, other))
    now = '2026-01-15T06:30:00Z'
  })
  it('goes on with the crops that follow it, whose assignment can be corrected to it alone', async () => {
    const [ended, another] = [await published('Ends', { validTo: '2026-01-09' }), await published('Ended long ago', { validTo: '2025-12-31' })]
    const cropId = await chain.cropIn(await system(), {})
    const { event } = await ok(assigned(cropId, ended, '2026-01-08'))
    const corrected = (popId: string) => assigned(cropId, popId, '2026-01-10', { supersedesEventId: event.id })
    await refused(() => corrected(another), { status: 400, body: { fields: [{ path: 'data.popId', code: 'rule' }] } })
    expect(await ok(corrected(ended))).toMatchObject({ subject: { popId: ended } })
    const { version } = await chain.view('crop', cropId)
    await ok(fatima().patch(`/crop/${cropId}`, { plannedSowing: '2025-06-20' }, { 'if-match': `"${version}"` }))
  })
  it('is judged, of a crop that is entered after it was sown, by the day of its sowing', async () => {
    const [before, during] = [await published('Before', { validTo: '2025-06-01' }), await published('During', { validTo: '2025-12-31' })]
    const place = await system()
    const made = (popId: string) => fatima().post('/crop', cropBody(chain, place, { popId, plannedSowing: '2025-06-15' }))
    await refused(() => made(before), { status: 400, body: { fields: [{ path: 'popId', code: 'rule' }] } })
    expect(await ok(made(during))).toMatchObject({ popId: during })
  })
})

describe('more crops than are looked at in one call', () => {
  it('leave those that might follow a package among the first, whatever there is that it is not made for', async () => {
    const irrigated = await published('Irrigated alone', { waterRegimes: ['IRRIGATED'] })
    const [fitSystem, unfitSystem] = [await system(), await system()]
    const [cropId, unfit] = [await chain.cropIn(fitSystem, {}), await chain.cropIn(unfitSystem, {})]
    const { id: tenantId } = world.tenants.cotton
    await world.database.owner(async (db) => {
      // Of a village that comes first by its name, on ground that the package is not made for.
      await sql`update croppingsystem set water_regime = 'IRRIGATED' where tenant_id = ${tenantId}::integer and id = ${fitSystem}::uuid`.execute(db)
      await sql`with copies as (select n, gen_random_uuid() as id, gen_random_uuid() as system_id from generate_series(1, ${mostFollowersAtOnce + 1}) as n),
        places as (insert into croppingsystem select (jsonb_populate_record(null::croppingsystem, to_jsonb(r) || jsonb_build_object('id', c.system_id, 'code', 'MANY-' || c.n))).*
          from croppingsystem as r cross join copies as c where r.tenant_id = ${tenantId}::integer and r.id = ${unfitSystem}::uuid)
        insert into crop select (jsonb_populate_record(null::crop, to_jsonb(r) || jsonb_build_object('id', c.id, 'cropping_system_id', c.system_id, 'code', 'MANY-' || c.n,
          'qr_token', 'many' || c.n, 'village', 'Aaa'))).* from crop as r cross join copies as c where r.tenant_id = ${tenantId}::integer and r.id = ${unfit}::uuid`.execute(
        db,
      )
    })
    const preview = (body: Json) => ada().post(`/pop/${irrigated}/preview`, body)
    const { followers, isMore, next } = await ok(preview({}))
    // The next pages have the others, each once; words look among all of them.
    const seen: string[] = followers.map(({ id }: Json) => id)
    for (let cursor = next; cursor !== null; ) {
      const page = await ok(preview({ cursor }))
      expect(page.isMore).toBe(page.next !== null)
      seen.push(...page.followers.map(({ id }: Json) => id))
      cursor = page.next
    }
    const { rows: all } = await world.database.owner((db) =>
      sql<{
        id: string
      }>`select r.id from crop as r join season as s on s.tenant_id = r.tenant_id and s.id = r.season_id where r.tenant_id = ${tenantId}::integer
        and r.deleted_at is null and s.status = 'OPEN' and r.crop_type_id = ${chain.cotton}::uuid
        and r.status in ('PLANNED', 'SOWN', 'GROWING', 'HARVESTING', 'HARVESTED')`.execute(db),
    )
    const { code } = await chain.view('crop', unfit)
    const found = await ok(preview({ q: code }))
    const [none, wrong, long] = [await ok(preview({ q: 'nowhere' })), await preview({ cursor: 'x' }), await preview({ q: 'x'.repeat(101) })]
    // Other tests of this world count its crops.
    await world.database.owner(async (db) => {
      for (const table of ['crop', 'croppingsystem'])
        await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId}::integer and code like 'MANY-%'`.execute(db)
      await sql`update croppingsystem set water_regime = (select water_regime from croppingsystem where tenant_id = ${tenantId}::integer and id = ${unfitSystem}::uuid)
        where tenant_id = ${tenantId}::integer and id = ${fitSystem}::uuid`.execute(db)
    })
    expect({ isMore, count: followers.length }).toEqual({ isMore: true, count: mostFollowersAtOnce })
    expect([seen.length, new Set(seen).size]).toEqual([all.length, all.length])
    expect(seen.toSorted()).toEqual(all.map(({ id }) => id).toSorted())
    expect(found.followers.map(({ id }: Json) => id)).toContain(unfit)
    expect([none.followers, none.next, wrong.status, wrong.body.fields[0].path, long.status]).toEqual([[], null, 400, 'cursor', 400])
    expect(followers.filter(({ why }: Json) => why === null).map(({ id }: Json) => id)).toEqual([cropId])
  })
})
