// The checks of a certificate before it is saved: what the saved draft's page would say, for whoever could save it, and nothing is written.
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'
import { type Sales, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let body: Record<string, unknown>
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
  body = await sales.body([await sales.send(await sales.lot(200), 100)])
}, 120_000)
const dry = (who: string, of: Record<string, unknown>, query = '') => as(who).post(`/certificate-checks${query}`, of)

it('refuses whoever could not save it (403), what could not be saved (400), and a strange field (400)', async () => {
  for (const who of ['pooja', 'fatima', 'carla', 'paul']) await refused(() => dry(who, body), { status: 403 })
  const [line] = body.lines as Json[]
  await refused(() => dry('omar', { ...body, lines: [{ ...line, netKg: 500 }] }), { status: 400, body: { fields: [{ path: 'lines', code: 'max' }] } })
  const less = { ...line, grossKg: 500, netKg: 500, certifiedKg: 500 }
  await refused(() => dry('omar', { ...body, lines: [less] }), { status: 400, body: { fields: [{ path: 'lines', code: 'rule' }] } })
  await refused(() => dry('omar', { ...body, lines: [] }), { status: 400, body: { fields: [{ path: 'lines' }] } })
  await refused(() => dry('omar', { ...body, buyerId: crypto.randomUUID() }), { status: 400, body: { fields: [{ path: 'buyerId', code: 'missing' }] } })
  await refused(() => dry('omar', { ...body, netKg: 1 }), { status: 400 })
})
it('says what the checks of the saved draft say, without a reference or a consignee, and writes nothing', async () => {
  const { sellerRef: _, consignee: __, shipTo: ___, originState: ____, ...early } = body
  let answer: Json
  await refused(
    async () => {
      answer = await ok(dry('omar', early))
      return { status: 200, body: answer }
    },
    { status: 200, body: { outcome: 'REVIEW', lots: [], judged: [], nextNo: null } },
  )
  const saved = await ok(as('omar').post('/transactioncertificate', body))
  const { checks, day } = await ok(as('omar').get(`/transactioncertificate/${saved.id}/checks`))
  expect(answer.checks).toEqual(checks)
  expect(answer.day).toBe(day)
  // What is changed of it is judged beside what is there; it does not stand in its own way.
  const undeclared = await ok(dry('omar', { declared: false }, `?certificateId=${saved.id}`))
  expect(undeclared.checks.find(({ code }: Json) => code === 'T12')).toMatchObject({ outcome: 'BLOCK' })
  expect(undeclared.checks.find(({ code }: Json) => code === 'T05')).toMatchObject({ outcome: 'OK' })
  await refused(() => dry('paul', { declared: false }, `?certificateId=${saved.id}`), { status: 404 })
  expect((await ok(as('omar').get(`/transactioncertificate/${saved.id}`))).declared).toBe(true)
})
it('knows nothing of dispatches of others: neither the lot nor its kilograms', async () => {
  const sent = await sales.send(await sales.lot(100), 50)
  const { id } = await ok(as('omar').post('/transactioncertificate', { ...body, sellerRef: 'REF-OTHERS' }))
  const { title } = await chain.view('productbatch', sent.lotId)
  await world.scoped('ada', async ({ db, tenant }) => {
    await sql`update productbatch set processor_id = ${chain.ginner}::uuid where tenant_id = ${tenant.id} and id = ${sent.lotId}::uuid`.execute(db)
  })
  const [shipment] = body.shipments as Json[]
  const shipments = [{ ...shipment, dispatchId: sent.dispatchId }]
  const answer = await ok(dry('omar', { shipments }, `?certificateId=${id}`))
  expect(answer.checks.find(({ code }: Json) => code === 'T05')).toMatchObject({
    outcome: 'BLOCK',
    message: expect.stringContaining('names no dispatch that is recorded'),
  })
  expect(JSON.stringify(answer)).not.toContain(title)
})
