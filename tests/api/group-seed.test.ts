// Seed that a group hands out beside what its members sow of it (BR-20): exactly as much, one gram more, recorded late and in another order, corrected, taken back, by two at once, by
// season; and what a harvest has of recorded seed.
import { beforeAll, describe, expect, it } from 'vitest'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let now = new Date('2026-01-15T06:30:00Z')
let operatorId: string
let farmerId: string
let seedItem: string
const logged: unknown[] = []
const as = (who: string) => world.as(who, 'OP1')
const lateReason = 'From the register'

/** A round of the clock; `name`: of which handlers. */
const round = (name = /^seed of groups: what was recorded$/, stop = new AbortController().signal) =>
  runClock(
    { ...world.deps, log: (...entry: unknown[]) => void logged.push(entry), clock: () => now, stop },
    world.tenants.cotton,
    clockHandlers.filter((handler) => name.test(handler.name)),
  )
const open = async (): Promise<Json[]> => {
  await round()
  expect(logged).toEqual([])
  return findings()
}
const findings = async (): Promise<Json[]> => (await ok(as('omar').get(`/collective/${operatorId}`))).flags.filter(({ ruleId }: Json) => ruleId === 'BR-20')
const figures = async () => (await open()).flatMap(({ figures: { seasons } }) => seasons.map(({ sownKg, issuedKg }: Json) => [sownKg, issuedKg]))

const bought = (kg: number, itemId = seedItem) =>
  ok(
    as('omar').post(`/collective/${operatorId}/events`, {
      eventType: 'INPUT_PROCUREMENT',
      occurredAt: at('2025-05-01'),
      data: { itemId, kg, supplier: 'Seeds Ltd' },
      lateReason,
    }),
  )
const issued = (kg: number, day = '2025-06-01', more: Json = {}, data: Json = {}) =>
  as('omar').post(`/collective/${operatorId}/events`, {
    ...{ eventType: 'INPUT_ISSUE', occurredAt: at(day), data: { itemId: seedItem, kg, farmerIds: [farmerId], ...data }, lateReason },
    ...more,
  })
const sowing = (kg: number, more: Json = {}) => ({
  seedKg: kg,
  areaHa: 1,
  method: 'DIBBLING',
  seedLotNo: 'S-1',
  seedTreated: 'UNTREATED',
  nonGmProof: 'GMO-1',
  nonGmProofKind: 'SEED_CERTIFICATE',
  ...more,
})
const planned = async (values: Json = {}) => {
  const { parcelId } = await chain.member()
  return chain.cropIn(await chain.systemOn(parcelId), values)
}
const sow = (cropId: string, kg: number, more: Json = {}) =>
  as('fatima').post(`/crop/${cropId}/events`, { eventType: 'SOWING', occurredAt: at('2025-06-20'), data: sowing(kg), lateReason, ...more })
const voided = (entity: string, id: string, eventId: string, who = 'omar') =>
  ok(as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' }))

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  const body = { name: 'Cotton seed', category: 'SEED', permission: 'ALLOWED', phiDays: 0, cropTypeId: chain.cotton, varietyId: chain.variety }
  seedItem = (await ok(as('ada').post('/inputitem', body))).id
  ;({ farmerId } = await chain.member())
  ;({ operatorId } = await chain.view('farmer', farmerId))
  await bought(1000)
})

describe('an input', () => {
  it('is of a crop only where it is seed, and of a variety only with its crop (400)', async () => {
    const refused = async (values: Json) => {
      const { status, body } = await as('ada').post('/inputitem', {
        name: `X ${Math.random()}`,
        category: 'SEED',
        permission: 'ALLOWED',
        phiDays: 0,
        ...values,
      })
      return [status, body.fields?.map(({ path }: Json) => path)]
    }
    expect(await refused({ category: 'MANURE', cropTypeId: chain.cotton })).toEqual([400, ['cropTypeId']])
    expect(await refused({ varietyId: chain.variety })).toEqual([400, expect.arrayContaining(['cropTypeId'])])
  })
})

