// Balances of flocks, ponds and groups by the time of happening, and the figures that follow from them. Refusals first.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld } from '../harness/world.ts'
import { clock, day, daysAgo, type Husbandry, husbandryOf, plainDay } from './husbandry-stage.ts'

let farm: Husbandry
beforeAll(async () => {
  farm = await husbandryOf(await openWorld({ now: clock }))
}, 120_000)

const placed = async (values: Record<string, unknown> = {}, more: Record<string, unknown> = {}): Promise<string> => {
  const { id } = await farm.flock(values)
  await farm.recorded('poultrybatch', id, 'PLACEMENT', daysAgo(30), { females: 0, males: 0, unsexed: 1000, ...more })
  return id
}
const bird = (id: string, type: string, ago: number, data: Record<string, unknown>, hour = 12) =>
  farm.attempt('poultrybatch', id, type, daysAgo(ago, hour), data)
const caught = (count: number, totalLiveKg = count * 2) => ({ count, totalLiveKg, buyer: 'Depot', forSlaughter: 'LIVE' })
const died = (count: number) => ({ count, cause: 'HEAT', disposal: 'OnPremise' })
const layers = { birdType: 'LAYER', purpose: 'EGGS' }
const collected = (good: number) => ({ good, cracked: 0, dirty: 0, broken: 0 })

describe('the feed conversion of a flock', () => {
  it('weighs what was caught, with the chick weight of the record, and counts no bird twice (B10)', async () => {
    const id = await placed({ chickWeightG: 42 })
    await bird(id, 'FEEDING', 5, { feedItemId: farm.feedId, kg: 3200 })
    await bird(id, 'WEIGHT_SAMPLE', 3, { sampleSize: 40, meanG: 2000 })
    expect((await farm.view('poultrybatch', id)).extra.fcr).toBeCloseTo(3200 / (2000 - 42), 6)
    await bird(id, 'CATCH', 1, caught(1000, 2200))
    expect((await farm.view('poultrybatch', id)).extra.fcr).toBeCloseTo(3200 / (2200 - 42), 6)
  })
})

describe('a count of birds', () => {
  it('corrects what went before it on its day, and not what came or went after it (B11)', async () => {
    const [id, from] = [await placed(), await placed()]
    await bird(id, 'MORTALITY', 2, died(10), 6)
    expect((await bird(id, 'COUNT_ADJUST', 2, { counted: 990, reason: 'Counted' }, 12)).body.subject.aliveCount).toBe(990)
    await bird(from, 'TRANSFER', 2, { toBatchId: id, count: 100 }, 14)
    expect((await farm.view('poultrybatch', id)).aliveCount).toBe(1090)
  })
})

describe('eggs', () => {
  it('of the day of the catch count for the birds that were there (B12)', async () => {
    const id = await placed(layers)
    await bird(id, 'CATCH', 1, caught(1000), 15)
    expect((await bird(id, 'DAILY_RECORD', 1, day(1, { eggsGood: 900 }), 16)).status).toBe(201)
    expect((await farm.view('poultrybatch', id)).extra.layingShare).toBeCloseTo(0.9, 6)
  })
  it('are refused beyond what the hens can lay, however they are recorded, and doubted when recorded twice (B13)', async () => {
    const id = await placed(layers)
    expect(await bird(id, 'EGG_COLLECTION', 2, collected(100_000))).toMatchObject({ status: 400, body: { fields: [{ path: 'data.good', code: 'max' }] } })
    expect((await bird(id, 'EGG_COLLECTION', 2, collected(400))).body.findings).toEqual([])
    const { body } = await bird(id, 'DAILY_RECORD', 2, day(2, { eggsGood: 400 }), 13)
    expect(body.findings).toMatchObject([{ ruleId: 'AH-21', severity: 'WARN', figures: { day: plainDay(2), twice: ['Eggs'] } }])
    expect(await bird(id, 'EGG_COLLECTION', 2, collected(400), 14)).toMatchObject({ status: 400 })
  })
})

describe('deaths', () => {
  it('are found once when they pass what is usual, in whatever event, of any kind of bird (AH-19, B31)', async () => {
    const id = await placed()
    expect((await bird(id, 'MORTALITY', 5, died(100))).body.findings).toMatchObject([
      { ruleId: 'AH-19', severity: 'REVIEW', figures: { lossShare: 0.1, usualShare: 0.08 } },
    ])
    expect((await bird(id, 'DAILY_RECORD', 4, day(4, { deadUnsexed: 2 }))).body.findings).toEqual([])
    const ducks = await placed({ birdType: 'DUCK' })
    expect((await bird(ducks, 'CULL', 5, { count: 60, reason: 'Lame' })).body.findings).toMatchObject([{ ruleId: 'AH-19', severity: 'WARN' }])
  })
})

