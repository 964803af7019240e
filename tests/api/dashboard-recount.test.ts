// Every figure and chart of /dashboard (domain dictionary 11.1), counted once more in plain code from what was recorded (tests/recount), for whoever reads it
// and for each season; and the lists that the figures open, which show as many.
import type { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type FlowColumn, kilogramFlow } from '#domain/cropping/kilogram-flow.ts'
import { addUp } from '#domain/cropping/season-summary.ts'
import { certificatesIn, cropsBehind, type FigureList, figureLists, openOf, outliersOf, plotsOf } from '#domain/reports/figure-lists.ts'
import { openWorld, type World } from '../harness/world.ts'
import { factsOf } from '../recount/facts.ts'
import { SeasonCount } from '../recount/season.ts'
import { answered, counted, seenOf } from '../recount/season-answer.ts'
import { seasonOfFaults } from '../recount/season-stage.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { spinnerOf } from './mill-stage.ts'
import { salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let rabi = ''
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  rabi = (await seasonOfFaults(world, chain)).rabi
  // Of one crop the farmer keeps something.
  const { items } = await ok(world.as('omar', 'OP1').get(`/crop?filter[seasonId]=${chain.season}&sort=-remainingSellableKg&limit=1`))
  await ok(record(world.as('fatima', 'OP1'), 'crop', items[0].id, 'RETAINED', '2026-01-12', { kg: 40.5, purpose: 'SEED' }))
}, 240_000)

const source = (who: string, operator: string) => ({
  get: async (path: string) => {
    const { status, body } = await world.as(who, operator).get(path)
    if (status !== 200 && status !== 403) throw new Error(`${path}: ${status}`)
    return status === 200 ? body : null
  },
  ask: (query: ReturnType<typeof sql>) => world.scoped('ada', async ({ db }) => (await query.execute(db)).rows as Json[]),
})

const readers = [
  ['ada', '-'],
  ['ada', 'OP1'],
  ['omar', 'OP1'],
  ['ada', 'OP2'],
  ['leela', 'OP2'],
  ['fatima', 'OP1'],
] as const

/** What each reader is not shown. */
const hidden = new Map<string, string[]>()
/** Tables of which somebody saw two rows. */
const drawn = new Set<string>()

