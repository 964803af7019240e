// What the domain dictionary says of a crop (3.5, BR-04, BR-07, BR-19, BR-25), as a fold over its facts in order of occurrence.
// Written from the dictionary alone: nothing here is imported from the product.
import type { Fact, Fold, Folded } from './engine.ts'

export type Crop = {
  /** SOWN becomes GROWING by a count or by itself after fifteen days: here they are one. */
  status: string
  claimStatus: string | null
  sowingDate: string | null
  germinationDate: string | null
  harvestStart: string | null
  harvestEnd: string | null
  proposedKg: number | null
  estimatedKg: number | null
  harvestedKg: number
  retainedKg: number
  /** Of the farm lot. */
  onHandKg: number
  /** The package that it follows. */
  pop: string | null
}
type State = {
  status: string
  sown: string | null
  sownFirst: string | null
  germinated: string | null
  picked: string[]
  /** In grams, lowered by losses since. */
  estimates: { key: string; day: number; grams: number }[]
  /** Of the estimate that was approved last. */
  approved: string | null
  harvested: number
  retained: number
  sprays: { on: string; phiDays: number }[]
  pop: string | null
}

/** Twelve days apart, from 10 June 2025. */
export const dateOf = (day: number): string => new Date(Date.UTC(2025, 5, 10 + 12 * (day - 1))).toISOString().slice(0, 10)
export const areaHa = 0.1
/** Registered in the scheme so that the month of two years falls between the fourth and the fifth day. */
export const conversionStart = '2023-07-20'

/** BR-04: full months of conversion at sowing, of an annual crop. The claim is frozen then: sown again, it is no more than it was. */
function claimAt(sowing: string): string {
  const [from, to] = [new Date(conversionStart), new Date(sowing)]
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth() - (to.getUTCDate() < from.getUTCDate() ? 1 : 0)
  if (months < 0) return 'CONVENTIONAL'
  return months < 12 ? 'IC1' : months < 24 ? 'IC2' : 'ORGANIC'
}
const gramsOf = (kg: unknown): number => Math.round(Number(kg) * 1000)
const growing = ['SOWN', 'GROWING', 'HARVESTING']
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000

type Rule = { from: readonly string[]; needs?: (state: State, fact: Fact) => string | null; leads: (state: State, fact: Fact) => State }
const nothing = (state: State): State => state

const rules: Readonly<Record<string, Rule>> = {
  SEED_RECEIPT: { from: ['PLANNED', 'SOWN'], leads: nothing },
  // The waiting period of what seed is treated with is over long before any picking.
  SEED_TREATMENT: { from: ['PLANNED'], leads: nothing },
  SOWING: { from: ['PLANNED'], leads: (state, { day }) => ({ ...state, status: 'SOWN', sown: dateOf(day), sownFirst: dateOf(day) }) },
  // What stood has not come up: its germination is another one.
  RESOWING: { from: ['SOWN', 'GROWING'], leads: (state, { day }) => ({ ...state, status: 'SOWN', sown: dateOf(day), germinated: null }) },
  GERMINATION_COUNT: {
    from: ['SOWN', 'GROWING'],
    leads: (state, { day }) => ({ ...state, status: 'GROWING', germinated: state.germinated ?? dateOf(day) }),
  },
  INTERCULTURE: { from: growing, leads: nothing },
  FLOWERING: { from: growing, leads: nothing },
  PACKAGE_ASSIGNED: { from: ['PLANNED', ...growing, 'HARVESTED'], leads: (state, { data }) => ({ ...state, pop: String(data.pop) }) },
  IRRIGATION: { from: ['PLANNED', ...growing], leads: nothing },
  SCOUTING: { from: growing, leads: nothing },
  PEST_MONITORING: { from: growing, leads: nothing },
  INTERNAL_INSPECTION: { from: ['PLANNED', ...growing, 'HARVESTED'], leads: nothing },
  QR_REVOKED: { from: [...growing, 'HARVESTED'], leads: nothing },
  PLANT_PROTECTION: {
    from: growing,
    leads: (state, { day, data }) => ({ ...state, sprays: [...state.sprays, { on: dateOf(day), phiDays: Number(data.phiDays) }] }),
  },
  YIELD_ESTIMATE: {
    from: growing,
    leads: (state, { key, day, data }) => ({ ...state, estimates: [...state.estimates, { key, day, grams: gramsOf(Number(data.kgPerHa) * areaHa) }] }),
  },
  ESTIMATE_APPROVED: {
    from: growing,
    needs: (state, fact) => {
      const decided = decidedBy(state, fact)
      if ('flaw' in decided) return decided.flaw
      return state.estimates.some(({ key }) => key === decided.key) ? null : 'the estimate that it approved is not recorded any more'
    },
    leads: (state, fact) => {
      const decided = decidedBy(state, fact)
      return { ...state, approved: 'key' in decided ? decided.key : state.approved }
    },
  },
  CROP_LOSS: {
    from: growing,
    leads: (state, { data }) => {
      const estimates = state.estimates.map((one) => ({ ...one, grams: Math.round(one.grams * (1 - Number(data.share))) }))
      // What was picked before stays picked.
      return { ...state, estimates, status: data.share === 1 && state.picked.length === 0 ? 'FAILED' : state.status }
    },
  },
  HARVEST: {
    from: growing,
    needs: ({ sprays }, { day }) => (sprays.some(({ on, phiDays }) => daysBetween(on, dateOf(day)) < phiDays) ? 'a waiting period runs' : null),
    leads: (state, { day, data }) => ({
      ...state,
      status: 'HARVESTING',
      picked: [...state.picked, dateOf(day)],
      harvested: state.harvested + gramsOf(data.kg),
    }),
  },
  RETAINED: {
    from: ['HARVESTING', 'HARVESTED'],
    needs: ({ harvested, retained }, { data }) => (harvested - retained < gramsOf(data.kg) ? 'there is not as much' : null),
    leads: (state, { data }) => ({ ...state, retained: state.retained + gramsOf(data.kg) }),
  },
  CROP_CLOSE: { from: growing, leads: (state) => ({ ...state, status: 'HARVESTED' }) },
  CLOSED: { from: ['HARVESTED'], leads: (state) => ({ ...state, status: 'CLOSED' }) },
  CANCELLED: { from: ['PLANNED'], leads: (state) => ({ ...state, status: 'CANCELLED' }) },
}

