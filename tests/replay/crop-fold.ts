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
  estimatedKg: number | null
  harvestedKg: number
  retainedKg: number
  /** Of the farm lot. */
  onHandKg: number
}
type State = {
  status: string
  sown: string | null
  germinated: string | null
  picked: string[]
  /** A proposed estimate, and the approved one, in grams. */
  proposed: number | null
  estimated: number | null
  harvested: number
  retained: number
  sprays: { on: string; phiDays: number }[]
}

/** Twelve days apart, from 10 June 2025. */
export const dateOf = (day: number): string => new Date(Date.UTC(2025, 5, 10 + 12 * (day - 1))).toISOString().slice(0, 10)
export const areaHa = 0.1
/** Registered in the scheme so that the month of two years falls between the fourth and the fifth day. */
export const conversionStart = '2023-07-20'

/** BR-04: full months of conversion at sowing, of an annual crop. */
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
  SOWING: { from: ['PLANNED'], leads: (state, { day }) => ({ ...state, status: 'SOWN', sown: dateOf(day) }) },
  GERMINATION_COUNT: {
    from: ['SOWN', 'GROWING'],
    leads: (state, { day }) => ({ ...state, status: 'GROWING', germinated: state.germinated ?? dateOf(day) }),
  },
  INTERCULTURE: { from: growing, leads: nothing },
  IRRIGATION: { from: ['PLANNED', ...growing], leads: nothing },
  SCOUTING: { from: growing, leads: nothing },
  PLANT_PROTECTION: {
    from: growing,
    leads: (state, { day, data }) => ({ ...state, sprays: [...state.sprays, { on: dateOf(day), phiDays: Number(data.phiDays) }] }),
  },
  YIELD_ESTIMATE: { from: growing, leads: (state, { data }) => ({ ...state, proposed: gramsOf(Number(data.kgPerHa) * areaHa) }) },
  ESTIMATE_APPROVED: {
    from: growing,
    needs: ({ proposed }) => (proposed === null ? 'nothing is proposed' : null),
    leads: (state) => ({ ...state, estimated: state.proposed, proposed: null }),
  },
  CROP_LOSS: {
    from: growing,
    leads: (state, { data }) => {
      const left = (grams: number | null) => (grams === null ? null : Math.round(grams * (1 - Number(data.share))))
      return { ...state, proposed: left(state.proposed), estimated: left(state.estimated), status: data.share === 1 ? 'FAILED' : state.status }
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
}

export const foldCrop: Fold<Crop> = (facts): Folded<Crop> => {
  let state: State = {
    status: 'PLANNED',
    sown: null,
    germinated: null,
    picked: [],
    proposed: null,
    estimated: null,
    harvested: 0,
    retained: 0,
    sprays: [],
  }
  for (const fact of facts) {
    const rule = rules[fact.type]
    if (!rule) throw new Error(`The fold knows no ${fact.type}`)
    if (!rule.from.includes(state.status)) return { impossible: fact, because: `the crop is ${state.status}` }
    const flaw = rule.needs?.(state, fact)
    if (flaw) return { impossible: fact, because: flaw }
    state = rule.leads(state, fact)
  }
  const { status, sown, germinated, picked, estimated, harvested, retained } = state
  return {
    state: {
      status: oneStatus(status),
      claimStatus: sown && claimAt(sown),
      sowingDate: sown,
      germinationDate: germinated,
      harvestStart: picked[0] ?? null,
      harvestEnd: picked.at(-1) ?? null,
      estimatedKg: estimated === null ? null : estimated / 1000,
      harvestedKg: harvested / 1000,
      retainedKg: retained / 1000,
      onHandKg: (harvested - retained) / 1000,
    },
  }
}
export const oneStatus = (status: string): string => (status === 'SOWN' ? 'GROWING' : status)
