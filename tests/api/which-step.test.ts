// An event on a day of no step (BR-18: outside every window → ask): whoever records it says which open step it is for, or that it is for none.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'
import { step } from './plan-step.ts'

let world: World
let chain: Chain
let now = '2026-01-15T06:30:00Z'
let popId: string

const ada = () => world.as('ada', 'OP1')
const fatima = () => world.as('fatima', 'OP1')
const steps = [
  step('PLOUGH', 'LAND_PREP', -10, 5, 5),
  step('SOW', 'SOWING', 0, 0, 0),
  step('WEED', 'INTERCULTURE', 21, 5, 7, { operation: 'WEEDING' }),
  step('AGAIN', 'INTERCULTURE', 42, 5, 7, { operation: 'WEEDING' }),
]
const planned = async (values: Json = { popId }): Promise<{ cropId: string; systemId: string }> => {
  const today = now
  now = '2026-01-15T06:30:00Z'
  const { parcelId } = await chain.member()
  const systemId = await chain.systemOn(parcelId)
  now = today
  return { systemId, cropId: await chain.cropIn(systemId, values) }
}
const sowing = { seedKg: 4, areaHa: 1, method: 'DIBBLING', seedLotNo: 'L1', seedTreated: 'UNTREATED', nonGmProof: 'C-1', nonGmProofKind: 'SEED_CERTIFICATE' }
const send = (entity: string, id: string, eventType: string, day: string, data: Json, more: Json = {}) =>
  fatima().post(`/${entity}/${id}/events`, { eventType, occurredAt: at(day), data, lateReason: 'Field book', ...more })
const sown = async (values: Json = { popId }): Promise<string> => {
  const { cropId } = await planned(values)
  await ok(send('crop', cropId, 'SOWING', '2025-06-20', sowing))
  return cropId
}
const stepsOf = async (cropId: string): Promise<Record<string, Json>> => {
  const { items } = await ok(ada().get(`/planevent?filter[cropId]=${cropId}&limit=200`))
  const all = await Promise.all((items as Json[]).map(({ id }) => chain.view('planevent', id)))
  return Object.fromEntries(all.map((one) => [one.popEventCode, one]))
}
const statuses = async (cropId: string) => Object.fromEntries(Object.entries(await stepsOf(cropId)).map(([code, { status }]) => [code, status]))
const weeding = { operation: 'WEEDING' }
const question = { status: 400, body: { code: 'VALIDATION', fields: [{ path: 'planEventId', code: 'required' }] } }
const weeded = async (cropId: string): Promise<number> =>
  (await ok(fatima().get(`/crop/${cropId}/events`))).items.filter(({ eventType, status }: Json) => eventType === 'INTERCULTURE' && status === 'RECORDED').length

beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
  chain = await chainOf(world)
  const { id } = await ok(
    ada().post('/pop', {
      ...{ name: 'Cotton weeded twice', cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED', 'IRRIGATED'], durationDays: 300 },
      ...{ validFrom: '2025-01-01', inputItemIds: [], planEvents: steps },
    }),
  )
  popId = id
  await ok(record(ada(), 'pop', popId, 'PUBLISHED', '2025-06-01'))
}, 120_000)

