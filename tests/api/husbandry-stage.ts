// A small husbandry programme for tests of animals, entered through the API: a dairy with cows, a flock and a pond,
// at OP1 by Omar. Days are given by how long ago they were, because what is recorded late needs a reason.
import { entityOf } from '#domain/entities.ts'
import type { Answer } from '../harness/client.ts'
import type { World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { stageOf } from './parcel-stage.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads any answer and says itself what it expects
export type Json = any
export type Husbandry = Awaited<ReturnType<typeof husbandryOf>>

const dayMs = 86_400_000
/** The time it is in these tests: yesterday evening, so that a day is the same in the programme's zone and in UTC. */
export const clock = (): Date => new Date(`${new Date(Date.now() - dayMs).toISOString().slice(0, 10)}T17:00:00.000Z`)
/** At an hour (UTC) of a day so long ago. */
export const daysAgo = (days: number, hour = 6): string =>
  `${new Date(clock().getTime() - days * dayMs).toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:00:00.000Z`
export const plainDay = (days: number): string => daysAgo(days).slice(0, 10)

export async function husbandryOf(world: World) {
  const stage = await stageOf(world)
  const [omar, ada] = [world.as('omar', 'OP1'), world.as('ada', 'OP1')]
  const made = async (answer: Promise<Answer>): Promise<Json> => {
    const { status, body } = await answer
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
  const make = (entity: string, values: Record<string, unknown>, by = omar): Promise<Json> => made(by.post(`/${entity}`, values))
  const sample = (entity: string, values: Record<string, unknown>): Record<string, unknown> => sampleOf(entityOf(entity), { values })
  /** What is asked is answered, refused or not. */
  const attempt = (entity: string, id: string, eventType: string, occurredAt: string, data: Record<string, unknown> = {}): Promise<Answer> =>
    omar.post(`/${entity}/${id}/events`, { eventType, occurredAt, data, lateReason: 'From the herd book' })
  const recorded = (entity: string, id: string, eventType: string, occurredAt: string, data: Record<string, unknown> = {}): Promise<Json> =>
    made(attempt(entity, id, eventType, occurredAt, data))
  const view = async (entity: string, id: string): Promise<Json> => made(omar.get(`/${entity}/${id}`))
  const list = async (path: string): Promise<Json[]> => (await made(omar.get(path))).items

  const breed = (species: string, name: string) => make('breed', { name, species, scheme: 'LOCAL', slowGrowing: false }, ada)
  const [gir, broiler] = [await breed('CATTLE', 'Gir'), await breed('POULTRY', 'Vencobb')]
  const medicine = await make(
    'medicine',
    {
      name: 'Ceftiofur',
      medicineClass: 'ANTIBIOTIC',
      organicAllowed: false,
      prescriptionOnly: true,
      withdrawals: [
        { species: 'CATTLE', product: 'MILK', value: 4, unit: 'DAYS' },
        { species: 'CATTLE', product: 'MEAT', value: 14, unit: 'DAYS' },
        { species: 'POULTRY', product: 'MEAT', value: 7, unit: 'DAYS' },
        { species: 'FISH', product: 'MEAT', value: 500, unit: 'DEGREE_DAYS' },
      ],
    },
    ada,
  )
  const feed = await make('feeditem', { name: 'Mash', category: 'Concentrate', claimStatus: 'CONVENTIONAL', lotTracked: false }, ada)
  const parcel = await stage.plant({})
  let systems = 0
  const system = async (systemType: string, more: Record<string, unknown>, units: readonly Record<string, unknown>[]) => {
    const one = await make('productionsystem', {
      name: `The ${systemType.toLowerCase()} ${++systems}`,
      systemType,
      landParcelId: parcel.id,
      managementType: 'SEMI_INTENSIVE',
      startDate: plainDay(900),
      tankTempMaxC: 8,
      ...more,
    })
    const ids: string[] = []
    for (const unit of units) ids.push((await make('housingunit', { productionSystemId: one.id, ...unit })).id)
    await recorded('productionsystem', one.id, 'ACTIVATED', daysAgo(1))
    return { id: one.id as string, units: ids }
  }
  const dairy = await system('DAIRY', { milkSpecies: ['CATTLE'] }, [{ unitCode: 'Shed', unitType: 'SHED', capacityHead: 40 }])
  const farm = await system('POULTRY', {}, [
    { unitCode: 'House 1', unitType: 'SHED', capacityHead: 2000 },
    { unitCode: 'House 2', unitType: 'SHED', capacityHead: 2000 },
  ])
  const water = await system('AQUACULTURE', { waterSource: 'WELL' }, [{ unitCode: 'Pond', unitType: 'POND', waterAreaM2: 2000, depthM: 1.5 }])
  let tags = 0
  const common = {
    birthDateEstimated: false,
    origin: 'PURCHASED',
    entryDate: plainDay(1200),
    breedId: gir.id,
    productionPurposes: ['MILK'],
    unitId: dairy.units[0],
  }
  /** A cow of four years that has given birth so many days ago; null: never. */
  const cow = async (calvedAgo: number | null = 100, values: Record<string, unknown> = {}): Promise<Json> => {
    const one = await make('cow', { species: 'CATTLE', managementTag: `T-${++tags}`, sex: 'FEMALE', birthDate: plainDay(1600), ...common, ...values })
    if (calvedAgo !== null) await recorded('cow', one.id, 'PARTURITION', daysAgo(calvedAgo), birth)
    return one
  }
  let houses = 0
  /** A unit of its own: one flock lives in a house at a time, and one stock in a pond. */
  const unit = async (productionSystemId: string, values: Record<string, unknown> = {}): Promise<string> =>
    (await make('housingunit', { productionSystemId, unitCode: `Unit ${++houses}`, unitType: 'SHED', ...values })).id
  const flock = async (values: Record<string, unknown> = {}): Promise<Json> =>
    make('poultrybatch', {
      ...sample('poultrybatch', {}),
      unitId: values.unitId ?? (await unit(farm.id)),
      birdType: 'BROILER',
      strainId: broiler.id,
      purpose: 'MEAT',
      hatchDate: plainDay(30),
      placementDate: plainDay(30),
      placedFemale: 0,
      placedMale: 0,
      placedUnsexed: 1000,
      doaCount: null,
      popId: null,
      ...values,
    })
  const pond = async (values: Record<string, unknown> = {}): Promise<Json> =>
    make('aquacrop', {
      unitId: values.unitId ?? (await unit(water.id, { unitType: 'POND', waterAreaM2: 2000, depthM: 1.5 })),
      cultureType: 'MONO',
      species: [
        {
          faoAlpha3: 'CTC',
          scientificName: 'Catla catla',
          share: 1,
          broodstockSource: 'DOMESTIC',
          stage: 'FINGERLING',
          hatchery: 'Beej Kendra',
          spfCertified: false,
        },
      ],
      stockingDate: plainDay(100),
      plannedHarvestDate: plainDay(-100),
      stockedCount: 1000,
      initialWeightG: 10,
      waterAreaM2: 2000,
      depthM: 1.5,
      salinityClass: 'FRESH',
      expectedSurvival: 0.8,
      antibioticFreeClaim: false,
      ...values,
    })
  const voidRecordedEvent = (entity: string, id: string, eventId: string): Promise<Answer> =>
    omar.post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
  return {
    world,
    omar,
    ada,
    make,
    attempt,
    recorded,
    voidRecordedEvent,
    view,
    list,
    system,
    unit,
    sampleOf: (entity: string, values: Record<string, unknown> = {}) => sample(entity, values),
    breed,
    dairy,
    farm,
    water,
    cow,
    flock,
    pond,
    medicineId: medicine.id as string,
    feedId: feed.id as string,
  }
}

export const birth = { ease: 'EasyUnassisted', progeny: [{ sex: 'FEMALE', birthStatus: 'Alive' }], retainedPlacenta: false, colostrumFed: true }
export const milking = (kg: number, session = 'AM', destination = 'MilkTank') => ({ session, kg, destination, complete: true })
export const treatment = (medicineId: string) => ({ medicineId, dose: 1, doseUnit: 'G', route: 'IM', reason: 'DISEASE', doses: [], prescribedBy: 'Dr Rao' })
export const day = (ago: number, values: Record<string, unknown> = {}) => ({
  day: plainDay(ago),
  deadFemales: 0,
  deadMales: 0,
  deadUnsexed: 0,
  culledFemales: 0,
  culledMales: 0,
  culledUnsexed: 0,
  eggsGood: 0,
  eggsCracked: 0,
  eggsDirty: 0,
  eggsBroken: 0,
  ...values,
})
