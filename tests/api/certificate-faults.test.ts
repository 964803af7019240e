// Bounds of transaction certificates that hang on several certificates at once, or on a moment: replacements, used inputs, seasons of a heap, late records, holds on the way.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openWalls, readMigrations } from '#server/db/migrate.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { type Sales, type Sent, salesOf, tcNo } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
const as = (who: string) => world.as(who, 'OP1')
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
})
const stopped = (check: string) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId: 'BR-12', figures: { check } } })
const checkOf = async (id: string, code: string, who = 'omar'): Promise<Json> =>
  (await ok(as(who).get(`/transactioncertificate/${id}/checks`))).checks.find((one: Json) => one.code === code)
const inputOf = ({ inputs }: Json, label: string): unknown => inputs.find((one: Json) => one.label === label)?.value
/** The same dispatch with another weight on the certificate. */
async function weighing(sent: Sent, kg: number, values: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const body = await sales.body([sent])
  const [[line], [shipment]] = [body.lines as Json[], body.shipments as Json[]]
  return { lines: [{ ...line, netKg: kg, certifiedKg: kg }], shipments: [{ ...shipment, netKg: kg }], ...values }
}

it('a reconciliation from a day after its end is refused', async () => {
  expect(await as('paul').get(`/processor/${chain.ginner}/reconciliation?from=2026-01-02&to=2026-01-01`)).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION', fields: [{ path: 'to' }] },
  })
  await ok(as('paul').get(`/processor/${chain.ginner}/reconciliation?from=2026-01-01&to=2026-01-01`))
})

