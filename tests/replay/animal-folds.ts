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
/** A product withheld from a day of the history until the moment of another one. */
type Withheld = { key: string; product: string; from: number; until: number }
/** Animal 10.1: a use is refused by what was known when it was recorded; what is entered or corrected after it makes a finding. */
const isWithheld = (all: readonly Withheld[], product: string, { day, known }: Fact): boolean =>
  all.some((one) => one.product === product && one.from <= day && day < one.until && (known?.some(({ key }) => key === one.key) ?? true))
const withheldBy = ({ key, day, data }: Fact): Withheld => ({ key, product: String(data.product), from: day, until: day + Number(data.days) })

type FlockState = { status: string; alive: number; feed: number; weight: number | null; treated: number | null; withheld: readonly Withheld[] }
export type Flock = { status: string; aliveCount: number | null; feedKg: number; lastWeightG: number | null }
const housed = ['PLACED', 'LAYING', 'DEPLETING']
const asMany = ({ alive }: { alive: number }, fact: Fact): string | null => (alive < countOf(fact) ? 'there are not as many' : null)
const fewer = <S extends { alive: number }>(state: S, fact: Fact): S => ({ ...state, alive: state.alive - countOf(fact) })
/** AH-09: seven days after the last dose, or while a restriction runs. */
const isMeatWithheld = ({ treated, withheld }: FlockState, fact: Fact): boolean =>
  (treated !== null && (fact.day - treated) * apart < 7) || isWithheld(withheld, 'MEAT', fact)
const reading = { from: housed, leads: same }

export const foldFlock: Fold<Flock> = foldOf<FlockState, Flock>(
  { status: 'PLANNED', alive: 0, feed: 0, weight: null, treated: null, withheld: [] },
  {
    PLACEMENT: { from: ['PLANNED'], leads: (state) => ({ ...state, status: 'PLACED', alive: placed }) },
    MORTALITY: { from: housed, needs: asMany, leads: fewer },
    CULL: { from: housed, needs: asMany, leads: fewer },
    DAILY_RECORD: { from: housed, needs: asMany, leads: (state, fact) => ({ ...fewer(state, fact), feed: state.feed + Number(fact.data.feedKg) }) },
    COUNT_ADJUST: { from: housed, leads: (state, { data }) => ({ ...state, alive: Number(data.counted) }) },
    FEEDING: { from: housed, leads: (state, { data }) => ({ ...state, feed: state.feed + Number(data.feedKg) }) },
    WEIGHT_SAMPLE: { from: housed, leads: (state, { data }) => ({ ...state, weight: Number(data.meanG) }) },
    WATER: reading,
    ENVIRONMENT: reading,
    LITTER: reading,
    LIGHTING: reading,
    DISEASE_OBSERVATION: reading,
    TREATMENT: { from: housed, leads: (state, { day }) => ({ ...state, treated: Math.max(day, state.treated ?? 0) }) },
    VACCINATION: { from: housed, leads: (state, { day }) => ({ ...state, treated: Math.max(day, state.treated ?? 0) }) },
    RESTRICTION: { from: housed, leads: (state, fact) => ({ ...state, withheld: [...state.withheld, withheldBy(fact)] }) },
    TRANSFER: { from: housed, needs: asMany, leads: fewer },
    // Animal 7: above 1.1 eggs a hen is a mistake; laying begins with one egg of twenty hens.
    EGG_COLLECTION: {
      from: housed,
      needs: ({ alive }, { data }) => (Number(data.good) > 1.1 * alive ? 'hens lay no more' : null),
      leads: (state, { data }) => ({ ...state, status: state.status === 'PLACED' && Number(data.good) >= 0.05 * state.alive ? 'LAYING' : state.status }),
    },
    LAYING_STARTED: { from: ['PLACED', 'LAYING'], leads: (state) => ({ ...state, status: 'LAYING' }) },
    CANCELLED: { from: ['PLANNED'], leads: (state) => ({ ...state, status: 'CANCELLED' }) },
    CATCH: {
      from: housed,
      needs: (state, fact) => asMany(state, fact) ?? (fact.data.for === 'SLAUGHTER' && isMeatWithheld(state, fact) ? 'a withdrawal for meat runs' : null),
      leads: (state, fact) => ({ ...fewer(state, fact), status: 'DEPLETING' }),
    },
    CLEANOUT: { from: housed, needs: ({ alive }) => (alive === 0 ? null : 'birds live in it'), leads: (state) => ({ ...state, status: 'CLOSED' }) },
  },
  ({ status, alive, feed, weight }) => ({ status, aliveCount: ['PLANNED', 'CANCELLED'].includes(status) ? null : alive, feedKg: feed, lastWeightG: weight }),
)

