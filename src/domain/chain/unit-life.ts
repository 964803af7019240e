// A numbered unit (bale, bag, cone) through time (domain dictionary 4.4): made in a lot, taken into others, loaded into a shipment, labelled
// anew, ended. Its number is that of whoever made it, for good. Pure: the server reads the facts and writes what is found.
import type { Grams } from './ledger.ts'

/** Whose number it is, and the number: one unit, wherever it is. */
export type UnitKey = { ownerId: string; unitNo: string }
/**
 * One fact about one unit. `from` null: it is made here. `to` null: it ends (consumed by a run). `from` = `to`: it stays where it is, with another
 * weight, label or shipment. Packing (REPACK) says what all of a lot is packed into: a unit that it lists is made by it unless it was there, and one
 * that was there and is not listed ends by it, whatever was known when it was recorded.
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
/** That all goods of a lot were packed. */
export type Packing = Pick<UnitFact, 'eventId' | 'at' | 'recordedAt'> & { lotId: string }
export type UnitState = { lotId: string | null; grams: Grams; label: string | null; sscc: string | null }

type Timed = Pick<UnitFact, 'eventId' | 'at' | 'recordedAt' | 'place'>
export const byTime = (one: Timed, other: Timed): number =>
  Date.parse(one.at) - Date.parse(other.at) ||
  Date.parse(one.recordedAt) - Date.parse(other.recordedAt) ||
  (one.eventId === other.eventId ? one.place - other.place : one.eventId < other.eventId ? -1 : 1)

const unborn: UnitState = { lotId: null, grams: 0, label: null, sscc: null }
/** Facts in order of time, without those that packing is no fact about: until 2026 what ended by it was a row of its own. */
const inOrder = (facts: readonly UnitFact[]): UnitFact[] => facts.filter(({ eventType, to }) => eventType !== 'REPACK' || to !== null).sort(byTime)

type Life = {
  state: UnitState
  /** What happened to it in the order of time, with the packing by which it ended. */
  steps: UnitFact[]
  /** The first fact that cannot be after the ones before it. */
  impossible?: UnitFact
}
/** Of the facts of one unit and the packings of the lots it was in, in any order. */
export function lifeOf(facts: readonly UnitFact[], packings: readonly Packing[] = []): Life {
  const [first] = facts
  if (!first) return { state: unborn, steps: [] }
  const steps: UnitFact[] = []
  const own = new Set(facts.flatMap(({ eventId, to }) => (to === null ? [] : [eventId])))
  const ends = packings.flatMap(({ lotId, ...packing }): UnitFact[] =>
    own.has(packing.eventId) ? [] : [{ ...first, ...packing, eventType: 'REPACK', from: lotId, to: null, grams: null, label: null, sscc: null, place: 0 }],
  )
  let state = unborn
  let isBorn = false
  for (const fact of [...inOrder(facts), ...ends].sort(byTime)) {
    const isEnd = fact.eventType === 'REPACK' && fact.to === null
    if (isEnd && state.lotId !== fact.from) continue
    if (!isPossible(state, isBorn, fact)) return { state, steps, impossible: fact }
    state = after(state, fact)
    isBorn = true
    steps.push(fact)
  }
  return { state, steps }
}

function isPossible(state: UnitState, isBorn: boolean, { from, to, eventType, sscc }: UnitFact): boolean {
  const isMade = from === null || (eventType === 'REPACK' && !isBorn)
  if (isMade ? isBorn : state.lotId !== (eventType === 'REPACK' ? (to ?? from) : from)) return false
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
  const sorted = inOrder(facts)
  const keyOf = ({ ownerId, unitNo }: UnitKey): string => `${ownerId} ${unitNo}`
  for (const [index, { ownerId, unitNo, eventId, eventType, from, to, grams }] of sorted.entries()) {
    if (eventType === 'REPACK' && to === lotId && sorted[index - 1]?.eventId !== eventId) {
      const listed = new Set(sorted.filter((fact) => fact.eventId === eventId).map(keyOf))
      for (const key of units.keys()) if (!listed.has(key)) units.delete(key)
    }
    const key = keyOf({ ownerId, unitNo })
    if (from === lotId && to !== lotId) units.delete(key)
    else if (to === lotId) units.set(key, { ownerId, unitNo, grams: grams ?? units.get(key)?.grams ?? 0 })
  }
  return [...units.values()]
}
