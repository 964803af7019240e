// The plan of a flock and of a pond: what their package asks for, from the day on which they came, done by what is recorded, by whatever order;
// daily routines roll from day to day; what is open ends with the stock (animal 9.3, BR-18).
import { beforeAll, describe, expect, it } from 'vitest'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { messagesOf } from '../harness/statements.ts'
import { openWorld, rowCounts } from '../harness/world.ts'
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
const published = async (entity: 'poultrypop' | 'aquapop', planEvents: Json[], values: Json = {}): Promise<string> => {
  const common = {
    collectiveId: null,
    basedOnId: null,
    durationDays: 60,
    stages: [{ name: 'All', fromDay: 0, toDay: 60 }],
    targets: [],
    name: `Package ${++names}`,
  }
  const { id } = await farm.make(entity, { ...farm.sampleOf(entity, { ...common, ...values }), ...common, ...values, planEvents }, farm.ada)
  await farm.ada.post(`/${entity}/${id}/events`, { eventType: 'PUBLISHED', occurredAt: daysAgo(0, 1), data: {} })
  return id
}
const flockPackage = (planEvents: Json[]) => published('poultrypop', planEvents, { birdType: 'BROILER', strainId: null, anchor: 'PLACEMENT' })
const broilers = [
  step('WEIGH', 'WEIGHT_SAMPLE', 7, { repeatEveryDays: 7, repeatUntilDay: 21 }),
  step('LITTER', 'LITTER', 5, { anchorCode: 'LIGHT' }),
  step('LIGHT', 'LIGHTING', 10),
  step('FEED', 'FEEDING', 28, { dose: 0.1, doseUnit: 'KG', doseBasis: 'PER_BIRD' }),
  step('WATER', 'WATER', 12, { condition: 'In great heat' }),
  step('DAY', 'DAILY_RECORD', 0, { repeatEveryDays: 1, windowAfter: 0 }),
]
type Row = { code: string; no: number; due: string; status: string; doneOn: string | null; plannedQty: number | null; unit: string | null; id: string }
const planOf = async (of: 'poultryBatchId' | 'aquaCropId', id: string): Promise<Map<string, Row>> => {
  const items = await farm.list(`/planevent?filter[${of}]=${id}&limit=100`)
  const rows = await Promise.all(items.map((one: Json) => farm.view('planevent', one.id)))
  return new Map(rows.map((row): [string, Row] => [`${row.popEventCode}#${row.occurrenceNo}`, { ...row, code: row.popEventCode, no: row.occurrenceNo }]))
}
const states = async (of: 'poultryBatchId' | 'aquaCropId', id: string) =>
  Object.fromEntries([...(await planOf(of, id))].map(([key, { due, status }]) => [key, `${due} ${status}`]).sort())
const place = (id: string, ago: number) => farm.recorded('poultrybatch', id, 'PLACEMENT', daysAgo(ago), { females: 0, males: 0, unsexed: 1000, weightG: 42 })
const weigh = (id: string, ago: number, more: Json = {}) =>
  farm.omar.post(`/poultrybatch/${id}/events`, {
    ...{ eventType: 'WEIGHT_SAMPLE', occurredAt: daysAgo(ago, 8), data: { sampleSize: 40, meanG: 300 }, lateReason: 'From the book', ...more },
  })

