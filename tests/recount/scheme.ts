// The sixteen rule types of the domain dictionary (5.2) and the score of a crop (BR-17) judged once more, from the words of the dictionary and without the evaluators
// of the product: what is shared is the shape of the facts alone. Of each rule its outcome and the share of its points.
import type { CropFacts, InputUse, LabResult } from '#domain/certification/judging/facts.ts'
import type { SchemeRule } from '#domain/certification/judging/judgement.ts'
import { daysFrom, monthsLater } from './facts.ts'

type Verdict = readonly [outcome: string, share: number]
const met: Verdict = ['MET', 1]
const failed: Verdict = ['FAILED', 0]
const half: Verdict = ['PARTIAL', 0.5]
const none = (outcome: 'NOT_YET' | 'NOT_APPLICABLE' | 'NOT_CHECKED'): Verdict => [outcome, 0]
const plus = (day: string, days: number): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
const isOver = ({ crop, season, today }: CropFacts): boolean => crop.endedOn !== null || today > season.endDate
const isSideCrop = (role: string): boolean => role !== 'MAIN' && role !== 'INTERCROP'
type Check<K extends SchemeRule['check']['type']> = Extract<SchemeRule['check'], { type: K }>

const daysOf = (facts: CropFacts, eventType: string): string[] =>
  (eventType === 'INTERNAL_INSPECTION' ? facts.inspections : facts.events.filter((one) => one.eventType === eventType)).map(({ day }) => day)
/** First and last day; null where its stage is not recorded. */
function windowOf({ anchor, fromDay, toDay }: Check<'EVENT_REQUIRED' | 'EVENT_FORBIDDEN'>, { anchors }: CropFacts): [string, string] | null {
  const [from, to] = [fromDay ?? null, toDay ?? null]
  const start = anchor ? anchors[anchor] : null
  if ((from !== null || to !== null) && !start) return null
  return [from === null ? '0000-01-01' : plus(start ?? '', from), to === null ? '9999-12-31' : plus(start ?? '', to)]
}

function required(check: Check<'EVENT_REQUIRED'>, facts: CropFacts, grace: number): Verdict {
  const window = windowOf(check, facts)
  if (!window) return none(isOver(facts) ? 'NOT_CHECKED' : 'NOT_YET')
  const [from, to] = window
  const within = (last: string): number => daysOf(facts, check.eventType).filter((day) => day >= from && day <= last).length
  if (within(to) >= check.minCount) return met
  const { status, endedOn } = facts.crop
  if (status === 'FAILED' && endedOn !== null && endedOn <= to) return none('NOT_APPLICABLE')
  const isOpen = to === '9999-12-31' ? !isOver(facts) : facts.today <= to
  if (isOpen) return none('NOT_YET')
  const done = within(to === '9999-12-31' ? to : plus(to, grace))
  return done >= check.minCount ? ['PARTIAL', 0.7] : done > 0 ? half : failed
}
function forbidden(check: Check<'EVENT_FORBIDDEN'>, facts: CropFacts): Verdict {
  const window = windowOf(check, facts)
  if (!window) return none(isOver(facts) ? 'NOT_CHECKED' : 'NOT_YET')
  if (daysOf(facts, check.eventType).some((day) => day >= window[0] && day <= window[1])) return failed
  return facts.today < window[0] ? none('NOT_YET') : met
}

function allowed({ itemIds, bannedCategories }: Check<'INPUT_ALLOWED_ONLY'>, { inputs, crop }: CropFacts): Verdict {
  const used = inputs.filter(({ isOfCrop }) => isOfCrop)
  if (used.length === 0) return crop.sowingDate ? met : none('NOT_YET')
  if (itemIds.length > 0) return used.every(({ itemId }) => itemIds.includes(itemId)) ? met : failed
  if (used.some(({ permission, category }) => permission === 'PROHIBITED' || (category && bannedCategories.includes(category)))) return failed
  return used.some(({ permission }) => permission === 'UNKNOWN') ? none('NOT_CHECKED') : met
}

