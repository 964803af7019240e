// Runs of a line that takes certified and conventional goods in turn, and its cleanings, in any order of recording.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { rebuildOrigins } from '#server/ledger/lot-origin.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from '../api/chain-stage.ts'
import { lotsOfOtherSchemes } from '../harness/shared-schemes.ts'
import { openWorld, type World } from '../harness/world.ts'
import { endsAsFolded } from './concurrent.ts'
import { drawsEveryType } from './drawn.ts'
import type { Fact, Family, Fold } from './engine.ts'
import { expectPastOfToday } from './past-of-today.ts'
import { capacityKg, foldLine, hoursApart, type Line, runMinutes, type Segregation, startsBefore, stockKg } from './run-fold.ts'
import { histories, isOn, tryHistories } from './trying.ts'

let world: World
let chain: Chain
let sources: Record<string, string> = {}
let opened = 0
/** By facility: the lots it takes in, by claim. */
const lots = new Map<string, Record<string, string>>()
/** Who recorded each event. */
const recorders = new Map<string, string>()
const byAdministrator: ReadonlySet<string> = new Set(['SUSPENDED', 'REINSTATED'])

/** From the evening of 24 November 2025. */
const momentOf = (day: number, minutes = 0): string => new Date(Date.UTC(2025, 10, 24, 12 + hoursApart * day, minutes)).toISOString()

async function plant(): Promise<void> {
  for (const [claim, conversionStart] of [
    ['ORGANIC', '2022-01-10'],
    ['CONVENTIONAL', null],
  ] as const) {
    const { farmerId, cropId } = await chain.sown({ areaHa: 3, conversionStart })
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 3500)
    sources = { ...sources, [claim]: cropId }
  }
}

async function lotAt(facility: string, claim: string): Promise<string> {
  const [pooja, omar, paul] = (['pooja', 'omar', 'paul'] as const).map((key) => world.as(key, 'OP1'))
  if (!pooja || !omar || !paul) throw new Error('The cast is incomplete')
  const { id } = await chain.lot()
  await ok(chain.buy(id, sources[claim] ?? '', stockKg))
  await ok(record(pooja, 'productbatch', id, 'CLOSED', '2025-11-20'))
  await ok(record(omar, 'productbatch', id, 'RELEASED', '2025-11-21'))
  await ok(
    record(pooja, 'productbatch', id, 'DISPATCH', '2025-11-22', { buyerId: chain.ginner, kg: stockKg, invoiceNo: `I-${facility}-${claim}`.slice(0, 40) }),
  )
  const { items } = await ok(paul.get('/productbatch?filter[status]=IN_TRANSIT'))
  const weights = { grossKg: stockKg + 5, tareKg: 5, netKg: stockKg }
  await ok(record(paul, 'processingsystem', facility, 'GOODS_RECEIVED', '2025-11-23', { batchId: items[0].id, ...weights }))
  return items[0].id
}

const bodyOf = (facility: string, fact: Fact): Record<string, unknown> => {
  const { type, day, data } = fact
  if (type === 'CLEANING') return { area: 'Line', method: 'BLOWN' }
  const of = lots.get(facility) ?? {}
  if (type === 'SUSPENDED' || type === 'REINSTATED') return type === 'SUSPENDED' ? { reason: 'Audit' } : { reason: 'Corrected' }
  if (type === 'QC_TEST') return { batchId: of.ORGANIC, result: 'PASS', grade: data.grade }
  if (type === 'WASTE_OUT') return { batchId: of.CONVENTIONAL, kg: data.kg, destination: 'Compost' }
  if (type === 'BREAKDOWN') return { hours: 1, cause: 'Belt' }
  const kg = Number(data.kg)
  const share = (of: number) => Math.round(kg * of * 1000) / 1000
  return {
    process: 'GINNING',
    inputs: [{ batchId: of[String(data.claim)], kg }],
    outputs: [
      { productId: chain.products.lint, kg: share(0.34) },
      { productId: chain.products.cottonseed, kg: share(0.62) },
    ],
    wasteKg: share(0.04),
    invisibleKg: 0,
    startedAt: momentOf(day, -startsBefore(fact)),
    endedAt: momentOf(day, runMinutes),
  }
}

