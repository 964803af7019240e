// EVENT_REQUIRED and EVENT_FORBIDDEN: what has to be done, or must not be, within days counted from a stage of the crop.
import { addDays, daysBetween } from '../../kernel/day.ts'
import { counted, onDay, phrase, word } from '../../messages/message.ts'
import { type RuleCheck, ruleCases } from '../rule-cases.ts'
import type { CropFacts, FieldEvent, Occurrence } from './facts.ts'
import { type Evaluator, failed, isOver, late, met, notApplicable, notChecked, notYet, partly } from './judgement.ts'

type Windowed = Extract<RuleCheck, { type: 'EVENT_REQUIRED' | 'EVENT_FORBIDDEN' }>
const { eventType: types, anchor: anchors } = ruleCases.EVENT_REQUIRED
const labelIn = (choices: readonly { value: string; label: string }[] | undefined, value: string): string =>
  choices?.find((one) => one.value === value)?.label ?? value
const eventLabel = (eventType: string) => word(labelIn(types.choices, eventType))
const anchorLabel = (anchor: string) => word(labelIn(anchors.choices, anchor))

/** The first and the last day; null: open on that side. 'unknown': the stage that they are counted from is not recorded. */
function windowOf({ anchor, fromDay, toDay }: Windowed, facts: CropFacts): { from: string | null; to: string | null } | 'unknown' {
  const isOpen = (day: number | null | undefined): day is null | undefined => day === null || day === undefined
  if (isOpen(fromDay) && isOpen(toDay)) return { from: null, to: null }
  const start = anchor ? facts.anchors[anchor] : null
  if (start === null) return 'unknown'
  return { from: isOpen(fromDay) ? null : addDays(start, fromDay), to: isOpen(toDay) ? null : addDays(start, toDay) }
}
const ofType = ({ events, inspections }: CropFacts, eventType: string): readonly (Occurrence & Pick<FieldEvent, 'isPartly'>)[] =>
  eventType === 'INTERNAL_INSPECTION' ? inspections : events.filter((event) => event.eventType === eventType)

/** Done in its days: met. Up to `correctiveDays` after them: late. Fewer times than asked, or outside the bounds of the package: partly. The time for correction is the grace of BR-17 (assumption). */
export const eventRequired: Evaluator<'EVENT_REQUIRED'> = (check, facts, { correctiveDays }) => {
  const { eventType, minCount } = check
  const what = eventLabel(eventType)
  const window = windowOf(check, facts)
  if (window === 'unknown')
    return isOver(facts)
      ? notChecked(phrase`${what}: its days are counted from “${anchorLabel(check.anchor ?? '')}”, which was not recorded.`)
      : notYet(phrase`${what}: its days are counted from “${anchorLabel(check.anchor ?? '')}”, which is not recorded yet.`)
  const { from, to } = window
  const all = ofType(facts, eventType)
  const inTime = all.filter(({ day }) => (from === null || day >= from) && (to === null || day <= to))
  const inFull = (done: ReturnType<typeof ofType>): number => done.filter(({ isPartly }) => !isPartly).length
  if (inFull(inTime) >= minCount) return met(phrase`${what}: ${inTime.length} recorded, ${minCount} asked.`, inTime)
  const { endedOn, status } = facts.crop
  if (status === 'FAILED' && endedOn !== null && (to === null || to >= endedOn)) return notApplicable('The crop was lost before this was due.')
  const isPast = to === null ? isOver(facts) : facts.today > to
  const outside = (done: ReturnType<typeof ofType>) =>
    phrase`${what}: ${done.length} recorded, ${inFull(done)} of them within the bounds of the package, ${minCount} asked.`
  if (!isPast && inTime.length > inFull(inTime)) return notYet(outside(inTime), inTime)
  if (!isPast)
    return to === null
      ? notYet(phrase`${what}: ${inTime.length} recorded so far, ${minCount} asked.`, inTime)
      : notYet(phrase`${what}: ${inTime.length} recorded so far, ${minCount} asked until ${onDay(to)}.`, inTime)
  const after = to === null ? [] : all.filter(({ day }) => day > to)
  const withGrace = [...inTime, ...after.filter(({ day }) => to !== null && day <= addDays(to, correctiveDays))]
  const [lastLate] = withGrace.slice(inTime.length).reverse()
  if (inFull(withGrace) >= minCount && to !== null && lastLate)
    return late(
      phrase`${what}: done ${counted(daysBetween(to, lastLate.day))} days after ${onDay(to)}, within the ${correctiveDays} days for correction.`,
      withGrace,
    )
  if (withGrace.length > inFull(withGrace)) return partly(outside(withGrace), withGrace)
  if (withGrace.length > 0) return partly(phrase`${what}: ${withGrace.length} recorded, ${minCount} asked.`, withGrace)
  const [first] = after
  if (to !== null && first)
    return failed(
      phrase`${what}: done ${counted(daysBetween(to, first.day))} days after ${onDay(to)}, more than the ${correctiveDays} days for correction.`,
      after,
    )
  return to === null ? failed(phrase`${what}: not recorded, ${minCount} asked.`) : failed(phrase`${what}: not recorded until ${onDay(to)}, ${minCount} asked.`)
}

export const eventForbidden: Evaluator<'EVENT_FORBIDDEN'> = (check, facts) => {
  const what = eventLabel(check.eventType)
  const window = windowOf(check, facts)
  if (window === 'unknown')
    return isOver(facts)
      ? notChecked(phrase`${what}: its days are counted from “${anchorLabel(check.anchor ?? '')}”, which was not recorded.`)
      : notYet(phrase`${what}: its days are counted from “${anchorLabel(check.anchor ?? '')}”, which is not recorded yet.`)
  const { from, to } = window
  const done = ofType(facts, check.eventType).filter(({ day }) => (from === null || day >= from) && (to === null || day <= to))
  const [first] = done
  if (first) return failed(phrase`${what}: recorded on ${onDay(first.day)}, which the rule forbids.`, done)
  if (from !== null && facts.today < from) return notYet(phrase`${what}: forbidden from ${onDay(from)}.`)
  return met(phrase`${what}: not recorded, as the rule asks.`)
}
