// Two people who do the newest acts at the same moment: a number of certificates, units packed and labelled anew, waste taken away, answers to a recall, the place of a ticket, crops of an
// intercrop. One of them has the record, the other is refused or comes after; what is booked is added up here.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, cropBody, type Json, ok, record } from './chain-stage.ts'
import { type Sales, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
const as = (who: string) => world.as(who, 'OP1')
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()
const onLot = (who: string, lot: string, type: string, day: string, data: Json, hour = 10) => record(as(who), 'productbatch', lot, type, day, data, hour)
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
}, 120_000)

describe('certificates', () => {
  it('have one number once: two issued under it at once are one, and the other is issued under the next', async () => {
    const lot = await sales.lot(200)
    const [one, two] = [await sales.submitted([await sales.send(lot, 50)]), await sales.submitted([await sales.send(lot, 50)])]
    const number = `TC-TWICE-${randomUUID().slice(0, 6)}`
    const issue = ({ id }: Json, tcNo: string) => sales.act(as('carla'), id, 'ISSUED', { tcNo, reviewNote: 'Seen' })
    const answers = await Promise.all([issue(one, number), issue(two, number)])
    expect(statuses(answers)).toEqual([201, 409])
    const [won, lost] = answers[0]?.status === 201 ? [one, two] : [two, one]
    expect((await ok(as('carla').get(`/transactioncertificate/${lost.id}`))).status).toBe('UNDER_REVIEW')
    await ok(issue(lost, `${number}-2`))
    expect(await sales.kilograms(lot)).toMatchObject({ certifiedKg: 100, reservedKg: 0 })
    // What is called by what name is stored with each of both, under one hash of it.
    for (const { id } of [won, lost]) {
      const { items } = await ok(as('carla').get(`/transactioncertificate/${id}/events?limit=50`))
      const issues = items.filter(({ eventType, status }: Json) => eventType === 'ISSUED' && status === 'RECORDED')
      expect(issues.map(({ data }: Json) => [data.named.length > 3, data.documentHash.length])).toEqual([[true, 64]])
    }
  })
  it('of the same goods are submitted once by two', async () => {
    const sent = await sales.send(await sales.lot(100), 80)
    const [one, two] = [await sales.draft([sent]), await sales.draft([sent])]
    const answers = await Promise.all([one, two].map(({ id }) => sales.act(as('omar'), id, 'SUBMITTED')))
    expect(statuses(answers)).toEqual([201, 422])
    expect(await sales.kilograms(sent.lotId)).toMatchObject({ reservedKg: 80 })
  })
})

describe('units', () => {
  it('are those of one packing, whole, where two pack the same lot; a label at that moment is on a unit that is there', async () => {
    const lot = await sales.lot(300)
    const [a, b, c] = ['A', 'B', 'C'].map((letter) => `${letter}-${randomUUID().slice(0, 6)}`.toUpperCase()) as [string, string, string]
    const pack = (units: [string, number][], hour: number) =>
      onLot('pooja', lot, 'REPACK', '2026-01-05', { units: units.map(([unitNo, kg]) => ({ unitNo, kg })) }, hour)
    await ok(pack([[a, 300]], 8))
    const answers = await Promise.all([
      pack(
        [
          [b, 120],
          [c, 180],
        ],
        10,
      ),
      pack(
        [
          [a, 100],
          [b, 200],
        ],
        10,
      ),
      onLot('pooja', lot, 'RELABEL', '2026-01-05', { labels: [{ unitNo: a, label: `L-${a}` }], reason: 'Torn off' }, 11),
    ])
    for (const { status } of answers) expect([201, 400, 409, 422]).toContain(status)
    expect(answers.slice(0, 2).some(({ status }) => status === 201)).toBe(true)
    const { units, onHandKg } = await chain.view('productbatch', lot)
    expect([onHandKg, units.reduce((sum: number, { kg }: Json) => sum + kg, 0)]).toEqual([300, 300])
    expect([[b, c].join(), [a, b].join()]).toContain(
      units
        .map(({ unitNo }: Json) => unitNo)
        .sort()
        .join(),
    )
  })
})

describe('waste', () => {
  it('is taken away once where two take more together than there is', async () => {
    const lot = await chain.boughtAtGin(100)
    const take = () => record(as('ada'), 'processingsystem', chain.gin, 'WASTE_OUT', '2026-01-05', { batchId: lot, kg: 60, destination: 'Kiln' })
    expect(statuses(await Promise.all([take(), take()]))).toEqual([201, 422])
    expect(await chain.view('productbatch', lot)).toMatchObject({ onHandKg: 40 })
  })
  it('and what is sent on at the same moment are not the same kilograms', async () => {
    const lot = await sales.lot(100)
    const take = record(as('ada'), 'processingsystem', chain.centre, 'WASTE_OUT', '2026-01-05', { batchId: lot, kg: 60, destination: 'Kiln' })
    const send = onLot('pooja', lot, 'DISPATCH', '2026-01-05', { buyerId: chain.ginner, kg: 60, invoiceNo: `INV-${randomUUID().slice(0, 8)}` })
    expect(statuses(await Promise.all([take, send]))).toEqual([201, 422])
    expect(await chain.view('productbatch', lot)).toMatchObject({ onHandKg: 40 })
  })
})

