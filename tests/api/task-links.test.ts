// Where a task comes from and what settled it (domain dictionary 6.3): of others nothing, of a record that its reader may not open nothing, and nothing that was taken back.
import { beforeAll, describe, expect, it } from 'vitest'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import type { Client } from '../harness/client.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'
import { step } from './plan-step.ts'

let world: World
let chain: Chain
let popId: string
let now = '2026-01-15T06:30:00Z'
const by = (name: string): Client => world.as(name, 'OP1')
const given = (more: Json = {}) => ({
  subject: 'Visit',
  type: 'VISIT',
  priority: 'P3',
  fourEyes: false,
  dueDate: '2026-01-20',
  assigneeId: world.people.fatima?.id,
  ...more,
})
const links = (id: string, who = 'omar'): Promise<Json> => ok(by(who).get(`/task/${id}/links`))
const done = (id: string) => ok(by('fatima').post(`/task/${id}/events`, { eventType: 'DONE', occurredAt: now, data: {} }))
const sown = async (): Promise<string> => {
  now = '2026-01-15T06:30:00Z'
  const { parcelId } = await chain.member()
  const systemId = await chain.systemOn(parcelId)
  now = '2025-07-10T06:30:00Z'
  const cropId = await chain.cropIn(systemId, { popId })
  const seed = { seedKg: 4, areaHa: 1, method: 'DIBBLING', seedLotNo: 'L1', seedTreated: 'UNTREATED', nonGmProof: 'C-1', nonGmProofKind: 'SEED_CERTIFICATE' }
  await ok(by('fatima').post(`/crop/${cropId}/events`, { eventType: 'SOWING', occurredAt: at('2025-06-20'), data: seed, lateReason: 'Field book' }))
  return cropId
}
const clock = () =>
  runClock(
    { database: world.database, behaviours: world.deps.behaviours, log: world.deps.log, clock: () => new Date(now), stop: new AbortController().signal },
    world.tenants.cotton,
    clockHandlers.filter(({ name }) => /^(plans of|plan steps|tasks of)/.test(name)),
  )

beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
  chain = await chainOf(world)
  const planEvents = [step('SOW', 'SOWING', 0, 0, 0), step('WEED', 'INTERCULTURE', 21, 5, 7, { operation: 'WEEDING', weight: 10 })]
  const { id } = await ok(
    by('ada').post('/pop', {
      ...{ name: 'Cotton', cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED', 'IRRIGATED'], durationDays: 300 },
      ...{ validFrom: '2025-01-01', inputItemIds: [], planEvents },
    }),
  )
  popId = id
  await ok(record(by('ada'), 'pop', id, 'PUBLISHED', '2025-06-01'))
}, 120_000)

describe('the links of a task', () => {
  it('are of those who may open it: another programme and nobody signed in get none', async () => {
    const { id } = await ok(by('omar').post('/task', given()))
    const refuse = refusing(() => world)
    await refuse(() => world.as('dina').get(`/task/${id}/links`), { status: 404 })
    await refuse(() => by('omar').get('/task/none/links'), { status: 404 })
    await refuse(() => world.stranger().get(`/api/operators/OP1/task/${id}/links`), { status: 401 })
  })
  it('say who gave it, and by which event it was closed, until that is taken back or it is opened again', async () => {
    now = '2026-01-15T06:30:00Z'
    const { id } = await ok(by('omar').post('/task', given()))
    expect(await links(id)).toMatchObject({ from: { ruleId: null, records: [], createdBy: world.people.omar?.id }, settledBy: [] })
    const { event } = await done(id)
    const { settledBy, refs } = await links(id, 'fatima')
    expect(settledBy).toEqual([
      {
        eventId: event.id,
        entity: 'task',
        id,
        eventType: 'DONE',
        occurredAt: '2026-01-15T06:30:00.000Z',
        recordedBy: world.people.fatima?.id,
        submissionId: null,
      },
    ])
    expect(refs[id]).toMatchObject({ entity: 'task', title: 'Visit' })
    await ok(by('omar').post(`/task/${id}/events`, { eventType: 'REOPENED', occurredAt: now, data: { reason: 'Nobody was seen' } }))
    expect((await links(id)).settledBy).toEqual([])
    const { event: second } = await done(id)
    expect((await links(id)).settledBy).toMatchObject([{ eventId: second.id }])
    await ok(by('fatima').post(`/task/${id}/events/${second.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect((await links(id)).settledBy.map(({ eventId }: Json) => eventId)).not.toContain(second.id)
  })
  it('lead from one that repeats to the task before it', async () => {
    now = '2026-01-15T06:30:00Z'
    const { id } = await ok(by('omar').post('/task', given({ subject: 'Weekly round', recurrence: 'WEEKLY' })))
    await done(id)
    const { items } = await ok(by('omar').get('/task?filter[status]=OPEN&limit=200'))
    const next = (items as Json[]).find(({ title }) => title === 'Weekly round') as Json
    expect((await links(next.id)).from.records).toEqual([{ entity: 'task', id }])
  })
  it('lead to the planned step and its package, and to the event that did the step, with the submission by which it was sent in', async () => {
    const cropId = await sown()
    await clock()
    const { items } = await ok(by('ada').get(`/task?filter[cropId]=${cropId}&limit=200`))
    const [task] = (items as Json[]).filter(({ status }) => status === 'OPEN') as [Json]
    const { planEventId } = await chain.view('task', task.id)
    expect((await links(task.id)).from).toMatchObject({
      ruleId: 'BR-18',
      records: [
        { entity: 'planevent', id: planEventId },
        { entity: 'pop', id: popId },
      ],
    })
    const answers = Object.entries({ eventType: 'INTERCULTURE', operation: 'WEEDING', occurredAt: at('2025-07-09') }).map(([field, text]) => ({
      field,
      value: { kind: 'TEXT', text },
    }))
    const sentIn = { formCode: 'CROP_EVENT', formVersion: 1, answers, deviceId: 'SM-A146', capturedAt: at('2025-07-09'), targetType: 'crop', targetId: cropId }
    const { id: submissionId } = await ok(by('fatima').post('/submission', sentIn))
    await ok(by('omar').post(`/submission/${submissionId}/events`, { eventType: 'APPROVED', occurredAt: now, data: {} }))
    const { fulfilledByEventId } = await chain.view('planevent', planEventId)
    const { settledBy, refs } = await links(task.id)
    expect(settledBy).toMatchObject([
      { eventId: fulfilledByEventId, entity: 'crop', id: cropId, eventType: 'INTERCULTURE', submissionId },
      { entity: 'task', eventType: 'DONE' },
    ])
    expect([refs[cropId]?.entity, refs[submissionId]?.entity]).toEqual(['crop', 'submission'])
  })
})