describe('a flock', () => {
  it('without a package plans nothing; with one it has each step on its day', async () => {
    const before = await rowCounts(farm.world)
    const { id: free } = await farm.flock()
    await place(free, 14)
    expect((await rowCounts(farm.world)).planevent).toBe(before.planevent)
    const { id } = await farm.flock({ popId: await flockPackage(broilers), placementDate: plainDay(15), hatchDate: plainDay(15) })
    const planned = {
      'DAY#1': `${plainDay(15)} DUE`,
      'FEED#1': `${plainDay(-13)} PLANNED`,
      'LIGHT#1': `${plainDay(5)} MISSED`,
      'LITTER#1': `${plainDay(0)} DUE`,
    }
    expect(await states('poultryBatchId', id)).toEqual({
      ...planned,
      'WATER#1': `${plainDay(3)} SKIPPED`,
      'WEIGH#1': `${plainDay(8)} MISSED`,
      'WEIGH#2': `${plainDay(1)} DUE`,
      'WEIGH#3': `${plainDay(-6)} PLANNED`,
    })
    // Placed a day later than planned: everything moves with it.
    await place(id, 14)
    expect(await states('poultryBatchId', id)).toMatchObject({
      'LIGHT#1': `${plainDay(4)} MISSED`,
      'WEIGH#2': `${plainDay(0)} DUE`,
      'FEED#1': `${plainDay(-14)} PLANNED`,
    })
  })
  it('has its steps done by what is recorded, in whatever order, and open again by what is taken back; a step of another flock is not its own (400)', async () => {
    const popId = await flockPackage(broilers)
    const [one, other] = [await farm.flock({ popId, placementDate: plainDay(14) }), await farm.flock({ popId, placementDate: plainDay(14) })]
    for (const { id } of [one, other]) await place(id, 14)
    const late = (await planOf('poultryBatchId', one.id)).get('WEIGH#1') as Row
    expect(await weigh(other.id, 3, { planEventId: late.id })).toMatchObject({ status: 400, body: { fields: [{ path: 'planEventId' }] } })
    const days = { [one.id]: [0, 7], [other.id]: [7, 0] }
    const events: Record<string, string> = {}
    for (const [id, agos] of Object.entries(days)) for (const ago of agos) events[`${id} ${ago}`] = (await weigh(id, ago)).body.event.id
    const done = { 'WEIGH#1': `${plainDay(7)} DONE_ON_TIME`, 'WEIGH#2': `${plainDay(0)} DONE_ON_TIME`, 'WEIGH#3': `${plainDay(-7)} PLANNED` }
    for (const { id } of [one, other]) expect(await states('poultryBatchId', id)).toMatchObject(done)
    expect((await farm.voidRecordedEvent('poultrybatch', one.id, events[`${one.id} 7`] as string)).status).toBe(200)
    expect(await states('poultryBatchId', one.id)).toMatchObject({ ...done, 'WEIGH#1': `${plainDay(7)} MISSED` })
    expect((await weigh(one.id, 3, { planEventId: late.id })).status).toBe(201)
    expect((await planOf('poultryBatchId', one.id)).get('WEIGH#1')).toMatchObject({ status: 'DONE_LATE', doneOn: plainDay(3) })
  })
  it('rolls its daily routine to the next day, and asks for as much as its birds need', async () => {
    const { id } = await farm.flock({ popId: await flockPackage(broilers), placementDate: plainDay(14) })
    await place(id, 14)
    expect((await planOf('poultryBatchId', id)).get('FEED#1')).toMatchObject({ plannedQty: 100, unit: 'kg' })
    await farm.recorded('poultrybatch', id, 'DAILY_RECORD', daysAgo(1, 12), day(1, { deadUnsexed: 10 }))
    expect(await states('poultryBatchId', id)).toMatchObject({ 'DAY#1': `${plainDay(0)} DUE` })
    expect((await planOf('poultryBatchId', id)).get('FEED#1')?.plannedQty).toBe(99)
    const { event } = await farm.recorded('poultrybatch', id, 'DAILY_RECORD', daysAgo(0, 12), day(0))
    expect(await states('poultryBatchId', id)).toMatchObject({ 'DAY#1': `${plainDay(-1)} PLANNED` })
    expect((await farm.voidRecordedEvent('poultrybatch', id, event.id)).status).toBe(200)
    expect(await states('poultryBatchId', id)).toMatchObject({ 'DAY#1': `${plainDay(0)} DUE` })
  })
  it('changes to another package for what is open, to none, and ends with the birds', async () => {
    const { id } = await farm.flock({ popId: await flockPackage(broilers), placementDate: plainDay(14) })
    await place(id, 14)
    await weigh(id, 7)
    const follow = async (popId: string | null) => {
      const { version } = await farm.view('poultrybatch', id)
      expect((await farm.omar.patch(`/poultrybatch/${id}`, { popId }, { 'if-match': `"${version}"` })).status).toBe(200)
    }
    await follow(await flockPackage([step('WEIGH', 'WEIGHT_SAMPLE', 9, { repeatEveryDays: 10, repeatUntilDay: 20 }), step('CLEAN', 'CLEANOUT', 30)]))
    // Another rhythm is another series, numbered on after the three of the first package.
    const next = { 'WEIGH#1': `${plainDay(7)} DONE_ON_TIME`, 'WEIGH#5': `${plainDay(-5)} PLANNED`, 'CLEAN#1': `${plainDay(-16)} PLANNED` }
    expect(await states('poultryBatchId', id)).toMatchObject({
      ...next,
      'WEIGH#2': `${plainDay(0)} NOT_APPLICABLE`,
      'WEIGH#3': `${plainDay(-7)} NOT_APPLICABLE`,
      'FEED#1': `${plainDay(-14)} NOT_APPLICABLE`,
    })
    await farm.recorded('poultrybatch', id, 'CATCH', daysAgo(0, 9), { count: 1000, totalLiveKg: 2000, buyer: 'Depot', forSlaughter: 'SLAUGHTER' })
    await farm.recorded('poultrybatch', id, 'CLEANOUT', daysAgo(0, 10), { downtimeDays: 10 })
    expect(await states('poultryBatchId', id)).toMatchObject({ 'WEIGH#1': `${plainDay(7)} DONE_ON_TIME`, 'WEIGH#5': `${plainDay(-5)} NOT_APPLICABLE` })
  })
  it('is brought further by the days, once, and takes its plan along when it is taken back', async () => {
    const { id } = await farm.flock({ popId: await flockPackage(broilers), placementDate: plainDay(6) })
    const { world } = farm
    const round = (ahead: number) =>
      runClock(
        { ...world.deps, log: () => {}, clock: () => new Date(clock().getTime() + ahead * 86_400_000), stop: new AbortController().signal },
        world.tenants.cotton,
        clockHandlers.filter(({ name }) => name === 'plans of flocks'),
      )
    expect(await states('poultryBatchId', id)).toMatchObject({ 'WEIGH#1': `${plainDay(-1)} DUE`, 'LIGHT#1': `${plainDay(-4)} PLANNED` })
    await round(4)
    expect(await states('poultryBatchId', id)).toMatchObject({ 'WEIGH#1': `${plainDay(-1)} MISSED`, 'LIGHT#1': `${plainDay(-4)} DUE` })
    const before = await rowCounts(world)
    await round(4)
    expect(await rowCounts(world)).toEqual(before)
    expect((await farm.omar.delete(`/poultrybatch/${id}`)).status).toBe(204)
    expect(await states('poultryBatchId', id)).toEqual({})
  })
})

