// Publishing a version of a package supersedes the one before (domain dictionary 5.1, decision 102): who follows that stays on it, nobody begins with it,
// and the earlier one is back when the publication is taken back.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, cropBody, type Json, ok, record } from './chain-stage.ts'
import { step } from './plan-step.ts'

let world: World
let chain: Chain
let now = '2026-01-15T06:30:00Z'
let operators: Record<'OP1' | 'OP2', string>
const refused = refusing(() => world)
const ada = (operator = 'OP1') => world.as('ada', operator)
const fatima = () => world.as('fatima', 'OP1')
const body = (name: string, more: Json = {}): Json => ({
  ...{ name, cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED', 'IRRIGATED'], durationDays: 300, validFrom: '2025-01-01' },
  ...{ inputItemIds: [], planEvents: [step('SOW', 'SOWING', 0, 0, 0), step('WEED', 'INTERCULTURE', 21, 5, 7)] },
  ...more,
})
const draft = async (name: string, more: Json = {}): Promise<string> => (await ok(ada().post('/pop', body(name, more)))).id
const publish = (id: string, day = '2025-06-01', by = ada()) => record(by, 'pop', id, 'PUBLISHED', day)
const published = async (name: string, day = '2025-06-01', more: Json = {}): Promise<string> => {
  const id = await draft(name, more)
  await ok(publish(id, day))
  return id
}
const statesOf = async (...ids: string[]): Promise<string[]> => Promise.all(ids.map(async (id) => (await chain.view('pop', id)).status))
const eventsOf = async (id: string, entity = 'pop'): Promise<Json[]> => (await ok(ada().get(`/${entity}/${id}/events`))).items
const eventOf = async (id: string, type: string): Promise<Json> =>
  (await eventsOf(id)).find(({ eventType, status }) => eventType === type && status === 'RECORDED')
const takeAway = async (id: string, type: string) => ada().post(`/pop/${id}/events/${(await eventOf(id, type)).id}/void`, { reason: 'INCORRECT_DATA' })
const system = async (): Promise<string> => {
  const today = now
  now = '2026-01-15T06:30:00Z'
  const { parcelId } = await chain.member()
  const systemId = await chain.systemOn(parcelId)
  now = today
  return systemId
}
const cropWith = async (values: Json = {}): Promise<string> => chain.cropIn(await system(), values)
const assigned = (cropId: string, popId: string, more: Json = {}) =>
  fatima().post(`/crop/${cropId}/events`, { eventType: 'PACKAGE_ASSIGNED', occurredAt: at('2025-06-10'), data: { popId }, lateReason: 'Field book', ...more })
const duesOf = async (cropId: string): Promise<string[]> =>
  (await ok(ada().get(`/planevent?filter[cropId]=${cropId}&sort=due&limit=200`))).items.map(({ due, status }: Json) => `${due} ${status}`)
const tick = () =>
  runClock(
    { ...world.deps, clock: () => new Date(now), stop: new AbortController().signal },
    world.tenants.cotton,
    clockHandlers.filter(({ name }) => name.startsWith('versions overtaken')),
  )

beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
  chain = await chainOf(world)
  const [one, two] = [world.places.cotton.OP1?.id, world.places.cotton.OP2?.id]
  operators = { OP1: String(one), OP2: String(two) }
}, 120_000)
beforeEach(() => {
  now = '2025-06-10T06:30:00Z'
})

