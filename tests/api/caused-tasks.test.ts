// Tasks that the product makes of what is open (domain dictionary 6.3, BR-18, 5.2): one for its cause, however often the clock comes, brought to what becomes of it.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'
import { step } from './plan-step.ts'

let world: World
let chain: Chain
let popId: string
let now = '2026-01-15T06:30:00Z'
const ada = () => world.as('ada', 'OP1')
const mine = clockHandlers.filter(({ name }) => /^(plans of|plan steps|tasks of)/.test(name))
const tick = () =>
  runClock(
    { database: world.database, behaviours: world.deps.behaviours, log: world.deps.log, clock: () => new Date(now), stop: new AbortController().signal },
    world.tenants.cotton,
    mine,
  )
const crop = (id: string, type: string, day: string, data: Record<string, unknown> = {}) =>
  world.as('fatima', 'OP1').post(`/crop/${id}/events`, { eventType: type, occurredAt: at(day), data, lateReason: 'Field book' })
const sowing = { seedKg: 4, areaHa: 1, method: 'DIBBLING', seedLotNo: 'L1', seedTreated: 'UNTREATED', nonGmProof: 'C-1', nonGmProofKind: 'SEED_CERTIFICATE' }
const weeding = { operation: 'WEEDING' }
type Caller = ReturnType<World['as']>
/** Right now: after whatever the product has done with it. */
const onTask = (person: Caller, id: string, eventType: string) => person.post(`/task/${id}/events`, { eventType, occurredAt: now, data: {} })
/** The manager has it looked over by a second person, who does. */
async function verified(person: Caller, id: string): Promise<void> {
  const omar = world.as('omar', 'OP1')
  const { version } = await ok(omar.get(`/task/${id}`))
  await ok(omar.patch(`/task/${id}`, { fourEyes: true }, { 'If-Match': `"${version}"` }))
  await ok(onTask(person, id, 'VERIFIED'))
}
const tasksOf = async (filter: string): Promise<Json[]> => (await ok(ada().get(`/task?${filter}&sort=dueDate`))).items
const ofCrop = (id: string) => tasksOf(`filter[cropId]=${id}`)
const ofFinding = (id: string) => tasksOf(`filter[nonConformityId]=${id}`)
const stepOf = async (cropId: string, name: string): Promise<Json> =>
  (await ok(ada().get(`/planevent?filter[cropId]=${cropId}&limit=200`))).items.find((one: Json) => one.name === name)

/** A sown crop whose member is Fatima’s, with WEED due on 11 July, from 6 to 18 July; MAY, of a lower weight, too. */
async function sown(): Promise<{ cropId: string; farmerId: string; parcelId: string }> {
  const today = now
  now = '2026-01-15T06:30:00Z'
  const { farmerId, parcelId } = await chain.member()
  const { version } = await chain.view('farmer', farmerId)
  await ok(ada().patch(`/farmer/${farmerId}`, { fieldOfficerId: world.people.fatima?.id }, { 'If-Match': `"${version}"` }))
  const cropId = await chain.cropIn(await chain.systemOn(parcelId), {})
  now = today
  await ok(crop(cropId, 'PACKAGE_ASSIGNED', '2025-06-10', { popId }))
  await ok(crop(cropId, 'SOWING', '2025-06-20', sowing))
  await ok(crop(cropId, 'GERMINATION_COUNT', '2025-06-29', { plantsPerM2: 2 }))
  return { cropId, farmerId, parcelId }
}

beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
  chain = await chainOf(world)
  const planEvents = [
    step('SOW', 'SOWING', 0, 0, 0),
    step('WEED', 'INTERCULTURE', 21, 5, 7, { ...weeding, weight: 10 }),
    step('MAY', 'SCOUTING', 21, 5, 7, { mandatory: false }),
  ]
  const body = {
    ...{ name: 'Weeded', cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED', 'IRRIGATED'], durationDays: 300 },
    ...{ validFrom: '2025-01-01', inputItemIds: [], planEvents },
  }
  popId = (await ok(ada().post('/pop', body))).id
  await ok(record(ada(), 'pop', popId, 'PUBLISHED', '2025-06-01'))
})
beforeEach(() => {
  now = '2025-07-01T06:30:00Z'
})