const rateOf = (uses: readonly InputUse[]): number => uses.reduce((kg, one) => kg + (one.kgPerHa ?? 0), 0)
function subsets<T>(list: readonly T[]): T[][] {
  const [first, ...rest] = list
  return first === undefined ? [[]] : subsets(rest).flatMap((own) => [own, [first, ...own]])
}
/** Some ground of the crop got all of these, wherever they were put: together they leave out less than its area. */
const surelyMeet = (uses: readonly InputUse[], areaHa: number): boolean =>
  uses.every(({ outsideHa }) => outsideHa !== null) && uses.reduce((ha, { outsideHa }) => ha + Math.max(0, outsideHa ?? 0), 0) < areaHa - 1e-9
/** No ground is in two systems, or under two crops of one, in the same season. */
const mayMeet = (uses: readonly InputUse[]): boolean =>
  uses.every(({ ground: one }) =>
    uses.every(
      ({ ground: other }) =>
        one.season !== other.season || (one.system === other.system && (one.crop === null || other.crop === null || one.crop === other.crop)),
    ),
  )
function maxRate({ itemId, kgPerHaYear }: Check<'INPUT_MAX_RATE'>, { inputs, crop }: CropFacts): Verdict {
  const uses = inputs.filter((one) => one.itemId === itemId)
  if (uses.length === 0) return none('NOT_APPLICABLE')
  const sets = subsets(uses).filter((own) => own.every((one) => own.every((other) => Math.abs(daysFrom(one.day, other.day)) < 365)))
  const exceeds = (is: (own: InputUse[]) => boolean): boolean => sets.some((own) => is(own) && rateOf(own) > kgPerHaYear + 1e-9)
  if (exceeds((own) => surelyMeet(own, crop.areaHa))) return failed
  if (exceeds(mayMeet)) return none('NOT_CHECKED')
  return uses.some(({ kgPerHa }) => kgPerHa === null) ? none('NOT_CHECKED') : met
}

function waiting({ days }: Check<'PHI'>, facts: CropFacts): Verdict {
  const sprayed = facts.inputs.filter(({ isOfCrop, isPlantProtection }) => isOfCrop && isPlantProtection).map(({ day }) => day)
  if (facts.pickings.length === 0) return none(isOver(facts) ? 'NOT_APPLICABLE' : 'NOT_YET')
  const after = facts.pickings.filter(({ day }) => sprayed.some((one) => one <= day))
  if (after.length === 0) return none('NOT_APPLICABLE')
  const early = after.filter(({ day }) => sprayed.some((one) => one <= day && plus(one, days) > day))
  return early.length === 0 ? met : early.every(({ isWaitOverridden }) => isWaitOverridden) ? half : failed
}

/** A clean test of the same lot, or of the same water, after it takes a positive one back, also after the season; one of a mixture does not. */
const isRetestOf = (later: LabResult, { lotId, source }: LabResult): boolean =>
  later.isPositive === false && !later.isOfMixed && later.lotId === lotId && later.source === source
const stillPositive = (results: readonly LabResult[]): boolean =>
  results.some((one, at) => one.isPositive && !results.slice(at + 1).some((later) => isRetestOf(later, one)))