describe('a version that was superseded', () => {
  it('is refused to whoever begins: as a new crop, as another package and with many at once', async () => {
    const one = await published('Refused')
    const [free, place] = [await cropWith(), await system()]
    const two = await published('Refused', '2025-06-02')
    expect(await statesOf(one, two)).toEqual(['SUPERSEDED', 'PUBLISHED'])
    const made = () => fatima().post('/crop', cropBody(chain, place, { popId: one }))
    await refused(made, { status: 400, body: { fields: [{ path: 'popId', code: 'rule' }] } })
    await refused(() => assigned(free, one), { status: 400, body: { fields: [{ path: 'data.popId', code: 'rule' }] } })
    await refused(() => ada().post(`/pop/${one}/assign`, { ids: [free] }), { status: 400, body: { fields: [{ path: 'ids', code: 'rule' }] } })
    const { followers } = await ok(ada().post(`/pop/${one}/preview`, { ids: [free] }))
    expect(followers).toMatchObject([{ why: { message: expect.stringContaining('overtaken by a newer one') } }])
    await ok(assigned(free, two))
  })
  it('goes on with the crops that follow it, which can be edited, and whose assignment can be corrected to it alone', async () => {
    const [one, other] = [await published('Followed'), await published('Of another name')]
    const [cropId, planned] = [await cropWith(), await cropWith({ popId: one })]
    const { event } = await ok(assigned(cropId, one))
    const before = [await duesOf(cropId), await duesOf(planned)]
    const [two, second] = [await published('Followed', '2025-06-09'), await published('Of another name', '2025-06-09')]
    expect(await statesOf(one, two, other, second)).toEqual(['SUPERSEDED', 'PUBLISHED', 'SUPERSEDED', 'PUBLISHED'])
    expect([await duesOf(cropId), await duesOf(planned)]).toEqual(before)
    for (const id of [cropId, planned]) {
      const row = await chain.view('crop', id)
      expect(row).toMatchObject({ popId: one, popVersion: 1 })
      await ok(ada().patch(`/crop/${id}`, { plannedSowing: '2025-06-24' }, { 'if-match': `"${row.version}"` }))
    }
    expect(await duesOf(cropId)).toEqual(['2025-06-24 PLANNED', '2025-07-15 PLANNED'])
    const corrected = (popId: string) => assigned(cropId, popId, { occurredAt: at('2025-06-09', 9), supersedesEventId: event.id })
    await refused(() => corrected(other), { status: 400, body: { fields: [{ path: 'data.popId', code: 'rule' }] } })
    await ok(corrected(one))
    expect(await chain.view('crop', cropId)).toMatchObject({ popId: one, popVersion: 1 })
    // What has moved on does not come back.
    await ok(ada().post(`/pop/${two}/assign`, { ids: [cropId] }))
    await refused(() => assigned(cropId, one), { status: 400 })
  })
  it('says by which one, is taken back with that publication alone, and is published again then', async () => {
    const one = await published('Taken back')
    const two = await published('Taken back', '2025-06-02')
    const publication = await eventOf(two, 'PUBLISHED')
    const superseded = await eventOf(one, 'SUPERSEDED')
    expect(superseded).toMatchObject({ data: { replacedById: two }, occurredAt: publication.occurredAt })
    await refused(() => takeAway(one, 'SUPERSEDED'), { status: 409, body: { code: 'STATE_CONFLICT' } })
    await refused(() => takeAway(one, 'PUBLISHED'), { status: 409, body: { code: 'STATE_CONFLICT' } })
    await ok(takeAway(two, 'PUBLISHED'))
    expect(await statesOf(one, two)).toEqual(['PUBLISHED', 'DRAFT'])
    await ok(assigned(await cropWith(), one))
    await ok(publish(two, '2025-06-03'))
    expect(await statesOf(one, two)).toEqual(['SUPERSEDED', 'PUBLISHED'])
    // A correction of the day is both at once.
    const { id } = await eventOf(two, 'PUBLISHED')
    await ok(ada().post(`/pop/${two}/events`, { eventType: 'PUBLISHED', occurredAt: at('2025-06-04'), data: {}, supersedesEventId: id }))
    expect(await statesOf(one, two)).toEqual(['SUPERSEDED', 'PUBLISHED'])
    expect(Date.parse((await eventOf(one, 'SUPERSEDED')).occurredAt)).toBe(Date.parse(at('2025-06-04')))
    // Followed, it stays as it was published.
    await ok(assigned(await cropWith(), two))
    await refused(() => takeAway(two, 'PUBLISHED'), { status: 422, body: { ruleId: 'BR-18' } })
  })
})