type PondState = { status: string; weight: number | null; oxygen: number | null; ph: number | null; treated: boolean; withheld: readonly Withheld[] }
/** How many live is an estimate between what was stocked and what is expected: equal in every order, but not folded here. */
export type Pond = { status: string; lastWeightG: number | null; lastDoMgL: number | null; lastPh: number | null }
const empty = ['PLANNED', 'PREPARED']
const growing = ['STOCKED', 'GROWING', 'HARVESTING']
/** AH-09: 500 degree-days at 27 °C are more than the eighteen days of a history; a restriction runs until its end. */
const isFishWithheld = ({ treated, withheld }: PondState, fact: Fact): string | null =>
  treated || isWithheld(withheld, 'MEAT', fact) ? 'a withdrawal runs' : null
const inPond = { from: growing, leads: same }

export const foldPond: Fold<Pond> = foldOf<PondState, Pond>(
  { status: 'PLANNED', weight: null, oxygen: null, ph: null, treated: false, withheld: [] },
  {
    POND_PREPARATION: { from: empty, leads: (state) => ({ ...state, status: 'PREPARED' }) },
    INPUT_APPLICATION: { from: [...empty, ...growing], leads: same },
    STOCKING: { from: empty, leads: (state) => ({ ...state, status: 'STOCKED', weight: 10 }) },
    GROWTH_STARTED: { from: ['STOCKED'], leads: (state) => ({ ...state, status: 'GROWING' }) },
    FEEDING: inPond,
    CHECK_TRAY: inPond,
    WATER_EXCHANGE: inPond,
    AERATION: inPond,
    DISEASE_OBSERVATION: inPond,
    MORTALITY: inPond,
    TRANSFER: inPond,
    COUNT_ADJUST: inPond,
    SAMPLING: { from: growing, leads: (state, { data }) => ({ ...state, weight: Number(data.meanG) }) },
    WATER_QUALITY: {
      from: [...empty, ...growing],
      leads: (state, { data }) => ({ ...state, oxygen: Number(data.oxygen), ph: Number(data.ph) }),
    },
    TREATMENT: { from: growing, leads: (state) => ({ ...state, treated: true }) },
    RESTRICTION: { from: growing, leads: (state, fact) => ({ ...state, withheld: [...state.withheld, withheldBy(fact)] }) },
    PARTIAL_HARVEST: { from: growing, needs: isFishWithheld, leads: (state) => ({ ...state, status: 'HARVESTING' }) },
    FINAL_HARVEST: { from: growing, needs: isFishWithheld, leads: (state) => ({ ...state, status: 'HARVESTED' }) },
    DISCHARGE_TEST: { from: [...growing, 'HARVESTED'], leads: same },
    FAILED: { from: growing, leads: (state) => ({ ...state, status: 'FAILED' }) },
    CLOSE: { from: ['HARVESTED'], leads: (state) => ({ ...state, status: 'CLOSED' }) },
  },
  ({ status, weight, oxygen, ph }) => ({ status, lastWeightG: weight, lastDoMgL: oxygen, lastPh: ph }),
)

type CowState = {
  status: string
  births: number[]
  isMilking: boolean
  milk: number | null
  weight: number | null
  treated: number | null
  withheld: readonly Withheld[]
  repro: string
  isMoved: boolean
  isInGroup: boolean
}
export type Cow = {
  status: string
  parity: number
  lastBirthOn: number | null
  isMilking: boolean
  lastMilkKg: number | null
  lastWeightKg: number | null
  reproStatus: string
  isMoved: boolean
  isInGroup: boolean
}
/** Five days of colostrum, four of the medicine: what is withdrawn does not go into the tank. */
const isMilkWithheld = ({ births, treated, withheld }: CowState, fact: Fact): boolean =>
  (births.length > 0 && (fact.day - (births.at(-1) as number)) * apart < 5) ||
  (treated !== null && (fact.day - treated) * apart < 4) ||
  isWithheld(withheld, 'MILK', fact)
