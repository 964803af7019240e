// Identifiers of other systems of a record that went on as another one (docs/decisions/0091-external-ids.md): they go over to the one that stays, which is known by them from then on,
// and back when that is taken back. Each change is an event of both histories, as if a person had entered it; unique they are by the database at any moment.
import { sql } from 'kysely'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { type ExternalId, isSameExternalId, mostExternalIds } from '#domain/kernel/external-ids.ts'
import type { Scope } from '../scope.ts'
import { refuseTakenIds } from './external-ids.ts'
import { recordsById } from './get.ts'
import { appendEvent, changesBetween, updateRow } from './write.ts'

const of = (row: Row | undefined): readonly ExternalId[] => row?.externalIds ?? []
const has = (list: readonly ExternalId[], one: ExternalId): boolean => list.some((other) => isSameExternalId(one, other))
const without = (row: Row, some: readonly ExternalId[]): ExternalId[] => of(row).filter((one) => !has(some, one))
/** The event by which one record goes on as another, and both. */
type Succession = { endedId: string; stayingId: string; causeEventId: string }

/** The row as it is then. */
async function change(scope: Scope, entity: AnyEntity, row: Row, ids: readonly ExternalId[], causeEventId: string | null): Promise<void> {
  if (ids.length === of(row).length) return
  const after: Row = { ...row, externalIds: ids.length ? [...ids] : null }
  await refuseTakenIds(scope, entity, row, after)
  await updateRow(scope, entity, row, after)
  const envelope = { eventType: 'EDITED', occurredAt: scope.now.toISOString(), data: { changes: changesBetween(entity, row, after) }, causeEventId }
  await appendEvent(scope, entity, after, envelope, { before: row.status, after: after.status, version: after.version })
}

async function both(scope: Scope, entity: AnyEntity, endedId: string, stayingId: string): Promise<[Row | undefined, Row | undefined]> {
  const rows = await recordsById(scope, entity, [endedId, stayingId].sort(), { lock: true })
  return [rows.find(({ id }) => id === endedId), rows.find(({ id }) => id === stayingId)]
}

/** Of a system that the record that stays has one of already, the other one stays where it was, and is found there. */
export async function handOver(scope: Scope, entity: AnyEntity, { endedId, stayingId, causeEventId }: Succession): Promise<void> {
  const [ended, staying] = await both(scope, entity, endedId, stayingId)
  if (!ended || !staying) return
  const room = Math.max(0, mostExternalIds - of(staying).length)
  const over = of(ended)
    .filter(({ system }) => !of(staying).some((own) => own.system === system))
    .slice(0, room)
  await change(scope, entity, ended, without(ended, over), causeEventId)
  await change(scope, entity, staying, [...of(staying), ...over], causeEventId)
}

/** All that went over since that event of the record that ended, whoever entered it at the other one. Throws DUPLICATE where a third record has one of them by now. */
export async function handBack(scope: Scope, entity: AnyEntity, { endedId, stayingId, causeEventId }: Succession): Promise<void> {
  const [ended, staying] = await both(scope, entity, endedId, stayingId)
  if (!ended || !staying) return
  const { rows } = await sql<{ ids: ExternalId[] | null }>`
    select e.data #> '{changes,externalIds,from}' as ids from event as e join event as v on v.tenant_id = ${scope.tenant.id} and v.id = ${causeEventId}::uuid
    where e.tenant_id = ${scope.tenant.id} and e.subject_type = ${entity.name} and e.subject_id = ${endedId}::uuid and e.event_type = 'EDITED' and e.subject_version > v.subject_version
      and jsonb_exists(e.data -> 'changes', 'externalIds') order by e.subject_version limit 1`.execute(scope.db)
  const before = rows[0]?.ids ?? []
  await change(scope, entity, staying, without(staying, before), causeEventId)
  if (before.length) await change(scope, entity, ended, before, causeEventId)
}

/** What is entered at the record that stays leaves those that went on as it. */
export async function releaseTo(scope: Scope, entity: AnyEntity, former: readonly string[], staying: Row): Promise<void> {
  for (const row of await recordsById(scope, entity, former, { lock: true })) await change(scope, entity, row, without(row, of(staying)), null)
}
