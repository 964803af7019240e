// Checks of a transaction certificate at their bounds (BR-12), tried by drafts on the last value that is taken and the first that is not.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'
import { type Sales, type Sent, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let lot: string
/** Days that the clock of these tests has gone on. */
let later = 0
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const stopped = (check: string) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId: 'BR-12', figures: { check } } })

beforeAll(async () => {
  world = await openWorld({ now: () => new Date(clock().getTime() + later * 86_400_000) })
  chain = await chainOf(world)
  sales = salesOf(chain)
  lot = await sales.lot(3000)
}, 120_000)

const checkOf = async (id: string, code: string): Promise<Json> =>
  (await ok(as('omar').get(`/transactioncertificate/${id}/checks`))).checks.find((check: Json) => check.code === code)
/** The outcome of a check of a draft of these dispatches. */
const drafted = async (code: string, sent: readonly Sent[], values: Record<string, unknown> = {}): Promise<string> =>
  (await checkOf((await sales.draft(sent, values)).id, code)).outcome
const lineOf = async (sent: Sent, netKg: number) => {
  const [line] = (await sales.body([sent])).lines as Json[]
  return [{ ...line, grossKg: netKg, netKg, certifiedKg: netKg }]
}

describe('a certificate at the bounds of its checks', () => {
  it('T01: holds on the first and the last day of the seller’s scope certificate, and on no day before or after', async () => {
    const sent = await sales.send(lot, 10, undefined, '2025-12-05')
    const under = async ([validFrom, validTo]: readonly [string, string]) => {
      const scope = await chain.standards.certify({ collectiveId: world.places.cotton.OP1?.id as string }, { issueDate: validFrom, validFrom, validTo })
      return sales.draft([sent], { sellerScopeId: scope.id })
    }
    for (const days of [
      ['2025-12-05', '2026-03-31'],
      ['2025-04-01', '2025-12-05'],
    ] as const)
      expect(await checkOf((await under(days)).id, 'T01')).toMatchObject({ outcome: 'OK' })
    for (const days of [
      ['2025-12-06', '2026-03-31'],
      ['2025-04-01', '2025-12-04'],
    ] as const) {
      const { id } = await under(days)
      await refused(() => sales.act(as('omar'), id, 'SUBMITTED'), stopped('T01'))
    }
  })
  it('T05: asks for the last gram that was sent and is free, and for none more', async () => {
    const sent = await sales.send(lot, 100)
    const gram = await sales.draft([sent], { lines: await lineOf(sent, 100.001) })
    await refused(() => sales.act(as('omar'), gram.id, 'SUBMITTED'), stopped('T05'))
    // A dispatch stands on one live certificate.
    const first = await sales.submitted([sent])
    const other = await sales.draft([sent], { lines: await lineOf(sent, 99.9) })
    await refused(() => sales.act(as('omar'), other.id, 'SUBMITTED'), stopped('T05'))
    await ok(sales.act(as('carla'), first.id, 'REJECTED', { reason: 'Wrong paper' }))
    await ok(sales.act(as('omar'), other.id, 'SUBMITTED'))
  })
  it('T06: has goods and shipments a thousandth apart, and not a gram more; as corrected on the draft', async () => {
    const sent = await sales.send(lot, 100)
    expect(await drafted('T06', [sent], { lines: await lineOf(sent, 99.9) })).toBe('OK')
    // 299.7 of 300 kg are as far apart, although 300 − 299.7 is a little more than 0.3.
    const odd = await sales.send(lot, 300)
    expect(await drafted('T06', [odd], { lines: await lineOf(odd, 299.7) })).toBe('OK')
    const beyond = { status: 400, body: { fields: [{ path: 'lines', code: 'rule' }] } }
    const less = await sales.body([sent], { lines: await lineOf(sent, 99.899) })
    await refused(() => as('omar').post('/transactioncertificate', less), beyond)
    const { id, version } = await sales.draft([sent], { lines: await lineOf(sent, 100.1) })
    const edit = async (kg: number) => as('omar').patch(`/transactioncertificate/${id}`, { lines: await lineOf(sent, kg) }, { 'if-match': `"${version}"` })
    const more = await edit(100.101)
    expect(more).toMatchObject(beyond)
    expect((await checkOf(id, 'T06')).outcome).toBe('OK')
    await ok(edit(99.9))
    expect((await checkOf(id, 'T06')).outcome).toBe('OK')
  })
  it('T06: goes by the bound of the programme, as it is entered and as it is checked', async () => {
    const sent = await sales.send(lot, 100)
    const bound = async (tcWeight: number) => {
      const { version } = await ok(world.as('ada', '-').get('/api/tolerances'))
      await ok(world.as('ada', '-').patch('/api/tolerances', { tcWeight }, { 'if-match': `"${version}"` }))
    }
    const entered = async (kg: number) => as('omar').post('/transactioncertificate', await sales.body([sent], { lines: await lineOf(sent, kg) }))
    await bound(0.02)
    expect((await entered(97.999)).body.fields).toMatchObject([{ path: 'lines', message: expect.stringContaining('2') }])
    const { id } = await ok(entered(98))
    expect((await checkOf(id, 'T06')).outcome).toBe('OK')
    // What was entered under another bound is reviewed.
    await bound(0.0195)
    expect((await checkOf(id, 'T06')).outcome).toBe('REVIEW')
    expect((await entered(98)).status).toBe(400)
    await bound(0.001)
    expect((await entered(99.899)).status).toBe(400)
    await ok(entered(99.9))
  })
  it('T11: has a hundred shipments within three months, and neither one more nor a day', async () => {
    const sent = await sales.send(lot, 10)
    const [shipment] = (await sales.body([sent])).shipments as Json[]
    const { dispatchId: _, ...bare } = shipment
    const many = (count: number) => ({
      shipments: Array.from({ length: count }, (__, place) => ({
        ...bare,
        invoiceNo: `M-${place}`,
        grossKg: 10,
        netKg: place ? 0.001 : 10 - (count - 1) / 1000,
      })),
    })
    const messageOf = async (count: number) => (await checkOf((await sales.draft([sent], many(count))).id, 'T11')).message
    expect(await messageOf(100)).toContain('names a dispatch')
    const beyond = await sales.body([sent], many(101))
    await refused(() => as('omar').post('/transactioncertificate', beyond), { status: 400, body: { fields: [{ path: 'shipments', code: 'max' }] } })
    // Bought on 3 November: sent on 30 November, and until the last day of February.
    const first = await sales.send(lot, 10, undefined, '2025-11-30')
    later = 46
    const last = await sales.send(lot, 10, undefined, '2026-02-28')
    expect(await drafted('T11', [first, last])).toBe('OK')
    const next = await sales.send(lot, 10, undefined, '2026-03-01')
    expect(await drafted('T11', [first, next])).toBe('REVIEW')
  })
  it('T17: is sent in on the ninetieth day after its last shipment, and reviewed a day later; a later shipment makes it right', async () => {
    later = 0
    const sent = await sales.send(lot, 10, undefined, '2025-12-01')
    // 30 days are left of December, 31 and 28 follow: the ninetieth is 1 March.
    later = 45
    expect(await drafted('T17', [sent])).toBe('OK')
    later = 46
    const { id } = await sales.draft([sent])
    expect(await checkOf(id, 'T17')).toMatchObject({ outcome: 'REVIEW' })
    const second = await sales.send(lot, 10, undefined, '2025-12-02')
    expect(await drafted('T17', [sent, second])).toBe('OK')
    // Taken back, it is as if it had not been sent: the dispatch is no longer one.
    await ok(as('pooja').post(`/productbatch/${lot}/events/${second.dispatchId}/void`, { reason: 'DID_NOT_OCCUR' }))
    const both = await sales.draft([sent, second])
    await refused(() => sales.act(as('omar'), both.id, 'SUBMITTED', {}, { occurredAt: at('2026-03-02', 11) }), stopped('T05'))
    later = 0
  })
})
