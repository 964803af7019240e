// An event of a flock or a pond on a day of no step (BR-18: outside every window → ask): whoever records it says which open step it is for, or that it is for
// none. What goes on from day to day is not asked for.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld } from '../harness/world.ts'
import { clock, day, daysAgo, type Husbandry, husbandryOf, type Json, plainDay } from './husbandry-stage.ts'

let farm: Husbandry
beforeAll(async () => {
  farm = await husbandryOf(await openWorld({ now: clock }))
}, 120_000)
const step = (code: string, eventType: string, offsetDays: number, more: Json = {}): Json => ({
  ...{ code, name: `Do ${code}`, eventType, offsetDays, windowBefore: 1, windowAfter: 2, mandatory: true, critical: false, weight: 1, evidence: [] },
  ...more,
})
let names = 0
const published = async (entity: 'poultrypop' | 'aquapop', planEvents: Json[], values: Json): Promise<string> => {
  const common = {
    collectiveId: null,
    basedOnId: null,
    durationDays: 60,
    stages: [{ name: 'All', fromDay: 0, toDay: 60 }],
    targets: [],
    name: `Package ${++names}`,
    ...values,
  }
  const { id } = await farm.make(entity, { ...farm.sampleOf(entity, common), ...common, planEvents }, farm.ada)
  await farm.ada.post(`/${entity}/${id}/events`, { eventType: 'PUBLISHED', occurredAt: daysAgo(0, 1), data: {} })
  return id
}
const broilers = [
  step('WEIGH', 'WEIGHT_SAMPLE', 7),
  step('AGAIN', 'WEIGHT_SAMPLE', 21),
  step('DAY', 'DAILY_RECORD', 0, { repeatEveryDays: 1, windowAfter: 0, repeatUntilDay: 40 }),
]
/** Placed fourteen days ago. */
const flock = async (planEvents: Json[] | null = broilers): Promise<string> => {
  const popId = planEvents && (await published('poultrypop', planEvents, { birdType: 'BROILER', strainId: null, anchor: 'PLACEMENT' }))
  const { id } = await farm.flock({ ...(popId ? { popId } : {}), placementDate: plainDay(14), hatchDate: plainDay(14) })
  await farm.recorded('poultrybatch', id, 'PLACEMENT', daysAgo(14), { females: 0, males: 0, unsexed: 1000, weightG: 42 })
  return id
}
const weigh = (id: string, ago: number, more: Json = {}, headers: Record<string, string> = {}) =>
  farm.omar.post(
    `/poultrybatch/${id}/events`,
    { eventType: 'WEIGHT_SAMPLE', occurredAt: daysAgo(ago, 8), data: { sampleSize: 40, meanG: 300 }, lateReason: 'From the book', ...more },
    headers,
  )
const stepsOf = async (of: string, id: string): Promise<Record<string, Json>> => {
  const items = await farm.list(`/planevent?filter[${of}]=${id}&limit=100`)
  const rows: Json[] = await Promise.all(items.map((one: Json) => farm.view('planevent', one.id)))
  return Object.fromEntries(rows.map((row) => [row.popEventCode, row]))
}
const statuses = async (id: string, of = 'poultryBatchId') =>
  Object.fromEntries(Object.entries(await stepsOf(of, id)).map(([code, { status }]) => [code, status]))
const question = { status: 400, body: { code: 'VALIDATION', fields: [{ path: 'planEventId', code: 'required' }] } }
const recordedOf = async (id: string) => (await farm.list(`/poultrybatch/${id}/events`)).filter(({ eventType }: Json) => eventType === 'WEIGHT_SAMPLE').length

describe('an event of a flock on a day of no step', () => {
  it('is refused until it is answered which step it is for (400), and leaves nothing; then it does that step', async () => {
    const id = await flock()
    expect(await weigh(id, 3)).toMatchObject(question)
    expect([await recordedOf(id), await statuses(id)]).toMatchObject([0, { WEIGH: 'MISSED', AGAIN: 'PLANNED' }])
    const { WEIGH } = await stepsOf('poultryBatchId', id)
    expect(await weigh(id, 3, { planEventId: WEIGH?.id })).toMatchObject({ status: 201, body: { event: { planEventId: WEIGH?.id } } })
    expect(await statuses(id)).toMatchObject({ WEIGH: 'DONE_LATE', AGAIN: 'PLANNED' })
  })
  it('may be for none; taken back, the next one is asked for again', async () => {
    const id = await flock()
    const { body } = await weigh(id, 3, { planEventId: null })
    expect([body.event.forNoStep, await statuses(id)]).toMatchObject([true, { WEIGH: 'MISSED', AGAIN: 'PLANNED' }])
    expect((await farm.voidRecordedEvent('poultrybatch', id, body.event.id)).status).toBe(200)
    expect(await weigh(id, 3)).toMatchObject(question)
  })
  it('is recorded as it is from a device and a program', async () => {
    const id = await flock()
    expect((await weigh(id, 3, {}, { 'x-client': 'mobile' })).status).toBe(201)
    expect(await statuses(id)).toMatchObject({ WEIGH: 'MISSED' })
  })
  it('is not in question on the days of a step, without a package, and where only the routine of each day is of its kind', async () => {
    const [one, free] = [await flock(), await flock(null)]
    expect((await weigh(one, 7)).status).toBe(201)
    expect((await weigh(free, 3)).status).toBe(201)
    for (const ago of [2, 1]) expect((await farm.recorded('poultrybatch', one, 'DAILY_RECORD', daysAgo(ago, 12), day(ago))).event.forNoStep).toBe(false)
    expect(await statuses(one)).toMatchObject({ WEIGH: 'DONE_ON_TIME', DAY: 'DUE' })
  })
})

describe('an event of a pond on a day of no step', () => {
  it('is refused until it is answered (400), and does the step that it is for', async () => {
    const steps = [step('PREPARE', 'POND_PREPARATION', 0), step('LIME', 'INPUT_APPLICATION', 3), step('STOCK', 'STOCKING', 15)]
    const popId = await published('aquapop', steps, { speciesGroup: 'CARP', anchor: 'PREP_START' })
    const { id } = await farm.pond({ popId, stockingDate: plainDay(-5), plannedHarvestDate: plainDay(-200) })
    expect(await statuses(id, 'aquaCropId')).toMatchObject({ LIME: 'MISSED' })
    const data = { inputName: 'Lime', quantity: 40, unit: 'KG', basis: 'POND', purpose: 'LIME', organicAllowed: true }
    const limed = (more: Json = {}) =>
      farm.omar.post(`/aquacrop/${id}/events`, { eventType: 'INPUT_APPLICATION', occurredAt: daysAgo(1, 8), data, lateReason: 'From the book', ...more })
    expect(await limed()).toMatchObject(question)
    const { LIME } = await stepsOf('aquaCropId', id)
    expect((await limed({ planEventId: LIME?.id })).status).toBe(201)
    expect(await statuses(id, 'aquaCropId')).toMatchObject({ LIME: 'DONE_LATE' })
  })
})
