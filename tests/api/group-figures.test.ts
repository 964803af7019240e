// What the list of groups counts of each (domain dictionary 5.4), counted again here from the lists behind it: refusals, what comes late, is taken back and of another
// season, who reads what, and how many statements a page asks.
import { beforeAll, describe, expect, it } from 'vitest'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { type Sales, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let [op1, op2]: string[] = []
let spare: string
const as = (who: string, place = 'OP1') => world.as(who, place)
const list = async (path: string): Promise<Json[]> => (await ok(as('ada', '-').get(`${path}${path.includes('?') ? '&' : '?'}limit=200`))).items
const ask = (ids: string, who = 'ada', place = '-', more = '') => as(who, place).get(`/collective-figures?ids=${ids}${more}`)
const figures = async (id: string, who = 'ada', place = '-', more = ''): Promise<Json> => (await ok(ask(id, who, place, more))).items[0]
const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits
const undo = (entity: string, id: string, eventId: string, who: string) =>
  ok(as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }))

/** By the lists alone. */
async function counted(id: string): Promise<Json> {
  const plots = (await list('/landparcel')).filter(({ operatorId, status }) => operatorId === id && status !== 'RETIRED')
  const byClaim = Map.groupBy(plots, ({ organicStatus }) => organicStatus)
  const areas = [...byClaim].map(([claim, own]) => ({
    claim,
    areaHa: rounded(
      own.reduce((sum, one) => sum + (one.mappedAreaHa ?? one.declaredAreaHa), 0),
      4,
    ),
  }))
  const members = (await list('/farmer')).filter(({ operatorId, status }) => operatorId === id && status === 'ACTIVE').map((one) => one.id)
  const results = (await list(`/farmerseason?filter[seasonId]=${chain.season}`)).filter(
    ({ farmerId, inspection1On }) => inspection1On && members.includes(farmerId),
  )
  const lots = new Map((await list('/productbatch')).map((one) => [one.id, one.seasonId]))
  let certifiedKg = 0
  for (const one of (await list('/transactioncertificate')).filter(({ collectiveId, status }) => collectiveId === id && status === 'ISSUED'))
    for (const { batchId, certifiedKg: kg } of (await ok(as('ada', '-').get(`/transactioncertificate/${one.id}`))).lines)
      if (lots.get(batchId) === chain.season) certifiedKg += kg
  return {
    members: members.length,
    inspected: new Set(results.map(({ farmerId }) => farmerId)).size,
    areas: areas.sort((one, two) => two.areaHa - one.areaHa),
    certifiedKg: rounded(certifiedKg, 3),
  }
}
const agrees = async () => {
  const { id, lists, schemes, ...numbers } = await figures(op1 as string)
  expect(numbers).toEqual(await counted(op1 as string))
  return { id, lists, schemes, ...numbers } as Json
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
  op1 = world.places.cotton.OP1?.id
  op2 = world.places.cotton.OP2?.id
  await sales.lot(10)
}, 120_000)

describe('what is refused', () => {
  it('no id, no uuid, more than a page, another word, a season that is none (400), one out of reach (404), and a stranger (401)', async () => {
    for (const query of ['ids=', 'ids=1,2', `ids=${Array.from({ length: 201 }, () => op1).join(',')}`, `ids=${op1}&season=1`, `ids=${op1}&seasonId=KH`])
      expect((await as('ada', '-').get(`/collective-figures?${query}`)).status, query.slice(0, 30)).toBe(400)
    expect((await ask(op1 as string, 'ada', '-', '&seasonId=01900000-0000-7000-8000-000000000001')).status).toBe(404)
    expect((await world.stranger().get(`/api/operators/OP1/collective-figures?ids=${op1}`)).status).toBe(401)
  })
  it('counts nothing of another programme, nor for whoever lists no groups', async () => {
    expect((await ok(world.as('dina', '-').get(`/collective-figures?ids=${op1}`))).items).toEqual([])
    for (const who of ['omar', 'fatima', 'carla']) expect((await ok(ask(`${op1},${op2}`, who, 'OP1'))).items, who).toEqual([])
  })
})