describe('a pond', () => {
  it('is prepared so many days before its stocking as the package says, and follows what happened then', async () => {
    const steps = [
      step('PREPARE', 'POND_PREPARATION', 0),
      step('STOCK', 'STOCKING', 15),
      step('SAMPLE', 'SAMPLING', 30),
      step('LIME', 'INPUT_APPLICATION', 3, { dose: 200, doseUnit: 'KG', doseBasis: 'PER_HA' }),
    ]
    const popId = await published('aquapop', steps, { speciesGroup: 'CARP', anchor: 'PREP_START' })
    const { id } = await farm.pond({ popId, stockingDate: plainDay(-5), plannedHarvestDate: plainDay(-200) })
    expect(await states('aquaCropId', id)).toEqual({
      'LIME#1': `${plainDay(7)} MISSED`,
      'PREPARE#1': `${plainDay(10)} MISSED`,
      'SAMPLE#1': `${plainDay(-20)} PLANNED`,
      'STOCK#1': `${plainDay(-5)} PLANNED`,
    })
    const { event } = await farm.recorded('aquacrop', id, 'POND_PREPARATION', daysAgo(4), { drained: true, ploughed: false })
    const moved = {
      'PREPARE#1': `${plainDay(4)} DONE_ON_TIME`,
      'LIME#1': `${plainDay(1)} DUE`,
      'STOCK#1': `${plainDay(-11)} PLANNED`,
      'SAMPLE#1': `${plainDay(-26)} PLANNED`,
    }
    expect(await states('aquaCropId', id)).toEqual(moved)
    expect((await planOf('aquaCropId', id)).get('LIME#1')).toMatchObject({ plannedQty: 40, unit: 'kg' })
    expect((await farm.voidRecordedEvent('aquacrop', id, event.id)).status).toBe(200)
    expect(await states('aquaCropId', id)).toMatchObject({ 'PREPARE#1': `${plainDay(10)} MISSED`, 'STOCK#1': `${plainDay(-5)} PLANNED` })
  })
})

