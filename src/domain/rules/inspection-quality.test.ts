// Statistics of the internal control against calculations that share nothing with them: enumerated outcomes and samples, published values, and the
// inequality that defines the interval of Wilson.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  binomial,
  compareInspectors,
  detectionOf,
  distributionOf,
  type Findings,
  funnelLevels,
  limitsOf,
  sampleToDetect,
  wilson,
} from './inspection-quality.ts'

const found = (...rules: string[]): Findings => ({ rules, unnamed: false })
const unnamed: Findings = { rules: [], unnamed: true }

describe('the interval of Wilson', () => {
  it('is that of published examples, and null of nothing', () => {
    // Newcombe, Statistics in Medicine 17 (1998), table I, method 3: 81/263, 15/148, 0/20, 1/29.
    for (const [r, n, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const) {
      expect(wilson(r, n)?.low).toBeCloseTo(low, 4)
      expect(wilson(r, n)?.high).toBeCloseTo(high, 4)
    }
    expect(wilson(0, 0)).toBeNull()
  })
  it('ends where the share found lies 1.96 standard errors of the bound away', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(500), (n, some) => {
        const r = Math.min(some, n)
        const { low, high } = wilson(r, n) ?? { low: -1, high: -1 }
        for (const bound of [low, high].filter((one) => one > 0 && one < 1))
          expect(Math.abs(r / n - bound) / Math.sqrt((bound * (1 - bound)) / n)).toBeCloseTo(1.96, 3)
        expect(low).toBeLessThanOrEqual(r / n)
        expect(high).toBeGreaterThanOrEqual(r / n)
      }),
    ))
})

describe('the detection rate', () => {
  it('is what the first look found of all that either found', () => {
    const looks = [
      { first: found('A', 'B'), second: found('B', 'C') },
      { first: found(), second: found('A') },
      { first: found('D'), second: found() },
      { first: found(), second: found() },
    ]
    expect(detectionOf(looks)).toMatchObject({ holdings: 4, byFirst: 3, bySecond: 3, byBoth: 1, byEither: 5, rate: 0.6, recaptured: 1 / 3 })
    expect(detectionOf([])).toMatchObject({ holdings: 0, byEither: 0, rate: null, interval: null, recaptured: null })
    // The order of codes, and one that is named twice, change nothing.
    expect(detectionOf([{ first: found('B', 'A', 'A'), second: found('C', 'B') }])).toMatchObject({ byFirst: 2, bySecond: 2, byBoth: 1 })
  })
  it('counts what has no name as one of the other’s, where there is one', () => {
    expect(detectionOf([{ first: unnamed, second: found('A', 'B') }])).toMatchObject({ byFirst: 1, bySecond: 2, byBoth: 1, byEither: 2, rate: 0.5 })
    expect(detectionOf([{ first: found('A', 'B'), second: unnamed }])).toMatchObject({ byFirst: 2, bySecond: 1, byBoth: 1, byEither: 2, rate: 1 })
    expect(detectionOf([{ first: unnamed, second: unnamed }])).toMatchObject({ byFirst: 1, bySecond: 1, byBoth: 1, byEither: 1 })
    expect(detectionOf([{ first: found(), second: unnamed }])).toMatchObject({ byFirst: 0, bySecond: 1, byBoth: 0, rate: 0 })
    expect(detectionOf([{ first: unnamed, second: found() }])).toMatchObject({ byFirst: 1, byBoth: 0, rate: 1 })
  })
  it('of named findings is that of sets', () => {
    const some = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D'))
    fc.assert(
      fc.property(fc.array(fc.record({ first: some, second: some }), { maxLength: 6 }), (looks) => {
        const of = (pick: (look: { first: string[]; second: string[] }, rule: string) => boolean) =>
          looks.reduce((sum, look) => sum + ['A', 'B', 'C', 'D'].filter((rule) => pick(look, rule)).length, 0)
        const answer = detectionOf(looks.map(({ first, second }) => ({ first: found(...first), second: found(...second) })))
        expect(answer.byEither).toBe(of(({ first, second }, rule) => first.includes(rule) || second.includes(rule)))
        expect(answer.byBoth).toBe(of(({ first, second }, rule) => first.includes(rule) && second.includes(rule)))
        expect(answer.byFirst).toBe(of(({ first }, rule) => first.includes(rule)))
      }),
    )
  })
})

/** P(X = k) by going through every outcome. */
function enumerated(chances: readonly number[]): number[] {
  const sums = new Array<number>(chances.length + 1).fill(0)
  for (let outcome = 0; outcome < 2 ** chances.length; outcome++) {
    let probability = 1
    let count = 0
    for (const [at, chance] of chances.entries()) {
      const happens = ((outcome >> at) & 1) === 1
      probability *= happens ? chance : 1 - chance
      count += Number(happens)
    }
    sums[count] = (sums[count] ?? 0) + probability
  }
  return sums
}

