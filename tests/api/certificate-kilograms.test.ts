// Kilograms on the way of a transaction certificate: reserved at submission, certified at issue, free after rejection, cancellation and replacement; restricted when it
// is withdrawn. Refused before that: what a check of BR-12 stops, with its code and figures.
import { beforeAll, describe, expect, it } from 'vitest'
import { runClock } from '#server/jobs/clock.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { onCertificate } from './certificate-stage.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { type Sales, salesOf, tcNo } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let lot: string
/** Days that the clock of these tests has gone on. */
let later = 0
const as = (who: string) => world.as(who, 'OP1')
beforeAll(async () => {
  world = await openWorld({ now: () => new Date(clock().getTime() + later * 86_400_000) })
  chain = await chainOf(world)
  sales = salesOf(chain)
  lot = await sales.lot(1000)
})
const refused = refusing(() => world)
const stopped = (check: string) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId: 'BR-12', figures: { check } } })
const checksOf = async (id: string, who = 'omar'): Promise<Json> => ok(as(who).get(`/transactioncertificate/${id}/checks`))

describe('a submission is refused', () => {
  it('T05: of more than was sent, and of shipments without a dispatch', async () => {
    const sent = await sales.send(lot, 100)
    const body = await sales.body([sent])
    const [line] = body.lines as Json[]
    const more = await sales.draft([sent], {
      lines: [{ ...line, grossKg: 100.05, netKg: 100.05, certifiedKg: 100 }],
      shipments: (body.shipments as Json[]).map((one) => ({ ...one, grossKg: 100.05, netKg: 100 })),
    })
    await refused(() => sales.act(as('omar'), more.id, 'SUBMITTED'), stopped('T05'))
    const bare = await sales.draft([sent], { shipments: (body.shipments as Json[]).map(({ dispatchId: _, ...one }) => one) })
    await refused(() => sales.act(as('omar'), bare.id, 'SUBMITTED'), stopped('T05'))
    const { checks } = await checksOf(bare.id)
    expect(checks.map(({ code }: Json) => code)).toEqual(Array.from({ length: 17 }, (_, place) => `T${String(place + 1).padStart(2, '0')}`))
  })
  it('T01: of a scope certificate that was suspended on the day of shipment', async () => {
    const sent = await sales.send(lot, 10, undefined, '2025-12-05')
    const scope = await chain.standards.certify({ collectiveId: world.places.cotton.OP1?.id as string })
    await ok(onCertificate(as('carla'), scope.id, 'SUSPENDED', '2025-12-04'))
    const { id } = await sales.draft([sent], { sellerScopeId: scope.id })
    await refused(() => sales.act(as('omar'), id, 'SUBMITTED'), stopped('T01'))
  })
  it('T03: of lots as another product than they are', async () => {
    const sent = await sales.send(lot, 10)
    const [line] = (await sales.body([sent])).lines as Json[]
    const { id } = await sales.draft([sent], { lines: [{ ...line, productId: chain.products.lint }] })
    await refused(() => sales.act(as('omar'), id, 'SUBMITTED'), stopped('T03'))
  })
  it('T10, T12: of a claim above that of the lot, and without the declaration', async () => {
    const sent = await sales.send(lot, 10)
    const { id } = await sales.draft([sent], { declared: false })
    await refused(() => sales.act(as('omar'), id, 'SUBMITTED'), stopped('T12'))
  })
  it('T07: while a lot below is held back', async () => {
    const sent = await sales.send(lot, 10)
    await ok(record(as('paul'), 'productbatch', sent.partId, 'QUARANTINE', '2026-01-10', { reason: 'Wet' }))
    const { id } = await sales.draft([sent])
    await refused(() => sales.act(as('omar'), id, 'SUBMITTED'), stopped('T07'))
  })
})

