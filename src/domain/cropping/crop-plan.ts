// What the plan of a crop is folded from: its own events, those of its cropping system, sowings of the crops beside it, packages it was
// assigned and the declared onset of the monsoon (domain dictionary 2.5, 3.5, BR-18).
import { addDays, daysBetween } from '../kernel/day.ts'
import type { StoredOf } from '../kernel/field.ts'
import { type PlanEntry, type PlanFact, type PlannedOccurrence, type PlanStep, planOf, type RecordedFact } from '../kernel/plan-engine.ts'
import type { WaterRegime } from '../kernel/terms.ts'
import { givenAnchors } from './given-anchors.ts'
import type { pop } from './pop.ts'
import { isJudgedByPeople } from './step-conditions.ts'

export type PopStep = StoredOf<typeof pop.fields>['planEvents'][number]

/** Anchors by the event whose first day they are. */
const anchorOf = {
  SOWING: { name: 'SOWING' },
  RESOWING: { name: 'SOWING', again: true, clears: ['GERMINATION', 'FLOWERING', 'FIRST_HARVEST'] },
  GERMINATION_COUNT: { name: 'GERMINATION' },
  FLOWERING: { name: 'FLOWERING' },
  HARVEST: { name: 'FIRST_HARVEST' },
} as const

/** A recorded event of the crop, of its cropping system, or of a crop beside it. `role`: of the crop beside it, null of this one. */
export type CropFact = RecordedFact & { role: string | null }
/** `at`: from when on, `day` where the programme works; the package of the crop's creation counts from the beginning. */
export type Followed = { at: string; day: string; eventId: string; popId: string; steps: readonly PopStep[] }
/** Declared for rain-fed crops: sowing moves by as many days as rain came before or after the day it was expected on. */
export type Onset = { at: string; eventId: string; onsetOn: string; expectedOn: string }

export type CropPlanInput = {
  packages: readonly Followed[]
  facts: readonly CropFact[]
  onsets: readonly Onset[]
  waterRegime: WaterRegime
  plannedSowing: string
  seasonStart: string
  leftOut?: ReadonlySet<string>
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'

/** The step as the engine reads it, for a crop of this water regime. */
export const engineStep = ({ condition, itemId, operation, sownAs, ...step }: PopStep, waterRegime: WaterRegime): PlanStep => ({
  ...step,
  applies: condition?.type !== 'WATER_REGIME' || condition.waterRegimes.includes(waterRegime),
  opensOver: condition?.type === 'SCOUTING_OVER' ? { of: condition.pest ?? null, count: condition.threshold ?? null } : null,
  asks: { ...(itemId ? { itemId } : {}), ...(operation ? { operation } : {}) },
  by: sownAs ?? [],
  isJudged: isJudgedByPeople(condition),
})

/** As the engine reads it. */
export function factEntry({ id, eventType, occurredAt, day, data, names, isForNone, role }: CropFact): PlanFact {
  const { itemId, operation, pest, count, threshold } = data
  const anchor = Object.hasOwn(anchorOf, eventType) ? anchorOf[eventType as keyof typeof anchorOf] : null
  return {
    kind: 'event',
    at: occurredAt,
    id,
    day,
    // Sown again is sown: where nobody could record the first sowing in time, it does that step.
    eventType: eventType === 'RESOWING' ? 'SOWING' : eventType,
    ...{ names, isForNone },
    says: { itemId: isText(itemId) ? itemId : null, operation: isText(operation) ? operation : null },
    by: role,
    anchor,
    counted: eventType === 'SCOUTING' && isText(pest) && isNumber(count) ? { of: pest, count, threshold: isNumber(threshold) ? threshold : null } : null,
  }
}

/** The plan of a crop: every step its package asks for, with what did it. Empty without a package. */
export function cropPlan({ packages, facts, onsets, waterRegime, plannedSowing, seasonStart, leftOut }: CropPlanInput): PlannedOccurrence[] {
  const entries: PlanEntry[] = [
    ...packages.map(
      ({ at, day, eventId, popId, steps }): PlanEntry => ({
        kind: 'package',
        at,
        day,
        id: eventId,
        packageId: popId,
        steps: steps.map((step) => engineStep(step, waterRegime)),
      }),
    ),
    ...facts.map(factEntry),
    ...(waterRegime === 'RAINFED'
      ? onsets.map(
          ({ at, eventId, onsetOn, expectedOn }): PlanEntry => ({
            kind: 'planned',
            at,
            id: eventId,
            anchor: 'SOWING',
            day: addDays(plannedSowing, daysBetween(expectedOn, onsetOn)),
          }),
        )
      : []),
  ]
  return planOf({
    entries,
    planned: { SOWING: plannedSowing, SEASON_START: seasonStart },
    given: givenAnchors,
    calendar: ['SEASON_START'],
    ...(leftOut ? { leftOut } : {}),
  })
}