describe('the spread between inspectors', () => {
  const chance = fc.double({ min: 0, max: 1, noNaN: true })
  it('rests on the distribution of every outcome', () => {
    fc.assert(
      fc.property(fc.array(chance, { maxLength: 9 }), (chances) => {
        const expected = enumerated(chances)
        for (const [k, probability] of distributionOf(chances).entries()) expect(probability).toBeCloseTo(expected[k] ?? 0, 10)
      }),
    )
    fc.assert(
      fc.property(fc.nat(40), chance, (n, p) => {
        const expected = distributionOf(new Array<number>(n).fill(p))
        for (const [k, probability] of binomial(n, p).entries()) expect(probability).toBeCloseTo(expected[k] ?? 0, 9)
      }),
    )
  })
  it('has limits beyond which at most the tails lie', () =>
    fc.assert(
      fc.property(fc.array(chance, { minLength: 1, maxLength: 30 }), fc.constantFrom(...Object.values(funnelLevels)), (chances, level) => {
        const distribution = distributionOf(chances)
        const { low, high } = limitsOf(distribution, level)
        const sum = (from: number, to: number) => distribution.slice(from, to).reduce((total, one) => total + one, 0)
        const tail = (1 - level) / 2
        expect(low).toBeLessThanOrEqual(high)
        expect(sum(0, low)).toBeLessThanOrEqual(tail + 1e-9)
        expect(sum(high + 1, distribution.length)).toBeLessThanOrEqual(tail + 1e-9)
        // And no further out than that asks for.
        expect(sum(0, low + 1)).toBeGreaterThan(tail - 1e-9)
        expect(sum(high, distribution.length)).toBeGreaterThan(tail - 1e-9)
      }),
    ))
  const visits = (inspectorId: string, group: string, of: number, withFinding: number) =>
    Array.from({ length: of }, (_, at) => ({ inspectorId, group, hasFinding: at < withFinding }))
  it('puts outside who finds nothing where others find, and not who finds nothing where nobody does', () => {
    const { rate, inspectors } = compareInspectors([...visits('keen', 'HIGH', 40, 16), ...visits('blind', 'HIGH', 30, 0), ...visits('calm', 'LOW', 30, 0)])
    expect(rate).toBeCloseTo(0.16, 10)
    const placed = Object.fromEntries(inspectors.map((one) => [one.inspectorId, one]))
    // 16 of 70 at high risk: 0 of 30 has the chance (54/70)^30 = 0.04 %.
    expect(placed.blind).toMatchObject({ visited: 30, found: 0, place: 'MANY_FEWER', adjusted: 0 })
    expect(placed.blind?.expected).toBeCloseTo((30 * 16) / 70, 10)
    expect(placed.calm).toMatchObject({ found: 0, expected: 0, place: 'INSIDE' })
    expect(inspectors.map(({ inspectorId }) => inspectorId)).toEqual(['keen', 'blind', 'calm'])
  })
  it('compares at the same risk: more findings at high risk are as many as expected', () => {
    const same = [...visits('low', 'LOW', 50, 5), ...visits('high', 'HIGH', 50, 25)]
    expect(compareInspectors(same).inspectors.map(({ place }) => place)).toEqual(['INSIDE', 'INSIDE'])
    // Of 50 at 30 %: at most 5 with a chance of 0.07 %, at least 25 with 0.24 %.
    const oneGroup = compareInspectors(same.map((one) => ({ ...one, group: 'ANY' })))
    expect(oneGroup.inspectors.map(({ inspectorId, place }) => [inspectorId, place])).toEqual([
      ['high', 'MORE'],
      ['low', 'MANY_FEWER'],
    ])
  })
  it('expects in sum what was found in sum', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ inspectorId: fc.constantFrom('a', 'b', 'c'), group: fc.constantFrom('LOW', 'MEDIUM', 'HIGH'), hasFinding: fc.boolean() }), {
          maxLength: 40,
        }),
        (some) => {
          const { inspectors } = compareInspectors(some)
          const sum = (of: 'found' | 'expected') => inspectors.reduce((total, one) => total + one[of], 0)
          expect(sum('expected')).toBeCloseTo(sum('found'), 9)
        },
      ),
    ))
})

/** Of all samples of `n` farms, the share in which none of the first `bad` is. */
function shareOfSamplesWithoutBad(population: number, bad: number, n: number): number {
  let [all, without] = [0, 0]
  for (let chosen = 0; chosen < 2 ** population; chosen++) {
    let size = 0
    for (let at = 0; at < population; at++) size += (chosen >> at) & 1
    if (size !== n) continue
    all++
    if ((chosen & (2 ** bad - 1)) === 0) without++
  }
  return without / all
}

describe('the sample that detects', () => {
  it('is the smallest of which at most one in twenty misses, by every sample there is', () => {
    for (let population = 1; population <= 10; population++)
      for (const prevalence of [0.1, 0.2, 0.35, 0.5]) {
        const bad = Math.ceil(population * prevalence - 1e-9)
        const n = sampleToDetect(population, prevalence)
        expect(shareOfSamplesWithoutBad(population, bad, n)).toBeLessThanOrEqual(0.05)
        expect(shareOfSamplesWithoutBad(population, bad, n - 1)).toBeGreaterThan(0.05)
      }
  })
  it('is that of published tables', () => {
    // Cannon and Roe, Livestock Disease Surveys (1982): 95 %, by size and share of the population.
    for (const [population, prevalence, sample] of [
      [100, 0.05, 45],
      [100, 0.1, 25],
      [500, 0.1, 28],
      [500, 0.02, 129],
      [1000, 0.01, 258],
    ] as const)
      expect([population, prevalence, sampleToDetect(population, prevalence)]).toEqual([population, prevalence, sample])
  })
  it('is none of nobody, everybody for a single one at full confidence, and grows with the population', () => {
    expect(sampleToDetect(0, 0.1)).toBe(0)
    expect(sampleToDetect(50, 0, 1)).toBe(50)
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 2000 }), (population) => {
        expect(sampleToDetect(population, 0.05)).toBeLessThanOrEqual(population)
        expect(sampleToDetect(population, 0.05)).toBeGreaterThanOrEqual(sampleToDetect(population, 0.1))
      }),
    )
  })
})
