// A numbered unit (bale, bag, cone) through time (domain dictionary 4.4): made in a lot, taken into others, loaded into a shipment, labelled
// anew, ended. Its number is that of whoever made it, for good. Pure: the server reads the facts and writes what is found.
import type { Grams } from './ledger.ts'

/** Whose number it is, and the number: one unit, wherever it is. */
export type UnitKey = { ownerId: string; unitNo: string }
/**
 * One fact about one unit. `from` null: it is made here. `to` null: it ends (consumed by a run, or its goods went into other units).
 * `from` = `to`: it stays where it is, with another weight, label or shipment.
 */
export type UnitFact = UnitKey & {
  eventId: string
  eventType: string
  from: string | null
  to: string | null
  /** Weight from then on; null: as before. */
  grams: Grams | null
  label: string | null
  /** The shipment (SSCC) of LOADED and UNLOADED. */
  sscc: string | null
  /** ISO 8601. */
  at: string
  recordedAt: string
  /** Its place among the units of its event. */
  place: number
}
export type UnitState = { lotId: string | null; grams: Grams; label: string | null; sscc: string | null }

export const byTime = (one: Pick<UnitFact, 'at' | 'recordedAt' | 'place'>, other: Pick<UnitFact, 'at' | 'recordedAt' | 'place'>): number =>
  Date.parse(one.at) - Date.parse(other.at) || Date.parse(one.recordedAt) - Date.parse(other.recordedAt) || one.place - other.place

const unborn: UnitState = { lotId: null, grams: 0, label: null, sscc: null }

/** Facts of one unit, in any order. `impossible`: the first that cannot be after the ones before it. */
export function lifeOf(facts: readonly UnitFact[]): { state: UnitState; impossible?: UnitFact } {
  let state = unborn
  for (const fact of facts.toSorted(byTime)) {
    if (!isPossible(state, fact)) return { state, impossible: fact }
    state = after(state, fact)
  }
  return { state }
}

function isPossible(state: UnitState, { from, eventType, sscc }: UnitFact): boolean {
  if (state.lotId !== from) return false
  if (eventType === 'LOADED') return state.sscc === null
  if (eventType === 'UNLOADED') return state.sscc === sscc
  // Goods in a shipment are not packed anew or used.
  return state.sscc === null || eventType === 'DISPATCH' || eventType === 'RELABEL'
}

function after(state: UnitState, { eventType, to, grams, label, sscc }: UnitFact): UnitState {
  return {
    lotId: to,
    grams: grams ?? state.grams,
    label: label ?? state.label,
    sscc: to === null || eventType === 'UNLOADED' ? null : eventType === 'LOADED' ? sscc : state.sscc,
  }
}

export type UnitInLot = UnitKey & { grams: Grams }
/** The units in a lot by the facts that name it, in any order: first come first, with the weight at which each came or was weighed here. */
export function unitsIn(lotId: string, facts: readonly UnitFact[]): UnitInLot[] {
  const units = new Map<string, UnitInLot>()
  for (const { ownerId, unitNo, from, to, grams } of facts.toSorted(byTime)) {
    const key = `${ownerId} ${unitNo}`
    if (from === lotId && to !== lotId) units.delete(key)
    else if (to === lotId) units.set(key, { ownerId, unitNo, grams: grams ?? units.get(key)?.grams ?? 0 })
  }
  return [...units.values()]
}