type Draw = { type: string; kg: number; choice: boolean }
function dataOf(type: string, kg: number, choice: boolean): Fact['data'] {
  if (type === 'PROCESS_RUN') return { kg: kg * 5, claim: choice ? 'ORGANIC' : 'CONVENTIONAL', isLong: kg % 2 === 0 }
  if (type === 'WASTE_OUT') return { kg: kg * 5 }
  return type === 'QC_TEST' ? { grade: `G${kg}` } : {}
}
/** Takes of the drawn facts those that can be true after the ones before. */
function historyOf(draws: readonly Draw[], fold: Fold<Line>): Fact[] {
  const facts: Fact[] = []
  for (const { type, kg, choice } of draws) {
    if (facts.length >= 8) break
    const data = dataOf(type, kg, choice)
    const fact: Fact = { key: `f${facts.length + 1}`, type, day: facts.length + 1, data }
    if ('state' in fold([...facts, fact])) facts.push(fact)
  }
  return facts
}
const types = ['PROCESS_RUN', 'PROCESS_RUN', 'PROCESS_RUN', 'CLEANING', 'CLEANING', 'BREAKDOWN'].concat([
  'SUSPENDED',
  'REINSTATED',
  'REINSTATED',
  'QC_TEST',
  'WASTE_OUT',
])

