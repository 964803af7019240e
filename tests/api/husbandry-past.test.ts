// Animals, flocks and ponds as they were on a day and as they were known on a day, and how much of a long history is read for
// one milking: what the projections of the store make of the same events.
import { beforeAll, describe, expect, it } from 'vitest'
import { behaviours } from '#server/behaviours.ts'
import { openWorld } from '../harness/world.ts'
import { clock, daysAgo, type Husbandry, husbandryOf, type Json, milking, plainDay, treatment } from './husbandry-stage.ts'

let herd: Husbandry
let now = clock()
/** How many events each projection of a cow has read. */
const read: number[] = []
beforeAll(async () => {
  const { cow } = behaviours
  const counted: typeof cow = {
    ...cow,
    async facts(...of) {
      const facts = (await cow?.facts?.(...of)) ?? []
      read.push(facts.length)
      return facts
    },
  }
  herd = await husbandryOf(await openWorld({ now: () => now, behaviours: { ...behaviours, cow: counted } }))
}, 120_000)

describe('the past', () => {
  it('of a flock has its birds, its feed and its state of that day', async () => {
    const { id } = await herd.flock()
    await herd.recorded('poultrybatch', id, 'PLACEMENT', daysAgo(30), { females: 0, males: 0, unsexed: 1000 })
    await herd.recorded('poultrybatch', id, 'MORTALITY', daysAgo(20), { count: 10, cause: 'HEAT', disposal: 'OnPremise' })
    await herd.recorded('poultrybatch', id, 'FEEDING', daysAgo(15), { feedItemId: herd.feedId, kg: 50 })
    await herd.recorded('poultrybatch', id, 'CATCH', daysAgo(10), { count: 400, totalLiveKg: 800, buyer: 'Depot', forSlaughter: 'LIVE' })
    const past = (ago: number) => herd.view('poultrybatch', `${id}?asOf=${plainDay(ago)}`)
    expect(await past(25)).toMatchObject({ status: 'PLACED', aliveCount: 1000, feedKg: null })
    expect(await past(12)).toMatchObject({ status: 'PLACED', aliveCount: 990, feedKg: 50 })
    expect(await past(5)).toMatchObject({ status: 'DEPLETING', aliveCount: 590 })
    expect((await past(5)).past.notDerived).not.toContain('aliveCount')
  })
  it('of a cow has her weight, her lactation and her state of that day', async () => {
    const { id } = await herd.cow(100)
    await herd.recorded('cow', id, 'WEIGHT', daysAgo(60), { kg: 400, method: 'LoadCell' })
    await herd.recorded('cow', id, 'DRY_OFF', daysAgo(30), { reason: 'PLANNED' })
    await herd.recorded('cow', id, 'DEPARTURE', daysAgo(10), { kind: 'Sale' })
    const past = (ago: number) => herd.view('cow', `${id}?asOf=${plainDay(ago)}`)
    expect(await past(90)).toMatchObject({ status: 'ALIVE', lactationStatus: 'FRESH', parity: 1, lastWeightKg: null })
    expect(await past(20)).toMatchObject({ status: 'ALIVE', lactationStatus: 'DRY', lastWeightKg: 400 })
    expect(await past(5)).toMatchObject({ status: 'OFF_FARM' })
  })
})

describe('a cow with many milkings', () => {
  it('is milked without reading them: what was entered, her birth, and the first and the newest milking', async () => {
    const { id } = await herd.cow(100)
    for (const ago of Array.from({ length: 20 }, (_, place) => 30 - place)) await herd.recorded('cow', id, 'MILKING', daysAgo(ago), milking(5))
    read.length = 0
    await herd.recorded('cow', id, 'MILKING', daysAgo(1), milking(6))
    expect(read).toEqual([4])
    expect(await herd.view('cow', id)).toMatchObject({ lastMilkKg: 6, extra: { lactation: { milkKg: 106 } } })
    read.length = 0
    expect((await herd.attempt('cow', id, 'DEATH', daysAgo(20), { method: 'Perished', reason: 'Other', disposal: 'OnPremise' })).body).toMatchObject({
      ruleId: 'AH-01',
      figures: { day: plainDay(19) },
    })
  })
})

