// When something that follows from the day came to hold.
import { sql } from 'kysely'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Scope } from '../scope.ts'

/**
 * `moment` (ISO 8601), or the record's last event where that is later: what was confirmed or opened again after its day is over from then
 * on. An event that is voided, and what the product writes about every record (made, edited), do not count.
 */
export async function occurrenceOf({ db, tenant }: Scope, entity: AnyEntity, id: string, moment: string): Promise<string> {
  const { rows } = await sql<{ last: string | null }>`select max(occurred_at) as last from event
    where tenant_id = ${tenant.id} and subject_type = ${entity.name} and subject_id = ${id}::uuid and status = 'RECORDED'
      and event_type = any(${Object.keys(entity.events)}::text[])`.execute(db)
  const last = rows[0]?.last ?? null
  return last !== null && Date.parse(last) > Date.parse(moment) ? last : moment
}
