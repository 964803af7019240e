// A crop that follows a package of practices has its steps planned, moved and done by what is recorded (domain dictionary 2.5, 3.5, BR-18).
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { settlePlans } from '#server/behaviours/cropping/crop-plans.ts'
import { clockHandlers } from '#server/jobs/clock.ts'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { at, type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'
import { step } from './plan-step.ts'

let world: World
let chain: Chain
let now = '2025-06-10T06:30:00Z'
let popId: string

const steps = [
  step('PLOUGH', 'LAND_PREP', -40, 15, 35),
  step('SOW', 'SOWING', 0, 0, 0),
  step('BORDER', 'SOWING', 0, 0, 10, { sownAs: ['BORDER'], mandatory: false }),
  step('GERM', 'GERMINATION_COUNT', 12, 4, 6),
  step('WEED', 'INTERCULTURE', 21, 5, 7, { operation: 'WEEDING' }),
  step('SCOUT', 'SCOUTING', 30, 3, 4, { repeatEveryDays: 10, repeatCount: 3 }),
  step('SPRAY', 'PLANT_PROTECTION', 45, 5, 15, { mandatory: false, condition: { type: 'SCOUTING_OVER', pest: 'Bollworm', threshold: 2 } }),
  step('WATER', 'IRRIGATION', 50, 5, 5, { condition: { type: 'WATER_REGIME', waterRegimes: ['IRRIGATED'] } }),
  step('PICK', 'HARVEST', 120, 10, 20),
  step('AFTER', 'HARVEST', 25, 5, 10, { anchor: 'FIRST_HARVEST', mandatory: false }),
]
const body = (more: Record<string, unknown> = {}) => ({
  name: 'Cotton of the valley',
  cropTypeId: chain.cotton,
  varietyIds: [],
  regions: [],
  waterRegimes: ['RAINFED', 'IRRIGATED'],
  durationDays: 300,
  validFrom: '2025-01-01',
  inputItemIds: [],
  planEvents: steps,
  ...more,
})
const ada = () => world.as('ada', 'OP1')
const fatima = () => world.as('fatima', 'OP1')
let packages = 0
/** Of a name of its own, unless it has one: those of one name supersede one another. */
const published = async (more: Record<string, unknown> = {}): Promise<string> => {
  const { id } = await ok(ada().post('/pop', body({ name: `Cotton of valley ${++packages}`, ...more })))
  await ok(record(ada(), 'pop', id, 'PUBLISHED', '2025-06-01'))
  return id
}
const planned = async (values: Record<string, unknown> = {}): Promise<{ systemId: string; cropId: string }> => {
  const today = now
  now = '2026-01-15T06:30:00Z'
  const { parcelId } = await chain.member()
  const systemId = await chain.systemOn(parcelId)
  now = today
  return { systemId, cropId: await chain.cropIn(systemId, values) }
}
const sowing = { seedKg: 4, areaHa: 1, method: 'DIBBLING', seedLotNo: 'L1', seedTreated: 'UNTREATED', nonGmProof: 'C-1', nonGmProofKind: 'SEED_CERTIFICATE' }
const crop = (id: string, type: string, day: string, data: Record<string, unknown> = {}, more: Record<string, unknown> = {}) =>
  fatima().post(`/crop/${id}/events`, { eventType: type, occurredAt: at(day), data, lateReason: 'Field book', ...more })
const stepsOf = async (cropId: string): Promise<Json[]> => (await ok(ada().get(`/planevent?filter[cropId]=${cropId}&sort=due&limit=200`))).items
/** Step by key: status, due day, day on which it was done. */
const planOf = async (cropId: string): Promise<Record<string, string>> => {
  const items = await Promise.all((await stepsOf(cropId)).map(({ id }) => chain.view('planevent', id)))
  return Object.fromEntries(items.map((one) => [`${one.popEventCode}#${one.occurrenceNo}`, [one.status, one.due, one.doneOn].filter(Boolean).join(' ')]).sort())
}
const clock = async (): Promise<void> => {
  for (const handler of clockHandlers.filter(({ name }) => name.startsWith('plan')))
    await world.scoped('ada', async (scope) => {
      const ids = await handler.due({ ...scope, day: now.slice(0, 10) }, null, 100)
      for (const id of ids) await handler.carryOut(scope, id)
    })
}

beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
  now = '2026-01-15T06:30:00Z'
  chain = await chainOf(world)
  popId = await published()
})
beforeEach(() => {
  now = '2025-06-10T06:30:00Z'
})

