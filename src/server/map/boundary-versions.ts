// The boundaries a parcel has had: each is in the event that brought it, so nothing of the past is stored twice.
import { sql } from 'kysely'
import { areaHa } from '#domain/geo/area.ts'
import { onLattice } from '#domain/geo/lattice.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import type { Scope } from '../scope.ts'

export type BoundaryVersion = {
  eventId: string
  /** When it was recorded, and by whom. */
  recordedAt: string
  recordedBy: string | null
  occurredAt: string
  method: string | null
  gpsAccuracyM: number | null
  areaHa: number
  /** Null = from here on the parcel had no boundary. */
  polygon: Polygon | null
}

/** Newest first; events that were taken back do not count. `without`: an event that is just being taken back. */
export async function boundaryVersions(scope: Scope, parcelId: string, { without = null }: { without?: string | null } = {}): Promise<BoundaryVersion[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select e.id, e.recorded_at, e.recorded_by, e.occurred_at, e.event_type, e.data from event as e
    where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'landparcel' and e.subject_id = ${parcelId}::uuid and e.status = 'RECORDED' and e.id is distinct from ${without}::uuid
      and (e.event_type = 'BOUNDARY_CAPTURED' or e.data->'changes'->'boundary' is not null)
    order by e.subject_version desc, e.id desc`.execute(scope.db)
  return rows.map((row): BoundaryVersion => {
    const { boundary, method, gpsAccuracyM } = versionOf(row.data as Record<string, unknown>)
    const polygon = boundary && onLattice(boundary)
    return {
      eventId: row.id as string,
      recordedAt: row.recorded_at as string,
      recordedBy: row.recorded_by as string | null,
      occurredAt: row.occurred_at as string,
      method,
      gpsAccuracyM,
      areaHa: polygon ? areaHa(polygon) : 0,
      polygon,
    }
  })
}

/** A capture says its boundary itself; a creation or an edit says what it changed. */
function versionOf(data: Record<string, unknown>): { boundary: Polygon | null; method: string | null; gpsAccuracyM: number | null } {
  const changes = data.changes as Record<string, { to: unknown }> | undefined
  if (!changes)
    return {
      boundary: (data.boundary as Polygon | undefined) ?? null,
      method: (data.method as string | undefined) ?? null,
      gpsAccuracyM: (data.gpsAccuracyM as number | undefined) ?? null,
    }
  return {
    boundary: (changes.boundary?.to as Polygon | null) ?? null,
    method: (changes.boundaryMethod?.to as string | undefined) ?? null,
    gpsAccuracyM: (changes.gpsAccuracyM?.to as number | undefined) ?? null,
  }
}