function nonGm({ proofKinds }: Check<'NON_GM_PROOF'>, { crop, gmProofs, labResults }: CropFacts): Verdict {
  if (!crop.hasGmRisk) return none('NOT_APPLICABLE')
  if (stillPositive(labResults.filter(({ test }) => test === 'GMO'))) return failed
  if (gmProofs.some(({ kind }) => kind !== null && proofKinds.includes(kind))) return met
  return crop.sowingDate ? failed : none('NOT_YET')
}
function tested({ test, frequency, sampledClasses }: Check<'LAB_TEST'>, facts: CropFacts): Verdict {
  const isOfLots = test !== 'SOIL' && test !== 'WATER'
  const inTime = (day: string): boolean =>
    isOfLots ||
    (frequency === 'EACH_YEAR' ? day <= facts.today && daysFrom(day, facts.today) <= 365 : day >= facts.season.startDate && day <= facts.season.endDate)
  const all = facts.labResults.filter((one) => one.test === test)
  const results = all.filter(({ day }) => inTime(day))
  const positives = all.flatMap((one, at) =>
    one.isPositive && inTime(one.day) ? [{ one, retests: all.slice(at + 1).filter((later) => isRetestOf(later, one)) }] : [],
  )
  if (positives.some(({ retests }) => retests.length === 0)) return failed
  const clean = [...results.filter(({ isPositive }) => isPositive === false), ...positives.flatMap(({ retests }) => retests)]
  if (isOfLots && frequency === 'EACH_LOT') {
    const done = facts.lotIds.filter((id) => clean.some(({ lotId }) => lotId === id)).length
    if (facts.lotIds.length === 0) return none(isOver(facts) ? 'NOT_APPLICABLE' : 'NOT_YET')
    if (done === facts.lotIds.length) return met
    return isOver(facts) ? (done > 0 ? half : failed) : none('NOT_YET')
  }
  if (clean.length > 0) return met
  if (results.length > 0) return none('NOT_YET')
  // By risk (BR-34): all of high risk, where the rule names no classes.
  const chosen: readonly string[] = sampledClasses && sampledClasses.length > 0 ? sampledClasses : ['HIGH']
  if (frequency === 'RISK' && !chosen.includes(facts.riskClass ?? '')) return none('NOT_APPLICABLE')
  if (!isOver(facts)) return none('NOT_YET')
  return isOfLots && facts.lotIds.length === 0 ? none('NOT_APPLICABLE') : failed
}

function buffer({ neighbourUses, metres }: Check<'MIN_BUFFER'>, { plot: { neighbours } }: CropFacts): Verdict {
  if (neighbours.length === 0) return none('NOT_CHECKED')
  const near = neighbours.filter(({ use }) => neighbourUses.includes(use))
  return near.length === 0 ? none('NOT_APPLICABLE') : near.every(({ bufferM }) => bufferM >= metres) ? met : failed
}
/** BR-13: length of the side × what lacks there. */
export function excludedHa({ neighbourUses, metres }: Check<'MIN_BUFFER'>, { plot: { neighbours, sideM } }: CropFacts): number {
  const lacking = (side: 'N' | 'E' | 'S' | 'W'): number =>
    Math.max(0, ...neighbours.filter((one) => one.side === side && neighbourUses.includes(one.use)).map(({ bufferM }) => metres - bufferM))
  return (['N', 'E', 'S', 'W'] as const).reduce((ha, side) => ha + ((sideM?.[side] ?? 0) * lacking(side)) / 10_000, 0)
}

function rotated({ maxSeasons, legumeEvery }: Check<'ROTATION'>, { crop, earlierSeasons, otherCrops }: CropFacts): Verdict {
  if (isSideCrop(crop.role) || crop.isPerennial) return none('NOT_APPLICABLE')
  const before = earlierSeasons.filter(({ cropTypeIds }) => cropTypeIds.length > 0)
  const until = (ends: (one: (typeof before)[number]) => boolean): number => (before.findIndex(ends) + 1 || before.length + 1) - 1
  const same = until(({ cropTypeIds }) => !cropTypeIds.includes(crop.cropTypeId))
  if (same + 1 > maxSeasons) return failed
  // An unbroken row of all that is recorded may be longer than they are.
  if (before.length === 0 || (same === before.length && before.length < maxSeasons)) return none('NOT_CHECKED')
  if (!legumeEvery || crop.isLegume || otherCrops.some(({ isOfSystem, isLegume, role }) => isOfSystem && isLegume && !isSideCrop(role))) return met
  const ago = before.findIndex(({ hasLegume }) => hasLegume) + 1
  if (ago > 0) return ago < legumeEvery ? met : half
  return before.length + 1 < legumeEvery ? none('NOT_YET') : half
}

