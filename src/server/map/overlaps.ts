// Which live parcels a boundary overlaps, and by how much (BR-02): candidates by cell and box, figures by clipping here.
// Overlaps are sought in the whole programme, whatever the reader may see; what is said about a parcel out of the access scope is
// its code and the shared ground, nothing else.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { type Bbox, bboxOf } from '#domain/geo/area.ts'
import { boxRanges, cellsOfBox } from '#domain/geo/cells.ts'
import { type Overlap, type OverlapBand, overlap, overlapBand, overlapShape } from '#domain/geo/overlap.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import type { OverlapView } from '#domain/land/map-answers.ts'
import type { Db, Scope } from '../scope.ts'
import { type Condition, ofOperator, withinAccessScope } from '../store/access-scope.ts'
import { boxInSteps } from './cells.ts'

export type NearParcel = { id: string; code: string; title: string; parcelNo: string; operatorId: string; status: string; boundary: Polygon; isMine: boolean }
export type FoundOverlap = Overlap & { parcel: NearParcel; band: Exclude<OverlapBand, 'ignore'> }

/** Live parcels with a boundary whose box touches `box`. `isMine`: the reader may see it through this address. */
export async function parcelsNear(
  scope: Scope,
  box: Bbox,
  { except = null, limit = 500 }: { except?: string | null; limit?: number } = {},
): Promise<NearParcel[]> {
  return read(
    scope,
    sql`r.id = any(${idsInBox(scope, box)}) and r.boundary is not null and r.deleted_at is null and r.status <> 'RETIRED'
      and r.id is distinct from ${except}::uuid order by r.id limit ${limit}`,
  )
}
/** Those of these ids that are live and have a boundary, in the order of their ids. */
export const parcelsById = (scope: Scope, ids: readonly string[]): Promise<NearParcel[]> =>
  read(scope, sql`r.id = any(${ids}::uuid[]) and r.boundary is not null and r.deleted_at is null and r.status <> 'RETIRED' order by r.id`)

async function read(scope: Scope, which: Condition): Promise<NearParcel[]> {
  const landparcel = entityOf('landparcel')
  const mine = sql`(${withinAccessScope(scope, landparcel, 'V')} and ${ofOperator(scope, landparcel)})`
  const { rows } = await sql<NearParcel>`
    select r.id, r.code, r.title, r.parcel_no as "parcelNo", r.operator_id as "operatorId", r.status, r.boundary, ${mine} as "isMine" from landparcel as r
    where r.tenant_id = ${scope.tenant.id} and ${which}`.execute(scope.db)
  const elsewhere = moving.get(scope.db)
  return elsewhere ? rows.map((row) => ({ ...row, boundary: elsewhere.get(row.id) ?? row.boundary })) : rows
}

const moving = new WeakMap<Db, ReadonlyMap<string, Polygon>>()
/** While plots move at once, each is judged against where the others are going and not against where they still lie. By their ids. */
export async function whileMoving<T>({ db }: Scope, boundaries: ReadonlyMap<string, Polygon>, work: () => Promise<T>): Promise<T> {
  moving.set(db, boundaries)
  try {
    return await work()
  } finally {
    moving.delete(db)
  }
}

/**
 * Ids of parcels in a box, as the array that the parcel table's key is read by. Always `id = any(array(select …))`: on a
 * database without statistics `id in (select …)` reads the whole table, five hundred times slower.
 */
export function idsInBox({ tenant }: Scope, box: Bbox): ReturnType<typeof sql<string[]>> {
  const [w, s, e, n] = boxInSteps(box)
  return sql<
    string[]
  >`array(select c.parcel_id from parcel_cell as c where c.tenant_id = ${tenant.id} and ${inCells(box)} and c.w <= ${e} and c.e >= ${w} and c.s <= ${n} and c.n >= ${s})`
}

/** Cells of a box as a condition on `c.cell`: exactly for a plot or a near tile, in few ranges for anything larger. */
export function inCells(box: Bbox): Condition {
  const isPlot = box[2] - box[0] <= 0.1 && box[3] - box[1] <= 0.1
  if (isPlot) return sql`c.cell = any(${cellsOfBox(box)}::bigint[])`
  return sql`(${sql.join(
    boxRanges(box).map(([from, to]) => sql`c.cell between ${from} and ${to}`),
    sql` or `,
  )})`
}

/** Every live parcel that shares more than 1 % with this boundary, the worst first. `except`: the parcel's own id. */
export async function overlapsOf(scope: Scope, polygon: Polygon, except: string | null): Promise<FoundOverlap[]> {
  return overlapsAmong(polygon, await parcelsNear(scope, bboxOf(polygon), { except }))
}
/** The same among parcels that were read, in the order of their ids. */
export function overlapsAmong(polygon: Polygon, near: readonly NearParcel[]): FoundOverlap[] {
  return near
    .flatMap((parcel): FoundOverlap[] => {
      const shared = overlap(polygon, parcel.boundary)
      const band = overlapBand(shared)
      return band === 'ignore' ? [] : [{ ...shared, parcel, band }]
    })
    .sort((a, b) => b.ratio - a.ratio)
}

export function overlapView(polygon: Polygon, { parcel, band, ratio, shareOfFirst, iou, areaM2 }: FoundOverlap): OverlapView {
  const five = (value: number): number => Math.round(value * 100_000) / 100_000
  return {
    code: parcel.code,
    id: parcel.isMine ? parcel.id : null,
    title: parcel.isMine ? parcel.title : null,
    band,
    ratio: five(ratio),
    shareOfThis: five(shareOfFirst),
    iou: five(iou),
    sharedM2: Math.round(areaM2),
    shape: overlapShape(polygon, parcel.boundary),
  }
}
