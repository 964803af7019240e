// Versions of a package are one series however its name is spelled (decision 104): case, dashes and white space begin no other one, also not in rows that were there before names were
// compared this way, or when two people make a version at once.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { behaviours } from '#server/behaviours.ts'
import { fillKeys } from '#server/store/keys.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { step } from './plan-step.ts'

let world: World
let chain: Chain
const refused = refusing(() => world)
const ada = () => world.as('ada', 'OP1')
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

const body = (name: string): Json => ({
  ...{ name, cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED'], durationDays: 300, validFrom: '2025-01-01' },
  ...{ inputItemIds: [], planEvents: [step('SOW', 'SOWING', 0, 0, 0)] },
})
const draft = (name: string): Promise<Json> => ok(ada().post('/pop', body(name)))
const publish = (id: string, day = '2025-06-01') => record(ada(), 'pop', id, 'PUBLISHED', day)
const published = async (name: string, day?: string): Promise<string> => {
  const { id } = await draft(name)
  await ok(publish(id, day))
  return id
}
const view = (id: string): Promise<Json> => chain.view('pop', id)
const statesOf = async (...ids: string[]): Promise<string[]> => Promise.all(ids.map(async (id) => (await view(id)).status))
const keyless = (...ids: string[]): Promise<number> =>
  world.database.owner(async (db) => (await sql`select id from pop where series_key is null and id = any (${ids}::uuid[])`.execute(db)).rows.length)
const undo = async (id: string, type: string) => {
  const { items } = await ok(ada().get(`/pop/${id}/events`))
  const event = items.find(({ eventType, status }: Json) => eventType === type && status === 'RECORDED')
  return ada().post(`/pop/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' })
}

describe('a name in another spelling', () => {
  it('is refused where its own would be: an older draft, a day before, and a version that was superseded', async () => {
    const one = await published('Cotton rainfed', '2025-06-05')
    const [older, two] = [await draft('COTTON  RAINFED'), await draft('Cotton – Rainfed')]
    expect([older.versionNo, two.versionNo]).toEqual([2, 3])
    await refused(() => publish(two.id, '2025-06-04'), { status: 400, body: { fields: [{ path: 'occurredAt', code: 'min' }] } })
    await ok(publish(two.id, '2025-06-06'))
    await refused(() => publish(older.id, '2025-06-07'), { status: 409, body: { code: 'STATE_CONFLICT', figures: { code: two.code } } })
    const { cropId } = await chain.sown()
    await refused(() => record(world.as('fatima', 'OP1'), 'crop', cropId, 'PACKAGE_ASSIGNED', '2025-07-01', { popId: one }), {
      status: 400,
      body: { fields: [{ path: 'data.popId', code: 'rule' }] },
    })
  })
  it('supersedes the version before, late as well, and gives it back when it is taken back', async () => {
    const one = await published('Wheat-irrigated')
    const { id: two } = await draft('wheat irrigated')
    expect((await ok(ada().post(`/pop/${two}/preview`, {}))).versions).toMatchObject({ supersedes: [{ id: one }], later: null })
    await ok(publish(two, '2025-06-02'))
    expect(await statesOf(one, two)).toEqual(['SUPERSEDED', 'PUBLISHED'])
    const three = await published('ＷＨＥＡＴ\u00a0irrigated', '2025-06-09')
    expect(await statesOf(one, two, three)).toEqual(['SUPERSEDED', 'SUPERSEDED', 'PUBLISHED'])
    await ok(undo(three, 'PUBLISHED'))
    await ok(undo(two, 'PUBLISHED'))
    expect(await statesOf(one, two, three)).toEqual(['PUBLISHED', 'DRAFT', 'DRAFT'])
    // Recorded late, for a day before the later one is published.
    await ok(publish(three, '2025-06-09'))
    await ok(publish(two, '2025-06-03'))
    expect(await statesOf(one, two, three)).toEqual(['SUPERSEDED', 'SUPERSEDED', 'PUBLISHED'])
    expect((await ok(ada().get(`/pop/${one}/events`))).items[0].data).toMatchObject({ replacedById: three })
  })
  it('leaves the number of a draft that is only spelled otherwise; a name of its own begins anew', async () => {
    const one = await draft('Gram dry')
    const rename = async (name: string) => ok(ada().patch(`/pop/${one.id}`, { name }, { 'if-match': `"${(await view(one.id)).version}"` }))
    await draft('GRAM DRY')
    expect(await rename('Gram — Dry')).toMatchObject({ name: 'Gram — Dry', versionNo: 1 })
    expect(await rename('Gram irrigated')).toMatchObject({ versionNo: 1 })
    expect(await rename('gram dry')).toMatchObject({ versionNo: 3 })
    expect((await draft('Gramdry')).versionNo).toBe(1)
  })
  it('is numbered on when several are made at once', async () => {
    const names = ['Maize', 'MAIZE', 'maize ', ' Maize', 'Maize']
    const made = await Promise.all(names.map((name) => draft(name)))
    expect(made.map(({ versionNo }) => versionNo).sort()).toEqual([1, 2, 3, 4, 5])
  })
})

describe('versions of before names were compared', () => {
  it('are of one series from the next start on, as they are, and superseded with the next publication', async () => {
    const rows = await Promise.all(['Before', 'Before one', 'Before two'].map((name) => published(name)))
    const [one, two, other] = rows as [string, string, string]
    // As the earlier program left them: two of one series with the same number, and no key.
    await world.database.owner(async (db) => {
      await sql`update pop set name = 'BEFORE', series_key = null where id = ${two}::uuid`.execute(db)
      await sql`update pop set series_key = null where id in (${one}::uuid, ${other}::uuid)`.execute(db)
    })
    // Other programmes of the same database may have rows to fill, too.
    expect(await fillKeys(world.database, behaviours)).toBeGreaterThanOrEqual(3)
    expect(await keyless(one, two, other)).toBe(0)
    expect(await statesOf(one, two, other)).toEqual(['PUBLISHED', 'PUBLISHED', 'PUBLISHED'])
    const next = await draft('before')
    expect(next.versionNo).toBe(2)
    await ok(publish(next.id, '2025-06-09'))
    expect(await statesOf(one, two, other, next.id)).toEqual(['SUPERSEDED', 'SUPERSEDED', 'PUBLISHED', 'PUBLISHED'])
    await ok(undo(next.id, 'PUBLISHED'))
    expect(await statesOf(one, two)).toEqual(['PUBLISHED', 'PUBLISHED'])
  })
})
