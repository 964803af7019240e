// Lots that are locked with what an event names.
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../scope.ts'

/** The farm lots of these crops. Asked when the crops are locked: a first picking cannot make one meanwhile. */
export async function farmLotsOf({ db, tenant }: Scope, cropIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('productbatch')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('crop_id', 'in', [...cropIds])
    .where('unit_type', '=', 'FARM_LOT')
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** The lots that the kilograms of an event went through. `others`: with these (SQL, `lot`). */
export async function lotsMovedBy({ db, tenant }: Scope, eventId: string, others: RawBuilder<{ lot: string }>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select batch_id as id from ledger_entry where tenant_id = ${tenant.id} and event_id = ${eventId}::uuid and batch_id is not null
    union select output_id from lot_link where tenant_id = ${tenant.id} and event_id = ${eventId}::uuid
    union select lot from (${others}) as other`.execute(db)
  return rows.map(({ id }) => id)
}
