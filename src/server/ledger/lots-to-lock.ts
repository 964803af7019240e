// Lots that are locked with what an event names.
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

/** The lots that the kilograms of an event went through. */
export async function lotsMovedBy({ db, tenant }: Scope, eventId: string): Promise<string[]> {
  const entries = db.selectFrom('ledger_entry').select('batch_id as id').where('tenant_id', '=', tenant.id).where('event_id', '=', eventId)
  const made = db.selectFrom('lot_link').select('output_id as id').where('tenant_id', '=', tenant.id).where('event_id', '=', eventId)
  const lots = await entries.where('batch_id', 'is not', null).union(made).execute()
  return lots.flatMap(({ id }) => (id === null ? [] : [id]))
}
