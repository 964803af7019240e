// What was shown of the evidence that a task or a step of a package requires (domain dictionary 5.1, 6.3): the files and the position of an event, with
// those of the event by which what was planned is done.
import { type RawBuilder, sql } from 'kysely'
import { Problem } from '#domain/kernel/problems.ts'
import { type Evidence, type EvidenceOf, kindsMissing, missingEvidence, type ShownFile } from '#domain/work/task-evidence.ts'
import type { Scope } from '../scope.ts'

type Reading = Pick<Scope, 'db' | 'tenant'>

/**
 * A file `u` that something else has named first shows nothing again: neither last year's picture nor that of another plot. What was taken back, and the
 * request by which it was sent in, are no such use. `sourceId`, `at`: what names it now, and since when; null: only now.
 */
const isOfAnother = (tenantId: number, fileId: RawBuilder<unknown>, sourceId: RawBuilder<unknown>, at: RawBuilder<unknown> | null) => sql`exists (
  select from (select o.source_id, o.entity, o.used_at from file_use as o where o.tenant_id = ${tenantId} and o.file_id = ${fileId}
      union all select w.source_id, w.entity, w.named_at from awaited_file as w where w.tenant_id = ${tenantId} and w.file_id = ${fileId}) as o
  where o.source_id <> ${sourceId} and o.entity <> 'submission' ${at === null ? sql`` : sql`and (o.used_at, o.source_id) < (${at}, ${sourceId})`}
    and not exists (select from event as x where x.tenant_id = ${tenantId} and x.id = o.source_id and x.status <> 'RECORDED'))`

/** `fulfilledBy`: the event by which what was planned is done. Throws VALIDATION with one problem for each kind that is missing. */
export async function requireEvidence(
  { db, tenant }: Reading,
  required: readonly Evidence[],
  { files, gps }: { files: readonly string[]; gps?: unknown },
  { of, fulfilledBy }: { of: EvidenceOf; fulfilledBy: string | null },
): Promise<void> {
  if (required.length === 0) return
  // A task may name what its record has had before.
  const sent = of === 'STEP' ? sql`where not ${isOfAnother(tenant.id, sql`n.id`, sql`'00000000-0000-0000-0000-000000000000'::uuid`, null)}` : sql``
  const { rows } = await sql<ShownFile>`select f.media_type as "mediaType", f.taken_lat is not null as "isPlaced"
    from (select n.id from (select unnest(${[...files]}::uuid[]) as id) as n ${sent}
      union select u.file_id from file_use as u where u.tenant_id = ${tenant.id} and u.source_id = ${fulfilledBy}::uuid
      union select a.file_id from awaited_file as a where a.tenant_id = ${tenant.id} and a.source_id = ${fulfilledBy}::uuid) as n
    left join file as f on f.tenant_id = ${tenant.id} and f.id = n.id and f.state <> 'UPLOADING'`.execute(db)
  const hasPosition = Boolean(gps) || (fulfilledBy !== null && required.includes('GPS') && (await placed({ db, tenant }, [fulfilledBy])).size > 0)
  const fields = missingEvidence(required, rows, hasPosition, of)
  if (fields.length > 0) throw new Problem('VALIDATION', { fields })
}

/** What events have shown, read once for many of them: of each its own files, and whether it was recorded with a position. */
export type Shown = { missing(eventId: string, required: readonly Evidence[]): Evidence[] }

/** One statement for files, one for positions. */
export async function shownBy(scope: Reading, eventIds: readonly string[]): Promise<Shown> {
  const ids = [...new Set(eventIds)].sort()
  if (ids.length === 0) return { missing: (_, required) => [...required] }
  const { db, tenant } = scope
  const { rows } = await sql<
    ShownFile & { eventId: string }
  >`select n.source_id as "eventId", f.media_type as "mediaType", f.taken_lat is not null as "isPlaced"
    from (select u.source_id, u.file_id, min(u.at) as at
      from (select u.source_id, u.file_id, u.used_at as at from file_use as u where u.tenant_id = ${tenant.id} and u.source_id = any(${ids}::uuid[])
        union all select a.source_id, a.file_id, a.named_at from awaited_file as a where a.tenant_id = ${tenant.id} and a.source_id = any(${ids}::uuid[])) as u
      group by u.source_id, u.file_id) as n
    left join file as f on f.tenant_id = ${tenant.id} and f.id = n.file_id and f.state <> 'UPLOADING'
    where not ${isOfAnother(tenant.id, sql`n.file_id`, sql`n.source_id`, sql`n.at`)}`.execute(db)
  const files = Map.groupBy(rows, ({ eventId }) => eventId)
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
