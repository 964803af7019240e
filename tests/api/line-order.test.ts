// A line that is cleaned between claims, in whatever order its runs and cleanings are recorded or taken back: no certified run stands on
// a line that was not clean when it began or while it lasted, also where runs overlap (BR-11).
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const lots = { ORGANIC: '', CONVENTIONAL: '' }
let lines = 0
const paul = () => world.as('paul', 'OP1')

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  for (const claim of ['ORGANIC', 'CONVENTIONAL'] as const) {
    const { farmerId, cropId } = await chain.sown({ areaHa: 3, conversionStart: claim === 'ORGANIC' ? '2022-01-10' : null })
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 3500)
    const { id } = await chain.lot()
    await ok(chain.buy(id, cropId, 3000))
    lots[claim] = await chain.atGin(id, 3000)
  }
}, 120_000)

type Claim = keyof typeof lots
/** In hours from 1 December. */
type Fact = { kind: 'run'; claim: Claim; start: number; end: number } | { kind: 'cleaning'; start: number }
const timeOf = (hours: number): string => new Date(Date.UTC(2025, 11, 1) + hours * 3_600_000).toISOString()

/**
 * Whether every certified run had a clean line: nothing conventional went through it meanwhile, and the run that ended last before was certified, or it was cleaned since, 24 hours ago at
 * most.
 */
function isClean(facts: readonly Fact[]): boolean {
  return facts.every((fact) => {
    if (fact.kind !== 'run' || fact.claim === 'CONVENTIONAL') return true
    if (facts.some((other) => other.kind === 'run' && other.claim !== fact.claim && other.start < fact.end && fact.start < other.end)) return false
    const before = facts.flatMap((other) => (other.kind === 'run' && other !== fact && other.end <= fact.start ? [other] : []))
    const last = before.sort((one, other) => one.end - other.end || one.start - other.start).at(-1)
    if (last?.claim === 'ORGANIC') return true
    return facts.some(({ kind, start }) => kind === 'cleaning' && start <= fact.start && fact.start - start <= 24 && start >= (last?.end ?? 0))
  })
}

