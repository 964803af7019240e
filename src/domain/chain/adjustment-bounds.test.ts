// What one approval is enough for, alone and with others, in whatever lots the goods lie; in any sequence of what those who adjust record, worked out here by itself.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fallenOut, tooLarge } from './adjustment-bounds.ts'
import { follow, type Movement } from './goods-lineage.ts'

let events = 0
const hour = (of: number): string => new Date(Date.UTC(2025, 11, 1) + of * 3_600_000).toISOString()
type Given = Partial<Movement> & Pick<Movement, 'lotId' | 'grams'>
const movement = (at: number, { eventType = 'PURCHASE', account = 'PURCHASED', ...given }: Given): Movement => ({
  eventId: `e${++events}`,
  eventType,
  account,
  at: hour(at),
  before: given.grams,
  isAgreed: false,
  sources: [],
  ...given,
})
const came = (lotId: string, kg: number, at = 0) => movement(at, { lotId, grams: kg * 1000 })
const adjusted = (lotId: string, kg: number, at: number, isAgreed = false) =>
  movement(at, { lotId, grams: kg * 1000, eventType: 'ADJUST_APPROVED', account: 'ADJUST', isAgreed })
const lost = (lotId: string, kg: number, at: number) => movement(at, { lotId, grams: -kg * 1000, eventType: 'LOSS', account: 'LOSS' })
/** Goods of one lot go on in another. */
function went(from: string, to: string, kg: number, at: number, eventType = 'SPLIT'): Movement[] {
  const eventId = `e${++events}`
  return [
    movement(at, { lotId: from, grams: -kg * 1000, eventType, account: 'CONSUMED', eventId }),
    movement(at, { lotId: to, grams: kg * 1000, eventType, account: 'PRODUCED', eventId, sources: [{ lotId: from, grams: kg * 1000 }] }),
  ]
}
const asks = (movements: readonly Movement[], lotId: string, kg: number, at: number) => tooLarge(movements, { lotId, at: hour(at), grams: kg * 1000 }, 0.03)

