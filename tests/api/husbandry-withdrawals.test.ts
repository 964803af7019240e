// Withdrawals follow from the history: during a course, after a transfer, off-label, entered late, voided, over by the clock
// or by the warmth of the water. Refusals first; what is taken back withdraws nothing any more.
import { beforeAll, describe, expect, it } from 'vitest'
import { runClock } from '#server/jobs/clock.ts'
import { openWorld } from '../harness/world.ts'
import { birth, clock, day, daysAgo, type Husbandry, husbandryOf, type Json, milking, plainDay, treatment } from './husbandry-stage.ts'

let farm: Husbandry
/** Days that the clock of these tests has gone on. */
let later = 0
beforeAll(async () => {
  farm = await husbandryOf(await openWorld({ now: () => new Date(clock().getTime() + later * 86_400_000) }))
}, 120_000)

const tick = () => {
  const { database, behaviours, log, now } = farm.world.deps
  return runClock({ database, behaviours, log, clock: now, stop: new AbortController().signal }, farm.world.tenants.cotton)
}
const slaughter = { plant: 'Depot', liveKg: 300, anteMortem: 'PASSED' }
const withdrawn = { status: 422, body: { code: 'RULE_BLOCKED', ruleId: 'AH-09' } }
const caught = (count: number, forSlaughter = 'SLAUGHTER') => ({ count, totalLiveKg: count * 2, buyer: 'Depot', forSlaughter })
const course = (from: number, to: number, more: Record<string, unknown> = {}) => ({
  ...treatment(farm.medicineId),
  route: 'WATER',
  startDate: plainDay(from),
  endDate: plainDay(to),
  ...more,
})
const placed = async (values: Record<string, unknown> = {}): Promise<string> => {
  const { id } = await farm.flock(values)
  await farm.recorded('poultrybatch', id, 'PLACEMENT', daysAgo(30), { females: 0, males: 0, unsexed: 1000, weightG: 42 })
  return id
}
const stocked = async (): Promise<string> => {
  const { id } = await farm.pond()
  await farm.recorded('aquacrop', id, 'STOCKING', daysAgo(100), { stock: [{ faoAlpha3: 'CTC', count: 1000, meanG: 10 }] })
  return id
}
const pondCourse = (endDate: string) => ({ ...treatment(farm.medicineId), route: 'FEED', basis: 'POND', endDate })
const harvest = { fish: [{ faoAlpha3: 'CTC', kg: 5, count: 10 }], buyer: 'Mandi', slaughterMethod: 'ICE' }
const water = { temperatureC: 27, doMgL: 5.5, ph: 7.8, tanMgL: 0.1 }
const products = async (entity: string, id: string) => (await farm.view(entity, id)).extra.restrictions.map(({ product }: Json) => product)

