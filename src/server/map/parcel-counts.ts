// How many parcels and hectares lie where, for the low zooms: from the counters when the person sees whole operators,
// else from the parcels that the person does see (a field officer's villages are few).
import { sql } from 'kysely'
import { accessScopes } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { cellZoom, homeCell, tileBox, tileRange } from '#domain/geo/cells.ts'
import type { Point } from '#domain/kernel/kinds.ts'
import type { Compilable } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { type Condition, ofOperator, withinAccessScope } from '../store/access-scope.ts'
import { boxOf, type Sides } from './cells.ts'
import type { TileAddress } from './tile-address.ts'

export type CountFeature = { type: 'Feature'; geometry: Point; properties: { n: number; ha: number } }
/** Points a tile shows in each direction (8): a number every 64 pixels. */
const pointLevels = 3
/** The middle of a point is weighed from pieces this much finer, so that it lies where the plots are. */
const weighLevels = 2

type Counted = { quad: number; n: number; ha: number }

/** Asks for what the tile counts; `isWanted` false: nothing is asked of the tables. Its rows go through `countFeatures`. */
export const countsQuery = (scope: Scope, address: TileAddress, isWanted: Condition): Compilable =>
  operatorsInView(scope) === 'some' ? parcelsToCount(scope, isWanted) : countedByCell(scope, address, isWanted)

const levelOf = ({ z }: TileAddress): number => Math.min(cellZoom, z + pointLevels + weighLevels)

// biome-ignore lint/suspicious/noExplicitAny: rows of countsQuery, which knows what it asked
export function countFeatures(scope: Scope, address: TileAddress, rows: readonly any[]): CountFeature[] {
  const level = levelOf(address)
  const pieces: readonly Counted[] = operatorsInView(scope) === 'some' ? countedByParcel(address, rows) : rows
  const groups = new Map<number, { n: number; ha: number; lon: number; lat: number }>()
  for (const { quad, n, ha } of pieces) {
    const [lon, lat] = middleOf(quad, level)
    const key = Math.floor(quad / 4 ** Math.min(weighLevels, level - address.z))
    const group = groups.get(key) ?? { n: 0, ha: 0, lon: 0, lat: 0 }
    groups.set(key, { n: group.n + n, ha: group.ha + ha, lon: group.lon + n * lon, lat: group.lat + n * lat })
  }
  return [...groups.values()].map(({ n, ha, lon, lat }) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon / n, lat / n] },
    properties: { n, ha: Math.round(ha * 100) / 100 },
  }))
}

/** Whether the counters can answer: 'all', the ids of the operators seen whole, or 'some' when only parts of one are seen. */
function operatorsInView({ user }: Scope): 'all' | 'some' | string[] {
  const ways = accessScopes(user, 'landparcel', 'L')
  if (ways.some(({ kind }) => kind === 't')) return 'all'
  if (ways.some(({ kind, grant }) => kind === 's' || (kind === 'a' && grant.villages?.length))) return 'some'
  return ways.flatMap(({ grant }) => grant.operatorIds ?? [])
}

function countedByCell(scope: Scope, address: TileAddress, isWanted: Condition): Compilable {
  const [from, to] = tileRange(address.z, address.x, address.y)
  const seen = operatorsInView(scope)
  return sql<Counted>`
    select c.cell >> ${2 * (cellZoom - levelOf(address))}::integer as quad, sum(c.n)::integer as n, sum(c.ha) as ha from parcel_count as c
    where c.tenant_id = ${scope.tenant.id} and c.cell between ${from} and ${to} and c.n > 0 and ${isWanted}
      and ${scope.operator ? sql`c.operator_id = ${scope.operator.id}::uuid` : sql`true`} and ${Array.isArray(seen) ? sql`c.operator_id = any(${seen}::uuid[])` : sql`true`}
    group by 1`
}

type CountedParcel = { bbox: Sides | null; point: Point | null; ha: number }
function parcelsToCount(scope: Scope, isWanted: Condition): Compilable {
  const landparcel = entityOf('landparcel')
  return sql<CountedParcel>`
    select r.bbox, r.point, coalesce(r.mapped_area_ha, r.declared_area_ha) as ha from landparcel as r
    where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null and r.status <> 'RETIRED' and (r.bbox is not null or r.point is not null) and ${isWanted}
      and ${withinAccessScope(scope, landparcel, 'L')} and ${ofOperator(scope, landparcel)}`
}

function countedByParcel(address: TileAddress, rows: readonly CountedParcel[]): Counted[] {
  const [from, to] = tileRange(address.z, address.x, address.y)
  return rows.flatMap(({ bbox, point, ha }): Counted[] => {
    const box = boxOf(bbox, point)
    const cell = box ? homeCell(box) : -1
    return cell >= from && cell <= to ? [{ quad: Math.floor(cell / 4 ** (cellZoom - levelOf(address))), n: 1, ha }] : []
  })
}

/** Middle of a Z-order square of that level, in degrees. */
function middleOf(quad: number, level: number): [lon: number, lat: number] {
  let [x, y] = [0, 0]
  for (let bit = 0; bit < level; bit++) {
    x |= ((quad >> (2 * bit)) & 1) << bit
    y |= ((quad >> (2 * bit + 1)) & 1) << bit
  }
  const [west, south, east, north] = tileBox(level, x, y)
  return [(west + east) / 2, (south + north) / 2]
}