describe('seed of a group', () => {
  let first: string
  let second: string
  let sown: Json
  it('is handed out for a season that is there, to the gram', async () => {
    expect(await issued(0)).toMatchObject({ status: 400, body: { fields: [{ path: 'data.kg' }] } })
    expect(await issued(1, '2025-06-01', {}, { seasonId: farmerId })).toMatchObject({ status: 400, body: { fields: [{ path: 'data.seasonId' }] } })
    await ok(issued(4.25))
    await ok(issued(0.75))
  })
  it('is found where a gram more was sown than handed out, not where it is as much', async () => {
    first = await planned()
    second = await planned({ seedSource: 'COMPANY' })
    sown = await ok(sow(first, 5))
    await ok(sow(second, 7))
    expect(await open()).toEqual([])
    sown = await ok(sow(first, 5.001, { supersedesEventId: sown.event.id }))
    expect(await open()).toMatchObject([
      {
        severity: 'WARN',
        message: 'Kharif 2025: members sowed 5.001 kg of seed that they have from the group (RVJK-SGF-1); 5 kg were handed out.',
        figures: { seasons: [{ season: 'Kharif 2025', varieties: ['RVJK-SGF-1'], sownKg: 5.001, issuedKg: 5 }] },
        owner: expect.any(String),
      },
    ])
    const rows = await rowCounts(world)
    await round()
    expect(await rowCounts(world)).toEqual(rows)
  })
  it('closes with what was handed out and is recorded late, and opens again when that is taken back', async () => {
    const { event } = await ok(issued(0.001, '2025-06-02'))
    expect(await figures()).toEqual([])
    await voided('collective', operatorId, event.id)
    expect(await figures()).toEqual([[5.001, 5]])
    const corrected = await ok(issued(1, '2025-06-02'))
    expect(await figures()).toEqual([])
    await ok(issued(0.001, '2025-06-02', { supersedesEventId: corrected.event.id }))
    expect(await figures()).toEqual([])
  })
  it('closes with the sowing that is taken back or corrected, and when the seed was not from the group', async () => {
    const third = await planned()
    const { event } = await ok(sow(third, 2))
    expect(await figures()).toEqual([[7.001, 5.001]])
    await voided('crop', third, event.id, 'fatima')
    expect(await figures()).toEqual([])
    await ok(sow(third, 2))
    expect(await figures()).toEqual([[7.001, 5.001]])
    const { version } = await ok(as('omar').get(`/crop/${third}`))
    await ok(as('omar').patch(`/crop/${third}`, { seedSource: 'OWN_SAVED' }, { 'if-match': `"${version}"` }))
    expect(await figures()).toEqual([])
  })
  it('counts each sowing again, and what was handed out to a member alone', async () => {
    const again = await ok(
      as('fatima').post(`/crop/${first}/events`, { eventType: 'RESOWING', occurredAt: at('2025-07-10'), data: sowing(3, { reason: 'Drought' }), lateReason }),
    )
    expect(await figures()).toEqual([[8.001, 5.001]])
    const alone = await ok(record(as('fatima'), 'farmer', farmerId, 'INPUT_DISTRIBUTED', '2025-07-09', { itemId: seedItem, kg: 3 }))
    expect(await figures()).toEqual([])
    await voided('farmer', farmerId, alone.event.id, 'fatima')
    expect(await figures()).toEqual([[8.001, 5.001]])
    await voided('crop', first, again.event.id, 'fatima')
    expect(await figures()).toEqual([])
  })
  it('is of the season that it was handed out for: of none named, the one that begins nearest', async () => {
    const rabi = await ok(
      as('ada').post('/season', { code: 'RB-2025', name: 'Rabi 2025', kind: 'RABI', startDate: '2025-10-15', endDate: '2026-03-31', yieldFactor: 1 }),
    )
    const { parcelId } = await chain.member()
    const systemId = await chain.systemOn(parcelId, { seasonId: rabi.id, plannedSowing: '2025-10-20', plannedEnd: '2026-03-01' })
    const cropId = await chain.cropIn(systemId, { plannedSowing: '2025-10-20' })
    await ok(issued(4, '2025-08-01'))
    await ok(sow(cropId, 4, { occurredAt: at('2025-10-20') }))
    expect(await figures()).toEqual([[4, 0]])
    const near = await ok(issued(4, '2025-10-01'))
    expect(await figures()).toEqual([])
    await voided('collective', operatorId, near.event.id)
    await ok(issued(4, '2025-08-01', {}, { seasonId: rabi.id }))
    expect(await figures()).toEqual([])
  })
  it('is summed when two members sow at once, and judged once by two rounds at once', async () => {
    const crops = [await planned(), await planned()]
    const before = (await findings()).length
    expect(before).toBe(0)
    // What was handed out too much for the season until now is used up first.
    const spare = 4
    await Promise.all(crops.map((id) => ok(sow(id, spare))))
    await Promise.all([round(), round(), round()])
    expect(await findings()).toHaveLength(1)
    const [[sownKg, issuedKg]] = (await figures()) as [[number, number]]
    expect(Math.round((sownKg - issuedKg) * 1000)).toBe(spare * 1000)
  })
  it('stays closed by a person while its figures are the same', async () => {
    const [finding] = await findings()
    await ok(as('ada').post(`/collective/${operatorId}/findings/${finding.id}/close`, { reason: 'ACCEPTED', note: 'Seed of last year' }))
    expect(await open()).toEqual([])
    await ok(sow(await planned(), 1))
    expect(await open()).toHaveLength(1)
  })
  it('is judged after a round that was stopped, and by the day when nothing ran for long', async () => {
    const { event } = await ok(issued(100, '2025-06-03'))
    const stopped = new AbortController()
    stopped.abort()
    await round(/^seed of groups/, stopped.signal)
    expect(await findings()).toHaveLength(1)
    now = new Date(now.getTime() + 60 * 60_000)
    expect(await open()).toHaveLength(1)
    await round(/^seed of groups: every group$/)
    expect(await findings()).toEqual([])
    await voided('collective', operatorId, event.id)
    expect(await open()).toHaveLength(1)
  })
})

