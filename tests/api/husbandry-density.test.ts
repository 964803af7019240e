// AH-23 and AH-10: more animals in a unit than it has room for, and too dense: a warning at the event that passed the limit by the time of happening,
// whatever was recorded first, and gone with the move that is taken back (animal 7, 8; review B28).
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { occupantsQuery } from '#server/behaviours/husbandry/unit-occupancy.ts'
import { openWorld } from '../harness/world.ts'
import { clock, daysAgo, type Husbandry, husbandryOf, type Json, plainDay } from './husbandry-stage.ts'
import { stageOf } from './parcel-stage.ts'

let farm: Husbandry
beforeAll(async () => {
  farm = await husbandryOf(await openWorld({ now: clock }))
}, 120_000)

const crowdedIn = async (entity: string, id: string, rule = 'AH-23'): Promise<Json[]> =>
  (await farm.view(entity, id)).flags
    .filter(({ ruleId }: Json) => ruleId === rule)
    .map(({ eventId, severity, figures }: Json) => ({ eventId, severity, ...figures }))
const move = (id: string, toUnitId: string, ago: number, hour?: number) => farm.recorded('cow', id, 'UNIT_MOVE', daysAgo(ago, hour), { toUnitId })

describe('a pen', () => {
  const pen = (capacityHead: number) => farm.unit(farm.dairy.id, { unitType: 'PEN', capacityHead })
  const cows = (count: number) => Promise.all(Array.from({ length: count }, () => farm.cow(null)))
  it('is found too full by whoever came when it was, however late it is recorded, and no more when a move is taken back', async () => {
    const unit = await pen(2)
    const [one, other, third] = await cows(3)
    await move(one.id, unit, 9)
    const last = await move(other.id, unit, 5)
    expect([last.findings, await crowdedIn('housingunit', unit)]).toEqual([[], []])
    // Entered last, came before the second: that one passed the limit.
    const late = await move(third.id, unit, 7)
    const found = { severity: 'WARN', heads: 3, capacityHead: 2 }
    expect(await crowdedIn('housingunit', unit)).toEqual([{ eventId: last.event.id, ...found }])
    await farm.voidRecordedEvent('cow', third.id, late.event.id)
    expect(await crowdedIn('housingunit', unit)).toEqual([])
    const again = await move(third.id, unit, 4)
    expect(again.findings).toMatchObject([{ ruleId: 'AH-23', severity: 'WARN', figures: { heads: 3, capacityHead: 2 } }])
    // Somebody had left before: there was room.
    const left = await move(one.id, farm.dairy.units[0] as string, 6)
    expect(await crowdedIn('housingunit', unit)).toEqual([])
    await farm.voidRecordedEvent('cow', one.id, left.event.id)
    expect(await crowdedIn('housingunit', unit)).toEqual([{ eventId: again.event.id, ...found }])
    await farm.recorded('cow', other.id, 'DEPARTURE', daysAgo(4, 1), { kind: 'Sale' })
    expect(await crowdedIn('housingunit', unit)).toEqual([])
  })
  it('was too full also when an animal has since gone to another farmer of the operator', async () => {
    const unit = await pen(2)
    const parcel = await (await stageOf(farm.world)).plant({})
    const { units } = await farm.system('DAIRY', { milkSpecies: ['CATTLE'], landParcelId: parcel.id }, [{ unitCode: 'Shed', unitType: 'SHED' }])
    const elsewhere = units[0] as string
    const [one, other, entered] = [await farm.cow(null), await farm.cow(null), await farm.cow(null, { unitId: unit, entryDate: plainDay(9) })]
    await move(one.id, unit, 7)
    const last = await move(other.id, unit, 5)
    const found = [{ eventId: last.event.id, severity: 'WARN', heads: 3, capacityHead: 2 }]
    expect(await crowdedIn('housingunit', unit)).toEqual(found)
    await move(other.id, elsewhere, 1)
    expect((await farm.view('cow', other.id)).farmerId).not.toBe((await farm.view('cow', one.id)).farmerId)
    expect(await crowdedIn('housingunit', unit)).toEqual(found)
    // Neither moved nor corrected while it was there: entered in the unit.
    await move(entered.id, elsewhere, 1, 7)
    expect(await crowdedIn('housingunit', unit)).toEqual(found)
  })
  it('is found when an animal is entered in it, and judged anew when its room is corrected', async () => {
    const unit = await pen(1)
    await farm.cow(null, { unitId: unit })
    const second = await farm.cow(null, { unitId: unit })
    expect(await crowdedIn('housingunit', unit)).toMatchObject([{ severity: 'WARN', heads: 2, capacityHead: 1 }])
    const { version } = await farm.view('housingunit', unit)
    expect((await farm.omar.patch(`/housingunit/${unit}`, { capacityHead: 3 }, { 'if-match': `"${version}"` })).status).toBe(200)
    expect(await crowdedIn('housingunit', unit)).toEqual([])
    await farm.omar.patch(`/housingunit/${unit}`, { capacityHead: 1 }, { 'if-match': `"${version + 1}"` })
    expect(await crowdedIn('housingunit', unit)).toHaveLength(1)
    expect((await farm.omar.delete(`/cow/${second.id}`)).status).toBe(204)
    expect(await crowdedIn('housingunit', unit)).toEqual([])
  })
  it('counts the heads of a counted group', async () => {
    const marwari = await farm.breed('SHEEP', 'Marwari')
    const { units } = await farm.system('SHEEP', {}, [{ unitCode: 'Fold', unitType: 'PADDOCK', capacityHead: 100 }])
    const group = await farm.make('sheep', {
      ...farm.sampleOf('sheep', { damId: null, sireId: null, groupIds: [], marks: [], crossBreeds: [] }),
      recordKind: 'GROUP',
      females: 60,
      males: 2,
      young: 0,
      species: 'SHEEP',
      breedId: marwari.id,
      unitId: units[0],
      birthDate: plainDay(900),
      entryDate: plainDay(800),
      origin: 'PURCHASED',
    })
    expect(await crowdedIn('housingunit', units[0] as string)).toEqual([])
    const { event } = await farm.recorded('sheep', group.id, 'GROUP_COUNT', daysAgo(3), { females: 60, males: 2, young: 45 })
    expect(await crowdedIn('housingunit', units[0] as string)).toEqual([{ eventId: event.id, severity: 'WARN', heads: 107, capacityHead: 100 }])
    await farm.recorded('sheep', group.id, 'GROUP_COUNT', daysAgo(4), { females: 60, males: 2, young: 40 })
    expect(await crowdedIn('housingunit', units[0] as string)).toMatchObject([{ heads: 107, capacityHead: 100 }])
  })
})