describe('a package that cannot be followed', () => {
  it('is refused: a draft, one for other water, one that is not there', async () => {
    const { cropId } = await planned()
    const { id: draft } = await ok(ada().post('/pop', body({ name: 'Draft' })))
    const irrigated = await published({ name: 'Irrigated only', waterRegimes: ['IRRIGATED'] })
    for (const [id, code] of [
      [draft, 'rule'],
      [irrigated, 'rule'],
      ['01980000-0000-7000-8000-000000000000', 'missing'],
    ])
      expect(await crop(cropId, 'PACKAGE_ASSIGNED', '2025-06-10', { popId: id })).toMatchObject({
        status: 400,
        body: { fields: [{ path: 'data.popId', code }] },
      })
    expect(await stepsOf(cropId)).toEqual([])
  })
  it('is refused at publishing when its steps wait for one another', async () => {
    const circle = [
      step('A', 'IRRIGATION', 3, 0, 1, { anchor: 'PREVIOUS', anchorCode: 'B' }),
      step('B', 'IRRIGATION', 3, 0, 1, { anchor: 'PREVIOUS', anchorCode: 'A' }),
    ]
    expect(await ada().post('/pop', body({ name: 'Circle', planEvents: circle }))).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'planEvents', code: 'rule' }] },
    })
  })
  it('is numbered by the product and stays published while a crop follows it', async () => {
    expect(await ada().post('/pop', body({ name: 'Numbered', versionNo: 7 }))).toMatchObject({ status: 400 })
    const one = await published({ name: 'Numbered' })
    await planned({ popId: one })
    const { items } = await ok(ada().get(`/pop/${one}/events`))
    const event = items.find(({ eventType }: Json) => eventType === 'PUBLISHED')
    expect(await ada().post(`/pop/${one}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' })).toMatchObject({ status: 422, body: { ruleId: 'BR-18' } })
    const two = await published({ name: 'Numbered', basedOnId: popId })
    expect([await chain.view('pop', one), await chain.view('pop', two)]).toMatchObject([{ versionNo: 1 }, { versionNo: 2 }])
  })
})

describe('the plan of a crop', () => {
  it('is there with the crop, counted from the planned sowing', async () => {
    const { cropId } = await planned({ popId })
    expect(await chain.view('crop', cropId)).toMatchObject({ popId, popVersion: 1 })
    expect(await planOf(cropId)).toEqual({
      'AFTER#1': 'PLANNED 2025-11-12',
      'BORDER#1': 'PLANNED 2025-06-20',
      'GERM#1': 'PLANNED 2025-07-02',
      'PICK#1': 'PLANNED 2025-10-18',
      'PLOUGH#1': 'DUE 2025-05-11',
      'SCOUT#1': 'PLANNED 2025-07-20',
      'SCOUT#2': 'PLANNED 2025-07-30',
      'SCOUT#3': 'PLANNED 2025-08-09',
      'SOW#1': 'PLANNED 2025-06-20',
      'WATER#1': 'NOT_APPLICABLE 2025-08-09',
      'WEED#1': 'PLANNED 2025-07-11',
    })
  })
  it('moves with the sowing, and goes back with it', async () => {
    const { cropId, systemId } = await planned({ popId })
    await ok(record(fatima(), 'croppingsystem', systemId, 'LAND_PREP', '2025-06-09', { operation: 'PLOUGHING' }))
    now = '2025-07-20T06:30:00Z'
    const sown = (await ok(crop(cropId, 'SOWING', '2025-06-29', sowing))).event.id
    expect(await planOf(cropId)).toMatchObject({
      'PLOUGH#1': 'DONE_ON_TIME 2025-05-11 2025-06-09',
      'SOW#1': 'DONE_ON_TIME 2025-06-29 2025-06-29',
      'GERM#1': 'MISSED 2025-07-11',
      'WEED#1': 'DUE 2025-07-20',
    })
    const germinated = (await ok(crop(cropId, 'GERMINATION_COUNT', '2025-07-12', { plantsPerM2: 4 }))).event.id
    expect(await planOf(cropId)).toMatchObject({ 'GERM#1': 'DONE_ON_TIME 2025-07-11 2025-07-12' })
    await ok(fatima().post(`/crop/${cropId}/events/${germinated}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect((await planOf(cropId))['GERM#1']).toBe('MISSED 2025-07-11')
    await ok(crop(cropId, 'SOWING', '2025-06-26', sowing, { supersedesEventId: sown }))
    expect(await planOf(cropId)).toMatchObject({
      'SOW#1': 'DONE_ON_TIME 2025-06-26 2025-06-26',
      'GERM#1': 'MISSED 2025-07-08',
      'SCOUT#3': 'PLANNED 2025-08-15',
    })
  })
  it('is the same whatever was recorded first, and with a package assigned at the end', async () => {
    now = '2025-08-20T06:30:00Z'
    const happened: [string, string, Json][] = [
      ['SOWING', '2025-06-29', sowing],
      ['GERMINATION_COUNT', '2025-07-10', { plantsPerM2: 4 }],
      ['INTERCULTURE', '2025-07-22', { operation: 'WEEDING' }],
      ['SCOUTING', '2025-07-29', { pest: 'Bollworm', count: 1, unit: 'PLANT' }],
      ['SCOUTING', '2025-08-08', { pest: 'Bollworm', count: 3, unit: 'PLANT' }],
    ]
    const one = await planned({ popId })
    for (const [type, day, data] of happened) await ok(crop(one.cropId, type, day, data))
    const other = await planned()
    for (const [type, day, data] of [happened[0], ...happened.slice(1).reverse()] as typeof happened) await ok(crop(other.cropId, type, day, data))
    await ok(crop(other.cropId, 'PACKAGE_ASSIGNED', '2025-08-20', { popId }))
    const plan = await planOf(one.cropId)
    expect(await planOf(other.cropId)).toEqual(plan)
    expect(plan).toMatchObject({ 'WEED#1': 'DONE_ON_TIME 2025-07-20 2025-07-22', 'SCOUT#2': 'DONE_ON_TIME 2025-08-08 2025-08-08', 'SPRAY#1': 'DUE 2025-08-08' })
  })
  it('leaves an event outside every window to itself, unless its recorder names the step', async () => {
    now = '2025-08-20T06:30:00Z'
    const { cropId } = await planned({ popId })
    await ok(crop(cropId, 'SOWING', '2025-06-20', sowing))
    const late = (await ok(crop(cropId, 'INTERCULTURE', '2025-08-01', { operation: 'WEEDING' }, { planEventId: null }))).event.id
    expect(await planOf(cropId)).toMatchObject({ 'WEED#1': 'MISSED 2025-07-11' })
    const weed = (await stepsOf(cropId)).find(({ title }) => title === 'Step WEED').id
    expect(await crop(cropId, 'SCOUTING', '2025-08-02', { pest: 'X', count: 0, unit: 'PLANT' }, { planEventId: weed })).toMatchObject({ status: 400 })
    await ok(crop(cropId, 'INTERCULTURE', '2025-08-02', { operation: 'WEEDING' }, { planEventId: weed }))
    expect(await planOf(cropId)).toMatchObject({ 'WEED#1': 'DONE_LATE 2025-07-11 2025-08-02' })
    await ok(fatima().post(`/crop/${cropId}/events/${late}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await crop(cropId, 'INTERCULTURE', '2025-08-03', { operation: 'WEEDING' }, { planEventId: weed })).toMatchObject({
      status: 400,
      body: { fields: [{ code: 'taken' }] },
    })
    const { items } = await ok(ada().get(`/planevent/${weed}/events`))
    expect(items.map(({ eventType }: Json) => eventType)).toContain('DONE_LATE')
  })
  it('stays done when the event that did it is replaced, by name', async () => {
    now = '2025-08-20T06:30:00Z'
    const { cropId } = await planned({ popId })
    await ok(crop(cropId, 'SOWING', '2025-06-20', sowing))
    const weed = (await stepsOf(cropId)).find(({ title }) => title === 'Step WEED').id
    const { event } = await ok(crop(cropId, 'INTERCULTURE', '2025-08-02', { operation: 'WEEDING' }, { planEventId: weed }))
    const replaced = { planEventId: weed, supersedesEventId: event.id }
    await ok(crop(cropId, 'INTERCULTURE', '2025-08-03', { operation: 'WEEDING' }, replaced))
    expect(await planOf(cropId)).toMatchObject({ 'WEED#1': 'DONE_LATE 2025-07-11 2025-08-03' })
  })
  it('keeps a step that somebody left out, until it is planned again', async () => {
    const { cropId } = await planned({ popId })
    const weed = (await stepsOf(cropId)).find(({ title }) => title === 'Step WEED').id
    await ok(record(fatima(), 'planevent', weed, 'SKIPPED', '2025-06-10', { reason: 'WEATHER' }))
    now = '2025-07-14T06:30:00Z'
    await ok(crop(cropId, 'SOWING', '2025-06-20', sowing))
    await ok(crop(cropId, 'INTERCULTURE', '2025-07-12', { operation: 'WEEDING' }))
    expect(await planOf(cropId)).toMatchObject({ 'WEED#1': 'SKIPPED 2025-07-11' })
    await ok(record(fatima(), 'planevent', weed, 'REOPENED', '2025-07-14', {}, 11))
    expect(await planOf(cropId)).toMatchObject({ 'WEED#1': 'DONE_ON_TIME 2025-07-11 2025-07-12' })
  })
  it('has its border done by the crop beside it', async () => {
    const { cropId, systemId } = await planned({ popId, areaHa: 0.5 })
    now = '2025-06-25T06:30:00Z'
    await ok(crop(cropId, 'SOWING', '2025-06-20', { ...sowing, areaHa: 0.5, seedKg: 2 }))
    const { id: maize } = await ok(ada().post('/variety', { cropTypeId: chain.cotton, name: `Border ${systemId}`, gmStatus: 'NON_GM' }))
    const border = await chain.cropIn(systemId, { role: 'BORDER', areaHa: 0.1, varietyId: maize })
    await ok(crop(border, 'SOWING', '2025-06-22', { ...sowing, areaHa: 0.1, seedKg: 0.5 }))
    expect(await planOf(cropId)).toMatchObject({ 'BORDER#1': 'DONE_ON_TIME 2025-06-20 2025-06-22' })
  })
  it('ends with the crop', async () => {
    const { cropId } = await planned({ popId })
    now = '2025-07-20T06:30:00Z'
    await ok(crop(cropId, 'SOWING', '2025-06-20', sowing))
    await ok(crop(cropId, 'CROP_LOSS', '2025-07-19', { cause: 'FLOOD', share: 1 }))
    expect(await planOf(cropId)).toMatchObject({ 'GERM#1': 'MISSED 2025-07-02', 'SCOUT#1': 'NOT_APPLICABLE 2025-07-20', 'PICK#1': 'NOT_APPLICABLE 2025-10-18' })
  })
  it('follows a newer version in what is open', async () => {
    const name = 'In what is open'
    const popId = await published({ name })
    const { cropId } = await planned({ popId })
    now = '2025-07-05T06:30:00Z'
    await ok(crop(cropId, 'SOWING', '2025-06-20', sowing))
    await ok(crop(cropId, 'GERMINATION_COUNT', '2025-07-02', { plantsPerM2: 4 }))
    const next = await published({
      name,
      planEvents: [...steps.filter(({ code }) => !['GERM', 'SCOUT'].includes(code)), step('HOE', 'INTERCULTURE', 60, 5, 5, { operation: 'HOEING' })],
    })
    const { event } = await ok(crop(cropId, 'PACKAGE_ASSIGNED', '2025-07-05', { popId: next }))
    expect(await chain.view('crop', cropId)).toMatchObject({ popId: next, popVersion: 2 })
    expect(await planOf(cropId)).toMatchObject({
      'GERM#1': 'DONE_ON_TIME 2025-07-02 2025-07-02',
      'SCOUT#1': 'NOT_APPLICABLE 2025-07-20',
      'HOE#1': 'PLANNED 2025-08-19',
    })
    await ok(fatima().post(`/crop/${cropId}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await chain.view('crop', cropId)).toMatchObject({ popId, popVersion: 1 })
    expect(await planOf(cropId)).toMatchObject({ 'SCOUT#1': 'PLANNED 2025-07-20', 'HOE#1': 'NOT_APPLICABLE 2025-08-19' })
  })
  it('waits for the declared onset of the monsoon, and a manager hears of it', async () => {
    const { cropId } = await planned({ popId })
    const sown = await planned({ popId })
    await ok(crop(sown.cropId, 'SOWING', '2025-06-09', sowing))
    const elsewhere = { onsetOn: '2025-06-25', expectedOn: '2025-06-15', villages: ['Elsewhere'] }
    await ok(fatima().post('/farmer', sampleOf(entityOf('farmer'), { values: { village: 'Elsewhere', joinedOn: '2021-04-01' } })))
    await ok(record(ada(), 'season', chain.season, 'ONSET_DECLARED', '2025-06-10', elsewhere, 9))
    expect(await planOf(cropId)).toMatchObject({ 'SOW#1': 'PLANNED 2025-06-20' })
    const { event } = await ok(
      record(ada(), 'season', chain.season, 'ONSET_DECLARED', '2025-06-10', { onsetOn: '2025-06-25', expectedOn: '2025-06-15', villages: [] }),
    )
    expect(await planOf(cropId)).toMatchObject({ 'SOW#1': 'PLANNED 2025-06-30', 'GERM#1': 'PLANNED 2025-07-12' })
    expect(await planOf(sown.cropId)).toMatchObject({ 'GERM#1': 'PLANNED 2025-06-21' })
    const heard = await world.scoped('ada', ({ db, tenant }) =>
      db
        .selectFrom('outbox')
        .select('figures')
        .where('tenant_id', '=', tenant.id)
        .where('code', '=', 'WEATHER_SHIFT')
        .where('event_id', '=', event.id)
        .execute(),
    )
    expect(heard).toHaveLength(1)
    await ok(ada().post(`/season/${chain.season}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await planOf(cropId)).toMatchObject({ 'SOW#1': 'PLANNED 2025-06-20' })
  })
  it('is brought further by the days', async () => {
    const { cropId } = await planned({ popId })
    now = '2025-06-28T06:30:00Z'
    await ok(crop(cropId, 'SOWING', '2025-06-20', sowing))
    now = '2025-07-09T06:30:00Z'
    await clock()
    expect(await planOf(cropId)).toMatchObject({ 'BORDER#1': 'SKIPPED 2025-06-20', 'GERM#1': 'MISSED 2025-07-02', 'WEED#1': 'DUE 2025-07-11' })
    const germ = (await stepsOf(cropId)).find(({ title }) => title === 'Step GERM').id
    const { items } = await ok(ada().get(`/planevent/${germ}/events`))
    expect(items[0]).toMatchObject({ eventType: 'MISSED', recordedBy: expect.anything(), occurredAt: '2025-07-08T18:30:00.000Z' })
    const again = await world.scoped('ada', (scope) => messagesOf(() => settlePlans(scope, [cropId])))
    expect(statementsIn(again).filter((text) => /^(update|insert)/.test(text))).toEqual([])
  })
})

describe('a package that crops have left', () => {
  it('stays as it was published', async () => {
    const [first, next] = [await published({ name: 'Left' }), await published({ name: 'Left for' })]
    const { cropId } = await planned({ popId: first })
    await ok(crop(cropId, 'PACKAGE_ASSIGNED', '2025-06-10', { popId: next }))
    const { items } = await ok(ada().get(`/pop/${first}/events`))
    const publishing = items.find(({ eventType }: Json) => eventType === 'PUBLISHED')
    expect(await ada().post(`/pop/${first}/events/${publishing.id}/void`, { reason: 'INCORRECT_DATA' })).toMatchObject({
      status: 422,
      body: { ruleId: 'BR-18', figures: { count: 1 } },
    })
  })
})

describe('a step whose name a newer version changes', () => {
  it('is called and found by its new name', async () => {
    const { cropId } = await planned({ popId })
    const next = await published({ planEvents: steps.map((one) => (one.code === 'WEED' ? { ...one, name: 'Hoeing between rows' } : one)) })
    await ok(crop(cropId, 'PACKAGE_ASSIGNED', '2025-06-10', { popId: next }))
    expect((await stepsOf(cropId)).map(({ title }) => title)).toContain('Hoeing between rows')
    const { items } = await ok(ada().get(`/planevent?filter[cropId]=${cropId}&q=hoeing`))
    expect(items.map(({ title }: Json) => title)).toEqual(['Hoeing between rows'])
  })
})

describe('many crops at once', () => {
  it('are shown what would move, and follow the package together or not at all', async () => {
    const first = await published({ name: 'Of many' })
    const follows = await planned({ popId: first })
    const free = await planned()
    now = '2025-07-01T06:30:00Z'
    await ok(crop(follows.cropId, 'SOWING', '2025-06-20', sowing))
    const { id: next } = await ok(
      ada().post(
        '/pop',
        body({
          name: 'Of many',
          planEvents: [...steps.slice(0, 5), step('HOE', 'INTERCULTURE', 60, 5, 5, { operation: 'HOEING' })].map((one) =>
            one.code === 'WEED' ? { ...one, offsetDays: 25 } : one,
          ),
        }),
      ),
    )
    const cropIds = [follows.cropId, free.cropId]
    const preview = () => ok(ada().post(`/pop/${next}/preview`, { ids: cropIds }))
    const by = (id: string, { followers }: Json) => followers.find((one: Json) => one.id === id)
    expect(by(follows.cropId, await preview())).toMatchObject({
      why: null,
      isEarlierVersion: true,
      follows: 'Of many, v1',
      done: 1,
      added: 1,
      moved: 1,
      dropped: 5,
    })
    expect(by(free.cropId, await preview())).toMatchObject({ why: null, follows: null, done: 0, added: 4, overdue: 2, moved: 0, dropped: 0 })
    expect(await ada().post(`/pop/${next}/assign`, { ids: cropIds })).toMatchObject({ status: 400, body: { fields: [{ path: 'ids', code: 'rule' }] } })
    await ok(record(ada(), 'pop', next, 'PUBLISHED', '2025-07-01'))
    expect(await chain.view('pop', (await chain.view('crop', follows.cropId)).popId)).toMatchObject({ status: 'SUPERSEDED' })
    const ended = await planned()
    await ok(crop(ended.cropId, 'CANCELLED', '2025-07-01', { reason: 'No seed' }))
    expect(await ada().post(`/pop/${next}/assign`, { ids: [...cropIds, ended.cropId] })).toMatchObject({ status: 400 })
    // Of those that are named none is left out without a word; of all that might follow it an ended one is none.
    const named = await ok(ada().post(`/pop/${next}/preview`, { ids: [...cropIds, ended.cropId] }))
    expect(named.followers).toHaveLength(3)
    expect(by(ended.cropId, named)).toMatchObject({ why: { message: 'This crop has ended.' } })
    expect(by(ended.cropId, await ok(ada().post(`/pop/${next}/preview`, {})))).toBeUndefined()
    expect(await world.as('pooja', 'OP1').post(`/pop/${next}/assign`, { ids: cropIds })).toMatchObject({ status: 403 })
    expect(await stepsOf(free.cropId)).toEqual([])
    expect(await ok(ada().post(`/pop/${next}/assign`, { ids: cropIds }))).toEqual({ count: 2 })
    expect(await ok(ada().post(`/pop/${next}/assign`, { ids: cropIds }))).toEqual({ count: 0 })
    expect(await chain.view('crop', free.cropId)).toMatchObject({ popId: next, popVersion: 2 })
    expect((await ok(ada().get(`/crop/${free.cropId}/events`))).items[0]).toMatchObject({ eventType: 'PACKAGE_ASSIGNED', data: { popId: next } })
    expect(await planOf(follows.cropId)).toMatchObject({
      'WEED#1': 'PLANNED 2025-07-15',
      'HOE#1': 'PLANNED 2025-08-19',
      'SCOUT#1': 'NOT_APPLICABLE 2025-07-20',
    })
  })
  it('cost as many statements as one', async () => {
    const one = await planned()
    const others = [await planned(), await planned(), await planned()]
    const sent = async (ids: string[]) => (await messagesOf(() => ok(ada().post(`/pop/${popId}/assign`, { ids })))).flat().length
    const single = await sent([one.cropId])
    expect(await sent(others.map(({ cropId }) => cropId))).toBe(single)
  })
})

describe('the number of statements', () => {
  it('does not grow with the number of crops', async () => {
    const many: string[] = []
    for (let n = 0; n < 3; n++) many.push((await planned({ popId })).cropId)
    now = '2025-07-20T06:30:00Z'
    const sent = async (ids: string[]) => statementsIn(await world.scoped('ada', (scope) => messagesOf(() => settlePlans(scope, ids)))).length
    const one = await sent(many.slice(0, 1))
    expect(await sent(many.slice(1))).toBe(one)
    expect(one).toBeLessThanOrEqual(12)
  })
})
