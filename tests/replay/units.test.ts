// Numbered units of a lot: packed, packed anew, labelled, loaded, unloaded, divided, sent, in any order of recording.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { at, type Chain, chainOf, clock, type Json, ok, record } from '../api/chain-stage.ts'
import { openWorld, type World } from '../harness/world.ts'
import { endsAsFolded } from './concurrent.ts'
import type { Fact, Family } from './engine.ts'
import { findingsOf } from './findings.ts'
import { expectPastOfToday } from './past-of-today.ts'
import { histories, isOn, tryHistories } from './trying.ts'
import { foldPacked, type PackedLot, stockKg, type Unit } from './unit-fold.ts'

let world: World
let chain: Chain
let opened = 0
/** By lot: what distinguishes its numbers from those of other lots. */
const marks = new Map<string, number>()
const as = (key: string) => world.as(key, 'OP1')
const dayOf = (day: number): string => at(`2025-11-${String(day + 3).padStart(2, '0')}`)

type Draw = { type: string; choice: number }
const types = ['REPACK', 'REPACK', 'REPACK', 'RELABEL', 'RELABEL', 'LOADED', 'LOADED', 'UNLOADED', 'UNLOADED', 'SPLIT', 'DISPATCH', 'LOSS']

/** Data that fit what the facts before have led to. */
function dataOf({ type, choice }: Draw, { onHandKg, units }: PackedLot, key: string): Fact['data'] {
  const numbers = Object.keys(units)
  const kgOf = (some: readonly string[]): number => some.reduce((sum, no) => sum + (units[no]?.kg ?? 0), 0)
  // One or two of those that are there.
  const some = numbers.slice(choice % Math.max(1, numbers.length)).slice(0, 1 + (choice % 2))
  switch (type) {
    case 'REPACK': {
      const [first, ...others] = numbers
      // The first two are put together, or all goods are packed anew into as many.
      if (first && others[0] && choice % 2)
        return { packed: [{ no: `${key}a`.toUpperCase(), kg: kgOf([first, others[0]]) }, ...others.slice(1).map((no) => ({ no, kg: kgOf([no]) }))] }
      const count = 2 + (choice % 3)
      const share = Math.floor((onHandKg * 1000) / count) / 1000
      const last = Math.round((onHandKg - share * (count - 1)) * 1000) / 1000
      return { packed: Array.from({ length: count }, (_, place) => ({ no: `${key}${'abcd'[place]}`.toUpperCase(), kg: place === count - 1 ? last : share })) }
    }
    case 'RELABEL':
      return { units: some.slice(0, 1), label: `L-${key}` }
    case 'LOADED':
      return numbers.length ? { units: some, sscc: `T${choice % 2}` } : { kg: (1 + choice) * 15, sscc: `T${choice % 2}` }
    case 'UNLOADED': {
      const [loaded] = Object.entries(units).filter(([, { sscc }]) => sscc)
      return numbers.length ? { units: loaded ? [loaded[0]] : some, sscc: loaded?.[1].sscc ?? 'T0' } : { kg: (1 + choice) * 15, sscc: 'T0' }
    }
    case 'LOSS':
      return { kg: (1 + choice) * 4 }
    default:
      return numbers.length ? { units: some, kg: Math.round(kgOf(some) * 1000) / 1000 } : { kg: 10 + choice * 9 }
  }
}
function historyOf(draws: readonly Draw[]): Fact[] {
  const facts: Fact[] = []
  for (const draw of draws) {
    if (facts.length >= 8) break
    const before = foldPacked(facts)
    const key = `f${facts.length + 1}`
    if (!('state' in before)) throw new Error('Facts that contradict each other are not drawn')
    const fact: Fact = { key, type: draw.type, day: facts.length + 1, data: dataOf(draw, before.state, key) }
    if ('state' in foldPacked([...facts, fact])) facts.push(fact)
  }
  return facts
}

function bodyOf(id: string, { type, data }: Fact): Record<string, unknown> {
  const named = (no: string): string => `${no}-${marks.get(id)}`
  const units = ((data.units ?? []) as string[]).map(named)
  switch (type) {
    case 'REPACK':
      return { units: (data.packed as { no: string; kg: number }[]).map(({ no, kg }) => ({ unitNo: named(no), kg })) }
    case 'RELABEL':
      return { labels: units.map((unitNo) => ({ unitNo, label: named(String(data.label)) })), reason: 'Rain' }
    case 'LOADED':
    case 'UNLOADED':
      return { sscc: named(String(data.sscc)), ...(units.length ? { units } : { kg: data.kg }) }
    case 'SPLIT':
      return { outputs: [{ kg: data.kg, ...(units.length ? { units } : {}) }] }
    case 'DISPATCH':
      return { buyerId: chain.ginner, invoiceNo: 'I-1', kg: data.kg, ...(units.length ? { units } : {}) }
    default:
      return { cause: 'DRYING', kg: data.kg }
  }
}