describe('how much it costs', () => {
  const roundOf = async () => statementsIn(await messagesOf(() => round())).length
  it('a round asks as often for a group of many sowings as for one of few, and a sowing itself asks nothing of its group', async () => {
    await roundOf()
    const few = await roundOf()
    for (const kg of [1, 2, 3, 4, 5, 6, 7, 8]) await ok(sow(await planned(), kg))
    await roundOf()
    expect(await roundOf()).toBe(few)
    const id = await planned()
    const texts = statementsIn(await messagesOf(() => ok(sow(id, 1))))
    expect(texts.filter((text) => text.includes('INPUT_ISSUE') || text.includes("seed_source = 'GROUP'"))).toEqual([])
  })
})

describe('a harvest', () => {
  it('has recorded seed: nothing is picked that was not sown, nor sown without its kilograms, nor is the sowing taken back from under it', async () => {
    const id = await planned()
    const pick = () => record(as('fatima'), 'crop', id, 'HARVEST', '2025-10-25', { pickNo: 1, kg: 10 })
    expect(await pick()).toMatchObject({ status: 409 })
    const { seedKg: _, ...without } = sowing(1)
    expect(await sow(id, 1, { data: without })).toMatchObject({ status: 400, body: { fields: [{ path: 'data.seedKg' }] } })
    expect(await sow(id, 0)).toMatchObject({ status: 400, body: { fields: [{ path: 'data.seedKg' }] } })
    const { event } = await ok(sow(id, 5))
    await ok(record(as('fatima'), 'crop', id, 'YIELD_ESTIMATE', '2025-09-20', { method: 'BOLL_COUNT', kgPerHa: 1200 }))
    await ok(record(as('omar'), 'crop', id, 'ESTIMATE_APPROVED', '2025-09-22'))
    await ok(pick())
    const taken = await as('fatima').post(`/crop/${id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' })
    expect(taken.status).toBeGreaterThanOrEqual(409)
    expect(await sow(id, 0, { supersedesEventId: event.id })).toMatchObject({ status: 400 })
  })
})
