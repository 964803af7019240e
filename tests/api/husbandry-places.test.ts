// Units, systems, water and packages of practices: what fits where, one stock in a unit at a time, and a package that
// somebody follows stays as it was published. Refusals first.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { clock, daysAgo, type Husbandry, husbandryOf, type Json, plainDay } from './husbandry-stage.ts'
import { ring } from './parcel-stage.ts'

let farm: Husbandry
let world: World
beforeAll(async () => {
  world = await openWorld({ now: clock })
  farm = await husbandryOf(world)
}, 120_000)

const problemAt = async (work: Promise<Json>): Promise<string> => {
  try {
    await work
    return 'none'
  } catch (error) {
    return (error as Error).message
  }
}
const placement = { females: 0, males: 0, unsexed: 1000 }
const stock = (faoAlpha3: string) => ({ stock: [{ faoAlpha3, count: 1000, meanG: 10 }] })

describe('a package of practices', () => {
  const pop = async (values: Record<string, unknown> = {}, published = true): Promise<string> => {
    const sample = farm.sampleOf('poultrypop', { birdType: 'BROILER', strainId: null, collectiveId: null, basedOnId: null, ...values })
    const { id } = await farm.make(
      'poultrypop',
      {
        ...sample,
        planEvents: [
          {
            code: 'w',
            name: 'Weigh',
            eventType: 'WEIGHT_SAMPLE',
            offsetDays: 7,
            windowBefore: 0,
            windowAfter: 0,
            mandatory: true,
            critical: false,
            weight: 1,
            evidence: [],
          },
        ],
        durationDays: 42,
      },
      farm.ada,
    )
    if (published) await farm.ada.post(`/poultrypop/${id}/events`, { eventType: 'PUBLISHED', occurredAt: daysAgo(0, 1), data: {} })
    return id
  }
  it('is begun with only when it is published, for these birds, and of this operator (B27)', async () => {
    for (const [id, reason] of [
      [await pop({}, false), 'Drafts'],
      [await pop({ birdType: 'LAYER' }), 'other birds'],
    ] as const)
      expect(await problemAt(farm.flock({ popId: id }))).toContain(reason)
    // Versions of one name are numbered by the product.
    const versions = [await pop({ name: 'In versions' }), await pop({ name: 'In versions' })]
    expect((await farm.flock({ popId: versions[1] })).popVersion).toBe(2)
  })
  it('stays as it was published while somebody follows it (AH-13, B27)', async () => {
    const id = await pop()
    const flock = await farm.flock({ popId: id })
    const { items } = (await farm.ada.get(`/poultrypop/${id}/events`)).body
    const voided = () => farm.ada.post(`/poultrypop/${id}/events/${items[0].id}/void`, { reason: 'INCORRECT_DATA' })
    expect(await voided()).toMatchObject({ status: 422, body: { ruleId: 'AH-13', figures: { followers: 1 } } })
    expect((await farm.omar.delete(`/poultrybatch/${flock.id}`)).status).toBe(204)
    expect((await voided()).status).toBe(200)
  })
})

