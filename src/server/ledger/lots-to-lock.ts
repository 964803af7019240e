// Lots that are locked with what an event names.
import { sql } from 'kysely'
import { sharersOf } from '../queries/signed-slips.ts'
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

/** The lots that the kilograms of an event went through; of a ticket also those with tickets that the photo of its slip may sign without it. */
export async function lotsMovedBy({ db, tenant }: Scope, eventId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select batch_id as id from ledger_entry where tenant_id = ${tenant.id} and event_id = ${eventId}::uuid and batch_id is not null
    union select output_id from lot_link where tenant_id = ${tenant.id} and event_id = ${eventId}::uuid
    union select lot from (${sharersOf({ tenant }, eventId)}) as sharer`.execute(db)
  return rows.map(({ id }) => id)
}
