// Locks of one event, taken together and in one order before anything is read: its subject, the records it names, and the
// farm lots of crops it names beside lots. Two events that meet on several records then wait for each other instead of
// ending in a deadlock. What an effect locks later must come later in this order, or is tried again (db/tries.ts).
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { eventDataSchema } from '#domain/kernel/schemas.ts'
import type { Scope } from '../scope.ts'
import { isUuid, recordsById } from './get.ts'
import { referencesIn } from './references.ts'

/**
 * Kinds in the order in which they are locked; every other kind comes after these, by name. Effects walk in the same
 * direction: from land to crop to lot, from a place to what is in it, from goods to the grower's totals.
 */
const lockOrder = ['collective', 'productionsystem', 'landparcel', 'croppingsystem', 'crop', 'processingsystem', 'productbatch', 'farmer', 'farmerseason']
/** Kinds that an event on another record changes. Whatever else it names (products, seasons, buyers) it only reads. */
const lockedWhenNamed: ReadonlySet<string> = new Set(['landparcel', 'crop', 'productbatch', 'cow', 'goat', 'sheep', 'poultrybatch', 'aquacrop'])

type Named = { target: string; id: string }

/** For an event that is about to be recorded. `event` as it was sent: what it names counts only if it is well-formed. */
export async function lockForEvent(scope: Scope, entity: AnyEntity, subjectId: string, event: unknown): Promise<void> {
  const { eventType, data, supersedesEventId }: Record<string, unknown> = typeof event === 'object' ? { ...event } : {}
  const superseded = typeof supersedesEventId === 'string' && isUuid(supersedesEventId) ? await touchedBy(scope, entity, subjectId, supersedesEventId) : []
  await lockTogether(scope, entity, subjectId, [...namedIn(entity, eventType, data ?? {}), ...superseded])
}

/** For an event that is about to be taken back: also the lots that its kilograms went through. */
export async function lockForVoid(scope: Scope, entity: AnyEntity, subjectId: string, eventId: string): Promise<void> {
  if (isUuid(eventId)) await lockTogether(scope, entity, subjectId, await touchedBy(scope, entity, subjectId, eventId))
}

function namedIn(entity: AnyEntity, eventType: unknown, data: unknown): Named[] {
  const events = entity.events
  const spec = typeof eventType === 'string' && Object.hasOwn(events, eventType) ? events[eventType] : undefined
  if (!spec) return []
  const read = eventDataSchema(spec).safeParse(data)
  return read.success ? referencesIn(spec.fields, read.data).filter(({ target }) => lockedWhenNamed.has(target)) : []
}

async function touchedBy(scope: Scope, entity: AnyEntity, subjectId: string, eventId: string): Promise<Named[]> {
  if (!isUuid(subjectId)) return []
  const event = await scope.db
    .selectFrom('event')
    .select(['event_type', 'data'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', '=', eventId)
    .where('subject_type', '=', entity.name)
    .where('subject_id', '=', subjectId)
    .executeTakeFirst()
  if (!event) return []
  const entries = scope.db.selectFrom('ledger_entry').select('batch_id as id').where('tenant_id', '=', scope.tenant.id).where('event_id', '=', eventId)
  const made = scope.db.selectFrom('lot_link').select('output_id as id').where('tenant_id', '=', scope.tenant.id).where('event_id', '=', eventId)
  const lots = await entries.where('batch_id', 'is not', null).union(made).execute()
  return [...namedIn(entity, event.event_type, event.data), ...lots.flatMap(({ id }) => (id === null ? [] : [{ target: 'productbatch', id }]))]
}

async function lockTogether(scope: Scope, entity: AnyEntity, subjectId: string, named: readonly Named[]): Promise<void> {
  // A subject alone is locked where it is read.
  if (named.length === 0 || !isUuid(subjectId)) return
  const ids = Map.groupBy([...named, { target: entity.name, id: subjectId.toLowerCase() }], ({ target }) => target)
  for (const kind of [...ids.keys()].sort(byLockOrder)) {
    const all = new Set(ids.get(kind)?.map(({ id }) => id))
    if (kind === 'productbatch') for (const id of await farmLotsOf(scope, ids.get('crop') ?? [])) all.add(id)
    await recordsById(scope, entityOf(kind), [...all].sort(), { lock: true })
  }
}

/** Asked when the crops are locked: a first picking cannot make one meanwhile. */
async function farmLotsOf(scope: Scope, crops: readonly Named[]): Promise<string[]> {
  if (crops.length === 0) return []
  const rows = await scope.db
    .selectFrom('productbatch')
    .select('id')
    .where('tenant_id', '=', scope.tenant.id)
    .where(
      'crop_id',
      'in',
      crops.map(({ id }) => id),
    )
    .where('unit_type', '=', 'FARM_LOT')
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

const rankOf = (kind: string): number => (lockOrder.includes(kind) ? lockOrder.indexOf(kind) : lockOrder.length)
const byLockOrder = (one: string, other: string): number => rankOf(one) - rankOf(other) || (one < other ? -1 : 1)
