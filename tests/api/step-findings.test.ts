// Which step an event is for, asked afterwards (BR-18; docs/decisions/0168): of what came from a device, a program, an import or an approval. Refusals first.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'
import { step } from './plan-step.ts'

let world: World
let chain: Chain
let now = '2026-01-15T06:30:00Z'
let popId: string
let laterPop: string

const ada = () => world.as('ada', 'OP1')
const fatima = () => world.as('fatima', 'OP1')
const steps = [
  step('PLOUGH', 'LAND_PREP', -10, 5, 5),
  step('SOW', 'SOWING', 0, 0, 0),
  step('WEED', 'INTERCULTURE', 21, 5, 7, { operation: 'WEEDING', evidence: ['PHOTO'] }),
  step('AGAIN', 'INTERCULTURE', 42, 5, 7, { operation: 'WEEDING' }),
]
const sowing = { seedKg: 4, areaHa: 1, method: 'DIBBLING', seedLotNo: 'L1', seedTreated: 'UNTREATED', nonGmProof: 'C-1', nonGmProofKind: 'SEED_CERTIFICATE' }
const weeding = { operation: 'WEEDING' }
const send = (entity: string, id: string, eventType: string, day: string, data: Json, more: Json = {}) =>
  fatima().post(`/${entity}/${id}/events`, { eventType, occurredAt: at(day), data, lateReason: 'Field book', ...more })
const fromDevice = (entity: string, id: string, eventType: string, day: string, data: Json, client = 'mobile') =>
  fatima().post(`/${entity}/${id}/events`, { eventType, occurredAt: at(day), data, lateReason: 'No network' }, { 'x-client': client })
async function sown(values: Json = { popId }): Promise<{ cropId: string; systemId: string; sowingId: string }> {
  const today = now
  now = '2026-01-15T06:30:00Z'
  const { parcelId } = await chain.member()
  const systemId = await chain.systemOn(parcelId)
  now = today
  const cropId = await chain.cropIn(systemId, values)
  const { event } = await ok(send('crop', cropId, 'SOWING', '2025-06-20', sowing))
  return { cropId, systemId, sowingId: event.id }
}
async function stepsOf(cropId: string): Promise<Record<string, Json>> {
  const { items } = await ok(ada().get(`/planevent?filter[cropId]=${cropId}&limit=200`))
  const all = await Promise.all((items as Json[]).map(({ id }) => chain.view('planevent', id)))
  return Object.fromEntries(all.map((one) => [one.popEventCode, one]))
}
/** Events that are in question on a record. */
const inQuestion = async (id: string, entity = 'crop'): Promise<string[]> =>
  ((await chain.view(entity, id)).flags ?? []).filter(({ ruleId }: Json) => ruleId === 'BR-18').map(({ eventId }: Json) => eventId)
/** A weeding on 20 July from a device, two days after the days of the first weeding. */
async function outside(): Promise<{ cropId: string; systemId: string; sowingId: string; eventId: string }> {
  now = '2025-07-22T06:30:00Z'
  const crop = await sown()
  const { event } = await ok(fromDevice('crop', crop.cropId, 'INTERCULTURE', '2025-07-20', weeding))
  return { ...crop, eventId: event.id }
}
const publish = async (name: string, planEvents: Json[]): Promise<string> => {
  const { id } = await ok(
    ada().post('/pop', {
      ...{ name, cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED', 'IRRIGATED'], durationDays: 300 },
      ...{ validFrom: '2025-01-01', inputItemIds: [], planEvents },
    }),
  )
  await ok(record(ada(), 'pop', id, 'PUBLISHED', '2025-06-01'))
  return id
}

beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
  chain = await chainOf(world)
  popId = await publish('Cotton weeded twice', steps)
  laterPop = await publish('Cotton hoed', [step('SOW', 'SOWING', 0, 0, 0), step('HOE', 'INTERCULTURE', 30, 5, 7, { operation: 'HOEING' })])
}, 120_000)