describe('which version supersedes which', () => {
  it('the later number, however many came before; what is archived does not give the one before it back', async () => {
    const [one, two, three] = [await published('Three'), await draft('Three'), await draft('Three')]
    await ok(publish(three, '2025-06-03'))
    expect(await statesOf(one, two, three)).toEqual(['SUPERSEDED', 'DRAFT', 'PUBLISHED'])
    // An older draft comes too late, unless it was published before.
    await refused(() => publish(two, '2025-06-04'), { status: 409, body: { code: 'STATE_CONFLICT', figures: { code: (await chain.view('pop', three)).code } } })
    await ok(publish(two, '2025-06-02'))
    expect(await statesOf(one, two, three)).toEqual(['SUPERSEDED', 'SUPERSEDED', 'PUBLISHED'])
    expect(Date.parse((await eventOf(two, 'SUPERSEDED')).occurredAt)).toBe(Date.parse(at('2025-06-03')))
    await ok(takeAway(three, 'PUBLISHED'))
    expect(await statesOf(one, two, three)).toEqual(['SUPERSEDED', 'PUBLISHED', 'DRAFT'])
    expect((await eventOf(one, 'SUPERSEDED')).data).toMatchObject({ replacedById: two })
    await ok(record(ada(), 'pop', two, 'ARCHIVED', '2025-06-05'))
    expect(await statesOf(one, two)).toEqual(['SUPERSEDED', 'ARCHIVED'])
  })
  it('a later one is not published before an earlier one was', async () => {
    const [, two] = [await published('In order', '2025-06-05'), await draft('In order')]
    await refused(() => publish(two, '2025-06-04'), { status: 400, body: { fields: [{ path: 'occurredAt', code: 'min' }] } })
    await ok(publish(two, '2025-06-05'))
  })
  it('one that was marked or archived by hand before is left as it is, and superseded when that is taken back', async () => {
    const one = await published('By hand')
    await ok(record(ada(), 'pop', one, 'SUPERSEDED', '2025-06-02'))
    const gone = await published('By hand', '2025-06-02')
    await ok(record(ada(), 'pop', gone, 'ARCHIVED', '2025-06-02', {}, 11))
    const three = await published('By hand', '2025-06-03')
    expect((await eventsOf(one)).filter(({ eventType }) => eventType === 'SUPERSEDED')).toHaveLength(1)
    await ok(takeAway(one, 'SUPERSEDED'))
    await ok(takeAway(gone, 'ARCHIVED'))
    expect(await statesOf(one, gone, three)).toEqual(['SUPERSEDED', 'SUPERSEDED', 'PUBLISHED'])
    expect((await eventOf(one, 'SUPERSEDED')).data).toMatchObject({ replacedById: three })
  })
  it('of one owner only: that of another operator, of the whole programme and of another name stay', async () => {
    const whole = await published('Owned')
    const [first, second] = [
      await published('Owned', '2025-06-01', { collectiveId: operators.OP1 }),
      await published('Owned', '2025-06-01', { collectiveId: operators.OP2 }),
    ]
    const cropId = await cropWith({ popId: first })
    expect(await statesOf(whole, first, second)).toEqual(['PUBLISHED', 'PUBLISHED', 'PUBLISHED'])
    const of = async (id: string): Promise<Json> => (await ok(ada().post(`/pop/${id}/preview`, { ids: [cropId] }))).followers[0]
    expect(await of(second)).toMatchObject({ isEarlierVersion: false })
    const omar = () => world.as('omar', 'OP1')
    const { id: next } = await ok(omar().post('/pop', body('Owned', { collectiveId: operators.OP1 })))
    expect(await of(next)).toMatchObject({ isEarlierVersion: true })
    await ok(publish(next, '2025-06-02', omar()))
    expect(await statesOf(whole, first, second, next)).toEqual(['PUBLISHED', 'SUPERSEDED', 'PUBLISHED', 'PUBLISHED'])
    expect(await eventOf(first, 'SUPERSEDED')).toMatchObject({ recordedBy: world.people.omar?.id })
  })
})

describe('a package of the same name for another crop', () => {
  it('supersedes nothing, is superseded by nothing, and may be published before the other', async () => {
    const kind = { name: 'Wheat', scientificName: 'Triticum aestivum', lifecycle: 'ANNUAL', daysMin: 100, daysMax: 150, gmRisk: false, eudrCommodity: false }
    const { id: wheat } = await ok(
      ada().post('/croptype', { ...kind, yieldNorms: [{ waterRegime: 'RAINFED', minKgPerHa: 300, typicalKgPerHa: 800, maxKgPerHa: 8000 }] }),
    )
    const ofCotton = await draft('Of two crops')
    const ofWheat = await published('Of two crops', '2025-06-05', { cropTypeId: wheat })
    await ok(publish(ofCotton, '2025-06-03'))
    const next = await published('Of two crops', '2025-06-06', { cropTypeId: wheat })
    await tick()
    expect(await statesOf(ofCotton, ofWheat, next)).toEqual(['PUBLISHED', 'SUPERSEDED', 'PUBLISHED'])
    expect((await ok(ada().post(`/pop/${next}/preview`, {}))).versions).toEqual({ supersedes: [], later: null })
  })
})

