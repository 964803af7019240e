// What the domain dictionary says of a plot (3.3, BR-04), as a fold over its facts in order of occurrence. Written from the
// dictionary alone: nothing here is imported from the product.
import type { Fact, Fold, Folded } from './engine.ts'

/** A plot that came of this one when it was divided or joined. */
export type Successor = { organicStatus: string; lastProhibitedInputOn: string | null; tenureTo: string | null; isHandedOver: boolean; squareMetres: number }
export type Plot = {
  status: string
  /** Sorted by ground. */
  successors: Successor[]
  isNeighbourRetired: boolean
  /** On the day on which it is read. */
  organicStatus: string
  lastProhibitedInputOn: string | null
  tenureTo: string | null
  /** Of the boundary that was taken last, in metres. */
  width: number
  isHandedOver: boolean
}
type State = {
  status: string
  /** Its entry into the scheme. */
  entry: Fact | null
  resets: string[]
  prohibited: string[]
  /** Days of entry that the certification body has confirmed. */
  confirmed: string[]
  /** Months before the entry that it has recognised. */
  recognitions: Fact[]
  leaseTo: string | null
  width: number
  isHandedOver: boolean
  ended: 'SPLIT' | 'MERGED' | null
}
/** Every plot is so deep; the one beside it is a square of that, in conversion since that day. */
export const depth = 40
export const neighbourSince = '2025-03-10'
/** It is divided so far from its western side. */
export const divisionAt = 20

/** The day on which the records are read. */
const today = '2026-01-15'
const nextDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
const latest = (days: readonly string[]): string | null => [...days].sort().at(-1) ?? null

/** The last day of that month where it has no such day. */
export function monthsEarlier(day: string, months: number): string {
  const date = new Date(day)
  const lastOf = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months + 1, 0))
  lastOf.setUTCDate(Math.min(date.getUTCDate(), lastOf.getUTCDate()))
  return lastOf.toISOString().slice(0, 10)
}
type Clock = Pick<State, 'entry' | 'resets' | 'prohibited'>
/** What had been said of the clock when `fact` was recorded; while a history is drawn, what happened before it. */
const clockKnown = (state: State, { known }: Fact): Clock =>
  known
    ? {
        entry: known.find(({ type }) => type === 'CONVERSION_STARTED') ?? null,
        resets: known.flatMap(({ data }) => (data.resetOn ? [String(data.resetOn)] : [])),
        prohibited: known.flatMap(({ type, data }) => (type === 'PROHIBITED_INPUT_FOUND' ? [String(data.usedOn)] : [])),
      }
    : state
/** Months requested with the entry that may count: conversion did not begin again since, and no prohibited input was used in them. */
function monthsRequested({ entry, resets, prohibited }: Clock): number {
  const months = Number(entry?.data.months ?? 0)
  if (!entry || !months) return 0
  const startedOn = String(entry.data.startedOn)
  const isSpent = resets.some((day) => day > startedOn) || prohibited.some((day) => day >= monthsEarlier(startedOn, months))
  return isSpent ? 0 : months
}

/**
 * BR-04: S is the day of registration, the day after the last prohibited input, or that of a reset, whichever is last, less the months that were
 * recognised before. A registration further back than a year counts from its recording until the certification body has confirmed it.
 */
function countsFrom(state: State): string | null {
  const { entry, resets, prohibited, confirmed, recognitions } = state
  if (!entry) return null
  const startedOn = String(entry.data.startedOn)
  const requested = monthsRequested(state)
  // Months that are requested anew are recognised anew.
  const isRecognised = requested > 0 && recognitions.some(({ data, known }) => data.months === requested && (!known || known.includes(entry)))
  const isVouched = isRecognised || confirmed.includes(startedOn) || startedOn >= monthsEarlier(today, 12)
  const counted = latest([isVouched ? startedOn : today, ...resets.filter((day) => day > startedOn), ...prohibited.map(nextDay)])
  return counted && isRecognised ? monthsEarlier(counted, requested) : counted
}
function claimFrom(from: string | null): string {
  if (!from || from > today) return 'CONVENTIONAL'
  const [a, b] = [new Date(from), new Date(today)]
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth() - (b.getUTCDate() < a.getUTCDate() ? 1 : 0)
  return months < 12 ? 'IC1' : months < 24 ? 'IC2' : 'ORGANIC'
}

