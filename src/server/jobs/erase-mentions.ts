// Where a member is named beside their own records: in messages and what was recorded of them, in findings of others, and in rows of files that were imported.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { findNotice } from '#domain/notifications/catalogue.ts'
import { likenessOfErased } from '#domain/people/erasure.ts'
import { headlineOf } from '../channels/headline.ts'
import type { Scope } from '../scope.ts'
import { erase } from '../store/erase-record.ts'
import { forgetFreshFlags } from '../store/flags.ts'
import { recordsById } from '../store/get.ts'

const notification = entityOf('notification')
type Param = { name: string; value: string }

/** `recordIds`: of these members and all that was erased with them. `renamed`: what each member is called now. */
export async function eraseMessages(
  scope: Scope,
  farmerIds: readonly string[],
  recordIds: readonly string[],
  renamed: ReadonlyMap<string, string>,
): Promise<void> {
  const { db, tenant } = scope
  const [name = ''] = renamed.values()
  // Of many records at once the outbox has them.
  const { rows } = await sql<{ id: string }>`
    select n.id from notification as n where n.tenant_id = ${tenant.id} and n.subject_id = any(${[...recordIds]}::text[])
    union select n.id from outbox as o cross join generate_series(1, o.round) as g (round)
      join notification as n on n.tenant_id = o.tenant_id and n.dedupe_key = o.dedupe_key || '#' || g.round
      where o.tenant_id = ${tenant.id} and o.subject_ids && ${[...recordIds]}::uuid[] order by 1`.execute(db)
  for (const row of await recordsById(
    scope,
    notification,
    rows.map(({ id }) => id),
    { lock: true },
  )) {
    const own = row.params?.map((param) => left(row.event, param, renamed.get(row.subjectId ?? '') ?? name)) ?? []
    const values = Object.fromEntries(own.map(({ name: param, value }) => [param, value]))
    const headline = headlineOf(tenant, row.event ?? '', values, name)
    await erase(scope, notification, row, { ...row, headline, params: own, body: null })
  }
  // What went to a telephone; what waits for that of the member goes nowhere.
  await sql`update delivery set params = null, state = case when state = 'WAITING' then 'CANCELLED' else state end, ended_at = coalesce(ended_at, ${scope.now}::timestamptz)
    where tenant_id = ${tenant.id} and params is not null and (recipient_id = any(${[...farmerIds]}::uuid[])
      or (state <> 'WAITING' and source_id in (select o.id from outbox as o where o.tenant_id = ${tenant.id} and o.subject_ids && ${[...recordIds]}::uuid[])))`.execute(
    db,
  )
}

/** Figures and days stay; words do not. */
function left(event: string | null, { name, value }: Param, now: string): Param {
  if (name === 'record') return { name, value: now }
  const kind = name === 'count' || name === 'isOwn' ? 'number' : (findNotice(event ?? '')?.shows?.[name] ?? 'text')
  return { name, value: kind === 'text' ? '' : value }
}

/** That somebody else may be the same person was said with the name (BR-23); how a finding was settled is said in free words. */
export async function eraseFindings({ db, tenant, now }: Scope, records: readonly Row[], recordIds: readonly string[]): Promise<void> {
  const named = records.flatMap(({ id, code }) => [id, code])
  const ids = records.map(({ id }) => id)
  forgetFreshFlags(db)
  await sql`update flag set message = ${likenessOfErased.message}, words = null, resolution = null, closed_at = coalesce(closed_at, ${now}::timestamptz),
      closed_reason = coalesce(closed_reason, 'OBSOLETE')
    where tenant_id = ${tenant.id} and rule_id = 'BR-23' and (named = any(${named}::text[]) or (subject_type = 'farmer' and subject_id = any(${ids}::uuid[])))`.execute(
    db,
  )
  await sql`update flag set resolution = null where tenant_id = ${tenant.id} and resolution is not null and subject_id = any(${[...recordIds]}::uuid[])`.execute(
    db,
  )
}

/** Rows of lists of members with both the number and a first name of theirs, as the record ever had it. */
export async function eraseImportedRows({ db, tenant }: Scope, records: readonly Row[]): Promise<void> {
  for (const { id, memberNo, firstName } of records)
    await sql`
      with known as (select lower(trim(${String(firstName)}::text)) as name
        union select lower(trim(c.value #>> '{}')) from event as e, jsonb_each(coalesce(e.data->'changes'->'firstName', '{}')) as c
          where e.tenant_id = ${tenant.id} and e.subject_type = 'farmer' and e.subject_id = ${id}::uuid)
      delete from import_line as l using import_job as j where l.tenant_id = ${tenant.id} and j.tenant_id = l.tenant_id and j.id = l.import_id and j.entity = 'farmer'
        and exists (select from unnest(l.cells) as c (value) where trim(c.value) = ${String(memberNo)})
        and exists (select from unnest(l.cells) as c (value) join known on known.name = lower(trim(c.value)))`.execute(db)
}
