// The boundaries a parcel has had: each is in the event that brought it, so nothing of the past is stored twice.
import { sql } from 'kysely'
import type { Declarations } from '#domain/entities.ts'
import { areaHa } from '#domain/geo/area.ts'
import { onLattice } from '#domain/geo/lattice.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { EventData, RecordedEvent, Stored } from '#domain/kernel/entity.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { boundariesByOccurrence } from '#domain/land/plot-boundaries.ts'
import { accuraciesStored, type VertexAccuracy } from '#domain/land/vertex-accuracy.ts'
import type { Db, Past, Scope } from '../scope.ts'
import { amongIds } from '../store/get.ts'
import { eventsThen } from '../store/past.ts'

type Method = Stored<Declarations['landparcel']>['boundaryMethod']
type BoundaryVersion = {
  eventId: string
  /** When it was recorded, and by whom; of one that two growers agreed on, by whom it was drawn. */
  recordedAt: string
  recordedBy: string | null
  occurredAt: string
  method: Method
  gpsAccuracyM: number | null
  /** For each corner of the polygon; null: of none anything is known. */
  vertexAccuracyM: (number | null)[] | null
  areaHa: number
  /** Null = from here on the parcel had no boundary. */
  polygon: Polygon | null
}
/** A version with what its columns are made of. `mappedOn`: tenant-local day. */
export type PlotBoundary = Omit<BoundaryVersion, 'areaHa'> & { eventType: string; mappedOn: string | null }

/** Latest first, by the time at which each was taken; events that were taken back do not count. */
export async function boundaryVersions(scope: Scope, parcelId: string): Promise<BoundaryVersion[]> {
  return (await boundariesOf(scope, parcelId)).map(({ eventType: _type, mappedOn: _day, ...version }) => ({
    ...version,
    areaHa: version.polygon ? areaHa(version.polygon) : 0,
  }))
}

type Entered<Value> = { to: Value | null } | null
type VersionRow = Pick<PlotBoundary, 'eventId' | 'eventType' | 'recordedAt' | 'recordedBy' | 'occurredAt'> & {
  parcelId: string
  boundary: Entered<Polygon>
  method: Entered<NonNullable<Method>>
  accuracy: Entered<number>
  vertices: readonly VertexAccuracy[] | null
  mappedOn: Entered<string>
}

/** The same with what their columns are made of. `voidedToo`: an event of this step that was taken back; `captured`: one that is about to be written. */
export async function boundariesOf(
  scope: Scope,
  parcelId: string,
  { voidedToo = null, captured = null }: { voidedToo?: string | null; captured?: Captured | null } = {},
) {
  const written = (scope.past && readBefore.get(scope.db)?.get(momentKey(scope.past, parcelId))) ?? (await versionRows(scope, [parcelId], voidedToo))
  return versionsIn(scope, captured ? [...written, rowOfCapture(captured, parcelId)] : written)
}
/** Those of several plots, read at once. */
export async function boundariesOfPlots(scope: Scope, parcelIds: readonly string[]): Promise<Map<string, PlotBoundary[]>> {
  if (parcelIds.length === 0) return new Map()
  const byPlot = Map.groupBy(await versionRows(scope, parcelIds, null), ({ parcelId }) => parcelId)
  return new Map([...byPlot].map(([id, rows]) => [id, versionsIn(scope, rows)]))
}
function versionsIn(scope: Scope, rows: readonly VersionRow[]): PlotBoundary[] {
  const versions: PlotBoundary[] = []
  for (const row of rows) versions.push(versionOf(scope, row, boundariesByOccurrence(versions).at(-1)))
  return boundariesByOccurrence(versions).reverse()
}

const readBefore = new WeakMap<Db, Map<string, VersionRow[]>>()
const momentKey = ({ occurredBy, knownBy }: Past, parcelId: string): string => [parcelId, occurredBy, knownBy].join(' ')

/** Reads those of several plots at once, in a scope of the past, where nothing of them changes any more. */
export async function readBoundaries(scope: Scope & { past: Past }, parcelIds: readonly string[]): Promise<void> {
  if (parcelIds.length === 0) return
  const byPlot = Map.groupBy(await versionRows(scope, parcelIds, null), ({ parcelId }) => parcelId)
  const read = readBefore.get(scope.db) ?? new Map<string, VersionRow[]>()
  readBefore.set(scope.db, read)
  for (const id of parcelIds) read.set(momentKey(scope.past, id), byPlot.get(id) ?? [])
}

async function versionRows(scope: Scope, parcelIds: readonly string[], voidedToo: string | null): Promise<VersionRow[]> {
  const counts = scope.past ? eventsThen(scope) : sql`(e.status = 'RECORDED' or e.id = ${voidedToo}::uuid)`
  // A capture says its boundary itself; a creation or an edit says what it changed.
  const entered = (captured: string, changed: string) =>
    sql`case when e.event_type = 'BOUNDARY_CAPTURED' then jsonb_build_object('to', e.data->${captured}::text) else e.data->'changes'->${changed}::text end`
  const { rows } = await sql<VersionRow>`
    select e.subject_id as "parcelId", e.id as "eventId", e.event_type as "eventType", e.recorded_at as "recordedAt", coalesce((e.data->>'drawnBy')::uuid, e.recorded_by) as "recordedBy", e.occurred_at as "occurredAt",
      ${entered('boundary', 'boundary')} as boundary, ${entered('method', 'boundaryMethod')} as method, ${entered('gpsAccuracyM', 'gpsAccuracyM')} as accuracy,
      case when e.event_type = 'BOUNDARY_CAPTURED' then nullif(e.data->'vertexAccuracyM', 'null'::jsonb) end as vertices,
      case when e.event_type <> 'BOUNDARY_CAPTURED' then e.data->'changes'->'mappedAt' end as "mappedOn" from event as e
    where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'landparcel' and e.subject_id = ${amongIds(parcelIds)} and ${counts}
      and (e.event_type = 'BOUNDARY_CAPTURED' or e.data->'changes'->'boundary' is not null)
    order by e.subject_version, e.id`.execute(scope.db)
  return rows
}

type Captured = RecordedEvent<EventData<Declarations['landparcel'], 'BOUNDARY_CAPTURED'>>
const rowOfCapture = ({ id, eventType, recordedAt, recordedBy, occurredAt, data }: Captured, parcelId: string): VersionRow => ({
  parcelId,
  eventId: id,
  eventType,
  recordedAt,
  recordedBy: data.drawnBy ?? recordedBy,
  occurredAt,
  boundary: { to: data.boundary },
  method: { to: data.method },
  accuracy: { to: data.gpsAccuracyM ?? null },
  vertices: data.vertexAccuracyM ?? null,
  mappedOn: null,
})

/** `present`: the one that an edit replaced; what it did not change of the mapping is as it was there. */
function versionOf(
  scope: Scope,
  { parcelId: _plot, boundary, method, accuracy, vertices, mappedOn, ...event }: VersionRow,
  present: PlotBoundary | undefined,
): PlotBoundary {
  const day = localDay(scope, event.occurredAt)
  return {
    ...event,
    polygon: boundary?.to ? onLattice(boundary.to) : null,
    method: method ? method.to : (present?.method ?? null),
    gpsAccuracyM: accuracy ? accuracy.to : (present?.gpsAccuracyM ?? null),
    vertexAccuracyM: boundary?.to && vertices?.length ? accuraciesStored(boundary.to, vertices) : null,
    mappedOn: event.eventType === 'BOUNDARY_CAPTURED' ? day : mappedOn ? mappedOn.to : (present?.mappedOn ?? day),
  }
}