describe('a unit', () => {
  it('takes only animals that it is for, of a system that keeps them and is open (B28)', async () => {
    const tank = await farm.unit(farm.dairy.id, { unitType: 'BULK_TANK', capacityLitres: 500 })
    const pond = await farm.unit(farm.water.id, { unitType: 'POND', waterAreaM2: 100, depthM: 1 })
    expect(await problemAt(farm.cow(null, { unitId: tank }))).toContain('"path":"unitId"')
    expect(await problemAt(farm.flock({ unitId: pond }))).toContain('"path":"unitId"')
    expect(await problemAt(farm.flock({ unitId: farm.dairy.units[0] }))).toContain('"path":"unitId"')
    const { id, units } = await farm.system('BEEF_DRAFT', {}, [{ unitCode: 'Old shed', unitType: 'SHED' }])
    const { id: cowId } = await farm.cow(null)
    expect(await farm.attempt('cow', cowId, 'UNIT_MOVE', daysAgo(1), { toUnitId: tank })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'data.toUnitId' }] },
    })
    await farm.recorded('productionsystem', id, 'CLOSED', daysAgo(0), { reason: 'Sold' })
    expect(await problemAt(farm.cow(null, { unitId: units[0] }))).toContain('"path":"unitId"')
  })
  it('has one flock at a time, and one stock (AH-10, B28)', async () => {
    const house = await farm.unit(farm.farm.id)
    const [one, other] = [await farm.flock({ unitId: house }), await farm.flock({ unitId: house })]
    await farm.recorded('poultrybatch', one.id, 'PLACEMENT', daysAgo(30), placement)
    expect(await farm.attempt('poultrybatch', other.id, 'PLACEMENT', daysAgo(20), placement)).toMatchObject({ status: 422, body: { ruleId: 'AH-10' } })
    await farm.recorded('poultrybatch', one.id, 'CATCH', daysAgo(10), { count: 1000, totalLiveKg: 2000, buyer: 'Depot', forSlaughter: 'LIVE' })
    await farm.recorded('poultrybatch', one.id, 'CLEANOUT', daysAgo(9), { downtimeDays: 7 })
    expect((await farm.attempt('poultrybatch', other.id, 'PLACEMENT', daysAgo(9, 5), placement)).status).toBe(422)
    expect((await farm.attempt('poultrybatch', other.id, 'PLACEMENT', daysAgo(1), placement)).status).toBe(201)
    // The first one cannot have been there longer after all: the cleaning out is not taken back under the second.
    const { items } = (await farm.ada.get(`/poultrybatch/${one.id}/events`)).body
    const cleanout = items.find(({ eventType }: Json) => eventType === 'CLEANOUT')
    const back = () => farm.ada.post(`/poultrybatch/${one.id}/events/${cleanout.id}/void`, { reason: 'INCORRECT_DATA' })
    expect(await back()).toMatchObject({ status: 422, body: { ruleId: 'AH-10', figures: { title: (await farm.view('poultrybatch', other.id)).title } } })
    expect((await farm.view('poultrybatch', one.id)).status).toBe('CLOSED')
    const pond = await farm.unit(farm.water.id, { unitType: 'POND', waterAreaM2: 100, depthM: 1 })
    const [first, second] = [await farm.pond({ unitId: pond }), await farm.pond({ unitId: pond })]
    await farm.recorded('aquacrop', first.id, 'STOCKING', daysAgo(90), stock('CTC'))
    expect(await farm.attempt('aquacrop', second.id, 'STOCKING', daysAgo(80), stock('CTC'))).toMatchObject({ status: 422, body: { ruleId: 'AH-10' } })
  })
  it('has one flock at a time also when the earlier one is recorded last (AH-10)', async () => {
    const house = await farm.unit(farm.farm.id)
    const [one, other] = [await farm.flock({ unitId: house }), await farm.flock({ unitId: house })]
    await farm.recorded('poultrybatch', other.id, 'PLACEMENT', daysAgo(20), placement)
    expect(await farm.attempt('poultrybatch', one.id, 'PLACEMENT', daysAgo(30), placement)).toMatchObject({ status: 422, body: { ruleId: 'AH-10' } })
    // A flock of several ages may stand beside another one.
    const [old, young] = [await farm.flock({ unitId: house, multiAge: true }), await farm.flock({ unitId: house, multiAge: true })]
    for (const [flock, day] of [
      [old, 30],
      [young, 10],
    ])
      expect((await farm.attempt('poultrybatch', flock.id, 'PLACEMENT', daysAgo(day), placement)).status).toBe(201)
  })
})