describe('an adjustment', () => {
  it('is within 3 % of the books, and of what came in with those before', () => {
    const lot = [came('A', 1000)]
    expect(asks(lot, 'A', 30, 1)).toBeNull()
    expect(asks(lot, 'A', 30.001, 1)).toEqual({ of: 'books', bookKg: 1000 })
    expect(asks([...lot, adjusted('A', 20, 1)], 'A', 10.001, 2)).toEqual({ of: 'sum', adjustedKg: 20, cameKg: 1000, sumKg: 30.001 })
    expect(asks([...lot, adjusted('A', 30, 1)], 'A', -29, 2)).toBeNull()
  })
  it('is within 3 % of the books with those since goods last moved', () => {
    const left = [came('A', 1000), ...went('A', 'B', 950, 1, 'DISPATCH')]
    expect([asks(left, 'A', -1.5, 2), asks([...left, adjusted('A', 1.4, 2)], 'A', 0.1, 3), asks([...left, adjusted('A', 1.4, 2)], 'A', -1.4, 3)]).toEqual([
      null,
      null,
      null,
    ])
    expect(asks([...left, adjusted('A', -1.4, 2)], 'A', -0.101, 3)).toEqual({ of: 'run', adjustedKg: -1.4, bookKg: 50, sumKg: -1.501 })
  })
  it('does not take back step by step what the body has agreed to', () => {
    const lot = [came('A', 1000), adjusted('A', 100, 1, true)]
    expect(asks(lot, 'A', -29, 2)).toBeNull()
    expect(asks([...lot, adjusted('A', -29, 2)], 'A', -29, 3)).toEqual({ of: 'sum', adjustedKg: -29, cameKg: 1000, sumKg: -58 })
    expect(asks(lot, 'A', 1, 2)).toMatchObject({ of: 'sum', sumKg: 101 })
  })
  it('goes with its goods into other lots, and leaves others alone', () => {
    const lot = [came('A', 100), adjusted('A', 3, 1), ...went('A', 'B', 51.5, 2), ...went('B', 'C', 51.5, 3, 'HEAP_BUILT')]
    for (const [id, at, of] of [
      ['A', 4, 'sum'],
      ['B', 2.5, 'lineage'],
      ['C', 4, 'sum'],
    ] as const)
      expect(asks(lot, id, 0.01, at)).toMatchObject({ of, adjustedKg: 1.5, sumKg: 1.51 })
    expect(asks([...lot, came('D', 50), ...went('D', 'C', 50, 4, 'MERGE')], 'C', 1.5, 5)).toBeNull()
    const early = [came('A', 100), ...went('A', 'B', 50, 1), adjusted('A', 1.5, 2)]
    expect(asks(early, 'B', 1.5, 3)).toBeNull()
    expect(asks(early, 'B', 1.501, 3)).toEqual({ of: 'books', bookKg: 50 })
    expect(asks([...early, adjusted('B', 1.5, 3)], 'A', 0.5, 0.5)).toMatchObject({ of: 'sum' })
  })
  it('is measured by all of its goods, whenever they are said to have been split', () => {
    const late = [came('A', 100), adjusted('A', 1.5, 5), adjusted('A', 1.4, 6), ...went('A', 'B', 50, 4)]
    expect(asks(late, 'B', 1.5, 7)).toEqual({ of: 'lineage', adjustedKg: 2.9, cameKg: 100, sumKg: 4.4 })
  })
  it('of another lot is not beyond the share by what is taken back', () => {
    const lot = [came('A', 100), adjusted('A', -2.9, 1), adjusted('A', 2.9, 2), adjusted('A', 2.8, 3)]
    const [first, less, ...others] = lot
    if (!first || !less) throw new Error('There are two')
    expect(fallenOut([first, { ...less, grams: 0 }, ...others], 0.03)).toEqual(['A'])
    expect(fallenOut(lot, 0.03)).toEqual([])
  })
  it('leaves its share with what was lost: a lot loses what its goods may lose', () => {
    const { losses } = follow([came('A', 100), lost('A', 0.99, 1), ...went('A', 'B', 90.01, 2), lost('B', 0.5, 3), lost('A', 0.5, 3)])
    expect(losses.map(({ lost: grams, credited }) => [Math.round(grams), Math.round(credited)])).toEqual([
      [990, 100_000],
      [590, 9090],
      [1400, 90_910],
    ])
  })
})

type Draw = { kind: 'ADJUST' | 'ADJUST' | 'SPLIT' | 'HEAP' | 'LOSS' | 'DISPATCH' | 'VOID' | 'BODY'; which: number; other: number; size: number; late: number }
/** What happened, as the people know it; void: taken back. */
type Fact = {
  id: number
  kind: Draw['kind']
  at: number
  lot: number
  to?: number
  from: readonly (readonly [lot: number, grams: number])[]
  grams: number
  isVoid: boolean
}
const movementsIn = (facts: readonly Fact[], voidedNow = -1): Movement[] =>
  facts.flatMap((fact): Movement[] => {
    const { id, kind, at, lot, to, from, isVoid } = fact
    if (isVoid && id !== voidedNow) return []
    const now = (grams: number) => ({ grams: isVoid ? 0 : grams, before: grams })
    const base = { eventId: `f${id}`, at: hour(at), isAgreed: kind === 'BODY', sources: [] }
    if (to === undefined) {
      const eventType = { LOSS: 'LOSS', ADJUST: 'ADJUST_APPROVED', BODY: 'ADJUST_APPROVED' }[kind as 'LOSS'] ?? 'PURCHASE'
      const account = { LOSS: 'LOSS', ADJUST: 'ADJUST', BODY: 'ADJUST' }[kind as 'LOSS'] ?? 'PURCHASED'
      return [{ ...base, ...now(fact.grams), eventType, account, lotId: `L${lot}` }]
    }
    const eventType = kind === 'HEAP' ? 'HEAP_BUILT' : kind
    const out = from.map(([source, grams]): Movement => ({ ...base, ...now(-grams), eventType, account: 'CONSUMED', lotId: `L${source}` }))
    const sources = from.map(([source, grams]) => ({ lotId: `L${source}`, grams }))
    return [...out, { ...base, ...now(from.reduce((sum, [, grams]) => sum + grams, 0)), eventType, account: 'PRODUCED', lotId: `L${to}`, sources }]
  })
