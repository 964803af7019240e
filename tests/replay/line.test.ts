// A line from its opening to its end: goods weighed in, waste taken away, stock counted, bales pressed, in any order of recording.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Chain, chainOf, clock, type Json, ok, record } from '../api/chain-stage.ts'
import { openWorld, type World } from '../harness/world.ts'
import { endsAsFolded } from './concurrent.ts'
import type { Fact, Family } from './engine.ts'
import { foldSite, lintKg, type Site, sentKg } from './line-fold.ts'
import { expectPastOfToday } from './past-of-today.ts'
import { histories, isOn, tryHistories } from './trying.ts'

let world: World
let chain: Chain
/** Large lots that every line gets its goods from: seed cotton of the group, lint of the ginner. */
let [seedCotton, lint] = ['', '']
let opened = 0
/** By line: its lots by the names of the fold, and what distinguishes its bales. */
const places = new Map<string, { first: string; second: string; lint: string; mark: number }>()
const as = (key: string) => world.as(key, 'OP1')
/** Half a day apart, from 24 November 2025. */
const momentOf = (day: number): string => new Date(Date.UTC(2025, 10, 24, 12 * day)).toISOString()
/** Waste of certified goods above 1 % is a loss that nobody at the line decides about (4.4). */
const byAdministrator: ReadonlySet<string> = new Set(['ACTIVATED', 'SUSPENDED', 'REINSTATED', 'DECOMMISSIONED', 'WASTE_OUT'])

async function openingStock(who: string, body: Record<string, unknown>, kg: number): Promise<string> {
  const { id } = await ok(as(who).post('/productbatch', { unitType: 'HEAP', seasonId: chain.season, ...body }))
  const opening = { kg, claim: 'ORGANIC', externalCertificateNo: 'TC/2024/7', producedOn: '2025-03-01' }
  await ok(record(as(who), 'productbatch', id, 'OPENING_STOCK', '2025-11-01', opening))
  await ok(record(as('ada'), 'productbatch', id, 'OPENING_APPROVED', '2025-11-02'))
  await ok(record(as('ada'), 'productbatch', id, 'RELEASED', '2025-11-03'))
  return id
}
type Draw = { type: string; choice: number }
const types = ['ACTIVATED', 'ACTIVATED', 'GOODS_RECEIVED', 'GOODS_RECEIVED', 'GOODS_RECEIVED', 'WASTE_OUT', 'WASTE_OUT'].concat([
  'STOCK_COUNT',
  'STOCK_COUNT',
  'BALE_PRESSED',
  'BREAKDOWN',
  'SUSPENDED',
  'REINSTATED',
  'DECOMMISSIONED',
])
function dataOf({ type, choice }: Draw, facts: readonly Fact[]): Fact['data'] {
  const lot = choice % 2 ? 'first' : 'second'
  const sent = sentKg[lot] ?? 0
  const folded = foldSite(facts)
  const there = ('state' in folded && folded.state.received[lot]) || sent
  if (type === 'GOODS_RECEIVED') return { lot, netKg: [sent, sent - 0.02, sent - 0.1, sent * 0.99][choice % 4] }
  // All of it, or a part.
  if (type === 'WASTE_OUT') return { lot, kg: choice % 3 ? there : 2 }
  if (type === 'STOCK_COUNT') return { lot, countedKg: [there, there - 0.05, there * 0.98, there + 2][choice % 4] }
  return type === 'BALE_PRESSED' ? { kg: 150 + choice } : {}
}
function historyOf(draws: readonly Draw[]): Fact[] {
  const facts: Fact[] = []
  for (const draw of [{ type: 'ACTIVATED', choice: 0 }, ...draws]) {
    if (facts.length >= 8) break
    const fact: Fact = { key: `f${facts.length + 1}`, type: draw.type, day: facts.length + 1, data: dataOf(draw, facts) }
    if ('state' in foldSite([...facts, fact])) facts.push(fact)
  }
  return facts
}

function bodyOf(id: string, { key, type, data }: Fact): Record<string, unknown> {
  const lots = places.get(id)
  if (!lots) throw new Error('The line is not known')
  const batchId = data.lot === 'first' ? lots.first : lots.second
  switch (type) {
    case 'GOODS_RECEIVED':
      return { batchId, grossKg: Number(data.netKg) + 5, tareKg: 5, netKg: data.netKg }
    case 'WASTE_OUT':
      return { batchId, kg: data.kg, destination: 'Compost' }
    case 'STOCK_COUNT':
      return { batchId, countedKg: data.countedKg, cause: 'Counted twice' }
    case 'BALE_PRESSED':
      return { batchId: lots.lint, productId: chain.products.bale, lintKg: data.kg, bales: [{ no: `${key}-${lots.mark}`, kg: data.kg }] }
    case 'BREAKDOWN':
      return { hours: 1, cause: 'Belt' }
    case 'ACTIVATED':
      return {}
    default:
      return { reason: 'As written in the log' }
  }
}