describe('who ever stood in a unit', () => {
  type Plan = { 'Node Type': string; 'Index Name'?: string; 'Index Cond'?: string; Plans?: Plan[] }
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]
  it('is found by the index of the units that events name, for each species', async () => {
    const unit = await farm.unit(farm.dairy.id, { unitType: 'PEN', capacityHead: 2 })
    // Without statistics every index of the table costs the same.
    await farm.world.database.script('analyze event, cow, goat, sheep')
    const plan = await farm.world.scoped('ada', async (scope) => {
      await sql`set local enable_seqscan = off`.execute(scope.db)
      const question = occupantsQuery(scope, { id: unit, operatorId: farm.world.places.cotton.OP1?.id as string })
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (format json) ${question}`.execute(scope.db)
      return nodes((rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan)
    })
    const byUnit = plan.filter((node) => node['Index Name'] === 'event__unit_id__idx' && node['Index Cond']?.includes('unit_id ='))
    expect(byUnit).toHaveLength(3)
  })
})

describe('a house of broilers', () => {
  it('is too full or too dense from the event that made it so, until birds are caught', async () => {
    const unitId = await farm.unit(farm.farm.id, { capacityHead: 900, indoorAreaM2: 50 })
    const { id } = await farm.flock({ unitId })
    const placed = await farm.recorded('poultrybatch', id, 'PLACEMENT', daysAgo(30), { females: 0, males: 0, unsexed: 1000, weightG: 42 })
    expect(placed.findings).toMatchObject([{ ruleId: 'AH-23', severity: 'WARN', figures: { heads: 1000, capacityHead: 900 } }])
    const sample = (ago: number, meanG: number) => farm.recorded('poultrybatch', id, 'WEIGHT_SAMPLE', daysAgo(ago), { sampleSize: 30, meanG })
    const heavy = await sample(2, 2200)
    expect(heavy.findings).toMatchObject([{ ruleId: 'AH-10', severity: 'REVIEW', figures: { kgPerM2: 44, usualKgPerM2: 42 } }])
    const earlier = await sample(5, 1800)
    expect(earlier.findings).toMatchObject([{ ruleId: 'AH-10', severity: 'WARN', figures: { kgPerM2: 44, usualKgPerM2: 33 } }])
    const caught = { count: 400, totalLiveKg: 700, buyer: 'Depot', forSlaughter: 'LIVE' }
    const thinned = await farm.recorded('poultrybatch', id, 'CATCH', daysAgo(6), caught)
    const tooMany = [{ eventId: placed.event.id, severity: 'WARN', heads: 1000, capacityHead: 900 }]
    expect([await crowdedIn('poultrybatch', id), await crowdedIn('poultrybatch', id, 'AH-10')]).toEqual([tooMany, []])
    await farm.voidRecordedEvent('poultrybatch', id, thinned.event.id)
    expect(await crowdedIn('poultrybatch', id)).toEqual(tooMany)
    const dense = (await crowdedIn('poultrybatch', id, 'AH-10')).map(({ eventId }) => eventId)
    expect(dense.sort()).toEqual([earlier, heavy].map(({ event }) => event.id).sort())
  })
  it('has both findings of one event that makes it too full and too dense, each with its own figures', async () => {
    const unitId = await farm.unit(farm.farm.id, { capacityHead: 900, indoorAreaM2: 1 })
    const { id } = await farm.flock({ unitId })
    const placed = await farm.recorded('poultrybatch', id, 'PLACEMENT', daysAgo(20), { females: 0, males: 0, unsexed: 1000, weightG: 42 })
    expect(placed.findings).toHaveLength(2)
    const eventId = placed.event.id
    expect(await crowdedIn('poultrybatch', id)).toEqual([{ eventId, severity: 'WARN', heads: 1000, capacityHead: 900 }])
    expect(await crowdedIn('poultrybatch', id, 'AH-10')).toMatchObject([{ eventId, severity: 'WARN', kgPerM2: 42, usualKgPerM2: 33 }])
  })
})

describe('a pond', () => {
  it('is stocked too densely for its species at the stocking or at what it received', async () => {
    const values = { waterAreaM2: 500, stockedCount: 700 }
    const [one, other] = [await farm.pond(values), await farm.pond(values)]
    const stock = (count: number) => ({ stock: [{ faoAlpha3: 'CTC', count, meanG: 10 }] })
    const dense = await farm.recorded('aquacrop', one.id, 'STOCKING', daysAgo(90), stock(700))
    expect(dense.findings).toMatchObject([{ ruleId: 'AH-10', severity: 'WARN', figures: { perM2: 1.4, usualPerM2: 1.2 } }])
    await farm.recorded('aquacrop', other.id, 'STOCKING', daysAgo(90), stock(500))
    const sent = await farm.recorded('aquacrop', one.id, 'TRANSFER', daysAgo(50), { toCropId: other.id, count: 200, meanG: 40 })
    expect(await crowdedIn('aquacrop', other.id, 'AH-10')).toMatchObject([{ eventId: sent.event.id, perM2: 1.4 }])
    await farm.voidRecordedEvent('aquacrop', one.id, sent.event.id)
    expect(await crowdedIn('aquacrop', other.id, 'AH-10')).toEqual([])
  })
  it('has both findings of a stocking that is more than it has room for, and too dense', async () => {
    const unitId = await farm.unit(farm.water.id, { unitType: 'POND', capacityHead: 600, waterAreaM2: 500, depthM: 1.5 })
    const { id } = await farm.pond({ unitId, waterAreaM2: 500, stockedCount: 700 })
    const { findings } = await farm.recorded('aquacrop', id, 'STOCKING', daysAgo(90), { stock: [{ faoAlpha3: 'CTC', count: 700, meanG: 10 }] })
    expect(findings.map(({ ruleId, figures }: Json) => [ruleId, figures])).toEqual([
      ['AH-23', { heads: 700, capacityHead: 600 }],
      ['AH-10', { perM2: 1.4, usualPerM2: 1.2 }],
    ])
  })
})