/** What lies in a lot just before a moment, or after all. */
function inLot(facts: readonly Fact[], lot: number, before = Number.POSITIVE_INFINITY): number {
  let grams = 0
  for (const fact of facts) {
    if (fact.isVoid || fact.at >= before) continue
    if (fact.to === undefined) grams += fact.lot === lot ? fact.grams : 0
    else for (const [source, part] of fact.from) grams += (fact.to === lot ? part : 0) - (source === lot ? part : 0)
  }
  return grams
}
/** No lot is ever below nothing, and each adjustment is within the share of the books. */
const mayBe = (facts: readonly Fact[], lots: number): boolean =>
  Array.from({ length: lots }, (_, lot) => lot).every((lot) => {
    const moments = facts.filter(({ isVoid }) => !isVoid).map(({ at }) => at)
    return (
      moments.every((at) => inLot(facts, lot, at + 0.001) >= 0) &&
      facts.every((fact) => fact.isVoid || fact.kind !== 'ADJUST' || fact.lot !== lot || Math.abs(fact.grams) * 100 <= inLot(facts, lot, fact.at) * 3)
    )
  })
/** Groups of lots that goods went between, by what is known. */
function groupsOf(facts: readonly Fact[], lots: number): number[][] {
  const group = Array.from({ length: lots }, (_, lot) => lot)
  const known = facts.filter(({ isVoid }) => !isVoid)
  for (let round = 0; round < lots; round++)
    for (const { to, from } of known)
      for (const [source] of to === undefined ? [] : from) {
        const least = Math.min(group[to ?? 0] ?? 0, group[source] ?? 0)
        group[to ?? 0] = least
        group[source] = least
      }
  return [...Map.groupBy(group.keys(), (lot) => group[lot])].map(([, of]) => of)
}

describe('goods that go from lot to lot of one holder, in order', () => {
  it('are at no time adjusted by more than 3 % of those of each lot, as colour in water', () => {
    const draw = fc.record({
      kind: fc.constantFrom('ADJUST', 'ADJUST', 'ADJUST', 'SPLIT', 'MERGE', 'LOSS'),
      which: fc.nat(1000),
      other: fc.nat(1000),
      size: fc.integer({ min: -100, max: 100 }),
    })
    const seen = { taken: 0, refused: 0 }
    fc.assert(
      fc.property(fc.array(draw, { minLength: 10, maxLength: 40, size: 'max' }), (draws) => {
        const glasses = [1000, 300].map((water) => ({ water, colour: 0 }))
        const movements: Movement[] = [came('L0', 1000), came('L1', 300)]
        for (const [place, { kind, which, other, size }] of draws.entries()) {
          const [from, to] = [which % glasses.length, kind === 'SPLIT' ? glasses.length : other % glasses.length]
          const glass = glasses[from]
          const kg = glass && Math.floor((((glass.water + glass.colour) * Math.abs(size)) / (kind === 'ADJUST' ? 33 : kind === 'LOSS' ? 300 : 101)) * 10) / 1000
          if (!glass || !kg || from === to) continue
          const parted = kg / (glass.water + glass.colour)
          if (kind === 'ADJUST') {
            const deltaKg = Math.sign(size) * kg
            if (asks(movements, `L${from}`, deltaKg, place + 1)) {
              seen.refused++
              continue
            }
            movements.push(adjusted(`L${from}`, deltaKg, place + 1))
            glass.colour += deltaKg
            expect(Math.abs(glass.colour)).toBeLessThanOrEqual(glass.water * 0.03 + 1e-4)
          } else {
            const part = { water: glass.water * parted, colour: glass.colour * parted }
            glass.water -= part.water
            glass.colour -= part.colour
            if (kind === 'LOSS') movements.push(lost(`L${from}`, kg, place + 1))
            else {
              const target = glasses[to] ?? { water: 0, colour: 0 }
              glasses[to] = { water: target.water + part.water, colour: target.colour + part.colour }
              movements.push(...went(`L${from}`, `L${to}`, kg, place + 1, kind))
            }
          }
          seen.taken++
        }
      }),
      { seed: 30, numRuns: 500 },
    )
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(500)
  })
})