const family: Family<Site> = {
  name: 'line',
  history: fc.array(fc.record({ type: fc.constantFrom(...types), choice: fc.nat(11) }), { minLength: 4, maxLength: 20 }).map(historyOf),
  changed(fact, by) {
    if ('countedKg' in fact.data) return { ...fact, data: { ...fact.data, countedKg: Number(fact.data.countedKg) + by / 4 } }
    if ('netKg' in fact.data) return { ...fact, data: { ...fact.data, netKg: Number(fact.data.netKg) - by / 40 } }
    return 'kg' in fact.data ? { ...fact, data: { ...fact.data, kg: Number(fact.data.kg) + by } } : fact
  },
  fold: foldSite,
  async open() {
    const mark = ++opened
    const place = { place: 'Khargone', district: 'Khargone', capacityKgPerDay: 10_000, systemType: 'PRESSING', processorId: chain.ginner }
    const { id } = await ok(as('ada').post('/processingsystem', { ...place, name: `Press ${mark}`, segregation: 'DEDICATED' }))
    const sent = async (kg = 0): Promise<string> =>
      chain.madeBy(
        (await ok(record(as('pooja'), 'productbatch', seedCotton, 'DISPATCH', '2025-11-20', { buyerId: chain.ginner, kg, invoiceNo: `I-${mark}` }))).event.id,
      )
    const split = await ok(record(as('paul'), 'productbatch', lint, 'SPLIT', '2025-11-20', { outputs: [{ kg: lintKg }] }))
    places.set(id, { first: await sent(sentKg.first), second: await sent(sentKg.second), lint: await chain.madeBy(split.event.id), mark })
    return id
  },
  record: (id, fact, supersedesEventId) =>
    as(byAdministrator.has(fact.type) ? 'ada' : 'paul').post(`/processingsystem/${id}/events`, {
      eventType: fact.type,
      occurredAt: momentOf(fact.day),
      data: bodyOf(id, fact),
      lateReason: 'From the log',
      ...(supersedesEventId ? { supersedesEventId } : {}),
    }),
  void: (id, eventId) => as('ada').post(`/processingsystem/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }),
  async read(id, keyOf) {
    const line = await chain.view('processingsystem', id)
    await expectPastOfToday(as('ada'), 'processingsystem', line)
    const lots = places.get(id)
    if (!lots) throw new Error('The line is not known')
    const [first, second, own] = await Promise.all([lots.first, lots.second, lots.lint].map((lot) => chain.view('productbatch', lot)))
    await expectPastOfToday(as('ada'), 'productbatch', first)
    const { items } = await ok(as('ada').get(`/productbatch?filter[processingSystemId]=${id}&limit=50`))
    const pressed = items.filter(({ unitType, status }: Json) => unitType === 'BALE_LOT' && status !== 'VOIDED')
    const bales: Json[] = await Promise.all(pressed.map((lot: Json) => chain.view('productbatch', lot.id)))
    const onHand = (lot: Json): number | null => (lot.status === 'IN_TRANSIT' ? null : lot.onHandKg)
    const waiting = (lot: Json, name: string): string[] =>
      lot.flags.filter(({ ruleId }: Json) => ruleId === 'BR-30').map(({ figures }: Json) => `${name} ${figures.deltaKg}`)
    return {
      folded: {
        status: line.status,
        received: { first: onHand(first), second: onHand(second) },
        lintKg: own.onHandKg,
        bales: bales.map(({ onHandKg }) => onHandKg).sort(),
        findings: line.flags.map(({ ruleId, severity, eventId }: Json) => `${ruleId} ${severity} ${keyOf(eventId)}`).sort(),
        proposed: [...waiting(first, 'first'), ...waiting(second, 'second')].sort(),
      },
      rest: {
        lots: [first, second].map(({ status, storageBin, processingSystemId }) => [status, storageBin, processingSystemId === id]),
        figures: line.flags
          .map(({ eventId, figures }: Json) => `${keyOf(eventId)} ${JSON.stringify(figures)}`.replaceAll(lots.first, 'first').replaceAll(lots.second, 'second'))
          .sort(),
        units: bales.map(({ units }) => units[0].unitNo.split('-')[0]).sort(),
      },
    }
  },
}

describe.runIf(isOn('line'))('histories of lines', () => {
  beforeAll(async () => {
    world = await openWorld({ now: clock })
    chain = await chainOf(world)
    seedCotton = await openingStock('pooja', { productId: chain.products.seedCotton, processingSystemId: chain.centre }, 500_000)
    lint = await openingStock('paul', { productId: chain.products.lint, processingSystemId: chain.gin }, 900_000)
  }, 120_000)
  it(`end the same in any order of recording: ${histories} of them`, { timeout: histories * 60_000 }, () => tryHistories(family))
  endsAsFolded(
    () => world,
    () => [family],
  )
})

describe('the fold of a line with its stock', () => {
  const fold = (...facts: [type: string, data?: Fact['data']][]) =>
    foldSite([['ACTIVATED'], ...facts].map(([type, data = {}], place) => ({ key: `f${place + 1}`, type: String(type), day: place + 1, data }) as Fact))
  const received: [string, Fact['data']] = ['GOODS_RECEIVED', { lot: 'first', netKg: 9.9 }]
  it('refuses what cannot be, by the first fact that cannot', () => {
    expect(fold(received, ['DECOMMISSIONED'])).toMatchObject({ because: 'there is stock' })
    expect(fold(['STOCK_COUNT', { lot: 'first', countedKg: 1 }], received)).toMatchObject({ impossible: { key: 'f2' } })
    expect(fold(received, ['WASTE_OUT', { lot: 'first', kg: 9.9 }], ['DECOMMISSIONED'], ['BREAKDOWN'])).toMatchObject({ because: 'the line is DECOMMISSIONED' })
  })
  it('compares what was counted with the books of that moment', () => {
    expect(fold(received, ['WASTE_OUT', { lot: 'first', kg: 2.9 }], ['STOCK_COUNT', { lot: 'first', countedKg: 6.9 }])).toMatchObject({
      state: { findings: ['4.2 WARN f2', 'BR-30 WARN f4'], proposed: ['first -0.1'] },
    })
  })
})