describe('an event on a day of no step of which nobody was asked', () => {
  it('takes no answer that the form would refuse (400): a step of another crop, one of another kind, one that is done', async () => {
    const { cropId, eventId } = await outside()
    const other = await sown()
    const own = await stepsOf(cropId)
    for (const planEventId of [(await stepsOf(other.cropId)).WEED?.id, own.SOW?.id, 'nothing']) {
      const answer = await send('crop', cropId, 'INTERCULTURE', '2025-07-20', weeding, { supersedesEventId: eventId, planEventId })
      expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION'])
    }
    expect(await inQuestion(cropId)).toEqual([eventId])
  })
  it.each(['mobile', 'program'])('is a finding of its crop that stops nothing, from a %s, where officer and manager see it', async (client) => {
    now = '2025-07-22T06:30:00Z'
    const { cropId } = await sown()
    expect(await inQuestion(cropId)).toEqual([])
    const { event } = await ok(fromDevice('crop', cropId, 'INTERCULTURE', '2025-07-20', weeding, client))
    for (const who of ['fatima', 'omar']) {
      const { flags } = await ok(world.as(who, 'OP1').get(`/crop/${cropId}`))
      expect(flags.filter(({ ruleId }: Json) => ruleId === 'BR-18')).toMatchObject([
        { severity: 'WARN', eventId: event.id, figures: { day: '2025-07-20' }, owner: 'OPERATOR_MANAGER' },
      ])
    }
    expect((await stepsOf(cropId)).WEED?.status).toBe('MISSED')
  })
  it('is answered by the step that it is for, whose photo is not asked for then, and the question is gone', async () => {
    const { cropId, eventId } = await outside()
    const { WEED } = await stepsOf(cropId)
    const { event } = await ok(send('crop', cropId, 'INTERCULTURE', '2025-07-20', weeding, { supersedesEventId: eventId, planEventId: WEED?.id }))
    expect(await inQuestion(cropId)).toEqual([])
    expect((await stepsOf(cropId)).WEED).toMatchObject({ status: 'DONE_LATE', fulfilledByEventId: event.id, evidenceMissing: ['PHOTO'] })
  })
  it('is answered by none, and asked no more', async () => {
    const { cropId, eventId } = await outside()
    await ok(send('crop', cropId, 'INTERCULTURE', '2025-07-20', weeding, { supersedesEventId: eventId, planEventId: null }))
    expect([await inQuestion(cropId), (await stepsOf(cropId)).WEED?.status]).toEqual([[], 'MISSED'])
    await ok(send('crop', cropId, 'SCOUTING', '2025-07-21', { pest: 'Bollworm', count: 1, unit: 'PLANT' }))
    expect(await inQuestion(cropId)).toEqual([])
  })
  it('is answered once where two answer at once', async () => {
    const { cropId, eventId } = await outside()
    const { WEED } = await stepsOf(cropId)
    const answers = await Promise.all(
      [WEED?.id, null].map((planEventId) => send('crop', cropId, 'INTERCULTURE', '2025-07-20', weeding, { supersedesEventId: eventId, planEventId })),
    )
    expect(answers.map(({ status }) => status < 300).sort()).toEqual([false, true])
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    expect(await inQuestion(cropId)).toEqual([])
  })
  it('is in question while a step is open, also after another event has done the first; taken back, it is no more', async () => {
    const { cropId, eventId } = await outside()
    const { event } = await ok(fromDevice('crop', cropId, 'INTERCULTURE', '2025-07-18', weeding))
    // The second weeding could still be what was done on 20 July.
    expect(await inQuestion(cropId)).toEqual([eventId])
    await ok(fatima().post(`/crop/${cropId}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect([await inQuestion(cropId), (await stepsOf(cropId)).WEED?.fulfilledByEventId]).toEqual([[], event.id])
  })
  it('is in question no more when it is corrected to a day of the step', async () => {
    const { cropId, eventId } = await outside()
    const { event } = await ok(
      fatima().post(
        `/crop/${cropId}/events`,
        { eventType: 'INTERCULTURE', occurredAt: at('2025-07-17'), data: weeding, supersedesEventId: eventId },
        { 'x-client': 'mobile' },
      ),
    )
    expect([await inQuestion(cropId), (await stepsOf(cropId)).WEED?.fulfilledByEventId]).toEqual([[], event.id])
  })
  it('is in question as the plan moves: a sowing that is corrected takes it in, and leaves it out again', async () => {
    const { cropId, eventId, sowingId } = await outside()
    const { event } = await ok(send('crop', cropId, 'SOWING', '2025-06-24', sowing, { supersedesEventId: sowingId }))
    expect([await inQuestion(cropId), (await stepsOf(cropId)).WEED?.fulfilledByEventId]).toEqual([[], eventId])
    await ok(send('crop', cropId, 'SOWING', '2025-06-20', sowing, { supersedesEventId: event.id }))
    expect(await inQuestion(cropId)).toEqual([eventId])
  })
  it('is asked for late, too: recorded before the sowing was', async () => {
    now = '2025-07-22T06:30:00Z'
    const { cropId, sowingId } = await sown()
    await ok(fatima().post(`/crop/${cropId}/events/${sowingId}/void`, { reason: 'INCORRECT_DATA' }))
    await ok(send('crop', cropId, 'SOWING', '2025-06-27', sowing))
    const { event } = await ok(fromDevice('crop', cropId, 'INTERCULTURE', '2025-07-10', weeding))
    expect(await inQuestion(cropId)).toEqual([event.id])
  })
  it('stays in question where the package is changed after the step was missed, and is no more where it was changed before the days of the step', async () => {
    const { cropId, eventId } = await outside()
    const { event } = await ok(record(ada(), 'crop', cropId, 'PACKAGE_ASSIGNED', '2025-07-21', { popId: laterPop }))
    expect(await inQuestion(cropId)).toEqual([eventId])
    await ok(ada().post(`/crop/${cropId}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    await ok(record(ada(), 'crop', cropId, 'PACKAGE_ASSIGNED', '2025-06-25', { popId: laterPop }))
    expect(await inQuestion(cropId)).toEqual([])
  })
  it('stays closed where a person has looked at it', async () => {
    const { cropId, eventId } = await outside()
    const { flags } = await chain.view('crop', cropId)
    const { id } = flags.find((one: Json) => one.eventId === eventId)
    await ok(world.as('omar', 'OP1').post(`/crop/${cropId}/findings/${id}/close`, { reason: 'NO_ISSUE' }))
    await ok(send('crop', cropId, 'SCOUTING', '2025-07-21', { pest: 'Bollworm', count: 1, unit: 'PLANT' }))
    expect(await inQuestion(cropId)).toEqual([])
  })
  it('is of the ground under the crop as well, until a step of the crop takes it', async () => {
    now = '2025-06-30T06:30:00Z'
    const { cropId, systemId, sowingId } = await sown()
    const { event } = await ok(fromDevice('croppingsystem', systemId, 'LAND_PREP', '2025-06-18', { operation: 'PLOUGHING' }))
    expect([await inQuestion(systemId, 'croppingsystem'), await inQuestion(cropId)]).toEqual([[event.id], []])
    await ok(send('crop', cropId, 'SOWING', '2025-06-26', sowing, { supersedesEventId: sowingId }))
    expect([await inQuestion(systemId, 'croppingsystem'), (await stepsOf(cropId)).PLOUGH?.fulfilledByEventId]).toEqual([[], event.id])
  })
  it('of the ground is asked no more when the last crop that could take it was entered by mistake', async () => {
    now = '2026-01-15T06:30:00Z'
    const { parcelId } = await chain.member()
    const systemId = await chain.systemOn(parcelId)
    now = '2025-06-30T06:30:00Z'
    const cropId = await chain.cropIn(systemId, { popId, plannedSowing: '2025-06-20' })
    const { event } = await ok(fromDevice('croppingsystem', systemId, 'LAND_PREP', '2025-06-18', { operation: 'PLOUGHING' }))
    expect(await inQuestion(systemId, 'croppingsystem')).toEqual([event.id])
    const { version } = await chain.view('crop', cropId)
    expect((await ada().delete(`/crop/${cropId}`, { 'if-match': `"${version}"` })).status).toBeLessThan(300)
    expect(await inQuestion(systemId, 'croppingsystem')).toEqual([])
  })
})
