// Asks whether the stored boundary of a plot lies over land registered in another programme (BR-02). The database answers, and stores it.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { cellsOfBox } from '#domain/geo/cells.ts'
import { toBox } from '../../map/cells.ts'
import type { Scope } from '../../scope.ts'
import { findRecord } from '../../store/get.ts'

export async function requestElsewhere(scope: Scope, parcelId: string): Promise<void> {
  const parcel = await findRecord(scope, entityOf('landparcel'), parcelId, { by: 'any' })
  if (parcel?.bbox) await sql`select app.lies_elsewhere(${parcelId}::uuid, ${cellsOfBox(toBox(parcel.bbox))}::bigint[])`.execute(scope.db)
}