describe('many at once', () => {
  const draft = (name: string, planEvents: Json[]) => {
    const values = { collectiveId: null, basedOnId: null, durationDays: 60, stages: [{ name: 'All', fromDay: 0, toDay: 60 }], targets: [], name }
    const birds = { birdType: 'BROILER', strainId: null, anchor: 'PLACEMENT' }
    return farm.make('poultrypop', { ...farm.sampleOf('poultrypop', { ...values, ...birds }), ...values, ...birds, planEvents }, farm.ada)
  }
  const publish = (id: string) => farm.ada.post(`/poultrypop/${id}/events`, { eventType: 'PUBLISHED', occurredAt: daysAgo(0, 1), data: {} })
  const flock = async (popId?: string) => {
    const { id } = await farm.flock({ ...(popId ? { popId } : {}), placementDate: plainDay(14) })
    await place(id, 14)
    return id
  }
  const assign = (popId: string, ids: string[], by = farm.omar) => by.post(`/poultrypop/${popId}/assign`, { ids })

  it('are shown what would move, and follow a new version together or not at all', async () => {
    const first = await draft('Of many flocks', broilers)
    await publish(first.id)
    const [follows, free] = [await flock(first.id), await flock()]
    await weigh(follows, 7)
    const next = await draft('Of many flocks', [step('WEIGH', 'WEIGHT_SAMPLE', 9, { repeatEveryDays: 10, repeatUntilDay: 20 }), step('CLEAN', 'CLEANOUT', 30)])
    expect([first.versionNo, next.versionNo]).toEqual([1, 2])
    const preview = async (ids: string[]) => {
      const { status, body } = await farm.omar.post(`/poultrypop/${next.id}/preview`, { ids })
      expect(status).toBe(200)
      return new Map<string, Json>(body.followers.map((one: Json) => [one.id, one]))
    }
    const plan = await states('poultryBatchId', follows)
    const seen = await preview([follows, free])
    // Weighed on day 7 is done; cleaning and the weighing of day 19 are new; the others of every week, feed, water, light, litter and the daily record go.
    expect(seen.get(follows)).toMatchObject({
      why: null,
      isEarlierVersion: true,
      follows: 'Of many flocks, v1',
      done: 1,
      missed: 1,
      added: 2,
      moved: 0,
      dropped: 6,
    })
    expect(seen.get(free)).toMatchObject({ why: null, isEarlierVersion: false, follows: null, done: 0, added: 2, overdue: 1, moved: 0, dropped: 0 })
    expect(await states('poultryBatchId', follows)).toEqual(plan)
    expect(await assign(next.id, [follows])).toMatchObject({ status: 400, body: { fields: [{ path: 'ids', code: 'rule' }] } })
    await publish(next.id)
    const gone = await flock()
    await farm.recorded('poultrybatch', gone, 'CATCH', daysAgo(0, 9), { count: 1000, totalLiveKg: 2000, buyer: 'Depot', forSlaughter: 'SLAUGHTER' })
    await farm.recorded('poultrybatch', gone, 'CLEANOUT', daysAgo(0, 10), { downtimeDays: 10 })
    const ducks = await farm.flock({ birdType: 'DUCK' })
    for (const wrong of [gone, ducks.id]) expect(await assign(next.id, [follows, wrong])).toMatchObject({ status: 400, body: { fields: [{ path: 'ids' }] } })
    const named = await preview([follows, gone, ducks.id])
    expect([named.size, named.get(follows)?.why, named.get(gone)?.why.message]).toEqual([3, null, 'This has ended.'])
    expect(named.get(ducks.id)?.why).not.toBeNull()
    expect(await assign(next.id, [follows, crypto.randomUUID()])).toMatchObject({ status: 400, body: { fields: [{ path: 'ids', code: 'missing' }] } })
    expect((await assign(next.id, [follows], farm.world.as('pooja', 'OP1'))).status).toBe(403)
    expect((await assign(next.id, [follows], farm.world.as('omar', 'OP2'))).status).toBeGreaterThanOrEqual(400)
    expect(await states('poultryBatchId', follows)).toEqual(plan)
    expect((await assign(next.id, [follows, free])).body).toEqual({ count: 2 })
    expect((await assign(next.id, [follows, free])).body).toEqual({ count: 0 })
    expect(await farm.view('poultrybatch', free)).toMatchObject({ popId: next.id, popVersion: 2 })
    const [edit, ...others] = (await farm.list(`/poultrybatch/${free}/history`)).filter(({ eventType }: Json) => eventType === 'EDITED')
    expect([edit, others]).toMatchObject([{ data: { changes: { popId: { from: null, to: next.id } } } }, []])
    const clean = { 'CLEAN#1': `${plainDay(-16)} PLANNED` }
    const after = { ...clean, 'WEIGH#1': `${plainDay(7)} DONE_ON_TIME`, 'WEIGH#5': `${plainDay(-5)} PLANNED` }
    expect(await states('poultryBatchId', follows)).toMatchObject({ ...after, 'FEED#1': `${plainDay(-14)} NOT_APPLICABLE` })
    expect(await states('poultryBatchId', free)).toEqual({ ...clean, 'WEIGH#1': `${plainDay(5)} MISSED`, 'WEIGH#2': `${plainDay(-5)} PLANNED` })
    // What was followed stays as it was published, though nobody follows it now (AH-13); the version before it cannot go while it is superseded.
    await assign(await flockPackage(broilers), [follows, free])
    const unpublish = async (id: string) => {
      const published = (await farm.list(`/poultrypop/${id}/events`)).find(({ eventType }: Json) => eventType === 'PUBLISHED')
      return farm.ada.post(`/poultrypop/${id}/events/${published.id}/void`, { reason: 'INCORRECT_DATA' })
    }
    expect(await unpublish(next.id)).toMatchObject({ status: 422, body: { ruleId: 'AH-13' } })
    expect(await unpublish(first.id)).toMatchObject({ status: 409 })
  })
  it('take a routine as the package says it that is followed now, and none where that has none', async () => {
    const daily = (until: number, weight: number) => step('DAY', 'DAILY_RECORD', 0, { repeatEveryDays: 1, repeatUntilDay: until, windowAfter: 0, weight })
    // The second version supersedes the first and is followed since; the third package asks for the first one's routine again.
    const made = async (name: string, steps: Json[]): Promise<string> => {
      const { id } = await draft(name, steps)
      await publish(id)
      return id
    }
    const first = await made('Of a routine', [daily(40, 1)])
    const id = await flock(first)
    await farm.recorded('poultrybatch', id, 'DAILY_RECORD', daysAgo(1, 12), day(1))
    const second = await made('Of a routine', [daily(30, 9)])
    const again = await made('Of a routine of before', [daily(40, 1)])
    const routine = async () => (await planOf('poultryBatchId', id)).get('DAY#1')
    expect(await routine()).toMatchObject({ due: plainDay(0), windowEnd: plainDay(-26), weight: 1, status: 'DUE', poultryPopId: first })
    const preview = async (popId: string) => (await farm.omar.post(`/poultrypop/${popId}/preview`, { ids: [id] })).body.followers[0]
    expect(await preview(second)).toMatchObject({ isEarlierVersion: true })
    expect((await assign(first, [id])).status).toBe(400)
    await assign(second, [id])
    expect(await routine()).toMatchObject({ due: plainDay(0), windowEnd: plainDay(-16), weight: 9, status: 'DUE', poultryPopId: second })
    // The second version is no earlier one of the first.
    expect(await preview(first)).toMatchObject({ isEarlierVersion: false })
    const none = await made('Of a routine', [step('CLEAN', 'CLEANOUT', 30)])
    expect(await preview(none)).toMatchObject({ isEarlierVersion: true, done: 0, added: 1, dropped: 1 })
    await assign(none, [id])
    expect(await routine()).toMatchObject({ status: 'NOT_APPLICABLE' })
    await assign(again, [id])
    expect(await routine()).toMatchObject({ due: plainDay(0), windowEnd: plainDay(-26), weight: 1, status: 'DUE', poultryPopId: again })
  })
  it('are begun with a version that is published; one that was superseded is followed by those that follow it, and edited', async () => {
    const first = await draft('Begun with', broilers)
    await publish(first.id)
    const id = await flock(first.id)
    const plan = await states('poultryBatchId', id)
    const { versions } = (await farm.omar.post(`/poultrypop/${(await draft('Begun with', broilers)).id}/preview`, {})).body
    expect(versions).toEqual({ supersedes: [{ id: first.id, title: 'Begun with, v1' }], later: null })
    await publish((await farm.list('/poultrypop?q=Begun with&sort=-versionNo'))[0].id)
    expect(await farm.view('poultrypop', first.id)).toMatchObject({ status: 'SUPERSEDED' })
    const refused = { status: 400, body: { fields: [{ path: 'popId', code: 'rule' }] } }
    const edit = async (of: string, values: Json) =>
      farm.omar.patch(`/poultrybatch/${of}`, values, { 'if-match': `"${(await farm.view('poultrybatch', of)).version}"` })
    expect(await edit(await flock(), { popId: first.id })).toMatchObject(refused)
    expect(await edit(id, { name: 'By the road', popId: first.id })).toMatchObject({ status: 200, body: { popId: first.id, popVersion: 1 } })
    expect(await states('poultryBatchId', id)).toEqual(plan)
    expect((await edit(id, { popId: null })).status).toBe(200)
    expect(await edit(id, { popId: first.id })).toMatchObject(refused)
  })
  it('cost as many statements as one, and by two at once are written once', async () => {
    const popId = await flockPackage(broilers)
    const ids = [await flock(), await flock(), await flock(), await flock(), await flock()]
    const sent = async (some: string[]) => (await messagesOf(async () => expect((await assign(popId, some)).status).toBe(200))).flat().length
    const single = await sent(ids.slice(0, 1))
    expect(await sent(ids.slice(1, 4))).toBe(single)
    const both = await Promise.all([assign(popId, ids), assign(popId, [...ids].reverse())])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both.reduce((sum, { body }) => sum + body.count, 0)).toBe(1)
  })
})

describe('many ponds at once', () => {
  it('follow a package made for their species, and only such', async () => {
    const steps = [step('SAMPLE', 'SAMPLING', 30)]
    const [carp, shrimp] = [
      await published('aquapop', steps, { speciesGroup: 'CARP', anchor: 'STOCKING' }),
      await published('aquapop', steps, { speciesGroup: 'SHRIMP', anchor: 'STOCKING' }),
    ]
    const { id } = await farm.pond({ stockingDate: plainDay(10), plannedHarvestDate: plainDay(-200) })
    const preview = async (popId: string) => (await farm.omar.post(`/aquapop/${popId}/preview`, {})).body.followers.map((one: Json) => one.id)
    expect(await preview(shrimp)).not.toContain(id)
    expect(await preview(carp)).toContain(id)
    expect((await farm.omar.post(`/aquapop/${shrimp}/assign`, { ids: [id] })).status).toBe(400)
    expect((await farm.omar.post(`/aquapop/${carp}/assign`, { ids: [id] })).body).toEqual({ count: 1 })
    expect(await states('aquaCropId', id)).toEqual({ 'SAMPLE#1': `${plainDay(-20)} PLANNED` })
  })
})
