// Claims of lots that stay lower than what they are made of (BR-11): a claim that fell when goods had left the lot never rises. In the
// record that is a matter of which was recorded first; of the past it is worked out from one moment of recording to the next. Pure.
import type { Claim } from '../kernel/terms.ts'
import { claimRank } from './claim.ts'
import { lotClaim, sourcesClaim } from './lot-projection.ts'

/** While something was known, in milliseconds. `until`: when it was voided; null: not yet. */
export type Span = { from: number; until: number | null }
export type KnownClaim = { from: number; claim: Claim | null }
/** `linkClaim`: with which the goods came, where that was less. */
export type KnownLink = Span & { input: string; output: string; linkClaim: Claim | null }
/** `entered`: its claim where it was made of nothing. `downgrades`: releases as conventional goods. */
export type KnownLot = { id: string; isCollected: boolean; entered: Claim | null; downgrades: readonly Span[] }

export const inForce = ({ from, until }: Span, moment: number): boolean => from <= moment && (until === null || until > moment)

/**
 * By lot, where it was lowered at `knownBy`. `links`: into and out of these lots; `crops`: the claims of what they were made of, from when
 * each was known, oldest first. What came later than `knownBy` is not given, or does not count.
 */
export function loweredClaims(
  knownBy: number,
  lots: readonly KnownLot[],
  links: readonly KnownLink[],
  crops: ReadonlyMap<string, readonly KnownClaim[]>,
): Map<string, Claim> {
  const spans = [...links, ...lots.flatMap(({ downgrades }) => downgrades)]
  const mayHaveRisen = spans.some(({ until }) => until !== null && until <= knownBy) || [...crops.values()].some((claims) => claims.length > 1)
  if (!mayHaveRisen) return new Map()

  const byId = new Map(lots.map((lot) => [lot.id, lot]))
  const [into, outOf] = [Map.groupBy(links, ({ output }) => output), Map.groupBy(links, ({ input }) => input)]
  const claims = new Map<string, Claim | null>()
  const claimOf = (id: string, moment: number): Claim | null => {
    const known = crops.get(id)
    return known ? ((known.findLast(({ from }) => from <= moment) ?? known[0])?.claim ?? null) : (claims.get(id) ?? null)
  }
  const sourcesAt = (id: string, moment: number) =>
    (into.get(id) ?? []).flatMap((link) => (inForce(link, moment) ? [{ linkClaim: link.linkClaim, claim: claimOf(link.input, moment) }] : []))
  const isDowngraded = ({ downgrades }: KnownLot, moment: number): boolean => downgrades.some((one) => inForce(one, moment))

  for (const [moment, touched] of touchedBy(knownBy, lots, links, crops)) {
    const before = new Map<string, Claim | null>()
    for (const id of touched) {
      // What is touched again by one of its sources is looked at again, later in this loop.
      touched.delete(id)
      const lot = byId.get(id)
      if (!lot) continue
      const [was, gone] = [claims.get(id) ?? null, (outOf.get(id) ?? []).filter((link) => inForce(link, moment))]
      // Looked at a second time within a moment, it starts from before that moment, not from the first result.
      const known = before.has(id) ? (before.get(id) ?? null) : (was ?? lot.entered)
      before.set(id, known)
      const claim = lotClaim({
        isDowngraded: isDowngraded(lot, moment),
        sources: sourcesAt(id, moment),
        known,
        hasGivenAway: gone.length > 0,
        isCollected: lot.isCollected,
      })
      claims.set(id, claim)
      if (claim !== was) for (const { output } of gone) touched.add(output)
    }
  }
  const lowered = new Map<string, Claim>()
  for (const lot of lots) {
    const [claim, sources] = [claims.get(lot.id), sourcesAt(lot.id, knownBy)]
    if (claim && sources.length && !isDowngraded(lot, knownBy) && claimRank[claim] < claimRank[sourcesClaim(sources)]) lowered.set(lot.id, claim)
  }
  return lowered
}

/** Moments in their order, each with the lots of which something was recorded, voided or changed in a crop then. */
function touchedBy(knownBy: number, lots: readonly KnownLot[], links: readonly KnownLink[], crops: ReadonlyMap<string, readonly KnownClaim[]>) {
  const moments = new Map<number, Set<string>>()
  const touch = (moment: number | null, ...ids: string[]): void => {
    if (moment === null || moment > knownBy) return
    const touched = moments.get(moment) ?? new Set<string>()
    moments.set(moment, touched)
    for (const id of ids) touched.add(id)
  }
  for (const { input, output, from, until } of links) for (const moment of [from, until]) touch(moment, input, output)
  for (const { id, downgrades } of lots) for (const { from, until } of downgrades) for (const moment of [from, until]) touch(moment, id)
  for (const { input, output } of links) for (const { from } of crops.get(input) ?? []) touch(from, output)
  return [...moments].sort(([one], [other]) => one - other)
}
