// Identifiers of other systems of a record that went on as another one (docs/decisions/0091-external-ids.md): they go over to the one that stays, which is known by them from then on.
// Taken back, both have what they would have without it (0104). Each change is an event of both histories, as if a person had entered it; unique they are by the database at any moment.
import { sql } from 'kysely'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { ExternalId } from '#domain/kernel/external-ids.ts'
import { handedOver, hasIdentifier, type IdentifierStep, joinedIdentifiers, withoutIdentifiers } from '#domain/kernel/joined-identifiers.ts'
import type { Scope } from '../scope.ts'
import { isSame } from './columns.ts'
import { changesIn } from './event-view.ts'
import { refuseTakenIds } from './external-ids.ts'
import { recordsById } from './get.ts'
import { appendEvent, changesBetween, updateRow } from './write.ts'

const of = (row: Row | undefined): readonly ExternalId[] => row?.externalIds ?? []
/** The event by which one record goes on as another, and both. */
type Succession = { endedId: string; stayingId: string; causeEventId: string }

/** Answers the row as it is then. */
async function change(scope: Scope, entity: AnyEntity, row: Row, ids: readonly ExternalId[], causeEventId: string | null): Promise<Row> {
  if (isSame(ids, of(row))) return row
  const after: Row = { ...row, externalIds: ids.length ? [...ids] : null }
  await refuseTakenIds(scope, entity, row, after)
  await updateRow(scope, entity, row, after)
  const envelope = { eventType: 'EDITED', occurredAt: scope.now.toISOString(), data: { changes: changesBetween(entity, row, after) }, causeEventId }
  await appendEvent(scope, entity, after, envelope, { before: row.status, after: after.status, version: after.version })
  return after
}

const locked = (scope: Scope, entity: AnyEntity, ids: readonly string[]): Promise<Row[]> => recordsById(scope, entity, [...new Set(ids)].sort(), { lock: true })

/** Of a system that the record that stays has one of already, the other one stays where it was, and is found there. */
export async function handOver(scope: Scope, entity: AnyEntity, { endedId, stayingId, causeEventId }: Succession): Promise<void> {
  const rows = await locked(scope, entity, [endedId, stayingId])
  const [ended, staying] = [endedId, stayingId].map((one) => rows.find(({ id }) => id === one))
  if (!ended || !staying) return
  const over = handedOver(of(ended), of(staying))
  await change(scope, entity, ended, withoutIdentifiers(of(ended), over), causeEventId)
  await change(scope, entity, staying, [...of(staying), ...over], causeEventId)
}

/**
 * After the event was taken back: the record that ended has what it had, and the one that stays, with those that are part of it still, what it would have if only they had become that. Throws
 * DUPLICATE where a third record has one of them by now. `joinedBy`: the event on the record that stays that names who became part of it, `mergedId`.
 */
export async function handBack(scope: Scope, entity: AnyEntity, { endedId, stayingId, causeEventId }: Succession, joinedBy: string): Promise<void> {
  const { steps, had } = await historyOf(scope, entity, stayingId, joinedBy)
  const { own, former } = joinedIdentifiers(steps)
  const target = new Map([...former, [stayingId, own], [endedId, had.get(causeEventId) ?? []]])
  const present = await locked(scope, entity, [...target.keys()])
  // What goes elsewhere leaves first.
  const left: Row[] = []
  for (const row of present)
    left.push(
      await change(
        scope,
        entity,
        row,
        of(row).filter((one) => hasIdentifier(target.get(row.id) ?? [], one)),
        causeEventId,
      ),
    )
  for (const row of left) await change(scope, entity, row, target.get(row.id) ?? [], causeEventId)
}

type HistoryRow = { id: string; subjectId: string; type: string; data: Record<string, unknown>; causeId: string | null; isMerger: boolean; isRecorded: boolean }
/** What was entered on the record that stays, and by the event of each merger what the record that ended had then. */
async function historyOf(
  scope: Scope,
  entity: AnyEntity,
  stayingId: string,
  joinedBy: string,
): Promise<{ steps: IdentifierStep[]; had: Map<string, readonly ExternalId[]> }> {
  const { rows } = await sql<HistoryRow>`
    with ended as (select distinct (e.data ->> 'mergedId')::uuid as id from event as e
      where e.tenant_id = ${scope.tenant.id} and e.subject_type = ${entity.name} and e.subject_id = ${stayingId}::uuid and e.event_type = ${joinedBy})
    select e.id, e.subject_id as "subjectId", e.event_type as type, e.data, e.cause_event_id as "causeId", e.status = 'RECORDED' as "isRecorded",
      exists (select from event as j where j.tenant_id = e.tenant_id and j.cause_event_id = e.cause_event_id and j.event_type = ${joinedBy}) as "isMerger"
    from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = ${entity.name} and (e.subject_id = ${stayingId}::uuid or e.subject_id in (select id from ended))
    order by e.subject_version, e.id`.execute(scope.db)
  const had = new Map<string, readonly ExternalId[]>()
  const listOf = (value: unknown): readonly ExternalId[] => (Array.isArray(value) ? value : [])
  const joins = rows.filter(({ type, subjectId }) => type === joinedBy && subjectId === stayingId)
  for (const { causeId, data } of joins) {
    let list: readonly ExternalId[] = []
    for (const one of rows.filter(({ subjectId }) => subjectId === data.mergedId)) {
      if (one.id === causeId) break
      const changed = changesIn(one.data).externalIds
      if (changed) list = listOf(changed.to)
    }
    if (causeId !== null) had.set(causeId, list)
  }
  const steps = rows
    .filter(({ subjectId }) => subjectId === stayingId)
    .flatMap(({ id, type, data, causeId, isMerger, isRecorded }): IdentifierStep[] => {
      if (type === joinedBy)
        return [{ kind: 'JOINED', id: isRecorded ? String(data.mergedId) : id, ids: had.get(causeId ?? '') ?? [], isTakenBack: !isRecorded }]
      if (type === 'EVENT_VOIDED') return [{ kind: 'SEPARATED', id: String(data.eventId) }]
      const changed = isMerger ? undefined : changesIn(data).externalIds
      return changed ? [{ kind: 'ENTERED', from: listOf(changed.from), to: listOf(changed.to) }] : []
    })
  return { steps, had }
}

/** What is entered at the record that stays leaves those that went on as it. */
export async function releaseTo(scope: Scope, entity: AnyEntity, former: readonly string[], staying: Row): Promise<void> {
  for (const row of await recordsById(scope, entity, former, { lock: true })) await change(scope, entity, row, withoutIdentifiers(of(row), of(staying)), null)
}
