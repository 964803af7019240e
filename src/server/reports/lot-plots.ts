// Which plots a lot came from and how much of each, as far as its reader may see: a plot or a farmer out of reach is a nameless
// origin with its kilograms. The present is read from lot_origin.
import { type RawBuilder, sql } from 'kysely'
import type { LotOrigin, PlotAnswer } from '#domain/chain/chain-reports.ts'
import { entityOf } from '#domain/entities.ts'
import { queryAllAndCommit } from '#server/db/connection.ts'
import { organicStatusNow } from '../queries/organic-status.ts'
import type { Scope } from '../scope.ts'
import { withinAccessScope } from '../store/access-scope.ts'
import { seen, visible } from './visible.ts'

const productbatch = entityOf('productbatch')

/**
 * The plots behind a lot, heaviest first, as JSON of a LotOrigin: the database writes the list, so that hundreds of rows are not
 * read into objects only to be written again. Throws NOT_FOUND.
 */
export async function originOfLot(scope: Scope, id: string): Promise<string> {
  const [lots, [list]] = await queryAllAndCommit(
    scope.db,
    visible(scope, productbatch, id, 'closedQtyKg'),
    sql<{ parcels: string }>`
      select coalesce(json_agg(row_to_json(plot) order by p."exactKg" desc, p.code), '[]')::text as parcels
      from (select q.*, sum(q."exactKg") over () as total from (${plotsOf(scope, originNow(scope, id))}) as q) as p
      cross join lateral (
        select p."parcelId", p.code, p.name, p.village, p.farmer, p."farmerId", p.point, p."areaHa", p."isOpen", p.kg, p.claim, p.status, round(p."exactKg" / p.total, 9) as share
      ) as plot`,
  )
  const lot = seen(productbatch, lots)
  const root: LotOrigin['root'] = { id: lot.id, kind: 'productbatch', title: lot.title, code: lot.code, kg: lot.kg ?? 0 }
  return `{"root":${JSON.stringify(root)},"parcels":${list?.parcels ?? '[]'}}`
}

/** Rows of crop_id, kg (to the gram) and exact_kg. */
export type OriginRows = RawBuilder<unknown>
export const originNow = ({ tenant }: Scope, lotId: string): OriginRows =>
  sql`select o.crop_id, o.kg, o.exact_kg from lot_origin as o where o.tenant_id = ${tenant.id} and o.lot_id = ${lotId}::uuid`

export type PlotRow = Omit<PlotAnswer, 'share'> & { exactKg: number }

export function plotsOf(scope: Scope, origin: OriginRows): RawBuilder<PlotRow> {
  const { tenant } = scope
  return sql<PlotRow>`
    select p.id as "parcelId", p.code, p.name, p.village, f.title as farmer, f.id as "farmerId", p.point, p.area_ha as "areaHa", p.is_open as "isOpen", g.kg, p.claim, p.status, g.exact_kg as "exactKg"
    from (select c.parcel_id, sum(o.kg) as kg, sum(o.exact_kg) as exact_kg from (${origin}) as o join crop as c on c.tenant_id = ${tenant.id} and c.id = o.crop_id group by c.parcel_id) as g
    cross join lateral (${plotFacts(scope, sql`g.parcel_id`)}) as p
    left join lateral (select r.id, r.title from farmer as r
      where r.tenant_id = ${tenant.id} and r.id = p.farmer_id and r.deleted_at is null and ${withinAccessScope(scope, entityOf('farmer'), 'V')}) as f on true
    order by g.exact_kg desc, p.code`
}

/** A plot with what is not for its reader left out. */
function plotFacts(scope: Scope, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const isOpen = sql`(${withinAccessScope(scope, entityOf('landparcel'), 'V')}) is true`
  return sql`
    select q.id, q.code, q.farmer_id, q.status, q.claim, q.is_open, case when q.is_open then q.title end as name, case when q.is_open then q.village end as village,
      case when q.is_open then q.point end as point, case when q.is_open then q.area_ha end as area_ha
    from (select r.id, r.code, r.title, r.farmer_id, r.status, r.village, coalesce(r.centroid, r.point) as point, coalesce(r.mapped_area_ha, r.declared_area_ha) as area_ha,
        ${organicStatusNow(scope)} as claim, ${isOpen} as is_open
      from landparcel as r where r.tenant_id = ${scope.tenant.id} and r.id = ${id}) as q`
}

/** One plot by itself, as the root of a trace. */
export const onePlot = (scope: Scope, parcelId: string): RawBuilder<PlotRow> => sql<PlotRow>`
  select p.id as "parcelId", p.code, p.name, p.village, f.title as farmer, f.id as "farmerId", p.point, p.area_ha as "areaHa", p.is_open as "isOpen", 0 as kg, p.claim, p.status, 1 as "exactKg"
  from (${plotFacts(scope, sql`${parcelId}::uuid`)}) as p
  left join lateral (select r.id, r.title from farmer as r
    where r.tenant_id = ${scope.tenant.id} and r.id = p.farmer_id and r.deleted_at is null and ${withinAccessScope(scope, entityOf('farmer'), 'V')}) as f on true`

export function withShares(rows: readonly PlotRow[]): PlotAnswer[] {
  const all = rows.reduce((sum, { exactKg }) => sum + exactKg, 0)
  return rows.map(({ exactKg, ...plot }) => ({ ...plot, share: all > 0 ? shareOf(exactKg / all) : 0 }))
}
/** Nine decimals: more than a gram of any lot. */
export const shareOf = (share: number): number => Math.round(share * 1e9) / 1e9
