// The plan of one crop, flock or pond, folded from what is recorded of it in order of occurrence: which steps its package asks for, by
// when, and which of them an event has done (BR-18). The order in which facts were recorded, and facts that were taken back, make no
// difference. Anchors move the steps that are open, those of packages followed before too; what is done stays as it was when it was done, and
// what was missed by the day on which another package was followed stays missed.
import { daysBetween } from './day.ts'
import { type Known, type Occurrence, occurrenceKey, occurrenceOn, occurrencesOf, type PackageStep } from './plan-schedule.ts'

/** A step with what decides whether it is asked for, and which event does it. */
export type PlanStep = PackageStep & {
  /** False: not asked of this one (another water regime). */
  applies: boolean
  /** It is asked for each time a count goes over a threshold, from that day, and else not at all. */
  opensOver?: { of: string | null; count: number | null } | null | undefined
  /** What an event that does it says, where it says it at all: the input, the operation. */
  asks: Readonly<Record<string, string>>
  /** Done by the event of another one (the border crop in the same field). */
  by: readonly string[]
  /** It holds only if something does that a person judges (rain): left out when its window ends, never missed. */
  isJudged?: boolean
  /** It goes on from day to day: no event does it for good, and what is recorded may do another step besides. */
  isRoutine?: boolean
}

/** A recorded event as a plan reads it, whatever it was recorded of. */
export type RecordedFact = {
  id: string
  eventType: string
  /** ISO 8601, UTC. */
  occurredAt: string
  /** Local day that it speaks of. */
  day: string
  data: Readonly<Record<string, unknown>>
  /** Key of the step that its recorder named. */
  names: string | null
  /** Its recorder says that it is for no step. */
  isForNone?: boolean | undefined
}

type Moment = {
  /** ISO 8601, UTC. */
  at: string
  id: string
}
/** A package is followed from this moment on; the first one from the beginning. `day`: local day of the moment; of the one that its subject began with, before everything. */
export type PackageAssigned = Moment & { kind: 'package'; day: string; packageId: string; steps: readonly PlanStep[] }
/** An anchor is planned for another day, unless it has happened. */
export type AnchorPlanned = Moment & { kind: 'planned'; anchor: string; day: string }
export type PlanFact = Moment & {
  kind: 'event'
  /** Local day of its occurrence. */
  day: string
  eventType: string
  /** Key of the occurrence that its recorder named (`occurrenceKey`). */
  names: string | null
  /** It does no step, whatever the days. */
  isForNone?: boolean | undefined
  says: Readonly<Record<string, string | null | undefined>>
  /** Null: of the subject itself; else of whom, as `by` of a step names it. */
  by: string | null
  /** The anchor whose day it is. `again`: also when that happened before; then what is counted from `clears` is open again. */
  anchor: { name: string; again?: boolean; clears?: readonly string[] } | null
  /** A count of something, with the threshold that its recorder gave. */
  counted?: { of: string; count: number; threshold: number | null } | null | undefined
}
export type PlanEntry = PackageAssigned | AnchorPlanned | PlanFact

export type PlannedOccurrence = Occurrence & {
  step: PlanStep
  packageId: string
  doneBy: { eventId: string; day: string } | null
}

export type PlanInput = {
  entries: readonly PlanEntry[]
  /** Days that are planned from the beginning, by anchor. */
  planned: Readonly<Record<string, string>>
  /** Anchor that the first event of a type gives (HARVEST: FIRST_HARVEST). */
  given: Readonly<Record<string, string>>
  /** Anchors that are days of the calendar, and no work: what is counted from them and was over when the first package was followed, nobody missed. */
  calendar?: readonly string[]
  /** Keys of occurrences that somebody left out: only an event that names one does it. */
  leftOut?: ReadonlySet<string>
}

type Laid = { open: PlannedOccurrence[]; early: PlannedOccurrence[] }

const rank = { package: 0, planned: 1, event: 2 } as const
const byOccurrence = (one: PlanEntry, other: PlanEntry): number =>
  Date.parse(one.at) - Date.parse(other.at) || rank[one.kind] - rank[other.kind] || (one.id < other.id ? -1 : 1)

