// What does a planned step from elsewhere (an inspection of the farmer or plot), and the task that asks for one (domain dictionary 3.5, 6.3, BR-18).
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'
import { step } from './plan-step.ts'

let world: World
let chain: Chain
let now = '2026-01-15T06:30:00Z'
const ada = () => world.as('ada', 'OP1')
const published = async (name: string, planEvents: unknown[]): Promise<string> => {
  const body = {
    name,
    cropTypeId: chain.cotton,
    varietyIds: [],
    regions: [],
    waterRegimes: ['RAINFED', 'IRRIGATED'],
    durationDays: 300,
    validFrom: '2025-01-01',
    inputItemIds: [],
    planEvents,
  }
  const { id } = await ok(ada().post('/pop', body))
  await ok(record(ada(), 'pop', id, 'PUBLISHED', '2025-06-01'))
  return id
}
/** A crop whose farmer was inspected on 10 August. */
const planned = async (popId: string): Promise<string> => {
  const today = now
  now = '2026-01-15T06:30:00Z'
  const { parcelId } = await chain.member()
  const systemId = await chain.systemOn(parcelId)
  now = today
  const cropId = await chain.cropIn(systemId, {})
  await ok(crop(cropId, 'PACKAGE_ASSIGNED', '2025-06-10', { popId }))
  return cropId
}
const sowing = { seedKg: 4, areaHa: 1, method: 'DIBBLING', seedLotNo: 'L1', seedTreated: 'UNTREATED', nonGmProof: 'C-1', nonGmProofKind: 'SEED_CERTIFICATE' }
const crop = (id: string, type: string, day: string, data: Record<string, unknown> = {}) =>
  world.as('fatima', 'OP1').post(`/crop/${id}/events`, { eventType: type, occurredAt: at(day), data, lateReason: 'Field book' })
const stepsOf = async (cropId: string): Promise<Json[]> => (await ok(ada().get(`/planevent?filter[cropId]=${cropId}&sort=due&limit=200`))).items
/** Step by code: status, due day, day on which it was done. */
const planOf = async (cropId: string): Promise<Record<string, string>> => {
  const items = await Promise.all((await stepsOf(cropId)).map(({ id }) => chain.view('planevent', id)))
  return Object.fromEntries(items.map((one) => [one.popEventCode, [one.status, one.due, one.doneOn].filter(Boolean).join(' ')]))
}

beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
  chain = await chainOf(world)
})
beforeEach(() => {
  now = '2025-06-10T06:30:00Z'
})

