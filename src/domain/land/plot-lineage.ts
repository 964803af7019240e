// What a plot takes over from the plots it was made from (domain dictionary 3.3, BR-04): a part of a divided plot has its organic clock, a
// plot that was joined has the worst of them. Pure: worked out from the facts of all of them, so that what is recorded late on a plot that
// was divided or joined, or taken back there, counts for its successors too.
import { addDays, monthsBefore } from '../kernel/day.ts'
import { type ClockOptions, type PlotClock, type PlotFact, plotClock, usualMonths } from './plot-projection.ts'

/** Columns of the clock: what a successor is written with follows from its predecessors, and is no statement of its own. */
const clockNames = [
  'conversionStart',
  'conversionCountsFrom',
  'startConfirmedAt',
  'lastProhibitedInputOn',
  'retroMonths',
  'retroDocument',
  'retroConfirmedAt',
  'conversionMonths',
  'conversionMonthsPerennial',
] as const
const clockTypes: ReadonlySet<string> = new Set([
  'CREATED',
  'EDITED',
  'CONVERSION_STARTED',
  'CONVERSION_CONFIRMED',
  'RETRO_CONFIRMED',
  'CONVERSION_RESET',
  'CONVERSION_RESET_LIFTED',
  'PROHIBITED_INPUT_FOUND',
])

/** Columns of tenure that are taken over, and the events that move them; the grower is the one for whom it was divided or joined. */
const tenureNames: readonly string[] = ['leaseFrom', 'leaseTo', 'neighbours']
const tenureTypes: ReadonlySet<string> = new Set(['CREATED', 'EDITED', 'LEASE_CHANGED', 'BUFFER_OBSERVED'])

type Changes = Readonly<Record<string, unknown>>
const changesOf = ({ data }: PlotFact): Changes => (data.changes ?? {}) as Changes
const withChanges = (fact: PlotFact, keep: (name: string) => boolean): PlotFact => ({
  ...fact,
  data: { ...fact.data, changes: Object.fromEntries(Object.entries(changesOf(fact)).filter(([name]) => keep(name))) },
})
const isClock = (name: string): boolean => clockNames.some((one) => one === name)
const isTenure = (name: string): boolean => tenureNames.includes(name)
/** Facts of these types; of what was typed the fields of these names alone. */
const takenOf = (facts: readonly PlotFact[], types: ReadonlySet<string>, keep: (name: string) => boolean): PlotFact[] =>
  facts.flatMap((fact) => (types.has(fact.eventType) ? [fact.data.changes ? withChanges(fact, keep) : fact] : []))

/** From when annual crops are organic (BR-04); null = not in a scheme. */
function organicFrom({
  conversionStart,
  conversionCountsFrom,
  lastProhibitedInputOn,
  retroMonths,
  retroConfirmedAt,
  conversionMonths,
}: PlotClock): string | null {
  if (conversionStart === null) return null
  const from = conversionCountsFrom ?? conversionStart
  const after = lastProhibitedInputOn ? addDays(lastProhibitedInputOn, 1) : from
  return monthsBefore(after > from ? after : from, (retroConfirmedAt ? (retroMonths ?? 0) : 0) - (conversionMonths ?? usualMonths.ANNUAL))
}

/** Not in a scheme is worst, then what is organic last. */
const isWorse = (one: PlotClock, other: PlotClock): boolean => {
  const [a, b] = [organicFrom(one), organicFrom(other)]
  // Of two that are organic on one day, the one that entered last, so that the order in which they are named does not matter.
  if (a === b) return String(one.conversionStart) > String(other.conversionStart)
  return a === null ? b !== null : b !== null && a > b
}

/** Facts of an entry with the most months that any of these clocks asks: what was joined is organic no sooner than each of them would be. */
function withMonths(facts: readonly PlotFact[], clocks: readonly PlotClock[]): PlotFact[] {
  const annual = Math.max(...clocks.map(({ conversionMonths }) => conversionMonths ?? usualMonths.ANNUAL))
  const perennial = Math.max(...clocks.map(({ conversionMonthsPerennial }) => conversionMonthsPerennial ?? usualMonths.PERENNIAL))
  return facts.map((fact) => {
    if (fact.eventType === 'CONVERSION_STARTED') return { ...fact, data: { ...fact.data, monthsAnnual: annual, monthsPerennial: perennial } }
    if (!changesOf(fact).conversionStart) return fact
    const changes = { ...changesOf(fact), conversionMonths: { to: annual }, conversionMonthsPerennial: { to: perennial } }
    return { ...fact, data: { ...fact.data, changes } }
  })
}

/** `own`, `predecessors`: facts of the plot and of each plot it was made from, in order of recording. */
export function withInherited(own: readonly PlotFact[], predecessors: readonly (readonly PlotFact[])[], options: ClockOptions): PlotFact[] {
  const [first, ...others] = predecessors
  if (!first) return [...own]
  const clockOf = (facts: readonly PlotFact[]) => plotClock(facts, options)
  const worst = others.reduce((one, other) => (isWorse(clockOf(other), clockOf(one)) ? other : one), first)
  // Lease and neighbours are those of the plot on which it was recorded.
  const clock = predecessors.length > 1 ? withMonths(takenOf(worst, clockTypes, isClock), predecessors.map(clockOf)) : takenOf(worst, clockTypes, isClock)
  const taken = [...clock, ...takenOf(first, tenureTypes, isTenure)]
  // A prohibited input on any of the plots that were joined counts for the whole.
  const found = predecessors.flatMap((facts): PlotFact[] => {
    const { lastProhibitedInputOn: usedOn } = clockOf(facts)
    const [fact] = facts
    return facts === worst || usedOn === null || !fact ? [] : [{ ...fact, eventType: 'PROHIBITED_INPUT_FOUND', data: { usedOn } }]
  })
  const stated = own.map((fact) => (fact.eventType === 'CREATED' ? withChanges(fact, (name) => !isClock(name) && !isTenure(name)) : fact))
  return [...taken, ...found, ...stated].sort((one, other) => (one.recordedAt < other.recordedAt ? -1 : one.recordedAt > other.recordedAt ? 1 : 0))
}
