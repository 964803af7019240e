// What the plan of a flock or a pond is folded from: its own events and the packages it was given, by the same engine as that of a crop
// (animal 9.3, BR-18). Daily routines are one step that rolls from day to day, not hundreds.
import { addDays } from '../kernel/day.ts'
import type { StoredOf } from '../kernel/field.ts'
import { isDoneBy, type PlanEntry, type PlanFact, type PlannedOccurrence, type PlanStep, planOf, type RecordedFact } from '../kernel/plan-engine.ts'
import { occurrenceKey } from '../kernel/plan-schedule.ts'
import { questionsOf } from '../kernel/step-question.ts'
import type { poultrypop } from './poultrypop.ts'

type Fields = StoredOf<typeof poultrypop.fields>
/** Steps of either kind differ in the events that they name. */
export type AnimalStep = Omit<Fields['planEvents'][number], 'eventType'> & { eventType: string }
export type AnimalPackage = { anchor: string; durationDays: number; planEvents: readonly AnimalStep[] }
/** `at`: from when on; null: it follows none any more. */
export type FollowedPackage = { at: string; day: string; eventId: string; packageId: string; package: AnimalPackage | null }
/** A recorded event of the flock or pond. */
export type StockFact = RecordedFact
export type AnimalPlanInput = {
  packages: readonly FollowedPackage[]
  facts: readonly StockFact[]
  /** Days that are known before they happen, by anchor. */
  planned: Readonly<Record<string, string>>
  today: string
  /** Local day of its end, null while it lives. */
  endedOn: string | null
  leftOut?: ReadonlySet<string>
}

/** Anchors by the event whose first day they are; a hatch is known from the beginning. */
const anchorOf: Readonly<Record<string, string>> = { PLACEMENT: 'PLACEMENT', EGG_COLLECTION: 'FIRST_EGG', STOCKING: 'STOCKING', POND_PREPARATION: 'PREP_START' }
const given = { EGG_COLLECTION: 'FIRST_EGG' } as const
const namedIn = ['feedItemId', 'medicineId', 'itemId'] as const
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

export const isRoutine = ({ repeatEveryDays, timesPerDay }: Pick<AnimalStep, 'repeatEveryDays' | 'timesPerDay'>): boolean =>
  repeatEveryDays === 1 || (timesPerDay !== null && timesPerDay !== undefined)

/** The step as the engine reads it. Repeats go on to their last day, else to the end of the package; a routine is one occurrence as long as it goes on. */
export function engineStep(step: AnimalStep, { anchor, durationDays }: Pick<AnimalPackage, 'anchor' | 'durationDays'>): PlanStep {
  const { code, eventType, anchorCode, offsetDays, windowBefore, windowAfter, repeatEveryDays, repeatUntilDay, mandatory } = step
  const goesOn = Math.max(0, (repeatUntilDay ?? durationDays) - offsetDays)
  const [isDaily, every] = [isRoutine(step), repeatEveryDays ?? 0]
  return {
    ...{ code, eventType, offsetDays, mandatory, anchorCode, anchor: anchorCode ? 'PREVIOUS' : anchor },
    windowBefore: isDaily ? 0 : windowBefore,
    windowAfter: isDaily ? goesOn : windowAfter,
    repeatEveryDays: isDaily || every < 1 ? null : every,
    repeatCount: isDaily || every < 1 ? null : Math.floor(goesOn / every) + 1,
    applies: true,
    asks: Object.fromEntries(namedIn.flatMap((name) => (step[name] ? [[name, step[name]]] : []))),
    by: [],
    isJudged: Boolean(step.condition),
    isRoutine: isDaily,
  }
}

/** Before the pond was prepared: so many days before the day of stocking as the package itself plans between the two. */
export function plannedPreparation({ anchor, planEvents }: AnimalPackage, stockingDate: string): string | null {
  const stocking = planEvents.find(({ eventType, anchorCode }) => eventType === 'STOCKING' && !anchorCode)
  return anchor === 'PREP_START' && stocking ? addDays(stockingDate, -stocking.offsetDays) : null
}

const factEntry = ({ id, eventType, occurredAt, day, data, names, isForNone }: StockFact): PlanFact => ({
  kind: 'event',
  ...{ id, eventType, day, names, isForNone, at: occurredAt, by: null },
  says: Object.fromEntries(namedIn.map((name) => [name, textOf(data[name])])),
  anchor: anchorOf[eventType] ? { name: anchorOf[eventType] } : null,
})

