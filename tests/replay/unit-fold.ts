// What the domain dictionary says of the numbered units of a lot (4.4), as a fold over its facts in order of occurrence. Written from the
// dictionary alone: nothing here is imported from the product.
import type { Fact, Fold } from './engine.ts'

export type Unit = { kg: number; label: string | null; sscc: string | null }
export type PackedLot = {
  status: string
  onHandKg: number
  /** By number; empty while the goods are loose. */
  units: Record<string, Unit>
}
type State = { grams: number; units: ReadonlyMap<string, Unit> }
type Packed = readonly { no: string; kg: number }[]

/** In the lot at the beginning, loose and released. */
export const stockKg = 120
const gramsOf = (kg: number): number => Math.round(kg * 1000)
const numbersOf = ({ data }: Fact): string[] => (data.units ?? []) as string[]

/** Why these units cannot go or be loaded; null when they can. */
function flawOf({ units }: State, numbers: readonly string[], mayBeLoaded: boolean): string | null {
  for (const no of numbers) {
    const unit = units.get(no)
    if (!unit) return `${no} is not here`
    if (unit.sscc && !mayBeLoaded) return `${no} is in a shipment`
  }
  return null
}
const changed = (state: State, numbers: readonly string[], change: (unit: Unit) => Unit): State => ({
  ...state,
  units: new Map([...state.units].map(([no, unit]) => [no, numbers.includes(no) ? change(unit) : unit])),
})
const without = ({ grams, units }: State, fact: Fact): State => ({
  grams: grams - gramsOf(Number(fact.data.kg)),
  units: new Map([...units].filter(([no]) => !numbersOf(fact).includes(no))),
})
const hasEnough = ({ grams }: State, { data }: Fact): string | null => (grams < gramsOf(Number(data.kg)) ? 'there is not as much' : null)
/** What leaves a packed lot names its units; loose goods go by weight. */
const taking = (mayBeLoaded: boolean): Rule => ({
  needs(state, fact) {
    if (numbersOf(fact).length === 0) return state.units.size ? 'it names no unit' : hasEnough(state, fact)
    return flawOf(state, numbersOf(fact), mayBeLoaded)
  },
  leads: without,
})

type Rule = { needs(state: State, fact: Fact): string | null; leads(state: State, fact: Fact): State }
const rules: Readonly<Record<string, Rule>> = {
  // All goods of the lot are packed, to the gram; a unit that stays keeps its label, and what is in a shipment is not packed anew.
  REPACK: {
    needs({ grams, units }, { data }) {
      const packed = data.packed as Packed
      if (grams === 0 || packed.reduce((sum, { kg }) => sum + gramsOf(kg), 0) !== grams) return 'it weighs something else'
      return [...units.values()].some(({ sscc }) => sscc) ? 'some of it is in a shipment' : null
    },
    leads: ({ grams, units }, { data }) => ({
      grams,
      units: new Map((data.packed as Packed).map(({ no, kg }) => [no, { kg, label: units.get(no)?.label ?? null, sscc: null }])),
    }),
  },
  RELABEL: {
    needs: (state, fact) => (state.units.size ? flawOf(state, numbersOf(fact), true) : 'it is not packed'),
    leads: (state, fact) => changed(state, numbersOf(fact), (unit) => ({ ...unit, label: String(fact.data.label) })),
  },
  LOADED: {
    needs: (state, fact) => (state.units.size && numbersOf(fact).length ? flawOf(state, numbersOf(fact), false) : loose(state, fact)),
    leads: (state, fact) => changed(state, numbersOf(fact), (unit) => ({ ...unit, sscc: String(fact.data.sscc) })),
  },
  UNLOADED: {
    needs(state, fact) {
      if (!state.units.size || !numbersOf(fact).length) return loose(state, fact)
      const strange = numbersOf(fact).find((no) => state.units.get(no)?.sscc !== fact.data.sscc)
      return strange ? `${strange} is not in that shipment` : null
    },
    leads: (state, fact) => changed(state, numbersOf(fact), (unit) => ({ ...unit, sscc: null })),
  },
  SPLIT: taking(false),
  DISPATCH: taking(true),
  LOSS: { needs: (state, fact) => (state.units.size ? 'a loss of packed goods is not drawn' : hasEnough(state, fact)), leads: without },
}
/** Loose goods are loaded by weight, of what there is; it moves nothing. */
function loose(state: State, fact: Fact): string | null {
  if (state.units.size || numbersOf(fact).length) return 'units and weight are not the same'
  return hasEnough(state, fact)
}

export const foldPacked: Fold<PackedLot> = (facts) => {
  let state: State = { grams: gramsOf(stockKg), units: new Map() }
  for (const fact of facts) {
    const rule = rules[fact.type]
    if (!rule) throw new Error(`The fold knows no ${fact.type}`)
    const flaw = state.grams === 0 ? 'it is used up' : rule.needs(state, fact)
    if (flaw) return { impossible: fact, because: flaw }
    state = rule.leads(state, fact)
  }
  const { grams, units } = state
  return { state: { status: grams === 0 ? 'DEPLETED' : 'RELEASED', onHandKg: grams / 1000, units: Object.fromEntries([...units].sort()) } }
}
