// What the list of packages counts of each: the crops that follow it, counted again from the list of crops; refusals, another programme, and how many
// statements a page asks.
import { beforeAll, describe, expect, it } from 'vitest'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { step } from './plan-step.ts'

let world: World
let chain: Chain
const packages: string[] = []
const as = (who: string) => world.as(who, 'OP1')
const figures = async (ids: readonly string[], who = 'ada'): Promise<Json[]> => (await ok(as(who).get(`/package-figures?ids=${ids.join(',')}`))).items
const planted = async (popId: string): Promise<string> => chain.cropIn(await chain.systemOn((await chain.member()).parcelId), { popId })

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  for (const name of ['Two', 'One', 'None']) {
    const values = { name, cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED'], durationDays: 300, validFrom: '2025-01-01' }
    const { id } = await ok(as('ada').post('/pop', { ...values, inputItemIds: [], planEvents: [step('SOW', 'SOWING', 0, 0, 0)] }))
    await ok(record(as('ada'), 'pop', id, 'PUBLISHED', '2025-06-01'))
    packages.push(id)
  }
}, 120_000)

describe('the figures of packages', () => {
  it('are asked for by ids, no more than a page of them (400), by whoever is signed in (401)', async () => {
    const [one] = packages
    for (const query of ['ids=', 'ids=1,2', `ids=${Array.from({ length: 201 }, () => one).join(',')}`, `ids=${one}&season=1`])
      expect((await as('ada').get(`/package-figures?${query}`)).status, query.slice(0, 30)).toBe(400)
    expect((await world.stranger().get(`/api/operators/OP1/package-figures?ids=${one}`)).status).toBe(401)
    expect((await ok(world.as('dina', '-').get(`/package-figures?ids=${one}`))).items).toEqual([])
  })
  it('are the crops that follow them as the list has them, without those that were cancelled, in the order asked for', async () => {
    const [two = '', one = '', none = ''] = packages
    for (const popId of [two, two, one]) await planted(popId)
    await ok(record(as('fatima'), 'crop', await planted(one), 'CANCELLED', '2025-06-10', { reason: 'Not sown' }))
    const listed = (await ok(as('ada').get('/crop?limit=200&fields=popId'))).items
    const counted = (popId: string) => listed.filter((crop: Json) => crop.popId === popId && crop.status !== 'CANCELLED').length
    const answer = await figures([none, one, two])
    expect(answer).toEqual([none, one, two].map((id) => ({ id, crops: counted(id) })))
    expect(answer.map(({ crops }) => crops)).toEqual([0, 1, 2])
  })
  it('cost as many statements for a page as for one', async () => {
    const statements = async (ids: readonly string[]) => statementsIn(await messagesOf(() => figures(ids))).length
    expect(await statements(packages)).toBe(await statements(packages.slice(0, 1)))
  })
})
