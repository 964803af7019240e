// What restricts a lot restricts every use of it, whichever was recorded first (BR-15, 4.4; docs/decisions/0136): a hold that is recorded late names what took goods since then, and waste
// is judged at its own time and is a loss where it was goods with a claim.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let cropId = ''
const refused = refusing(() => world)
const as = (who: string) => world.as(who, 'OP1')
const view = (id: string): Promise<Json> => chain.view('productbatch', id)
const onLot = (who: string, id: string, type: string, day: string, data: Record<string, unknown> = {}, hour = 10) =>
  record(as(who), 'productbatch', id, type, day, data, hour)
const onLine = (type: string, day: string, data: Record<string, unknown>, { who = 'paul', hour = 10 } = {}) =>
  record(as(who), 'processingsystem', chain.gin, type, day, data, hour)
const hold = (who: string, id: string, day: string, hour = 10) => onLot(who, id, 'QUARANTINE', day, { reason: 'Wet' }, hour)
const free = (id: string, day: string, who = 'omar') => onLot(who, id, 'RELEASE', day, { causeClosed: 'Dried', downgrade: false })
const waste = (batchId: string, kg: number, day: string, who = 'paul') => onLine('WASTE_OUT', day, { batchId, kg, destination: 'Compost' }, { who })
const voided = (who: string, entity: string, id: string, eventId: string) =>
  as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const named = (event: Json) => ({ status: 409, body: { code: 'STATE_CONFLICT', figures: { eventId: event.id, eventType: event.eventType } } })
const blocked = (ruleId: string, figures: Record<string, unknown> = {}) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId, figures } })
async function bought(kg: number, day = '2025-11-03'): Promise<string> {
  const { id } = await chain.lot()
  await ok(chain.buy(id, cropId, kg, day))
  return id
}
async function closed(kg: number): Promise<string> {
  const id = await bought(kg)
  await ok(onLot('pooja', id, 'CLOSED', '2025-11-04'))
  return id
}
const heaped = async (from: string, day: string, hour = 10) =>
  onLot('pooja', (await chain.lot()).id, 'HEAP_BUILT', day, { inputs: [{ batchId: from, kg: 100 }] }, hour)
const ginned = (batchId: string, day: string) =>
  onLine(
    'PROCESS_RUN',
    day,
    {
      process: 'GINNING',
      inputs: [{ batchId, kg: 100 }],
      outputs: [
        { productId: chain.products.lint, kg: 34 },
        { productId: chain.products.cottonseed, kg: 62.5 },
      ],
      wasteKg: 3,
      invisibleKg: 0.5,
      startedAt: `${day}T04:00:00Z`,
      endedAt: `${day}T06:00:00Z`,
    },
    { hour: 16 },
  )

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const { cropId: crop, farmerId } = await chain.sown({ areaHa: 10 })
  cropId = crop
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 12_000)
}, 120_000)

