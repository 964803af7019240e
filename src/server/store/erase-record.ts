// Takes out of one record what names a person: of its row, of its files, and of what was recorded of it.
import { sql } from 'kysely'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { erasedData } from '#domain/people/erasure.ts'
import type { RowOf, Scope } from '../scope.ts'
import { privateCommitment } from './event-hash.ts'
import { eventOf } from './event-view.ts'
import { updateRow } from './write.ts'

/** Events at a time: an inspection may carry long answers. */
const atOnce = 200

/** `before` is locked, and of a member who is marked as erased. */
export async function erase(scope: Scope, entity: AnyEntity, before: Row, after: Row): Promise<void> {
  await updateRow(scope, entity, before, after)
  await sql`select app.erase_files(${[before.id]}::uuid[])`.execute(scope.db)
  // What was deleted is not found, whatever stands in place of its name.
  await sql`delete from search_token as t using ${sql.table(entity.name)} as r where t.tenant_id = ${scope.tenant.id} and t.entity = ${entity.name}
    and t.record_id = ${before.id}::uuid and r.tenant_id = t.tenant_id and r.id = t.record_id and r.deleted_at is not null`.execute(scope.db)
  await eraseEvents(scope, entity, before.id)
}

/** Takes out of each event what names the person, and keeps of its hash the commitment to what it said. */
async function eraseEvents(scope: Scope, entity: AnyEntity, id: string): Promise<void> {
  const { db, tenant, now } = scope
  for (let last: string | null = null; ; ) {
    const { rows } = await sql<RowOf<'event'>>`select e.* from event as e where e.tenant_id = ${tenant.id} and e.subject_type = ${entity.name}
      and e.subject_id = ${id}::uuid and e.erased_at is null and (${last}::uuid is null or e.id > ${last}::uuid) order by e.id limit ${atOnce}`.execute(db)
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
