// What a version of a scheme's rules says of one crop, as it is answered.
import { z } from 'zod'
import { count, day, flag, id, keyOf, number, share, text, words } from '../../kernel/answer-shapes.ts'
import { severities } from '../../kernel/terms.ts'
import { ruleCaseLabels } from '../rule-cases.ts'
import { ruleEffects } from '../schemes.ts'
import { outcomes } from './judgement.ts'

const judgedRule = z.object({
  code: text,
  text: text.describe('What it asks, in the language of the reader; of a rule of the product itself with its words.'),
  textWords: words,
  clauseRef: text.nullable(),
  kind: keyOf(ruleCaseLabels),
  severity: keyOf(severities),
  effectOnFail: keyOf(ruleEffects),
  weight: number,
  outcome: keyOf(outcomes),
  share: share.describe('Of the points of the rule.'),
  points: number.nullable().describe('Weight × share; null where the rule counts in no score.'),
  message: text.describe('Why, with the figures, in words for the farmer.'),
  words,
  evidence: z.array(id).describe('The events that it rests on.'),
})
export const compliance = z.object({
  schemePopId: id,
  title: text,
  status: text,
  passScore: number,
  maxMajor: number,
  score: number.nullable().describe('0 to 100: 100 × Σ(weight × share) ÷ Σ weight; null while no rule counts yet (BR-17).'),
  isPassed: flag.nullable().describe('The score is reached, nothing critical fails, and no more major rules than allowed.'),
  points: number,
  pointsPossible: number,
  rules: z.array(judgedRule).describe('In the order of the version.'),
})
export const bench = compliance
  .extend({ crop: z.object({ id, code: text, title: text }), day: day.describe('The day of the judgement.') })
  .meta({ id: 'SchemePopBench' })
export const cropCompliance = z
  .object({ day, items: z.array(compliance).describe('Published versions that hold for the crop.') })
  .meta({ id: 'CropCompliance' })
export const impact = z
  .object({
    judged: count.describe('Crops of this set.'),
    newlyFailing: z
      .array(
        z.object({
          crop: z.object({ id, code: text, title: text }),
          farmer: z.object({ id, title: text }),
          score: number.nullable(),
          failing: z.array(text).describe('Codes of the rules that fail.'),
        }),
      )
      .describe('They pass by the version that is published now, or none is, and would not pass by this one.'),
    next: id.nullable().describe('Where the next set begins; null: this was the last.'),
  })
  .meta({ id: 'SchemePopImpact' })
export const schemePopCrops = z
  .object({
    total: count.describe('Crops under it that the reader lists.'),
    items: z
      .array(
        z.object({
          crop: z.object({ id, code: text, title: text }),
          farmer: z.object({ id, title: text }),
          score: number.nullable().describe('Of the crop by all rules that hold for it; null: not judged yet, or the version is a draft.'),
        }),
      )
      .describe('The worst first; at most 200.'),
  })
  .meta({ id: 'SchemePopCrops' })
export type SchemePopCrops = z.infer<typeof schemePopCrops>
export type ImpactAnswer = z.infer<typeof impact>
export type JudgedRuleAnswer = z.infer<typeof judgedRule>
export type ComplianceAnswer = z.infer<typeof compliance>
export type BenchAnswer = z.infer<typeof bench>
export type CropComplianceAnswer = z.infer<typeof cropCompliance>