describe('a critical step of a package that is due', () => {
  it('has no task before its window, then one of the member’s officer until its end, however often and by how many workers', async () => {
    const { cropId, farmerId, parcelId } = await sown()
    await tick()
    expect(await ofCrop(cropId)).toEqual([])
    now = '2025-07-08T06:30:00Z'
    await Promise.all([tick(), tick()])
    await tick()
    const [made, ...others] = await ofCrop(cropId)
    expect(others).toEqual([])
    const weed = await stepOf(cropId, 'Step WEED')
    const task = await chain.view('task', made.id)
    expect(task).toMatchObject({
      type: 'PLAN_EVENT',
      status: 'OPEN',
      dueDate: '2025-07-18',
      planEventId: weed.id,
      ruleId: 'BR-18',
      farmerId,
      parcelId,
      team: null,
    })
    expect(task.assigneeId).toBe(world.people.fatima?.id)
    // Missed, it is overdue and there is no other.
    now = '2025-07-25T06:30:00Z'
    await tick()
    expect((await stepOf(cropId, 'Step WEED')).status).toBe('MISSED')
    expect(await ofCrop(cropId)).toMatchObject([{ id: made.id, status: 'OPEN', dueDate: '2025-07-18' }])
    // Recorded late it is done, with what did it; taken back it is to be done again.
    const { event } = await ok(crop(cropId, 'INTERCULTURE', '2025-07-12', weeding))
    expect(await ofCrop(cropId)).toMatchObject([{ id: made.id, status: 'DONE' }])
    expect((await ok(ada().get(`/task/${made.id}/events`))).items.find((one: Json) => one.eventType === 'DONE').data).toEqual({ eventId: event.id })
    await ok(ada().post(`/crop/${cropId}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    await tick()
    expect(await ofCrop(cropId)).toMatchObject([{ id: made.id, status: 'OPEN' }])
  })
  it('moves with its anchor, ends when it is left out, and comes again when it is planned again, unless people have cancelled it', async () => {
    const { cropId } = await sown()
    now = '2025-07-08T06:30:00Z'
    await tick()
    const [made] = await ofCrop(cropId)
    const weed = await stepOf(cropId, 'Step WEED')
    const sowings = (await ok(ada().get(`/crop/${cropId}/events`))).items.find((one: Json) => one.eventType === 'SOWING')
    await ok(
      world.as('fatima', 'OP1').post(`/crop/${cropId}/events`, {
        ...{ eventType: 'SOWING', occurredAt: at('2025-06-22'), data: sowing, lateReason: 'Field book' },
        supersedesEventId: sowings.id,
      }),
    )
    expect(await ofCrop(cropId)).toMatchObject([{ id: made.id, status: 'OPEN', dueDate: '2025-07-20' }])
    await ok(record(ada(), 'planevent', weed.id, 'SKIPPED', '2025-07-08', { reason: 'WEATHER' }))
    await tick()
    expect(await ofCrop(cropId)).toMatchObject([{ id: made.id, status: 'CANCELLED' }])
    await ok(record(ada(), 'planevent', weed.id, 'REOPENED', '2025-07-08'))
    await tick()
    const again = (await ofCrop(cropId)).filter(({ status }) => status === 'OPEN')
    expect(again).toMatchObject([{ dueDate: '2025-07-20' }])
    await ok(record(ada(), 'task', again[0].id, 'CANCELLED', '2025-07-08', { reason: 'Done by machine' }))
    await tick()
    expect((await ofCrop(cropId)).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED'])
  })
  it('has a new one when what was recorded is taken back after the first was verified', async () => {
    const { cropId } = await sown()
    now = '2025-07-08T06:30:00Z'
    await tick()
    const [made] = await ofCrop(cropId)
    const { event } = await ok(crop(cropId, 'INTERCULTURE', '2025-07-08', weeding))
    await verified(world.as('omar', 'OP1'), made.id)
    await ok(ada().post(`/crop/${cropId}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    await tick()
    await tick()
    expect((await ofCrop(cropId)).map(({ status }) => status).sort()).toEqual(['OPEN', 'VERIFIED'])
  })
  it('makes none where nothing ran until its window was over', async () => {
    const { cropId } = await sown()
    now = '2025-08-20T06:30:00Z'
    await tick()
    expect(await ofCrop(cropId)).toEqual([])
  })
})

describe('a non-conformity', () => {
  const found = (more: Record<string, unknown>) => ({
    ...{ ref: `NC-${Math.random()}`, severity: 'MAJOR', rule: 'BR-13', description: 'Buffer too narrow', openedOn: '2025-07-01', dueOn: '2025-07-20', ...more },
  })
  it('has one task of whoever corrects it; it moves with the day, is done when it is closed, and goes with an entry that was a mistake', async () => {
    const { farmerId } = await sown()
    const ines = world.as('ines', 'OP1')
    const { id } = await ok(ines.post('/nonconformity', found({ farmerId })))
    const own = await ok(ines.post('/nonconformity', found({ severity: 'MINOR' })))
    await Promise.all([tick(), tick()])
    const [made, ...others] = await ofFinding(id)
    expect(others).toEqual([])
    const task = await chain.view('task', made.id)
    expect(task).toMatchObject({ type: 'CORRECTIVE_ACTION', priority: 'P2', dueDate: '2025-07-20', ruleId: '5.2', farmerId })
    expect(task.assigneeId).toBe(world.people.fatima?.id)
    const [ofManager] = await ofFinding(own.id)
    expect((await chain.view('task', ofManager.id)).assigneeId).toBe(world.people.omar?.id)
    const seen = await chain.view('nonconformity', id)
    await ok(ines.patch(`/nonconformity/${id}`, { dueOn: '2025-07-15' }, { 'If-Match': `"${seen.version}"` }))
    expect(await ofFinding(id)).toMatchObject([{ id: made.id, dueDate: '2025-07-15' }])
    await ok(record(world.as('fatima', 'OP1'), 'nonconformity', id, 'ACTION_SENT', '2025-07-01', { action: 'Ploughed', doneOn: '2025-07-01' }))
    expect(await ofFinding(id)).toMatchObject([{ status: 'OPEN' }])
    const { event } = await ok(record(ines, 'nonconformity', id, 'CLOSED', '2025-07-01', { visitedOn: '2025-07-01' }))
    await tick()
    expect(await ofFinding(id)).toMatchObject([{ id: made.id, status: 'DONE' }])
    await ok(ines.post(`/nonconformity/${id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await ofFinding(id)).toMatchObject([{ id: made.id, status: 'OPEN' }])
    await ok(ines.delete(`/nonconformity/${own.id}`))
    expect(await ofFinding(own.id)).toEqual([])
  })
  it('takes its task along when an edit names another member: what it is about, and the officer; who was given it by hand keeps it', async () => {
    const [ines, omar] = [world.as('ines', 'OP1'), world.as('omar', 'OP1')]
    const [first, second] = [await sown(), await sown()]
    const officer = async (farmerId: string, fieldOfficerId: string | null) => {
      const { version } = await chain.view('farmer', farmerId)
      await ok(ada().patch(`/farmer/${farmerId}`, { fieldOfficerId }, { 'If-Match': `"${version}"` }))
    }
    const edit = async (id: string, farmerId: string, more: Record<string, unknown> = {}) => {
      const { version } = await chain.view('nonconformity', id)
      await ok(ines.patch(`/nonconformity/${id}`, { farmerId, ...more }, { 'If-Match': `"${version}"` }))
    }
    await officer(second.farmerId, null)
    const { id } = await ok(ines.post('/nonconformity', found({ farmerId: first.farmerId, parcelId: first.parcelId })))
    await tick()
    const [made] = await ofFinding(id)
    const ofMember = ({ farmerId, parcelId }: Json, who: string) => ({ id: made.id, farmerId, parcelId, assigneeId: world.people[who]?.id ?? null })
    expect(await chain.view('task', made.id)).toMatchObject(ofMember(first, 'fatima'))
    await edit(id, second.farmerId, { parcelId: second.parcelId })
    expect(await chain.view('task', made.id)).toMatchObject(ofMember(second, 'unknown'))
    const { version } = await chain.view('task', made.id)
    await ok(omar.patch(`/task/${made.id}`, { assigneeId: world.people.ines?.id }, { 'If-Match': `"${version}"` }))
    await edit(id, first.farmerId, { parcelId: null })
    expect(await chain.view('task', made.id)).toMatchObject(ofMember({ farmerId: first.farmerId, parcelId: null }, 'ines'))
    await tick()
    expect(await ofFinding(id)).toMatchObject([{ id: made.id }])
  })
  it('keeps its tie to the task that people edit, and has one beside theirs; one that they end is not made again, and none is deleted', async () => {
    const [ines, omar, fatima] = ['ines', 'omar', 'fatima'].map((key) => world.as(key, 'OP1')) as [Caller, Caller, Caller]
    const [{ farmerId }, other] = [await sown(), await ok(ines.post('/nonconformity', found({})))]
    const { id } = await ok(ines.post('/nonconformity', found({ farmerId, severity: 'CRITICAL' })))
    const byHand = {
      subject: 'Look at it',
      type: 'CORRECTIVE_ACTION',
      priority: 'P3',
      fourEyes: false,
      dueDate: '2025-07-20',
      team: 'Centre',
      nonConformityId: id,
    }
    expect(await fatima.post('/task', { ...byHand, ruleId: '5.2' })).toMatchObject({ status: 400, body: { fields: [{ path: 'ruleId' }] } })
    const own = await ok(fatima.post('/task', byHand))
    await tick()
    const isMade = ({ id: one }: Json) => one !== own.id
    const [made, ...others] = (await ofFinding(id)).filter(isMade)
    expect([made.status, others]).toEqual(['OPEN', []])
    const { version } = await chain.view('task', made.id)
    for (const [field, value] of Object.entries({ ruleId: null, nonConformityId: other.id, type: 'OTHER' }))
      expect(await omar.patch(`/task/${made.id}`, { [field]: value }, { 'If-Match': `"${version}"` })).toMatchObject({
        status: 400,
        body: { fields: [{ path: field }] },
      })
    await ok(omar.patch(`/task/${made.id}`, { priority: 'P2' }, { 'If-Match': `"${version}"` }))
    // Whatever words they choose, those of the product among them.
    await ok(record(omar, 'task', made.id, 'CANCELLED', '2025-07-01', { reason: 'It is not to be done any more.' }))
    const [ofOther] = await ofFinding(other.id)
    for (const who of [omar, fatima]) expect(await who.delete(`/task/${ofOther.id}`)).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT' } })
    await ok(record(omar, 'task', ofOther.id, 'CANCELLED', '2025-07-01', { reason: 'Seen to elsewhere' }))
    await tick()
    expect((await ofFinding(id)).filter(isMade)).toMatchObject([{ id: made.id, status: 'CANCELLED' }])
    expect(await ofFinding(other.id)).toMatchObject([{ id: ofOther.id, status: 'CANCELLED' }])
  })
  it('has a new task when it is open again after the first was verified, and never two', async () => {
    const [ines, omar] = ['ines', 'omar'].map((key) => world.as(key, 'OP1')) as [Caller, Caller]
    const { farmerId } = await sown()
    const { id } = await ok(ines.post('/nonconformity', found({ farmerId })))
    await tick()
    const [made] = await ofFinding(id)
    await ok(record(world.as('fatima', 'OP1'), 'nonconformity', id, 'ACTION_SENT', '2025-07-01', { action: 'Ploughed', doneOn: '2025-07-01' }))
    const close = () => record(ines, 'nonconformity', id, 'CLOSED', '2025-07-01', { visitedOn: '2025-07-01' })
    const { event } = await ok(close())
    await verified(omar, made.id)
    await tick()
    expect(await ofFinding(id)).toMatchObject([{ id: made.id, status: 'VERIFIED' }])
    now = '2025-07-02T06:30:00Z'
    await ok(ines.post(`/nonconformity/${id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    await Promise.all([tick(), tick()])
    await tick()
    const again = (await ofFinding(id)).filter((one: Json) => one.id !== made.id)
    expect(again).toMatchObject([{ status: 'OPEN' }])
    // Verified by people while it is open, it is theirs; the correction that is then returned is to be done again.
    now = '2025-07-03T06:30:00Z'
    await ok(onTask(omar, again[0].id, 'DONE'))
    await verified(ada(), again[0].id)
    await tick()
    expect((await ofFinding(id)).map(({ status }) => status)).toEqual(['VERIFIED', 'VERIFIED'])
    now = '2025-07-04T06:30:00Z'
    await ok(record(ines, 'nonconformity', id, 'ACTION_RETURNED', '2025-07-03', { comment: 'Not the whole buffer' }))
    await tick()
    await tick()
    expect((await ofFinding(id)).map(({ status }) => status).sort()).toEqual(['OPEN', 'VERIFIED', 'VERIFIED'])
  })
  it('of a facility of the group is the manager’s, and its task says nothing of what was found; of a company’s, inspectors of the group enter none', async () => {
    const ines = world.as('ines', 'OP1')
    expect(await ines.post('/nonconformity', found({ processingSystemId: chain.gin }))).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'processingSystemId' }] },
    })
    const own = await seedsOf(world).make(entityOf('processingsystem'), { values: { collectiveId: world.places.cotton.OP1?.id, processorId: null } })
    const { id } = await ok(ines.post('/nonconformity', found({ processingSystemId: own.id })))
    const paul = world.as('paul', 'OP1')
    expect((await paul.get(`/nonconformity/${id}`)).status).toBe(404)
    await tick()
    const [made, ...others] = await ofFinding(id)
    expect(others).toEqual([])
    expect(await chain.view('task', made.id)).toMatchObject({ assigneeId: world.people.omar?.id, processorId: null, details: null })
    expect((await paul.get(`/task/${made.id}`)).status).toBe(404)
  })
})