describe('publishing', () => {
  it('shows beforehand which versions it supersedes, and the one that came before it', async () => {
    const one = await published('Shown')
    const [two, three] = [await draft('Shown'), await draft('Shown')]
    const versions = async (id: string) => (await ok(ada().post(`/pop/${id}/preview`, {}))).versions
    expect(await versions(three)).toEqual({ supersedes: [{ id: one, title: 'Shown, v1' }], later: null })
    expect(await statesOf(one)).toEqual(['PUBLISHED'])
    await ok(publish(three, '2025-06-02'))
    expect(await versions(three)).toEqual({ supersedes: [], later: null })
    for (const id of [one, two]) expect(await versions(id)).toEqual({ supersedes: [], later: { id: three, title: 'Shown, v3' } })
  })
  it('twice with the same key supersedes once', async () => {
    const one = await published('Twice')
    const two = await draft('Twice')
    const send = () =>
      ada().post(`/pop/${two}/events`, { eventType: 'PUBLISHED', occurredAt: at('2025-06-09'), data: {} }, { 'idempotency-key': 'publish-twice' })
    const [first, second] = [await ok(send()), await ok(send())]
    expect(second.event.id).toBe(first.event.id)
    expect((await eventsOf(one)).map(({ eventType }) => eventType)).toEqual(['SUPERSEDED', 'PUBLISHED'])
    await refused(() => publish(two, '2025-06-09'), { status: 409 })
  })
  it('of two versions at once leaves one of them published', async () => {
    for (const name of ['At once A', 'At once B', 'At once C']) {
      const one = await published(name)
      const [two, three] = [await draft(name), await draft(name)]
      const answers = await Promise.all([publish(three, '2025-06-09'), publish(two, '2025-06-09')])
      expect(answers[0].status).toBe(201)
      expect([201, 409]).toContain(answers[1].status)
      expect(await statesOf(one, two, three)).toEqual(['SUPERSEDED', answers[1].status === 201 ? 'SUPERSEDED' : 'DRAFT', 'PUBLISHED'])
    }
  })
  it('while the one before is taken back leaves the later one published', async () => {
    const one = await published('Crossing')
    const two = await published('Crossing', '2025-06-02')
    const three = await draft('Crossing')
    const [made, gone] = await Promise.all([publish(three, '2025-06-09'), takeAway(two, 'PUBLISHED')])
    expect([made.status, gone.status]).toEqual([201, expect.any(Number)])
    expect(await statesOf(one, two, three)).toEqual(['SUPERSEDED', gone.status === 200 || gone.status === 201 ? 'DRAFT' : 'SUPERSEDED', 'PUBLISHED'])
  })
})

describe('a version that is valid from a later day', () => {
  it('can be followed at once, and supersedes the one before on its first day', async () => {
    const one = await published('Ahead')
    const two = await published('Ahead', '2025-06-09', { validFrom: '2025-06-12' })
    await tick()
    expect(await statesOf(one, two)).toEqual(['PUBLISHED', 'PUBLISHED'])
    expect((await ok(ada().post(`/pop/${two}/preview`, {}))).versions).toEqual({ supersedes: [{ id: one, title: 'Ahead, v1' }], later: null })
    const [now1, next] = [await cropWith(), await cropWith()]
    await ok(assigned(now1, one))
    await ok(assigned(next, two))
    now = '2025-06-13T06:30:00Z'
    await Promise.all([tick(), tick()])
    expect(await statesOf(one, two)).toEqual(['SUPERSEDED', 'PUBLISHED'])
    expect((await eventsOf(one)).filter(({ eventType }) => eventType === 'SUPERSEDED')).toHaveLength(1)
    const superseded = await eventOf(one, 'SUPERSEDED')
    expect(superseded).toMatchObject({ data: { replacedById: two }, recordedBy: null })
    expect(Date.parse(superseded.occurredAt)).toBe(Date.parse('2025-06-12T00:00:00+05:30'))
    expect(await chain.view('crop', now1)).toMatchObject({ popId: one, popVersion: 1 })
  })
  it('gives way to a later one that holds, and taken back leaves the one before published', async () => {
    const one = await published('Ahead of all')
    const two = await published('Ahead of all', '2025-06-02', { validFrom: '2025-06-20' })
    // Before its first day an older draft is published still.
    const three = await published('Ahead of all', '2025-06-03')
    expect(await statesOf(one, two, three)).toEqual(['SUPERSEDED', 'SUPERSEDED', 'PUBLISHED'])
    await ok(takeAway(three, 'PUBLISHED'))
    expect(await statesOf(one, two, three)).toEqual(['PUBLISHED', 'PUBLISHED', 'DRAFT'])
    now = '2025-06-21T06:30:00Z'
    await tick()
    expect(await statesOf(one, two)).toEqual(['SUPERSEDED', 'PUBLISHED'])
    await ok(takeAway(two, 'PUBLISHED'))
    expect(await statesOf(one, two)).toEqual(['PUBLISHED', 'DRAFT'])
  })
})