type Rule = { from: readonly string[]; needs?: (state: State, fact: Fact) => string | null; leads: (state: State, fact: Fact) => State }
/** Which ground and grower a division or joining was recorded for: facts of before it that come later must say the same. */
const isAsKnown = (state: State, { known, day }: Fact): boolean => {
  if (!known) return true
  const before = known.filter((fact) => fact.day < day)
  const width = before.findLast(({ type }) => type === 'BOUNDARY_CAPTURED')?.data.width ?? depth
  return width === state.width && before.some(({ type }) => type === 'GROWER_CHANGED') === state.isHandedOver
}
const ends = (how: 'SPLIT' | 'MERGED'): Rule => ({
  from: ['MAPPED', 'VERIFIED'],
  needs(state, fact) {
    if (!isAsKnown(state, fact)) return 'it was another plot then'
    return how === 'MERGED' && state.isHandedOver ? 'the plot beside it has another grower' : null
  },
  leads: (state) => ({ ...state, status: 'RETIRED', ended: how }),
})
function successorsOf(state: State): Successor[] {
  const { ended, prohibited, leaseTo, isHandedOver, width } = state
  const own = countsFrom(state)
  const shared = { lastProhibitedInputOn: latest(prohibited), tenureTo: leaseTo, isHandedOver }
  if (ended === 'SPLIT')
    return [divisionAt, width - divisionAt].sort((a, b) => a - b).map((part) => ({ ...shared, organicStatus: claimFrom(own), squareMetres: part * depth }))
  // The worst of the two, and the last prohibited input of either.
  const from = own && latest([own, neighbourSince, ...prohibited.map(nextDay)])
  return ended === 'MERGED' ? [{ ...shared, organicStatus: claimFrom(from), squareMetres: width * depth + depth * depth }] : []
}

const live = ['DRAFT', 'MAPPED', 'VERIFIED', 'DISPUTED']
const nothing = (state: State): State => state
const to =
  (status: string) =>
  (state: State): State => ({ ...state, status })

const rules: Readonly<Record<string, Rule>> = {
  VERIFIED: { from: ['MAPPED'], leads: to('VERIFIED') },
  DISPUTED: { from: ['MAPPED', 'VERIFIED'], leads: to('DISPUTED') },
  DISPUTE_RESOLVED: { from: ['DISPUTED'], leads: to('VERIFIED') },
  RETIRED: { from: live, leads: to('RETIRED') },
  CONVERSION_STARTED: { from: live, leads: (state, fact) => ({ ...state, entry: fact }) },
  CONVERSION_RESET: {
    from: live,
    needs: ({ entry }) => (entry ? null : 'it is in no scheme'),
    leads: (state, { data }) => ({ ...state, resets: [...state.resets, String(data.resetOn)] }),
  },
  // The certification body confirms what the manager had said by then, whenever that happened.
  CONVERSION_CONFIRMED: {
    from: live,
    needs: (state, fact) => (clockKnown(state, fact).entry?.data.startedOn === fact.data.startedOn ? null : 'nobody said so'),
    leads: (state, { data }) => ({ ...state, confirmed: [...state.confirmed, String(data.startedOn)] }),
  },
  RETRO_CONFIRMED: {
    from: live,
    needs: (state, fact) => (monthsRequested(clockKnown(state, fact)) === fact.data.months ? null : 'nobody requested them'),
    leads: (state, fact) => ({ ...state, recognitions: [...state.recognitions, fact] }),
  },
  PROHIBITED_INPUT_DISMISSED: {
    from: live,
    needs: (state, fact) => (clockKnown(state, fact).prohibited.includes(String(fact.data.usedOn)) ? null : 'none was found'),
    leads: nothing,
  },
  PROHIBITED_INPUT_FOUND: { from: live, leads: (state, { data }) => ({ ...state, prohibited: [...state.prohibited, String(data.usedOn)] }) },
  LEASE_CHANGED: { from: live, leads: (state, { data }) => ({ ...state, leaseTo: String(data.leaseTo) }) },
  GROWER_CHANGED: { from: live, leads: (state) => ({ ...state, isHandedOver: true }) },
  // A new boundary must be verified again.
  BOUNDARY_CAPTURED: { from: live, leads: (state, { data }) => ({ ...state, status: 'MAPPED', width: Number(data.width) }) },
  SPLIT: ends('SPLIT'),
  MERGED: ends('MERGED'),
  INTERNAL_INSPECTION: { from: live, leads: nothing },
  SOIL_TEST: { from: live, leads: nothing },
  WATER_TEST: { from: live, leads: nothing },
  BUFFER_OBSERVED: { from: live, leads: nothing },
}

export const foldPlot: Fold<Plot> = (facts): Folded<Plot> => {
  let state: State = {
    status: 'MAPPED',
    entry: null,
    resets: [],
    prohibited: [],
    confirmed: [],
    recognitions: [],
    leaseTo: null,
    width: depth,
    isHandedOver: false,
    ended: null,
  }
  for (const fact of facts) {
    const rule = rules[fact.type]
    if (!rule) throw new Error(`The fold knows no ${fact.type}`)
    if (!rule.from.includes(state.status)) return { impossible: fact, because: `the plot is ${state.status}` }
    const flaw = rule.needs?.(state, fact)
    if (flaw) return { impossible: fact, because: flaw }
    state = rule.leads(state, fact)
  }
  return {
    state: {
      status: state.status,
      successors: successorsOf(state),
      isNeighbourRetired: state.ended === 'MERGED',
      organicStatus: claimFrom(countsFrom(state)),
      lastProhibitedInputOn: latest(state.prohibited),
      tenureTo: state.leaseTo,
      width: state.width,
      isHandedOver: state.isHandedOver,
    },
  }
}
