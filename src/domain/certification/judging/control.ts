// INSPECTION_COUNT, TRAINING_HOURS, LAB_TEST, DOCUMENT and CHECKLIST_QUESTION: what is recorded of control, by whom and when.
import { addDays, monthsBefore } from '../../kernel/day.ts'
import { lotTests } from '../../kernel/lot-tests.ts'
import { planEvidence } from '../../kernel/plan.ts'
import { counted, listed, onDay, phrase, word } from '../../messages/message.ts'
import { type RiskClass, riskLabels } from '../../rules/risk.ts'
import { visitsApart } from '../../rules/visits.ts'
import { type RuleCheck, ruleCases } from '../rule-cases.ts'
import type { CropFacts, LabResult } from './facts.ts'
import {
  clears,
  type Evaluator,
  failed,
  isOver,
  type Judgement,
  latestFirst,
  met,
  notApplicable,
  notChecked,
  notYet,
  partly,
  positivesNotRetested,
  rounded,
} from './judgement.ts'

export const inspectionCount: Evaluator<'INSPECTION_COUNT'> = ({ perSeason, minGapDays }, facts) => {
  const gap = Math.max(minGapDays ?? 1, 1)
  const visits = visitsApart(facts.inspections, gap)
  const isTooClose = facts.inspections.length > visits.length && minGapDays
  const explanation = isTooClose
    ? phrase`Internal inspections at least ${gap} days apart: ${visits.length} of ${perSeason}.`
    : phrase`Internal inspections: ${visits.length} of ${perSeason}.`
  if (visits.length >= perSeason) return met(explanation, visits)
  if (!isOver(facts)) return notYet(explanation, visits)
  return visits.length > 0 ? partly(explanation, visits) : failed(explanation)
}

export const trainingHours: Evaluator<'TRAINING_HOURS'> = ({ hours }, facts) => {
  const total = facts.trainings.reduce((sum, one) => sum + one.hours, 0)
  const explanation = phrase`${counted(rounded(total))} hours of training in the season, ${hours} asked.`
  if (total + 1e-9 >= hours) return met(explanation, facts.trainings)
  if (facts.today <= facts.season.endDate) return notYet(explanation, facts.trainings)
  return total > 0 ? partly(explanation, facts.trainings) : failed(explanation)
}

const isOfLots = (test: LabResult['test']): boolean => test in lotTests
const testLabel = (test: LabResult['test']) => word(ruleCases.LAB_TEST.test.choices?.find(({ value }) => value === test)?.label ?? test)

type LabTest = Parameters<Evaluator<'LAB_TEST'>>[0]
/** Whether a rule takes its test by risk, so that the class of the grower is among its facts. */
export const isTakenByRisk = (check: RuleCheck): boolean => check.type === 'LAB_TEST' && check.frequency === 'RISK'
/** Of which classes each farmer is tested (BR-34: all of high risk). */
const isSampled = ({ sampledClasses }: LabTest, riskClass: RiskClass): boolean =>
  sampledClasses?.length ? sampledClasses.includes(riskClass) : riskClass === 'HIGH'