describe('the figures of a group', () => {
  it('are what the lists behind them have, of the season that they name', async () => {
    const own = await sales.lot(600)
    await sales.issued([await sales.send(own, 200)])
    spare = await sales.lot(300)
    await chain.member({ isInspected: false })
    const { season, items } = await ok(ask(`${op1},${op2}`))
    expect(season.id).toBe(chain.season)
    expect(items.map(({ id }: Json) => id)).toEqual([op1, op2])
    const { schemes, certifiedKg, members, inspected } = await agrees()
    expect(schemes).toContain('NPOP')
    expect([certifiedKg, members - inspected]).toEqual([200, 1])
  })
  it('count a visit that is recorded late, not one that is taken back, and no kilograms of a certificate that is withdrawn', async () => {
    const before = await agrees()
    const { farmerId } = await chain.member({ isInspected: false })
    const late = await ok(record(as('ines'), 'farmer', farmerId, 'INTERNAL_INSPECTION', '2025-07-20', { seasonId: chain.season, round: 1, result: 'APPROVED' }))
    expect(await agrees()).toMatchObject({ members: before.members + 1, inspected: before.inspected + 1 })
    await undo('farmer', farmerId, late.event.id, 'ines')
    expect(await agrees()).toMatchObject({ members: before.members + 1, inspected: before.inspected })
    const another = await sales.issued([await sales.send(spare, 100)])
    expect(await agrees()).toMatchObject({ certifiedKg: 300 })
    await ok(sales.act(as('carla'), another.id, 'WITHDRAWN', { reason: 'Issued in error' }))
    expect(await agrees()).toMatchObject({ certifiedKg: 200 })
  })
  it('say how far the approved farmer list of the season has come, and nothing of one that was discarded', async () => {
    for (const { id, operatorId, status } of await list('/farmer'))
      if (operatorId === op1 && status === 'ACTIVE')
        await record(as('ines'), 'farmer', id, 'INTERNAL_INSPECTION', '2025-08-20', { seasonId: chain.season, round: 1, result: 'APPROVED' })
    const today = clock().toISOString().slice(0, 10)
    const schemeId = await chain.standards.scheme('NPOP')
    const states = async () => (await figures(op1 as string)).lists.map(({ scheme, status }: Json) => [scheme, status])
    const draw = () => ok(record(as('omar'), 'collective', op1 as string, 'LIST_DRAWN_UP', today, { farmSchemeId: schemeId, seasonId: chain.season }))
    expect(await states()).toEqual([])
    await draw()
    const [version] = (await ok(as('omar').get('/approvedlist?sort=-versionNo'))).items
    expect(await states()).toEqual([['NPOP', 'DRAFT']])
    await ok(record(as('omar'), 'approvedlist', version.id, 'SIGNED', today, { hash: version.hash }))
    expect(await states()).toEqual([['NPOP', 'SIGNED']])
    await ok(record(as('carla'), 'approvedlist', version.id, 'COUNTERSIGNED', today, { hash: version.hash }))
    expect(await states()).toEqual([['NPOP', 'IN_FORCE']])
    // The next version, not signed yet, does not hide the one that is in force.
    await draw()
    expect(await states()).toEqual([['NPOP', 'IN_FORCE']])
  })
  it('are of another season where that is asked for', async () => {
    const other = await ok(
      as('ada').post('/season', { code: 'KH-2024', name: 'Kharif 2024', kind: 'KHARIF', startDate: '2024-06-01', endDate: '2025-02-28', yieldFactor: 1 }),
    )
    const { season, items } = await ok(ask(op1 as string, 'ada', '-', `&seasonId=${other.id}`))
    expect(season.id).toBe(other.id)
    expect(items[0]).toMatchObject({ inspected: 0, lists: [], certifiedKg: 0 })
  })
  it('are null where the reader has no such list', async () => {
    expect(await figures(op1 as string, 'paul', 'OP1')).toMatchObject({ areas: null, members: null, inspected: null, lists: null })
  })
  it('ask as few statements for many as for one', async () => {
    const statements = async (ids: string) => statementsIn(await messagesOf(() => ok(ask(ids)))).length
    expect(await statements(`${op1},${op2}`)).toBe(await statements(op1 as string))
  })
})