const family: Family<PackedLot> = {
  name: 'units',
  history: fc.array(fc.record({ type: fc.constantFrom(...types), choice: fc.nat(5) }), { minLength: 4, maxLength: 22 }).map(historyOf),
  changed(fact, by) {
    if (fact.type === 'RELABEL') return { ...fact, data: { ...fact.data, label: `${fact.data.label}-${by}` } }
    return fact.type === 'LOSS' ? { ...fact, data: { kg: Number(fact.data.kg) + by } } : fact
  },
  fold: foldPacked,
  async open() {
    const { id } = await chain.lot()
    marks.set(id, ++opened)
    const opening = { kg: stockKg, claim: 'ORGANIC', externalCertificateNo: 'TC/2024/7', producedOn: '2025-06-01' }
    await ok(record(as('omar'), 'productbatch', id, 'OPENING_STOCK', '2025-11-01', opening))
    await ok(record(as('ada'), 'productbatch', id, 'OPENING_APPROVED', '2025-11-02'))
    await ok(record(as('omar'), 'productbatch', id, 'RELEASED', '2025-11-03'))
    return id
  },
  record: (id, fact, supersedesEventId) =>
    as('ada').post(`/productbatch/${id}/events`, {
      eventType: fact.type,
      occurredAt: dayOf(fact.day),
      data: bodyOf(id, fact),
      lateReason: 'From the stock book',
      ...(supersedesEventId ? { supersedesEventId } : {}),
    }),
  void: (id, eventId) => as('ada').post(`/productbatch/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }),
  async read(id, keyOf) {
    const lot = await chain.view('productbatch', id)
    await expectPastOfToday(as('ada'), 'productbatch', lot)
    const unnamed = (text: string | null): string | null => text?.replace(new RegExp(`-${marks.get(id)}$`), '') ?? null
    const units: Record<string, Unit> = {}
    const histories: string[] = []
    for (const { unitNo, kg } of lot.units as Json[]) {
      const { items } = await ok(as('ada').get(`/units/${unitNo}`))
      const [{ label, sscc, history, lot: holder }] = items
      if (holder?.id !== id) throw new Error(`${unitNo} is in ${holder?.title}`)
      units[String(unnamed(unitNo))] = { kg, label: unnamed(label), sscc: unnamed(sscc) }
      histories.push(`${unnamed(unitNo)} ${history.map(({ eventId }: Json) => keyOf(eventId)).join()}`)
    }
    return {
      folded: { status: lot.status, onHandKg: lot.onHandKg, units: Object.fromEntries(Object.entries(units).sort()) },
      rest: {
        histories: histories.sort(),
        findings: findingsOf(lot, keyOf),
      },
    }
  },
}

describe.runIf(isOn('units'))('histories of units', () => {
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

describe('the fold of packed goods', () => {
  const fold = (...facts: [type: string, data: Fact['data']][]) =>
    foldPacked(facts.map(([type, data], place) => ({ key: `f${place + 1}`, type, day: place + 1, data })))
  const packed: [string, Fact['data']] = [
    'REPACK',
    {
      packed: [
        { no: 'a', kg: 70 },
        { no: 'b', kg: 50 },
      ],
    },
  ]
  it('refuses what cannot be, by the first fact that cannot', () => {
    expect(fold(['LOSS', { kg: 1 }], packed)).toMatchObject({ because: 'it weighs something else' })
    expect(fold(packed, ['LOADED', { units: ['a'], sscc: 'T' }], ['SPLIT', { units: ['a'], kg: 70 }])).toMatchObject({ because: 'a is in a shipment' })
    expect(fold(packed, ['SPLIT', { units: ['a'], kg: 70 }], ['RELABEL', { units: ['a'], label: 'L' }])).toMatchObject({ impossible: { key: 'f3' } })
  })
  it('says where each unit is and how it is called', () => {
    expect(fold(packed, ['RELABEL', { units: ['b'], label: 'L' }], ['LOADED', { units: ['a'], sscc: 'T' }], ['DISPATCH', { units: ['a'], kg: 70 }])).toEqual({
      state: { status: 'RELEASED', onHandKg: 50, units: { b: { kg: 50, label: 'L', sscc: null } } },
    })
  })
})
