// The figures everybody looks at first: they must be sums of what the lists behind them say, and of nothing else.
import { beforeAll, describe, expect, it } from 'vitest'
import { addUp } from '#domain/cropping/season-summary.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'

let world: World
let chain: Chain
const summary = (who: string, operator = 'OP1', query = '') => world.as(who, operator).get(`/reports/season-summary${query}`)

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const first = await chain.sown({ areaHa: 1.1 })
  await chain.picked(first.cropId, 400.1)
  const second = await chain.sown({ areaHa: 2.2, conversionStart: null })
  await chain.picked(second.cropId, 300.2)
  const { id } = await chain.lot()
  await chain.decide('APPROVED', first.farmerId)
  await ok(chain.buy(id, first.cropId, 250))
}, 120_000)

describe('GET /reports/season-summary', () => {
  it('refuses a parameter that is none (400), and a season that is nowhere (404)', async () => {
    expect(await summary('omar', 'OP1', '?season=1')).toMatchObject({ status: 400, body: { fields: [{ path: 'season', code: 'unknown' }] } })
    expect(await summary('omar', 'OP1', '?seasonId=00000000-0000-7000-8000-000000000000')).toMatchObject({ status: 404 })
    expect(await summary('omar', 'OP1', '?seasonId=%27')).toMatchObject({ status: 404 })
  })
  it('answers as the API document says', async () => {
    expect(flawsOfAnswer('reports.seasonSummary', 200, await ok(summary('omar')))).toEqual([])
  })
  it('adds the crops up by claim to the gram, and by the week of the harvest and the purchase', async () => {
    const { cropTypes } = await ok(summary('omar', 'OP1', `?seasonId=${chain.season}`))
    expect(cropTypes).toHaveLength(1)
    const [cotton] = cropTypes
    expect(cotton).toMatchObject({ cropTypeId: chain.cotton, name: 'Cotton' })
    expect(cotton.claims.map(({ claim, areaHa, harvestedKg, purchasedKg }: Json) => [claim, areaHa, harvestedKg, purchasedKg]).sort()).toEqual([
      ['CONVENTIONAL', 2.2, 300.2, 0],
      ['ORGANIC', 1.1, 400.1, 250],
    ])
    expect(addUp(cotton.claims)).toMatchObject({ crops: 2, areaHa: 3.3, harvestedKg: 700.3, purchasedKg: 250, leftKg: 450.3 })
    const weeks = cotton.weeks as { from: string; harvestedKg: number; purchasedKg: number }[]
    expect(weeks.every(({ from }) => new Date(`${from}T00:00:00Z`).getUTCDay() === 1)).toBe(true)
    expect([weeks.reduce((sum, week) => sum + week.harvestedKg, 0), weeks.reduce((sum, week) => sum + week.purchasedKg, 0)]).toEqual([700.3, 250])
  })
  it('tells the plots by standing, and where they lie', async () => {
    const { plots } = await ok(summary('omar'))
    const { items } = await ok(world.as('omar', 'OP1').get('/landparcel'))
    expect([plots.count, plots.mapped]).toEqual([items.length, items.length])
    expect(plots.box).toEqual([
      Math.min(...items.map(({ bbox }: Json) => bbox.west)),
      Math.min(...items.map(({ bbox }: Json) => bbox.south)),
      Math.max(...items.map(({ bbox }: Json) => bbox.east)),
      Math.max(...items.map(({ bbox }: Json) => bbox.north)),
    ])
    expect(plots.claims.reduce((sum: number, one: Json) => sum + one.plots, 0)).toBe(items.length)
  })
  it('counts what the lists behind it count, for everybody in the cast', async () => {
    const everybody = { ada: '-', omar: 'OP1', fatima: 'OP1', ines: 'OP1', pooja: 'OP1', paul: 'OP1', carla: '-' }
    for (const [who, operator] of Object.entries(everybody)) {
      const { statusCounts } = await ok(summary(who, operator))
      for (const { entity, counts, flagged } of statusCounts) {
        for (const [status, count] of Object.entries(counts)) {
          const { total } = await ok(world.as(who, operator).get(`/${entity}?filter[status]=${status}&count=true&limit=1`))
          expect([who, entity, status, count]).toEqual([who, entity, status, total])
        }
        const { total } = await ok(world.as(who, operator).get(`/${entity}?filter[flag]=any&count=true&limit=1`))
        expect([who, entity, flagged]).toEqual([who, entity, total])
      }
    }
  })
  it('keeps another operator’s and another season’s crops out', async () => {
    const other = await ok(world.as('ada', 'OP2').get('/reports/season-summary'))
    expect(other.cropTypes).toEqual([])
    const { id } = await ok(
      world
        .as('ada', 'OP1')
        .post('/season', { code: 'KH-2024', name: 'Kharif 2024', kind: 'KHARIF', startDate: '2024-06-01', endDate: '2025-02-28', yieldFactor: 1 }),
    )
    expect((await ok(summary('omar', 'OP1', `?seasonId=${id}`))).cropTypes).toEqual([])
  })
  it('says nothing of crops to those who may not list them', async () => {
    const { statusCounts, cropTypes } = await ok(summary('paul'))
    expect([statusCounts.some(({ entity }: { entity: string }) => entity === 'crop'), cropTypes]).toEqual([false, []])
  })
})