export const labTest: Evaluator<'LAB_TEST'> = (check, facts) => {
  const { test, frequency } = check
  const what = testLabel(test)
  // Of a plot: what is tested after the season is of the next one, unless it is the clean retest of a positive one.
  const [from, to] = frequency === 'EACH_YEAR' ? [addDays(facts.today, -365), facts.today] : [facts.season.startDate, facts.season.endDate]
  const isInTime = ({ day }: LabResult): boolean => isOfLots(test) || (day >= from && day <= to)
  const all = facts.labResults.filter((one) => one.test === test)
  const taken = all.filter(isInTime)
  const [positive] = latestFirst(positivesNotRetested(all, test).filter(isInTime))
  if (positive) return failed(phrase`${what}: the result of ${onDay(positive.day)} is positive.`, [positive])
  const isRetest = (one: LabResult, at: number): boolean => all.slice(0, at).some((early) => early.isPositive === true && isInTime(early) && clears(one, early))
  const clean = latestFirst(all.filter((one, at) => one.isPositive === false && (isInTime(one) || isRetest(one, at))))
  if (frequency === 'EACH_LOT' && isOfLots(test)) {
    if (facts.lotIds.length === 0) return isOver(facts) ? notApplicable('Nothing was picked.') : notYet(phrase`${what}: nothing is picked yet.`)
    const tested = facts.lotIds.filter((lotId) => clean.some((one) => one.lotId === lotId))
    const explanation = phrase`${what}: ${tested.length} of ${counted(facts.lotIds.length)} lots tested without finding.`
    if (tested.length === facts.lotIds.length) return met(explanation, clean)
    if (!isOver(facts)) return notYet(explanation, taken)
    return tested.length > 0 ? partly(explanation, clean) : failed(explanation, taken)
  }
  const [latest] = clean
  if (latest) return met(phrase`${what}: tested on ${onDay(latest.day)} without finding.`, [latest])
  const [awaited] = latestFirst(taken)
  if (awaited) return notYet(phrase`${what}: sample taken on ${onDay(awaited.day)}, the result is awaited.`, [awaited])
  if (frequency === 'RISK' && facts.riskClass && !isSampled(check, facts.riskClass))
    return notApplicable(phrase`${what}: taken by risk. ${word(riskLabels[facts.riskClass])}: no test is asked of this farmer.`)
  if (isOfLots(test) && facts.lotIds.length === 0) return isOver(facts) ? notApplicable('Nothing was picked.') : notYet(phrase`${what}: nothing is picked yet.`)
  if (frequency === 'RISK') return untestedByRisk(what, facts)
  return isOver(facts) ? failed(phrase`${what}: no result is recorded.`) : notYet(phrase`${what}: no result is recorded yet.`)
}

function untestedByRisk(what: ReturnType<typeof word>, facts: CropFacts): Judgement {
  const { riskClass } = facts
  if (!riskClass) return notChecked(phrase`${what}: taken by risk, which the inspector judges.`)
  const label = word(riskLabels[riskClass])
  return isOver(facts)
    ? failed(phrase`${what}: taken by risk. ${label}: a test is asked of this farmer, and no result is recorded.`)
    : notYet(phrase`${what}: taken by risk. ${label}: a test is asked of this farmer, and no result is recorded yet.`)
}

const documentLabel = (kind: string) => word(ruleCases.DOCUMENT.document.choices?.find(({ value }) => value === kind)?.label ?? kind)
type DocumentCheck = Parameters<Evaluator<'DOCUMENT'>>[0]
/** Whether files are among what a rule is judged by. */
export const isOfFiles = (check: RuleCheck): boolean =>
  check.type === 'NON_GM_PROOF' ||
  (check.type === 'DOCUMENT' && check.document !== 'FIELD_DIARY' && check.needs !== 'ENTRY') ||
  (check.type === 'DOCUMENT' && check.document === 'OTHER') ||
  (check.type === 'CHECKLIST_QUESTION' && check.evidence.length > 0)
/** Names of files are written in many ways: letters and digits alone are compared. */
const plain = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
const isOfName = (requested: string, name: string): boolean => ` ${plain(name)} `.includes(` ${plain(requested)} `)
const countsAs = ({ document, documentName, needs }: DocumentCheck, one: CropFacts['documents'][number]): boolean =>
  one.kind === document && (one.isFile || needs === 'ENTRY') && (document !== 'OTHER' || (one.name !== undefined && isOfName(documentName ?? '', one.name)))
const diaryEvents: ReadonlySet<string> = new Set(ruleCases.EVENT_REQUIRED.eventType.choices?.map(({ value }) => value))

