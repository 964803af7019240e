// What was shown of the evidence that a task or a step of a package requires (domain dictionary 5.1, 6.3): the files and the position of an event, with
// those of the event by which what was planned is done.
import { type RawBuilder, sql } from 'kysely'
import { findEntity } from '#domain/entities.ts'
import { fieldOf } from '#domain/kernel/entity.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { type Evidence, type EvidenceOf, kindsMissing, missingEvidence, type ShownFile } from '#domain/work/task-evidence.ts'
import { columnName } from '#server/db/names.ts'
import type { Scope } from '../scope.ts'

type Reading = Pick<Scope, 'db' | 'tenant'>

/** Everything that names this file, here or still to come: `at`, since when. */
const usesOf = (tenantId: number, fileId: RawBuilder<unknown>) => sql`(
  select u.source_id, u.entity, u.record_id, u.event_type, u.field, u.used_at as at from file_use as u where u.tenant_id = ${tenantId} and u.file_id = ${fileId}
  union all
  select w.source_id, w.entity, w.record_id, w.event_type, w.field, w.named_at from awaited_file as w where w.tenant_id = ${tenantId} and w.file_id = ${fileId})`

/** An event that corrects another one of its record shows a file since that one named it: what else has named it meanwhile came later. */
const sinceOf = (tenantId: number, fileId: RawBuilder<unknown>, use: RawBuilder<unknown>) => sql`least(${use}.at, (
  select min(s.at) from ${usesOf(tenantId, fileId)} as s join event as c on c.tenant_id = ${tenantId} and c.id = s.source_id and c.status = 'SUPERSEDED'
  where s.record_id = ${use}.record_id and s.event_type = ${use}.event_type))`

/** The closing of a task that was opened again since: what it showed shows nothing of it any more. */
const isOpenedAgain = (tenantId: number, event: RawBuilder<unknown>) => sql`${event}.subject_type = 'task' and exists (select from event as again
  where again.tenant_id = ${tenantId} and again.subject_type = 'task' and again.subject_id = ${event}.subject_id and again.event_type = 'REOPENED'
    and again.status = 'RECORDED' and again.subject_version > ${event}.subject_version)`

type InRecord = { entity: string; id: string; field: string }
/**
 * A file that something else has named first shows nothing again: neither last year's picture nor that of another plot. What was taken back, and the
 * request by which it was sent in, are no such use. `sourceId`, `at`: what names it now, and since when; null: only now.
 */
function namedBefore(tenantId: number, fileId: RawBuilder<unknown>, sourceId: RawBuilder<unknown>, at: RawBuilder<unknown> | null) {
  const o = sql.ref('o')
  const isBefore = sql`o.source_id <> ${sourceId} and o.entity <> 'submission' ${at === null ? sql`` : sql`and (${sinceOf(tenantId, fileId, o)}, o.source_id) < (${at}, ${sourceId})`}`
  return {
    /** By an event that is in force. */
    byEvent: sql`exists (select from ${usesOf(tenantId, fileId)} as o where o.event_type is not null and ${isBefore}
      and not exists (select from event as x where x.tenant_id = ${tenantId} and x.id = o.source_id and (x.status <> 'RECORDED' or ${isOpenedAgain(tenantId, sql.ref('x'))})))`,
    /** By fields of records, which may name it no more: JSON of InRecord, or null. */
    byRecords: sql<
      InRecord[] | null
    >`(select json_agg(json_build_object('entity', o.entity, 'id', o.record_id, 'field', o.field)) from ${usesOf(tenantId, fileId)} as o where o.event_type is null and ${isBefore})`,
  }
}

type OfFile = ShownFile & { fileId: string; inRecords: InRecord[] | null }
/** Without those that a record names which is there. A statement for each field that has named one of them: mostly none. */
async function withoutNamed<Row extends OfFile>({ db, tenant }: Reading, rows: readonly Row[]): Promise<Row[]> {
  const uses = rows.flatMap(({ fileId, inRecords }) => (inRecords ?? []).map((one) => ({ ...one, fileId })))
  const named = new Set<string>()
  for (const [, [first, ...rest]] of Map.groupBy(uses, ({ entity, field }) => `${entity} ${field}`)) {
    const entity = first && findEntity(first.entity)
    const field = entity && Object.hasOwn(entity.fields, first.field) ? fieldOf(entity, first.field) : undefined
    if (!entity || !field) continue
    const group = [first, ...rest]
    // Lines of a record are in a table of their own: what they have named once stays named.
    const column = factsOf(field).hasTable ? sql`null` : sql`to_jsonb(${sql.ref(`r.${columnName(first.field)}`)})::text`
    const { rows: there } = await sql<{ id: string; names: string | null }>`select r.id, ${column} as names from ${sql.table(entity.name)} as r
      where r.tenant_id = ${tenant.id} and r.id = any(${[...new Set(group.map(({ id }) => id))]}::uuid[]) and r.deleted_at is null`.execute(db)
    const namesOf = new Map(there.map(({ id, names }) => [id, names]))
    for (const { id, fileId } of group) if (namesOf.has(id) && (factsOf(field).hasTable || namesOf.get(id)?.includes(fileId))) named.add(fileId)
  }
  return rows.filter(({ fileId, inRecords }) => inRecords === null || !named.has(fileId))
}

