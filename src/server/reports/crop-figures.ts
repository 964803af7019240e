// State, claim and kilograms of the crops of a farmer, a plot or a cropping system, now or in a scope of the past: each crop folded as its own page of that day is.
import { sql } from 'kysely'
import { canOn } from '#domain/access.ts'
import type { CropFigures } from '#domain/cropping/crop-figures-answer.ts'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Past, Scope } from '../scope.ts'
import { recordIn, seenAsOf, viewAsOf } from '../store/as-of.ts'
import { isLive, recordsById } from '../store/get.ts'
import { readFoldsAhead } from '../store/grower-then.ts'
import { isPast } from '../store/past.ts'

const [crop, landparcel] = [entityOf('crop'), entityOf('landparcel')]
type Crop = Stored<typeof crop>
/** Crops of one page. */
const most = 100
const columns = { farmer: 'farmer_id', landparcel: 'parcel_id', croppingsystem: 'cropping_system_id' } as const

/** Throws NOT_FOUND. */
export async function cropFiguresOf(scope: Scope, kind: keyof typeof columns, id: string): Promise<CropFigures> {
  const subject = await recordIn(scope, entityOf(kind), id)
  const { rows } = await sql<{ id: string }>`
    select r.id from crop as r where r.tenant_id = ${scope.tenant.id} and ${isLive(scope)} and ${sql.ref(`r.${columns[kind]}`)} = ${subject.id}::uuid
    order by r.created_at desc, r.id desc limit ${most + 1}`.execute(scope.db)
  const present = await recordsById(
    scope,
    crop,
    rows.slice(0, most).map(({ id: cropId }) => cropId),
  )
  const crops = isPast(scope) ? await seenThen(scope, present) : present.filter((one) => canOn(scope.user, crop, 'V', one))
  const order = new Map(rows.map((row, place) => [row.id, place]))
  crops.sort((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0))
  return {
    items: crops.map(({ id: cropId, title, status, claimStatus, yieldCapKg, harvestedKg, purchasedKg, remainingSellableKg }) => ({
      ...{ id: cropId, title, status, claim: claimStatus ?? null, capKg: yieldCapKg ?? null },
      ...{ harvestedKg: harvestedKg ?? 0, purchasedKg: purchasedKg ?? 0, leftKg: remainingSellableKg ?? 0 },
    })),
    isCut: rows.length > most,
  }
}

/** A plot as it was, with all crops on it by then. Throws NOT_FOUND. */
export async function cropsOfPlotThen(scope: Scope & { past: Past }, id: string): Promise<{ row: Stored<typeof landparcel>; crops: Crop[] }> {
  const { row } = await viewAsOf(scope, landparcel, id)
  const { rows } = await sql<{ id: string }>`
    select c.id from crop as c where c.tenant_id = ${scope.tenant.id} and c.deleted_at is null and c.parcel_id = ${row.id}::uuid order by c.id`.execute(
    scope.db,
  )
  const present = await recordsById(
    scope,
    crop,
    rows.map(({ id: cropId }) => cropId),
  )
  return { row, crops: await seenThen(scope, present) }
}

async function seenThen(scope: Scope & { past: Past }, present: readonly Crop[]): Promise<Crop[]> {
  await readFoldsAhead(scope, crop, present)
  const then: Crop[] = []
  for (const one of present) {
    const seen = await seenAsOf(scope, crop, one)
    if (seen) then.push(seen.row)
  }
  return then
}