describe('a production system', () => {
  it('has no milk where there is none, and groups of its own animals only (B28)', async () => {
    const { id: systemId } = await farm.system('BEEF_DRAFT', {}, [{ unitCode: 'Far shed', unitType: 'SHED' }])
    const reading = { unitId: farm.dairy.units[0], litres: 5, tempC: 4 }
    expect(await farm.attempt('productionsystem', farm.water.id, 'TANK_READING', daysAgo(1), reading)).toMatchObject({ status: 400 })
    const group = await farm.make('animalgroup', { productionSystemId: systemId, name: 'Others', purpose: 'Growing' })
    const { id } = await farm.cow(null)
    expect(await farm.attempt('cow', id, 'SET_JOIN', daysAgo(1), { groupId: group.id })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'data.groupId' }] },
    })
    expect(await problemAt(farm.cow(null, { groupIds: [group.id] }))).toContain('"path":"groupIds"')
  })
  it('does not close while a pond is prepared or a flock is planned in it (B28)', async () => {
    const { id, units } = await farm.system('AQUACULTURE', { waterSource: 'WELL' }, [{ unitCode: 'Pond', unitType: 'POND', waterAreaM2: 100, depthM: 1 }])
    const pond = await farm.pond({ unitId: units[0] })
    await farm.recorded('aquacrop', pond.id, 'POND_PREPARATION', daysAgo(3), { drained: true, ploughed: false })
    expect(await farm.attempt('productionsystem', id, 'CLOSED', daysAgo(0), { reason: 'Dry' })).toMatchObject({
      status: 422,
      body: { figures: { entity: 'aquacrop' } },
    })
  })
})

describe('the water of a pond', () => {
  const species = (faoAlpha3: string, scientificName: string, stage = 'FINGERLING') => [
    { faoAlpha3, scientificName, share: 1, broodstockSource: 'DOMESTIC', stage, hatchery: 'Kendra', spfCertified: false },
  ]
  it('is judged by what the species in it bears (B29)', async () => {
    const tested = async (values: Record<string, unknown>, water: Record<string, number>) => {
      const { id, speciesGroup } = await farm.pond(values)
      const { findings } = await farm.recorded('aquacrop', id, 'WATER_QUALITY', daysAgo(1), water)
      return [speciesGroup, ...findings.map(({ severity, figures }: Json) => [severity, figures])]
    }
    expect(await tested({ species: species('TRR', 'Oncorhynchus mykiss') }, { temperatureC: 12, doMgL: 9, ph: 7.5 })).toEqual(['TROUT'])
    expect(await tested({ species: species('CTC', 'Catla catla') }, { temperatureC: 12, doMgL: 9, ph: 7.5 })).toEqual(['CARP', ['WARN', { temperature: 12 }]])
    const shrimp = { species: species('PNV', 'Penaeus vannamei', 'PL'), salinityClass: 'BRACKISH' }
    expect(await tested(shrimp, { temperatureC: 29, doMgL: 4.2, ph: 8, salinityPpt: 15, nitriteMgL: 10 })).toEqual(['SHRIMP', ['WARN', { nitrite: 10 }]])
    expect(plainDay(1)).toBe(daysAgo(1).slice(0, 10))
  })
})

it('a shape that was stored before its corners were judged stays where something else of the unit is changed (0139)', async () => {
  const id = await farm.unit(farm.dairy.id, { unitType: 'PEN', capacityHead: 3 })
  const shape = (up: number) => ring([0, 0], [20, 0], [20, up], [20, 20], [0, 20])
  const stored = JSON.stringify(shape(0.3))
  await world.scoped('ada', ({ db, tenant }) =>
    sql`update housingunit set shape = ${stored}::jsonb where tenant_id = ${tenant.id} and id = ${id}::uuid`.execute(db),
  )
  const edit = async (values: Json) => {
    const { version } = await farm.view('housingunit', id)
    return farm.ada.patch(`/housingunit/${id}`, values, { 'if-match': `"${version}"` })
  }
  expect((await edit({ capacityHead: 5 })).status).toBe(200)
  expect((await edit({ shape: shape(0.4) })).body).toMatchObject({ status: 422, fields: [{ path: 'shape', code: 'short_side' }] })
})
