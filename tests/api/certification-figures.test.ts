// What the lists of schemes and certification bodies count of each, worked out again from the records behind it: refusals, values, what is out of force, and how
// many statements a page asks.
import { beforeAll, describe, expect, it } from 'vitest'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, type World } from '../harness/world.ts'
import { standardsOf } from './certificate-stage.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'
import { type Sales, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let npop: string
let other: string
let body: string
const as = (who: string) => world.as(who, 'OP1')
const today = () => clock().toISOString().slice(0, 10)
const list = async (path: string, who = 'ada'): Promise<Json[]> => (await ok(as(who).get(`${path}${path.includes('?') ? '&' : '?'}limit=200`))).items
const schemesOf = async (ids: string[], who = 'ada'): Promise<Json[]> => (await ok(as(who).get(`/scheme-figures?ids=${ids.join(',')}`))).items
const bodiesOf = async (ids: string[], who = 'ada'): Promise<Json[]> => (await ok(as(who).get(`/certification-body-figures?ids=${ids.join(',')}`))).items

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
  body = world.places.cotton['CB-NIMAR']?.id as string
  const [certificate] = await list('/scopecertificate')
  npop = certificate.schemeId
  const standards = standardsOf(world)
  other = await standards.scheme('GOTS')
  await standards.certify({ collectiveId: world.places.cotton.OP1?.id as string }, { scheme: 'GOTS', validFrom: '2025-04-01', validTo: '2026-02-20' })
  await chain.sown()
  await chain.member()
}, 120_000)

describe('what is refused', () => {
  it.each(['/scheme-figures', '/certification-body-figures'])(
    '%s: no id, no uuid, more than a page, another word (400), and a stranger (401)',
    async (path) => {
      for (const query of ['ids=', 'ids=1,2', `ids=${Array.from({ length: 201 }, () => npop).join(',')}`, `ids=${npop}&season=1`])
        expect((await as('ada').get(`${path}?${query}`)).status, query.slice(0, 30)).toBe(400)
      expect((await world.stranger().get(`/api/operators/OP1${path}?ids=${npop}`)).status).toBe(401)
    },
  )
  it('counts nothing of what another programme has', async () => {
    const dina = world.as('dina', '-')
    expect((await ok(dina.get(`/scheme-figures?ids=${npop}`))).items).toEqual([])
    expect((await ok(dina.get(`/certification-body-figures?ids=${body}`))).items).toEqual([])
  })
})

describe('the figures of schemes', () => {
  it('are what the lists behind them have', async () => {
    const certificates = (await list('/scopecertificate')).filter(
      ({ status, validFrom, validTo }) => status === 'VALID' && validFrom <= today() && validTo >= today(),
    )
    const farmers = await list('/farmer')
    const plots = await list('/landparcel')
    const soon = new Date(clock().getTime() + 60 * 86_400_000).toISOString().slice(0, 10)
    const expected = [npop, other].map((id) => {
      const own = certificates.filter(({ schemeId }) => schemeId === id)
      const operators = new Set(own.flatMap(({ collectiveId }) => collectiveId ?? []))
      const area = plots
        .filter(({ operatorId, status }) => operators.has(operatorId) && status !== 'RETIRED')
        .reduce((sum, one) => sum + (one.mappedAreaHa ?? one.declaredAreaHa), 0)
      return {
        id,
        operators: operators.size,
        farmers: farmers.filter(({ operatorId, status }) => operators.has(operatorId) && status === 'ACTIVE').length,
        areaHa: Math.round(area * 10_000) / 10_000,
        expiring: own.filter(({ validTo }) => validTo <= soon).length,
      }
    })
    expect(await schemesOf([npop, other])).toEqual(expected)
    expect(expected.map(({ operators, expiring }) => [operators, expiring])).toEqual([
      [1, expected[0]?.expiring],
      [1, 1],
    ])
    expect(expected[0]?.farmers).toBeGreaterThan(0)
    expect(expected[0]?.areaHa).toBeGreaterThan(0)
  })
  it('leave out a certificate that is suspended, and are null where the reader has no such list', async () => {
    const own = (await list('/scopecertificate')).find(({ schemeId }) => schemeId === other)
    await ok(
      as('carla').post(`/scopecertificate/${own.id}/events`, { eventType: 'SUSPENDED', occurredAt: clock().toISOString(), data: { reason: 'Findings open' } }),
    )
    expect(await schemesOf([other])).toEqual([{ id: other, operators: 0, farmers: 0, areaHa: 0, expiring: 0 }])
    const [seen] = await schemesOf([npop], 'paul')
    expect(seen).toMatchObject({ farmers: null, areaHa: null })
    // Who lists no scope certificates knows nothing of what is under one.
    const [unknown] = await schemesOf([npop], 'fatima')
    expect(unknown).toEqual({ id: npop, operators: null, farmers: null, areaHa: null, expiring: null })
  })
})

describe('the figures of bodies', () => {
  it('count what waits and the median of days from submission to issue', async () => {
    const own = await sales.lot(600)
    const [first, second] = [await sales.draft([await sales.send(own, 100)]), await sales.draft([await sales.send(own, 100)])]
    await sales.issued([await sales.send(own, 100)])
    await ok(sales.act(as('omar'), first.id, 'SUBMITTED'))
    await ok(sales.act(as('omar'), second.id, 'SUBMITTED'))
    await ok(sales.act(as('carla'), second.id, 'REVIEW_STARTED'))
    const papers = (await list('/transactioncertificate')).filter(({ certificationBodyId }) => certificationBodyId === body)
    const days = papers
      .filter(({ issuedAt }) => issuedAt)
      .map(({ issuedAt, submittedAt }) => (Date.parse(issuedAt) - Date.parse(submittedAt)) / 86_400_000)
      .sort((one, two) => one - two)
    const median = days.length ? ((days[Math.floor((days.length - 1) / 2)] ?? 0) + (days[Math.ceil((days.length - 1) / 2)] ?? 0)) / 2 : null
    expect(median).not.toBeNull()
    const certificates = (await list('/scopecertificate')).filter(
      (one) => one.certificationBodyId === body && one.status === 'VALID' && one.validFrom <= today() && one.validTo >= today(),
    )
    const { schemes } = await ok(as('ada').get(`/certificationbody/${body}`))
    expect(await bodiesOf([body])).toEqual([
      {
        id: body,
        schemes: new Set(schemes.filter(({ from, to }: Json) => from <= today() && (to ?? today()) >= today()).map(({ schemeId }: Json) => schemeId)).size,
        operators: new Set(certificates.flatMap(({ collectiveId }) => collectiveId ?? [])).size,
        certificates: certificates.length,
        pending: papers.filter(({ status }) => ['SUBMITTED', 'UNDER_REVIEW'].includes(status)).length,
        medianDays: median === null ? null : Math.max(0, Math.round(median * 10) / 10),
      },
    ])
    expect(papers.filter(({ status }) => ['SUBMITTED', 'UNDER_REVIEW'].includes(status))).toHaveLength(2)
  })
  it('ask as few statements for many as for one', async () => {
    const statements = async (ask: () => Promise<unknown>) => statementsIn(await messagesOf(ask)).length
    expect(await statements(() => schemesOf([npop, other]))).toBe(await statements(() => schemesOf([npop])))
    expect(await statements(() => bodiesOf([body, npop, other]))).toBe(await statements(() => bodiesOf([body])))
  })
})