describe('kilograms', () => {
  it('are reserved, certified, and given free again', async () => {
    const own = await sales.lot(500)
    const first = await sales.send(own, 300)
    const made = await sales.draft([first])
    expect(await sales.kilograms(own)).toMatchObject({ onHandKg: 200, shippedKg: 300, reservedKg: 0, certifiableKg: 500, availableKg: 200 })
    expect((await ok(sales.act(as('omar'), made.id, 'SUBMITTED'))).subject).toMatchObject({ status: 'SUBMITTED' })
    expect(await sales.kilograms(own)).toMatchObject({ reservedKg: 300, certifiedKg: 0, certifiableKg: 200, availableKg: 200 })
    await ok(sales.act(as('carla'), made.id, 'REVIEW_STARTED'))
    await refused(() => sales.act(as('carla'), made.id, 'ISSUED', { tcNo: tcNo() }), {
      status: 400,
      body: { fields: [{ path: 'data.reviewNote', code: 'required' }] },
    })
    expect((await checksOf(made.id, 'carla')).nextNo).toMatch(/-2026-0001$/)
    const { subject, event } = await ok(sales.act(as('carla'), made.id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Papers seen' }))
    expect(subject).toMatchObject({ status: 'ISSUED' })
    expect(await sales.kilograms(own)).toMatchObject({ reservedKg: 0, certifiedKg: 300, certifiableKg: 200 })
    expect((await checksOf(made.id)).judged).toHaveLength(2)
    const back = await ok(as('carla').post(`/transactioncertificate/${made.id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(back.subject).toMatchObject({ status: 'UNDER_REVIEW', tcNo: null, issuedAt: null })
    expect(await sales.kilograms(own)).toMatchObject({ reservedKg: 300, certifiedKg: 0 })
    expect((await ok(sales.act(as('carla'), made.id, 'REJECTED', { reason: 'No' }))).subject.status).toBe('REJECTED')
    expect(await sales.kilograms(own)).toMatchObject({ reservedKg: 0, certifiedKg: 0, certifiableKg: 500 })
    // What it had is free for another.
    const again = await sales.submitted([first])
    expect(again.status).toBe('UNDER_REVIEW')
    expect(await sales.kilograms(own)).toMatchObject({ reservedKg: 300 })
  })
  it('are not raised by waste that was taken away: nobody bought it (T05, BR-12a)', async () => {
    const own = await sales.lot(500)
    const sent = await sales.send(own, 200)
    // The rest is at a facility that throws some of it away; the first part is received there, and so is all that left.
    await ok(record(as('paul'), 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2025-12-02', { batchId: sent.partId, grossKg: 210, tareKg: 10, netKg: 200 }))
    const waste = await ok(
      record(as('ada'), 'processingsystem', chain.gin, 'WASTE_OUT', '2025-12-03', { batchId: sent.partId, kg: 80, destination: 'Compost' }),
    )
    const { totals } = await ok(as('paul').get(`/productbatch/${sent.partId}/ledger`))
    expect(totals).toEqual({ RECEIVED: 200, LOSS: -80 })
    expect(await sales.kilograms(sent.partId)).toMatchObject({ onHandKg: 120, shippedKg: 0, certifiableKg: 120, availableKg: 120 })
    const { items } = await ok(as('paul').get(`/processor/${chain.ginner}/reconciliation`))
    expect(items.find(({ material }: Json) => material === 'SEED_COTTON')).toMatchObject({ sentKg: 0, lostKg: 80 })
    await ok(as('ada').post(`/processingsystem/${chain.gin}/events/${waste.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await sales.kilograms(sent.partId)).toMatchObject({ onHandKg: 200, shippedKg: 0, certifiableKg: 200 })
  })
  it('of one dispatch are on one live certificate; a cancelled one gives it free', async () => {
    const sent = await sales.send(lot, 20)
    const [one, other] = [await sales.draft([sent]), await sales.draft([sent])]
    await ok(sales.act(as('omar'), one.id, 'SUBMITTED'))
    await refused(() => sales.act(as('omar'), other.id, 'SUBMITTED'), stopped('T05'))
    await refused(() => as('pooja').post(`/productbatch/${lot}/events/${sent.dispatchId}/void`, { reason: 'DID_NOT_OCCUR' }), {
      status: 422,
      body: { ruleId: 'BR-26', figures: { certificateId: one.id } },
    })
    const { items } = await ok(
      as('omar').get(`/certifiable-dispatches?collectiveId=${world.places.cotton.OP1?.id}&buyerId=${chain.ginner}&certificateId=${other.id}`),
    )
    expect(items.find(({ dispatchId }: Json) => dispatchId === sent.dispatchId)).toMatchObject({ certificate: { id: one.id } })
    await ok(sales.act(as('omar'), one.id, 'CANCELLED', { reason: 'Twice' }))
    await ok(sales.act(as('omar'), other.id, 'SUBMITTED'))
  })
  it('T16: of one invoice are on one live certificate, whatever lots it names', async () => {
    const other = await sales.lot(100)
    await ok(sales.act(as('omar'), (await sales.draft([await sales.send(lot, 5, 'INV-X/1')])).id, 'SUBMITTED'))
    // Written otherwise it is that invoice: small letters, Cyrillic Х and Greek Ι, Gujarati digits.
    for (const again of [' inv-x/1 ', 'ΙNV-Х/1', 'INV–X/૧']) {
      const twice = await sales.draft([await sales.send(other, 5, again)])
      await refused(() => sales.act(as('omar'), twice.id, 'SUBMITTED'), stopped('T16'))
    }
  })
  it('of a corrected line are reserved as they are then', async () => {
    const sent = await sales.send(lot, 40)
    const made = await sales.submitted([sent])
    const { subject } = await ok(sales.act(as('carla'), made.id, 'CORRECTION_ASKED', { note: 'Weight' }))
    expect(subject.reservedUntil).toBe('2026-02-14')
    const body = await sales.body([sent])
    const [line] = body.lines as Json[]
    const [shipment] = body.shipments as Json[]
    const before = await sales.kilograms(lot)
    await ok(
      as('omar').patch(
        `/transactioncertificate/${made.id}`,
        { lines: [{ ...line, netKg: 30, certifiedKg: 30 }], shipments: [{ ...shipment, netKg: 30 }] },
        { 'if-match': `"${subject.version}"` },
      ),
    )
    expect(await sales.kilograms(lot)).toEqual(before)
    expect((await ok(sales.act(as('omar'), made.id, 'SUBMITTED'))).subject.reservedUntil).toBe(null)
    expect(await sales.kilograms(lot)).toMatchObject({ reservedKg: before.reservedKg - 10 })
  })
})

describe('a newer certificate', () => {
  it('takes the place of an issued one in the step in which it is issued, and gives it back when that is voided', async () => {
    const own = await sales.lot(400)
    const sent = await sales.send(own, 200)
    const old = await sales.issued([sent])
    const body = await sales.body([sent])
    const [line] = body.lines as Json[]
    const [shipment] = body.shipments as Json[]
    const smaller = { lines: [{ ...line, netKg: 150, certifiedKg: 150 }], shipments: [{ ...shipment, netKg: 150 }], replacesId: old.id }
    const newer = await sales.submitted([sent], smaller)
    expect(await sales.kilograms(own)).toMatchObject({ reservedKg: 0, certifiedKg: 200 })
    const { event } = await ok(sales.act(as('carla'), newer.id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Weight corrected' }))
    expect(await sales.kilograms(own)).toMatchObject({ reservedKg: 0, certifiedKg: 150, certifiableKg: 250 })
    expect((await chain.view('transactioncertificate', old.id)).status).toBe('REVISED')
    await ok(as('carla').post(`/transactioncertificate/${newer.id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await chain.view('transactioncertificate', old.id)).status).toBe('ISSUED')
    expect(await sales.kilograms(own)).toMatchObject({ reservedKg: 0, certifiedKg: 200 })
  })
})

describe('a withdrawal', () => {
  it('holds what was made of the goods, in transit too, and lifts it when it is voided', async () => {
    const sent = await sales.send(lot, 60)
    const issued = await sales.issued([sent])
    const { event } = await ok(sales.act(as('carla'), issued.id, 'WITHDRAWN', { reason: 'Residue' }))
    expect(await chain.view('productbatch', sent.partId)).toMatchObject({ status: 'QUARANTINED' })
    await ok(as('carla').post(`/transactioncertificate/${issued.id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await chain.view('productbatch', sent.partId)).toMatchObject({ status: 'IN_TRANSIT', quarantineReason: null })
  })
})

it('a lot all of which is certified has nothing left to certify; what was sent without a certificate does not come back under one', async () => {
  const own = await sales.lot(100)
  const sent = await sales.send(own, 60)
  await sales.issued([sent])
  expect(await sales.kilograms(own)).toMatchObject({ onHandKg: 40, certifiedKg: 60, certifiableKg: 40, availableKg: 40 })
  await ok(record(as('pooja'), 'productbatch', own, 'LOSS', '2026-01-12', { cause: 'DRYING', kg: 0.4 }))
  expect(await sales.kilograms(own)).toMatchObject({ onHandKg: 39.6, certifiedKg: 60, certifiableKg: 39.6 })
})

it('a gin’s books say what came with a certificate, and a group’s what it certified (BR-12a); nobody else reads them', async () => {
  const rowOf = async (who: string, path: string) =>
    (await ok(as(who).get(`/${path}/reconciliation`))).items.find((row: Json) => row.material === 'SEED_COTTON' && row.claim === 'ORGANIC')
  const own = await sales.lot(300)
  const before = (await rowOf('paul', `processor/${chain.ginner}`)) ?? { receivedKg: 0, coveredKg: 0 }
  const sent = await sales.send(own, 120)
  const uncovered = await rowOf('paul', `processor/${chain.ginner}`)
  expect(uncovered.receivedKg - before.receivedKg).toBeCloseTo(120, 3)
  expect(uncovered.coveredKg).toBe(before.coveredKg)
  await sales.issued([sent])
  const covered = await rowOf('paul', `processor/${chain.ginner}`)
  expect(covered.coveredKg - before.coveredKg).toBeCloseTo(120, 3)
  expect(covered.closeKg).toBeCloseTo(covered.expectedKg, 3)
  const group = await rowOf('omar', `collective/${world.places.cotton.OP1?.id}`)
  expect(group).toMatchObject({ gapKg: 0, problem: null })
  expect(group.closeKg).toBeCloseTo(group.receivedKg - group.sentKg - group.lostKg + group.movedKg, 3)
  expect(await as('fatima').get(`/collective/${world.places.cotton.OP1?.id}/reconciliation`)).toMatchObject({ status: 403 })
})

// Last: the clock goes on.
it('a reservation ends 30 days after the correction was asked for, by the clock, and the shipment is free for another', async () => {
  const { database, behaviours, log, now } = world.deps
  const tick = () => runClock({ database, behaviours, log, clock: now, stop: new AbortController().signal }, world.tenants.cotton)
  const own = await sales.lot(100)
  const sent = await sales.send(own, 100)
  const made = await sales.submitted([sent])
  await ok(sales.act(as('carla'), made.id, 'CORRECTION_ASKED', { note: 'Weight' }))
  later = 30
  await tick()
  expect(await sales.kilograms(own)).toMatchObject({ reservedKg: 100 })
  later = 31
  await tick()
  await tick()
  expect(await sales.kilograms(own)).toMatchObject({ reservedKg: 0, certifiableKg: 100 })
  expect(await chain.view('transactioncertificate', made.id)).toMatchObject({ status: 'CORRECTION', reservedUntil: null })
  const other = await sales.draft([sent])
  await ok(sales.act(as('omar'), other.id, 'SUBMITTED', {}, { occurredAt: at('2026-02-15') }))
  await refused(() => sales.act(as('omar'), made.id, 'SUBMITTED', {}, { occurredAt: at('2026-02-15') }), stopped('T05'))
})