/** The most of these visits that lie so far apart. */
function mostApart(days: readonly string[], gap: number): number {
  const [first, ...rest] = days.toSorted()
  if (first === undefined) return 0
  return Math.max(
    mostApart(rest, gap),
    1 +
      mostApart(
        rest.filter((day) => daysFrom(first, day) >= gap),
        gap,
      ),
  )
}
function counted(actual: number, least: number, isEnded: boolean): Verdict {
  if (actual >= least) return met
  return isEnded ? (actual > 0 ? half : failed) : none('NOT_YET')
}

function documented({ document, documentName, validMonths, needs }: Check<'DOCUMENT'>, facts: CropFacts): Verdict {
  const { documents, inputs, today } = facts
  if (document === 'OTHER' && !documentName) return none('NOT_CHECKED')
  if (document === 'FIELD_DIARY') {
    const days = facts.events.flatMap(({ eventType, day }) => (eventType === 'COMMENT' ? [] : [day]))
    if (days.length === 0) return isOver(facts) ? failed : none('NOT_YET')
    const from = monthsLater(facts.crop.endedOn ?? today, -(validMonths ?? 0))
    return !validMonths || days.some((day) => day >= from) ? met : failed
  }
  const ofKind = documents.filter(({ kind }) => kind === document)
  const found = ofKind.filter(({ isFile, name }) => (needs === 'ENTRY' || isFile) && (document !== 'OTHER' || name === documentName))
  const isNeeded = document !== 'INPUT_RECEIPT' || ofKind.length > 0 || inputs.some(({ isOfCrop }) => isOfCrop)
  if (found.length === 0) return isNeeded ? failed : none('NOT_APPLICABLE')
  if (!validMonths) return met
  const days = found.flatMap(({ day }) => day ?? [])
  if (days.length === 0) return none('NOT_CHECKED')
  return days.some((day) => day >= monthsLater(today, -validMonths)) ? met : failed
}
function answered(code: string, { passing, evidence, answers: asks }: Check<'CHECKLIST_QUESTION'>, { answers }: CropFacts): Verdict {
  const own = answers.filter(({ rule }) => rule === code)
  const latest = own
    .map(({ day }) => day)
    .toSorted()
    .at(-1)
  const last = own.findLast(({ day }) => day === latest)
  if (!last) return none('NOT_CHECKED')
  if (last.answer === 'NOT_APPLICABLE') return none(asks === 'YES_NO' ? 'NOT_CHECKED' : 'NOT_APPLICABLE')
  const isRight = last.isRight === null ? last.answer === 'YES' : last.isRight
  const passes = last.isYesOrNo && passing && passing.length > 0 ? passing.includes(last.answer) : isRight
  return passes ? (evidence.every((kind) => last.shown.includes(kind)) ? met : half) : failed
}
function parallel({ forbids }: Check<'PARALLEL_PRODUCTION'>, { crop, otherCrops, system }: CropFacts): Verdict {
  if (!system.isManagedOrganically) return none('NOT_APPLICABLE')
  const counts = { ANY_CROP: () => true, SAME_CROP: 'cropTypeId', SAME_VARIETY: 'varietyId' } as const
  const key = counts[forbids]
  return otherCrops.some((one) => !one.isManagedOrganically && !one.isLost && (typeof key === 'string' ? one[key] === crop[key] : true)) ? failed : met
}
function areaShare({ role, minShare }: Check<'AREA_SHARE'>, facts: CropFacts): Verdict {
  if (isSideCrop(facts.crop.role)) return none('NOT_APPLICABLE')
  const own = facts.otherCrops.filter((one) => one.isOfSystem && one.role === role).reduce((ha, one) => ha + one.areaHa, 0)
  if (own + 1e-9 >= minShare * facts.system.areaHa) return met
  if (!facts.crop.sowingDate && !isOver(facts)) return none('NOT_YET')
  return own > 0 ? half : failed
}

