// Drawn histories of adjustments, splits, joined lots, losses and goods that went, in any order of recording (BR-30): what is within the bounds is taken and nothing else, by a
// calculation of its own, in which what is adjusted is colour and all else is water. And two people who try whatever they want.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'
import { salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: ReturnType<typeof salesOf>
const as = (key: string) => world.as(key, 'OP1')

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
}, 120_000)

const moment = (hour: number): string => new Date(Date.parse(at('2025-12-01')) + hour * 3_600_000).toISOString()
const send = (who: string, lot: string, eventType: string, hour: number, data: Json) =>
  as(who).post(`/productbatch/${lot}/events`, { eventType, occurredAt: moment(hour), data, lateReason: 'From the stock book' })
async function adjust(lot: string, grams: number, hour: number) {
  const { event } = await ok(send('pooja', lot, 'ADJUST', hour, { deltaKg: grams / 1000, reason: 'Weighed again' }))
  return send('omar', lot, 'ADJUST_APPROVED', hour, { adjustEventId: event.id })
}
const onHand = async (lot: string): Promise<number> => Math.round((await chain.view('productbatch', lot)).onHandKg * 1000)

/** `lot`: by its place; of what goes on into another lot, `to`. */
type Move = { kind: 'ADJUST' | 'DISPATCH' | 'LOSS' | 'SPLIT' | 'HEAP_BUILT' | 'MERGE'; lot: number; to?: number; grams: number; hour: number }
type Glass = { water: number; colour: number }
/** `there`: what is in it. `own`: what came into it without what went on into other lots of the centre. */
type Mixed = { book: number; there: Glass; own: Glass }
const inOrder = (moves: readonly Move[]): Move[] => moves.toSorted((one, other) => one.hour - other.hour)
function pour(came: readonly number[], moves: readonly Move[], until = Number.POSITIVE_INFINITY): Mixed[] {
  const lots: Mixed[] = came.map((water) => ({ book: water, there: { water, colour: 0 }, own: { water, colour: 0 } }))
  for (const { kind, lot, to, grams } of inOrder(moves).filter(({ hour }) => hour < until)) {
    const glass = lots[lot]
    if (!glass) throw new Error('There is no such lot')
    const part = Math.abs(grams) / glass.book
    glass.book += grams
    if (kind === 'ADJUST') {
      glass.there.colour += grams
      glass.own.colour += grams
      continue
    }
    const out = { water: glass.there.water * part, colour: glass.there.colour * part }
    glass.there.water -= out.water
    glass.there.colour -= out.colour
    const target = to === undefined ? undefined : lots[to]
    if (!target) continue
    target.book -= grams
    for (const [of, times] of [
      [target.there, 1],
      [target.own, 1],
      [glass.own, -1],
    ] as const) {
      of.water += times * out.water
      of.colour += times * out.colour
    }
  }
  return lots
}
const isWithin = (grams: number, of: number, slack = 1e-3): boolean => Math.abs(grams) * 100 <= of * 3 + slack
/** Every balance is at least nothing, and every adjustment within the share of the balance before it. */
const mayBe = (came: readonly number[], moves: readonly Move[]): boolean =>
  moves.every(({ hour, kind, lot, grams }) => {
    const [before, after] = [pour(came, moves, hour), pour(came, moves, hour + 0.5)]
    return after.every(({ book }) => book >= 0) && (kind !== 'ADJUST' || isWithin(grams, before[lot]?.book ?? 0, 0))
  })
