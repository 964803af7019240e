// How much an adjustment may change the books of a lot with one approval (BR-30; docs/decisions/0096): a share of what was in them just before; so do those between which no goods came
// or went, together; and all that were adjusted of its goods, in whatever lots they lay, a share of what came in. Pure.
import { type Followed, follow, type Movement, type Requested } from './goods-lineage.ts'
import { type Grams, toKg } from './ledger.ts'

/** Kilograms. `sum`: of the goods of the lot. `lineage`: of goods that lie in other lots. */
export type TooLarge =
  | { of: 'books'; bookKg: number }
  | { of: 'sum' | 'lineage'; adjustedKg: number; cameKg: number; sumKg: number }
  | { of: 'run'; adjustedKg: number; bookKg: number; sumKg: number }

/** Shares of goods are no whole grams: a thousandth of one decides nothing. */
const slack = 0.001
const kgOf = (grams: Grams): number => toKg(Math.round(grams))
/** What takes back earlier ones is within it. */
const isBeyond = (sum: Grams, most: Grams, before: Grams): boolean => Math.abs(sum) > Math.max(most, Math.abs(before)) + slack

/**
 * Null: one approval is enough. Many small ones are no large one, under whatever lot numbers; what takes back earlier ones is within it, though not what the body has agreed to:
 * without the body the books are never further than the share from what it knows of.
 */
export function tooLarge(movements: readonly Movement[], requested: Requested, most: number): TooLarge | null {
  const [before, after] = [follow(movements), follow(movements, requested)]
  const { book = 0, run = requested.grams, ofRun = requested.grams, runBook = 0 } = after.judged ?? {}
  if (Math.abs(requested.grams) > book * most + slack) return { of: 'books', bookKg: kgOf(book) }
  const beyond = [...after.lots].flatMap(([id, { came, alone, adjusted }]) => {
    const was = before.lots.get(id) ?? { alone: 0, adjusted: 0 }
    const sums = [
      { sum: alone, earlier: was.alone },
      { sum: adjusted, earlier: was.adjusted },
    ]
    return sums
      .filter(({ sum, earlier }) => isBeyond(sum, came * most, earlier))
      .map((one) => ({ ...one, came, of: id === requested.lotId ? ('sum' as const) : ('lineage' as const) }))
  })
  // That of most goods says most.
  const [first] = beyond.toSorted((one, other) => other.came - one.came)
  if (first) return { of: first.of, adjustedKg: kgOf(first.earlier), cameKg: kgOf(first.came), sumKg: kgOf(first.sum) }
  if (isBeyond(run, runBook * most, run - ofRun)) return { of: 'run', adjustedKg: kgOf(run - ofRun), bookKg: kgOf(runBook), sumKg: kgOf(run) }
  const { came = 0, alone = 0 } = after.lineages.find(({ lotIds }) => lotIds.has(requested.lotId)) ?? {}
  const earlier = alone - requested.grams
  return isBeyond(alone, came * most, earlier) ? { of: 'lineage', adjustedKg: kgOf(earlier), cameKg: kgOf(came), sumKg: kgOf(alone) } : null
}

/** What is beyond the share of what came in. */
const excessOf = ({ alone, came }: { alone: Grams; came: Grams }, most: number): Grams => Math.max(0, Math.abs(alone) - came * most)
/** Lots of whose goods more is adjusted without the body than before, and too much: something was taken back. */
export function fallenOut(movements: readonly Movement[], most: number): string[] {
  const earlier = movements.filter(({ before }) => before !== 0).map((one) => ({ ...one, grams: one.before }))
  const [before, after] = [follow(earlier), follow(movements.filter(({ grams }) => grams !== 0))]
  const nothing = { alone: 0, came: 0 }
  const single = [...after.lots].flatMap(([id, account]) => (excessOf(account, most) > excessOf(before.lots.get(id) ?? nothing, most) + slack ? [id] : []))
  const wasOf = (lotIds: ReadonlySet<string>): Followed['lineages'] => before.lineages.filter((lineage) => [...lotIds].some((id) => lineage.lotIds.has(id)))
  const joint = after.lineages.flatMap((lineage) => {
    const had = Math.max(0, ...wasOf(lineage.lotIds).map((one) => excessOf(one, most)))
    return excessOf(lineage, most) > had + slack ? [...lineage.lotIds] : []
  })
  return [...new Set([...single, ...joint])]
}
