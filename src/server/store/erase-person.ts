// Erases what names a member whose time of retention is over: the record and those that were merged into it, what was recorded of them, who owns their land in
// the same name, what they sent in, their way to sign in, and their files. The hash of each event stays (event-hash.ts), and so does every kilogram.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { erasedData, erasedRow } from '#domain/people/erasure.ts'
import type { RowOf, Scope } from '../scope.ts'
import { privateCommitment } from './event-hash.ts'
import { eventOf } from './event-view.ts'
import { removeDevices } from './forget-devices.ts'
import { recordsById } from './get.ts'
import { noteBySystem } from './note-event.ts'
import { updateRow } from './write.ts'

/** Events at a time: an inspection may carry long answers. */
const atOnce = 200

/** `farmer` is locked. `figures`: what the event says of the occasion. `word`: what stands for the name. */
export async function erasePerson(scope: Scope, farmer: Row, figures: { leftOn: string; years: number }, today: string, word: string): Promise<void> {
  const { db, tenant } = scope
  const member = entityOf('farmer')
  const { rows: merged } = await sql<{ id: string }>`select id from farmer where tenant_id = ${tenant.id} and merged_into_id = ${farmer.id}::uuid`.execute(db)
  const records = [
    farmer,
    ...(await recordsById(
      scope,
      member,
      merged.map(({ id }) => id),
      { lock: true },
    )),
  ]
  const renamed = new Map<string, string>()
  for (const record of records) {
    const named = { firstName: word, lastName: String(record.memberNo), noPhone: true, erasedOn: today, bankChangedAt: null }
    const after = { ...erasedRow(member, record, ''), ...named }
    await erase(scope, member, record, after)
    renamed.set(record.id, after.title)
    await sql`update farmer set name_keys = '{}', relation_key = null, village_key = null where tenant_id = ${tenant.id} and id = ${record.id}::uuid`.execute(
      db,
    )
    await sql`delete from bank_account where tenant_id = ${tenant.id} and farmer_id = ${record.id}::uuid`.execute(db)
  }
  const ids = records.map(({ id }) => id)
  // Copies of the name, by which lists are sorted.
  for (const entity of [entityOf('farmerseason'), entityOf('inspection')]) {
    const copies = await ownOf(scope, entity, ids)
    for (const copy of copies) await updateRow(scope, entity, copy, { ...copy, farmerName: renamed.get(String(copy.farmerId)) ?? null })
    const copyIds = copies.map(({ id }) => id)
    // Of visits and decisions the results stay; signatures, photographs and what was freely written go.
    await sql`select app.erase_files(${copyIds}::uuid[])`.execute(db)
    await eraseEvents(scope, entity, copyIds)
  }
  await sql`delete from awaited_file where tenant_id = ${tenant.id} and record_id = any(${ids}::uuid[])`.execute(db)
  for (const name of ['landowner', 'submission', 'user'] as const) await eraseOwn(scope, entityOf(name), ids, word)
  await eraseMessages(scope, records)
  await noteBySystem(scope, member, farmer.id, { eventType: 'ERASED', operatorId: farmer.operatorId, data: figures })
}

/** The row, its files, and what was recorded of it. */
async function erase(scope: Scope, entity: AnyEntity, before: Row, after: Row): Promise<void> {
  await updateRow(scope, entity, before, after)
  await sql`select app.erase_files(${[before.id]}::uuid[])`.execute(scope.db)
  await eraseEvents(scope, entity, [before.id])
}

/** Records of another kind that are of these members, locked. */
async function ownOf(scope: Scope, entity: AnyEntity, farmerIds: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from ${sql.table(entity.name)} as r where r.tenant_id = ${scope.tenant.id} and r.farmer_id = any(${[...farmerIds]}::uuid[]) order by r.id`.execute(
    scope.db,
  )
  const ids = rows.map(({ id }) => id)
  return await recordsById<AnyEntity>(scope, entity, ids, { lock: true })
}

/** Those of them that name the member. */
async function eraseOwn(scope: Scope, entity: AnyEntity, farmerIds: readonly string[], word: string): Promise<void> {
  for (const record of await ownOf(scope, entity, farmerIds)) {
    // An address that nobody has, and that differs for each.
    const further = entity.name === 'user' ? { email: `${record.id}@erased.invalid` } : {}
    await erase(scope, entity, record, { ...erasedRow(entity, record, word), ...further })
    if (entity.name === 'user') await forgetAccount(scope, record.id)
  }
}

/** What signing in and messages left of a person who has no account any more. */
async function forgetAccount({ db, tenant }: Scope, userId: string): Promise<void> {
  await removeDevices(db, tenant.id, userId)
  for (const table of ['session_token', 'push_subscription', 'notification_setting', 'idempotency'])
    await sql`delete from ${sql.table(table)} where tenant_id = ${tenant.id} and user_id = ${userId}::uuid`.execute(db)
}

/** Messages about this member, and those that went to the telephone: they were said with the name. */
async function eraseMessages({ db, tenant }: Scope, records: readonly Row[]): Promise<void> {
  for (const { id, title } of records) {
    const now = sql`(select f.title from farmer as f where f.tenant_id = ${tenant.id} and f.id = ${id}::uuid)`
    await sql`update notification as n set title = left(replace(n.title, ${title}, ${now}), 300), headline = left(replace(n.headline, ${title}, ${now}), 400),
        params = (select jsonb_agg(case when p->>'value' = ${title} then jsonb_set(p, '{value}', to_jsonb(${now})) else p end) from jsonb_array_elements(n.params) as p)
      where n.tenant_id = ${tenant.id} and n.subject_type = 'farmer' and n.subject_id = ${id}`.execute(db)
    await sql`delete from search_token as s using notification as n where s.tenant_id = ${tenant.id} and s.entity = 'notification' and s.record_id = n.id
      and n.tenant_id = s.tenant_id and n.subject_type = 'farmer' and n.subject_id = ${id}`.execute(db)
    await sql`update delivery set params = null where tenant_id = ${tenant.id} and recipient_id = ${id}::uuid`.execute(db)
  }
}

/** Takes out of each event what names the person, and keeps of its hash the commitment to what it said. */
async function eraseEvents(scope: Scope, entity: AnyEntity, ids: readonly string[]): Promise<void> {
  const { db, tenant, now } = scope
  for (let last: string | null = null; ; ) {
    const { rows } = await sql<RowOf<'event'>>`select e.* from event as e where e.tenant_id = ${tenant.id} and e.subject_type = ${entity.name}
      and e.subject_id = any(${[...ids]}::uuid[]) and e.erased_at is null and (${last}::uuid is null or e.id > ${last}::uuid) order by e.id limit ${atOnce}`.execute(
      db,
    )
    for (const row of rows) {
      const event = eventOf(row)
      const left = erasedData(entity, row.event_type, row.data)
      const prv = row.salts ? privateCommitment(tenant.id, event, row.salts) : null
      await sql`select app.erase_event(${row.id}::uuid, ${JSON.stringify(left)}::jsonb, ${prv}, ${now.toISOString()}::timestamptz)`.execute(db)
    }
    last = rows.at(-1)?.id ?? null
    if (rows.length < atOnce) return
  }
}
