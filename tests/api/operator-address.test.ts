// What stands at the address of one operator (decision 119): lists, counts, exports, reports and figures there have what is of that operator; what a body, a buyer or
// an administrator may read besides is gathered at the address of all. Which paper is whose is worked out here from the papers themselves.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'
import { type Sales, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let other: string
/** Sold by OP1, sold by the ginner, drafted for OP2. */
let own: Json
let ginners: Json
let others: Json
const everyone = ['ada', 'omar', 'carla', 'paul'] as const

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
  other = world.places.cotton.OP2?.id as string
  const sent = await sales.send(await sales.lot(400), 300)
  own = await sales.issued([sent])
  const body = await sales.body([sent], { shipments: own.shipments.map((one: Json) => ({ ...one, dispatchId: null })) })
  const goods = (batchId: string) => ({ lines: own.lines.map((one: Json) => ({ ...one, batchId })) })
  const holding = await chain.standards.certify({ collectiveId: other }, { scNo: 'ORG/2' })
  const lot = await ok(world.as('ada', 'OP2').post('/productbatch', { productId: chain.products.seedCotton, unitType: 'HEAP', seasonId: chain.season }))
  others = await ok(
    world
      .as('ada', 'OP2')
      .post('/transactioncertificate', { ...body, ...goods(lot.id), collectiveId: other, sellerScopeId: holding.id, sellerRef: 'OTHERS-1' }),
  )
  const ofGinner = { collectiveId: null, processorId: chain.ginner, sellerScopeId: chain.certificates.ginner, sellerRef: 'GINNER-1' }
  const inputs = { inputCertificates: [{ certificateId: own.id, kgUsed: 10 }] }
  ginners = await ok(world.as('paul', '-').post('/transactioncertificate', { ...body, ...goods(await chain.boughtAtGin(100)), ...ofGinner, ...inputs }))
}, 120_000)

const listed = async (who: string, operator: string, path = '/transactioncertificate'): Promise<string[]> =>
  (await ok(world.as(who, operator).get(`${path}?limit=200`))).items.map(({ id }: Json) => id)
const textOf = async (answer: ReturnType<Client['get']>): Promise<string> => String((await answer).body)
const named = (ids: readonly string[]) => ({ own: ids.includes(own.id), ginners: ids.includes(ginners.id), others: ids.includes(others.id) })

describe('certificates at the address of an operator', () => {
  it.each(everyone)('are none that others sell, to %s: not in the list, by a filter, by a word or by their number', async (who) => {
    expect(named(await listed(who, 'OP1'))).toEqual({ own: true, ginners: false, others: false })
    const client = world.as(who, 'OP1')
    for (const one of [ginners, others])
      for (const query of [`filter[id]=${one.id}`, `q=${one.sellerRef}`, `filter[certificationBodyId]=${one.certificationBodyId}&filter[id]=${one.id}`])
        expect([query, (await ok(client.get(`/transactioncertificate?${query}`))).items]).toEqual([query, []])
  })
  it('are those of the other operator at its own address, to its body and the administrator; a buyer finds no draft there', async () => {
    for (const who of ['ada', 'carla']) expect([who, named(await listed(who, 'OP2'))]).toEqual([who, { own: false, ginners: false, others: true }])
    expect((await world.as('paul', 'OP2').get('/transactioncertificate')).body.items ?? []).toEqual([])
  })
  it('are refused to the manager of another operator, who has no such address', async () => {
    expect(await world.as('omar', 'OP2').get('/transactioncertificate')).toMatchObject({ status: 404 })
  })
})

describe('at the address of all operators', () => {
  it('a body has what it judges, a company what it sells and what it bought, an administrator everything', async () => {
    for (const who of ['ada', 'carla']) expect([who, named(await listed(who, '-'))]).toEqual([who, { own: true, ginners: true, others: true }])
    expect(named(await listed('paul', '-'))).toEqual({ own: true, ginners: true, others: false })
  })
  it('a manager of one operator has no such address', async () => {
    expect(await world.as('omar', '-').get('/transactioncertificate')).toMatchObject({ status: 403 })
  })
})

describe('what is counted and handed out', () => {
  it.each(everyone)('is what the list has, to %s: count, export, register and dashboard', async (who) => {
    for (const operator of who === 'omar' ? ['OP1'] : ['OP1', '-']) {
      const client = world.as(who, operator)
      const { items, total } = await ok(client.get('/transactioncertificate?limit=200&count=true'))
      expect(total).toBe(items.length)
      const numbers: string[] = items.map(({ code }: Json) => code).sort()
      const file = await textOf(client.get('/transactioncertificate/export?format=csv'))
      expect([operator, numbers.filter((code) => file.includes(code))]).toEqual([operator, numbers])
      for (const one of [ginners, others]) if (!numbers.includes(one.code)) expect(file).not.toContain(one.code)
      const { rows } = await ok(client.get('/reports/certificate-register'))
      const refs = items.map(({ sellerRef }: Json) => sellerRef).sort()
      expect([operator, rows.map(({ sellerRef }: Json) => sellerRef).sort()]).toEqual([operator, refs])
      const { certificates } = await ok(client.get('/reports/season-indicators'))
      if (certificates) expect(certificates.byState.reduce((sum: number, { count }: Json) => sum + count, 0)).toBe(items.length)
    }
  })
})

describe('other records that name their operator in a field of their own', () => {
  it('scope certificates are those of the operator, packages and places also those of nobody', async () => {
    const scopes = (await ok(world.as('carla', 'OP1').get('/scopecertificate?limit=200'))).items
    expect(scopes.length).toBeGreaterThan(0)
    expect([...new Set(scopes.map(({ collectiveId }: Json) => collectiveId))]).toEqual([world.places.cotton.OP1?.id])
    const all = (await ok(world.as('carla', '-').get('/scopecertificate?limit=200'))).items
    expect(all.map(({ id }: Json) => id)).toEqual(expect.arrayContaining([chain.certificates.group, chain.certificates.ginner]))
    const places = await listed('ada', 'OP2', '/processingsystem')
    expect([places.includes(chain.centre), places.includes(chain.gin)]).toEqual([false, true])
    expect(await listed('ada', 'OP1', '/processingsystem')).toEqual(expect.arrayContaining([chain.centre, chain.gin]))
  })
  it('are found wherever their holder is named: what a company has, and what a picker of a certificate offers', async () => {
    expect((await ok(world.as('ada', 'OP1').get(`/scopecertificate?filter[processorId]=${chain.ginner}`))).items.map(({ id }: Json) => id)).toContain(
      chain.certificates.ginner,
    )
    const { items } = await ok(world.as('ada', 'OP1').get(`/scopecertificate?filter[collectiveId]=${other}`))
    expect(items.map(({ collectiveId }: Json) => collectiveId)).toEqual([other])
    expect((await ok(world.as('omar', 'OP1').get(`/transactioncertificate?filter[collectiveId]=${other}`))).items).toEqual([])
  })
  it('a paper that is linked from elsewhere opens where its reader may read it', async () => {
    expect(await world.as('carla', 'OP1').get(`/transactioncertificate/${ginners.id}`)).toMatchObject({ status: 200 })
    expect(await world.as('paul', 'OP1').get(`/transactioncertificate/${others.id}`)).toMatchObject({ status: 404 })
  })
})