/** Fourteen days of the medicine. */
const isCarcassWithheld = ({ treated }: CowState, { day }: Fact): string | null =>
  treated !== null && (day - treated) * apart < 14 ? 'her meat is withdrawn' : null
const alive = { from: ['ALIVE'], leads: same }
const medicated = { from: ['ALIVE'], leads: (state: CowState, { day }: Fact): CowState => ({ ...state, treated: Math.max(day, state.treated ?? 0) }) }
const bred = (repro: string | null) => ({
  from: ['ALIVE'],
  leads: (state: CowState, { data }: Fact): CowState => ({ ...state, repro: repro ?? checked[String(data.result)] ?? state.repro }),
})
const checked: Readonly<Record<string, string>> = { Pregnant: 'PREGNANT', Empty: 'NOT_PREGNANT' }

export const foldCow: Fold<Cow> = foldOf<CowState, Cow>(
  {
    status: 'ALIVE',
    births: [],
    isMilking: false,
    milk: null,
    weight: null,
    treated: null,
    withheld: [],
    repro: 'OPEN',
    isMoved: false,
    isInGroup: false,
  },
  {
    PARTURITION: { from: ['ALIVE'], leads: (state, { day }) => ({ ...state, births: [...state.births, day], isMilking: true, repro: 'BIRTHED' }) },
    MILKING: {
      from: ['ALIVE'],
      needs: (state, fact) => (!state.isMilking ? 'she is not in milk' : fact.data.tank && isMilkWithheld(state, fact) ? 'her milk is withdrawn' : null),
      leads: (state, { data }) => ({ ...state, milk: Number(data.kg) }),
    },
    DRY_OFF: { from: ['ALIVE'], needs: ({ isMilking }) => (isMilking ? null : 'she is not in milk'), leads: (state) => ({ ...state, isMilking: false }) },
    WEIGHT: { from: ['ALIVE'], leads: (state, { data }) => ({ ...state, weight: Number(data.kg) }) },
    TREATMENT: medicated,
    VACCINATION: medicated,
    RESTRICTION: { from: ['ALIVE'], leads: (state, fact) => ({ ...state, withheld: [...state.withheld, withheldBy(fact)] }) },
    SERVICE: bred('INSEMINATED'),
    PREGNANCY_CHECK: bred(null),
    ABORTION: bred('OPEN'),
    DO_NOT_BREED: bred('DO_NOT_BREED'),
    BODY_CONDITION: alive,
    HEAT: alive,
    MILK_TEST: alive,
    WEANING: alive,
    PROCEDURE: alive,
    DIAGNOSIS: alive,
    HEALTH_OBSERVATION: alive,
    // A remark may also be made about an animal that is away or dead.
    NOTE: { from: ['ALIVE', 'OFF_FARM', 'SLAUGHTERED', 'DEAD'], leads: same },
    RETAG: alive,
    UNIT_MOVE: { from: ['ALIVE'], leads: (state, { data }) => ({ ...state, isMoved: data.away === true }) },
    SET_JOIN: { from: ['ALIVE'], leads: (state) => ({ ...state, isInGroup: true }) },
    SET_LEAVE: { from: ['ALIVE'], leads: (state) => ({ ...state, isInGroup: false }) },
    // A lactation ends with drying off, the next birth or the end of the animal (animal 6): not with a departure.
    DEPARTURE: {
      from: ['ALIVE'],
      needs: (state, fact) => (fact.data.kind === 'Slaughter' ? isCarcassWithheld(state, fact) : null),
      leads: (state) => ({ ...state, status: 'OFF_FARM' }),
    },
    ARRIVAL: { from: ['ALIVE', 'OFF_FARM'], leads: (state) => ({ ...state, status: 'ALIVE' }) },
    SLAUGHTER: { from: ['ALIVE'], needs: isCarcassWithheld, leads: (state) => ({ ...state, status: 'SLAUGHTERED' }) },
    DEATH: { from: ['ALIVE'], leads: (state) => ({ ...state, status: 'DEAD' }) },
  },
  ({ status, births, isMilking, milk, weight, repro, isMoved, isInGroup }) => ({
    status,
    parity: births.length,
    lastBirthOn: births.at(-1) ?? null,
    isMilking: isMilking && status === 'ALIVE',
    lastMilkKg: milk,
    lastWeightKg: weight,
    reproStatus: repro,
    isMoved,
    isInGroup,
  }),
)
