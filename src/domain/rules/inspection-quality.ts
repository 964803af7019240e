// Statistics of an internal control (domain dictionary 16, no. 4): how much of what there is to find inspectors find, who of them finds less or more than
// others at the same risk, and how many farms have to be looked at again. Pure; distributions are exact, not approximated.

/** Shares, 0 to 1. */
export type Interval = { low: number; high: number }

/** Two-sided 95 % and 99.8 %: the usual warning and action limits of a funnel plot (Spiegelhalter, Statistics in Medicine 24, 2005). */
export const funnelLevels = { WARN: 0.95, ACT: 0.998 } as const
const z95 = 1.959963984540054

/**
 * The interval that holds a share with 95 % confidence when `found` of `of` were found: the score interval of Wilson (Journal of the American Statistical
 * Association 22, 1927), (p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n). It stays between 0 and 1 and holds for few cases. Null of none.
 */
export function wilson(found: number, of: number): Interval | null {
  if (of === 0) return null
  const share = found / of
  const z2 = z95 * z95
  const middle = share + z2 / (2 * of)
  const half = z95 * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of))
  const bounded = (value: number) => Math.min(1, Math.max(0, value / (1 + z2 / of)))
  return { low: found === 0 ? 0 : bounded(middle - half), high: found === of ? 1 : bounded(middle + half) }
}

/** Codes of what was found in one look at a holding. `unnamed`: something was found of which no non-conformity says what. */
export type Findings = { rules: readonly string[]; unnamed: boolean }
export type TwoLooks = { first: Findings; second: Findings }
export type Detection = {
  holdings: number
  byFirst: number
  bySecond: number
  byBoth: number
  byEither: number
  /** byFirst / byEither: what the first look had found of all that is known. */
  rate: number | null
  interval: Interval | null
  /** byBoth / bySecond, the recapture share of Lincoln and Petersen: not raised by what both overlooked. */
  recaptured: number | null
}

/**
 * The detection rate of first inspections, by holdings at which two people looked: non-conformities that the first found ÷ those that either found, with the
 * interval of Wilson. What both overlooked is unknown to it, so it is an upper bound. Something found without a name counts as one of the other's.
 */
export function detectionOf(looks: readonly TwoLooks[]): Detection {
  const total = { byFirst: 0, bySecond: 0, byBoth: 0 }
  for (const { first, second } of looks) {
    const [one, other] = [new Set(first.rules), new Set(second.rules)]
    const both = [...one].filter((rule) => other.has(rule)).length
    const counted = (own: Set<string>, findings: Findings) => own.size + (findings.unnamed ? 1 : 0)
    const [byFirst, bySecond] = [counted(one, first), counted(other, second)]
    // Of what only one of them has named, the other’s nameless finding may be one.
    const nameless = Number(first.unnamed && bySecond > both) + Number(second.unnamed && one.size > both)
    total.byFirst += byFirst
    total.bySecond += bySecond
    total.byBoth += Math.min(both + (first.unnamed && second.unnamed ? Math.max(1, nameless) : nameless), byFirst, bySecond)
  }
  const byEither = total.byFirst + total.bySecond - total.byBoth
  return {
    holdings: looks.length,
    ...total,
    byEither,
    rate: byEither === 0 ? null : total.byFirst / byEither,
    interval: wilson(total.byFirst, byEither),
    recaptured: total.bySecond === 0 ? null : total.byBoth / total.bySecond,
  }
}

/** P(X = k), k from 0, of independent visits that each find something with their own chance (the Poisson-binomial distribution), by convolution. */
export function distributionOf(chances: readonly number[]): number[] {
  let known = [1]
  for (const chance of chances) {
    const next = new Array<number>(known.length + 1).fill(0)
    for (const [k, probability] of known.entries()) {
      next[k] = (next[k] ?? 0) + probability * (1 - chance)
      next[k + 1] = (next[k + 1] ?? 0) + probability * chance
    }
    known = next
  }
  return known
}