describe('fish under treatment', () => {
  it('are not harvested during the course, whether it ends today or in five days (B1)', async () => {
    for (const endDate of [plainDay(-5), plainDay(0)]) {
      const id = await stocked()
      await farm.recorded('aquacrop', id, 'TREATMENT', daysAgo(2), pondCourse(endDate))
      expect(await farm.attempt('aquacrop', id, 'PARTIAL_HARVEST', daysAgo(0), harvest)).toMatchObject(withdrawn)
    }
  })
  it('take the withdrawal with them into another pond, and lose it with the transfer or the treatment (B2)', async () => {
    const [from, to] = [await stocked(), await stocked()]
    const { event: treated } = await farm.recorded('aquacrop', from, 'TREATMENT', daysAgo(5), pondCourse(plainDay(4)))
    const { event: moved } = await farm.recorded('aquacrop', from, 'TRANSFER', daysAgo(2), { toCropId: to, count: 100, meanG: 20 })
    expect(await farm.attempt('aquacrop', to, 'PARTIAL_HARVEST', daysAgo(1), harvest)).toMatchObject(withdrawn)
    expect(await products('aquacrop', to)).toEqual(['MEAT'])
    expect((await farm.voidRecordedEvent('aquacrop', from, moved.id)).status).toBe(200)
    expect(await products('aquacrop', to)).toEqual([])
    await farm.recorded('aquacrop', from, 'TRANSFER', daysAgo(2, 7), { toCropId: to, count: 100, meanG: 20 })
    expect((await farm.voidRecordedEvent('aquacrop', from, treated.id)).status).toBe(200)
    expect((await farm.attempt('aquacrop', to, 'PARTIAL_HARVEST', daysAgo(1), harvest)).status).toBe(201)
  })
  it('are free on every page once enough warmth has gathered (B9)', async () => {
    const id = await stocked()
    await farm.recorded('aquacrop', id, 'TREATMENT', daysAgo(40), pondCourse(plainDay(40)))
    expect(await products('aquacrop', id)).toEqual(['MEAT'])
    for (const ago of [40, 35, 30, 25, 20]) await farm.recorded('aquacrop', id, 'WATER_QUALITY', daysAgo(ago), water)
    expect(await products('aquacrop', id)).toEqual([])
    expect((await farm.list(`/withdrawal?filter[aquaCropId]=${id}`)).map(({ status }) => status)).toEqual(['ENDED'])
  })
})

describe('a flock under treatment', () => {
  it('takes the withdrawal with it into another flock (B2), also when the treatment is entered afterwards', async () => {
    const [from, to] = [await placed(), await placed()]
    await farm.recorded('poultrybatch', from, 'TRANSFER', daysAgo(1), { toBatchId: to, count: 1000 })
    expect((await farm.attempt('poultrybatch', to, 'CATCH', daysAgo(0, 3), caught(10))).status).toBe(201)
    await farm.recorded('poultrybatch', from, 'TREATMENT', daysAgo(2), course(3, 2))
    expect(await farm.attempt('poultrybatch', to, 'CATCH', daysAgo(0, 4), caught(10))).toMatchObject(withdrawn)
    expect((await farm.view('poultrybatch', to)).flags).toMatchObject([{ ruleId: 'AH-09', severity: 'REVIEW', figures: { usedTimes: 1 } }])
  })
  it('is under withdrawal from the first day of the course on (B7)', async () => {
    const id = await placed()
    await farm.recorded('poultrybatch', id, 'TREATMENT', daysAgo(0), course(5, 0))
    expect(await farm.attempt('poultrybatch', id, 'CATCH', daysAgo(3, 12), caught(10))).toMatchObject(withdrawn)
    expect((await farm.attempt('poultrybatch', id, 'CATCH', daysAgo(6, 12), caught(10))).status).toBe(201)
  })
  it('is refused with dates that cannot be, an expired medicine, or one on prescription that nobody prescribed (B7)', async () => {
    const id = await placed()
    const attempt = (data: Record<string, unknown>) => farm.attempt('poultrybatch', id, 'TREATMENT', daysAgo(2), data)
    expect(await attempt(course(2, 3))).toMatchObject({ status: 400, body: { fields: [{ path: 'data.endDate', code: 'min' }] } })
    expect(await attempt(course(3, 2, { expiry: plainDay(4) }))).toMatchObject({ status: 400, body: { fields: [{ path: 'data.expiry', code: 'min' }] } })
    expect(await attempt(course(3, 2, { prescribedBy: null }))).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'data.prescribedBy', code: 'required' }] },
    })
  })
  it('lays eggs that are for review (B7)', async () => {
    const id = await placed({ birdType: 'LAYER', purpose: 'EGGS' })
    await farm.recorded('poultrybatch', id, 'RESTRICTION', daysAgo(3), { product: 'EGGS', until: daysAgo(-2), cause: 'Salmonella suspected' })
    const { findings } = await farm.recorded('poultrybatch', id, 'DAILY_RECORD', daysAgo(1, 12), day(1, { eggsGood: 500 }))
    expect(findings).toMatchObject([{ ruleId: 'AH-09', severity: 'REVIEW', figures: { product: 'Eggs' } }])
    expect((await farm.recorded('poultrybatch', id, 'DAILY_RECORD', daysAgo(4, 12), day(4, { eggsGood: 500 }))).findings).toEqual([])
  })
  it('has the end that its label says, where the programme is (B35)', async () => {
    const id = await placed()
    await farm.recorded('poultrybatch', id, 'TREATMENT', daysAgo(2), course(3, 2))
    const [one] = await farm.list(`/withdrawal?filter[poultryBatchId]=${id}`)
    // 7 days after the end of that day in India, which is 18:29:59 UTC.
    expect([one.statutoryEndAt, one.startAt]).toEqual([`${plainDay(-5)}T18:29:59.000Z`, `${plainDay(4)}T18:30:00.000Z`])
  })
})

