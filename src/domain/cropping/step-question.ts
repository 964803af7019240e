// Of which events of a crop, or of the ground under it, a person is asked which step of its package they are for (BR-18).
import type { PlanFact } from '../kernel/plan-engine.ts'
import { questionsOf } from '../kernel/step-question.ts'
import { type CropPlanInput, cropPlan, factEntry } from './crop-plan.ts'

export const isStepInQuestion = (input: CropPlanInput, eventId: string, on: { today: string; endedOn: string | null }): boolean =>
  stepQuestions(input, new Set([eventId]), on).length > 0

/** Of these events of its plan, or of all. */
export const stepQuestions = (input: CropPlanInput, eventIds: ReadonlySet<string>, on: { today: string; endedOn: string | null }): PlanFact[] =>
  questionsOf({ planned: cropPlan(input), facts: input.facts.map(factEntry), leftOut: input.leftOut, ...on }, eventIds)
