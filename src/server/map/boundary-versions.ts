// The boundaries a parcel has had: each is in the event that brought it, so nothing of the past is stored twice.
import { sql } from 'kysely'
import type { Declarations } from '#domain/entities.ts'
import { areaHa } from '#domain/geo/area.ts'
import { onLattice } from '#domain/geo/lattice.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import type { Scope } from '../scope.ts'

type Method = Stored<Declarations['landparcel']>['boundaryMethod']
export type BoundaryVersion = {
  eventId: string
  /** When it was recorded, and by whom. */
  recordedAt: string
  recordedBy: string | null
  occurredAt: string
  method: Method
  gpsAccuracyM: number | null
  areaHa: number
  /** Null = from here on the parcel had no boundary. */
  polygon: Polygon | null
}
/** A capture says its boundary itself; a creation or an edit says what it changed. */
type VersionRow = Omit<BoundaryVersion, 'areaHa'>

/** Newest first; events that were taken back do not count. `without`: an event that is just being taken back. */
export async function boundaryVersions(scope: Scope, parcelId: string, { without = null }: { without?: string | null } = {}): Promise<BoundaryVersion[]> {
  const { rows } = await sql<VersionRow>`
    select e.id as "eventId", e.recorded_at as "recordedAt", e.recorded_by as "recordedBy", e.occurred_at as "occurredAt",
      coalesce(e.data->>'method', e.data->'changes'->'boundaryMethod'->>'to') as method,
      coalesce(e.data->'gpsAccuracyM', e.data->'changes'->'gpsAccuracyM'->'to') as "gpsAccuracyM",
      coalesce(e.data->'boundary', e.data->'changes'->'boundary'->'to') as polygon from event as e
    where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'landparcel' and e.subject_id = ${parcelId}::uuid and e.status = 'RECORDED' and e.id is distinct from ${without}::uuid
      and (e.event_type = 'BOUNDARY_CAPTURED' or e.data->'changes'->'boundary' is not null)
    order by e.subject_version desc, e.id desc`.execute(scope.db)
  return rows.map((row): BoundaryVersion => {
    const polygon = row.polygon && onLattice(row.polygon)
    return { ...row, areaHa: polygon ? areaHa(polygon) : 0, polygon }
  })
}
