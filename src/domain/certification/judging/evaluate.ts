// Judging one rule by its kind. A kind that is added to rule-cases.ts does not compile until it has its evaluator here.
import type { RuleCheck } from '../rule-cases.ts'
import { checklistQuestion, documentRule, inspectionCount, labTest, trainingHours } from './control.ts'
import type { CropFacts } from './facts.ts'
import { eventForbidden, eventRequired } from './field-events.ts'
import { inputAllowedOnly, inputMaxRate, waitingBeforeHarvest } from './inputs.ts'
import { type Evaluator, type Judgement, notApplicable, notChecked, type SchemeRule } from './judgement.ts'
import { areaShare, minBuffer, parallelProduction, rotation } from './land.ts'
import { nonGmProof, seedSource } from './seed.ts'

const evaluators: { readonly [K in RuleCheck['type']]: Evaluator<K> } = {
  EVENT_REQUIRED: eventRequired,
  EVENT_FORBIDDEN: eventForbidden,
  INPUT_ALLOWED_ONLY: inputAllowedOnly,
  INPUT_MAX_RATE: inputMaxRate,
  SEED_SOURCE: seedSource,
  NON_GM_PROOF: nonGmProof,
  MIN_BUFFER: minBuffer,
  ROTATION: rotation,
  PHI: waitingBeforeHarvest,
  INSPECTION_COUNT: inspectionCount,
  TRAINING_HOURS: trainingHours,
  LAB_TEST: labTest,
  DOCUMENT: documentRule,
  CHECKLIST_QUESTION: checklistQuestion,
  PARALLEL_PRODUCTION: parallelProduction,
  AREA_SHARE: areaShare,
  UNCLASSIFIED: () => notChecked('This rule is in words; its figures are to be entered anew before it can be checked.'),
}

/** What a rule of a scheme says of a crop (5.2). A crop that was cancelled is nobody's to judge. */
export function evaluate(rule: SchemeRule, facts: CropFacts): Judgement {
  if (facts.crop.status === 'CANCELLED') return notApplicable('The crop was cancelled.')
  return judge(rule.check, rule, facts)
}
// The evaluator of a kind takes the figures of that kind: the table says so, and the compiler follows it through this one call.
const judge = <K extends RuleCheck['type']>(check: Extract<RuleCheck, { type: K }>, rule: SchemeRule, facts: CropFacts): Judgement =>
  (evaluators[check.type as K] as Evaluator<K>)(check, facts, rule)