/** What adjustments add up to: of the goods of each lot, of the time between goods that came or went, and of all lots that goods went between. */
function addsUp(came: readonly number[], moves: readonly Move[], fresh: Move): boolean {
  const then = [...moves, fresh]
  const [was, is] = [pour(came, moves), pour(came, then)]
  const isGrown = (sum: number, before: number): boolean => Math.abs(sum) > Math.abs(before) + 1e-6
  if (is.some(({ own }, lot) => !isWithin(own.colour, own.water) && isGrown(own.colour, was[lot]?.own.colour ?? 0))) return false
  const ends = moves.filter(({ kind, lot }) => kind === 'DISPATCH' && lot === fresh.lot).map(({ hour }) => hour)
  const [earlier, later] = [Math.max(-1, ...ends.filter((hour) => hour < fresh.hour)), Math.min(1e6, ...ends.filter((hour) => hour > fresh.hour))]
  const run = then.filter(({ kind, lot, hour }) => kind === 'ADJUST' && lot === fresh.lot && hour > earlier && hour < later)
  const bookAt = (hour: number): number => pour(came, then, hour)[fresh.lot]?.book ?? 0
  /** How much of what lay there at the one moment lies there at the other. */
  const left = (from: number, to: number): number =>
    then
      .filter(({ lot, to: into, hour }) => lot === fresh.lot && into !== undefined && hour > from && hour < to)
      .reduce((share, { grams, hour }) => share * (1 + grams / bookAt(hour)), 1)
  const first = Math.min(...run.map(({ hour }) => hour))
  const sumAt = (hour: number): number => run.filter((one) => one.hour < hour).reduce((sum, one) => sum + one.grams * left(one.hour, hour), 0)
  const most = Math.min(bookAt(first) * left(first, fresh.hour), bookAt(fresh.hour) - sumAt(fresh.hour)) * left(fresh.hour, later)
  const [sum, own] = [sumAt(later), fresh.grams * left(fresh.hour, later)]
  if (!isWithin(sum, most) && isGrown(sum, sum - own)) return false
  const joined = new Set([fresh.lot])
  for (let size = 0; size < joined.size; ) {
    size = joined.size
    for (const { lot, to } of moves) if (to !== undefined && (joined.has(lot) || joined.has(to))) for (const one of [lot, to]) joined.add(one)
  }
  const total = then.filter(({ kind, lot }) => kind === 'ADJUST' && joined.has(lot)).reduce((all, { grams }) => all + grams, 0)
  const brought = [...joined].reduce((all, lot) => all + (came[lot] ?? 0), 0)
  return isWithin(total, brought) || !isGrown(total, total - fresh.grams)
}

describe('any history of adjustments, splits, joined lots, goods that went and losses, in any order of recording', () => {
  it('takes what is within the bounds by a calculation of its own, and nothing else', { timeout: 300_000 }, async () => {
    const move = fc.record({
      kind: fc.constantFrom<Move['kind'][]>('ADJUST', 'ADJUST', 'ADJUST', 'ADJUST', 'DISPATCH', 'LOSS', 'SPLIT', 'SPLIT', 'HEAP_BUILT', 'MERGE'),
      share: fc.integer({ min: -60, max: 60 }),
      which: fc.nat(1000),
      hour: fc.nat(600),
    })
    const history = fc.uniqueArray(move, { selector: ({ hour }) => hour, minLength: 14, maxLength: 18, size: 'max' })
    const seen = { taken: 0, refused: 0, joined: 0 }
    for (const draws of fc.sample(history, { seed: 30, numRuns: 12 })) {
      const came = [300_000, 200_000]
      const lots = [await sales.lot(300), await sales.lot(200)]
      const since = [-1, -1]
      const heaps: number[] = []
      const moves: Move[] = []
      for (const { kind, share, which, hour } of draws) {
        // Nothing leaves a heap: it stays open.
        const isIn = kind === 'ADJUST' || kind === 'LOSS'
        const those = [...lots.keys()].filter((one) => (since[one] ?? 0) < hour && (isIn || !heaps.includes(one)))
        const lot = those[which % those.length] ?? 0
        const book = Math.max(1, pour(came, moves, hour)[lot]?.book ?? 0)
        const part = { ADJUST: 1900, LOSS: 3000, DISPATCH: 130, SPLIT: 90, HEAP_BUILT: 90, MERGE: 90 }[kind]
        const size = Math.ceil((book * (Math.abs(share) + 1)) / part)
        const grams = kind === 'ADJUST' ? Math.sign(share || 1) * size : -size
        const isOut = kind === 'SPLIT' || kind === 'HEAP_BUILT' || kind === 'MERGE'
        const to = !isOut ? undefined : kind !== 'SPLIT' && heaps.length ? heaps[which % heaps.length] : lots.length
        const fresh: Move = { kind, lot, grams, hour, ...(to === undefined ? {} : { to }) }
        const [id, kg] = [lots[lot] ?? '', size / 1000]
        const isNew = to === lots.length
        const target = kind === 'SPLIT' || to === undefined ? '' : isNew ? ((await chain.lot()).id as string) : (lots[to] ?? '')
        const answer =
          kind === 'ADJUST'
            ? await adjust(id, grams, hour)
            : kind === 'LOSS'
              ? await send('omar', id, kind, hour, { cause: 'DRYING', kg })
              : kind === 'DISPATCH'
                ? await send('omar', id, kind, hour, { buyerId: chain.ginner, kg, invoiceNo: crypto.randomUUID().slice(0, 18) })
                : kind === 'SPLIT'
                  ? await send('omar', id, kind, hour, { outputs: [{ kg }] })
                  : await send('omar', target, kind, hour, { inputs: [{ batchId: id, kg }] })
        const grown = isNew ? [...came, 0] : came
        const isExpected = mayBe(grown, [...moves, fresh]) && (kind !== 'ADJUST' || addsUp(came, moves, fresh))
        expect([fresh, moves, answer.status < 300], JSON.stringify(answer.body)).toEqual([fresh, moves, isExpected])
        seen[isExpected ? 'taken' : 'refused']++
        if (!isExpected) continue
        moves.push(fresh)
        if (isOut) seen.joined++
        if (!isNew) continue
        came.push(0)
        lots.push(kind === 'SPLIT' ? await chain.madeBy(answer.body.event.id) : target)
        // A part is there from then on; a heap is filled at any time.
        since.push(kind === 'SPLIT' ? hour : -1)
        if (kind !== 'SPLIT') heaps.push(lots.length - 1)
      }
      const expected = pour(came, moves).map(({ book }) => Math.round(book))
      for (const [lot, id] of lots.entries()) expect(await onHand(id)).toBe(expected[lot])
    }
    expect(Math.min(seen.taken, seen.refused, seen.joined)).toBeGreaterThan(30)
  })
})

