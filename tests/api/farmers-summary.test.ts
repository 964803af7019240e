// What the list of farmers says of each: it must be what his plots, crops, inspections and tickets say, in one question.
import { beforeAll, describe, expect, it } from 'vitest'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let [grower, fresh]: string[] = []
const summary = (who: string, ids: readonly (string | undefined)[], season = chain.season, operator = 'OP1') =>
  world.as(who, operator).get(`/reports/farmers-summary?farmerIds=${ids.join(',')}${season ? `&seasonId=${season}` : ''}`)

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const first = await chain.sown({ areaHa: 1.1 })
  grower = first.farmerId
  await chain.picked(first.cropId, 400.1)
  await chain.decide('CONDITIONAL', first.farmerId)
  const { id } = await chain.lot()
  await ok(chain.buy(id, first.cropId, 250))
  await ok(record(world.as('fatima', 'OP1'), 'farmer', grower, 'VISIT', '2025-11-09', { purpose: 'Field book' }))
  fresh = (await chain.member({ isInspected: false })).farmerId
}, 120_000)

describe('GET /reports/farmers-summary', () => {
  it('refuses no id, what is no id and more than a page (400), a season that is nowhere (404), and a role without farmers (403)', async () => {
    const wrong = { status: 400, body: { fields: [{ path: 'farmerIds' }] } }
    expect(await summary('omar', [])).toMatchObject(wrong)
    expect(await summary('omar', ["'"])).toMatchObject(wrong)
    expect(await summary('omar', Array<string | undefined>(201).fill(grower))).toMatchObject(wrong)
    expect(await summary('omar', [grower], '00000000-0000-7000-8000-000000000000')).toMatchObject({ status: 404 })
    expect(await summary('paul', [grower])).toMatchObject({ status: 403 })
  })
  it('answers as the API document says', async () => {
    expect(flawsOfAnswer('reports.farmersSummary', 200, await ok(summary('omar', [grower, fresh])))).toEqual([])
  })
  it('tells plots, the committee’s result, kilograms of the season and the last visit, in the order asked for', async () => {
    const { items } = await ok(summary('omar', [fresh, grower]))
    expect(items.map(({ farmerId }: Json) => farmerId)).toEqual([fresh, grower])
    expect(items[1]).toMatchObject({
      plots: { count: 1, claims: [{ claim: 'ORGANIC' }] },
      approval: { isDecided: true, inspected: 'APPROVED', result: 'CONDITIONAL' },
      crops: [{ cropTypeId: chain.cotton, name: 'Cotton', harvestedKg: 400.1, purchasedKg: 250 }],
      lastVisitOn: '2025-11-09',
    })
    const { items: crops } = await ok(world.as('omar', 'OP1').get(`/crop?filter[farmerId]=${grower}`))
    expect(items[1].crops[0]).toMatchObject({ capKg: crops[0].yieldCapKg, estimatedKg: crops[0].estimatedKg })
  })
  it('does not call nought what is not known: nothing sown, nobody inspected, nobody was there', async () => {
    const { items } = await ok(summary('omar', [fresh]))
    expect(items).toMatchObject([{ plots: { count: 1 }, approval: null, crops: [], lastVisitOn: null }])
  })
  it('leaves out a visit that was taken back', async () => {
    const omar = world.as('omar', 'OP1')
    const { items: events } = await ok(omar.get(`/farmer/${grower}/events?filter[eventType]=VISIT`))
    await ok(omar.post(`/farmer/${grower}/events/${events[0].id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect((await ok(summary('omar', [grower]))).items[0].lastVisitOn).toBe('2025-08-10')
  })
  it('leaves out farmers of another operator, whoever asks from there', async () => {
    expect(await ok(summary('ada', [grower], '', 'OP2'))).toEqual({ items: [] })
    expect((await ok(summary('ada', [grower], '', '-'))).items).toHaveLength(1)
  })
})