/**
 * BR-24: whoever approves has seen what they approve: the latest estimate that waited when the approval was recorded, made by the day of the
 * approval, and not one of before an approval that had been recorded by then.
 */
function decidedBy(state: State, { day, known }: Fact): { key: string } | { flaw: string } {
  const waiting = (known ? stateAfter(known) : state) as State | { impossible: Fact }
  if ('impossible' in waiting) throw new Error('What was known could not be')
  const last = waiting.estimates.at(-1)
  if (!last || last.key === waiting.approved) return { flaw: 'no estimate waits' }
  if (last.day > day) return { flaw: 'the estimate that waits was made after it' }
  if (known?.some((fact) => fact.type === 'ESTIMATE_APPROVED' && fact.day > day)) return { flaw: 'another one was approved since' }
  return { key: last.key }
}

const isImpossible = (folded: State | { impossible: Fact; because: string }): folded is { impossible: Fact; because: string } => 'impossible' in folded
function stateAfter(facts: readonly Fact[]): State | { impossible: Fact; because: string } {
  let state: State = {
    status: 'PLANNED',
    sown: null,
    sownFirst: null,
    germinated: null,
    picked: [],
    estimates: [],
    approved: null,
    harvested: 0,
    retained: 0,
    sprays: [],
    pop: null,
  }
  for (const fact of facts) {
    const rule = rules[fact.type]
    if (!rule) throw new Error(`The fold knows no ${fact.type}`)
    if (!rule.from.includes(state.status)) return { impossible: fact, because: `the crop is ${state.status}` }
    const flaw = rule.needs?.(state, fact)
    if (flaw) return { impossible: fact, because: flaw }
    state = rule.leads(state, fact)
  }
  return state
}

export const foldCrop: Fold<Crop> = (facts): Folded<Crop> => {
  const folded = stateAfter(facts)
  if (isImpossible(folded)) return folded
  const { status, sown, sownFirst, germinated, picked, estimates, approved, harvested, retained, pop } = folded
  const last = estimates.at(-1)
  const estimate = estimates.find(({ key }) => key === approved)
  return {
    state: {
      status: oneStatus(status),
      claimStatus: sownFirst && claimAt(sownFirst),
      sowingDate: sown,
      germinationDate: germinated,
      harvestStart: picked[0] ?? null,
      harvestEnd: picked.at(-1) ?? null,
      proposedKg: last && last.key !== approved ? last.grams / 1000 : null,
      estimatedKg: estimate ? estimate.grams / 1000 : null,
      harvestedKg: harvested / 1000,
      retainedKg: retained / 1000,
      onHandKg: (harvested - retained) / 1000,
      pop,
    },
  }
}
export const oneStatus = (status: string): string => (status === 'SOWN' ? 'GROWING' : status)
