// How many parcels and hectares lie where, for the low zooms: from the counters when the person sees whole operators,
// else from the parcels that the person does see (a field officer's villages are few).
import { sql } from 'kysely'
import { accessScopes } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { cellZoom, homeCell, tileBox, tileRange } from '#domain/geo/cells.ts'
import type { Point } from '#domain/kernel/kinds.ts'
import type { Scope } from '../scope.ts'
import { ofOperator, withinAccessScope } from '../store/access-scope.ts'
import { placeOf, type Sides } from './cells.ts'
import type { TileAddress } from './tile-address.ts'

export type CountFeature = { type: 'Feature'; geometry: Point; properties: { n: number; ha: number } }
/** Points a tile shows in each direction (8): a number every 64 pixels. */
const pointLevels = 3
/** The middle of a point is weighed from pieces this much finer, so that it lies where the plots are. */
const weighLevels = 2

type Counted = { quad: number; n: number; ha: number }

export async function countsInTile(scope: Scope, address: TileAddress): Promise<CountFeature[]> {
  const level = Math.min(cellZoom, address.z + pointLevels + weighLevels)
  const pieces = await (operatorsInView(scope) === 'some' ? countedByParcel(scope, address, level) : countedByCell(scope, address, level))
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

async function countedByCell(scope: Scope, { z, x, y }: TileAddress, level: number): Promise<Counted[]> {
  const [from, to] = tileRange(z, x, y)
  const seen = operatorsInView(scope)
  const { rows } = await sql<Counted>`
    select c.cell >> ${2 * (cellZoom - level)}::integer as quad, sum(c.n)::integer as n, sum(c.ha) as ha from parcel_count as c
    where c.tenant_id = ${scope.tenant.id} and c.cell between ${from} and ${to} and c.n > 0
      and ${scope.operator ? sql`c.operator_id = ${scope.operator.id}::uuid` : sql`true`} and ${Array.isArray(seen) ? sql`c.operator_id = any(${seen}::uuid[])` : sql`true`}
    group by 1`.execute(scope.db)
  return rows
}

async function countedByParcel(scope: Scope, { z, x, y }: TileAddress, level: number): Promise<Counted[]> {
  const landparcel = entityOf('landparcel')
  const { rows } = await sql<{ bbox: Sides | null; point: Point | null; ha: number }>`
    select r.bbox, r.point, coalesce(r.mapped_area_ha, r.declared_area_ha) as ha from landparcel as r
    where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null and r.status <> 'RETIRED' and (r.bbox is not null or r.point is not null)
      and ${withinAccessScope(scope, landparcel, 'L')} and ${ofOperator(scope, landparcel)}`.execute(scope.db)
  const [from, to] = tileRange(z, x, y)
  return rows.flatMap(({ bbox, point, ha }): Counted[] => {
    const place = placeOf({ id: '', operatorId: 'any', status: 'MAPPED', bbox, point, mappedAreaHa: ha } as never)
    const cell = place ? homeCell(place.box) : -1
    return place && cell >= from && cell <= to ? [{ quad: Math.floor(cell / 4 ** (cellZoom - level)), n: 1, ha }] : []
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
