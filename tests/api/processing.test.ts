// What happens at a facility besides its runs: counts, waste, capacity, and when it may go.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let seedCotton: string
const as = (who: string) => world.as(who, 'OP1')
const at = (type: string, day: string, data: Record<string, unknown>, who = 'paul') => record(as(who), 'processingsystem', chain.gin, type, day, data, 16)
const refused = refusing(() => world)
const blocked = (ruleId: string, figures: Record<string, unknown> = {}) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId, figures } })

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  seedCotton = await chain.boughtAtGin(1000)
}, 120_000)

describe('processingsystem STOCK_COUNT (BR-30)', () => {
  const count = (countedKg: number, more: Record<string, unknown> = {}) => at('STOCK_COUNT', '2025-11-24', { batchId: seedCotton, countedKg, ...more })
  it('refuses a difference above 3 % without its cause (400), and a lot that is elsewhere (400)', async () => {
    expect(await count(960)).toMatchObject({ status: 400, body: { fields: [{ path: 'data.cause', code: 'required' }] } })
    expect(await count(1000, { batchId: (await chain.lot()).id })).toMatchObject({ status: 400, body: { fields: [{ path: 'data.batchId', code: 'missing' }] } })
  })
  it('is silent at 1 % of the books, a warning to 3 %, and beyond that to be decided on, with its cause; a correction is judged in its place', async () => {
    const found = async () =>
      (await chain.view('processingsystem', chain.gin)).flags.flatMap(({ ruleId, severity, figures }: Json) =>
        ruleId === 'BR-30' ? [[severity, figures.deltaKg]] : [],
      )
    let last: string | undefined
    const corrected = async (countedKg: number, more: Record<string, unknown> = {}) => {
      const call = {
        eventType: 'STOCK_COUNT',
        occurredAt: '2025-11-24T10:00:00+05:30',
        lateReason: 'From the book',
        data: { batchId: seedCotton, countedKg, ...more },
      }
      const answer = await as('paul').post(`/processingsystem/${chain.gin}/events`, { ...call, ...(last ? { supersedesEventId: last } : {}) })
      if (answer.status < 300) last = answer.body.event.id
      return answer
    }
    for (const [countedKg, findings] of [
      [990, []],
      [1010, []],
      [989.999, [['WARN', -10.001]]],
      [1010.001, [['WARN', 10.001]]],
      [970, [['WARN', -30]]],
      [1030, [['WARN', 30]]],
    ] as const) {
      await ok(corrected(countedKg))
      expect([countedKg, await found()]).toEqual([countedKg, findings])
    }
    for (const countedKg of [969.999, 1030.001])
      expect(await corrected(countedKg)).toMatchObject({ status: 400, body: { fields: [{ path: 'data.cause', code: 'required' }] } })
    expect(await found()).toEqual([['WARN', 30]])
    await ok(corrected(969.999, { cause: 'Dried' }))
    expect(await found()).toEqual([['REVIEW', -30.001]])
    await ok(as('paul').post(`/processingsystem/${chain.gin}/events/${last}/void`, { reason: 'INCORRECT_DATA' }))
    expect([await found(), (await chain.view('productbatch', seedCotton)).onHandKg]).toEqual([[], 1000])
  })
  it('says nothing when the books are right, warns above 1 %, and books nothing until somebody else agrees', async () => {
    expect((await ok(count(1000))).findings).toEqual([])
    const { findings, event } = await ok(count(985))
    expect(findings).toMatchObject([{ ruleId: 'BR-30', severity: 'WARN', figures: { deltaKg: -15 } }])
    expect((await chain.view('productbatch', seedCotton)).onHandKg).toBe(1000)
    expect(await record(as('paul'), 'productbatch', seedCotton, 'ADJUST_APPROVED', '2025-11-24')).toMatchObject({ status: 403 })
    const approved = await ok(record(as('omar'), 'productbatch', seedCotton, 'ADJUST_APPROVED', '2025-11-24', {}, 18))
    expect(approved.subject.onHandKg).toBe(985)
    expect(await as('paul').post(`/processingsystem/${chain.gin}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' })).toMatchObject(blocked('BR-26'))
    await ok(as('omar').post(`/productbatch/${seedCotton}/events/${approved.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    await ok(as('paul').post(`/processingsystem/${chain.gin}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await chain.view('productbatch', seedCotton)).onHandKg).toBe(1000)
  })
  it('is to be looked at again when the approval of its difference is taken back, unless a person had closed it or another approval took its place', async () => {
    const { event, findings } = await ok(count(985))
    const own = async () => (await chain.view('processingsystem', chain.gin)).flags.filter(({ eventId }: Json) => eventId === event.id)
    const figures = async () => (await own()).map(({ severity, figures: { deltaKg } }: Json) => [severity, deltaKg])
    expect(await figures()).toEqual([['WARN', -15]])
    const call = { eventType: 'ADJUST_APPROVED', occurredAt: '2025-11-24T18:00:00+05:30', data: {}, lateReason: 'From the field book' }
    const approve = async (more: Record<string, unknown> = {}) =>
      (await ok(as('omar').post(`/productbatch/${seedCotton}/events`, { ...call, ...more }))).event.id
    const take = (id: string) => ok(as('omar').post(`/productbatch/${seedCotton}/events/${id}/void`, { reason: 'INCORRECT_DATA' }))
    const first = await approve()
    expect(await figures()).toEqual([])
    const second = await approve({ supersedesEventId: first })
    expect(await figures()).toEqual([])
    await take(second)
    expect(await own()).toMatchObject(findings)
    await take(await approve())
    const [flag] = await own()
    await ok(as('ada').post(`/processingsystem/${chain.gin}/findings/${flag.id}/close`, { reason: 'NO_ISSUE', note: 'Weighed again' }))
    await take(await approve())
    expect(await figures()).toEqual([])
    await ok(as('paul').post(`/processingsystem/${chain.gin}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await chain.view('productbatch', seedCotton)).onHandKg).toBe(1000)
  })
})

describe('processingsystem capacity', () => {
  it('warns when a day’s runs pass 120 % of the capacity', async () => {
    const place = { place: 'Khargone', district: 'Khargone', systemType: 'GINNING', processorId: chain.ginner, segregation: 'DEDICATED' }
    const { id } = await ok(as('ada').post('/processingsystem', { ...place, name: 'Small gin', capacityKgPerDay: 300 }))
    await ok(record(as('ada'), 'processingsystem', id, 'ACTIVATED', '2025-06-01'))
    const run = (kg: number, hour: number) =>
      record(
        as('paul'),
        'processingsystem',
        id,
        'PROCESS_RUN',
        '2025-11-25',
        {
          process: 'GINNING',
          inputs: [{ batchId: seedCotton, kg }],
          wasteKg: kg * 0.03,
          invisibleKg: 0,
          outputs: [
            { productId: chain.products.lint, kg: kg * 0.34 },
            { productId: chain.products.cottonseed, kg: kg * 0.63 },
          ],
          startedAt: `2025-11-25T0${hour}:00:00Z`,
          endedAt: `2025-11-25T0${hour}:50:00Z`,
        },
        16,
      )
    expect((await ok(run(200, 2))).findings).toEqual([])
    expect((await ok(run(200, 4))).findings).toMatchObject([{ ruleId: '4.2', severity: 'WARN', figures: { kg: 400, capacityKgPerDay: 300 } }])
  })
})

describe('waste, quality and the end', () => {
  it('books waste that is taken away, never more than there is (422 BR-09)', async () => {
    const lots: Json[] = (await ok(as('paul').get('/productbatch?filter[status]=CLOSED'))).items
    const seed = lots.find(({ onHandKg }) => onHandKg === 126)
    expect(await at('WASTE_OUT', '2025-11-26', { batchId: seed.id, kg: 126.001, destination: 'Compost' })).toMatchObject(blocked('BR-09', { leftKg: 126 }))
    await ok(at('WASTE_OUT', '2025-11-26', { batchId: seed.id, kg: 26, destination: 'Compost' }))
    expect((await chain.view('productbatch', seed.id)).onHandKg).toBe(100)
    const { totals } = await ok(as('paul').get(`/productbatch/${seed.id}/ledger`))
    expect(totals).toEqual({ PRODUCED: 126, LOSS: -26 })
  })
  it('keeps the grade of a test and flags a failed one', async () => {
    const { findings } = await ok(at('QC_TEST', '2025-11-26', { batchId: seedCotton, grade: 'A', result: 'FAIL' }))
    expect(findings).toMatchObject([{ severity: 'REVIEW' }])
    expect((await chain.view('productbatch', seedCotton)).grade).toBe('A')
  })
  it('does not release a lot whose last quality test by then failed (422 4.4)', async () => {
    const lots: Json[] = (await ok(as('paul').get('/productbatch?filter[status]=CLOSED'))).items
    const lint = lots.find(({ productId }) => productId === chain.products.lint)
    const release = (day: string) => record(as('paul'), 'productbatch', lint.id, 'RELEASED', day)
    await ok(at('QC_TEST', '2025-11-27', { batchId: lint.id, result: 'FAIL', trash: 9 }))
    await refused(() => release('2025-11-28'), blocked('4.4', { quality: 'FAIL' }))
    const passed = await ok(at('QC_TEST', '2025-11-29', { batchId: lint.id, result: 'PASS', trash: 3 }))
    await refused(() => release('2025-11-28'), blocked('4.4'))
    await ok(as('paul').post(`/processingsystem/${chain.gin}/events/${passed.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    await refused(() => release('2025-11-30'), blocked('4.4'))
    await ok(at('QC_TEST', '2025-11-29', { batchId: lint.id, result: 'PASS', trash: 3 }))
    expect((await ok(release('2025-11-30'))).subject.status).toBe('RELEASED')
  })
  it('is held back by the certification body, which does nothing else with it', async () => {
    const lots: Json[] = (await ok(as('paul').get('/productbatch?filter[status]=RELEASED'))).items
    const { id } = lots.find(({ productId }) => productId === chain.products.lint)
    const byBody = (type: string, data: Record<string, unknown>) => record(as('carla'), 'productbatch', id, type, '2025-12-01', data)
    const test = { kind: 'GMO', sampleNo: 'S-1' }
    await refused(() => byBody('MOVE', { storageBin: 'Bay 1' }), { status: 403 })
    await refused(() => byBody('LOSS', { cause: 'RAIN', kg: 1 }), { status: 403 })
    await refused(() => byBody('SAMPLE_TAKEN', { ...test, laboratory: 'Lab' }), { status: 403 })
    await refused(() => byBody('ADJUST_AGREED', {}), { status: 409 })
    await ok(byBody('QUARANTINE', { reason: 'Papers are missing' }))
    expect(await chain.view('productbatch', id)).toMatchObject({ status: 'QUARANTINED', quarantineReason: 'Papers are missing', certifiableKg: 0 })
    await refused(() => byBody('RELEASE', { causeClosed: 'Found', downgrade: false }), { status: 403 })
    const release = (day: string) => record(as('omar'), 'productbatch', id, 'RELEASE', day, { causeClosed: 'Papers sent', downgrade: false })
    await refused(() => release('2025-12-02'), blocked('4.4'))
    await ok(record(as('carla'), 'productbatch', id, 'RELEASE_AGREED', '2025-12-02', { note: 'Papers seen' }))
    await ok(release('2025-12-03'))
  })
  it('does not close a facility (422) nor let a processor go (422) while stock is in the books', async () => {
    expect(await record(as('ada'), 'processingsystem', chain.gin, 'DECOMMISSIONED', '2026-01-10', { reason: 'Old' })).toMatchObject(blocked('4.2'))
    expect(await record(as('ada'), 'processor', chain.ginner, 'EXITED', '2026-01-10', { reason: 'Sold' })).toMatchObject(blocked('4.1'))
  })
})