describe('a hold that is recorded late', () => {
  it('names the heap that was built since, and is taken once that is taken back; the other order is refused, too', async () => {
    const lot = await closed(500)
    const { event } = await ok(heaped(lot, '2025-11-10'))
    await refused(() => hold('pooja', lot, '2025-11-08'), named(event))
    await refused(() => hold('carla', lot, '2025-11-08'), named(event))
    // Of the same moment it restricts, and a moment later it does not.
    await refused(() => hold('pooja', lot, '2025-11-10'), named(event))
    await ok(voided('pooja', 'productbatch', event.subjectId, event.id))
    await ok(hold('pooja', lot, '2025-11-08'))
    const { id: heap } = await chain.lot()
    const late = () => onLot('pooja', heap, 'HEAP_BUILT', '2025-11-10', { inputs: [{ batchId: lot, kg: 100 }] })
    await refused(late, blocked('BR-15', { batchId: lot }))
    await ok(free(lot, '2025-11-09'))
    await ok(late())
  })
  it('is taken after the last use, and so is one that had ended before it', async () => {
    const [one, other] = [await closed(500), await closed(500)]
    await ok(heaped(one, '2025-11-10'))
    await ok(hold('pooja', one, '2025-11-10', 11))
    expect(await view(one)).toMatchObject({ status: 'QUARANTINED', onHandKg: 400 })
    const { event } = await ok(hold('pooja', other, '2025-11-06'))
    const { event: end } = await ok(free(other, '2025-11-08'))
    const { event: heap } = await ok(heaped(other, '2025-11-10'))
    // The heap rests on the release, and on its day.
    await refused(() => voided('omar', 'productbatch', other, end.id), named(heap))
    const correct = { eventType: 'RELEASE', occurredAt: '2025-11-12T10:00:00+05:30', data: end.data, lateReason: 'Misread', supersedesEventId: end.id }
    await refused(() => as('omar').post(`/productbatch/${other}/events`, correct), named(heap))
    await ok(as('omar').post(`/productbatch/${other}/events`, { ...correct, occurredAt: '2025-11-09T10:00:00+05:30' }))
    expect(event.data.reason).toBe('Wet')
  })
  it('names a run, a pressing of bales, waste and a ticket as it names a dispatch', async () => {
    const lot = await closed(500)
    const gin = await chain.atGin(await bought(500), 500)
    await ok(onLine('CLEANING', '2025-12-03', { area: 'All', method: 'BLOWN' }, { hour: 8 }))
    const { event: run } = await ok(ginned(gin, '2025-12-03'))
    await refused(() => hold('paul', gin, '2025-12-02'), named(run))
    const { event: thrown } = await ok(waste(gin, 2, '2025-12-05'))
    await refused(() => hold('paul', gin, '2025-12-04'), named(thrown))
    await ok(hold('paul', gin, '2025-12-06'))
    await ok(onLot('omar', lot, 'RELEASED', '2025-11-05'))
    const { event: sent } = await ok(onLot('pooja', lot, 'DISPATCH', '2025-11-12', { buyerId: chain.ginner, kg: 100, invoiceNo: `I-${lot.slice(-6)}` }))
    await refused(() => hold('pooja', lot, '2025-11-10'), named(sent))
  })
  it('of a farm lot names the ticket; one that is dated within a hold of then is refused (422 BR-15)', async () => {
    const { cropId: own, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(own, 500)
    const [{ id: farmLot }] = (await ok(as('omar').get(`/productbatch?filter[cropId]=${own}`))).items
    const { id } = await chain.lot()
    const { event: ticket } = await ok(chain.buy(id, own, 100, '2025-11-10'))
    await refused(() => hold('pooja', farmLot, '2025-11-08'), named(ticket))
    await ok(hold('omar', farmLot, '2025-11-12'))
    await ok(free(farmLot, '2025-11-14', 'ada'))
    const late = (day: string) => chain.buy(id, own, 50, day)
    await refused(() => late('2025-11-13'), blocked('BR-15', { batchId: farmLot }))
    await ok(late('2025-11-11'))
    await ok(late('2025-11-15'))
    expect(await view(farmLot)).toMatchObject({ onHandKg: 300 })
  })
  it('and a use of the same moment are not both taken', async () => {
    const lot = await closed(500)
    const { id: heap } = await chain.lot()
    const answers = await Promise.all([
      hold('omar', lot, '2025-11-08'),
      onLot('pooja', heap, 'HEAP_BUILT', '2025-11-10', { inputs: [{ batchId: lot, kg: 100 }] }),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
  })
})

describe('waste that is taken away', () => {
  it('is judged by the state of its own time: refused within a hold of then, taken before one of now', async () => {
    const lot = await chain.atGin(await bought(500), 500)
    const { event } = await ok(hold('paul', lot, '2025-12-05'))
    await ok(waste(lot, 1, '2025-12-01'))
    await refused(() => waste(lot, 1, '2025-12-06'), blocked('BR-15', { batchId: lot }))
    await ok(free(lot, '2025-12-10'))
    await refused(() => waste(lot, 1, '2025-12-07'), blocked('BR-25', { batchId: lot, status: 'QUARANTINED' }))
    await ok(waste(lot, 1, '2025-12-11'))
    expect(event.data.reason).toBe('Wet')
    expect(await view(lot)).toMatchObject({ onHandKg: 498 })
  })
  it('is a loss where it was goods with a claim: above 1 % with what was lost before, refused to who does not decide, and found (4.4)', async () => {
    const lot = await chain.atGin(await bought(500), 500)
    const lost = (kg: number) => onLot('paul', lot, 'LOSS', '2025-12-03', { cause: 'DRYING', kg })
    await ok(lost(3))
    await refused(() => waste(lot, 400, '2025-12-04'), blocked('4.4', { lostKg: 403, creditedKg: 500 }))
    // At the bound it is theirs, a gram more is not, neither as waste nor as a loss of before.
    await refused(() => waste(lot, 2.001, '2025-12-04'), blocked('4.4', { lostKg: 5.001 }))
    const { event: own } = await ok(waste(lot, 2, '2025-12-04'))
    await refused(() => lost(0.001), blocked('4.4', { lostKg: 5.001 }))
    expect((await view(lot)).flags).toEqual([])
    const { event } = await ok(waste(lot, 100, '2025-12-05', 'ada'))
    expect((await view(lot)).flags).toMatchObject([{ ruleId: '4.4', severity: 'REVIEW', eventId: event.id, figures: { lostKg: 105, creditedKg: 500 } }])
    await ok(voided('ada', 'processingsystem', chain.gin, event.id))
    await ok(voided('paul', 'processingsystem', chain.gin, own.id))
    expect((await view(lot)).flags).toEqual([])
    expect(await view(lot)).toMatchObject({ onHandKg: 497 })
  })
  it('goes out as before where it is what a run left over, or has no claim', async () => {
    const lot = await chain.atGin(await bought(500), 500)
    await ok(onLine('CLEANING', '2025-12-08', { area: 'All', method: 'BLOWN' }, { hour: 8 }))
    const { event: run } = await ok(ginned(lot, '2025-12-08'))
    const made: Json[] = (await ok(as('paul').get('/productbatch?filter[status]=CLOSED&limit=200'))).items
    const seed = made.find(({ productId, onHandKg, producedOn }) => productId === chain.products.cottonseed && onHandKg === 62.5 && producedOn === '2025-12-08')
    await ok(waste(seed.id, 60, '2025-12-09'))
    expect((await view(seed.id)).flags).toEqual([])
    await ok(hold('paul', lot, '2025-12-10'))
    await ok(onLot('omar', lot, 'RELEASE', '2025-12-11', { causeClosed: 'Sold otherwise', downgrade: true }))
    await ok(waste(lot, 300, '2025-12-12'))
    expect(await view(lot)).toMatchObject({ claimStatus: 'CONVENTIONAL', onHandKg: 100, flags: [] })
    expect(run.id).toBeTruthy()
  })
})