describe('two people who adjust, split, join, lose, send and take back whatever they want, of whatever day', () => {
  it('never make more, or less, of goods than 3 % of what came, without the body', () => {
    const draw = fc.record<Draw>({
      kind: fc.constantFrom<Draw['kind'][]>(
        'ADJUST',
        'ADJUST',
        'ADJUST',
        'ADJUST',
        'SPLIT',
        'SPLIT',
        'HEAP',
        'LOSS',
        'DISPATCH',
        'VOID',
        'VOID',
        'VOID',
        'VOID',
        'BODY',
      ),
      which: fc.nat(1000),
      other: fc.nat(1000),
      size: fc.integer({ min: -100, max: 100 }),
      late: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(100) }),
    })
    const seen = { taken: 0, tooLarge: 0, fallenOut: 0 }
    fc.assert(
      fc.property(fc.array(draw, { minLength: 10, maxLength: 45, size: 'max' }), (draws) => {
        const start = (id: number, grams: number): Fact => ({ id, kind: 'SPLIT', at: 0, lot: id, from: [], grams, isVoid: false })
        let facts: Fact[] = [start(0, 1_000_000), start(1, 300_000)]
        let lots = 2
        for (const [place, { kind, which, other, size, late }] of draws.entries()) {
          const at = Math.max(1, place + 1 - late)
          const [lot, second] = [which % lots, other % lots]
          const book = inLot(facts, lot, at)
          const id = facts.length
          if (kind === 'VOID') {
            const open = facts.filter((fact) => !fact.isVoid && (other % 3 === 0 || (fact.kind === 'ADJUST' && (other % 3 === 1 || fact.grams < 0))))
            const taken = open[which % open.length]?.id ?? 0
            const voided = facts.map((fact) => (fact.id === taken ? { ...fact, isVoid: true } : fact))
            if (open.length === 0 || !mayBe(voided, lots)) continue
            if (fallenOut(movementsIn(voided, taken), 0.03).length) {
              seen.fallenOut++
              continue
            }
            facts = voided
          } else if (kind === 'ADJUST' || kind === 'BODY' || kind === 'LOSS') {
            const grams = kind === 'LOSS' ? -Math.round((book * Math.abs(size)) / 250) : Math.round((book * size) / (kind === 'BODY' ? 500 : 3300))
            const then = [...facts, { id, kind, at, lot, from: [], grams, isVoid: false }]
            if (grams === 0 || !mayBe(then, lots)) continue
            if (kind === 'ADJUST' && tooLarge(movementsIn(facts), { lotId: `L${lot}`, at: hour(at), grams }, 0.03)) {
              seen.tooLarge++
              continue
            }
            facts = then
          } else {
            const part = (of: number, times: number): number => Math.round((inLot(facts, of, at) * Math.max(1, Math.abs(times))) / 100)
            const from =
              kind === 'HEAP' && second !== lot
                ? ([
                    [lot, part(lot, size)],
                    [second, part(second, which % 100)],
                  ] as const)
                : ([[lot, part(lot, size)]] as const)
            const then = [...facts, { id, kind, at, lot, to: lots, from, grams: 0, isVoid: false }]
            if (from.some(([, grams]) => grams <= 0) || !mayBe(then, lots + 1)) continue
            facts = then
            lots += 1
          }
          seen.taken++
          for (const group of groupsOf(facts, lots)) {
            const of = (kinds: readonly string[]): number =>
              facts
                .filter((fact) => !fact.isVoid && fact.to === undefined && group.includes(fact.lot) && kinds.includes(fact.kind))
                .reduce((sum, { grams }) => sum + grams, 0)
            const [brought, alone, agreed, gone] = [of(['SPLIT']), of(['ADJUST']), of(['BODY']), of(['LOSS'])]
            expect(Math.abs(alone) * 100, JSON.stringify(facts)).toBeLessThanOrEqual(brought * 3 + 1)
            expect(group.reduce((sum, one) => sum + inLot(facts, one), 0)).toBe(brought + alone + agreed + gone)
          }
        }
      }),
      { seed: 30, numRuns: 800 },
    )
    expect(seen.fallenOut).toBeGreaterThan(20)
    expect(seen.tooLarge).toBeGreaterThan(500)
    expect(seen.taken).toBeGreaterThan(1000)
  })
})