const familyOf = (name: string, segregation: Segregation): Family<Line> => ({
  name,
  history: fc
    .array(fc.record({ type: fc.constantFrom(...types), kg: fc.integer({ min: 1, max: 6 }), choice: fc.boolean() }), { minLength: 3, maxLength: 14 })
    .map((draws) => historyOf(draws, foldLine(segregation))),
  changed: (fact, by) => ('kg' in fact.data ? { ...fact, data: { ...fact.data, kg: Number(fact.data.kg) + 5 * by } } : fact),
  fold: foldLine(segregation),
  async open() {
    if (opened++ % 25 === 0) await plant()
    const ada = world.as('ada', 'OP1')
    const place = { place: 'Khargone', district: 'Khargone', capacityKgPerDay: capacityKg, systemType: 'GINNING', processorId: chain.ginner }
    const { id } = await ok(ada.post('/processingsystem', { ...place, name: `Line ${opened}`, segregation }))
    await ok(record(ada, 'processingsystem', id, 'ACTIVATED', '2025-06-01'))
    lots.set(id, { ORGANIC: await lotAt(id, 'ORGANIC'), CONVENTIONAL: await lotAt(id, 'CONVENTIONAL') })
    return id
  },
  async record(id, fact, supersedesEventId) {
    const who = byAdministrator.has(fact.type) ? 'ada' : 'paul'
    const answer = await world.as(who, 'OP1').post(`/processingsystem/${id}/events`, {
      eventType: fact.type,
      occurredAt: momentOf(fact.day, fact.type === 'PROCESS_RUN' ? 55 : 0),
      data: bodyOf(id, fact),
      lateReason: 'From the log of the gin',
      ...(supersedesEventId ? { supersedesEventId } : {}),
    })
    if (answer.status === 201) recorders.set(answer.body.event.id, who)
    return answer
  },
  void: (id, eventId) => world.as(recorders.get(eventId) ?? 'paul', 'OP1').post(`/processingsystem/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }),
  async read(id, keyOf) {
    const line = await chain.view('processingsystem', id)
    const { ORGANIC = '', CONVENTIONAL = '' } = lots.get(id) ?? {}
    const [organic, conventional] = [await chain.view('productbatch', ORGANIC), await chain.view('productbatch', CONVENTIONAL)]
    for (const lot of [organic, conventional]) await expectPastOfToday(world.as('ada', 'OP1'), 'productbatch', lot)
    const { items } = await ok(world.as('ada', '-').get(`/productbatch?filter[processingSystemId]=${id}&limit=200`))
    const made: Json[] = items.filter((lot: Json) => ![ORGANIC, CONVENTIONAL].includes(lot.id) && lot.onHandKg > 0)
    const material = (lot: Json) => (lot.productId === chain.products.lint ? 'LINT' : 'COTTONSEED')
    return {
      folded: {
        status: line.status,
        grade: organic.grade,
        runCount: line.runCount ?? 0,
        lastRunClaim: line.lastRunClaim,
        organicKg: organic.onHandKg,
        conventionalKg: conventional.onHandKg,
        made: made.map((lot) => `${material(lot)} ${lot.onHandKg} ${lot.claimStatus}`).sort(),
        findings: line.flags
          .filter((flag: Json) => flag.eventId !== null)
          .map((flag: Json) => `${flag.ruleId} ${keyOf(flag.eventId)}`)
          .sort(),
      },
      rest: {
        cleanedAt: line.lastCleaningAt,
        lastRunAt: line.lastRunAt,
        lots: [organic.status, conventional.status, organic.units, conventional.units],
        figures: line.flags.map((flag: Json) => [flag.ruleId, flag.severity, keyOf(flag.eventId), JSON.stringify(flag.figures)].join(' ')).sort(),
      },
    }
  },
})
/** By the name of their family. */
const segregations = { run: 'CLEANED_CHANGEOVER', dedicated: 'DEDICATED' } as const

describe.runIf(Object.keys(segregations).some(isOn))('histories of runs', () => {
  beforeAll(async () => {
    world = await openWorld({ now: clock })
    chain = await chainOf(world)
  }, 120_000)
  for (const [name, segregation] of Object.entries(segregations))
    it.runIf(isOn(name))(`of a line ${segregation} end the same in any order of recording: ${histories} of them`, { timeout: histories * 120_000 }, () =>
      tryHistories(familyOf(name, segregation)),
    )
  endsAsFolded(
    () => world,
    () => Object.entries(segregations).flatMap(([name, segregation]) => (isOn(name) ? [familyOf(name, segregation)] : [])),
  )
  it('leave the origin of every lot as a rebuild makes it', async () => {
    expect(await world.scoped('ada', rebuildOrigins)).toEqual([])
  })
  it('leave the schemes of every lot as its inputs share them', async () => {
    expect(await world.scoped('ada', lotsOfOtherSchemes)).toEqual([])
  })
})

describe('the fold of a line', () => {
  drawsEveryType('processingsystem', types, {
    ACTIVATED: 'line.test.ts',
    GOODS_RECEIVED: 'line.test.ts',
    DECOMMISSIONED: 'line.test.ts',
    BALE_PRESSED: 'line.test.ts',
    STOCK_COUNT: 'line.test.ts',
  })
  const foldOf = (segregation: Segregation, ...facts: [type: string, data?: Fact['data']][]) =>
    foldLine(segregation)(facts.map(([type, data = {}], place) => ({ key: `f${place + 1}`, type, day: place + 1, data })))
  const fold = (...facts: [type: string, data?: Fact['data']][]) => foldOf('CLEANED_CHANGEOVER', ...facts)
  const run = (claim: string, kg = 10): [string, Fact['data']] => ['PROCESS_RUN', { claim, kg }]
  it('takes certified goods on a clean line only, and no more than there is', () => {
    expect(fold(run('ORGANIC'))).toMatchObject({ because: 'the line is not clean' })
    expect(fold(['CLEANING'], run('ORGANIC'), run('ORGANIC'))).toMatchObject({ state: { runCount: 2, organicKg: 80 } })
    expect(fold(['CLEANING'], run('CONVENTIONAL'), run('ORGANIC'))).toMatchObject({ impossible: { key: 'f3' } })
    expect(fold(['CLEANING'], ['BREAKDOWN'], ['BREAKDOWN'], run('ORGANIC'))).toMatchObject({ because: 'the line is not clean' })
    expect(fold(run('CONVENTIONAL', 60), run('CONVENTIONAL', 60))).toMatchObject({ because: 'there is not as much' })
  })
  it('has goods of one claim on it at a time, and was cleaned when a run began, not while it lasted', () => {
    const long = (claim: string): [string, Fact['data']] => ['PROCESS_RUN', { claim, kg: 10, isLong: true }]
    expect(fold(['CLEANING'], long('ORGANIC'))).toMatchObject({ because: 'the line is not clean' })
    expect(fold(['CLEANING'], ['BREAKDOWN'], run('CONVENTIONAL'), long('ORGANIC'))).toMatchObject({ because: 'goods of another claim are on the line' })
    expect(fold(['CLEANING'], ['BREAKDOWN'], run('ORGANIC'), long('CONVENTIONAL'))).toMatchObject({ impossible: { key: 'f4' } })
    expect(fold(['CLEANING'], ['BREAKDOWN'], run('ORGANIC'), long('ORGANIC'))).toMatchObject({ state: { runCount: 2 } })
  })
  it('finds what passes the capacity of a day, and on a dedicated line what runs after another claim', () => {
    expect(fold(run('CONVENTIONAL', 20), run('CONVENTIONAL', 20), run('CONVENTIONAL', 20))).toMatchObject({ state: { findings: ['4.2 f2'] } })
    expect(foldOf('DEDICATED', run('CONVENTIONAL'), run('ORGANIC'), run('ORGANIC'))).toMatchObject({ state: { findings: ['BR-11 f2'] } })
  })
})