/** All occurrences, done or open, in order of their days. Empty while no package is followed. */
export function planOf({ entries, planned, given, calendar = [], leftOut = new Set() }: PlanInput): PlannedOccurrence[] {
  const inOrder = [...entries].sort(byOccurrence)
  const first = inOrder.find((entry) => entry.kind === 'package')
  if (!first) return []
  const named = new Set(inOrder.flatMap((entry) => (entry.kind === 'event' && entry.names ? [entry.names] : [])))
  const done = new Map<string, PlannedOccurrence>()
  const opened: Occurrence[] = []
  const happened = new Map<string, string>()
  const expected = new Map(Object.entries(planned))
  const unused: PlanFact[] = []
  /** The packages so far, in order; the last one is followed. */
  const packages: PackageAssigned[] = [first]
  let followed = first
  let open: PlannedOccurrence[] = []
  /** Asked for by the followed package in days before it was followed: what was recorded then does it, but nobody missed it. */
  let early: PlannedOccurrence[] = []

  const lay = (): void => {
    const doneOn = new Map([...done.values()].flatMap(({ code, no, doneBy }) => (no === 1 && doneBy ? [[code, doneBy.day]] : [])))
    const known = { anchors: new Map([...expected, ...happened]), done: doneOn, given }
    const laid = packages.map((one) => ({ isFirst: one === first, followedFrom: one.day, steps: openStepsOf(one, known) }))
    ;({ open, early } = laid.reduce<Laid>(({ open: before }, next) => succeeded(before, next), { open: [], early: [] }))
  }
  /** All occurrences of the package that nothing has done. */
  const openStepsOf = (followedThen: PackageAssigned, known: Known): PlannedOccurrence[] => {
    const { steps, packageId } = followedThen
    const byCode = new Map(steps.map((step) => [step.code, step]))
    const laid = occurrencesOf(
      steps.filter(({ opensOver }) => !opensOver),
      known,
    ).map((one) => ({ ...one, no: one.no + numberedBefore(followedThen, one.code) }))
    return [...laid, ...opened.filter(({ code }) => byCode.get(code)?.opensOver)].flatMap((one) => {
      const step = byCode.get(one.code)
      return step && !done.has(occurrenceKey(one)) ? [{ ...one, step, packageId, doneBy: null }] : []
    })
  }
  /**
   * A step that repeats in another rhythm is another series: its occurrences are numbered on after those of the packages before, so that what was
   * done or missed of one leaves none of the other out. One in a rhythm that was there before goes on with its numbers.
   */
  const numberedBefore = ({ steps }: PackageAssigned, code: string): number => {
    const own = steps.find((step) => step.code === code)
    let before = 0
    const series: PlanStep[] = []
    for (const one of packages) {
      const step = one.steps.find((other) => other.code === code)
      if (!step || series.some((other) => isSameSeries(other, step))) continue
      if (own && isSameSeries(step, own)) break
      series.push(step)
      before += countOf(step)
    }
    return before
  }
  /** What is asked for when the package whose steps are given is followed from a day on; `before`: what was asked for until then. */
  const succeeded = (
    before: readonly PlannedOccurrence[],
    { isFirst, followedFrom, steps }: { isFirst: boolean; followedFrom: string; steps: PlannedOccurrence[] },
  ): Laid => {
    if (isFirst) {
      const isEarly = ({ to, step: { anchor: name } }: PlannedOccurrence): boolean => to < followedFrom && calendar.includes(name)
      return { open: steps.filter((one) => !isEarly(one)), early: steps.filter(isEarly) }
    }
    const past = new Map(before.filter(({ step, to }) => to < followedFrom && step.applies && !step.isRoutine).map((one) => [occurrenceKey(one), one]))
    const isMissed = ({ step }: PlannedOccurrence, key: string): boolean => step.mandatory && !step.isJudged && !leftOut.has(key)
    const next: Laid = { open: [], early: [] }
    for (const one of steps) {
      const key = occurrenceKey(one)
      const former = past.get(key)
      // What was left out is asked for again where the package has days for it still.
      if (former && (one.to < followedFrom || isMissed(former, key))) continue
      past.delete(key)
      next[one.to < followedFrom ? 'early' : 'open'].push(one)
    }
    next.open.push(...past.values())
    return next
  }
  const match = (fact: PlanFact): boolean => {
    const named = [...open, ...early].find((one) => occurrenceKey(one) === fact.names && one.step.eventType === fact.eventType)
    if (named?.step.isRoutine) return true
    const found = named ?? (fact.isForNone ? undefined : nearest(fact))
    if (!found) return false
    done.set(occurrenceKey(found), { ...found, doneBy: { eventId: fact.id, day: fact.day } })
    open = open.filter((one) => one !== found)
    early = early.filter((one) => one !== found)
    // What is counted from it stands from now on by the day on which it was done.
    if (packages.some(({ steps }) => steps.some(({ anchor: name }) => name === 'PREVIOUS'))) lay()
    return true
  }
  /** Whether the event moved an anchor. */
  const anchor = ({ anchor: moved, by, day }: PlanFact): boolean => {
    if (!moved || by !== null || (happened.has(moved.name) && !moved.again)) return false
    for (const name of moved.clears ?? []) happened.delete(name)
    happened.set(moved.name, day)
    return true
  }
  const nearest = (fact: PlanFact): PlannedOccurrence | undefined =>
    [...open, ...early]
      .filter((one) => {
        const key = occurrenceKey(one)
        return (
          one.step.applies &&
          !one.step.isRoutine &&
          isDoneBy(one.step, fact) &&
          one.from <= fact.day &&
          fact.day <= one.to &&
          !named.has(key) &&
          !leftOut.has(key)
        )
      })
      .map((one) => ({ one, far: Math.abs(daysBetween(one.due, fact.day)) }))
      .reduce<{ one: PlannedOccurrence; far: number } | undefined>((least, other) => (least && isNearer(least, other) ? least : other), undefined)?.one

  const doAll = (facts: readonly PlanFact[]): void => {
    for (const fact of facts) if (!match(fact)) unused.push(fact)
  }

  /** What was recorded before may do what only now is asked for, or lies only now within the days of its step. */
  const layAgain = (): void => {
    lay()
    doAll(unused.splice(0))
  }

  lay()
  for (const entry of inOrder) {
    if (entry.kind === 'package') {
      if (entry === first) continue
      packages.push(entry)
      followed = entry
      layAgain()
    } else if (entry.kind === 'planned') {
      expected.set(entry.anchor, entry.day)
      if (!happened.has(entry.anchor)) layAgain()
    } else {
      if (anchor(entry) || openConditional(entry)) layAgain()
      doAll([entry])
    }
  }
  return [...done.values(), ...open].sort((one, other) =>
    one.due < other.due ? -1 : one.due > other.due ? 1 : occurrenceKey(one) < occurrenceKey(other) ? -1 : 1,
  )

  /** A count over the threshold asks for its steps from that day, unless one of them is still to be done. Answers whether it asks for any. */
  function openConditional({ counted, day }: PlanFact): boolean {
    const already = opened.length
    for (const step of followed.steps) {
      const over = step.opensOver
      const threshold = over?.count ?? counted?.threshold ?? null
      if (!over || !counted || threshold === null || counted.count < threshold) continue
      if (over.of !== null && spelled(over.of) !== spelled(counted.of)) continue
      const before = opened.filter(({ code }) => code === step.code)
      const isWaiting = before.some((one) => !done.has(occurrenceKey(one)) && day <= one.to)
      if (!isWaiting) opened.push(occurrenceOn({ ...step, windowBefore: 0 }, before.length + 1, day))
    }
    return opened.length > already
  }
}