describe('a recall', () => {
  it('adds up the last answer of each holder, however many answer at once, and is contained once', async () => {
    const lot = await sales.lot(300)
    await sales.send(lot, 200)
    const { id } = await ok(as('omar').post('/recallcase', { isDrill: false, cause: 'QUALITY', reason: 'Wet', batchId: lot }))
    const act = (who: string, eventType: string, data: Json = {}) =>
      as(who).post(`/recallcase/${id}/events`, { eventType, occurredAt: clock().toISOString(), data })
    const answers = await Promise.all([
      act('pooja', 'ANSWERED', { locatedKg: 100, returnedKg: 0 }),
      act('paul', 'ANSWERED', { processorId: chain.ginner, locatedKg: 200, returnedKg: 0 }),
      act('paul', 'ANSWERED', { processorId: chain.ginner, locatedKg: 150, returnedKg: 50 }),
    ])
    expect(statuses(answers)).toEqual([201, 201, 201])
    const found = await ok(as('omar').get(`/recallcase/${id}`))
    // Of both answers of the gin the one that came last.
    expect([found.answersCount, found.locatedKg + found.returnedKg, [300, 250].includes(found.locatedKg)]).toEqual([2, 300, true])
    expect(statuses(await Promise.all([act('omar', 'CONTAINED'), act('ada', 'CONTAINED')]))).toEqual([201, 409])
  })
})

describe('the place of a ticket (BR-08)', () => {
  it('is looked at for each of two that are written at once, and one finding is decided once', async () => {
    const { version } = await chain.view('processingsystem', chain.centre)
    const point = { type: 'Point', coordinates: [75.6, 21.9] }
    await ok(as('ada').patch(`/processingsystem/${chain.centre}`, { point }, { 'if-match': `"${version}"` }))
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 500)
    const { id: lot } = await chain.lot()
    const write = (lat: number) =>
      as('pooja').post(`/productbatch/${lot}/events`, {
        ...{ eventType: 'PURCHASE', occurredAt: new Date(clock().getTime() - 3_600_000).toISOString(), gps: { lat, lng: 75.6, accuracyM: 5 } },
        data: { cropId, grossKg: 52, tareKg: 2, netKg: 50, pricePerKg: 72_00, receiptNo: `L-${randomUUID().slice(0, 8)}` },
      })
    expect(statuses(await Promise.all([write(21.95), write(21.96), write(21.9001)]))).toEqual([201, 201, 201])
    const ofPlace = async (): Promise<Json[]> => (await chain.view('productbatch', lot)).flags.filter(({ figures }: Json) => 'distanceM' in figures)
    const open = await ofPlace()
    expect(open).toHaveLength(2)
    const close = (who: string) => as(who).post(`/productbatch/${lot}/findings/${open[0].id}/close`, { reason: 'ACCEPTED', note: 'Weighed at the farm gate' })
    const closed = statuses(await Promise.all([close('omar'), close('ada')]))
    expect([closed.filter((status) => status < 300).length, closed.filter((status) => status >= 500)]).toEqual([1, []])
    expect(await ofPlace()).toHaveLength(1)
  })
})

describe('crops of an intercrop (BR-03)', () => {
  const systemOf = async () => chain.systemOn((await chain.member({ areaHa: 1 })).parcelId, { systemType: 'INTERCROP', rowRatio: '4:2' })
  const plant = (who: string, systemId: string, role: string, areaHa: number) => as(who).post('/crop', cropBody(chain, systemId, { role, areaHa }))
  it('are together no more than their system, whoever enters which of them first', async () => {
    for (let round = 0; round < 3; round++) {
      const systemId = await systemOf()
      const answers = await Promise.all([plant('fatima', systemId, 'MAIN', 0.6667), plant('omar', systemId, 'INTERCROP', 0.3334)])
      expect(statuses(answers)).toEqual([201, 422])
      expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({ ruleId: 'BR-03' })
    }
  })
  it('and the ratio that is changed meanwhile fit each other', async () => {
    for (let round = 0; round < 3; round++) {
      const systemId = await systemOf()
      const { version } = await chain.view('croppingsystem', systemId)
      const change = as('omar').patch(`/croppingsystem/${systemId}`, { rowRatio: '1:1' }, { 'if-match': `"${version}"` })
      const answers = await Promise.all([plant('fatima', systemId, 'MAIN', 0.6667), change])
      const [planted, changed] = answers.map(({ status }) => status)
      expect([`${planted} ${changed}`]).toEqual([expect.toBeOneOf(['201 422', '422 200', '201 412'])])
      const system = await chain.view('croppingsystem', systemId)
      expect(system.rowRatio).toBe(planted === 201 ? '4:2' : '1:1')
    }
  })
})
