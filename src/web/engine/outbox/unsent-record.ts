// A record that is on this device alone, as its pages are drawn: what was entered of it, in its first state. What only the server says (its number, what other
// records mean for it) it does not have, and events that need such are not offered.
import { useRef } from 'react'
import { can, type User } from '#domain/access.ts'
import type { AnyEntity, EventSpec } from '#domain/kernel/entity.ts'
import { isPossible } from '#domain/kernel/history.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { OutboxItem } from '#web/api/outbox/store.ts'
import { useUser } from '#web/session/use-user.ts'
import { useSlots } from '../slots.ts'
import { useOutbox } from './use-outbox.ts'

/** Events that a person may enter of it before it is sent. `drawn`: with forms of their own, which ask the server. */
export function eventsBefore(user: User, entity: AnyEntity, drawn: readonly string[]): string[] {
  if (!can(user, entity.name, 'R')) return []
  const first = Object.keys(entity.states)[0] ?? ''
  return Object.entries(entity.events as Record<string, EventSpec>).flatMap(([type, spec]) =>
    isPlain(spec) && !drawn.includes(type) && isOfRole(user, spec) && isPossible(entity, spec, first) ? [type] : [],
  )
}
/** Nothing of it hangs on what only the server knows. */
const isPlain = ({ system, right, unavailable, against, needs, blockedByReviewOf, excludesActorOf, requiresIndependence, isInPerson }: EventSpec): boolean =>
  !system && right !== 'approve' && !unavailable && !against && !needs && !blockedByReviewOf && !excludesActorOf && !requiresIndependence && !isInPerson
const isOfRole = ({ grants }: User, { roles }: EventSpec): boolean => !roles || grants.some(({ role }) => roles.includes(role))

export type Unsent = { record: RecordAnswer; item: OutboxItem }

/** Null: the record is not one of this device; undefined until that is known. Once shown it stays while its page is open, also when it is sent meanwhile. */
export function useUnsentRecord(entity: AnyEntity, id: string): Unsent | null | undefined {
  const user = useUser()
  const drawn = Object.keys(useSlots(entity.name).eventForms ?? {})
  const items = useOutbox()
  const shown = useRef<Unsent | null>(null)
  const item = items?.find((one) => one.id === id && !one.subject && one.state !== 'SENT' && !one.isThere && one.entity === entity.name)
  if (item && shown.current?.item.key !== item.key) shown.current = { item, record: recordOf(user, entity, item, drawn) }
  return shown.current?.item.id === id ? shown.current : items ? null : undefined
}

const recordOf = (user: User, entity: AnyEntity, { id, title, body }: OutboxItem, drawn: readonly string[]): RecordAnswer =>
  ({
    ...body,
    id,
    title,
    code: '',
    status: Object.keys(entity.states)[0],
    version: 0,
    may: eventsBefore(user, entity, drawn),
    refs: {},
  }) as unknown as RecordAnswer

/** Whether any event of it may be entered now. */
export function useEventsBefore(item: OutboxItem, entity: AnyEntity | undefined): boolean {
  const user = useUser()
  const slots = useSlots(item.entity)
  if (!entity || item.subject || item.state === 'SENT' || item.isThere) return false
  return eventsBefore(user, entity, Object.keys(slots.eventForms ?? {})).length > 0
}
