// Whether the recorder of an event of a crop, or of the ground under it, is asked which step of its package it is for (BR-18).
import { isInQuestion } from '../kernel/step-question.ts'
import { type CropPlanInput, cropPlan, factEntry } from './crop-plan.ts'

export const isStepInQuestion = (input: CropPlanInput, eventId: string, on: { today: string; endedOn: string | null }): boolean =>
  isInQuestion({ planned: cropPlan(input), facts: input.facts.map(factEntry), leftOut: input.leftOut, ...on }, eventId)