async function line(): Promise<string> {
  const ada = world.as('ada', 'OP1')
  const place = { place: 'Khargone', district: 'Khargone', systemType: 'GINNING', processorId: chain.ginner, capacityKgPerDay: 20_000 }
  const { id } = await ok(ada.post('/processingsystem', { ...place, name: `Line ${++lines}`, segregation: 'CLEANED_CHANGEOVER' }))
  await ok(record(ada, 'processingsystem', id, 'ACTIVATED', '2025-06-01'))
  return id
}
const run = (claim: Claim, start: number, end: number): Fact => ({ kind: 'run', claim, start, end })
const cleaning = (start: number): Fact => ({ kind: 'cleaning', start })
const send = (id: string, fact: Fact, supersedesEventId?: string): Promise<Json> => {
  const call = { lateReason: 'From the log of the gin', ...(supersedesEventId && { supersedesEventId }) }
  if (fact.kind === 'cleaning')
    return paul().post(`/processingsystem/${id}/events`, {
      ...call,
      eventType: 'CLEANING',
      occurredAt: timeOf(fact.start),
      data: { area: 'Line', method: 'BLOWN' },
    })
  const data = {
    process: 'GINNING',
    inputs: [{ batchId: lots[fact.claim], kg: 5 }],
    outputs: [
      { productId: chain.products.lint, kg: 1.7 },
      { productId: chain.products.cottonseed, kg: 3.1 },
    ],
    wasteKg: 0.2,
    invisibleKg: 0,
    startedAt: timeOf(fact.start),
    endedAt: timeOf(fact.end),
  }
  return paul().post(`/processingsystem/${id}/events`, { ...call, eventType: 'PROCESS_RUN', occurredAt: timeOf(fact.end), data })
}
const take = (id: string, eventId: string): Promise<Json> => paul().post(`/processingsystem/${id}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' })
const unclean = { status: 422, body: { code: 'RULE_BLOCKED', ruleId: 'BR-11' } }
const recorded = async (id: string, fact: Fact): Promise<string> => (await ok(send(id, fact))).event.id

describe('a line that is cleaned between claims', () => {
  it('refuses a run recorded late that ends before a certified one, though another began between them', async () => {
    const id = await line()
    await recorded(id, run('CONVENTIONAL', 3, 4))
    await recorded(id, cleaning(4.5))
    const later = await recorded(id, run('ORGANIC', 6, 7))
    expect(await send(id, run('CONVENTIONAL', 2, 5))).toMatchObject({ ...unclean, body: { ...unclean.body, figures: { eventId: later } } })
  })
  it('keeps the cleaning that each of three runs after it needs', async () => {
    const id = await line()
    const cleaned = await recorded(id, cleaning(1))
    const runs: string[] = []
    for (const start of [2, 3, 4]) runs.push(await recorded(id, run('ORGANIC', start, 20)))
    for (const certified of runs) {
      expect(await take(id, cleaned)).toMatchObject({ ...unclean, body: { ...unclean.body, figures: { eventId: certified } } })
      await ok(take(id, certified))
    }
    await ok(take(id, cleaned))
  })
  it('has goods of one claim on it at a time, whichever run is recorded first: those that only touch follow each other', async () => {
    const [first, second] = [await line(), await line()]
    for (const id of [first, second]) await recorded(id, cleaning(1))
    const conventional = await recorded(first, run('CONVENTIONAL', 2, 6))
    const certified = await recorded(second, run('ORGANIC', 3, 5))
    const isOf = (eventId: string) => ({ ...unclean, body: { ...unclean.body, figures: { eventId } } })
    // From before it, within, across either end, and around it.
    for (const [start, end] of [
      [1.5, 3],
      [3, 5],
      [5, 8],
      [1.5, 8],
    ] as const)
      expect(await send(first, run('ORGANIC', start, end)), `${start}–${end}`).toMatchObject(isOf(conventional))
    for (const [start, end] of [
      [2, 4],
      [3.5, 4],
      [4, 8],
      [2, 8],
    ] as const)
      expect(await send(second, run('CONVENTIONAL', start, end)), `${start}–${end}`).toMatchObject(isOf(certified))
    // Cleaned while the other run lasted: it was not clean for all that.
    await recorded(first, cleaning(4))
    expect(await send(first, run('ORGANIC', 4.5, 5))).toMatchObject(isOf(conventional))
    // What touches it follows, and is judged by the cleaning between them.
    expect(await send(first, run('ORGANIC', 6, 7))).toMatchObject({ ...unclean, body: { ...unclean.body, figures: { lastRunClaim: 'CONVENTIONAL' } } })
    await recorded(first, cleaning(6))
    const after = await recorded(first, run('ORGANIC', 6, 7))
    await recorded(second, run('CONVENTIONAL', 5, 6))
    await recorded(second, run('ORGANIC', 2, 4))
    // Moved onto the other one by a correction; free once that is taken back.
    const moved = (fact: Fact, eventId: string) => send(first, fact, eventId)
    expect(await moved(run('ORGANIC', 5.5, 7), after)).toMatchObject(isOf(conventional))
    expect(await moved(run('CONVENTIONAL', 2, 6.5), conventional)).toMatchObject(isOf(after))
    await ok(take(first, conventional))
    await ok(moved(run('ORGANIC', 5.5, 7), after))
  })
  it('takes one of two runs of other claims that are recorded at the same moment', async () => {
    const id = await line()
    await recorded(id, cleaning(1))
    const answers = await Promise.all([send(id, run('ORGANIC', 2, 4)), send(id, run('CONVENTIONAL', 3, 5))])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(answers.find(({ status }) => status === 422)).toMatchObject(unclean)
  })
  it('has no certified run on an unclean line in any order of recording and taking back', { timeout: 240_000 }, async () => {
    const fact = fc.oneof(
      { weight: 3, arbitrary: fc.tuple(fc.constantFrom<Claim>('ORGANIC', 'CONVENTIONAL'), fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 12 })) },
      { weight: 2, arbitrary: fc.integer({ min: 0, max: 20 }) },
    )
    const order = fc.array(fc.record({ fact, isTakenBack: fc.integer({ min: 0, max: 3 }), of: fc.nat(20) }), { minLength: 5, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(order, async (steps) => {
        const id = await line()
        const inForce: { fact: Fact; eventId: string }[] = []
        for (const { fact: drawn, isTakenBack, of } of steps) {
          const voided = isTakenBack === 0 ? inForce[of % Math.max(1, inForce.length)] : undefined
          // Two cleanings or runs never begin or end at the same moment, so that their order is that of their times.
          const shift = (inForce.length + 1) / 1000
          const added = typeof drawn === 'number' ? cleaning(drawn + shift) : run(drawn[0], drawn[1] + shift, drawn[1] + drawn[2] + 2 * shift)
          const left = inForce.filter((one) => one !== voided).map((one) => one.fact)
          const isPossible = isClean(voided ? left : [...left, added])
          const answer = voided ? await take(id, voided.eventId) : await send(id, added)
          if (!isPossible) {
            expect(answer).toMatchObject(unclean)
            continue
          }
          expect(answer.status, JSON.stringify([answer.body, left, added])).toBeLessThan(300)
          if (voided) inForce.splice(inForce.indexOf(voided), 1)
          else inForce.push({ fact: added, eventId: answer.body.event.id })
        }
      }),
      { numRuns: 40, seed: 20_251_201 },
    )
  })
})
