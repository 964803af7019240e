// Files that are named before they are sent: a phone without a line records now and sends its photographs later, under the ids that it has
// chosen. Only the person who announced one can send it; nobody is served anything before; when it comes it is attached to all that name it.
import { sql } from 'kysely'
import { findEntity } from '#domain/entities.ts'
import { eventSpecOf } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { fileTarget } from '#domain/kernel/field-kinds.ts'
import { mediaWithin } from '#domain/kernel/field-walk.ts'
import { awaitedFile } from '#domain/kernel/files.ts'
import type { Scope } from '../scope.ts'
import { isReadableUse, readableFiles } from './file-access.ts'
import { isUuid } from './get.ts'

/**
 * Those of these ids, of no file that was here a moment ago, that this person may name: they announce them with this call, have announced them before, or read a
 * record that waits for them; each with its media type, if it is on its way or has come meanwhile. From here to the end of the transaction none of them comes.
 */
export async function nameableAwaited(scope: Scope, ids: readonly string[]): Promise<Map<string, string | null>> {
  const wanted = [...new Set(ids.filter(isUuid))].sort()
  if (wanted.length === 0) return new Map()
  const { db, tenant, user } = scope
  await lockFileIds(scope, wanted)
  const present = await db
    .selectFrom('file')
    .select(['id', 'state', 'uploaded_by', 'media_type'])
    .where('tenant_id', '=', tenant.id)
    .where('id', 'in', wanted)
    .execute()
  // Cut off while it was sent, it may be finished by its sender alone; all others are not theirs, or on their way out.
  const taken = new Set(present.flatMap(({ id, state, uploaded_by }) => (state === 'UPLOADING' && uploaded_by === user.id ? [] : [id])))
  const uses = await db.selectFrom('awaited_file').selectAll().where('tenant_id', '=', tenant.id).where('file_id', 'in', wanted).execute()
  const byId = Map.groupBy(uses, ({ file_id }) => file_id)
  // It may have come while the lock was waited for.
  const nameable = new Map<string, string | null>((await readableFiles(scope, wanted, { isStored: true })).map(({ id, media_type }) => [id, media_type]))
  const onTheWay = new Map(present.map(({ id, media_type }) => [id, media_type]))
  const name = (id: string) => nameable.set(id, onTheWay.get(id) ?? null)
  for (const id of wanted) {
    if (taken.has(id) || nameable.has(id)) continue
    const waiting = byId.get(id) ?? []
    if (waiting.length === 0 ? scope.filesToCome?.has(id) : waiting[0]?.awaited_from === user.id) name(id)
    else for (const use of waiting) if (await isReadableUse(scope, use)) name(id)
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

/** Of a file of another kind than the one that is expected. */
export const otherMedia = (media: NonNullable<Field['media']>): string =>
  media === 'image' ? 'A picture goes here: PNG, JPEG or WebP.' : 'Here stands a recording: MP3, M4A or OGG.'

/** From here to the end of the transaction nobody begins to send a file with one of these ids, and nobody names one that is not here. */
export const lockFileIds = ({ db, tenant }: Pick<Scope, 'db' | 'tenant'>, ids: readonly string[]): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${tenant.id}::integer, hashtext('file ' || id)) from unnest(${[...ids].sort()}::text[]) as id`.execute(db)

/** From whom a file with this id is awaited, and as what; undefined when nothing names it. */
export async function awaitedAs({ db, tenant }: Pick<Scope, 'db' | 'tenant'>, id: string): Promise<{ from: string; media: Field['media'] } | undefined> {
  const uses = await db
    .selectFrom('awaited_file')
    .select(['awaited_from', 'entity', 'event_type', 'field'])
    .where('tenant_id', '=', tenant.id)
    .where('file_id', '=', id)
    .execute()
  const medias = uses.map(({ entity: name, event_type, field }) => {
    const entity = findEntity(name)
    const fields = entity && event_type !== null ? eventSpecOf(entity, event_type)?.fields : entity?.fields
    return fields?.[field] && mediaWithin(fields[field])
  })
  return uses[0] && { from: uses[0].awaited_from, media: medias.find(Boolean) }
}

/** Its bytes are stored: it is attached to what waits for it, or waits itself for something to name it. */
export async function settleArrived({ db, tenant }: Pick<Scope, 'db' | 'tenant'>, id: string): Promise<void> {
  await lockFileIds({ db, tenant }, [id])
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
