// The window of a step of a package at its ends (BR-18): what is recorded on its first and its last day does it, a day beside them not; on each day the step is what that day makes it; and what is
// entered late, taken back or moved by a correction does it, or leaves it as it was without.
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/day.ts'
import { dueSteps, missedSteps, plansOfCrops } from '#server/jobs/clock/plan-steps.ts'
import { runClock } from '#server/jobs/clock.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'
import { step } from './plan-step.ts'

let world: World
let chain: Chain
let now = '2026-01-15T06:30:00Z'
let popId: string
// Sown on 20 June: weeding is due on 11 July, from 6 to 18 July; scouting three times, ten days apart, by the day and one after it.
const window = { from: '2025-07-06', due: '2025-07-11', to: '2025-07-18' }
const steps = [
  step('SOW', 'SOWING', 0, 0, 0),
  step('WEED', 'INTERCULTURE', 21, 5, 7, { operation: 'WEEDING' }),
  step('LOOK', 'SCOUTING', 30, 0, 1, { repeatEveryDays: 10, repeatCount: 3 }),
]
const fatima = () => world.as('fatima', 'OP1')
const ada = () => world.as('ada', 'OP1')
const sowing = { seedKg: 4, areaHa: 1, method: 'DIBBLING', seedLotNo: 'L1', seedTreated: 'UNTREATED', nonGmProof: 'C-1', nonGmProofKind: 'SEED_CERTIFICATE' }
const write = async (id: string, type: string, day: string, data: Json, more: Json = {}): Promise<string> =>
  // As a device sends it, which nobody asks which step it is for.
  (await ok(fatima().post(`/crop/${id}/events`, { eventType: type, occurredAt: at(day), data, lateReason: 'Field book', ...more }, { 'x-client': 'mobile' })))
    .event.id
const weed = (cropId: string, day: string, more: Json = {}) => write(cropId, 'INTERCULTURE', day, { operation: 'WEEDING' }, more)
const look = (cropId: string, day: string, more: Json = {}) => write(cropId, 'SCOUTING', day, { pest: 'Aphid', count: 1, unit: 'PLANT' }, more)
const undo = (cropId: string, eventId: string) => ok(fatima().post(`/crop/${cropId}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' }))
const sown = async (day = '2025-06-20'): Promise<{ cropId: string; sownBy: string }> => {
  const today = now
  now = '2026-01-15T06:30:00Z'
  const { parcelId } = await chain.member()
  const systemId = await chain.systemOn(parcelId)
  now = today
  const cropId = await chain.cropIn(systemId, { popId })
  return { cropId, sownBy: await write(cropId, 'SOWING', day, sowing) }
}
const planOf = async (cropId: string): Promise<Record<string, string>> => {
  const { items } = await ok(ada().get(`/planevent?filter[cropId]=${cropId}&limit=100`))
  const read = await Promise.all(items.map(({ id }: Json) => chain.view('planevent', id)))
  return Object.fromEntries(read.map((one: Json) => [`${one.popEventCode}#${one.occurrenceNo}`, [one.status, one.due, one.doneOn].filter(Boolean).join(' ')]))
}
const weeding = async (cropId: string) => (await planOf(cropId))['WEED#1']

beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
  chain = await chainOf(world)
  const body = { name: 'Cotton by windows', cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED'], durationDays: 200 }
  popId = (await ok(ada().post('/pop', { ...body, validFrom: '2025-01-01', inputItemIds: [], planEvents: steps }))).id
  await ok(record(ada(), 'pop', popId, 'PUBLISHED', '2025-06-01'))
}, 120_000)

