// The ground on which many new boundaries are to lie, read at once: what is there (BR-02) is found in memory by cell and box, among
// the parcels there are and the new ones accepted before. The same answers as `overlapsOf` gives for one boundary.
import { sql } from 'kysely'
import type { Bbox } from '#domain/geo/area.ts'
import type { Boundary } from '#domain/geo/boundary.ts'
import { cellsOfBox } from '#domain/geo/cells.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { boxInSteps } from './cells.ts'
import { type FoundOverlap, type NearParcel, overlapsAmong, parcelsById } from './overlaps.ts'

/** Each cell is locked: more are not for one transaction. */
const mostCells = 1500
/** As many neighbours as one boundary is compared with. */
const mostNeighbours = 500

type Steps = readonly [w: number, s: number, e: number, n: number]
type Lying = { steps: Steps; parcel: NearParcel }

export class Ground {
  readonly #byCell = new Map<number, Lying[]>()
  readonly #codes = new Map<string, string>()

  addRing(hash: string, code: string): void {
    this.#codes.set(hash, code)
  }
  add(cells: readonly number[], steps: Steps, parcel: NearParcel): void {
    for (const cell of cells) put(this.#byCell, cell, { steps, parcel })
  }
  /** A new parcel that will be written: the ones after it are judged beside it. */
  accept({ bbox, hash }: Boundary, parcel: NearParcel): void {
    this.add(cellsOfBox(bbox), boxInSteps(bbox), parcel)
    this.addRing(hash, parcel.code)
  }
  /** The parcel with the very same ring, by its code. */
  codeOf(hash: string): string | undefined {
    return this.#codes.get(hash)
  }
  overlapsOf({ polygon, bbox }: Boundary): FoundOverlap[] {
    const steps = boxInSteps(bbox)
    const near = new Map<string, NearParcel>()
    for (const cell of cellsOfBox(bbox))
      for (const { steps: other, parcel } of this.#byCell.get(cell) ?? []) if (touch(steps, other)) near.set(parcel.id, parcel)
    const inOrder = [...near.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
    return overlapsAmong(polygon, inOrder.slice(0, mostNeighbours))
  }
}
function put<T>(map: Map<number, T[]>, cell: number, value: T): void {
  const known = map.get(cell)
  if (known) known.push(value)
  else map.set(cell, [value])
}
const touch = (a: Steps, b: Steps): boolean => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1]

/** Locks the ground of these boundaries until the transaction ends and reads what lies there. Null: spread too widely for one transaction. */
export async function groundOf(scope: Scope, boundaries: readonly Boundary[]): Promise<Ground | null> {
  const ground = new Ground()
  if (boundaries.length === 0) return ground
  const cells = [...new Set(boundaries.flatMap(({ bbox }) => cellsOfBox(bbox)))].sort((a, b) => a - b)
  if (cells.length > mostCells) return null
  const tenantId = scope.tenant.id
  // In the order of the cells, against deadlocks; what is read in the same message sees what was committed before the locks were given.
  const [, places = [], rings = []] = await queryAll(
    scope.db,
    sql`select pg_advisory_xact_lock(${tenantId}::integer, c.cell) from unnest(${cells}::integer[]) as c (cell)`,
    sql<CellRow>`select c.cell, c.parcel_id, c.w, c.s, c.e, c.n from parcel_cell as c where c.tenant_id = ${tenantId} and c.cell = any(${cells}::bigint[])`,
    sql<{ code: string; geo_hash: string }>`select r.code, r.geo_hash from landparcel as r where r.tenant_id = ${tenantId} and r.deleted_at is null
      and r.geo_hash = any(${boundaries.map(({ hash }) => hash)}::text[])`,
  )
  for (const { geo_hash, code } of rings) ground.addRing(geo_hash, code)
  const wanted = boundaries.map(({ bbox }) => ({ cells: new Set(cellsOfBox(bbox)), steps: boxInSteps(bbox) }))
  const touched = placesTouched(places, wanted)
  const parcels = new Map((touched.length ? await parcelsById(scope, [...new Set(touched.map(({ parcel_id }) => parcel_id))]) : []).map((one) => [one.id, one]))
  for (const { cell, parcel_id, w, s, e, n } of touched) {
    const parcel = parcels.get(parcel_id)
    if (parcel) ground.add([cell], [w, s, e, n], parcel)
  }
  return ground
}
type CellRow = { cell: number; parcel_id: string; w: number; s: number; e: number; n: number }

/** Only boundaries whose box some new one touches are read. */
function placesTouched(places: readonly CellRow[], wanted: readonly { cells: ReadonlySet<number>; steps: Steps }[]): CellRow[] {
  const byCell = new Map<number, Steps[]>()
  for (const { cells, steps } of wanted) for (const cell of cells) put(byCell, cell, steps)
  return places.filter(({ cell, w, s, e, n }) => byCell.get(cell)?.some((steps) => touch(steps, [w, s, e, n])))
}

/** Which plots lie around each of many boxes, read at once and without a lock. `around`: ids of those whose box touches this one. */
export async function placesIn({ db, tenant }: Scope, boxes: readonly Bbox[]): Promise<{ around(box: Bbox): ReadonlySet<string> }> {
  const cells = [...new Set(boxes.flatMap(cellsOfBox))]
  const { rows } = cells.length
    ? await sql<CellRow>`select c.cell, c.parcel_id, c.w, c.s, c.e, c.n from parcel_cell as c where c.tenant_id = ${tenant.id} and c.cell = any(${cells}::bigint[])`.execute(
        db,
      )
    : { rows: [] }
  const byCell = Map.groupBy(rows, ({ cell }) => Number(cell))
  return {
    around(box) {
      const steps = boxInSteps(box)
      const near = cellsOfBox(box).flatMap((cell) => byCell.get(cell) ?? [])
      return new Set(near.flatMap(({ parcel_id, w, s, e, n }) => (touch(steps, [w, s, e, n]) ? [parcel_id] : [])))
    },
  }
}