describe('an inspection of the whole holding', () => {
  const visit = async (farmerId: string, day: string, seasonId: string) =>
    ok(record(world.as('ines', 'OP1'), 'farmer', farmerId, 'INTERNAL_INSPECTION', day, { seasonId, round: 1, result: 'APPROVED' }))
  it('does the step of the crops of its season; taken back, the step is open again', async () => {
    const inspections = [step('FIRST', 'INTERNAL_INSPECTION', 50, 15, 25), step('SECOND', 'INTERNAL_INSPECTION', 80, 4, 4)]
    const popId = await published('Inspected', [step('SOW', 'SOWING', 0, 0, 0), ...inspections])
    const cropId = await planned(popId)
    now = '2025-09-20T06:30:00Z'
    await ok(crop(cropId, 'SOWING', '2025-06-20', sowing))
    const first = 'DONE_ON_TIME 2025-08-09 2025-08-10'
    expect(await planOf(cropId)).toMatchObject({ FIRST: first, SECOND: 'MISSED 2025-09-08' })
    const { farmerId, seasonId, parcelId } = await chain.view('crop', cropId)
    const { event } = await visit(farmerId, '2025-09-07', seasonId)
    expect(await planOf(cropId)).toMatchObject({ FIRST: first, SECOND: 'DONE_ON_TIME 2025-09-08 2025-09-07' })
    await ok(ada().post(`/farmer/${farmerId}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await planOf(cropId)).toMatchObject({ FIRST: first, SECOND: 'MISSED 2025-09-08' })
    await ok(record(world.as('ines', 'OP1'), 'landparcel', parcelId, 'INTERNAL_INSPECTION', '2025-09-09', { seasonId, round: 2, result: 'APPROVED' }))
    expect(await planOf(cropId)).toMatchObject({ FIRST: first, SECOND: 'DONE_ON_TIME 2025-09-08 2025-09-09' })
  })
})

describe('the task of a planned event', () => {
  const body = (more: Record<string, unknown>) => ({
    subject: 'Weed',
    type: 'PLAN_EVENT',
    priority: 'P3',
    fourEyes: false,
    dueDate: '2025-07-20',
    team: 'Field',
    ...more,
  })
  it('names it and does not repeat, is not done before what is planned was recorded, and then is', async () => {
    const popId = await published('Weeded', [step('SOW', 'SOWING', 0, 0, 0), step('WEED', 'INTERCULTURE', 21, 5, 7, { operation: 'WEEDING' })])
    const cropId = await planned(popId)
    const weed = (await stepsOf(cropId)).find(({ name }) => name === 'Step WEED')?.id as string
    expect(await ada().post('/task', body({}))).toMatchObject({ status: 400, body: { fields: [{ path: 'planEventId', code: 'required' }] } })
    expect(await ada().post('/task', body({ planEventId: weed, recurrence: 'WEEKLY' }))).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'recurrence', code: 'rule' }] },
    })
    const { id } = await ok(ada().post('/task', body({ planEventId: weed })))
    now = '2025-07-20T06:30:00Z'
    const done = () => record(ada(), 'task', id, 'DONE', '2025-07-19')
    const offered = async () => ((await chain.view('task', id)).may as string[]).filter((name) => ['STARTED', 'DONE'].includes(name))
    expect(await offered()).toEqual(['STARTED'])
    expect(await done()).toMatchObject({ status: 422, body: { ruleId: '6.3' } })
    expect((await chain.view('task', id)).status).toBe('OPEN')
    await ok(crop(cropId, 'SOWING', '2025-06-20', sowing))
    await ok(crop(cropId, 'GERMINATION_COUNT', '2025-07-01', { plantsPerM2: 2 }))
    await ok(crop(cropId, 'INTERCULTURE', '2025-07-12', { operation: 'WEEDING' }))
    expect(await offered()).toEqual(['STARTED', 'DONE'])
    await ok(done())
    expect((await chain.view('task', id)).status).toBe('DONE')
  })
  it('requires no evidence again that was recorded with what was planned', async () => {
    const popId = await published('Weeded and seen', [step('SOW', 'SOWING', 0, 0, 0), step('WEED', 'INTERCULTURE', 21, 5, 7, { operation: 'WEEDING' })])
    now = '2025-07-20T06:30:00Z'
    const tasksOf = async (gps: object | null): Promise<string> => {
      const cropId = await planned(popId)
      const weed = (await stepsOf(cropId)).find(({ name }) => name === 'Step WEED')?.id as string
      await ok(crop(cropId, 'SOWING', '2025-06-20', sowing))
      await ok(crop(cropId, 'GERMINATION_COUNT', '2025-07-01', { plantsPerM2: 2 }))
      const weeded = { eventType: 'INTERCULTURE', occurredAt: '2025-07-12T04:30:00Z', data: { operation: 'WEEDING' }, ...(gps ? { gps } : {}) }
      await ok(ada().post(`/crop/${cropId}/events`, weeded))
      return (await ok(ada().post('/task', body({ planEventId: weed, evidence: ['GPS'] })))).id
    }
    const done = (id: string) => record(ada(), 'task', id, 'DONE', '2025-07-19')
    expect(await done(await tasksOf(null))).toMatchObject({ status: 400, body: { fields: [{ path: 'data.files', code: 'required' }] } })
    await ok(done(await tasksOf({ lat: 22.18, lng: 75.6, accuracyM: 10 })))
  })
})

describe('a crop that changes its package', () => {
  const steps = [
    step('SOW', 'SOWING', 0, 0, 0),
    step('GERM', 'GERMINATION_COUNT', 12, 4, 6),
    step('WEED', 'INTERCULTURE', 21, 5, 7, { operation: 'WEEDING' }),
    step('PICK', 'HARVEST', 120, 10, 20),
  ]
  it('leaves missed what was missed before, says so in advance, and has it back as it was when the change is taken back', async () => {
    const first = await published('Followed first', steps)
    const cropId = await planned(first)
    now = '2025-07-20T06:30:00Z'
    await ok(crop(cropId, 'SOWING', '2025-06-20', sowing))
    const before = await planOf(cropId)
    expect(before).toMatchObject({
      SOW: 'DONE_ON_TIME 2025-06-20 2025-06-20',
      GERM: 'MISSED 2025-07-02',
      WEED: 'MISSED 2025-07-11',
      PICK: 'PLANNED 2025-10-18',
    })
    const next = await published(
      'Followed next',
      steps.map((one) => ({ ...one, offsetDays: one.offsetDays + 25 })),
    )
    const [seen] = (await ok(ada().post(`/pop/${next}/preview`, { ids: [cropId] }))).followers
    expect(seen).toMatchObject({ why: null, done: 1, missed: 2, added: 0, moved: 1, dropped: 0 })
    const { event } = await ok(crop(cropId, 'PACKAGE_ASSIGNED', '2025-07-20', { popId: next }))
    const after = { ...before, PICK: 'PLANNED 2025-11-12' }
    expect(await planOf(cropId)).toEqual(after)
    expect((await stepsOf(cropId)).map(({ popEventCode, popId }) => [popEventCode, popId])).toContainEqual(['GERM', first])
    // Known late, the plants that were counted in time do the step of the package of then; taken back they do not.
    const { event: counted } = await ok(crop(cropId, 'GERMINATION_COUNT', '2025-07-01', { plantsPerM2: 4 }))
    expect((await planOf(cropId)).GERM).toBe('DONE_ON_TIME 2025-07-02 2025-07-01')
    const undo = (id: string) => ok(world.as('fatima', 'OP1').post(`/crop/${cropId}/events/${id}/void`, { reason: 'INCORRECT_DATA' }))
    await undo(counted.id)
    expect(await planOf(cropId)).toEqual(after)
    await undo(event.id)
    expect(await planOf(cropId)).toEqual(before)
  })
})