describe('a cow under treatment', () => {
  it('does not depart for slaughter or export; to another keeper she may (B3)', async () => {
    const { id } = await farm.cow()
    await farm.recorded('cow', id, 'TREATMENT', daysAgo(1), treatment(farm.medicineId))
    for (const kind of ['Slaughter', 'Export']) expect(await farm.attempt('cow', id, 'DEPARTURE', daysAgo(0), { kind })).toMatchObject(withdrawn)
    expect((await farm.attempt('cow', id, 'DEPARTURE', daysAgo(0), { kind: 'Sale' })).status).toBe(201)
  })
  it('whose treatment is voided is free, also at a time that was over already (B6)', async () => {
    const { id } = await farm.cow()
    const { event } = await farm.recorded('cow', id, 'TREATMENT', daysAgo(40), treatment(farm.medicineId))
    expect(await farm.attempt('cow', id, 'SLAUGHTER', daysAgo(30), slaughter)).toMatchObject(withdrawn)
    expect((await farm.voidRecordedEvent('cow', id, event.id)).status).toBe(200)
    expect((await farm.attempt('cow', id, 'SLAUGHTER', daysAgo(30), slaughter)).status).toBe(201)
  })
  it('and entered late: what went into the tank meanwhile is found, on her and on the dairy, until the treatment is voided (B5)', async () => {
    const { id } = await farm.cow()
    await farm.recorded('cow', id, 'MILKING', daysAgo(3), milking(4))
    await farm.recorded('cow', id, 'MILKING', daysAgo(1), milking(6))
    const { event, findings } = await farm.recorded('cow', id, 'TREATMENT', daysAgo(2), treatment(farm.medicineId))
    const found = { ruleId: 'AH-09', severity: 'REVIEW', figures: { usedTimes: 1, usedKg: 6, firstDay: plainDay(1) } }
    expect(findings).toMatchObject([found])
    expect((await farm.view('productionsystem', farm.dairy.id)).flags).toContainEqual(
      expect.objectContaining({ ...found, figures: expect.objectContaining(found.figures) }),
    )
    await farm.voidRecordedEvent('cow', id, event.id)
    expect((await farm.view('cow', id)).flags).toEqual([])
    expect((await farm.view('productionsystem', farm.dairy.id)).flags).toEqual([])
  })
  it('and entered late: each dairy has the finding of the milk that went into its own tank, wherever she stands today', async () => {
    const [first, second] = [await dairyOf('First'), await dairyOf('Second')]
    const { id } = await farm.cow(100, { unitId: first.units[0] })
    const found = async ({ id: dairyId }: { id: string }) =>
      (await farm.view('productionsystem', dairyId)).flags.map(({ ruleId, figures }: Json) => [ruleId, figures.usedTimes, figures.usedKg])
    for (const [ago, kg] of [
      [5, 1],
      [4, 2],
      [1, 4],
    ] as const)
      await farm.recorded('cow', id, 'MILKING', daysAgo(ago), milking(kg))
    const moved = await farm.recorded('cow', id, 'UNIT_MOVE', daysAgo(3), { toUnitId: second.units[0] })
    const { event } = await farm.recorded('cow', id, 'TREATMENT', daysAgo(6), { ...treatment(farm.medicineId), longerWithdrawalDays: 20 })
    expect([await found(first), await found(second)]).toEqual([[['AH-09', 2, 3]], [['AH-09', 1, 4]]])
    // A move that is entered or taken back late brings the milk to where it went.
    await farm.voidRecordedEvent('cow', id, moved.event.id)
    expect([await found(first), await found(second)]).toEqual([[['AH-09', 3, 7]], []])
    await farm.recorded('cow', id, 'UNIT_MOVE', daysAgo(4, 12), { toUnitId: second.units[0] })
    expect([await found(first), await found(second)]).toEqual([[['AH-09', 2, 3]], [['AH-09', 1, 4]]])
    await farm.voidRecordedEvent('cow', id, event.id)
    expect([await found(first), await found(second)]).toEqual([[], []])
  })
  it('milked with the herd: the milk went into the tank of that dairy', async () => {
    const [first, second] = [await dairyOf('Milked'), await dairyOf('Other')]
    const { id } = await farm.cow(100, { unitId: first.units[0] })
    await farm.recorded('productionsystem', first.id, 'HERD_MILKING', daysAgo(3), { session: 'AM', rows: [{ cowId: id, kg: 5, destination: 'MilkTank' }] })
    await farm.recorded('cow', id, 'UNIT_MOVE', daysAgo(4), { toUnitId: second.units[0] })
    await farm.recorded('cow', id, 'TREATMENT', daysAgo(5), treatment(farm.medicineId))
    expect((await farm.view('productionsystem', first.id)).flags).toMatchObject([{ ruleId: 'AH-09', figures: { usedTimes: 1, usedKg: 5 } }])
    expect((await farm.view('productionsystem', second.id)).flags).toEqual([])
  })
  const dairyOf = (unitCode: string) => farm.system('DAIRY', { milkSpecies: ['CATTLE'] }, [{ unitCode, unitType: 'SHED' }])
  it('counts from the first dose to the last, also one before the event (B35)', async () => {
    const { id } = await farm.cow()
    await farm.recorded('cow', id, 'TREATMENT', daysAgo(1), { ...treatment(farm.medicineId), doses: [{ at: daysAgo(3) }] })
    expect(await farm.attempt('cow', id, 'MILKING', daysAgo(2), milking(5))).toMatchObject(withdrawn)
  })
})

