// What the domain dictionary says of a flock, a pond and a cow (animal 5, 7, 8), each as a fold over its facts in order of
// occurrence. Written from the dictionary alone: nothing here is imported from the product.
import type { Fact, Fold } from './engine.ts'

type Rule<S> = { from: readonly string[]; needs?: (state: S, fact: Fact) => string | null; leads: (state: S, fact: Fact) => S }

/** A fold of rules over a state that has a status; `view`: what is compared. */
const foldOf =
  <S extends { status: string }, T>(start: S, rules: Readonly<Record<string, Rule<S>>>, view: (state: S) => T): Fold<T> =>
  (facts) => {
    let state = start
    for (const fact of facts) {
      const rule = rules[fact.type]
      if (!rule) throw new Error(`The fold knows no ${fact.type}`)
      if (!rule.from.includes(state.status)) return { impossible: fact, because: `it is ${state.status}` }
      const flaw = rule.needs?.(state, fact)
      if (flaw) return { impossible: fact, because: flaw }
      state = rule.leads(state, fact)
    }
    return { state: view(state) }
  }

/** Days between two facts of a history. */
export const apart = 2
const countOf = ({ data }: Fact): number => Number(data.count)
const same = <S>(state: S): S => state

export const placed = 100
type FlockState = { status: string; alive: number; feed: number; weight: number | null; treated: number | null }
export type Flock = { status: string; aliveCount: number | null; feedKg: number; lastWeightG: number | null }
const housed = ['PLACED', 'LAYING', 'DEPLETING']
const asMany = ({ alive }: { alive: number }, fact: Fact): string | null => (alive < countOf(fact) ? 'there are not as many' : null)
const fewer = <S extends { alive: number }>(state: S, fact: Fact): S => ({ ...state, alive: state.alive - countOf(fact) })
/** AH-09: seven days after the last dose. */
const isMeatWithheld = ({ treated }: FlockState, { day }: Fact): boolean => treated !== null && (day - treated) * apart < 7

export const foldFlock: Fold<Flock> = foldOf<FlockState, Flock>(
  { status: 'PLANNED', alive: 0, feed: 0, weight: null, treated: null },
  {
    PLACEMENT: { from: ['PLANNED'], leads: (state) => ({ ...state, status: 'PLACED', alive: placed }) },
    MORTALITY: { from: housed, needs: asMany, leads: fewer },
    CULL: { from: housed, needs: asMany, leads: fewer },
    DAILY_RECORD: { from: housed, needs: asMany, leads: (state, fact) => ({ ...fewer(state, fact), feed: state.feed + Number(fact.data.feedKg) }) },
    COUNT_ADJUST: { from: housed, leads: (state, { data }) => ({ ...state, alive: Number(data.counted) }) },
    FEEDING: { from: housed, leads: (state, { data }) => ({ ...state, feed: state.feed + Number(data.feedKg) }) },
    WEIGHT_SAMPLE: { from: housed, leads: (state, { data }) => ({ ...state, weight: Number(data.meanG) }) },
    WATER: { from: housed, leads: same },
    TREATMENT: { from: housed, leads: (state, { day }) => ({ ...state, treated: Math.max(day, state.treated ?? 0) }) },
    CATCH: {
      from: housed,
      needs: (state, fact) => asMany(state, fact) ?? (fact.data.for === 'SLAUGHTER' && isMeatWithheld(state, fact) ? 'a withdrawal for meat runs' : null),
      leads: (state, fact) => ({ ...fewer(state, fact), status: 'DEPLETING' }),
    },
    CLEANOUT: { from: housed, needs: ({ alive }) => (alive === 0 ? null : 'birds live in it'), leads: (state) => ({ ...state, status: 'CLOSED' }) },
  },
  ({ status, alive, feed, weight }) => ({ status, aliveCount: status === 'PLANNED' ? null : alive, feedKg: feed, lastWeightG: weight }),
)