/** The counts within which a distribution lies but for (1 − level) / 2 on each side: whoever is below `low` or above `high` is outside. */
export function limitsOf(distribution: readonly number[], level: number): Interval {
  const tail = (1 - level) / 2
  let sum = 0
  let low: number | null = null
  for (const [k, probability] of distribution.entries()) {
    sum += probability
    if (low === null && sum > tail) low = k
    // Sums of many parts miss 1 by rounding.
    if (sum >= 1 - tail - 1e-12) return { low: low ?? k, high: k }
  }
  return { low: low ?? 0, high: distribution.length - 1 }
}

export type Place = 'INSIDE' | 'FEWER' | 'MANY_FEWER' | 'MORE' | 'MANY_MORE'
export type Inspected = { inspectorId: string /** Risk class, or any other group within which inspectors are compared. */; group: string; hasFinding: boolean }
export type Compared = {
  inspectorId: string
  visited: number
  found: number
  expected: number /** found / expected × the rate of all. */
  adjusted: number
  place: Place
}

/**
 * Each inspector against all at the same risk (indirect standardisation): expected is the sum of the rates of the groups of the holdings they
 * visited; `place` by the exact distribution of so many findings with these rates, outside 95 % or 99.8 %.
 */
export function compareInspectors(visits: readonly Inspected[]): { rate: number; inspectors: Compared[] } {
  const share = (some: readonly Inspected[]) => (some.length === 0 ? 0 : some.filter(({ hasFinding }) => hasFinding).length / some.length)
  const rates = new Map([...Map.groupBy(visits, ({ group }) => group)].map(([group, own]) => [group, share(own)]))
  const rate = share(visits)
  const inspectors = [...Map.groupBy(visits, ({ inspectorId }) => inspectorId)].map(([inspectorId, own]): Compared => {
    const chances = own.map(({ group }) => rates.get(group) ?? 0)
    const expected = chances.reduce((sum, chance) => sum + chance, 0)
    const found = own.filter(({ hasFinding }) => hasFinding).length
    return {
      inspectorId,
      visited: own.length,
      found,
      expected,
      adjusted: expected === 0 ? rate : (found / expected) * rate,
      place: placeOf(found, distributionOf(chances)),
    }
  })
  return { rate, inspectors: inspectors.sort((one, other) => other.visited - one.visited || (one.inspectorId < other.inspectorId ? -1 : 1)) }
}

function placeOf(found: number, distribution: readonly number[]): Place {
  const [warn, act] = [limitsOf(distribution, funnelLevels.WARN), limitsOf(distribution, funnelLevels.ACT)]
  if (found < warn.low) return found < act.low ? 'MANY_FEWER' : 'FEWER'
  if (found > warn.high) return found > act.high ? 'MANY_MORE' : 'MORE'
  return 'INSIDE'
}

/** P(X = k) of n visits that all find something with the same chance (the binomial distribution), for the limits that a funnel is drawn with. */
export function binomial(n: number, chance: number): number[] {
  if (chance <= 0) return [1, ...new Array<number>(n).fill(0)]
  if (chance >= 1) return [...new Array<number>(n).fill(0), 1]
  const odds = Math.log(chance) - Math.log1p(-chance)
  const made: number[] = []
  for (let k = 0, log = n * Math.log1p(-chance); k <= n; k++) {
    made.push(Math.exp(log))
    log += Math.log((n - k) / (k + 1)) + odds
  }
  return made
}

/**
 * How many of `population` farms have to be looked at to find at least one that does not conform with this confidence when `prevalence` of them
 * (rounded up, at least one) do not. Exact, without replacement (hypergeometric): 1 − C(N − D, n) / C(N, n) ≥ confidence.
 */
export function sampleToDetect(population: number, prevalence: number, confidence = 0.95): number {
  const bad = Math.min(population, Math.max(1, Math.ceil(population * prevalence - 1e-9)))
  let missed = 1
  for (let n = 0; n < population; n++) {
    if (missed <= 1 - confidence) return n
    missed *= Math.max(0, population - bad - n) / (population - n)
  }
  return population
}