/** The plan of a flock or pond: every step that its package asks for, with what did it. Empty without a package. */
export function animalPlan(input: AnimalPlanInput): PlannedOccurrence[] {
  const { facts, today, endedOn } = input
  const last = endedOn !== null && endedOn < today ? endedOn : today
  return occurrencesOf(input).map((one) => (one.step.isRoutine ? rolling(one, facts, last) : one))
}

/** A routine as one occurrence with all its days. */
function occurrencesOf({ packages, facts, planned, leftOut }: AnimalPlanInput): PlannedOccurrence[] {
  const entries: PlanEntry[] = [
    ...packages.map(
      ({ at, day, eventId, packageId, package: followed }): PlanEntry => ({
        kind: 'package',
        ...{ at, day, id: eventId, packageId },
        steps: followed ? followed.planEvents.map((step) => engineStep(step, followed)) : [],
      }),
    ),
    ...facts.map(factEntry),
  ]
  return planOf({ entries, planned, given, ...(leftOut ? { leftOut } : {}) })
}

/**
 * Whether the recorder of an event of a flock or a pond is asked which step it is for (BR-18). A routine goes on from day to day: what is recorded on one of its
 * days is for it, and nothing is asked to be for it on any other.
 */
export const isStockStepInQuestion = (input: AnimalPlanInput, eventId: string): boolean => stockStepQuestions(input, new Set([eventId])).length > 0

/** The same of many of its events: those of them that are in question. */
export function stockStepQuestions(input: AnimalPlanInput, eventIds: ReadonlySet<string>): PlanFact[] {
  const { leftOut, today, endedOn } = input
  const facts = input.facts.map(factEntry)
  const occurrences = occurrencesOf(input)
  const [routines, planned] = [occurrences.filter(({ step }) => step.isRoutine), occurrences.filter(({ step }) => !step.isRoutine)]
  const isOfRoutine = (fact: PlanFact): boolean => routines.some(({ step, from, to }) => fact.day >= from && fact.day <= to && isDoneBy(step, fact))
  return questionsOf({ planned, facts, leftOut, today, endedOn }, eventIds).filter((fact) => !isOfRoutine(fact))
}

/** Due on the day after it was done last; done for good when its last day is over. */
function rolling(one: PlannedOccurrence, facts: readonly StockFact[], last: string): PlannedOccurrence {
  const { step, from, to } = one
  const key = occurrenceKey(one)
  const did = facts.filter(
    ({ eventType, day, data, names, isForNone }) =>
      eventType === step.eventType &&
      !isForNone &&
      day >= from &&
      day <= to &&
      (names === null || names === key) &&
      Object.entries(step.asks).every(([name, requested]) => textOf(data[name]) === null || data[name] === requested),
  )
  const latest = did.reduce<StockFact | null>((newest, other) => (newest && newest.day >= other.day ? newest : other), null)
  if (!latest) return { ...one, doneBy: null }
  const next = addDays(latest.day, 1)
  return last > to || next > to ? { ...one, doneBy: { eventId: latest.id, day: latest.day } } : { ...one, due: next, from: next, doneBy: null }
}

export type StockSize = { heads: number | null; biomassKg: number | null; areaM2: number | null; volumeM3: number | null }

/** How much a step asks for today (animal 9.3), in the unit of its dose; null: nobody can say. */
export function plannedQuantity({ dose, doseBasis }: Pick<AnimalStep, 'dose' | 'doseBasis'>, { heads, biomassKg, areaM2, volumeM3 }: StockSize): number | null {
  if (!dose) return null
  const of = (size: number | null): number | null => (size === null ? null : Math.round(dose * size * 1000) / 1000)
  switch (doseBasis) {
    case 'PER_BIRD':
      return of(heads)
    case 'PER_1000_BIRDS':
      return of(heads === null ? null : heads / 1000)
    case 'PER_KG_BIOMASS':
      return of(biomassKg)
    case 'PCT_BIOMASS':
      return of(biomassKg === null ? null : biomassKg / 100)
    case 'PER_HA':
      return of(areaM2 === null ? null : areaM2 / 10_000)
    case 'PER_M2':
      return of(areaM2)
    case 'PER_M3':
      return of(volumeM3)
    case 'PER_L_WATER':
      return null
    default:
      return dose
  }
}
