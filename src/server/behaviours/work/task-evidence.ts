// A task is done when what it requires as evidence is there (domain dictionary 6.3): with the event that closes it, or of a planned event, with what was recorded.
import { sql } from 'kysely'
import { Problem } from '#domain/kernel/problems.ts'
import { type Evidence, missingEvidence, type ShownFile } from '#domain/work/task-evidence.ts'
import type { Scope } from '../../scope.ts'

/** `fulfilledBy`: the event by which what was planned is done. Throws VALIDATION with one problem for each kind that is missing. */
export async function requireEvidence(
  { db, tenant }: Pick<Scope, 'db' | 'tenant'>,
  required: readonly Evidence[],
  { files, gps }: { files: readonly string[]; gps?: unknown },
  fulfilledBy: string | null,
): Promise<void> {
  if (required.length === 0) return
  const { rows } = await sql<ShownFile>`select f.media_type as "mediaType", f.taken_lat is not null as "isPlaced"
    from (select unnest(${[...files]}::uuid[]) as id
      union select u.file_id from file_use as u where u.tenant_id = ${tenant.id} and u.source_id = ${fulfilledBy}::uuid
      union select a.file_id from awaited_file as a where a.tenant_id = ${tenant.id} and a.source_id = ${fulfilledBy}::uuid) as n
    left join file as f on f.tenant_id = ${tenant.id} and f.id = n.id and f.state <> 'UPLOADING'`.execute(db)
  const hasPosition = Boolean(gps) || (fulfilledBy !== null && required.includes('GPS') && (await hasPlace(db, tenant.id, fulfilledBy)))
  const fields = missingEvidence(required, rows, hasPosition)
  if (fields.length > 0) throw new Problem('VALIDATION', { fields })
}

async function hasPlace(db: Scope['db'], tenantId: number, eventId: string): Promise<boolean> {
  const found = await db
    .selectFrom('event')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', eventId)
    .where('gps', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}