describe('an event on a day of no step', () => {
  it('is refused until it is answered which step it is for (400), and leaves nothing; then it does that step, and its event says so', async () => {
    now = '2025-07-22T06:30:00Z'
    const cropId = await sown()
    expect(await send('crop', cropId, 'INTERCULTURE', '2025-07-20', weeding)).toMatchObject(question)
    expect([await weeded(cropId), (await statuses(cropId)).WEED]).toEqual([0, 'MISSED'])
    const { WEED } = await stepsOf(cropId)
    const { event } = await ok(send('crop', cropId, 'INTERCULTURE', '2025-07-20', weeding, { planEventId: WEED?.id }))
    expect(event.planEventId).toBe(WEED?.id)
    expect(await statuses(cropId)).toMatchObject({ WEED: 'DONE_LATE', AGAIN: 'PLANNED' })
    expect((await ok(fatima().get(`/crop/${cropId}/events/${event.id}`))).planEventId).toBe(WEED?.id)
  })
  it('is for the step once where two name it at once, and a correction and a void of the same event are one of both', async () => {
    now = '2025-07-22T06:30:00Z'
    const cropId = await sown()
    const { WEED } = await stepsOf(cropId)
    const name = () => send('crop', cropId, 'INTERCULTURE', '2025-07-20', weeding, { planEventId: WEED?.id })
    const sent = await Promise.all([name(), name()])
    expect(sent.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1)
    expect(sent.every(({ status }) => status < 500)).toBe(true)
    expect([await weeded(cropId), (await statuses(cropId)).WEED]).toEqual([1, 'DONE_LATE'])
    const event = sent.find(({ status }) => status < 300)?.body.event
    const answers = await Promise.all([
      send('crop', cropId, 'INTERCULTURE', '2025-07-20', weeding, { supersedesEventId: event.id, planEventId: null }),
      fatima().post(`/crop/${cropId}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1)
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    expect((await statuses(cropId)).WEED).not.toMatch(/^DONE/)
    expect(await weeded(cropId)).toBe(answers[0]?.status === 201 ? 1 : 0)
  })
  it('may be for none, and the answer is corrected by another event in its place', async () => {
    now = '2025-07-22T06:30:00Z'
    const cropId = await sown()
    const { event } = await ok(send('crop', cropId, 'INTERCULTURE', '2025-07-20', weeding, { planEventId: null }))
    expect(await statuses(cropId)).toMatchObject({ WEED: 'MISSED', AGAIN: 'PLANNED' })
    const { AGAIN } = await stepsOf(cropId)
    // A correction that says nothing of it is for none, too.
    const { event: again } = await ok(send('crop', cropId, 'INTERCULTURE', '2025-07-20', weeding, { supersedesEventId: event.id }))
    expect([again.planEventId, again.forNoStep, await statuses(cropId)]).toMatchObject([null, true, { WEED: 'MISSED', AGAIN: 'PLANNED' }])
    const { event: corrected } = await ok(send('crop', cropId, 'INTERCULTURE', '2025-07-20', weeding, { supersedesEventId: again.id, planEventId: AGAIN?.id }))
    expect((await ok(fatima().get(`/crop/${cropId}/events/${corrected.id}`))).forNoStep).toBe(false)
    expect([await weeded(cropId), await statuses(cropId)]).toMatchObject([1, { WEED: 'MISSED', AGAIN: 'DONE_LATE' }])
    await ok(fatima().post(`/crop/${cropId}/events/${corrected.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await statuses(cropId)).toMatchObject({ WEED: 'MISSED', AGAIN: 'PLANNED' })
  })
  it('is not in question within the days of a step, on a crop without a package, of a kind that no open step waits for, and once all are done', async () => {
    now = '2025-07-22T06:30:00Z'
    const cropId = await sown()
    await ok(send('crop', cropId, 'INTERCULTURE', '2025-07-18', weeding))
    await ok(send('crop', cropId, 'SCOUTING', '2025-07-20', { pest: 'Bollworm', count: 1, unit: 'PLANT' }))
    now = '2025-08-20T06:30:00Z'
    await ok(send('crop', cropId, 'INTERCULTURE', '2025-08-01', weeding))
    expect(await statuses(cropId)).toMatchObject({ WEED: 'DONE_ON_TIME', AGAIN: 'DONE_ON_TIME' })
    await ok(send('crop', cropId, 'INTERCULTURE', '2025-08-15', weeding))
    const free = await sown({})
    await ok(send('crop', free, 'INTERCULTURE', '2025-08-15', weeding))
  })
  it('is for no step where its recorder says so, also when its day comes to lie within the days of one', async () => {
    now = '2025-07-26T06:30:00Z'
    const { cropId } = await planned()
    const { event: sowingEvent } = await ok(send('crop', cropId, 'SOWING', '2025-06-20', sowing))
    await ok(send('crop', cropId, 'INTERCULTURE', '2025-07-19', weeding, { planEventId: null }))
    expect((await statuses(cropId)).WEED).toBe('MISSED')
    // Sown four days later: from 10 to 22 July.
    const moved = await ok(send('crop', cropId, 'SOWING', '2025-06-24', sowing, { supersedesEventId: sowingEvent.id }))
    expect((await stepsOf(cropId)).WEED).toMatchObject({ status: 'MISSED', windowEnd: '2025-07-22', fulfilledByEventId: null })
    await ok(send('crop', cropId, 'SOWING', '2025-06-20', sowing, { supersedesEventId: moved.event.id }))
    expect((await statuses(cropId)).WEED).toBe('MISSED')
  })
  it('is recorded as it is from a device and a program; nobody has said then which step it is for', async () => {
    now = '2025-07-22T06:30:00Z'
    const cropId = await sown()
    for (const client of ['mobile', 'program']) {
      const body = { eventType: 'INTERCULTURE', occurredAt: at('2025-07-20'), data: weeding }
      const { event } = await ok(fatima().post(`/crop/${cropId}/events`, body, { 'x-client': client }))
      expect([event.source, event.planEventId, event.forNoStep]).toEqual([client === 'mobile' ? 'MOBILE' : 'API', null, false])
    }
    expect(await statuses(cropId)).toMatchObject({ WEED: 'MISSED', AGAIN: 'PLANNED' })
    expect(await send('crop', cropId, 'INTERCULTURE', '2025-07-20', weeding)).toMatchObject(question)
  })
  it('stays with the step that it was for when it is corrected without saying so again', async () => {
    now = '2025-07-22T06:30:00Z'
    const cropId = await sown()
    const { WEED } = await stepsOf(cropId)
    const { event } = await ok(send('crop', cropId, 'INTERCULTURE', '2025-07-20', weeding, { planEventId: WEED?.id }))
    const { event: corrected } = await ok(send('crop', cropId, 'INTERCULTURE', '2025-07-21', weeding, { supersedesEventId: event.id }))
    expect(corrected.planEventId).toBe(WEED?.id)
    expect((await stepsOf(cropId)).WEED).toMatchObject({ status: 'DONE_LATE', fulfilledByEventId: corrected.id })
  })
  it('is not in question where no open step could take it: left out by a person, of another operation, or missed before what was done since', async () => {
    now = '2025-09-20T06:30:00Z'
    const cropId = await sown()
    await ok(send('crop', cropId, 'INTERCULTURE', '2025-08-15', { operation: 'HOEING' }))
    await ok(send('crop', cropId, 'INTERCULTURE', '2025-08-01', weeding))
    expect(await statuses(cropId)).toMatchObject({ WEED: 'MISSED', AGAIN: 'DONE_ON_TIME' })
    // Before the second weeding was done it may still be the first one; after it, it is one more.
    expect(await send('crop', cropId, 'INTERCULTURE', '2025-07-22', weeding)).toMatchObject(question)
    await ok(send('crop', cropId, 'INTERCULTURE', '2025-08-20', weeding))
    now = '2025-07-10T06:30:00Z'
    const other = await sown()
    const { WEED, AGAIN } = await stepsOf(other)
    for (const id of [WEED?.id, AGAIN?.id])
      await ok(ada().post(`/planevent/${id}/events`, { eventType: 'SKIPPED', occurredAt: new Date(now).toISOString(), data: { reason: 'NOT_NEEDED' } }))
    now = '2025-09-20T06:30:00Z'
    await ok(send('crop', other, 'INTERCULTURE', '2025-08-20', weeding))
  })
  it('is in question on the ground of the crop as well', async () => {
    now = '2025-06-30T06:30:00Z'
    const { cropId, systemId } = await planned()
    expect(await send('croppingsystem', systemId, 'LAND_PREP', '2025-06-28', { operation: 'PLOUGHING' })).toMatchObject(question)
    await ok(send('croppingsystem', systemId, 'LAND_PREP', '2025-06-12', { operation: 'PLOUGHING' }))
    expect(await statuses(cropId)).toMatchObject({ PLOUGH: 'DONE_ON_TIME' })
  })
  it('is judged by the plan as it moves: a sowing recorded late brings the day within the days of its step', async () => {
    now = '2025-08-20T06:30:00Z'
    const { cropId } = await planned()
    await ok(send('crop', cropId, 'SOWING', '2025-07-05', sowing))
    await ok(send('crop', cropId, 'INTERCULTURE', '2025-07-28', weeding))
    expect((await statuses(cropId)).WEED).toBe('DONE_ON_TIME')
  })
})