describe('a cleared house', () => {
  it('was empty at that time, whatever it is today (B16)', async () => {
    const id = await placed()
    await bird(id, 'CATCH', 2, caught(1000))
    expect(await bird(id, 'CLEANOUT', 10, { downtimeDays: 10 })).toMatchObject({
      status: 422,
      body: { ruleId: 'AH-08', figures: { alive: 1000, day: plainDay(10) } },
    })
    expect((await bird(id, 'CLEANOUT', 1, { downtimeDays: 10 })).body.subject.status).toBe('CLOSED')
  })
})

describe('a pond', () => {
  const stocked = async (ago = 100): Promise<string> => {
    const { id } = await farm.pond()
    await farm.recorded('aquacrop', id, 'STOCKING', daysAgo(ago), { stock: [{ faoAlpha3: 'CTC', count: 1000, meanG: 10 }] })
    return id
  }
  const harvest = (more: Record<string, unknown>) => ({ fish: [{ faoAlpha3: 'CTC', kg: 50, ...more }], buyer: 'Mandi', slaughterMethod: 'ICE' })
  it('is harvested without a count, and says that nobody knows how many are left (B14)', async () => {
    const id = await stocked()
    const { status, body } = await farm.attempt('aquacrop', id, 'PARTIAL_HARVEST', daysAgo(1), harvest({}))
    expect([status, body.subject?.status]).toEqual([201, 'HARVESTING'])
    expect(body.findings).toMatchObject([{ ruleId: 'AH-08', severity: 'WARN', figures: { weighedOn: plainDay(100) } }])
    expect(await farm.attempt('aquacrop', id, 'PARTIAL_HARVEST', daysAgo(0), harvest({ count: 1001 }))).toMatchObject({
      status: 422,
      body: { ruleId: 'AH-08' },
    })
  })
  it('receives no fish before it was stocked; the source keeps them (B15)', async () => {
    const [from, to] = [await stocked(), await stocked(20)]
    const move = (ago: number) => farm.attempt('aquacrop', from, 'TRANSFER', daysAgo(ago), { toCropId: to, count: 100, meanG: 20 })
    expect(await move(30)).toMatchObject({ status: 422, body: { ruleId: 'AH-01', figures: { day: plainDay(30), path: 'data.toCropId' } } })
    expect((await move(10)).status).toBe(201)
    expect((await farm.view('aquacrop', to)).extra.alive).toBeGreaterThan(1000)
  })
  it('counts the dead in its feed conversion (B10)', async () => {
    const id = await stocked()
    await farm.recorded('aquacrop', id, 'COUNT_ADJUST', daysAgo(5), { counted: 1000, reason: 'Counted' })
    await farm.recorded('aquacrop', id, 'FEEDING', daysAgo(4), { feedItemId: farm.feedId, kg: 250, method: 'BROADCAST' })
    await farm.recorded('aquacrop', id, 'SAMPLING', daysAgo(3), { method: 'CASTNET', sampleSize: 40, meanG: 200 })
    await farm.recorded('aquacrop', id, 'MORTALITY', daysAgo(2), { count: 300, estimated: false, cause: 'OXYGEN', disposal: 'OnPremise' })
    // 700 alive and 300 dead at 200 g, of 1000 at 10 g.
    expect((await farm.view('aquacrop', id)).extra.fcr).toBeCloseTo(250 / (140 + 60 - 10), 6)
  })
})

describe('a group of animals', () => {
  it('has the heads of its counted groups, follows their counts, and loses who is deleted (B17)', async () => {
    const marwari = await farm.breed('SHEEP', 'Marwari')
    const { id: systemId, units } = await farm.system('SHEEP', {}, [{ unitCode: 'Fold', unitType: 'PADDOCK' }])
    const group = await farm.make('animalgroup', { productionSystemId: systemId, name: 'Pasture', purpose: 'Growing' })
    const heads = async () => (await farm.view('animalgroup', group.id)).headCount
    const common = {
      species: 'SHEEP',
      birthDate: plainDay(500),
      birthDateEstimated: true,
      origin: 'PURCHASED',
      entryDate: plainDay(400),
      breedId: marwari.id,
      productionPurposes: ['MEAT'],
      unitId: units[0],
      groupIds: [group.id],
    }
    const counted = await farm.make('sheep', { ...common, recordKind: 'GROUP', sex: 'UNKNOWN', females: 82, males: 6, young: 32 })
    expect(await heads()).toBe(120)
    const { event } = await farm.recorded('sheep', counted.id, 'GROUP_COUNT', daysAgo(1), { females: 80, males: 6, young: 30 })
    expect(await heads()).toBe(116)
    const one = await farm.make('sheep', { ...common, recordKind: 'INDIVIDUAL', sex: 'MALE', managementTag: 'S-1' })
    expect(await heads()).toBe(117)
    const deleted = await farm.omar.delete(`/sheep/${one.id}`)
    expect([deleted.status, await heads()]).toEqual([204, 116])
    expect((await farm.voidRecordedEvent('sheep', counted.id, event.id)).status).toBe(200)
    expect(await heads()).toBe(120)
  })
})
