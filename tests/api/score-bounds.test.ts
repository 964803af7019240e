// The score of a crop at its bounds (BR-17): passed with exactly the points that are needed and not with one less, with as many major findings as are allowed and not one more, with nothing critical;
// and a rule is met to its last day. Each follows what is recorded late, moved by a correction or taken back, and the rules as they are edited.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'

let world: World
let chain: Chain
let cropId: string
let schemePopId: string
const as = (who: string) => world.as(who, 'OP1')
const ada = () => world.as('ada', '-')
const rule = (code: string, check: Json, more: Json = {}): Json => ({
  ...{ code, text: `Asked by ${code}`, severity: 'MINOR', weight: 1, correctiveDays: 30, effectOnFail: 'NONE', check },
  ...more,
})
const required = (eventType: string) => ({ type: 'EVENT_REQUIRED', eventType, minCount: 1, anchor: 'SOWING', fromDay: 0, toDay: 60 })
const rules = (severity: string): Json[] => [
  rule('SCOUT', required('SCOUTING'), { severity, weight: 3 }),
  rule('FLOWER', required('FLOWERING'), { severity, weight: 1 }),
  rule('SEED', { type: 'SEED_SOURCE', seedSources: ['GROUP'] }, { weight: 4 }),
]
const judge = async (): Promise<[number | null, boolean | null]> => {
  const { score, isPassed } = await ok(as('omar').get(`/schemepop/${schemePopId}/bench?cropId=${cropId}`))
  return [score, isPassed]
}
const edit = async (values: Json) => {
  const { version } = await ok(ada().get(`/schemepop/${schemePopId}`))
  await ok(ada().patch(`/schemepop/${schemePopId}`, values, { 'if-match': `"${version}"` }))
}
const scout = async (day: string, more: Json = {}): Promise<string> =>
  (
    await ok(
      as('fatima').post(`/crop/${cropId}/events`, {
        ...{ eventType: 'SCOUTING', occurredAt: at(day), data: { pest: 'Aphid', count: 3, unit: 'PLANT' }, lateReason: 'From the field book', ...more },
      }),
    )
  ).event.id
const undo = (eventId: string) => ok(as('fatima').post(`/crop/${cropId}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' }))

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  ;({ cropId } = await chain.sown())
  const body = { name: 'Bounds', schemeId: await chain.standards.scheme('NPOP'), cropTypeId: chain.cotton, passScore: 50, maxMajor: 0, rules: rules('MINOR') }
  schemePopId = (await ok(ada().post('/schemepop', body))).id
}, 120_000)

describe('a score (BR-17)', () => {
  it('passes with exactly the points that are needed, and not with one point less', async () => {
    // Four of eight points: the seed alone.
    expect(await judge()).toEqual([50, true])
    await edit({ passScore: 51 })
    expect(await judge()).toEqual([50, false])
  })
  it('counts what is recorded late by its day: on the last day of a rule it is met, on the next it is not, and with its void it is as before', async () => {
    await edit({ passScore: 87 })
    // The sixtieth day after 20 June is 19 August; 30 more are for correcting it, which counts 0.7. Seven of eight points are 87.5, 6.1 are 76.3.
    const missed = await scout('2025-09-19')
    expect(await judge()).toEqual([50, false])
    const late = await scout('2025-09-18', { supersedesEventId: missed })
    expect(await judge()).toEqual([76.3, false])
    const first = await scout('2025-08-20', { supersedesEventId: late })
    expect(await judge()).toEqual([76.3, false])
    const moved = await scout('2025-08-19', { supersedesEventId: first })
    expect(await judge()).toEqual([87.5, true])
    await edit({ passScore: 88 })
    expect(await judge()).toEqual([87.5, false])
    const back = await scout('2025-08-20', { supersedesEventId: moved })
    expect(await judge()).toEqual([76.3, false])
    await undo(back)
    // The day of the sowing itself is the first.
    const sown = await scout('2025-06-20')
    expect(await judge()).toEqual([87.5, false])
    await undo(sown)
    expect(await judge()).toEqual([50, false])
  })
  it('allows as many major findings as the version says, and nothing critical, whatever the points', async () => {
    await edit({ passScore: 0, rules: rules('MAJOR'), maxMajor: 2 })
    expect(await judge()).toEqual([50, true])
    await edit({ maxMajor: 1 })
    expect(await judge()).toEqual([50, false])
    const late = await scout('2025-07-10')
    expect(await judge()).toEqual([87.5, true])
    await edit({ maxMajor: 0 })
    expect(await judge()).toEqual([87.5, false])
    await edit({ rules: rules('CRITICAL'), maxMajor: 100 })
    expect(await judge()).toEqual([87.5, false])
    await edit({ rules: rules('MINOR'), maxMajor: 0 })
    expect(await judge()).toEqual([87.5, true])
    await undo(late)
  })
  it('of what somebody has found counts while it is open, by its severity as it is corrected', async () => {
    await edit({ passScore: 0, rules: rules('MINOR'), maxMajor: 1 })
    const finding = (ref: string) =>
      ok(
        as('ines').post('/nonconformity', { ref, severity: 'MAJOR', rule: 'STORE', description: 'Dirty', cropId, openedOn: '2026-01-10', dueOn: '2026-03-10' }),
      )
    await finding('S-1')
    expect(await judge()).toEqual([50, true])
    const { id, version } = await finding('S-2')
    expect(await judge()).toEqual([50, false])
    await ok(as('ines').patch(`/nonconformity/${id}`, { severity: 'CRITICAL' }, { 'if-match': `"${version}"` }))
    await edit({ maxMajor: 100 })
    expect(await judge()).toEqual([50, false])
  })
})
