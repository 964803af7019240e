// Tickets on which something is still to be decided (BR-08, 1.4: saved, and without effect before that): not confirmed by the farmer, disputed, or written far from
// the centre. Goods of the group that come from them, through whatever lots, are neither released nor sent, and a certificate of them stops (T08). What has left the
// group is stopped by its certificate alone. Goods of a crop that was picked within a waiting period (BR-19), and of tickets with a claim of days on which the scope certificate of the group did not
// hold (5.3), are neither released nor sent under a claim before that finding is decided; the latter are not certified either (T08).
import { type RawBuilder, sql } from 'kysely'
import type { UndecidedTicket } from '#domain/chain/certificate-facts.ts'
import { isCertified } from '#domain/chain/claim.ts'
import { entityOf } from '#domain/entities.ts'
import type { RuleId } from '#domain/rules/catalogue.ts'
import type { Scope } from '../scope.ts'
import { refuseUnderReview } from '../store/flags.ts'
import type { Lot } from './lots.ts'

/** SQL of ids: these lots, and every lot that kilograms of them came from. */
const sourcesOf = ({ tenant }: Pick<Scope, 'tenant'>, lotIds: readonly string[]) => sql<string>`with recursive above (id) as (
    select unnest(${[...lotIds]}::uuid[])
    union select l.input_id from above join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = above.id and l.input_kind = 'productbatch' and l.voided_at is null
  ) select id from above`

/** Throws RULE_BLOCKED with the finding. `isSameTrade`: it corrects what was sent before a picking or a lapse was found, and sends no more of it. */
export async function refuseUndecided(
  scope: Scope,
  { id, processorId, claimStatus }: Pick<Lot, 'id' | 'processorId' | 'claimStatus'>,
  { isSameTrade = false } = {},
): Promise<void> {
  if (processorId) return
  const isClaimed = !isSameTrade && claimStatus !== null && isCertified(claimStatus)
  const rules: readonly RuleId[] = isClaimed ? ['BR-08', '5.3'] : ['BR-08']
  await refuseUnderReview(scope, entityOf('productbatch'), id, rules, { ruleIds: rules, ids: sourcesOf(scope, [id]) })
  if (isClaimed) await refuseUnderReview(scope, entityOf('crop'), id, ['BR-19'], { ruleIds: ['BR-19'], ids: cropsOf(scope, [id]) })
}

/** SQL of ids: the crops that kilograms of these lots were picked of. */
const cropsOf = (scope: Scope, lotIds: readonly string[]) => sql`select b.crop_id from productbatch as b
  where b.tenant_id = ${scope.tenant.id} and b.crop_id is not null and b.id = any(array(${sourcesOf(scope, lotIds)}))`

/** Of the lots that a group certifies: the tickets, each once. */
export const undecidedQuery = (scope: Scope, lotIds: readonly string[]): RawBuilder<UndecidedTicket> => {
  const { tenant } = scope
  return sql<UndecidedTicket>`select distinct on (p.id) b.title as lot, coalesce(p.data->>'receiptNo', '') as "receiptNo", coalesce((p.data->>'netKg')::numeric, 0)::float8 as kg
    from flag as f join event as e on e.tenant_id = ${tenant.id} and e.id = f.event_id
    join event as p on p.tenant_id = ${tenant.id} and p.id = case when e.event_type = 'PURCHASE' then e.id else (e.data->>'purchaseEventId')::uuid end
    join productbatch as b on b.tenant_id = ${tenant.id} and b.id = f.subject_id
    where f.tenant_id = ${tenant.id} and f.subject_type = 'productbatch' and f.rule_id in ('BR-08', '5.3') and f.severity = 'REVIEW' and f.closed_at is null
      and f.subject_id in (${sourcesOf(scope, lotIds)}) order by p.id`
}
