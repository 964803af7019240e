// Locks of one event, taken together and in one order before anything is read: its subject, what it changes above the subject, the
// records it names, and what their behaviours lock with them. Two events that meet on several records then wait for each other
// instead of ending in a deadlock. What an effect locks later must come later in this order, or is tried again (db/tries.ts).
import { entityOf } from '#domain/entities.ts'
import { type AnyEntity, eventSpecOf, fieldOf } from '#domain/kernel/entity.ts'
import { eventDataSchema } from '#domain/kernel/schemas.ts'
import { changedAbove, inSeason, lockedWhenNamed, lockOrder, sharedWhenNamed } from '#domain/lock-order.ts'
import type { Scope } from '../scope.ts'
import { isUuid, lockNamedBy, recordsById } from './get.ts'
import { lockPlaces } from './plan-limits.ts'
import { cachedRecord } from './record-cache.ts'
import { referencesIn } from './references.ts'

type Named = { target: string; id: string }
/** What an event touches besides its subject. `above`: names of the subject's fields. */
type Touched = { named: readonly Named[]; above: readonly string[] }

/** For an event that is about to be recorded. `event` as it was sent: what it names counts only if it is well-formed. */
export async function lockForEvent(scope: Scope, entity: AnyEntity, subjectId: string, event: unknown): Promise<void> {
  const { eventType, data, supersedesEventId }: Record<string, unknown> = typeof event === 'object' ? { ...event } : {}
  const spec = typeof eventType === 'string' ? eventSpecOf(entity, eventType) : undefined
  if (spec) await lockPlaces(scope, entity, spec)
  await lockFirst(scope, entity, subjectId, { eventType, supersedesEventId })
  const own = touchedAs(entity, eventType, data ?? {})
  const superseded =
    typeof supersedesEventId === 'string' && isUuid(supersedesEventId) ? await touchedBy(scope, entity, subjectId, supersedesEventId) : untouched
  await lockAll(scope, entity, subjectId, { named: [...own.named, ...superseded.named], above: [...new Set([...own.above, ...superseded.above])] })
}

/** For an event that is about to be taken back: also what it moved. */
export async function lockForVoid(scope: Scope, entity: AnyEntity, subjectId: string, eventId: string): Promise<void> {
  await lockPlaces(scope, entity)
  if (!isUuid(eventId)) return
  await lockFirst(scope, entity, subjectId, { eventId })
  await lockAll(scope, entity, subjectId, await touchedBy(scope, entity, subjectId, eventId))
}
const lockFirst = async (
  scope: Scope,
  entity: AnyEntity,
  id: string,
  event: { eventType: unknown; supersedesEventId?: unknown } | { eventId: string },
): Promise<void> => {
  if (isUuid(id)) await scope.behaviours[entity.name]?.lockFirst?.(scope, id, event)
}

/** For a record that is about to be deleted as a mistake. */
export const lockForDelete = (scope: Scope, entity: AnyEntity, id: string): Promise<void> => lockAll(scope, entity, id, touchedAs(entity, 'DELETED', {}))

/** For a record whose fields are about to be changed. */
export const lockForEdit = (scope: Scope, entity: AnyEntity, id: string): Promise<void> => lockAll(scope, entity, id, touchedAs(entity, 'EDITED', {}))

const untouched: Touched = { named: [], above: [] }

function touchedAs(entity: AnyEntity, eventType: unknown, data: unknown): Touched {
  if (typeof eventType !== 'string') return untouched
  const changed = changedAbove[entity.name] ?? {}
  const seasonal = inSeason[entity.name] ?? []
  const season = seasonal === 'EVERY' || seasonal.includes(eventType) ? ['seasonId'] : []
  const above = [...season, ...(Object.hasOwn(changed, eventType) ? (changed[eventType] ?? []) : [])]
  const spec = eventSpecOf(entity, eventType)
  const read = spec && eventDataSchema(spec).safeParse(data)
  const named = spec && read?.success ? referencesIn(spec.fields, read.data).filter(({ target }) => lockedWhenNamed.has(target)) : []
  return { named, above }
}

async function touchedBy(scope: Scope, entity: AnyEntity, subjectId: string, eventId: string): Promise<Touched> {
  if (!isUuid(subjectId)) return untouched
  const event = await scope.db
    .selectFrom('event')
    .select(['event_type', 'data'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', '=', eventId)
    .where('subject_type', '=', entity.name)
    .where('subject_id', '=', subjectId)
    .executeTakeFirst()
  if (!event) return untouched
  const { named, above } = touchedAs(entity, event.event_type, event.data)
  const moved: Named[] = []
  for (const [target, { movedBy }] of Object.entries(scope.behaviours)) for (const id of (await movedBy?.(scope, eventId)) ?? []) moved.push({ target, id })
  return { named: [...named, ...moved], above }
}

async function lockAll(scope: Scope, entity: AnyEntity, subjectId: string, { named, above }: Touched): Promise<void> {
  if (!isUuid(subjectId)) return
  // A subject alone is locked where it is read.
  const subject = { target: entity.name, id: subjectId.toLowerCase() }
  const ids = Map.groupBy(named.length ? [...named, subject] : [], ({ target }) => target)
  const fields = Map.groupBy(above, (name) => fieldOf(entity, name).target ?? '')
  for (const kind of [...new Set([...ids.keys(), ...fields.keys()])].sort(byLockOrder)) {
    const lock = sharedWhenNamed.has(kind) ? 'share' : true
    for (const name of fields.get(kind) ?? []) await lockAbove(scope, entity, subject.id, name, entityOf(kind), lock)
    const all = new Set(ids.get(kind)?.map(({ id }) => id))
    for (const [other, records] of ids)
      for (const id of (await scope.behaviours[other]?.locksWith?.[kind]?.(
        scope,
        records.map((record) => record.id),
      )) ?? [])
        all.add(id)
    if (all.size) await recordsById(scope, entityOf(kind), [...all].sort(), { lock })
  }
}

/** A subject that this transaction has locked says which record that is, which it may well have locked too. */
async function lockAbove(scope: Scope, entity: AnyEntity, subjectId: string, name: string, target: AnyEntity, lock: true | 'share'): Promise<void> {
  const id = cachedRecord(scope, entity, subjectId, { lock: true })?.[name]
  if (typeof id === 'string') await recordsById(scope, target, [id], { lock })
  else await lockNamedBy(scope, entity, subjectId, name, target, lock)
}

const rankOf = (kind: string): number => (lockOrder.includes(kind) ? lockOrder.indexOf(kind) : lockOrder.length)
const byLockOrder = (one: string, other: string): number => rankOf(one) - rankOf(other) || (one < other ? -1 : 1)
