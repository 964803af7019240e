// The columns of a plot that follow from its history: grower, lease, neighbours and the organic clock (domain dictionary 3.3,
// BR-04, BR-14). Pure: a fold over its events by the days they speak of, so that the order in which they were recorded does
// not matter. What was typed with the record (its creation and its edits) takes part.

import { monthsBefore } from '../kernel/day.ts'
import type { neighbourUses } from '../kernel/terms.ts'
import { byOccurrence, sinceTyped, typedValue } from '../kernel/typed-facts.ts'
import { onDay, phrase, type Sentence } from '../messages/message.ts'
import type { sides } from './landparcel-events.ts'

export type PlotFact = {
  id: string
  eventType: string
  /** UTC, ISO 8601. */
  occurredAt: string
  recordedAt: string
  /** The day of recording where the programme works, YYYY-MM-DD. */
  recordedDay: string
  data: Readonly<Record<string, unknown>>
}
export type Neighbour = { side: keyof typeof sides; use: keyof typeof neighbourUses; bufferM: number; hasBarrier?: boolean | null | undefined }
export type PlotTenure = { farmerId: string | null; leaseFrom: string | null; leaseTo: string | null; neighbours: Neighbour[] }
export type PlotClock = {
  /** Entry into the scheme, or the last reset after it; null = not in a scheme. */
  conversionStart: string | null
  /** The day from which BR-04 counts: later than the start while the certification body has not confirmed it. */
  conversionCountsFrom: string | null
  startConfirmedAt: string | null
  lastProhibitedInputOn: string | null
  retroMonths: number | null
  retroDocument: string | null
  retroConfirmedAt: string | null
  /** Of annual and of perennial crops, as the scheme asked at the entry; null: as BR-04 says. */
  conversionMonths: number | null
  conversionMonthsPerennial: number | null
}
/** Until goods are organic, by the lifecycle of the crop. */
export type ConversionMonths = Readonly<Record<'ANNUAL' | 'PERENNIAL', number>>
/** BR-04: two years for annual crops, three for perennial ones. */
export const usualMonths: ConversionMonths = { ANNUAL: 24, PERENNIAL: 36 }
/** What happened longer ago changes no claim: a perennial crop’s conversion, and as many months recognised before it. */
export const monthsThatCount = 2 * usualMonths.PERENNIAL
export type PlotProjection = PlotTenure & PlotClock
export type ClockOptions = {
  /** A start may lie this many months before its recording without the certification body’s confirmation (BR-04). */
  monthsUnconfirmed: number
  /** Facts that speak of later days are left out: the clock as it was for a crop that had ended by then. */
  until?: string | null
}

const isTyped = ({ eventType }: PlotFact): boolean => eventType === 'CREATED' || eventType === 'EDITED'
/** `facts`: all that count of this plot, in order of recording. */
export const plotProjection = (facts: readonly PlotFact[], options: ClockOptions): PlotProjection => ({ ...plotTenure(facts), ...plotClock(facts, options) })

export function plotTenure(facts: readonly PlotFact[]): PlotTenure {
  const grower = sinceTyped(facts, 'farmerId')
  const [from, to] = [sinceTyped(facts, 'leaseFrom'), sinceTyped(facts, 'leaseTo')]
  const leased = (later: readonly PlotFact[]): PlotFact | undefined => later.findLast(({ eventType }) => eventType === 'LEASE_CHANGED')
  const around = sinceTyped(facts, 'neighbours')
  let neighbours = [...((around.typed as Neighbour[] | null) ?? [])]
  for (const { eventType, data } of around.later) {
    if (eventType !== 'BUFFER_OBSERVED') continue
    const observed: Neighbour = { side: data.side as Neighbour['side'], use: data.use as Neighbour['use'], bufferM: data.metres as number }
    if (data.hasBarrier === true) observed.hasBarrier = true
    neighbours = [...neighbours.filter(({ side }) => side !== observed.side), observed]
  }
  return {
    farmerId: (grower.later.findLast(({ eventType }) => eventType === 'GROWER_CHANGED')?.data.farmerId ?? grower.typed) as string | null,
    leaseFrom: (leased(from.later)?.data.leaseFrom ?? from.typed) as string | null,
    leaseTo: (leased(to.later)?.data.leaseTo ?? to.typed) as string | null,
    neighbours,
  }
}

/** One statement that the plot is in the scheme. `at`: its place in the order of recording. */
export type Entry = Pick<PlotClock, 'conversionMonths' | 'conversionMonthsPerennial'> & {
  startedOn: string
  recordedDay: string
  retroMonths: number | null
  retroDocument: string | null
  at: number
}
const numberOr = (value: unknown, otherwise: number | null): number | null => (typeof value === 'number' ? value : otherwise)

