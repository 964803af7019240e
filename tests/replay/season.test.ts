// Seasons of members: inspected at home and on their plots, decided by the committee, in any order of recording.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { at, type Chain, chainOf, clock, type Json, ok } from '../api/chain-stage.ts'
import type { Answer } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { endsAsFolded } from './concurrent.ts'
import { drawsEveryType } from './drawn.ts'
import type { Fact, Family } from './engine.ts'
import { expectPastOfToday } from './past-of-today.ts'
import { dateOf, foldSeason, type Season } from './season-fold.ts'
import { histories, isOn, tryHistories } from './trying.ts'

let world: World
let chain: Chain
let member = { farmerId: '', parcelId: '' }
let opened = 0
/** Where each event was recorded. */
const addresses = new Map<string, string>()

type Draw = { type: 'INSPECTION' | 'DECISION'; result: string; onPlot: boolean }
/** Takes of the drawn facts those that can be true after the ones before. */
function historyOf(draws: readonly Draw[]): Fact[] {
  const facts: Fact[] = []
  for (const { type, result, onPlot } of draws) {
    const fact: Fact = { key: `f${facts.length + 1}`, type, day: facts.length + 1, data: { result, ...(type === 'INSPECTION' ? { onPlot } : {}) } }
    if ('state' in foldSeason([...facts, fact])) facts.push(fact)
  }
  return facts
}
const results = ['APPROVED', 'CONDITIONAL', 'SANCTIONED', 'REJECTED']

async function send(address: string, who: string, eventType: string, day: number, data: Record<string, unknown>, supersedesEventId?: string): Promise<Answer> {
  const answer = await world.as(who, 'OP1').post(`${address}/events`, {
    eventType,
    occurredAt: at(dateOf(day)),
    data,
    lateReason: 'From the field book',
    ...(supersedesEventId ? { supersedesEventId } : {}),
  })
  if (answer.status === 201) addresses.set(answer.body.event.id, address)
  return answer
}
const family: Family<Season> = {
  name: 'season',
  isSpread: true,
  isAlone: true,
  history: fc
    .array(
      fc.record({
        type: fc.constantFrom('INSPECTION' as const, 'INSPECTION' as const, 'DECISION' as const),
        result: fc.constantFrom(...results),
        onPlot: fc.boolean(),
      }),
      { minLength: 2, maxLength: 9 },
    )
    .map(historyOf),
  changed: (fact, by) => ({ ...fact, data: { ...fact.data, result: results[(results.indexOf(String(fact.data.result)) + by) % results.length] } }),
  fold: foldSeason,
  /** A season of its own for each history; now and then another member, because the inspections of all seasons are read. */
  async open() {
    const n = opened++
    const ada = world.as('ada', 'OP1')
    if (n % 20 === 0) {
      if (n) await ok(send(`/farmer/${member.farmerId}`, 'omar', 'EXITED', 18, { reason: 'Moved away' }))
      member = await chain.member({ isInspected: false, conversionStart: null })
    }
    const dates = { startDate: '2025-06-01', endDate: '2026-02-28' }
    return (await ok(ada.post('/season', { code: `S-${n}`, name: `Season ${n}`, kind: 'KHARIF', yieldFactor: 1, ...dates }))).id
  },
  record: (seasonId, { type, day, data: { result, onPlot } }, supersedes) => {
    const { farmerId, parcelId } = member
    if (type === 'INSPECTION')
      return send(onPlot ? `/landparcel/${parcelId}` : `/farmer/${farmerId}`, 'ines', 'INTERNAL_INSPECTION', day, { seasonId, round: 1, result }, supersedes)
    const decisions = [{ farmerId, result }]
    return send(`/collective/${world.places.cotton.OP1?.id}`, 'omar', 'APPROVAL_COMMITTEE', day, { seasonId, decisions }, supersedes)
  },
  void: (_id, eventId) => world.as('ada', 'OP1').post(`${addresses.get(eventId)}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }),
  async read(id, keyOf) {
    const [row] = (await ok(world.as('ada', 'OP1').get(`/farmerseason?filter[seasonId]=${id}`))).items
    const nothing = { status: 'OPEN', result: 'NOT_INSPECTED', approvedOn: null, inspection1On: null, inspection2On: null, inspectionResult: null }
    const season: Json = row ? await chain.view('farmerseason', row.id) : { ...nothing, flags: [] }
    if (row) await expectPastOfToday(world.as('ada', 'OP1'), 'farmerseason', season)
    const { status, result, approvedOn, inspection1On, inspection2On, inspectionResult, flags } = season
    const against = flags.flatMap(({ ruleId, eventId }: Json) => (ruleId === 'BR-21' ? [keyOf(eventId)] : []))
    return {
      folded: { status, result, approvedOn, inspection1On, inspection2On, inspectionResult, against: against.sort() },
      rest: { conditions: season.conditions ?? null, approvedBy: season.approvedBy ?? null, inspectorId: season.inspectorId ?? null, findings: flags.length },
    }
  },
}

describe.runIf(isOn('season'))('histories of seasons', () => {
  beforeAll(async () => {
    world = await openWorld({ now: clock })
    chain = await chainOf(world)
  }, 120_000)
  it(`end the same in any order of recording: ${histories} of them`, { timeout: histories * 60_000 }, () => tryHistories(family))
  endsAsFolded(
    () => world,
    () => [family],
  )
})

describe('the fold of a season', () => {
  drawsEveryType('farmerseason', [])
  const fold = (...facts: [type: string, result: string][]) =>
    foldSeason(facts.map(([type, result], place) => ({ key: `f${place + 1}`, type, day: place + 1, data: { result } })))
  it('refuses a decision on a member whom nobody had inspected', () => {
    expect(fold(['DECISION', 'REJECTED'])).toMatchObject({ because: 'the member was not inspected before' })
  })
  it('takes the last decision and the last inspection, and names approvals against the inspector', () => {
    expect(fold(['INSPECTION', 'REJECTED'], ['DECISION', 'APPROVED'], ['INSPECTION', 'APPROVED'], ['INSPECTION', 'CONDITIONAL'])).toMatchObject({
      state: { result: 'APPROVED', inspection1On: '2025-06-10', inspection2On: '2025-07-16', inspectionResult: 'CONDITIONAL', against: ['f2'] },
    })
  })
})