/** What was recorded of the work on the crop is its diary; how long ago its last entry may be is counted back from the end of the crop. */
const fieldDiary: Evaluator<'DOCUMENT'> = ({ document, validMonths }, facts) => {
  const what = documentLabel(document)
  const entries = latestFirst(facts.events.filter(({ eventType }) => diaryEvents.has(eventType)))
  const [last] = entries
  if (!last) return isOver(facts) ? failed(phrase`${what}: nothing is recorded.`) : notYet(phrase`${what}: nothing is recorded yet.`)
  if (validMonths && last.day < monthsBefore(facts.crop.endedOn ?? facts.today, validMonths))
    return failed(phrase`${what}: of ${onDay(last.day)}, which is longer ago than ${counted(validMonths)} months.`, [last])
  return met(phrase`${what}: records of the field: ${entries.length}. The last is of ${onDay(last.day)}.`, entries)
}

export const documentRule: Evaluator<'DOCUMENT'> = (check, facts, rule) => {
  const { document, validMonths } = check
  const { documents, inputs, today } = facts
  if (document === 'FIELD_DIARY') return fieldDiary(check, facts, rule)
  // Of before the name had a field: nothing says which document it is.
  if (document === 'OTHER' && !check.documentName) return notChecked(phrase`${documentLabel(document)}: looked at by the inspector.`)
  const what = document === 'OTHER' ? (check.documentName ?? '') : documentLabel(document)
  const entered = documents.filter(({ kind }) => kind === document)
  const found = entered.filter((one) => countsAs(check, one))
  const bought = inputs.filter(({ isOfCrop }) => isOfCrop)
  if (document === 'INPUT_RECEIPT' && entered.length === 0 && bought.length === 0) return notApplicable('No input was used on this crop.')
  const [first] = found
  if (!first && document !== 'OTHER' && entered.length > 0)
    return failed(phrase`${what}: entered, but the document itself is not on file. Attach it as a file.`, entered)
  if (!first) return failed(phrase`${what}: not on file.`)
  if (!validMonths) return met(phrase`${what}: on file.`, found)
  const dated = found.flatMap((one) => (one.day === null ? [] : [{ ...one, day: one.day }])).sort((one, other) => (one.day < other.day ? 1 : -1))
  const [latest] = dated
  if (!latest) return notChecked(phrase`${what}: on file without its day; it has to be of the last ${counted(validMonths)} months.`, found)
  return latest.day >= monthsBefore(today, validMonths)
    ? met(phrase`${what}: of ${onDay(latest.day)}, valid for ${counted(validMonths)} months.`, [latest])
    : failed(phrase`${what}: of ${onDay(latest.day)}, which is longer ago than ${counted(validMonths)} months.`, [latest])
}

type Answer = CropFacts['answers'][number]
const isPassed = ({ passing }: Parameters<Evaluator<'CHECKLIST_QUESTION'>>[0], { answer, isRight, isYesOrNo }: Answer): boolean =>
  passing?.length && isYesOrNo ? passing.some((one) => one === answer) : (isRight ?? answer === 'YES')

/** By the last answer of an inspector to this rule, by its code. */
export const checklistQuestion: Evaluator<'CHECKLIST_QUESTION'> = (check, { answers }, { code }) => {
  const [last] = latestFirst(answers.filter(({ rule }) => rule === code))
  if (!last) return notChecked('No inspector has answered this question yet.')
  const on = onDay(last.day)
  const remark = last.note ?? ''
  if (last.answer === 'NOT_APPLICABLE' && check.answers === 'YES_NO')
    return notChecked(phrase`Answered on ${on}: does not apply. The scheme asks for yes or no. ${remark}`, [last])
  if (last.answer === 'NOT_APPLICABLE') return notApplicable(phrase`Answered on ${on}: does not apply. ${remark}`, [last])
  const words = last.answer === 'YES' ? phrase`Answered on ${on}: yes. ${remark}` : phrase`Answered on ${on}: no. ${remark}`
  if (!isPassed(check, last)) return failed(words, [last])
  const lacking = check.evidence.filter((kind) => !last.shown.includes(kind))
  if (lacking.length === 0) return met(words, [last])
  const kinds = listed(
    lacking.map((kind) => word(planEvidence[kind])),
    'and',
  )
  return partly(phrase`The answer of ${on} passes, and what the scheme asks to be shown with it is missing: ${kinds}.`, [last])
}