/** `fulfilledBy`: the event by which what was planned is done. Throws VALIDATION with one problem for each kind that is missing. */
export async function requireEvidence(
  { db, tenant }: Reading,
  required: readonly Evidence[],
  { files, gps }: { files: readonly string[]; gps?: unknown },
  { of, fulfilledBy }: { of: EvidenceOf; fulfilledBy: string | null },
): Promise<void> {
  if (required.length === 0) return
  // A task may name what its record has had before.
  const before = namedBefore(tenant.id, sql`n.id`, sql`'00000000-0000-0000-0000-000000000000'::uuid`, null)
  const isOfStep = of === 'STEP'
  const { rows } = await sql<OfFile>`select n.id as "fileId", f.media_type as "mediaType", f.taken_lat is not null as "isPlaced", n.in_records as "inRecords"
    from (select n.id, ${isOfStep ? before.byRecords : sql`null::json`} as in_records from (select unnest(${[...files]}::uuid[]) as id) as n ${isOfStep ? sql`where not ${before.byEvent}` : sql``}
      union all select o.id, null from (select u.file_id as id from file_use as u where u.tenant_id = ${tenant.id} and u.source_id = ${fulfilledBy}::uuid
        union select a.file_id from awaited_file as a where a.tenant_id = ${tenant.id} and a.source_id = ${fulfilledBy}::uuid) as o where o.id <> all(${[...files]}::uuid[])) as n
    left join file as f on f.tenant_id = ${tenant.id} and f.id = n.id and f.state <> 'UPLOADING'`.execute(db)
  const hasPosition = Boolean(gps) || (fulfilledBy !== null && required.includes('GPS') && (await placed({ db, tenant }, [fulfilledBy])).size > 0)
  const fields = missingEvidence(required, await withoutNamed({ db, tenant }, rows), hasPosition, of)
  if (fields.length > 0) throw new Problem('VALIDATION', { fields })
}

/** What events have shown, read once for many of them: of each its own files, and whether it was recorded with a position. */
export type Shown = { missing(eventId: string, required: readonly Evidence[]): Evidence[] }

/** One statement for files, one for positions. */
export async function shownBy(scope: Reading, eventIds: readonly string[]): Promise<Shown> {
  const ids = [...new Set(eventIds)].sort()
  if (ids.length === 0) return { missing: (_, required) => [...required] }
  const { db, tenant } = scope
  const before = namedBefore(tenant.id, sql`n.file_id`, sql`n.source_id`, sql`n.at`)
  const { rows } = await sql<
    OfFile & { eventId: string }
  >`select n.source_id as "eventId", n.file_id as "fileId", f.media_type as "mediaType", f.taken_lat is not null as "isPlaced", ${before.byRecords} as "inRecords"
    from (select u.source_id, u.file_id, min(${sinceOf(tenant.id, sql`u.file_id`, sql.ref('u'))}) as at
      from (select u.source_id, u.file_id, u.record_id, u.event_type, u.used_at as at from file_use as u where u.tenant_id = ${tenant.id} and u.source_id = any(${ids}::uuid[])
        union all select a.source_id, a.file_id, a.record_id, a.event_type, a.named_at from awaited_file as a where a.tenant_id = ${tenant.id} and a.source_id = any(${ids}::uuid[])) as u
      group by u.source_id, u.file_id) as n
    left join file as f on f.tenant_id = ${tenant.id} and f.id = n.file_id and f.state <> 'UPLOADING'
    where not ${before.byEvent}`.execute(db)
  const files = Map.groupBy(await withoutNamed(scope, rows), ({ eventId }) => eventId)
  const withPosition = await placed(scope, ids)
  return { missing: (id, required) => kindsMissing(required, files.get(id) ?? [], withPosition.has(id)) }
}

/** Those of these events that were recorded with a position. */
async function placed({ db, tenant }: Reading, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{
    id: string
  }>`select e.id from event as e where e.tenant_id = ${tenant.id} and e.id = any(${[...ids]}::uuid[]) and e.gps is not null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** After a task was opened again, or that was taken back: what its closings named shows other steps, or shows them no more. */
export async function taskOpenedAgain(scope: Scope, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return
  const { rows } = await sql<{
    id: string
  }>`select u.file_id as id from event as e join file_use as u on u.tenant_id = ${scope.tenant.id} and u.source_id = e.id
    where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'task' and e.subject_id = any(${[...taskIds]}::uuid[]) and e.event_type = 'DONE'
    union select a.file_id from event as e join awaited_file as a on a.tenant_id = ${scope.tenant.id} and a.source_id = e.id
    where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'task' and e.subject_id = any(${[...taskIds]}::uuid[]) and e.event_type = 'DONE'`.execute(
    scope.db,
  )
  await freeFiles(
    scope,
    rows.map(({ id }) => id),
  )
}

/** Files that a record or an event names no more: what they show of steps elsewhere is judged again at the end of the step. */
export async function freeFiles(scope: Scope, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length > 0) await scope.behaviours.planevent?.freed?.(scope, fileIds)
}