describe('the window of a step', () => {
  it('is done from its first to its last day, and by nothing a day beside it', async () => {
    now = '2025-07-30T06:30:00Z'
    for (const [day, status] of [
      [addDays(window.from, -1), `MISSED ${window.due}`],
      [window.from, `DONE_ON_TIME ${window.due} ${window.from}`],
      [window.to, `DONE_ON_TIME ${window.due} ${window.to}`],
      [addDays(window.to, 1), `MISSED ${window.due}`],
    ] as const) {
      const { cropId } = await sown()
      await weed(cropId, day)
      expect(await weeding(cropId), day).toBe(status)
    }
  })
  it('is planned until the day before it, due to its last day, and missed on the day after, as the clock goes', async () => {
    now = `${addDays(window.from, -1)}T06:30:00Z`
    const { cropId } = await sown()
    for (const [day, status] of [
      [addDays(window.from, -1), 'PLANNED'],
      [window.from, 'DUE'],
      [window.to, 'DUE'],
      [addDays(window.to, 1), 'MISSED'],
    ] as const) {
      now = `${day}T06:30:00Z`
      const context = { ...world.deps, log: () => {}, clock: () => new Date(now), stop: new AbortController().signal } as Json
      for (let time = 0; time < 2; time++) await runClock(context, world.tenants.cotton, [dueSteps, plansOfCrops, missedSteps])
      expect(await weeding(cropId), day).toBe(`${status} ${window.due}`)
    }
    // What was done in time and is entered after the day on which it was missed.
    const late = await weed(cropId, window.to)
    expect(await weeding(cropId)).toBe(`DONE_ON_TIME ${window.due} ${window.to}`)
    await undo(cropId, late)
    expect(await weeding(cropId)).toBe(`MISSED ${window.due}`)
  })
  it('is left by a correction to the day after it, and done again by one to its last day', async () => {
    now = '2025-07-30T06:30:00Z'
    const { cropId } = await sown()
    const first = await weed(cropId, window.due)
    const outside = await weed(cropId, addDays(window.to, 1), { supersedesEventId: first })
    expect(await weeding(cropId)).toBe(`MISSED ${window.due}`)
    await weed(cropId, window.to, { supersedesEventId: outside })
    expect(await weeding(cropId)).toBe(`DONE_ON_TIME ${window.due} ${window.to}`)
  })
  it('moves with a sowing that is corrected, so that the same work is in it or a day beside it, and with its void', async () => {
    now = '2025-07-30T06:30:00Z'
    const { cropId, sownBy } = await sown()
    await weed(cropId, window.to)
    expect(await weeding(cropId)).toBe(`DONE_ON_TIME ${window.due} ${window.to}`)
    const earlier = await write(cropId, 'SOWING', '2025-06-19', sowing, { supersedesEventId: sownBy })
    expect(await weeding(cropId)).toBe(`MISSED ${addDays(window.due, -1)}`)
    await write(cropId, 'SOWING', '2025-06-20', sowing, { supersedesEventId: earlier })
    expect(await weeding(cropId)).toBe(`DONE_ON_TIME ${window.due} ${window.to}`)
    // Sown again 13 days later, late: from 19 July on.
    const again = await write(cropId, 'RESOWING', '2025-07-03', { ...sowing, reason: 'Dry spell' })
    expect(await weeding(cropId)).toBe('DUE 2025-07-24')
    await undo(cropId, again)
    expect(await weeding(cropId)).toBe(`DONE_ON_TIME ${window.due} ${window.to}`)
  })
  it('of a step that repeats is each its own: the nearest is done first, whichever is recorded first', async () => {
    now = '2025-08-20T06:30:00Z'
    const { cropId } = await sown()
    // Due on 20 and 30 July and on 9 August, each with the day after it.
    await look(cropId, '2025-08-10')
    const second = await look(cropId, '2025-07-31')
    await look(cropId, '2025-07-19')
    expect(await planOf(cropId)).toMatchObject({
      'LOOK#1': 'MISSED 2025-07-20',
      'LOOK#2': 'DONE_ON_TIME 2025-07-30 2025-07-31',
      'LOOK#3': 'DONE_ON_TIME 2025-08-09 2025-08-10',
    })
    await look(cropId, '2025-08-01', { supersedesEventId: second })
    expect((await planOf(cropId))['LOOK#2']).toBe('MISSED 2025-07-30')
  })
})