type PondState = { status: string; weight: number | null; oxygen: number | null; ph: number | null }
/** How many live is an estimate between what was stocked and what is expected: equal in every order, but not folded here. */
export type Pond = { status: string; lastWeightG: number | null; lastDoMgL: number | null; lastPh: number | null }
const stocked = ['STOCKED', 'HARVESTING']

export const foldPond: Fold<Pond> = foldOf<PondState, Pond>(
  { status: 'PLANNED', weight: null, oxygen: null, ph: null },
  {
    POND_PREPARATION: { from: ['PLANNED'], leads: (state) => ({ ...state, status: 'PREPARED' }) },
    STOCKING: { from: ['PLANNED', 'PREPARED'], leads: (state) => ({ ...state, status: 'STOCKED', weight: 10 }) },
    FEEDING: { from: stocked, leads: same },
    SAMPLING: { from: stocked, leads: (state, { data }) => ({ ...state, weight: Number(data.meanG) }) },
    WATER_QUALITY: {
      from: ['PLANNED', 'PREPARED', ...stocked],
      leads: (state, { data }) => ({ ...state, oxygen: Number(data.oxygen), ph: Number(data.ph) }),
    },
    MORTALITY: { from: stocked, leads: same },
    PARTIAL_HARVEST: { from: stocked, leads: (state) => ({ ...state, status: 'HARVESTING' }) },
    FINAL_HARVEST: { from: stocked, leads: (state) => ({ ...state, status: 'HARVESTED' }) },
    CLOSE: { from: ['HARVESTED'], leads: (state) => ({ ...state, status: 'CLOSED' }) },
  },
  ({ status, weight, oxygen, ph }) => ({ status, lastWeightG: weight, lastDoMgL: oxygen, lastPh: ph }),
)

type CowState = { status: string; births: number[]; isMilking: boolean; milk: number | null; weight: number | null; treated: number | null }
export type Cow = { status: string; parity: number; lastBirthOn: number | null; isMilking: boolean; lastMilkKg: number | null; lastWeightKg: number | null }
/** Five days of colostrum, four of the medicine: what is withdrawn does not go into the tank. */
const isMilkWithheld = ({ births, treated }: CowState, day: number): boolean =>
  (births.length > 0 && (day - (births.at(-1) as number)) * apart < 5) || (treated !== null && (day - treated) * apart < 4)

export const foldCow: Fold<Cow> = foldOf<CowState, Cow>(
  { status: 'ALIVE', births: [], isMilking: false, milk: null, weight: null, treated: null },
  {
    PARTURITION: { from: ['ALIVE'], leads: (state, { day }) => ({ ...state, births: [...state.births, day], isMilking: true }) },
    MILKING: {
      from: ['ALIVE'],
      needs: (state, { day, data }) => (!state.isMilking ? 'she is not in milk' : data.tank && isMilkWithheld(state, day) ? 'her milk is held back' : null),
      leads: (state, { data }) => ({ ...state, milk: Number(data.kg) }),
    },
    DRY_OFF: { from: ['ALIVE'], needs: ({ isMilking }) => (isMilking ? null : 'she is not in milk'), leads: (state) => ({ ...state, isMilking: false }) },
    WEIGHT: { from: ['ALIVE'], leads: (state, { data }) => ({ ...state, weight: Number(data.kg) }) },
    TREATMENT: { from: ['ALIVE'], leads: (state, { day }) => ({ ...state, treated: Math.max(day, state.treated ?? 0) }) },
    BODY_CONDITION: { from: ['ALIVE'], leads: same },
    HEAT: { from: ['ALIVE'], leads: same },
    DEATH: { from: ['ALIVE'], leads: (state) => ({ ...state, status: 'DEAD', isMilking: false }) },
  },
  ({ status, births, isMilking, milk, weight }) => ({
    status,
    parity: births.length,
    lastBirthOn: births.at(-1) ?? null,
    isMilking,
    lastMilkKg: milk,
    lastWeightKg: weight,
  }),
)