describe('two people who adjust, split, join, lose and take back whatever they want', () => {
  it('never have more than 3 % more, or less, of their goods, nor lose more than 1 % that nobody is to look at', { timeout: 300_000 }, async () => {
    const kinds = ['ADJUST', 'ADJUST', 'ADJUST', 'SPLIT', 'SPLIT', 'HEAP_BUILT', 'LOSS', 'VOID', 'VOID'] as const
    const draw = fc.record({
      kind: fc.constantFrom(...kinds),
      which: fc.nat(1000),
      size: fc.integer({ min: 1, max: 100 }),
      late: fc.constantFrom(0, 0, 0, 9, 40),
    })
    const seen = { taken: 0, refused: 0 }
    for (const [round, draws] of fc.sample(fc.array(draw, { minLength: 36, maxLength: 36, size: 'max' }), { seed: 31, numRuns: 5 }).entries()) {
      const lots = [await sales.lot(300)]
      const done: { lot: string; id: string; kind: string; grams: number }[] = []
      // Up in one round, down in the next.
      const sign = round % 2 ? -1 : 1
      for (const [place, { kind, which, size, late }] of draws.entries()) {
        const hour = Math.max(1, 3 * (place + 1) - late)
        const lot = lots[which % lots.length] ?? ''
        const there = await onHand(lot)
        const kg = Math.floor((there * size) / 100) / 1000
        if (kind !== 'VOID' && kg === 0) continue
        // Now and then the other way, to take that back later.
        const grams = Math.floor((there * size) / 3400) * (which % 5 ? sign : -sign)
        const taken = done[which % Math.max(1, done.length)]
        const heap = kind === 'HEAP_BUILT' ? ((await chain.lot()).id as string) : ''
        const answer =
          kind === 'ADJUST'
            ? grams && (await adjust(lot, grams, hour))
            : kind === 'SPLIT'
              ? await send('pooja', lot, 'SPLIT', hour, { outputs: [{ kg }] })
              : kind === 'HEAP_BUILT'
                ? await send('pooja', heap, 'HEAP_BUILT', hour, { inputs: [{ batchId: lot, kg }] })
                : kind === 'LOSS'
                  ? await send('pooja', lot, 'LOSS', hour, { cause: 'DRYING', kg: Math.max(1, Math.floor((there * size) / 9000)) / 1000 })
                  : taken && (await as('omar').post(`/productbatch/${taken.lot}/events/${taken.id}/void`, { reason: 'INCORRECT_DATA' }))
        if (!answer) continue
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
        if (answer.status >= 300) {
          seen.refused++
          continue
        }
        seen.taken++
        if (kind === 'VOID') done.splice(done.indexOf(taken as (typeof done)[number]), 1)
        else done.push({ lot: heap || lot, id: answer.body.event.id, kind, grams: kind === 'ADJUST' ? grams : Math.round(answer.body.event.data.kg * 1000) })
        if (kind === 'SPLIT') lots.push(await chain.madeBy(answer.body.event.id))
        if (kind === 'HEAP_BUILT') {
          lots.push(heap)
          await send('pooja', heap, 'CLOSED', hour, {})
        }
        const sumOf = (of: string): number => done.filter((one) => one.kind === of).reduce((sum, one) => sum + one.grams, 0)
        expect(Math.abs(sumOf('ADJUST'))).toBeLessThanOrEqual(9000)
        const views = await Promise.all(lots.map((one) => chain.view('productbatch', one)))
        expect(Math.round(views.reduce((sum, { onHandKg }) => sum + onHandKg * 1000, 0))).toBe(300_000 + sumOf('ADJUST') - sumOf('LOSS'))
        const isSeen = views.some(({ flags }) => flags.some(({ ruleId }: Json) => ruleId === '4.4'))
        if (!isSeen) expect(sumOf('LOSS')).toBeLessThanOrEqual(3000)
      }
    }
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(20)
  })
})