describe('a medicine whose label does not name the species', () => {
  it('withdraws for the time of the cascade, and longer where asked (B4)', async () => {
    const surti = await farm.breed('GOAT', 'Surti')
    const { units } = await farm.system('GOAT', {}, [{ unitCode: 'Pen', unitType: 'PEN' }])
    const goat = await farm.make('goat', {
      recordKind: 'INDIVIDUAL',
      species: 'GOAT',
      managementTag: 'B-1',
      sex: 'FEMALE',
      birthDate: plainDay(1600),
      birthDateEstimated: false,
      origin: 'PURCHASED',
      entryDate: plainDay(1200),
      breedId: surti.id,
      productionPurposes: ['MILK'],
      unitId: units[0],
    })
    await farm.recorded('goat', goat.id, 'PARTURITION', daysAgo(60), birth)
    await farm.recorded('goat', goat.id, 'TREATMENT', daysAgo(8), { ...treatment(farm.medicineId), offLabel: true, longerWithdrawalDays: 10 })
    const { extra } = await farm.view('goat', goat.id)
    expect(extra.restrictions.map(({ product, until }: Json) => [product, until])).toEqual([
      ['MILK', daysAgo(-2)],
      ['MEAT', daysAgo(-20)],
    ])
    expect(await farm.attempt('goat', goat.id, 'MILKING', daysAgo(0), milking(1))).toMatchObject(withdrawn)
  })
})