describe('the overview of a past day', () => {
  const ids = { cow: '', poultrybatch: '', aquacrop: '' }
  const kinds = ['cow', 'poultrybatch', 'aquacrop'] as const
  type Kind = (typeof kinds)[number]
  const saved: Record<string, Json> = {}
  const then = `asOf=${plainDay(0)}&knownAt=${plainDay(0)}`
  const card = async (kind: Kind, query = ''): Promise<Json> => (await herd.view(kind, `${ids[kind]}${query ? `?${query}` : ''}`)).extra
  const recorded = async (kind: Kind, ...what: [eventType: string, at: string, data: Record<string, unknown>]): Promise<Json> =>
    (await herd.recorded(kind, ids[kind], ...what)).event
  const replaced = async (kind: Kind, { id: supersedesEventId, eventType, occurredAt, data }: Json, values: Record<string, unknown>) => {
    const body = { eventType, occurredAt, data: { ...data, ...values }, supersedesEventId, lateReason: 'Weighed again' }
    expect(await herd.omar.post(`/${kind}/${ids[kind]}/events`, body)).toMatchObject({ status: 201 })
  }
  const voided = async (kind: Kind, { id }: Json) => expect(await herd.voidRecordedEvent(kind, ids[kind], id)).toMatchObject({ status: 200 })

  beforeAll(async () => {
    ids.cow = (await herd.cow(100)).id
    ids.poultrybatch = (await herd.flock()).id
    ids.aquacrop = (await herd.pond()).id
    await recorded('cow', 'MILKING', daysAgo(10), milking(5))
    await recorded('cow', 'MILKING', daysAgo(9), milking(6))
    await recorded('cow', 'WEIGHT', daysAgo(60), { kg: 400, method: 'LoadCell' })
    const weighed = await recorded('cow', 'WEIGHT', daysAgo(30), { kg: 420, method: 'LoadCell' })
    const treated = await recorded('cow', 'TREATMENT', daysAgo(1), treatment(herd.medicineId))
    await recorded('poultrybatch', 'PLACEMENT', daysAgo(30), { females: 0, males: 0, unsexed: 1000 })
    const died = await recorded('poultrybatch', 'MORTALITY', daysAgo(20), { count: 10, cause: 'HEAT', disposal: 'OnPremise' })
    const fed = await recorded('poultrybatch', 'FEEDING', daysAgo(15), { feedItemId: herd.feedId, kg: 50 })
    await recorded('aquacrop', 'STOCKING', daysAgo(100), { stock: [{ faoAlpha3: 'CTC', count: 1000, meanG: 10 }] })
    const sampled = await recorded('aquacrop', 'SAMPLING', daysAgo(50), { method: 'CASTNET', sampleSize: 40, meanG: 100 })
    const given = await recorded('aquacrop', 'FEEDING', daysAgo(40), { feedItemId: herd.feedId, kg: 30, method: 'BROADCAST' })
    for (const kind of kinds) saved[kind] = await card(kind)
    // Three days later something came late, something was corrected, something was taken back.
    now = new Date(clock().getTime() + 3 * 86_400_000)
    await recorded('cow', 'MILKING', daysAgo(8), milking(7))
    await replaced('cow', weighed, { kg: 430 })
    await voided('cow', treated)
    await recorded('poultrybatch', 'CATCH', daysAgo(10), { count: 400, totalLiveKg: 800, buyer: 'Depot', forSlaughter: 'LIVE' })
    await replaced('poultrybatch', died, { count: 25 })
    await voided('poultrybatch', fed)
    await recorded('aquacrop', 'FEEDING', daysAgo(30), { feedItemId: herd.feedId, kg: 20, method: 'BROADCAST' })
    await replaced('aquacrop', sampled, { meanG: 120 })
    await voided('aquacrop', given)
    const medicine = await herd.view('medicine', herd.medicineId)
    const withdrawals = medicine.withdrawals.map((one: Json) => ({ ...one, value: 60 }))
    expect(await herd.ada.patch(`/medicine/${medicine.id}`, { withdrawals }, { 'if-match': `"${medicine.version}"` })).toMatchObject({ status: 200 })
  })

  it('is, as it was known, what was read on that day', async () => {
    const { young: _, ...cow } = saved.cow
    const nameless = (one: Json) => ({ ...one, id: null })
    expect(await card('cow', then)).toEqual({
      ...{ ...cow, young: null, lactation: { ...cow.lactation, id: cow.lactation.beginDate } },
      restrictions: cow.restrictions.map((one: Json) => ({ ...one, id: expect.any(String) })),
    })
    expect((await card('cow', then)).restrictions.map(nameless)).toEqual(cow.restrictions.map(nameless))
    for (const kind of ['poultrybatch', 'aquacrop'] as const) expect(await card(kind, then)).toEqual(saved[kind])
  })
  it('has of an animal the milk, weights, lactation and restrictions, worked out by hand', async () => {
    const day = (ago: number, kg: number) => ({ day: plainDay(ago), kg })
    const until = (days: number) => new Date(Date.parse(daysAgo(1)) + days * 86_400_000).toISOString()
    const known = await card('cow', then)
    expect(known).toMatchObject({ milk: [day(10, 5), day(9, 6)], weighings: [day(60, 400), day(30, 420)], lactation: { parity: 1, endDate: null, milkKg: 11 } })
    // The waiting days of the medicine as they were then: four and fourteen.
    expect(known.restrictions.map(({ product, until: end, medicine }: Json) => [product, Date.parse(end), medicine])).toEqual([
      ['MILK', Date.parse(until(4)), 'Ceftiofur'],
      ['MEAT', Date.parse(until(14)), 'Ceftiofur'],
    ])
    const is = await card('cow', `asOf=${plainDay(0)}`)
    expect(is).toMatchObject({ milk: [day(10, 5), day(9, 6), day(8, 7)], weighings: [day(60, 400), day(30, 430)], lactation: { milkKg: 18 } })
    expect(is).toMatchObject({ restrictions: [], recentTreatments: [] })
    const before = await card('cow', `asOf=${plainDay(9)}`)
    expect(before).toMatchObject({ milk: [day(10, 5), day(9, 6)], lactation: { milkKg: 11 }, recentTreatments: [] })
    // Milk after a birth.
    expect((await card('cow', `asOf=${plainDay(99)}`)).restrictions).toMatchObject([{ product: 'MILK', medicine: null }])
    expect(await card('cow', `asOf=${plainDay(101)}`)).toMatchObject({ milk: [], weighings: [], lactation: null, restrictions: [], latest: [] })
  })
  it('has of a flock and a pond the dead, the living, the feed and the weights, worked out by hand', async () => {
    const alive = async (query: string) => {
      const { days } = await card('poultrybatch', query)
      return [days.at(-1)?.alive, days.reduce((sum: number, { feedKg }: Json) => sum + (feedKg ?? 0), 0)]
    }
    expect(await alive(then)).toEqual([1000 - 10, 50])
    expect(await alive(`asOf=${plainDay(0)}`)).toEqual([1000 - 25 - 400, 0])
    expect(await alive(`asOf=${plainDay(12)}`)).toEqual([1000 - 25, 0])
    const pond = async (query: string) => {
      const { feedKg, weighings, stocked } = await card('aquacrop', query)
      return [stocked, feedKg, weighings.map(({ grams }: Json) => grams)]
    }
    expect(await pond(then)).toEqual([1000, 30, [10, 100]])
    expect(await pond(`asOf=${plainDay(0)}`)).toEqual([1000, 20, [10, 120]])
    expect(await pond(`asOf=${plainDay(35)}`)).toEqual([1000, 0, [10, 120]])
    expect(await pond(`asOf=${plainDay(60)}`)).toEqual([1000, 0, [10]])
  })
  it('has of a production system its heads, units and milk: a move that came late, a death that was taken back', async () => {
    const dairy = await herd.system('DAIRY', { milkSpecies: ['CATTLE'] }, [
      { unitCode: 'North', unitType: 'SHED', capacityHead: 10 },
      { unitCode: 'South', unitType: 'SHED', capacityHead: 10 },
    ])
    const [north = '', south = ''] = dairy.units
    const cows = [await herd.cow(50, { unitId: north }), await herd.cow(50, { unitId: north }), await herd.cow(null, { unitId: south })]
    const [milked, dead] = cows.map(({ id }) => id)
    await herd.recorded('cow', milked, 'MILKING', daysAgo(5), milking(8))
    const { event: death } = await herd.recorded('cow', dead, 'DEATH', daysAgo(4), { method: 'Perished', reason: 'Other', disposal: 'OnPremise' })
    const view = async (query = '') => (await herd.view('productionsystem', `${dairy.id}${query}`)).extra
    const today = now.toISOString().slice(0, 10)
    const read = await view()
    // The next day.
    now = new Date(now.getTime() + 86_400_000)
    expect(await herd.voidRecordedEvent('cow', dead, death.id)).toMatchObject({ status: 200 })
    await herd.recorded('cow', milked, 'UNIT_MOVE', daysAgo(3), { toUnitId: south })
    await herd.recorded('cow', milked, 'MILKING', daysAgo(2), milking(9))
    const { milkWithdrawn: _, ...known } = read
    expect(await view(`?asOf=${today}&knownAt=${today}`)).toEqual({ ...known, milkWithdrawn: [] })
    const figures = async (query = '') => {
      const { headcount, units, milk } = await view(query)
      return [headcount.map(({ heads }: Json) => heads), units.map(({ heads }: Json) => heads), milk.map(({ kg }: Json) => kg)]
    }
    // By hand: three cows, of which one was dead by what was known then.
    expect(await figures(`?asOf=${today}&knownAt=${today}`)).toEqual([[2], [1, 1], [8]])
    expect(await figures(`?asOf=${plainDay(4)}`)).toEqual([[3], [2, 1], [8]])
    expect(await figures(`?asOf=${today}`)).toEqual([[3], [1, 2], [8, 9]])
    expect(await figures()).toEqual([[3], [1, 2], [8, 9]])
    expect(await figures(`?asOf=${plainDay(1300)}`)).toEqual([[], [0, 0], []])
  })
})