export function verdictOf({ code, check, correctiveDays }: Pick<SchemeRule, 'code' | 'check' | 'correctiveDays'>, facts: CropFacts): Verdict {
  if (facts.crop.status === 'CANCELLED') return none('NOT_APPLICABLE')
  switch (check.type) {
    case 'EVENT_REQUIRED':
      return required(check, facts, correctiveDays)
    case 'EVENT_FORBIDDEN':
      return forbidden(check, facts)
    case 'INPUT_ALLOWED_ONLY':
      return allowed(check, facts)
    case 'INPUT_MAX_RATE':
      return maxRate(check, facts)
    case 'SEED_SOURCE':
      return facts.crop.sowingDate ? (check.seedSources.includes(facts.crop.seedSource) ? met : failed) : none('NOT_YET')
    case 'NON_GM_PROOF':
      return nonGm(check, facts)
    case 'MIN_BUFFER':
      return buffer(check, facts)
    case 'ROTATION':
      return rotated(check, facts)
    case 'PHI':
      return waiting(check, facts)
    case 'INSPECTION_COUNT':
      return counted(mostApart(daysOf(facts, 'INTERNAL_INSPECTION'), check.minGapDays ?? 1), check.perSeason, isOver(facts))
    case 'TRAINING_HOURS': {
      const hours = Math.round(facts.trainings.reduce((sum, one) => sum + one.hours, 0) * 1000) / 1000
      return counted(hours, check.hours, facts.today > facts.season.endDate)
    }
    case 'LAB_TEST':
      return tested(check, facts)
    case 'DOCUMENT':
      return documented(check, facts)
    case 'CHECKLIST_QUESTION':
      return answered(code, check, facts)
    case 'PARALLEL_PRODUCTION':
      return parallel(check, facts)
    case 'AREA_SHARE':
      return areaShare(check, facts)
    case 'UNCLASSIFIED':
      return none('NOT_CHECKED')
  }
}

/**
 * 100 × Σ(weight × share) ÷ Σ weight of what is due; passed with no critical finding, no more major ones than allowed, and the score (BR-17). Late within its grace is
 * done: no finding. What people found of the same rule, as severe, is the same finding.
 */
export function scoreOf(
  { schemeId, rules, passScore, maxMajor }: { schemeId: string; rules: readonly SchemeRule[]; passScore: number; maxMajor: number },
  facts: CropFacts,
): { score: number | null; isPassed: boolean | null } {
  const ofScheme = {
    ...facts,
    inputs: facts.inputs.map((one) => ({ ...one, permission: one.bySchemes[schemeId] ?? one.permission })),
    answers: facts.answers.filter((one) => one.schemeId === null || one.schemeId === schemeId),
  }
  const judged = rules.map((rule) => ({ rule, verdict: verdictOf(rule, ofScheme) }))
  const due = judged.filter(({ verdict: [outcome] }) => ['MET', 'PARTIAL', 'FAILED'].includes(outcome))
  const weight = due.reduce((sum, { rule }) => sum + rule.weight, 0)
  if (weight === 0) return { score: null, isPassed: null }
  const score = Math.round((1000 * due.reduce((sum, { rule, verdict }) => sum + rule.weight * verdict[1], 0)) / weight) / 10
  const findings = [
    ...due.flatMap(({ rule, verdict }) => (verdict[1] < 0.7 ? [`${rule.severity} ${rule.code}`] : [])),
    ...facts.openFindings.filter((one) => one.schemeId === null || one.schemeId === schemeId).map((one) => `${one.severity} ${one.rule} ${one.ref}`),
  ]
  const own = findings.filter((one) => !findings.some((other) => one.startsWith(`${other} `)))
  const of = (severity: string): number => own.filter((one) => one.startsWith(`${severity} `)).length
  return { score, isPassed: score >= passScore && of('CRITICAL') === 0 && of('MAJOR') <= maxMajor }
}
