// Processing and animal husbandry in summary: sums of what the lists behind them say, and of nothing else.
import { beforeAll, describe, expect, it } from 'vitest'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const at = (who: string, report: string, operator = 'OP1') => world.as(who, operator).get(`/reports/${report}`)
const total = async (who: string, list: string): Promise<number> => (await ok(world.as(who, 'OP1').get(`/${list}count=true&limit=1`))).total

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  await chain.boughtAtGin(1000)
}, 120_000)

describe('GET /reports/processing-summary', () => {
  it('refuses a parameter that is none (400), and another method (405)', async () => {
    expect(await at('omar', 'processing-summary?seasonId=1')).toMatchObject({ status: 400, body: { fields: [{ path: 'seasonId', code: 'unknown' }] } })
    expect(await world.as('omar', 'OP1').post('/reports/processing-summary', {})).toMatchObject({ status: 405 })
  })
  it('adds the stock up by material to the gram, as the lots on the list have it', async () => {
    const summary = await ok(at('paul', 'processing-summary'))
    expect(flawsOfAnswer('reports.processingSummary', 200, summary)).toEqual([])
    const { items } = await ok(world.as('paul', 'OP1').get('/productbatch'))
    const lots = items.filter(({ onHandKg }: Json) => onHandKg > 0)
    expect(lots.length).toBeGreaterThan(0)
    expect(summary.stock.reduce((sum: number, { lots: number }: Json) => sum + number, 0)).toBe(lots.length)
    expect(summary.stock.reduce((sum: number, { onHandKg }: Json) => sum + onHandKg, 0)).toBe(lots.reduce((sum: number, lot: Json) => sum + lot.onHandKg, 0))
  })
  it('tells each line’s runs as the line itself does', async () => {
    const { lines } = await ok(at('paul', 'processing-summary'))
    expect(lines.map(({ id }: Json) => id)).toContain(chain.gin)
    for (const { id, runs, norm, throughputKg30Days } of lines) {
      const own = await ok(world.as('paul', 'OP1').get(`/processingsystem/${id}/run-history`))
      expect([runs, norm, throughputKg30Days]).toEqual([own.items.length, own.norm, own.throughputKg30Days])
    }
  })
  it('has of each line its latest thirty runs, with their mean', async () => {
    const of = async () => (await ok(at('paul', 'processing-summary'))).lines.find(({ id }: Json) => id === chain.gin)
    expect(await of()).toMatchObject({ runs: 0, meanShare: null, latestShares: [] })
    const batchId = await chain.boughtAtGin(700)
    const atGin = (type: string, day: string, data: Json, hour: number) => record(world.as('paul', 'OP1'), 'processingsystem', chain.gin, type, day, data, hour)
    const shares: number[] = []
    for (let index = 0; index < 32; index++) {
      const day = new Date(Date.parse('2025-12-03') + index * 86_400_000).toISOString().slice(0, 10)
      await ok(atGin('CLEANING', day, { area: 'Gin stands', method: 'BLOWN' }, 6))
      // The first two yield the least: a mean of all runs is lower.
      const lint = index < 2 ? 6.3 : 6.8 + (index % 3) / 10
      const outputs = [
        { productId: chain.products.lint, kg: lint },
        { productId: chain.products.cottonseed, kg: 12.4 },
      ]
      const rest = { wasteKg: 0.4, invisibleKg: Math.round((20 - lint - 12.8) * 1000) / 1000 }
      const hours = { startedAt: `${day}T04:00:00Z`, endedAt: `${day}T06:00:00Z` }
      await ok(atGin('PROCESS_RUN', day, { process: 'GINNING', inputs: [{ batchId, kg: 20 }], outputs, ...rest, ...hours }, 12))
      shares.push(Math.round((lint / 20) * 100_000) / 100_000)
    }
    const { runs, meanShare, latestShares } = await of()
    expect([runs, latestShares]).toEqual([32, shares.slice(2)])
    expect(meanShare).toBeCloseTo(shares.slice(2).reduce((sum, one) => sum + one, 0) / 30, 5)
  })
  it('shows nobody what their lists would not', async () => {
    const { stock, lines, statusCounts } = await ok(at('fatima', 'processing-summary'))
    expect([lines, statusCounts.some(({ entity }: Json) => entity === 'processingsystem')]).toEqual([null, false])
    expect(stock.length).toBeLessThanOrEqual((await ok(at('omar', 'processing-summary'))).stock.length)
  })
})

describe('GET /reports/husbandry-summary', () => {
  const dairy = { name: 'Mandloi dairy', systemType: 'DAIRY', managementType: 'SEMI_INTENSIVE', startDate: '2025-06-01', milkSpecies: ['CATTLE'] }
  beforeAll(async () => {
    const { items } = await ok(world.as('omar', 'OP1').get('/landparcel'))
    await ok(world.as('omar', 'OP1').post('/productionsystem', { ...dairy, landParcelId: items[0].id }))
    await ok(world.as('omar', 'OP1').post('/productionsystem', { ...dairy, name: 'Goats', systemType: 'GOAT', milkSpecies: [], landParcelId: items[0].id }))
  })
  it('refuses a trade there is none of (400)', async () => {
    expect(await at('omar', 'husbandry-summary?trade=bees')).toMatchObject({ status: 400, body: { fields: [{ path: 'trade', code: 'choice' }] } })
    expect(await at('omar', 'husbandry-summary?trade=toString')).toMatchObject({ status: 400 })
  })
  it('counts what the lists behind it count, for every trade', async () => {
    for (const trade of ['husbandry', 'dairy', 'poultry', 'aqua']) {
      const summary = await ok(at('omar', `husbandry-summary?trade=${trade}`))
      expect(flawsOfAnswer('reports.husbandrySummary', 200, summary)).toEqual([])
      for (const { entity, counts, within } of summary.statusCounts) {
        const part = Object.entries(within).map(([name, value]) => `filter[${name}]=${value}&`)
        const counted = Object.values(counts as Record<string, number>).reduce((sum, count) => sum + count, 0)
        expect([trade, entity, counted]).toEqual([trade, entity, await total('omar', `${entity}?${part.join('')}`)])
      }
    }
  })
  it('counts as a dairy only what is one', async () => {
    const systems = async (trade: string) =>
      (await ok(at('omar', `husbandry-summary?trade=${trade}`))).statusCounts.find(({ entity }: Json) => entity === 'productionsystem').counts
    expect(await systems('dairy')).toEqual({ DRAFT: 1 })
    expect(await systems('husbandry')).toEqual({ DRAFT: 2 })
    expect(await systems('aqua')).toEqual({})
  })
})
