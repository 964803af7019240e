// Vector tiles of the parcels a person may see: the parcels themselves from zoom 11, how many and how many hectares below.
// No PostGIS: the cells find them, and the tile is cut and encoded here.
import { gzipSync } from 'node:zlib'
import { geoJSONToTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { type Bbox, widened } from '#domain/geo/area.ts'
import { tileBox } from '#domain/geo/cells.ts'
import { widestDegrees } from '#domain/geo/validity.ts'
import type { Point, Polygon } from '#domain/kernel/kinds.ts'
import type { Scope } from '../scope.ts'
import { ofOperator, withinAccessScope } from '../store/access-scope.ts'
import { organicStatusNow, todayIn } from '../store/organic-status.ts'
import { idsInBox, inCells } from './overlaps.ts'
import { countsInTile } from './parcel-counts.ts'
import type { TileAddress } from './tile-address.ts'

/** Below this zoom a tile holds thousands of plots that nobody can distinguish: counts instead. */
export const firstParcelZoom = 11
/** A tile with more than this many parcels shows counts too. */
export const mostParcels = 5_000
const extent = 4096
const buffer = 64

export type EncodedTile = { bytes: Uint8Array; gzipped: Uint8Array }
type Feature = { type: 'Feature'; geometry: Polygon | Point; properties: Record<string, string | number> }

/**
 * What changes whenever anything drawn on this tile may have changed: the versions of the counters around it, which every write
 * of a parcel raises (placeParcel), and the day, with which standings change. No time of a change is asked: a long transaction's change bears an early time and is seen late.
 * Opaque; compare for equality only.
 */
export async function tileVersion(scope: Scope, { z, x, y }: TileAddress): Promise<string> {
  const { db, tenant } = scope
  // A plot is counted where its middle lies, which may be half a plot outside the tile that shows its edge.
  const around = widened(bufferedBox({ z, x, y }), (widestDegrees / 2) * 111_320)
  const { rows } = await sql<{ versions: number; today: string }>`
    select coalesce(sum(c.version), 0)::bigint as versions, ${todayIn(scope)} as today from parcel_count as c where c.tenant_id = ${tenant.id} and ${inCells(around)}`.execute(
    db,
  )
  return `${rows[0]?.versions ?? 0}-${rows[0]?.today}`
}

/** The tile as this person may see it; null when nothing is on it. */
export async function drawTile(scope: Scope, address: TileAddress): Promise<EncodedTile | null> {
  if (address.z < firstParcelZoom) return encode(address, 'count', await countsInTile(scope, address))
  const parcels = await parcelsInTile(scope, address)
  return parcels.length > mostParcels ? encode(address, 'count', await countsInTile(scope, address)) : encode(address, 'parcel', parcels.map(toFeature))
}

type DrawnParcel = {
  id: string
  code: string
  parcelNo: string
  name: string
  status: string
  claim: string | null
  crop: string | null
  boundary: Polygon | null
  point: Point | null
}

/** At most one more than a tile may hold. */
export async function parcelsInTile(scope: Scope, address: TileAddress): Promise<DrawnParcel[]> {
  const landparcel = entityOf('landparcel')
  const { rows } = await sql<DrawnParcel>`
    select r.id, r.code, r.parcel_no as "parcelNo", r.name, r.status, ${organicStatusNow(scope)} as claim, r.crop_now as crop, r.boundary, case when r.boundary is null then r.point end as point from landparcel as r
    where r.tenant_id = ${scope.tenant.id} and r.id = any(${idsInBox(scope, bufferedBox(address))}) and r.deleted_at is null
      and ${withinAccessScope(scope, landparcel, 'L')} and ${ofOperator(scope, landparcel)} limit ${mostParcels + 1}`.execute(scope.db)
  return rows
}

const bufferedBox = ({ z, x, y }: TileAddress): Bbox => tileBox(z, x, y, buffer / extent)

/** Null properties vanish in a tile, so what is unknown is left out. */
function toFeature({ boundary, point, ...words }: DrawnParcel): Feature {
  const properties = Object.fromEntries(Object.entries(words).filter((entry): entry is [string, string] => entry[1] !== null))
  return { type: 'Feature', geometry: boundary ?? (point as Point), properties }
}

function encode({ z, x, y }: TileAddress, layer: 'parcel' | 'count', features: readonly Feature[]): EncodedTile | null {
  if (!features.length) return null
  const tile = geoJSONToTile({ type: 'FeatureCollection', features: [...features] }, z, x, y, { extent, buffer, tolerance: 0, clip: true })
  if (!tile?.features.length) return null
  const bytes = fromGeojsonVt({ [layer]: tile }, { version: 2, extent })
  return { bytes, gzipped: gzipSync(bytes, { level: 6 }) }
}