describe('as of this moment', () => {
  /** Beside the ids of rows, which a past day has none of, and young, which are counted today alone. */
  const plain = ({ young: _, lactation, restrictions, ...card }: Json): Json => ({
    ...{ ...card, lactation: lactation && { ...lactation, id: null } },
    restrictions: restrictions.map(({ product, until, medicine }: Json) => [product, until && Date.parse(until), medicine]).sort(),
  })
  const expectSame = async (kind: string, id: string) => {
    const present = plain((await herd.view(kind, id)).extra)
    expect(plain((await herd.view(kind, `${id}?asOf=${now.toISOString()}`)).extra)).toEqual(present)
    return present
  }
  it('an overview is the present one, also after a label was changed: a treatment keeps the waiting days that were counted for it', async () => {
    const { id: cow } = await herd.cow(100)
    const { id: flock } = await herd.flock()
    await herd.recorded('cow', cow, 'MILKING', daysAgo(9), milking(5))
    await herd.recorded('cow', cow, 'WEIGHT', daysAgo(60), { kg: 400, method: 'LoadCell' })
    await herd.recorded('cow', cow, 'TREATMENT', daysAgo(2), treatment(herd.medicineId))
    await expectSame('poultrybatch', flock)
    await herd.recorded('poultrybatch', flock, 'PLACEMENT', daysAgo(30), { females: 0, males: 0, unsexed: 1000 })
    await herd.recorded('poultrybatch', flock, 'MORTALITY', daysAgo(20), { count: 10, cause: 'HEAT', disposal: 'OnPremise' })
    await expectSame('poultrybatch', flock)
    const before = await expectSame('cow', cow)
    const early = now
    now = new Date(now.getTime() + 3_600_000)
    const medicine = await herd.view('medicine', herd.medicineId)
    const withdrawals = medicine.withdrawals.map((one: Json) => ({ ...one, value: one.value + 30 }))
    expect(await herd.ada.patch(`/medicine/${medicine.id}`, { withdrawals }, { 'if-match': `"${medicine.version}"` })).toMatchObject({ status: 200 })
    expect((await expectSame('cow', cow)).restrictions).toEqual(before.restrictions)
    // A further treatment counts all of them again, by the label of now; what was known before it is as it was.
    await herd.recorded('cow', cow, 'TREATMENT', daysAgo(1), treatment(herd.medicineId))
    expect((await expectSame('cow', cow)).restrictions).not.toEqual(before.restrictions)
    const known = await herd.view('cow', `${cow}?asOf=${early.toISOString()}&knownAt=${early.toISOString()}`)
    expect(plain(known.extra).restrictions).toEqual(before.restrictions)
  })
})
