// What stands on a plot now, as the map and the plot's page show it: the main crop sown last that has not ended.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Scope } from '../../scope.ts'
import { changeBySystem } from '../../store/edit.ts'
import { recordsById } from '../../store/get.ts'
import type { Crop } from './crop-state.ts'

/** `crop`: locked and not written yet. The map's tile of the plot becomes old with it. */
export async function showOnPlot(scope: Scope, crop: Crop): Promise<void> {
  if (crop.role !== 'MAIN' || crop.parcelId === null) return
  const { rows } = await sql<{ name: string; sown: string }>`
    select c.crop_name as name, c.sowing_date as sown from crop as c
    where c.tenant_id = ${scope.tenant.id} and c.parcel_id = ${crop.parcelId}::uuid and c.id <> ${crop.id}::uuid and c.role = 'MAIN' and c.status in ('SOWN', 'GROWING', 'HARVESTING') and c.deleted_at is null
    order by c.sowing_date desc limit 1`.execute(scope.db)
  const isGrowing = ['SOWN', 'GROWING', 'HARVESTING'].includes(crop.status)
  const other = rows[0]
  const cropNow = isGrowing && (!other || (crop.sowingDate !== null && other.sown <= crop.sowingDate)) ? crop.cropName : (other?.name ?? null)
  const [parcel] = await recordsById(scope, entityOf('landparcel'), [crop.parcelId], { lock: true })
  if (!parcel || parcel.cropNow === cropNow) return
  await changeBySystem(scope, entityOf('landparcel'), parcel, { cropNow })
}