describe('/dashboard', () => {
  it('is what was recorded, for each of its readers and each season', async () => {
    for (const [who, operator] of readers) {
      const facts = await factsOf(source(who, operator))
      const operatorId = operator === '-' ? null : (world.places.cotton[operator]?.id ?? null)
      for (const seasonId of [null, chain.season, rabi]) {
        const read = (name: string) => ok(world.as(who, operator).get(`/reports/season-${name}${seasonId ? `?seasonId=${seasonId}` : ''}`))
        const [indicators, charts, summary] = await Promise.all(['indicators', 'charts', 'summary'].map(read))
        const count = new SeasonCount(facts, { seasonId, operatorId, today: '2026-01-15' })
        const shown = answered({ indicators, charts, summary }, [chain.cotton])
        expect(shown).toEqual(seenOf(shown, counted(count, [chain.cotton], clock().getTime())))
        for (const name of ['certifiable', 'strip', 'map'] as const) if (Object.keys(shown[name] ?? {}).length > 1) drawn.add(name)
        hidden.set(
          who,
          Object.keys(shown).filter((name) => shown[name] === null),
        )
      }
    }
  })
  it('hides what a reader may not list, and nothing else', () => {
    expect([...drawn].sort()).toEqual(['certifiable', 'map', 'strip'])
    expect(Object.fromEntries(hidden)).toEqual({ ada: [], omar: [], leela: [], fatima: ['scope', 'certificates'] })
  })
  it('opens from each bar from estimate to purchase the crops that it has added up', async () => {
    const drawn = new Set<string>()
    for (const [who, operator] of readers) {
      const as = world.as(who, operator)
      const { cropTypes } = await ok(as.get(`/reports/season-summary?seasonId=${chain.season}`))
      for (const { cropTypeId, claims } of cropTypes) {
        const sum = (list: Json[], name: string) => list.reduce((all, one) => all + (one[name] ?? 0), 0)
        const listed = async (bar: FlowColumn['key']): Promise<Json[]> => {
          const { entity, search } = cropsBehind[bar](cropTypeId)
          const query = new URLSearchParams({ ...search, 'filter[seasonId]': chain.season, limit: '200' })
          return (await ok(as.get(`/${entity}?${query}`))).items
        }
        const bars = kilogramFlow(addUp(claims))
        for (const { key, kg, from } of bars) {
          drawn.add(key)
          const list = await listed(key)
          const name = { estimate: 'estimatedKg', harvest: 'harvestedKg', retained: 'retainedKg', farm: 'remainingSellableKg', purchase: 'purchasedKg' }[
            key as string
          ]
          if (name) expect([who, key, sum(list, name)]).toEqual([who, key, expect.closeTo(kg, 3)])
          else {
            // What it has added up of the estimate and of the harvest; what was not picked lists first of which least was picked.
            const [most, least] = key === 'field' ? (['estimatedKg', 'harvestedKg'] as const) : (['harvestedKg', 'estimatedKg'] as const)
            expect([who, key, sum(list, most)]).toEqual([who, key, expect.closeTo(from + kg, 3)])
            expect([who, key, sum(await listed(key === 'field' ? 'harvest' : 'estimate'), least)]).toEqual([who, key, expect.closeTo(from, 3)])
            const picked = list.map(({ harvestedKg }) => harvestedKg ?? 0)
            expect(picked).toEqual(picked.toSorted((one, other) => (key === 'field' ? one - other : other - one)))
          }
        }
        // Each step ends where the next column begins.
        const at = Object.fromEntries(bars.map((bar) => [bar.key, bar]))
        expect((at.farm?.from ?? 0) + (at.farm?.kg ?? 0)).toBeCloseTo(at.retained?.from ?? at.harvest?.kg ?? 0, 3)
        expect(at.farm?.from).toBeCloseTo(at.purchase?.kg ?? 0, 3)
      }
    }
    expect([...drawn].sort()).toEqual(['estimate', 'farm', 'field', 'harvest', 'purchase', 'retained'])
  })
  it('adds up no crop that failed after a picking: what was lost after that is being picked still', async () => {
    const lost = await ok(world.as('ada', '-').get('/crop?filter[status]=FAILED,CANCELLED&limit=200'))
    expect(lost.items.length).toBeGreaterThan(0)
    expect(lost.items.filter(({ harvestedKg }: Json) => harvestedKg > 0)).toEqual([])
    const picked = await ok(world.as('ada', '-').get('/crop?filter[status]=HARVESTING,HARVESTED&limit=200'))
    expect(picked.items.filter(({ lossShare }: Json) => lossShare === 100)).toHaveLength(1)
  })
  it('opens lists that show as many as its figures say, at the address of an operator and of all', async () => {
    const sales = salesOf(chain)
    const sent = await sales.send(await sales.lot(300), 200)
    const input = await sales.issued([sent])
    // Of a gin: no certificate of the operator, though the list at its address has it.
    const paul = world.as('paul', 'OP1')
    const weighed = { batchId: sent.partId, grossKg: 300, tareKg: 100, netKg: 200 }
    await ok(record(paul, 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2025-12-03', weighed))
    const buyerId = await spinnerOf(world)
    const { event } = await ok(record(paul, 'productbatch', sent.partId, 'DISPATCH', '2025-12-10', { buyerId, kg: 100, invoiceNo: 'GIN-1' }))
    const onward = { dispatchId: event.id, lotId: sent.partId, partId: await chain.madeBy(event.id), kg: 100, invoiceNo: 'GIN-1', date: '2025-12-10' }
    const { collectiveId: _, ...body } = await sales.body([onward])
    const ofGin = { processorId: chain.ginner, sellerScopeId: chain.certificates.ginner, buyerId, buyerScopeId: null }
    await ok(paul.post('/transactioncertificate', { ...body, ...ofGin, inputCertificates: [{ certificateId: input.id, kgUsed: 100 }] }))
    for (const operator of ['OP1', '-']) {
      const ada = world.as('ada', operator)
      const shows = async ({ entity, search }: FigureList): Promise<number> => {
        const query = new URLSearchParams({ ...search, count: 'true', limit: '1' })
        if (['farmerseason', 'crop', 'productbatch'].includes(entity)) query.set('filter[seasonId]', chain.season)
        return (await ok(ada.get(`/${entity}?${query}`))).total
      }
      const { farmers, inspections, parcels, nonConformities, cropTypes, certificates, quality, conversion } = await ok(
        ada.get(`/reports/season-indicators?seasonId=${chain.season}`),
      )
      const lacking = (part: string) => quality.parts.filter((one: Json) => one.part === part).map(({ done, of }: Json) => of - done)[0]
      const of = (list: Json[], key: string, value: string, count: string) => list.find((one) => one[key] === value)?.[count] ?? 0
      const opened = {
        active: [farmers.active, await shows(figureLists.activeFarmers)],
        phone: [lacking('phone'), await shows(figureLists.withoutPhone)],
        contract: [lacking('contract'), await shows(figureLists.withoutContract)],
        mapped: [parcels.mapped, await shows(figureLists.mapped)],
        unmapped: [parcels.live - parcels.mapped, await shows(figureLists.unmapped)],
        verified: [parcels.verified, await shows(figureLists.verified)],
        notStarted: [of(conversion, 'bucket', 'NOT_STARTED', 'plots'), await shows(figureLists.conversionNotStarted)],
        organic: [of(conversion, 'bucket', 'ORGANIC', 'plots'), await shows(plotsOf('ORGANIC'))],
        open: [2, await shows(figureLists.open)],
        major: [of(nonConformities.bySeverity, 'severity', 'MAJOR', 'open'), await shows(openOf('MAJOR'))],
        outliers: [cropTypes[0].outliers, await shows(outliersOf(chain.cotton))],
        issued: [of(certificates.byState, 'status', 'ISSUED', 'count'), await shows(certificatesIn('ISSUED', certificates.collectiveId))],
        draft: [of(certificates.byState, 'status', 'DRAFT', 'count'), await shows(certificatesIn('DRAFT', certificates.collectiveId))],
        // The member who was suspended after his approval is in the season’s results, and none of the active ones.
        inspected: [inspections.first + 1, await shows(figureLists.inspected)],
        approved: [inspections.approved + 1, await shows(figureLists.approved)],
      }
      expect(Object.entries(opened).filter(([, [figure, listed]]) => figure !== listed)).toEqual([])
      // Each was tried with something to show, but for two.
      expect(Object.entries(opened).flatMap(([name, [figure]]) => (figure > 0 ? [] : [name]))).toEqual(operator === '-' ? ['contract'] : ['contract', 'draft'])
    }
  })
})