describe('a lot that is held back on its way', () => {
  it('is received, stays held back at the receiver, and is free there when the hold is lifted', async () => {
    const sent = await sales.send(await sales.lot(300), 100)
    const issued = await sales.issued([sent])
    const { event } = await ok(sales.act(as('carla'), issued.id, 'WITHDRAWN', { reason: 'Residue' }))
    expect(await chain.view('productbatch', sent.partId)).toMatchObject({ status: 'QUARANTINED' })
    const weigh = { batchId: sent.partId, grossKg: 110, tareKg: 10, netKg: 100 }
    await ok(record(as('paul'), 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2026-01-15', weigh, 11))
    expect(await chain.view('productbatch', sent.partId)).toMatchObject({ status: 'QUARANTINED', processingSystemId: chain.gin })
    // Once only.
    expect(await record(as('paul'), 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2026-01-15', weigh, 11)).toMatchObject({ status: 422 })
    expect(
      await record(as('paul'), 'processingsystem', chain.gin, 'PROCESS_RUN', '2026-01-15', {
        process: 'GINNING',
        inputs: [{ batchId: sent.partId, kg: 100 }],
        outputs: [{ productId: chain.products.lint, kg: 34 }],
        startedAt: at('2026-01-15', 11),
        endedAt: at('2026-01-15', 11),
      }),
    ).not.toMatchObject({ status: 201 })
    await ok(as('carla').post(`/transactioncertificate/${issued.id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await chain.view('productbatch', sent.partId)).toMatchObject({ status: 'RECEIVED', quarantineReason: null })
  })
})

it('goods that were booked as gone are held back when that is voided after their certificate was withdrawn', async () => {
  const sent = await sales.send(await sales.lot(100), 100)
  const issued = await sales.issued([sent])
  const weighed = { batchId: sent.partId, grossKg: 110, tareKg: 10, netKg: 100 }
  await ok(record(as('paul'), 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2025-12-02', weighed))
  await ok(record(as('paul'), 'productbatch', sent.partId, 'ADJUST', '2025-12-04', { deltaKg: -100, reason: 'Stolen' }))
  await ok(record(as('carla'), 'productbatch', sent.partId, 'ADJUST_AGREED', '2025-12-05', {}, 9))
  const { event } = await ok(record(as('omar'), 'productbatch', sent.partId, 'ADJUST_APPROVED', '2025-12-05'))
  const withdrawal = await ok(sales.act(as('carla'), issued.id, 'WITHDRAWN', { reason: 'Residue' }))
  expect(await chain.view('productbatch', sent.partId)).toMatchObject({ status: 'DEPLETED', quarantineReason: null })
  await ok(as('omar').post(`/productbatch/${sent.partId}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
  expect(await chain.view('productbatch', sent.partId)).toMatchObject({ status: 'QUARANTINED', onHandKg: 100 })
  await ok(as('carla').post(`/transactioncertificate/${issued.id}/events/${withdrawal.event.id}/void`, { reason: 'INCORRECT_DATA' }))
  expect(await chain.view('productbatch', sent.partId)).toMatchObject({ status: 'RECEIVED', quarantineReason: null })
})

describe('days and parties', () => {
  it('T17 counts to the day on which the submission was recorded, not the one it is said to be of', async () => {
    const sent = await sales.send(await sales.lot(100), 50, undefined, '2025-12-01')
    const { id } = await sales.draft([sent])
    await ok(sales.act(as('omar'), id, 'SUBMITTED', {}, { occurredAt: at('2025-12-05'), lateReason: 'Sent by post' }))
    expect(inputOf(await checkOf(id, 'T17'), 'Since then')).toBe(45)
  })
  it('T04: a buyer’s scope certificate of another scheme is reviewed', async () => {
    const sent = await sales.send(await sales.lot(100), 50)
    const other = await chain.standards.certify({ processorId: chain.ginner }, { scheme: 'GOTS' })
    const { id } = await sales.draft([sent], { buyerScopeId: other.id })
    expect(await checkOf(id, 'T04')).toMatchObject({ outcome: 'REVIEW', message: expect.stringContaining('another scheme') })
    const { id: same } = await sales.draft([sent])
    expect(await checkOf(same, 'T04')).toMatchObject({ outcome: 'OK' })
  })
  it('T11 counts the parties that the dispatches went to', async () => {
    const sent = await sales.send(await sales.lot(100), 50)
    const { id } = await sales.draft([sent])
    expect(inputOf(await checkOf(id, 'T11'), 'Consignees')).toBe(1)
    const bare = (await sales.body([sent])).shipments as Json[]
    const { id: unnamed } = await sales.draft([sent], { shipments: bare.map(({ dispatchId: _, ...one }) => one) })
    expect(await checkOf(unnamed, 'T11')).toMatchObject({ outcome: 'REVIEW' })
    expect(inputOf(await checkOf(unnamed, 'T11'), 'Consignees')).toBe(0)
  })
})

describe('a replacement', () => {
  it('is counted once with the one whose place it takes, by other certificates of the group (T08)', async () => {
    const own = await sales.lot(900)
    const [sent, other] = [await sales.send(own, 300), await sales.send(own, 100)]
    const looked = await sales.draft([other])
    const before = inputOf(await checkOf(looked.id, 'T08'), 'Certified before') as number
    const old = await sales.issued([sent])
    const since = async () => Math.round(((inputOf(await checkOf(looked.id, 'T08'), 'Certified before') as number) - before) * 1000) / 1000
    expect(await since()).toBe(300)
    const newer = await sales.submitted([sent], await weighing(sent, 250, { replacesId: old.id }))
    expect(await since()).toBe(300)
    await ok(sales.act(as('carla'), newer.id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Weight' }))
    expect(await since()).toBe(250)
  })
  it('a reservation that has ended counts for nobody else', async () => {
    const own = await sales.lot(500)
    const [sent, other] = [await sales.send(own, 300), await sales.send(own, 100)]
    const looked = await sales.draft([other])
    const before = inputOf(await checkOf(looked.id, 'T08'), 'Certified before')
    const made = await sales.submitted([sent])
    await ok(sales.act(as('carla'), made.id, 'CORRECTION_ASKED', { note: 'Weight' }))
    expect(inputOf(await checkOf(looked.id, 'T08'), 'Certified before')).toBe((before as number) + 300)
    await world.scoped('ada', async ({ db, tenant }) => {
      await sql`update transactioncertificate set reserved_until = null where tenant_id = ${tenant.id} and id = ${made.id}::uuid`.execute(db)
    })
    expect(inputOf(await checkOf(looked.id, 'T08'), 'Certified before')).toBe(before)
  })
  it('gives back, when its issue is voided, what the older one bound, whichever has the lower id', async () => {
    const ids = ['00000000-0000-7000-8000-0000000000a1', 'ffffffff-ffff-7fff-bfff-fffffffffff1'] as const
    for (const [newId, oldId] of [ids, [ids[1].replace(/1$/, '2'), ids[0].replace(/1$/, '2')]]) {
      const own = await sales.lot(400)
      const sent = await sales.send(own, 200)
      const old = await sales.issued([sent], { id: oldId })
      const newer = await sales.submitted([sent], await weighing(sent, 150, { replacesId: old.id, id: newId }))
      expect([old.id, newer.id]).toEqual([oldId, newId])
      const { event } = await ok(sales.act(as('carla'), newer.id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Weight' }))
      await ok(as('carla').post(`/transactioncertificate/${newer.id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
      expect(await sales.kilograms(own)).toMatchObject({ reservedKg: 0, certifiedKg: 200 })
      // The dispatch is the older one's again: another certificate is refused with its name, and a void of the older one is refused while the newer waits.
      const other = await sales.draft([sent])
      expect(await sales.act(as('omar'), other.id, 'SUBMITTED')).toMatchObject({ status: 422, body: { detail: expect.stringContaining(old.title) } })
      const { items } = await ok(as('carla').get(`/transactioncertificate/${old.id}/events?limit=200`))
      const issue = items.find(({ eventType }: Json) => eventType === 'ISSUED')
      expect(await as('carla').post(`/transactioncertificate/${old.id}/events/${issue.id}/void`, { reason: 'INCORRECT_DATA' })).toMatchObject({
        status: 422,
        body: { ruleId: 'BR-26', figures: { certificateId: newer.id } },
      })
    }
  })
})

it('a replacement is issued, and a fact about a lot that only the older one names is recorded, at the same moment', async () => {
  for (const sampleNo of ['S-1', 'S-2', 'S-3']) {
    const [stays, left] = [await sales.lot(20), await sales.lot(20)]
    const [sent, dropped] = [await sales.send(stays, 10), await sales.send(left, 10)]
    const old = await sales.issued([sent, dropped])
    const newer = await sales.submitted([sent], { replacesId: old.id })
    const positive = { kind: 'RESIDUE', sampleNo, result: 'POSITIVE', reportNo: sampleNo }
    await Promise.all([
      ok(sales.act(as('carla'), newer.id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Weight' })),
      ok(record(as('pooja'), 'productbatch', left, 'LAB_RESULT', '2025-12-10', positive)),
    ])
    expect(await chain.view('transactioncertificate', old.id)).toMatchObject({ status: 'REVISED', flags: [] })
    expect(await sales.kilograms(left)).toMatchObject({ reservedKg: 0, certifiedKg: 0 })
  }
})

describe('a replacement is refused', () => {
  it('T05: of one that is not issued: waiting, withdrawn, or replaced already', async () => {
    const own = await sales.lot(400)
    const [sent, rest] = [await sales.send(own, 100), await sales.send(own, 50)]
    const old = await sales.submitted([sent, rest])
    const before = await sales.kilograms(own)
    const drafts = [await sales.draft([sent], { replacesId: old.id }), await sales.draft([rest], { replacesId: old.id })]
    const refusedBoth = async () => {
      for (const { id } of drafts) expect(await sales.act(as('omar'), id, 'SUBMITTED')).toMatchObject(stopped('T05'))
    }
    await refusedBoth()
    expect(await sales.kilograms(own)).toEqual(before)
    await ok(sales.act(as('carla'), old.id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Papers seen' }))
    const { event } = await ok(sales.act(as('carla'), old.id, 'WITHDRAWN', { reason: 'Residue' }))
    await refusedBoth()
    await ok(as('carla').post(`/transactioncertificate/${old.id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    const newer = await sales.issued([sent], { replacesId: old.id })
    await refusedBoth()
    expect(await checkOf(newer.id, 'T05')).toMatchObject({ outcome: 'OK' })
    expect(await sales.kilograms(own)).toMatchObject({ reservedKg: 0, certifiedKg: 100 })
  })
  it('while it waits, when the older one is withdrawn; what it reserves is free once it is rejected', async () => {
    const own = await sales.lot(300)
    const sent = await sales.send(own, 200)
    const old = await sales.issued([sent], await weighing(sent, 150))
    const newer = await sales.submitted([sent], { replacesId: old.id })
    expect(await sales.kilograms(own)).toMatchObject({ reservedKg: 50, certifiedKg: 150 })
    await ok(sales.act(as('carla'), old.id, 'WITHDRAWN', { reason: 'Residue' }))
    expect(await sales.act(as('carla'), newer.id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Weight' })).toMatchObject(stopped('T05'))
    await ok(sales.act(as('carla'), newer.id, 'REJECTED', { reason: 'Withdrawn' }))
    expect(await sales.kilograms(own)).toMatchObject({ reservedKg: 0, certifiedKg: 150 })
  })
})

it('an issue is not voided (BR-26) when the older certificate would stand again on a dispatch that was taken back since', async () => {
  const own = await sales.lot(400)
  const [first, dropped] = [await sales.send(own, 200), await sales.send(own, 100)]
  const old = await sales.issued([first, dropped])
  const newer = await sales.issued([first], { replacesId: old.id })
  const { items } = await ok(as('carla').get(`/transactioncertificate/${newer.id}/events?limit=200`))
  const issue = items.find(({ eventType }: Json) => eventType === 'ISSUED')
  const voided = (who: string, path: string) => as(who).post(`/${path}/void`, { reason: 'INCORRECT_DATA' })
  await ok(voided('pooja', `productbatch/${own}/events/${dropped.dispatchId}`))
  expect(await voided('carla', `transactioncertificate/${newer.id}/events/${issue.id}`)).toMatchObject({
    status: 422,
    body: { ruleId: 'BR-26', figures: { invoiceNo: dropped.invoiceNo } },
  })
  expect([(await chain.view('transactioncertificate', old.id)).status, (await chain.view('transactioncertificate', newer.id)).status]).toEqual([
    'REVISED',
    'ISSUED',
  ])
  expect(await sales.kilograms(own)).toMatchObject({ onHandKg: 200, shippedKg: 200, reservedKg: 0, certifiedKg: 200 })
})

describe('certificates of what went in', () => {
  /** A gin's lint of `kg` seed cotton on an issued certificate, sent to the mill. */
  async function lintOf(kg: number, lintKg: number) {
    const sent = await sales.send(await sales.lot(kg), kg)
    const input = await sales.issued([sent])
    return { input, sent, lintKg }
  }
  it('a newer certificate below what was used of the older one is refused (T05)', async () => {
    const { input, sent } = await lintOf(100, 34)
    await used(input.id, 80)
    const below = await sales.draft([sent], await weighing(sent, 79.999, { replacesId: input.id }))
    expect(await sales.act(as('omar'), below.id, 'SUBMITTED')).toMatchObject(stopped('T05'))
    const enough = await sales.draft([sent], await weighing(sent, 80, { replacesId: input.id }))
    await ok(sales.act(as('omar'), enough.id, 'SUBMITTED'))
  })
  /** The gin names `kg` of a certificate on one of its own that is submitted; only what it names counts here. */
  async function used(certificateId: string, kg: number): Promise<void> {
    const sent = await sales.send(await sales.lot(10), 10)
    const { id } = await sales.draft([sent])
    await world.scoped('ada', async ({ db, tenant }) => {
      await sql`update transactioncertificate set collective_id = null, processor_id = ${chain.ginner}::uuid, status = 'ISSUED',
        input_certificates = ${JSON.stringify([{ certificateId, kgUsed: kg }])}::jsonb where tenant_id = ${tenant.id} and id = ${id}::uuid`.execute(db)
    })
  }
})

describe('a certificate from before there were checks', () => {
  it('binds its kilograms and has its invoices once it is brought up to date; withdrawing it holds what was sent', async () => {
    const own = await sales.lot(300)
    const sent = await sales.send(own, 200, 'OLD 1')
    const old = await sales.issued([sent])
    const file = readMigrations().find(({ name }) => name.includes('certificates-of-before'))
    if (!file) throw new Error('No such migration')
    await world.deps.database.script(openWalls('no force'))
    await world.deps.database.owner(async (db) => {
      // As it was left by the code of then.
      await sql`update transactioncertificate set shipments = (select jsonb_agg(s - 'dispatchId') from jsonb_array_elements(shipments) as s) where id = ${old.id}::uuid`.execute(
        db,
      )
      await sql`delete from ledger_entry where account like 'TC%' and batch_id = ${own}::uuid`.execute(db)
      await sql`delete from certificate_shipment where certificate_id = ${old.id}::uuid`.execute(db)
      await sql`delete from certificate_invoice where certificate_id = ${old.id}::uuid`.execute(db)
      await sql`update productbatch set certified_kg = 0, certifiable_kg = 300 where id = ${own}::uuid`.execute(db)
    })
    await world.deps.database.script(`begin; ${file.sql}; ${openWalls('force')}; commit`)
    expect(await sales.kilograms(own)).toEqual({ onHandKg: 100, shippedKg: 200, reservedKg: 0, certifiedKg: 200, certifiableKg: 100, availableKg: 100 })
    const twice = await sales.draft([await sales.send(await sales.lot(50), 50, 'old  1')])
    expect(await sales.act(as('omar'), twice.id, 'SUBMITTED')).toMatchObject(stopped('T16'))
    const { event } = await ok(sales.act(as('carla'), old.id, 'WITHDRAWN', { reason: 'Residue' }))
    expect(await chain.view('productbatch', sent.partId)).toMatchObject({ status: 'QUARANTINED' })
    expect(await sales.kilograms(own)).toMatchObject({ certifiedKg: 200 })
    await ok(as('carla').post(`/transactioncertificate/${old.id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await chain.view('productbatch', sent.partId)).toMatchObject({ status: 'IN_TRANSIT' })
    expect(await sales.act(as('omar'), twice.id, 'SUBMITTED')).toMatchObject(stopped('T16'))
  })
})

it('a heap of two seasons sells kilograms of both, in the proportion of what came in (T08)', async () => {
  const own = await sales.lot(300)
  const crop = await world.scoped('ada', async ({ db, tenant }) => {
    const { rows } = await sql<{ id: string }>`select crop_id as id from lot_origin where tenant_id = ${tenant.id} and lot_id = ${own}::uuid`.execute(db)
    return rows[0]?.id
  })
  const other = await ok(
    as('ada').post('/season', { code: 'KH-2024', name: 'Kharif 2024', kind: 'KHARIF', startDate: '2024-06-01', endDate: '2025-02-28', yieldFactor: 1 }),
  )
  const { id: heap } = await chain.lot()
  const inputs = [
    { batchId: own, kg: 300 },
    { batchId: await sales.lot(600), kg: 600 },
  ]
  await ok(record(as('pooja'), 'productbatch', heap, 'MERGE', '2025-11-25', { inputs }))
  await ok(record(as('pooja'), 'productbatch', heap, 'CLOSED', '2025-11-26'))
  await ok(record(as('omar'), 'productbatch', heap, 'RELEASED', '2025-11-26', {}, 11))
  // The goods of the first lot are of the season before.
  await world.scoped('ada', async ({ db, tenant }) => {
    await sql`update crop set season_id = ${other.id}::uuid where tenant_id = ${tenant.id} and id = ${crop}::uuid`.execute(db)
  })
  const { id } = await sales.draft([await sales.send(heap, 100)])
  const requested = (await checkOf(id, 'T08')).inputs
    .filter(({ label }: Json) => label === 'On this certificate')
    .map(({ of, terms, value }: Json) => [of, ...terms, value])
  expect(requested).toEqual([
    ['KH-2024', 'Organic', 33.333],
    ['KH-2025', 'Organic', 66.667],
  ])
})

it('purchases above the estimate count as far as the programme allows them (BR-08), for a certificate too (T08)', async () => {
  const { id } = await sales.draft([await sales.send(await sales.lot(200), 100)])
  const { items } = await ok(as('ada').get('/crop?limit=200'))
  const ceilings = (share: number): number =>
    items
      .filter(({ claimStatus, purchasedKg, seasonId }: Json) => claimStatus === 'ORGANIC' && purchasedKg > 0 && seasonId === chain.season)
      .reduce((sum: number, { estimatedKg, yieldCapKg }: Json) => sum + Math.min(estimatedKg * share, yieldCapKg), 0)
  const given = async () => inputOf(await checkOf(id, 'T08'), 'Estimates and ceilings')
  expect(await given()).toBeCloseTo(ceilings(1.1), 2)
  const settings = await ok(world.as('ada', '-').get('/api/tolerances'))
  await ok(world.as('ada', '-').patch('/api/tolerances', { purchaseOverEstimate: 1 }, { 'if-match': `"${settings.version}"` }))
  expect(ceilings(1)).toBeLessThan(ceilings(1.1))
  expect(await given()).toBeCloseTo(ceilings(1), 2)
})
