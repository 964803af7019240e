// Files that are named before they are sent: a phone without a line records now and sends its photographs later, under the ids that it has
// chosen. Only the person who announced one can send it; nobody is served anything before; when it comes it is attached to all that name it.
import { sql } from 'kysely'
import { fileTarget } from '#domain/kernel/field-kinds.ts'
import { awaitedFile } from '#domain/kernel/files.ts'
import type { Scope } from '../scope.ts'
import { isReadableUse, readableFiles } from './file-access.ts'
import { isUuid } from './get.ts'

/**
 * Those of these ids, of no file that was here a moment ago, that this person may name: they announce them with this call, have announced them before, or read a
 * record that waits for them. From here to the end of the transaction none of them comes.
 */
export async function nameableAwaited(scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const wanted = [...new Set(ids.filter(isUuid))].sort()
  if (wanted.length === 0) return new Set()
  const { db, tenant, user } = scope
  await sql`select pg_advisory_xact_lock(${tenant.id}::integer, hashtext('file ' || id)) from unnest(${wanted}::text[]) as id`.execute(db)
  const present = await db.selectFrom('file').select(['id', 'state', 'uploaded_by']).where('tenant_id', '=', tenant.id).where('id', 'in', wanted).execute()
  // Cut off while it was sent, it may be finished by its sender alone; all others are not theirs, or on their way out.
  const taken = new Set(present.flatMap(({ id, state, uploaded_by }) => (state === 'UPLOADING' && uploaded_by === user.id ? [] : [id])))
  const uses = await db.selectFrom('awaited_file').selectAll().where('tenant_id', '=', tenant.id).where('file_id', 'in', wanted).execute()
  const byId = Map.groupBy(uses, ({ file_id }) => file_id)
  // It may have come while the lock was waited for.
  const nameable = new Set((await readableFiles(scope, wanted, { isStored: true })).map(({ id }) => id))
  for (const id of wanted) {
    if (taken.has(id) || nameable.has(id)) continue
    const waiting = byId.get(id) ?? []
    if (waiting.length === 0 ? scope.filesToCome?.has(id) : waiting[0]?.awaited_from === user.id) nameable.add(id)
    else for (const use of waiting) if (await isReadableUse(scope, use)) nameable.add(id)
  }
  return nameable
}

type Uses = { entity: string; recordId: string; sourceId: string; eventType: string | null /** JSON of `[{file_id, field}]`. */; uses: string }

/** Those of these uses whose file is not here wait for it. */
export const awaitFiles = ({ tenant, now, user }: Pick<Scope, 'tenant' | 'now' | 'user'>, { entity, recordId, sourceId, eventType, uses }: Uses) => sql`
  insert into awaited_file (tenant_id, file_id, awaited_from, entity, record_id, source_id, event_type, field, named_at, named_by)
  select ${tenant.id}, u.file_id, coalesce((select a.awaited_from from awaited_file as a where a.tenant_id = ${tenant.id} and a.file_id = u.file_id limit 1), ${user.id}::uuid),
    ${entity}, ${recordId}, ${sourceId}, ${eventType}, u.field, ${now.toISOString()}, ${user.id}
  from json_to_recordset(${uses}::json) as u (file_id uuid, field text)
  where not exists (select from file as f where f.tenant_id = ${tenant.id} and f.id = u.file_id and f.state <> 'UPLOADING') on conflict do nothing`

/** From whom a file with this id is awaited; undefined when nothing names it. */
export const awaitedFrom = async ({ db, tenant }: Pick<Scope, 'db' | 'tenant'>, id: string): Promise<string | undefined> =>
  (await db.selectFrom('awaited_file').select('awaited_from').where('tenant_id', '=', tenant.id).where('file_id', '=', id).limit(1).executeTakeFirst())
    ?.awaited_from

/** Its bytes are stored: it is attached to what waits for it, or waits itself for something to name it. */
export async function settleArrived({ db, tenant }: Pick<Scope, 'db' | 'tenant'>, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${tenant.id}::integer, hashtext('file ' || ${id}::text))`.execute(db)
  await sql`update file as f set state = case when exists (select from awaited_file as a
      where a.tenant_id = f.tenant_id and a.file_id = f.id and a.awaited_from = f.uploaded_by) then 'ATTACHED' else 'UNATTACHED' end
    where f.tenant_id = ${tenant.id} and f.id = ${id}::uuid and f.state in ('UPLOADING', 'UNATTACHED')`.execute(db)
  await sql`with come as (delete from awaited_file as a using file as f where a.tenant_id = ${tenant.id} and a.file_id = ${id}::uuid
      and f.tenant_id = a.tenant_id and f.id = a.file_id and f.uploaded_by = a.awaited_from and f.state = 'ATTACHED' returning a.*)
    insert into file_use (tenant_id, file_id, entity, record_id, source_id, event_type, field, used_at, used_by)
    select tenant_id, file_id, entity, record_id, source_id, event_type, field, named_at, named_by from come on conflict do nothing`.execute(db)
}

/** What a reference to one shows, in the question that looks references up. */
export const awaitedTitles = (tenantId: number, ids: readonly string[]) => sql`select distinct ${sql.lit(fileTarget)} as entity, a.file_id as id,
  ${sql.lit(awaitedFile.code)} as code, ${sql.lit(awaitedFile.title)} as title, null::uuid as operator_id, false as is_gone, null::jsonb as facts
  from awaited_file as a where a.tenant_id = ${tenantId} and a.file_id = any(${[...ids]}::uuid[])`
