// Vector tiles of the parcels a person may see: the parcels themselves from zoom 11, how many and how many hectares below.
// No PostGIS: the cells find them, and the tile is cut and encoded here. The version of what lies on a tile and the parcels
// themselves are asked in one message, and the parcels only where the version is not the one that is known.
import { gzipSync } from 'node:zlib'
import { geoJSONToTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { type RawBuilder, sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { type Bbox, widened } from '#domain/geo/area.ts'
import { tileBox } from '#domain/geo/cells.ts'
import { widestDegrees } from '#domain/geo/validity.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Point, Polygon } from '#domain/kernel/kinds.ts'
import { type Compilable, queryAllAndCommit } from '#server/db/connection.ts'
import { organicStatusNow } from '../queries/organic-status.ts'
import type { Scope } from '../scope.ts'
import { type Condition, ofOperator, withinAccessScope } from '../store/access-scope.ts'
import { idsInBox, inCells } from './overlaps.ts'
import { type CountFeature, countFeatures, countsQuery } from './parcel-counts.ts'
import type { TileAddress } from './tile-address.ts'

/** Below this zoom a tile holds thousands of plots that nobody can distinguish: counts instead. */
export const firstParcelZoom = 11
/** A tile with more than this many parcels shows counts too. */
export const mostParcels = 5_000
const extent = 4096
const buffer = 64

type Layer = 'parcel' | 'count'
export type EncodedTile = { bytes: Uint8Array; gzipped: Uint8Array }
/**
 * `versions`, `day`: what changes whenever anything drawn on it may have changed: the sum of the versions of the counters around
 * it, which every write of a parcel raises (placeParcel), and the day, with which the organic status changes. No time of a change
 * is asked: a long transaction's change bears an early time and is seen late. `encoded` null: nothing is on it.
 */
export type Tile = { versions: number; day: string; layer: Layer; encoded: EncodedTile | null }

/** Found after the parcels were asked for: carried out again by whoever runs transactions, and the counts are asked for then. */
class TooManyParcels extends Error {
  readonly code = '40001'
}

/**
 * The tile as this person may see it: `known` where it still holds, else drawn anew. The last question of its call. What
 * `remember` is handed is to be given as `known` the next time.
 */
export async function currentTile(
  scope: Scope,
  address: TileAddress,
  known: Tile | undefined,
  remember: (tile: Tile) => void,
  most = mostParcels,
): Promise<Tile> {
  const day = localDay(scope)
  const layer: Layer = address.z < firstParcelZoom ? 'count' : (known?.layer ?? 'parcel')
  const versions = versionsAround(scope, address)
  const isChanged: Condition = known?.day === day ? sql`(${versions}) <> ${known.versions}` : sql`true`
  const query = layer === 'count' ? countsQuery(scope, address, isChanged) : parcelsQuery(scope, address, isChanged, most)
  const [[found] = [], rows = []] = await queryAllAndCommit(scope.db, sql`select (${versions}) as versions`, query)
  const now = { versions: Number(found?.versions), day }
  if (known && known.versions === now.versions && known.day === day) return known
  if (layer === 'parcel' && rows.length > most) {
    remember({ versions: unknownVersion, day, layer: 'count', encoded: null })
    throw new TooManyParcels('This tile shows counts')
  }
  const tile = { ...now, layer, encoded: drawnTile(scope, address, layer, rows) }
  // Next time as parcels again, where they have become few.
  remember(layer === 'count' && address.z >= firstParcelZoom && isFew(rows, most) ? { versions: unknownVersion, day, layer: 'parcel', encoded: null } : tile)
  return tile
}

/** No sum of versions. */
const unknownVersion = -1
/** Well below the limit: what touches the edge of a tile is drawn on it and counted elsewhere. */
const isFew = (rows: readonly Record<string, unknown>[], most: number): boolean => rows.reduce((sum, { n = 1 }) => sum + Number(n), 0) < most * 0.9

function versionsAround({ tenant }: Scope, address: TileAddress): RawBuilder<number> {
  // A plot is counted where its middle lies, which may be half a plot outside the tile that shows its edge.
  const around = widened(bufferedBox(address), (widestDegrees / 2) * 111_320)
  return sql<number>`select coalesce(sum(c.version), 0)::bigint from parcel_count as c where c.tenant_id = ${tenant.id} and ${inCells(around)}`
}

/** At most one more than a tile may hold. */
export function parcelsQuery(scope: Scope, address: TileAddress, isWanted: Condition, most = mostParcels): Compilable {
  const landparcel = entityOf('landparcel')
  return sql`
    select r.id, r.code, r.parcel_no as "parcelNo", r.name, r.status, ${organicStatusNow(scope)} as claim, r.crop_now as crop, r.boundary, case when r.boundary is null then r.point end as point from landparcel as r
    where r.tenant_id = ${scope.tenant.id} and r.id = any(${idsInBox(scope, bufferedBox(address))}) and r.deleted_at is null and ${isWanted}
      and ${withinAccessScope(scope, landparcel, 'L')} and ${ofOperator(scope, landparcel)} limit ${most + 1}`
}

const bufferedBox = ({ z, x, y }: TileAddress): Bbox => tileBox(z, x, y, buffer / extent)

type Feature = { type: 'Feature'; geometry: Polygon | Point; properties: Record<string, string | number> }

/** Null properties vanish in a tile, so what is unknown is left out. */
// biome-ignore lint/suspicious/noExplicitAny: rows of parcelsQuery, which knows what it asked
const parcelFeatures = (rows: readonly any[]): Feature[] =>
  rows.map(({ boundary, point, ...words }) => ({
    type: 'Feature',
    geometry: boundary ?? point,
    properties: Object.fromEntries(Object.entries<string | null>(words).filter((entry): entry is [string, string] => entry[1] !== null)),
  }))

/** Rows of the layer's question as an encoded tile; null where nothing is on it. */
export const drawnTile = (scope: Scope, address: TileAddress, layer: Layer, rows: readonly Record<string, unknown>[]): EncodedTile | null =>
  encode(address, layer, layer === 'count' ? countFeatures(scope, address, rows) : parcelFeatures(rows))

function encode({ z, x, y }: TileAddress, layer: Layer, features: readonly (Feature | CountFeature)[]): EncodedTile | null {
  if (!features.length) return null
  const tile = geoJSONToTile({ type: 'FeatureCollection', features: [...features] }, z, x, y, { extent, buffer, tolerance: 0, clip: true })
  if (!tile?.features.length) return null
  const bytes = fromGeojsonVt({ [layer]: tile }, { version: 2, extent })
  return { bytes, gzipped: gzipSync(bytes, { level: 6 }) }
}
