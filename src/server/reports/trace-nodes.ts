// What a trace shows of each crop and lot in it, as far as its reader may see. Narrow rows, all asked in one message.
import { type RawBuilder, sql } from 'kysely'
import type { TraceNode } from '#domain/chain/chain-reports.ts'
import { entityOf } from '#domain/entities.ts'
import type { Point } from '#domain/kernel/kinds.ts'
import type { Scope } from '../scope.ts'
import { type Condition, withinAccessScope } from '../store/access-scope.ts'

const among = (ids: readonly string[]): Condition => sql`r.id = any(${[...ids]}::uuid[])`

export type CropRow = Pick<TraceNode, 'id' | 'title' | 'code' | 'product' | 'claim' | 'status' | 'place' | 'at' | 'isOpen'> & { parcelId: string }
export function cropsOf(scope: Scope, ids: readonly string[]): RawBuilder<CropRow> {
  const isOpen = sql`(${withinAccessScope(scope, entityOf('crop'), 'V')}) is true`
  return sql<CropRow>`
    select r.id, r.title, r.code, r.crop_name as product, r.claim_status as claim, r.status, case when ${isOpen} then r.village end as place, r.sowing_date as at, ${isOpen} as "isOpen", r.parcel_id as "parcelId"
    from crop as r where r.tenant_id = ${scope.tenant.id} and ${among(ids)}`
}

export type LotRow = Pick<TraceNode, 'id' | 'title' | 'code' | 'claim' | 'status' | 'unitType' | 'at' | 'isOpen'> & {
  productId: string
  placeId: string | null
}
export const lotsOf = (scope: Scope, ids: readonly string[]): RawBuilder<LotRow> => sql<LotRow>`
  select r.id, r.title, r.code, r.claim_status as claim, r.status, r.unit_type as "unitType", r.produced_on as at, (${withinAccessScope(scope, entityOf('productbatch'), 'V')}) is true as "isOpen",
    r.product_id as "productId", r.processing_system_id as "placeId"
  from productbatch as r where r.tenant_id = ${scope.tenant.id} and ${among(ids)}`

export type ThingRow = { id: string; title: string; point: Point | null }
/** Products and places of these lots. */
export const thingsOf = ({ tenant }: Scope, ids: readonly string[]): RawBuilder<ThingRow> => sql<ThingRow>`
  select p.id, p.title, null::jsonb as point from product as p where p.tenant_id = ${tenant.id}
    and p.id in (select r.product_id from productbatch as r where r.tenant_id = ${tenant.id} and ${among(ids)})
  union all
  select y.id, y.title, y.point from processingsystem as y where y.tenant_id = ${tenant.id}
    and y.id in (select r.processing_system_id from productbatch as r where r.tenant_id = ${tenant.id} and ${among(ids)})`

export type EventRow = { id: string; eventType: string }
export const eventTypesOf = ({ tenant }: Scope, ids: readonly string[]): RawBuilder<EventRow> => sql<EventRow>`
  select e.id, e.event_type as "eventType" from event as e where e.tenant_id = ${tenant.id} and e.id = any(${[...ids]}::uuid[])`
