// Which crops the rules of schemes still judge: whatever stands, and whatever has ended as long as goods of it may be sold. A crop that
// was closed still has its kilograms in lots, and a late fact or a test of those lots may cure what is open on it, or open more.
import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from '../../scope.ts'

/** Something of the crop lies in a lot that is not used up: its own, a heap, or whatever was made of them (lot_origin). */
const hasGoods = (id: RawBuilder<unknown>, { tenant }: { tenant: Tenant }): RawBuilder<boolean> => sql<boolean>`exists (select from lot_origin as o
  join productbatch as b on b.tenant_id = ${tenant.id} and b.id = o.lot_id
  where o.tenant_id = ${tenant.id} and o.crop_id = ${id} and b.deleted_at is null and b.status not in ('DEPLETED', 'DISPOSED', 'VOIDED'))`

/** It stands, or goods of it may still be sold. `id`, `status`: columns of the crop. */
export const mayBeSold = (id: RawBuilder<unknown>, status: RawBuilder<unknown>, scope: { tenant: Tenant }): RawBuilder<boolean> =>
  sql<boolean>`(${status} not in ('CLOSED', 'CANCELLED') or (${status} = 'CLOSED' and ${hasGoods(id, scope)}))`

/**
 * Crops (`c`) that are to be judged. Beside those that may be sold, whatever still has a score or an open non-conformity although no
 * rules hold for it any more or it was cancelled: it is brought to an end once, and is not found again.
 */
export const isToBeJudged = (scope: { tenant: Tenant }): RawBuilder<boolean> => sql<boolean>`c.tenant_id = ${scope.tenant.id} and c.deleted_at is null and (
  (${mayBeSold(sql`c.id`, sql`c.status`, scope)} and (c.compliance_score is not null or exists (select from schemepop as v where v.tenant_id = ${scope.tenant.id} and v.status = 'PUBLISHED'
    and v.deleted_at is null and (v.crop_type_id is null or v.crop_type_id = c.crop_type_id))))
  or c.compliance_score is not null and c.status = 'CANCELLED' or exists (select from nonconformity as n where n.tenant_id = ${scope.tenant.id} and n.crop_id = c.id
    and n.created_by is null and n.status <> 'CLOSED' and n.deleted_at is null))`
