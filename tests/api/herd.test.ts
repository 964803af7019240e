// Cows projected from their events: what is restricted after a treatment, milking the herd at once, lactations, groups. Refusals
// first; what is taken back leaves nothing over.
import { beforeAll, describe, expect, it } from 'vitest'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { openWorld } from '../harness/world.ts'
import { birth, clock, daysAgo, type Husbandry, husbandryOf, type Json, milking, plainDay, treatment } from './husbandry-stage.ts'

let herd: Husbandry
beforeAll(async () => {
  herd = await husbandryOf(await openWorld({ now: clock }))
}, 120_000)
const row = (cowId: string, kg: number, destination = 'MilkTank') => ({ cowId, kg, destination })
const restrictedMilk = (cowId: string) => herd.list(`/withdrawal?filter[cowId]=${cowId}&filter[product]=MILK`)

describe('a treatment', () => {
  it('holds milk and meat back for as long as the label says; into the tank is refused (AH-09), elsewhere is not', async () => {
    const { id } = await herd.cow()
    const { event } = await herd.recorded('cow', id, 'TREATMENT', daysAgo(1), treatment(herd.medicineId))
    expect(await herd.attempt('cow', id, 'MILKING', daysAgo(0, 1), milking(5))).toMatchObject({
      status: 422,
      body: { code: 'RULE_BLOCKED', ruleId: 'AH-09', figures: { product: 'Milk', path: 'data.destination' } },
    })
    expect((await herd.view('cow', id)).lastMilkKg).toBeNull()
    await herd.recorded('cow', id, 'MILKING', daysAgo(0, 1), milking(5, 'AM', 'Treatment'))
    const { extra, lastMilkKg } = await herd.view('cow', id)
    expect(lastMilkKg).toBe(5)
    expect(extra.restrictions.map(({ product }: Json) => product)).toEqual(['MILK', 'MEAT'])
    expect(Date.parse(extra.restrictions[0].until) - Date.parse(event.occurredAt)).toBe(4 * 86_400_000)
    expect(extra.recentTreatments).toMatchObject([{ eventType: 'TREATMENT', medicine: 'Ceftiofur' }])
    expect(await herd.attempt('cow', id, 'SLAUGHTER', daysAgo(0, 2), { plant: 'Depot', liveKg: 300, anteMortem: 'PASSED' })).toMatchObject({
      body: { ruleId: 'AH-09' },
    })
  })
  it('that was taken back holds nothing back any more', async () => {
    const { id } = await herd.cow()
    const { event } = await herd.recorded('cow', id, 'TREATMENT', daysAgo(1), treatment(herd.medicineId))
    const taken = await herd.omar.post(`/cow/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' })
    expect(taken.status).toBe(200)
    expect((await herd.view('cow', id)).extra.restrictions).toEqual([])
    expect((await herd.list(`/withdrawal?filter[cowId]=${id}&filter[status]=VOIDED`)).length).toBe(2)
    await herd.recorded('cow', id, 'MILKING', daysAgo(0, 1), milking(5))
  })
  it('recorded after its time holds nothing back now, but is on record', async () => {
    const { id } = await herd.cow()
    await herd.recorded('cow', id, 'TREATMENT', daysAgo(40), treatment(herd.medicineId))
    expect((await herd.view('cow', id)).extra.restrictions).toEqual([])
    expect((await restrictedMilk(id)).map(({ status }) => status)).toContain('ENDED')
  })
})

describe('a milking', () => {
  it('is refused to a bull (AH-03) and twice in one session of a day (AH-21)', async () => {
    const bull = await herd.cow(null, { sex: 'MALE' })
    expect(await herd.attempt('cow', bull.id, 'MILKING', daysAgo(1), milking(5))).toMatchObject({ status: 422, body: { ruleId: 'AH-03' } })
    const { id } = await herd.cow()
    await herd.recorded('cow', id, 'MILKING', daysAgo(1), milking(5))
    expect(await herd.attempt('cow', id, 'MILKING', daysAgo(1, 9), milking(5))).toMatchObject({ status: 422, body: { ruleId: 'AH-21' } })
    await herd.recorded('cow', id, 'MILKING', daysAgo(1, 12), milking(3.5, 'PM'))
    expect((await herd.view('cow', id)).extra.milk).toEqual([{ day: plainDay(1), kg: 8.5 }])
  })
  it('of the first days after a birth does not go into the tank: it is colostrum', async () => {
    const { id } = await herd.cow(2)
    expect(await herd.attempt('cow', id, 'MILKING', daysAgo(1), milking(5))).toMatchObject({ status: 422, body: { ruleId: 'AH-09' } })
    await herd.recorded('cow', id, 'MILKING', daysAgo(1), milking(5, 'AM', 'Colostrum'))
  })
})

describe('HERD_MILKING', () => {
  const milkHerd = (ago: number, session: string, rows: readonly Json[]) =>
    herd.attempt('productionsystem', herd.dairy.id, 'HERD_MILKING', daysAgo(ago, session === 'AM' ? 1 : 12), { session, rows })
  it('refuses an animal named twice, a stranger, and names the row of one whose milk is held back; nothing is written', async () => {
    const [one, ill] = [await herd.cow(), await herd.cow()]
    await herd.recorded('cow', ill.id, 'TREATMENT', daysAgo(1), treatment(herd.medicineId))
    expect(await milkHerd(0, 'AM', [row(one.id, 4), row(one.id, 5)])).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'data.rows.1.cowId', code: 'taken' }] },
    })
    expect(await milkHerd(0, 'AM', [row(herd.medicineId, 4)])).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'data.rows.0.cowId', code: 'missing' }] },
    })
    expect(await milkHerd(0, 'AM', [row(one.id, 4), row(ill.id, 5)])).toMatchObject({
      status: 422,
      body: { ruleId: 'AH-09', figures: { row: 2, path: 'data.rows.1.destination' } },
    })
    expect((await herd.view('cow', one.id)).extra.milk).toEqual([])
  })
  it('becomes a milking of each animal, and taking it back takes those back', async () => {
    const [one, other] = [await herd.cow(), await herd.cow()]
    const { status, body } = await milkHerd(1, 'PM', [row(one.id, 4), row(other.id, 6, 'Discard')])
    expect(status).toBe(201)
    expect(await herd.view('cow', one.id)).toMatchObject({ lastMilkKg: 4, lactationStatus: 'EARLY', extra: { lactation: { parity: 1, milkKg: 4 } } })
    expect((await herd.view('productionsystem', herd.dairy.id)).extra.milk).toContainEqual({ day: plainDay(1), kg: expect.any(Number) })
    const taken = await herd.omar.post(`/productionsystem/${herd.dairy.id}/events/${body.event.id}/void`, { reason: 'DID_NOT_OCCUR' })
    expect(taken.status).toBe(200)
    expect(await herd.view('cow', one.id)).toMatchObject({ lastMilkKg: null, extra: { milk: [], lactation: { milkKg: null } } })
  })
})

describe('a lactation', () => {
  it('begins with the birth, ends when dried off, and is gone with a birth that never was', async () => {
    const { id } = await herd.cow(300)
    const dried = await herd.recorded('cow', id, 'DRY_OFF', daysAgo(20), { reason: 'PLANNED' })
    const lactations = () => herd.list(`/lactation?filter[cowId]=${id}&sort=beginDate`)
    expect(await lactations()).toMatchObject([{ parity: 1, beginDate: plainDay(300), endDate: plainDay(20), lengthDays: 280, status: 'CLOSED' }])
    await herd.omar.post(`/cow/${id}/events/${dried.event.id}/void`, { reason: 'INCORRECT_DATA' })
    expect(await lactations()).toMatchObject([{ endDate: null, lengthDays: null, status: 'OPEN' }])
    const again = await herd.recorded('cow', id, 'PARTURITION', daysAgo(5), birth)
    expect((await lactations()).map(({ status, parity }) => [parity, status])).toEqual([
      [1, 'CLOSED'],
      [2, 'OPEN'],
    ])
    await herd.omar.post(`/cow/${id}/events/${again.event.id}/void`, { reason: 'DID_NOT_OCCUR' })
    expect(await lactations()).toMatchObject([{ parity: 1, endDate: null, status: 'OPEN' }])
  })
})

describe('a group of animals', () => {
  it('counts who is in it: joined, left, dead', async () => {
    const group = await herd.make('animalgroup', { productionSystemId: herd.dairy.id, name: 'Milking group', purpose: 'Lactation' })
    const heads = async () => (await herd.view('animalgroup', group.id)).headCount
    const [one, other] = [await herd.cow(null, { groupIds: [group.id] }), await herd.cow(null)]
    expect(await heads()).toBe(1)
    await herd.recorded('cow', other.id, 'SET_JOIN', daysAgo(2), { groupId: group.id })
    expect(await heads()).toBe(2)
    const left = await herd.recorded('cow', other.id, 'SET_LEAVE', daysAgo(1), { groupId: group.id })
    expect(await heads()).toBe(1)
    await herd.omar.post(`/cow/${other.id}/events/${left.event.id}/void`, { reason: 'DID_NOT_OCCUR' })
    expect(await heads()).toBe(2)
    await herd.recorded('cow', one.id, 'DEATH', daysAgo(0, 1), { method: 'Perished', reason: 'Disease', disposal: 'OnPremise' })
    expect(await heads()).toBe(1)
  })
})

describe('GET /reports/husbandry-summary?trade=dairy', () => {
  it('tells the milk of each day, the herd by lactation and what is held back, as the cows themselves do', async () => {
    const summary = (await herd.omar.get('/reports/husbandry-summary?trade=dairy')).body
    expect(flawsOfAnswer('reports.husbandrySummary', 200, summary)).toEqual([])
    const cows = await herd.list('/cow?limit=200&filter[status]=ALIVE')
    const views = await Promise.all(cows.map(({ id }) => herd.view('cow', id)))
    const milk = views.flatMap(({ extra }) => extra.milk).filter(({ day }: Json) => day === plainDay(1))
    expect(summary.dairy.milk.find(({ day }: Json) => day === plainDay(1)).kg).toBeCloseTo(
      milk.reduce((sum: number, { kg }: Json) => sum + kg, 0),
      6,
    )
    expect(summary.dairy.lactating.reduce((sum: number, { count }: Json) => sum + count, 0)).toBe(cows.filter(({ sex }) => sex === 'FEMALE').length)
    expect(summary.restrictions.length).toBe(views.flatMap(({ extra }) => extra.restrictions).length)
    expect(summary.poultry).toBeNull()
  })
})