/** Months of a typed entry: as they were noted with it, and where that changed nothing, as they were in the record before. */
function monthsTyped(fact: PlotFact, before: readonly PlotFact[]): Pick<Entry, 'conversionMonths' | 'conversionMonthsPerennial'> {
  const [annual, perennial] = [typedValue(fact, 'conversionMonths'), typedValue(fact, 'conversionMonthsPerennial')]
  const known = annual === undefined || perennial === undefined ? latestEntry(entriesOf(before)) : null
  return {
    conversionMonths: annual === undefined ? (known?.conversionMonths ?? null) : numberOr(annual, null),
    conversionMonthsPerennial: perennial === undefined ? (known?.conversionMonthsPerennial ?? null) : numberOr(perennial, null),
  }
}
const latestEntry = (entries: readonly Entry[]): Entry | null =>
  entries.reduce<Entry | null>((latest, one) => (latest && latest.startedOn > one.startedOn ? latest : one), null)

/** Entries that count: the one typed with the record, and each event. */
export function entriesOf(facts: readonly PlotFact[]): Entry[] {
  let own = null as Entry | null
  const entries: Entry[] = []
  for (const [at, fact] of facts.entries()) {
    const { eventType, data, recordedDay } = fact
    if (eventType === 'CONVERSION_STARTED')
      entries.push({
        startedOn: data.startedOn as string,
        recordedDay,
        retroMonths: (data.retroMonths as number | null | undefined) || null,
        retroDocument: (data.retroDocument as string | null | undefined) ?? null,
        conversionMonths: numberOr(data.monthsAnnual, null),
        conversionMonthsPerennial: numberOr(data.monthsPerennial, null),
        at,
      })
    if (!isTyped(fact)) continue
    const [start, months, document] = ['conversionStart', 'retroMonths', 'retroDocument'].map((name) => typedValue(fact, name))
    if (start === null) own = null
    else if (start !== undefined)
      own = {
        startedOn: start as string,
        recordedDay,
        retroMonths: own?.retroMonths ?? null,
        retroDocument: own?.retroDocument ?? null,
        ...monthsTyped(fact, facts.slice(0, at)),
        at,
      }
    if (own && months !== undefined) own = { ...own, retroMonths: (months as number | null) || null, at }
    if (own && document !== undefined) own = { ...own, retroDocument: document as string | null, at }
  }
  return own ? [own, ...entries] : entries
}

/** BR-14: of an input on which nobody has decided yet, the find is looked at and changes nothing. One of before says nothing of it, and was of a prohibited one. */
export const isFindOfProhibited = ({ data }: { data: Readonly<Record<string, unknown>> }): boolean => (data.permission ?? 'PROHIBITED') === 'PROHIBITED'

/** Days on which a prohibited input was used, and where in the order of recording a typed one was last taken back. */
export function prohibitedDays(facts: readonly PlotFact[]): { days: string[]; loweredAt: number } {
  let typedDays: string[] = []
  const found: string[] = []
  let loweredAt = -1
  for (const [at, fact] of facts.entries()) {
    if (fact.eventType === 'PROHIBITED_INPUT_FOUND' && isFindOfProhibited(fact)) found.push(fact.data.usedOn as string)
    const value = isTyped(fact) ? (typedValue(fact, 'lastProhibitedInputOn') as string | null | undefined) : undefined
    if (value === undefined) continue
    if (typedDays.some((day) => value === null || day > value)) {
      typedDays = []
      loweredAt = at
    }
    if (value !== null) typedDays.push(value)
  }
  return { days: [...typedDays, ...found].sort(), loweredAt }
}

/** Resets that stand. One by a sanction that was lifted does not count any more, whichever of the two was recorded first. */
export function resetsOf(facts: readonly PlotFact[]): PlotFact[] {
  const lifted = new Set(facts.flatMap(({ eventType, data }) => (eventType === 'CONVERSION_RESET_LIFTED' ? [data.nonconformityId] : [])))
  return facts.filter(({ eventType, data }) => eventType === 'CONVERSION_RESET' && !(data.nonconformityId && lifted.has(data.nonconformityId)))
}

/**
 * BR-04: the entry recorded for the latest day counts, or the last reset after it. Months recognised before it need the
 * certification body, and end with any prohibited input within them or later. An entry that lies further back than the programme
 * allows counts from the day of its recording until the certification body has confirmed it.
 */
