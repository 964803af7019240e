// What was shown of the evidence that a task or a step of a package requires (domain dictionary 5.1, 6.3): the files and the position of an event, with
// those of the event by which what was planned is done.
import { sql } from 'kysely'
import { Problem } from '#domain/kernel/problems.ts'
import { type Evidence, type EvidenceOf, kindsMissing, missingEvidence, type ShownFile } from '#domain/work/task-evidence.ts'
import type { Scope } from '../scope.ts'

type Reading = Pick<Scope, 'db' | 'tenant'>

/** `fulfilledBy`: the event by which what was planned is done. Throws VALIDATION with one problem for each kind that is missing. */
export async function requireEvidence(
  { db, tenant }: Reading,
  required: readonly Evidence[],
  { files, gps }: { files: readonly string[]; gps?: unknown },
  { of, fulfilledBy }: { of: EvidenceOf; fulfilledBy: string | null },
): Promise<void> {
  if (required.length === 0) return
  const { rows } = await sql<ShownFile>`select f.media_type as "mediaType", f.taken_lat is not null as "isPlaced"
    from (select unnest(${[...files]}::uuid[]) as id
      union select u.file_id from file_use as u where u.tenant_id = ${tenant.id} and u.source_id = ${fulfilledBy}::uuid
      union select a.file_id from awaited_file as a where a.tenant_id = ${tenant.id} and a.source_id = ${fulfilledBy}::uuid) as n
    left join file as f on f.tenant_id = ${tenant.id} and f.id = n.id and f.state <> 'UPLOADING'`.execute(db)
  const hasPosition = Boolean(gps) || (fulfilledBy !== null && required.includes('GPS') && (await placed({ db, tenant }, [fulfilledBy])).size > 0)
  const fields = missingEvidence(required, rows, hasPosition, of)
  if (fields.length > 0) throw new Problem('VALIDATION', { fields })
}

/** What each of these events has not shown of what is required of it, by event; those that have shown all are left out. One statement for files, one for positions. */
export async function evidenceMissing(scope: Reading, required: ReadonlyMap<string, readonly Evidence[]>): Promise<Map<string, Evidence[]>> {
  if (required.size === 0) return new Map()
  const ids = [...required.keys()].sort()
  const { db, tenant } = scope
  const { rows } = await sql<
    ShownFile & { eventId: string }
  >`select n.source_id as "eventId", f.media_type as "mediaType", f.taken_lat is not null as "isPlaced"
    from (select u.source_id, u.file_id from file_use as u where u.tenant_id = ${tenant.id} and u.source_id = any(${ids}::uuid[])
      union select a.source_id, a.file_id from awaited_file as a where a.tenant_id = ${tenant.id} and a.source_id = any(${ids}::uuid[])) as n
    left join file as f on f.tenant_id = ${tenant.id} and f.id = n.file_id and f.state <> 'UPLOADING'`.execute(db)
  const files = Map.groupBy(rows, ({ eventId }) => eventId)
  const withPosition = await placed(scope, ids)
  return new Map(
    [...required].flatMap(([id, kinds]) => {
      const missing = kindsMissing(kinds, files.get(id) ?? [], withPosition.has(id))
      return missing.length > 0 ? [[id, missing] as const] : []
    }),
  )
}

/** Those of these events that were recorded with a position. */
async function placed({ db, tenant }: Reading, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{
    id: string
  }>`select e.id from event as e where e.tenant_id = ${tenant.id} and e.id = any(${[...ids]}::uuid[]) and e.gps is not null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
