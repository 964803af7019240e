// The days of a package of practices: where it ends, what is in time, and what is missed (domain dictionary 5.1, BR-18, 11.1).
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/day.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'
import { step } from './plan-step.ts'

let world: World
let chain: Chain
let now = '2026-01-15T06:30:00Z'
let popId: string
let packages = 0

const steps = [
  step('PLOUGH', 'LAND_PREP', -40, 15, 35),
  step('SOW', 'SOWING', 0, 0, 0),
  step('WEED', 'INTERCULTURE', 21, 5, 7, { operation: 'WEEDING' }),
  step('WATER', 'IRRIGATION', 50, 5, 5, { condition: { type: 'WATER_REGIME', waterRegimes: ['IRRIGATED'] } }),
  step('PICK', 'HARVEST', 120, 10, 20),
]
const ada = () => world.as('ada', 'OP1')
const fatima = () => world.as('fatima', 'OP1')
const body = (more: Json = {}) => ({
  ...{ name: `Cotton ${++packages}`, cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED', 'IRRIGATED'], durationDays: 300 },
  ...{ validFrom: '2025-01-01', inputItemIds: [], planEvents: steps },
  ...more,
})
const published = async (more: Json = {}): Promise<string> => {
  const { id } = await ok(ada().post('/pop', body(more)))
  await ok(record(ada(), 'pop', id, 'PUBLISHED', '2025-06-01'))
  return id
}
/** A crop on the plot of a new member, who came before. */
const planned = async (values: Json = {}): Promise<{ cropId: string }> => {
  const today = now
  now = '2026-01-15T06:30:00Z'
  const { parcelId } = await chain.member()
  const systemId = await chain.systemOn(parcelId)
  now = today
  return { cropId: await chain.cropIn(systemId, values) }
}
const sowing = { seedKg: 4, areaHa: 1, method: 'DIBBLING', seedLotNo: 'L1', seedTreated: 'UNTREATED', nonGmProof: 'C-1', nonGmProofKind: 'SEED_CERTIFICATE' }
const crop = (id: string, type: string, day: string, data: Json = {}, more: Json = {}) =>
  fatima().post(`/crop/${id}/events`, { eventType: type, occurredAt: at(day), data, lateReason: 'Field book', ...more })
const stepsOf = async (cropId: string): Promise<Json[]> => (await ok(ada().get(`/planevent?filter[cropId]=${cropId}&sort=due&limit=200`))).items
/** Step by key: status, due day, day on which it was done. */
const planOf = async (cropId: string): Promise<Record<string, string>> => {
  const items = await Promise.all((await stepsOf(cropId)).map(({ id }) => chain.view('planevent', id)))
  return Object.fromEntries(items.map((one) => [`${one.popEventCode}#${one.occurrenceNo}`, [one.status, one.due, one.doneOn].filter(Boolean).join(' ')]))
}

beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
  chain = await chainOf(world)
  popId = await published()
})

describe('a package', () => {
  it('ends after its last step, counted through the steps that it is counted from', async () => {
    const chained = (durationDays: number, more: Json = {}) =>
      ada().post(
        '/pop',
        body({
          name: `Chain ${durationDays} ${++packages}`,
          durationDays,
          planEvents: [
            step('A', 'IRRIGATION', 60, 0, 1),
            step('B', 'IRRIGATION', 60, 0, 1, { anchor: 'PREVIOUS', anchorCode: 'A' }),
            step('C', 'IRRIGATION', 30, 0, 1, { anchor: 'PREVIOUS', anchorCode: 'B', ...more }),
          ],
        }),
      )
    expect(await chained(149)).toMatchObject({ status: 400, body: { fields: [{ path: 'durationDays', code: 'min' }] } })
    expect(await chained(150)).toMatchObject({ status: 201 })
    expect(await chained(169, { repeatEveryDays: 10, repeatCount: 3 })).toMatchObject({ status: 400, body: { fields: [{ path: 'durationDays' }] } })
    expect(await chained(170, { repeatEveryDays: 10, repeatCount: 3 })).toMatchObject({ status: 201 })
  })
})

describe('a step', () => {
  it('is in time neither before the days of a step nor after them, whoever names it (BR-18)', async () => {
    now = '2025-06-25T06:30:00Z'
    const { cropId } = await planned({ popId })
    await ok(crop(cropId, 'SOWING', '2025-06-20', sowing))
    const weed = (await stepsOf(cropId)).find(({ title }) => title === 'Step WEED')
    const early = addDays(weed.windowStart, -1)
    now = `${weed.windowEnd}T06:30:00Z`
    const { event } = await ok(crop(cropId, 'INTERCULTURE', early, { operation: 'WEEDING' }, { planEventId: weed.id }))
    expect(await planOf(cropId)).toMatchObject({ 'WEED#1': `DONE_LATE ${weed.due} ${early}` })
    await ok(crop(cropId, 'INTERCULTURE', weed.windowStart, { operation: 'WEEDING' }, { planEventId: weed.id, supersedesEventId: event.id }))
    expect(await planOf(cropId)).toMatchObject({ 'WEED#1': `DONE_ON_TIME ${weed.due} ${weed.windowStart}` })
  })
  it('is missed where it was to be done and was not, and is not left out afterwards', async () => {
    now = '2025-08-20T06:30:00Z'
    const { cropId } = await planned({ popId })
    await ok(crop(cropId, 'SOWING', '2025-06-20', sowing))
    const weed = (await stepsOf(cropId)).find(({ title }) => title === 'Step WEED')
    expect(weed.status).toBe('MISSED')
    expect(weed.may).not.toContain('SKIPPED')
    const leaveOut = (day: string) => record(fatima(), 'planevent', weed.id, 'SKIPPED', day, { reason: 'NOT_NEEDED' })
    const answer = await leaveOut(addDays(weed.windowEnd, 1))
    expect([answer.status, answer.body.code]).toEqual([409, 'STATE_CONFLICT'])
    expect((await stepsOf(cropId)).find(({ id }) => id === weed.id).status).toBe('MISSED')
  })
  it('says in advance what would be missed at once, and asks for nothing from the beginning of the season that was over when its first package was assigned', async () => {
    now = '2025-08-20T06:30:00Z'
    const [early, still] = [
      step('FENCE', 'INTERCULTURE', 10, 5, 30, { anchor: 'SEASON_START' }),
      step('HEDGE', 'INTERCULTURE', 60, 5, 60, { anchor: 'SEASON_START' }),
    ]
    const withSeason = await published({ planEvents: [...steps, early, still] })
    const { cropId } = await planned()
    await ok(crop(cropId, 'SOWING', '2025-06-20', sowing))
    const { followers } = await ok(ada().post(`/pop/${withSeason}/preview`, { ids: [cropId] }))
    await ok(crop(cropId, 'PACKAGE_ASSIGNED', '2025-08-20', { popId: withSeason }))
    const plan = await planOf(cropId)
    const count = (...states: string[]) => Object.values(plan).filter((one) => states.some((state) => one.startsWith(state))).length
    expect(followers).toMatchObject([{ done: count('DONE'), overdue: count('MISSED'), added: count('PLANNED', 'DUE', 'SKIPPED') }])
    expect(count('MISSED')).toBeGreaterThan(0)
    expect(plan['FENCE#1']).toBeUndefined()
    expect(plan['HEDGE#1']).toBe('DUE 2025-07-31')
    // From the beginning of the crop it is asked for, and missed.
    const { cropId: other } = await planned({ popId: withSeason })
    expect((await planOf(other))['FENCE#1']).toBe('MISSED 2025-06-11')
  })
})
