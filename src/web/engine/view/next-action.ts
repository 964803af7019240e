// Which of the things a person may do next is the one to offer first: the step that moves the record on.
import { canRecord, type User, whyNotNow } from '#domain/access.ts'
import type { AnyEntity, EventSpec, State } from '#domain/kernel/entity.ts'
import type { RecordAnswer } from '#web/api/answers.ts'

const events = (entity: AnyEntity) => entity.events as Record<string, EventSpec>
const states = (entity: AnyEntity) => entity.states as Record<string, State>

/** Event types this person may record on this record now, in the declaration's order. */
export const possibleEvents = (entity: AnyEntity, record: RecordAnswer): string[] => Object.keys(events(entity)).filter((type) => record.may.includes(type))

/** The same with what other records say against it, where nothing in this one does. */
export function whyAgainst(user: User, entity: AnyEntity, event: EventSpec, record: RecordAnswer): { state: string } | { need: string } | null {
  const why = whyNotNow(user, entity, event, record)
  if (why || !event.against || !canRecord(user, entity, event, record)) return why
  const isReviewed = record.flags?.some(({ ruleId, severity }) => severity === 'REVIEW' && event.blockedByReviewOf?.some((rule) => rule === ruleId))
  return isReviewed ? null : { need: event.against }
}

/** Event types this person records here, and why they cannot now: first those against which something in the record stands. */
export function notNow(entity: AnyEntity, record: RecordAnswer, user: User): { type: string; why: { state: string } | { need: string } }[] {
  const found = Object.entries(events(entity)).flatMap(([type, event]) => {
    const why = record.may.includes(type) ? null : whyAgainst(user, entity, event, record)
    return why ? [{ type, why }] : []
  })
  return [...found.filter(({ why }) => 'need' in why), ...found.filter(({ why }) => 'state' in why)]
}

/** A step forward: into a later state (states are declared in their order) that is neither an end nor trouble; out of trouble, any way is forward. */
function isForward(entity: AnyEntity, event: EventSpec, status: string): boolean {
  if (!event.to || event.to === status) return false
  const order = Object.keys(states(entity))
  const isTrouble = states(entity)[status]?.tone === 'error'
  if (!isTrouble && order.indexOf(event.to) < order.indexOf(status)) return false
  const tone = states(entity)[event.to]?.tone
  return tone !== 'error' && tone !== 'neutral' && !entity.final?.includes(event.to)
}

/** The event to offer as the primary action; undefined when none moves the record on. */
export const suggestedEvent = (entity: AnyEntity, record: RecordAnswer): string | undefined =>
  possibleEvents(entity, record).find((type) => isForward(entity, events(entity)[type] as EventSpec, record.status))

/** Nothing may be recorded but what takes the record out of use: changing it is then what people come for. */
export const onlyEnds = (entity: AnyEntity, record: RecordAnswer): boolean =>
  possibleEvents(entity, record).every((type) => {
    const { to } = events(entity)[type] as EventSpec
    return to !== undefined && to !== record.status && (states(entity)[to]?.tone === 'neutral' || isGrave(entity, events(entity)[type] as EventSpec))
  })

/** Events that change the status against somebody's wish or for good, listed apart from ordinary ones. */
export const isGrave = (entity: AnyEntity, event: EventSpec): boolean =>
  Boolean(event.to && (states(entity)[event.to]?.tone === 'error' || entity.final?.includes(event.to)))
