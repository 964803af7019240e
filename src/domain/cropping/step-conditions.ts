// When a step of a package is asked for at all, as data (domain dictionary 5.1): the product judges water and counts of pests; rain and
// what was entered in words before are judged by people, who leave the step out where it is not needed.
import type { Fields, ValueOf } from '../kernel/field.ts'
import { choice, choices, integer, optional, quantity, text, type variant } from '../kernel/kinds.ts'
import { waterRegimes } from '../kernel/terms.ts'

const conditionLabels = {
  WATER_REGIME: 'Only with this water',
  SCOUTING_OVER: 'Only when a pest is over its threshold',
  RAINFALL: 'Only after rain, or without it',
  UNCLASSIFIED: 'In words, to be entered anew',
} as const

export const conditionCases = {
  WATER_REGIME: { waterRegimes: choices('Water', waterRegimes) },
  SCOUTING_OVER: {
    pest: optional(text('Pest', { max: 80, help: 'As it is named when scouting. Empty: any pest.' })),
    threshold: optional(quantity('Threshold', 'per unit', { max: 100_000, decimals: 1, help: 'Empty: the one that is given when scouting.' })),
  },
  RAINFALL: {
    comparison: choice('Rain', { AT_LEAST: 'at least', AT_MOST: 'at most' }),
    mm: quantity('Amount', 'mm', { max: 1000, decimals: 0 }),
    days: integer('Within', { min: 1, max: 60, unit: 'days' }),
  },
  UNCLASSIFIED: { words: text('Only if', { max: 200 }) },
} as const satisfies Readonly<Record<keyof typeof conditionLabels, Fields>>

export const conditionParts = { on: 'type', choice: choice('Condition', conditionLabels), cases: conditionCases } as const
export type StepCondition = ValueOf<ReturnType<typeof variant<'type', keyof typeof conditionCases, typeof conditionCases>>>

/** A person says whether it holds: a step of which nobody has said so is not missed. */
export const isJudgedByPeople = (condition: StepCondition | null | undefined): boolean => condition?.type === 'RAINFALL' || condition?.type === 'UNCLASSIFIED'

type Values = Readonly<Record<string, unknown>>
/** A step from before conditions were data: its words stay until somebody enters it anew (docs/decisions/0023-recorded-events-keep-former-codes.md). */
export function stepOfBefore(step: Values): Values {
  if (typeof step.condition !== 'string') return step
  const { condition, ...rest } = step
  return condition === '' ? rest : { ...rest, condition: { type: 'UNCLASSIFIED', words: condition } }
}