export function plotClock(facts: readonly PlotFact[], { monthsUnconfirmed, until = null }: ClockOptions): PlotClock {
  const counts = (day: string): boolean => until === null || day <= until
  const { days, loweredAt } = prohibitedDays(facts)
  const lastProhibitedInputOn = days.filter(counts).at(-1) ?? null
  const entry = latestEntry(entriesOf(facts).filter(({ startedOn }) => counts(startedOn)))
  if (!entry)
    return {
      conversionStart: null,
      conversionCountsFrom: null,
      startConfirmedAt: null,
      lastProhibitedInputOn,
      retroMonths: null,
      retroDocument: null,
      retroConfirmedAt: null,
      conversionMonths: null,
      conversionMonthsPerennial: null,
    }
  const reset = resetsOf(facts)
    .map(({ data }) => data.resetOn as string)
    .filter((day) => counts(day) && day > entry.startedOn)
    .sort()
    .at(-1)
  // What was confirmed before a prohibited input was taken back from the record is to be confirmed again.
  const confirmation = (isThis: (fact: PlotFact, at: number) => boolean): PlotFact | null =>
    facts.findLast((fact, at) => at > loweredAt && isThis(fact, at)) ?? null
  const firstRecognised = entry.retroMonths ? monthsBefore(entry.startedOn, entry.retroMonths) : null
  const isRecognised = firstRecognised !== null && !reset && !(lastProhibitedInputOn && lastProhibitedInputOn >= firstRecognised)
  const recognition = isRecognised
    ? confirmation(({ eventType, data }, at) => eventType === 'RETRO_CONFIRMED' && at > entry.at && data.retroMonths === entry.retroMonths)
    : null
  // Who recognises months before the entry vouches for the entry.
  const confirmed = confirmation(({ eventType, data }) => eventType === 'CONVERSION_CONFIRMED' && data.startedOn === entry.startedOn) ?? recognition
  const isAllowed = entry.startedOn >= monthsBefore(entry.recordedDay, monthsUnconfirmed)
  const entered = confirmed || isAllowed ? entry.startedOn : entry.recordedDay
  return {
    conversionStart: reset ?? entry.startedOn,
    conversionCountsFrom: reset && reset > entered ? reset : entered,
    startConfirmedAt: confirmed?.recordedAt ?? null,
    lastProhibitedInputOn,
    retroMonths: isRecognised ? entry.retroMonths : null,
    retroDocument: isRecognised ? ((recognition?.data.document as string | undefined) ?? entry.retroDocument) : null,
    retroConfirmedAt: recognition?.recordedAt ?? null,
    conversionMonths: entry.conversionMonths,
    conversionMonthsPerennial: entry.conversionMonthsPerennial,
  }
}

/** Why a fact of the clock cannot stand beside the others; the first one in order of the days they speak of. */
export function contradiction(facts: readonly PlotFact[]): { fact: PlotFact; message: Sentence } | null {
  const starts = entriesOf(facts).map(({ startedOn }) => startedOn)
  const resets = resetsOf(facts).sort((a, b) => (String(a.data.resetOn) < String(b.data.resetOn) ? -1 : 1))
  const early = resets.find(({ data }) => !starts.some((startedOn) => startedOn <= (data.resetOn as string)))
  if (!early) return null
  return {
    fact: early,
    message: starts.length
      ? phrase`This plot entered the scheme later than that, on ${onDay([...starts].sort()[0] ?? '')}.`
      : 'This plot is not in conversion.',
  }
}

const verifies: ReadonlySet<string> = new Set(['VERIFIED', 'DISPUTE_RESOLVED'])
const unverifies: ReadonlySet<string> = new Set(['DISPUTED', 'BOUNDARY_CAPTURED', 'CREATED', 'EDITED'])
/** When the verification of the present boundary was recorded; null when it is not verified. `history`: by occurrence, of edits those that moved the status. */
export const verifiedAt = (history: readonly Pick<PlotFact, 'eventType' | 'recordedAt'>[]): string | null =>
  history.reduce<string | null>((at, { eventType, recordedAt }) => (verifies.has(eventType) ? recordedAt : unverifies.has(eventType) ? null : at), null)

/** Who the register named as grower on a day; null: nobody had been named by an event. */
export const growerOn = (facts: readonly (PlotFact & { day: string })[], day: string): string | null =>
  (byOccurrence(facts).findLast((fact) => fact.eventType === 'GROWER_CHANGED' && fact.day <= day)?.data.farmerId as string | undefined) ?? null

/** Disputes that nobody has resolved since, and no new boundary has ended (BR-02). `facts`: in order of recording, edits among them. */
export function openDisputes<F extends Pick<PlotFact, 'eventType' | 'occurredAt' | 'data'>>(facts: readonly F[]): F[] {
  let open: F[] = []
  for (const fact of byOccurrence(facts)) {
    if (fact.eventType === 'DISPUTED') open = [...open, fact]
    else if (settlesDispute(fact)) open = []
  }
  return open
}
const settlesDispute = (fact: Pick<PlotFact, 'eventType' | 'data'>): boolean =>
  fact.eventType === 'DISPUTE_RESOLVED' || fact.eventType === 'BOUNDARY_CAPTURED' || (fact.eventType === 'EDITED' && typedValue(fact, 'boundary') !== undefined)