describe('a milk tank in which antibiotics were found', () => {
  const recorded = (id: string, type: string, ago: number, data: Record<string, unknown>, hour = 6) =>
    farm.attempt('productionsystem', id, type, daysAgo(ago, hour), data)
  it('takes events of tanks of this dairy only (B8)', async () => {
    expect(await recorded(farm.dairy.id, 'TANK_TEST', 1, { unitId: farm.dairy.units[0], antibiotic: 'NEG' })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'data.unitId' }] },
    })
    expect(await recorded(farm.dairy.id, 'TANK_WASH', 1, { unitId: farm.farm.units[0], cycle: 'FULL' })).toMatchObject({ status: 400 })
  })
  it('is dispatched from only after a test without, or a wash; and says what had left it when found late (B8)', async () => {
    const processor = await farm.make('processor', farm.sampleOf('processor'), farm.ada)
    const tank = await farm.unit(farm.dairy.id, { unitType: 'BULK_TANK', capacityLitres: 500 })
    const dispatch = (litres: number) => ({ unitId: tank, litres, vehicle: 'GJ 11', toProcessorId: processor.id, tempC: 4 })
    const test = (antibiotic: string) => ({ unitId: tank, antibiotic })
    expect((await recorded(farm.dairy.id, 'MILK_DISPATCH', 4, dispatch(70))).status).toBe(201)
    const found = await recorded(farm.dairy.id, 'TANK_TEST', 5, test('POS'))
    expect(found).toMatchObject({ status: 201, body: { findings: [{ ruleId: 'AH-09', severity: 'REVIEW', figures: { litres: 70 } }] } })
    expect(await recorded(farm.dairy.id, 'MILK_DISPATCH', 3, dispatch(50))).toMatchObject({
      ...withdrawn,
      body: { ruleId: 'AH-09', figures: { path: 'data.unitId' } },
    })
    const cleared = await recorded(farm.dairy.id, 'TANK_TEST', 2, test('NEG'))
    expect((await recorded(farm.dairy.id, 'MILK_DISPATCH', 1, dispatch(50))).status).toBe(201)
    expect(await farm.voidRecordedEvent('productionsystem', farm.dairy.id, cleared.body.event.id)).toMatchObject({
      status: 422,
      body: { figures: { litres: 50 } },
    })
    expect((await recorded(farm.dairy.id, 'TANK_TEST', 0, test('DOUBTFUL'), 1)).status).toBe(201)
    expect((await recorded(farm.dairy.id, 'MILK_DISPATCH', 0, dispatch(5), 2)).status).toBe(422)
    expect((await recorded(farm.dairy.id, 'TANK_WASH', 0, { unitId: tank, cycle: 'FULL' }, 3)).status).toBe(201)
    expect((await recorded(farm.dairy.id, 'MILK_DISPATCH', 0, dispatch(5), 4)).status).toBe(201)
  })
})

describe('a withdrawal that the clock has ended (B9)', () => {
  it('is over in the list, and the form of the herd’s milking knows who is under one', async () => {
    const [fresh, ill] = [await farm.cow(1), await farm.cow()]
    await farm.recorded('cow', ill.id, 'TREATMENT', daysAgo(1), { ...treatment(farm.medicineId), longerWithdrawalDays: 60 })
    const known = async () => new Map<string, Json>((await farm.view('productionsystem', farm.dairy.id)).extra.milkWithdrawn.map((one: Json) => [one.id, one]))
    expect([(await known()).get(fresh.id)?.isBirth, (await known()).get(ill.id)?.isBirth]).toEqual([true, false])
    later = 30
    const active = async (id: string) => (await farm.list(`/withdrawal?filter[cowId]=${id}&filter[status]=ACTIVE`)).map(({ product }) => product).sort()
    await tick()
    expect(await active(fresh.id)).toEqual([])
    expect(await active(ill.id)).toEqual(['MEAT', 'MILK'])
    expect([...(await known()).keys()]).toContain(ill.id)
    expect((await known()).has(fresh.id)).toBe(false)
    later = 0
  })
})
