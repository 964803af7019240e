// What is found on runs of a line when something they rest on changes later: norms, capacity and keeping apart are those of the time of the run, and claims of what went in are what they are
// found to be, without another run (BR-10, BR-11, 4.2).
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { spinnerOf } from './mill-stage.ts'
import { type Sent, salesOf } from './sale-stage.ts'

let now = clock()
let world: World
let chain: Chain
let lines = 0
const as = (who: string) => world.as(who, 'OP1')
const hoursPass = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000)
}

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
}, 120_000)

type Goods = { lot: string; parcelId: string }
/** 500 kg at the centre, and the plot they were grown on. */
async function bought(): Promise<Goods> {
  const { cropId, farmerId, parcelId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 500)
  const { id } = await chain.lot()
  await ok(chain.buy(id, cropId, 500))
  return { lot: id, parcelId }
}
/** The same at the gin. */
async function goods(): Promise<Goods> {
  const { lot, parcelId } = await bought()
  return { lot: await chain.atGin(lot, 500), parcelId }
}
/** Lint of goods, ginned on a line of its own. */
async function lintOf(lot: string): Promise<string> {
  const id = await line()
  await run(id, { hour: 4, inputs: [[lot, 450]] })
  const { items } = await ok(as('paul').get(`/productbatch?filter[productId]=${chain.products.lint}&filter[processingSystemId]=${id}`))
  return items[0].id
}
async function line(values: Record<string, unknown> = {}): Promise<string> {
  const place = { place: 'Khargone', district: 'Khargone', systemType: 'GINNING', processorId: chain.ginner, capacityKgPerDay: 20_000 }
  const { id } = await ok(as('ada').post('/processingsystem', { ...place, name: `Line ${++lines}`, segregation: 'SEPARATE_LINE', ...values }))
  await ok(record(as('ada'), 'processingsystem', id, 'ACTIVATED', '2025-06-01'))
  return id
}
const change = async (id: string, values: Record<string, unknown>): Promise<void> => {
  const { version } = await chain.view('processingsystem', id)
  await ok(as('ada').patch(`/processingsystem/${id}`, values, { 'if-match': `"${version}"` }))
}
const normOf = (min: number, max: number) => ({ norms: [{ productId: chain.products.lint, min, typical: (min + max) / 2, max }] })
/** Of ten minutes, on a day at an hour where the programme works; `lint`: share of what goes in. */
type Run = { day?: string; hour: number; minute?: number; inputs: [lot: string, kg: number][]; lint?: number; reason?: string; downgradeConfirmed?: true }
const send = (id: string, { day = '2025-12-01', hour, minute = 0, inputs, lint = 0.34, supersedesEventId, ...more }: Run & { supersedesEventId?: string }) => {
  const time = (minutes: number) => new Date(Date.parse(at(day, hour)) + (minute + minutes) * 60_000).toISOString()
  const kg = inputs.reduce((sum, [, one]) => sum + one, 0)
  const share = (of: number) => Math.round(kg * of * 1000) / 1000
  return as('paul').post(`/processingsystem/${id}/events`, {
    eventType: 'PROCESS_RUN',
    occurredAt: time(15),
    lateReason: 'From the log of the gin',
    ...(supersedesEventId && { supersedesEventId }),
    data: {
      process: 'GINNING',
      inputs: inputs.map(([batchId, one]) => ({ batchId, kg: one })),
      outputs: [
        { productId: chain.products.lint, kg: share(lint) },
        { productId: chain.products.cottonseed, kg: share(0.59) },
      ],
      wasteKg: share(1 - lint - 0.59 - 0.02),
      invisibleKg: share(0.02),
      startedAt: time(0),
      endedAt: time(10),
      ...more,
    },
  })
}
const run = async (id: string, one: Run): Promise<string> => (await ok(send(id, one))).event.id
const take = (id: string, eventId: string) => ok(as('paul').post(`/processingsystem/${id}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' }))
const found = async (id: string, ruleId: string): Promise<Json[]> =>
  (await chain.view('processingsystem', id)).flags
    .filter((flag: Json) => flag.ruleId === ruleId)
    .map(({ eventId, severity, figures }: Json) => ({ eventId, severity, figures }))

describe('what a line can do, when it is changed', () => {
  it('leaves earlier runs what they were found to be, also when one beside them is recorded late or taken back', async () => {
    const { lot } = await goods()
    const id = await line({ capacityKgPerDay: 50 })
    now = new Date(at('2026-01-20'))
    const usual = await run(id, { day: '2026-01-19', hour: 12, inputs: [[lot, 30]] })
    expect([await found(id, 'BR-10'), await found(id, '4.2')]).toEqual([[], []])
    hoursPass(24)
    // From now on 34 % of lint are few, and 30 kg a day are much.
    await change(id, { ...normOf(0.35, 0.37), capacityKgPerDay: 10 })
    hoursPass(24)
    const before = await run(id, { day: '2026-01-19', hour: 8, inputs: [[lot, 10]] })
    expect([await found(id, 'BR-10'), await found(id, '4.2')]).toEqual([[], []])
    // After the change what is made is judged by it.
    const since = await run(id, { day: '2026-01-22', hour: 6, inputs: [[lot, 20]], reason: 'Wet cotton' })
    expect(await found(id, 'BR-10')).toMatchObject([{ eventId: since, figures: { min: 0.35, max: 0.37 } }])
    expect(await found(id, '4.2')).toMatchObject([{ eventId: since, figures: { kg: 20, capacityKgPerDay: 10 } }])
    await take(id, before)
    await take(id, usual)
    expect((await found(id, 'BR-10')).map(({ eventId }) => eventId)).toEqual([since])
  })
  it('leaves what was found of them, too: wider norms of today make no run of then usual', async () => {
    const { lot } = await goods()
    const id = await line(normOf(0.35, 0.37))
    hoursPass(24)
    const [day, nextDay] = [now.toISOString().slice(0, 10), () => now.toISOString().slice(0, 10)]
    hoursPass(24)
    const few = await run(id, { day, hour: 12, inputs: [[lot, 20]], reason: 'Wet cotton' })
    hoursPass(24)
    await change(id, { norms: [] })
    expect(await send(id, { day, hour: 13, inputs: [[lot, 20]], lint: 0.24 })).toMatchObject({ status: 422, body: { ruleId: 'BR-10' } })
    const late = await run(id, { day, hour: 8, inputs: [[lot, 20]], lint: 0.36 })
    hoursPass(24)
    await run(id, { day: nextDay(), hour: 2, inputs: [[lot, 20]] })
    expect(await found(id, 'BR-10')).toMatchObject([{ eventId: few, figures: { share: 0.34, min: 0.35 } }])
    await take(id, late)
    expect(await found(id, 'BR-10')).toMatchObject([{ eventId: few }])
  })
})

describe('a claim that falls after the run', () => {
  const falls = (parcelId: string) =>
    ok(record(as('omar'), 'landparcel', parcelId, 'CONVERSION_RESET', '2025-07-15', { resetOn: '2025-07-15', cause: 'Sanction' }))
  const cleaning = (id: string, hour: number) =>
    as('paul').post(`/processingsystem/${id}/events`, {
      ...{ eventType: 'CLEANING', occurredAt: at('2025-12-01', hour), lateReason: 'Log', data: { area: 'Line', method: 'BLOWN' } },
    })
  it('is found on the run that mixed it with what it no longer is, without another run, and goes with the run', async () => {
    const [one, other] = [await goods(), await goods()]
    const id = await line()
    const inputs: Run['inputs'] = [
      [one.lot, 50],
      [other.lot, 50],
    ]
    const mixed = await run(id, { hour: 8, inputs })
    await run(id, { hour: 10, inputs: [[other.lot, 10]] })
    expect(await found(id, 'BR-11')).toEqual([])
    await falls(one.parcelId)
    expect(await found(id, 'BR-11')).toEqual([{ eventId: mixed, severity: 'REVIEW', figures: { claims: ['CONVENTIONAL', 'ORGANIC'] } }])
    // What is known by then is refused in the same words.
    expect(await send(id, { hour: 12, inputs })).toMatchObject({ status: 422, body: { ruleId: 'BR-11', figures: { claims: ['CONVENTIONAL', 'ORGANIC'] } } })
    await take(id, mixed)
    expect(await found(id, 'BR-11')).toEqual([])
  })
  it('is what the line says of its last run, and is found on the next run of a dedicated line', async () => {
    const [one, other] = [await goods(), await goods()]
    const id = await line({ segregation: 'DEDICATED' })
    await run(id, { hour: 8, inputs: [[one.lot, 20]] })
    const next = await run(id, { hour: 10, inputs: [[other.lot, 20]] })
    await falls(one.parcelId)
    expect(await found(id, 'BR-11')).toEqual([{ eventId: next, severity: 'WARN', figures: { lastRunClaim: 'CONVENTIONAL', claim: 'ORGANIC' } }])
    expect((await chain.view('processingsystem', id)).lastRunClaim).toBe('ORGANIC')
    await falls(other.parcelId)
    expect(await found(id, 'BR-11')).toEqual([])
    expect((await chain.view('processingsystem', id)).lastRunClaim).toBe('CONVENTIONAL')
  })
  it('leaves a certified run after it on a line that was not cleaned, which is found; after a cleaning between them it is not', async () => {
    const [one, other] = [await goods(), await goods()]
    const [unclean, clean] = [await line({ segregation: 'CLEANED_CHANGEOVER' }), await line({ segregation: 'CLEANED_CHANGEOVER' })]
    const after: Record<string, string> = {}
    for (const id of [unclean, clean]) {
      await ok(cleaning(id, 6))
      await run(id, { hour: 8, inputs: [[one.lot, 20]] })
      if (id === clean) await ok(cleaning(id, 9))
      after[id] = await run(id, { hour: 10, inputs: [[other.lot, 20]] })
      await run(id, { hour: 14, inputs: [[other.lot, 20]] })
      expect(await found(id, 'BR-11')).toEqual([])
    }
    await falls(one.parcelId)
    expect(await found(clean, 'BR-11')).toEqual([])
    expect(await found(unclean, 'BR-11')).toMatchObject([{ eventId: after[unclean], severity: 'REVIEW', figures: { lastRunClaim: 'CONVENTIONAL' } }])
    // The cleaning turns out to have taken place.
    await ok(cleaning(unclean, 9))
    expect(await found(unclean, 'BR-11')).toEqual([])
  })
  it('leaves a certified run that shared its hours with lower goods on one line, which is found, until one of the two is taken back', async () => {
    const [one, other] = [await goods(), await goods()]
    const id = await line({ segregation: 'CLEANED_CHANGEOVER' })
    await ok(cleaning(id, 6))
    const fallen = await run(id, { hour: 8, inputs: [[one.lot, 20]] })
    const certified = await run(id, { hour: 8, inputs: [[other.lot, 20]] })
    expect(await found(id, 'BR-11')).toEqual([])
    await falls(one.parcelId)
    expect(await found(id, 'BR-11')).toMatchObject([{ eventId: certified, severity: 'REVIEW', figures: { claims: ['ORGANIC', 'CONVENTIONAL'] } }])
    await take(id, fallen)
    expect(await found(id, 'BR-11')).toEqual([])
  })
  it('leaves the times of either run to be corrected, as long as nothing else is in its way; what is found stays until they lie apart', async () => {
    const [one, other, third] = [await goods(), await goods(), await goods()]
    const id = await line({ segregation: 'CLEANED_CHANGEOVER' })
    await ok(cleaning(id, 6))
    const fallen = await run(id, { hour: 8, inputs: [[one.lot, 20]] })
    const certified = await run(id, { hour: 8, inputs: [[other.lot, 20]] })
    await ok(cleaning(id, 11))
    const away = await run(id, { hour: 12, inputs: [[third.lot, 20]] })
    await falls(one.parcelId)
    await falls(third.parcelId)
    const found11 = async () => (await found(id, 'BR-11')).map(({ eventId, figures }) => [eventId, figures.claims])
    expect(await found11()).toEqual([[certified, ['ORGANIC', 'CONVENTIONAL']]])
    const correct = (supersedesEventId: string, of: Run) => send(id, { ...of, supersedesEventId })
    // Within the same ten minutes still, by a few.
    const typo = (supersedesEventId: string, lot: string) => correct(supersedesEventId, { hour: 8, minute: 5, inputs: [[lot, 20]] })
    const certifiedAgain = (await ok(typo(certified, other.lot))).event.id
    expect(await found11()).toEqual([[certifiedAgain, ['ORGANIC', 'CONVENTIONAL']]])
    const fallenAgain = (await ok(typo(fallen, one.lot))).event.id
    expect(await found11()).toEqual([[certifiedAgain, ['ORGANIC', 'CONVENTIONAL']]])
    // Onto other goods, and what is recorded anew: refused as ever.
    const refusal = { status: 422, body: { ruleId: 'BR-11' } }
    expect(await correct(certifiedAgain, { hour: 12, inputs: [[other.lot, 20]] })).toMatchObject(refusal)
    expect(await correct(away, { hour: 8, inputs: [[third.lot, 20]] })).toMatchObject({ ...refusal, body: { figures: { eventId: certifiedAgain } } })
    expect(await send(id, { hour: 8, inputs: [[other.lot, 20]] })).toMatchObject(refusal)
    // After it on a line that was not cleaned: the same goods are in its way; before it, nothing is.
    const after = (await ok(correct(certifiedAgain, { hour: 10, inputs: [[other.lot, 20]] }))).event.id
    expect(await found(id, 'BR-11')).toMatchObject([{ eventId: after, severity: 'REVIEW', figures: { lastRunClaim: 'CONVENTIONAL' } }])
    const early = (await ok(correct(fallenAgain, { hour: 9, inputs: [[one.lot, 20]] }))).event.id
    expect(await found(id, 'BR-11')).toMatchObject([{ eventId: after, figures: { lastRunClaim: 'CONVENTIONAL' } }])
    await ok(correct(after, { hour: 7, inputs: [[other.lot, 20]] }))
    expect(await found(id, 'BR-11')).toEqual([])
    expect(await correct(early, { hour: 7, inputs: [[one.lot, 20]] })).toMatchObject(refusal)
  })
  it('leaves the figures of a run that mixed it to be corrected, of the same goods', async () => {
    const [one, other, third] = [await goods(), await goods(), await goods()]
    const id = await line()
    const inputs = (kg: number, ...lots: string[]): Run['inputs'] => lots.map((lot) => [lot, kg])
    const mixed = await run(id, { hour: 8, inputs: inputs(50, one.lot, other.lot) })
    await falls(one.parcelId)
    const correct = (of: Run['inputs']) => send(id, { hour: 9, inputs: of, supersedesEventId: mixed })
    expect(await correct(inputs(50, one.lot, other.lot, third.lot))).toMatchObject({ status: 422, body: { ruleId: 'BR-11' } })
    const { event } = await ok(correct(inputs(40, one.lot, other.lot)))
    expect(await found(id, 'BR-11')).toEqual([{ eventId: event.id, severity: 'REVIEW', figures: { claims: ['CONVENTIONAL', 'ORGANIC'] } }])
    // Of what fell, no more than there was; of what it was mixed with, as much as went in.
    const again = (fallen: number, certified: number) =>
      send(id, {
        hour: 9,
        inputs: [
          [one.lot, fallen],
          [other.lot, certified],
        ],
        supersedesEventId: event.id,
      })
    expect(await again(41, 40)).toMatchObject({ status: 422, body: { ruleId: 'BR-11' } })
    expect(await again(400, 10)).toMatchObject({ status: 422, body: { ruleId: 'BR-11' } })
    await ok(again(40, 60))
  })
  it('leaves a run in the way of certified goods, at once with them or before them, to be corrected with the goods that it had, and no others', async () => {
    const [one, other, third] = [await goods(), await goods(), await goods()]
    const refusal = { status: 422, body: { ruleId: 'BR-11' } }
    const corrected: { id: string; fallen: string; certified: string; hour: number }[] = []
    for (const hour of [8, 10]) {
      const id = await line({ segregation: 'CLEANED_CHANGEOVER' })
      await ok(cleaning(id, 6))
      const fallen = await run(id, { hour: 8, inputs: [[one.lot, 20]] })
      const certified = await run(id, { hour, inputs: [[other.lot, 20]] })
      corrected.push({ id, fallen, certified, hour })
    }
    await falls(one.parcelId)
    await falls(third.parcelId)
    for (const { id, fallen, certified, hour } of corrected) {
      const correct = (supersedesEventId: string, at: number, ...inputs: Run['inputs']) => send(id, { hour: at, minute: 1, inputs, supersedesEventId })
      expect(await send(id, { hour: 8, inputs: [[third.lot, 100]] })).toMatchObject(refusal)
      expect(await correct(fallen, 8, [third.lot, 100])).toMatchObject(refusal)
      expect(await correct(fallen, 8, [one.lot, 20], [third.lot, 1])).toMatchObject(refusal)
      const fallenAgain = (await ok(correct(fallen, 8, [one.lot, 25]))).event.id
      const certifiedAgain = (await ok(correct(certified, hour, [other.lot, 30]))).event.id
      expect(await found(id, 'BR-11')).toMatchObject([{ eventId: certifiedAgain, severity: 'REVIEW' }])
      await take(id, fallenAgain)
      expect(await found(id, 'BR-11')).toEqual([])
    }
  })
  /** Bales of all the lint of a lot, pressed on a line. */
  const press = (id: string, lint: string, hour: number, minute = 0, supersedesEventId?: string) =>
    as('paul').post(`/processingsystem/${id}/events`, {
      ...{ eventType: 'BALE_PRESSED', occurredAt: new Date(Date.parse(at('2025-12-01', hour)) + minute * 60_000).toISOString(), lateReason: 'Log' },
      ...(supersedesEventId && { supersedesEventId }),
      data: { batchId: lint, productId: chain.products.bale, lintKg: 150, bales: [{ no: `P-${lint.slice(-6)}`, kg: 150 }] },
    })
  const unclean = async (id: string) => (await found(id, 'BR-11')).map(({ eventId, severity }: Json) => `${eventId} ${severity}`).sort()
  const toReview = (...events: Json[]) => events.map(({ id }) => `${id} REVIEW`).sort()
  it('leaves certified bales that were pressed after it, or meanwhile, on an unclean line, which is found until a cleaning is recorded', async () => {
    const [one, ...others] = [await goods(), await goods(), await goods(), await goods()]
    const lints: string[] = []
    for (const { lot } of others) lints.push(await lintOf(lot))
    const [first = '', second = '', third = ''] = lints
    const id = await line({ segregation: 'CLEANED_CHANGEOVER' })
    await ok(cleaning(id, 6))
    await run(id, { hour: 8, inputs: [[one.lot, 20]] })
    const { event: meanwhile } = await ok(press(id, first, 8, 5))
    const { event: after } = await ok(press(id, second, 10))
    // The bales before these are no less.
    await ok(press(id, third, 11))
    expect(await unclean(id)).toEqual([])
    await falls(one.parcelId)
    expect(await unclean(id)).toEqual(toReview(meanwhile, after))
    await take(id, meanwhile.id)
    expect(await unclean(id)).toEqual(toReview(after))
    await ok(cleaning(id, 9))
    expect(await unclean(id)).toEqual([])
  })
  it('leaves the times of such bales to be corrected, as long as nothing else is in their way; what is found goes with the run', async () => {
    const [one, other, third] = [await goods(), await goods(), await goods()]
    const [lint, more] = [await lintOf(other.lot), await lintOf(third.lot)]
    const id = await line({ segregation: 'CLEANED_CHANGEOVER' })
    await ok(cleaning(id, 6))
    const fallen = await run(id, { hour: 8, inputs: [[one.lot, 20]] })
    const { event: pressed } = await ok(press(id, lint, 10))
    await falls(one.parcelId)
    const refusal = { status: 422, body: { ruleId: 'BR-11' } }
    // Nothing new, and no other goods.
    expect(await press(id, more, 9)).toMatchObject(refusal)
    expect(await press(id, more, 10, 0, pressed.id)).toMatchObject(refusal)
    const { event: moved } = await ok(press(id, lint, 11, 0, pressed.id))
    expect(await unclean(id)).toEqual(toReview(moved))
    // What went before it may be corrected, too, with the goods that it had.
    const { event: corrected } = await ok(send(id, { hour: 8, minute: 1, inputs: [[one.lot, 20]], supersedesEventId: fallen }))
    expect(await unclean(id)).toEqual(toReview(moved))
    await take(id, corrected.id)
    expect(await unclean(id)).toEqual([])
  })
  it('leaves bales to be moved to where nothing is in their way, and not back', async () => {
    const [one, other] = [await goods(), await goods()]
    const lint = await lintOf(other.lot)
    const id = await line({ segregation: 'CLEANED_CHANGEOVER' })
    await ok(cleaning(id, 6))
    await run(id, { hour: 8, inputs: [[one.lot, 20]] })
    const { event: pressed } = await ok(press(id, lint, 10))
    await falls(one.parcelId)
    const { event: early } = await ok(press(id, lint, 7, 0, pressed.id))
    expect(await unclean(id)).toEqual([])
    const refusal = { status: 422, body: { ruleId: 'BR-11' } }
    expect(await press(id, lint, 11, 0, early.id)).toMatchObject(refusal)
    await take(id, early.id)
    expect(await press(id, lint, 12)).toMatchObject(refusal)
    await ok(cleaning(id, 9))
    await ok(press(id, lint, 12))
  })
  it('falls in the lint too, wherever it is: it is certified and sold under the old claim by nobody', async () => {
    const { lot, parcelId } = await bought()
    await ok(record(as('pooja'), 'productbatch', lot, 'CLOSED', '2025-11-20'))
    await ok(record(as('omar'), 'productbatch', lot, 'RELEASED', '2025-11-21'))
    const input = await salesOf(chain).send(lot, 500, 'INV-L', '2025-11-22')
    const { id: inputId } = await salesOf(chain).issued([input])
    const weighed = { batchId: input.partId, grossKg: 600, tareKg: 100, netKg: 500 }
    await ok(record(as('paul'), 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2025-11-23', weighed))
    const id = await line()
    await run(id, { hour: 8, inputs: [[input.partId, 100]] })
    const { items } = await ok(as('paul').get(`/productbatch?filter[productId]=${chain.products.lint}&filter[processingSystemId]=${id}`))
    const lint = items[0].id
    expect(items).toMatchObject([{ claimStatus: 'ORGANIC' }])
    await ok(record(as('paul'), 'productbatch', lint, 'RELEASED', '2025-12-02'))
    const spinner = await spinnerOf(world)
    const sent = async (day: string): Promise<Sent> => {
      const invoiceNo = `L-${day}`
      const { event } = await ok(record(as('paul'), 'productbatch', lint, 'DISPATCH', day, { buyerId: spinner, kg: 10, invoiceNo }))
      return { dispatchId: event.id, lotId: lint, partId: await chain.madeBy(event.id), kg: 10, invoiceNo, date: day }
    }
    const first = await sent('2025-12-10')
    const { collectiveId: _, ...body } = await salesOf(chain).body([first])
    const draft = await ok(
      as('paul').post('/transactioncertificate', {
        ...body,
        ...{ processorId: chain.ginner, sellerScopeId: chain.certificates.ginner, buyerId: spinner, buyerScopeId: null },
        inputCertificates: [{ certificateId: inputId, kgUsed: 30 }],
        lines: (body.lines as Json[]).map((one) => ({ ...one, productId: chain.products.lint })),
      }),
    )
    const t10 = async (): Promise<string> =>
      (await ok(as('paul').get(`/transactioncertificate/${draft.id}/checks`))).checks.find(({ code }: Json) => code === 'T10').outcome
    expect(await t10()).toBe('OK')
    await falls(parcelId)
    for (const lotId of [lint, first.partId]) {
      const { claimStatus, flags } = await chain.view('productbatch', lotId)
      expect(claimStatus).toBe('CONVENTIONAL')
      expect(flags.filter(({ ruleId }: Json) => ruleId === 'BR-11')).toMatchObject([{ severity: 'REVIEW', figures: { from: 'ORGANIC', to: 'CONVENTIONAL' } }])
    }
    expect(await t10()).toBe('BLOCK')
    expect(await salesOf(chain).act(as('paul'), draft.id, 'SUBMITTED')).toMatchObject({ status: 422, body: { ruleId: 'BR-12' } })
    // What is sent now is sent as what it is.
    expect(await chain.view('productbatch', (await sent('2025-12-12')).partId)).toMatchObject({ claimStatus: 'CONVENTIONAL' })
  })
})
