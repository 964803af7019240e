// Keeps the map index true: the cells a parcel's box touches and the counters of the low zooms. Both are derived, and
// this is the only file that writes them, in the transaction that writes the parcel.
import { sql } from 'kysely'
import type { Declarations } from '#domain/entities.ts'
import type { Bbox } from '#domain/geo/area.ts'
import { cellsOfBox, homeCell } from '#domain/geo/cells.ts'
import { stepsPerDegree } from '#domain/geo/lattice.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Point } from '#domain/kernel/kinds.ts'
import { sendWithNext } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'

/** Where a live parcel lies and what it counts. */
export type Place = { parcelId: string; operatorId: string; box: Bbox; ha: number }
type Located = Pick<Stored<Declarations['landparcel']>, 'id' | 'operatorId' | 'status' | 'bbox' | 'point' | 'mappedAreaHa' | 'declaredAreaHa'>
export type Sides = { west: number; south: number; east: number; north: number }

export const toBox = ({ west, south, east, north }: Sides): Bbox => [west, south, east, north]
export const toSides = ([west, south, east, north]: Bbox): Sides => ({ west, south, east, north })
/** A box in lattice steps, as the cells carry it. */
export const boxInSteps = (box: Bbox): [w: number, s: number, e: number, n: number] => [
  Math.floor(box[0] * stepsPerDegree),
  Math.floor(box[1] * stepsPerDegree),
  Math.ceil(box[2] * stepsPerDegree),
  Math.ceil(box[3] * stepsPerDegree),
]

/** The box of a parcel: of its boundary, or its point alone; null where it has neither. */
export function boxOf(bbox: Sides | null, point: Point | null): Bbox | null {
  if (bbox) return toBox(bbox)
  if (!point) return null
  const [lon, lat] = point.coordinates
  return [lon, lat, lon, lat]
}

/** Where this parcel is on the map; null when it is not: no geometry, retired, or of no operator. */
export function placeOf(parcel: Located | null): Place | null {
  if (!parcel?.operatorId || parcel.status === 'RETIRED') return null
  const box = boxOf(parcel.bbox, parcel.point)
  return box && { parcelId: parcel.id, operatorId: parcel.operatorId, box, ha: parcel.mappedAreaHa ?? parcel.declaredAreaHa }
}

/**
 * Moves a parcel on the map from where it was to where it is; null = not on it. Call it after every write of a parcel,
 * also when nothing moved: the counter's version shows that its tiles are old.
 */
export async function placeParcel(scope: Scope, before: Place | null, after: Place | null): Promise<void> {
  if (!isSamePlace(before, after)) {
    if (before) await dropCells(scope, before)
    if (after) await addCells(scope, after)
  }
  await count(scope, before, after)
}

/** The same for parcels that are new on the map, in two statements however many they are. Sent with the next one. */
export function placeNewParcels({ db, tenant }: Scope, places: readonly Place[]): void {
  if (places.length === 0) return
  const cells = places.flatMap(({ parcelId, box }) => {
    const [w, s, e, n] = boxInSteps(box)
    const home = homeCell(box)
    return cellsOfBox(box).map((cell) => ({ tenant_id: tenant.id, cell, parcel_id: parcelId, w, s, e, n, home: cell === home }))
  })
  const counts = new Map<string, { tenant_id: number; operator_id: string; cell: number; n: number; ha: number; version: number }>()
  for (const { operatorId, box, ha } of places) {
    const cell = homeCell(box)
    const key = countKey(cell, operatorId)
    const known = counts.get(key) ?? { tenant_id: tenant.id, operator_id: operatorId, cell, n: 0, ha: 0, version: 1 }
    counts.set(key, { ...known, n: known.n + 1, ha: known.ha + ha })
  }
  sendWithNext(
    db,
    sql`insert into parcel_cell (tenant_id, cell, parcel_id, w, s, e, n, home)
      select tenant_id, cell, parcel_id, w, s, e, n, home from json_populate_recordset(null::parcel_cell, ${JSON.stringify(cells)}::json)`,
  )
  const inOrder = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  sendWithNext(
    db,
    sql`insert into parcel_count (tenant_id, operator_id, cell, n, ha, version)
      select tenant_id, operator_id, cell, n, ha, version from json_populate_recordset(null::parcel_count, ${JSON.stringify(inOrder)}::json)
      on conflict (tenant_id, operator_id, cell) do update set n = parcel_count.n + excluded.n, ha = parcel_count.ha + excluded.ha, version = parcel_count.version + excluded.version`,
  )
}
/** Counters are written in this order by everybody. */
const countKey = (cell: number, operatorId: string): string => `${String(cell).padStart(10, '0')} ${operatorId}`

const isSamePlace = (one: Place | null, other: Place | null): boolean =>
  one !== null && other !== null && one.parcelId === other.parcelId && one.box.every((side, i) => side === other.box[i])

async function dropCells({ db, tenant }: Scope, { parcelId, box }: Place): Promise<void> {
  await sql`delete from parcel_cell where tenant_id = ${tenant.id} and cell = any(${cellsOfBox(box)}::bigint[]) and parcel_id = ${parcelId}::uuid`.execute(db)
}

async function addCells({ db, tenant }: Scope, { parcelId, box }: Place): Promise<void> {
  const [w, s, e, n] = boxInSteps(box)
  const home = homeCell(box)
  await db
    .insertInto('parcel_cell')
    .values(cellsOfBox(box).map((cell) => ({ tenant_id: tenant.id, cell, parcel_id: parcelId, w, s, e, n, home: cell === home })))
    .execute()
}

/** One row per operator and home cell; ascending, so that two writers meet in the same order. */
async function count({ db, tenant }: Scope, before: Place | null, after: Place | null): Promise<void> {
  const changes = new Map<string, { operator_id: string; cell: number; n: number; ha: number }>()
  for (const [place, sign] of [
    [before, -1],
    [after, 1],
  ] as const) {
    if (!place) continue
    const cell = homeCell(place.box)
    const key = countKey(cell, place.operatorId)
    const known = changes.get(key) ?? { operator_id: place.operatorId, cell, n: 0, ha: 0 }
    changes.set(key, { ...known, n: known.n + sign, ha: known.ha + sign * place.ha })
  }
  for (const [, { operator_id, cell, n, ha }] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await sql`
      insert into parcel_count (tenant_id, operator_id, cell, n, ha, version) values (${tenant.id}, ${operator_id}::uuid, ${cell}, ${n}, ${ha}, 1)
      on conflict (tenant_id, operator_id, cell) do update set n = parcel_count.n + excluded.n, ha = parcel_count.ha + excluded.ha, version = parcel_count.version + excluded.version`.execute(
      db,
    )
  }
}

/**
 * Makes everybody else who wants to judge a boundary on the same ground wait until this transaction ends: two plots drawn
 * over each other at the same moment would otherwise both find the ground free. Ascending, against deadlocks.
 */
export async function lockGround({ db, tenant }: Scope, box: Bbox): Promise<void> {
  for (const cell of cellsOfBox(box)) await sql`select pg_advisory_xact_lock(${tenant.id}::integer, ${cell}::integer)`.execute(db)
}