const countOf = ({ repeatEveryDays, repeatCount }: PlanStep): number => ((repeatEveryDays ?? 0) > 0 ? (repeatCount ?? 1) : 1)
/** Whether an occurrence of one stands for that of the same number of the other: both are done once, or their days lie nearer to each other than to the next ones. */
const isSameSeries = (one: PlanStep, other: PlanStep): boolean =>
  (countOf(one) === 1 && countOf(other) === 1) ||
  (countOf(one) > 1 &&
    countOf(other) > 1 &&
    one.repeatEveryDays === other.repeatEveryDays &&
    one.anchor === other.anchor &&
    one.anchorCode === other.anchorCode &&
    2 * Math.abs(one.offsetDays - other.offsetDays) < (one.repeatEveryDays ?? 0))

const spelled = (words: string): string => words.trim().toLowerCase().replace(/\s+/g, ' ')

/** Whether it is what the step asks for, whatever the day. */
export const isDoneBy = ({ eventType, by, asks }: PlanStep, fact: Pick<PlanFact, 'eventType' | 'by' | 'says'>): boolean =>
  eventType === fact.eventType &&
  (by.length ? fact.by !== null && by.includes(fact.by) : fact.by === null) &&
  Object.entries(asks).every(([name, requested]) => fact.says[name] === undefined || fact.says[name] === null || fact.says[name] === requested)

/** Nearest due first; of two as near the earlier one, then by code and number. */
const isNearer = (one: { one: PlannedOccurrence; far: number }, other: { one: PlannedOccurrence; far: number }): boolean =>
  one.far !== other.far ? one.far < other.far : one.one.due !== other.one.due ? one.one.due < other.one.due : occurrenceKey(one.one) <= occurrenceKey(other.one)

export type PlannedStatus = 'PLANNED' | 'DUE' | 'DONE_ON_TIME' | 'DONE_LATE' | 'MISSED' | 'SKIPPED' | 'NOT_APPLICABLE'
/** `today`, `endedOn`: local days; `endedOn`: when the subject ended, null while it lives. */
export type StateAt = {
  today: string
  endedOn: string | null
  isLeftOut: boolean /** It holds only if something does that a person judges (rain). */
  isJudged: boolean
}

/** BR-18: the status on a day. What was still open when its subject ended does not apply any more. */
export function plannedStatus({ step, from, to, doneBy }: PlannedOccurrence, { today, endedOn, isLeftOut, isJudged }: StateAt): PlannedStatus {
  // Whoever names a step may do it on any day: before its days it is no more in time than after them.
  if (doneBy) return doneBy.day < from || doneBy.day > to ? 'DONE_LATE' : 'DONE_ON_TIME'
  if (!step.applies) return 'NOT_APPLICABLE'
  if (isLeftOut) return 'SKIPPED'
  if (endedOn !== null && endedOn <= to) return 'NOT_APPLICABLE'
  if (today < from) return 'PLANNED'
  if (today <= to) return 'DUE'
  return step.mandatory && !isJudged ? 'MISSED' : 'SKIPPED'
}
