// The movements of all lots in which goods of a lot lie or lay, so that what was adjusted and lost of them is followed (domain/chain/goods-lineage.ts). Goods go on as they are where a
// lot is made of lots of the same product; a farm lot's are bought and weighed into the first of them.
import { type RawBuilder, sql } from 'kysely'
import type { Movement } from '#domain/chain/goods-lineage.ts'
import { physicalAccounts, toGrams } from '#domain/chain/ledger.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { changesOfStep } from '../store/step.ts'
import { stepLedger } from './step-ledger.ts'

/**
 * `within`: through what one holder does with its goods, or to whomever it sends them, too. `judged`: of several at once one is judged after the other (`alone`), or with others of its kind and after
 * those that are judged alone. `isAdjusted`: only where something was adjusted; none otherwise.
 */
export type How = { within: 'holder' | 'trade'; judged?: 'alone' | 'with others'; isAdjusted?: boolean }

type Row = Pick<Movement, 'lotId' | 'eventId' | 'eventType' | 'at' | 'account' | 'isAgreed' | 'isWasted'> & {
  kg: number
  beforeKg: number
  sources: [string, number][]
}

/** Of these lots and of all that are joined with them, at whatever depth; in one message. */
export async function movementsOf(scope: Scope, lotIds: readonly string[], how: How): Promise<Movement[]> {
  const { db, tenant } = scope
  const { voided } = changesOfStep(scope)
  const key = sql`${tenant.id}::integer, hashtext('adjusted goods')`
  const lock =
    how.judged === 'alone' ? sql<Row>`select pg_advisory_xact_lock(${key})` : how.judged ? sql<Row>`select pg_advisory_xact_lock_shared(${key})` : null
  const answers = await queryAll(db, ...(lock ? [lock] : []), movementsQuery(scope, lotIds, how, voided))
  return (answers.at(-1) ?? []).map(({ kg, beforeKg, at, sources, ...rest }) => ({
    ...rest,
    at: new Date(at).toISOString(),
    grams: toGrams(Number(kg)),
    before: toGrams(Number(beforeKg)),
    sources: sources.map(([lotId, sourceKg]) => ({ lotId, grams: toGrams(Number(sourceKg)) })),
  }))
}

function movementsQuery(scope: Scope, lotIds: readonly string[], { within, isAdjusted = false }: How, voided: readonly string[]): RawBuilder<Row> {
  const { tenant } = scope
  const ofStep = [...stepLedger(scope).events]
  const isOfStep = (event: RawBuilder<unknown>): RawBuilder<unknown> => sql`${event} = any(${ofStep}::uuid[])`
  const isVoidedNow = (event: RawBuilder<unknown>): RawBuilder<unknown> => sql`${event} = any(${[...voided]}::uuid[])`
  // What this step takes back was there before it.
  const isThere = sql`(l.voided_at is null or ${isVoidedNow(sql`l.event_id`)})`
  const isSameGoods = sql`l.input_kind = 'productbatch' and ${isThere}
      and exists (select from productbatch as i join productbatch as o on o.tenant_id = ${tenant.id} and o.id = l.output_id and o.product_id = i.product_id
        where i.tenant_id = ${tenant.id} and i.id = l.input_id and i.unit_type <> 'FARM_LOT')
      ${within === 'holder' ? sql`and not exists (select from event as d where d.tenant_id = ${tenant.id} and d.id = l.event_id and d.event_type = 'DISPATCH')` : sql``}`
  return sql<Row>`
    with recursive goods (id) as (
        select unnest(${[...lotIds]}::uuid[])
        union select next.id from goods cross join lateral (
          select l.output_id as id from lot_link as l where l.tenant_id = ${tenant.id} and l.input_id = goods.id and ${isSameGoods}
          union all select l.input_id from lot_link as l where l.tenant_id = ${tenant.id} and l.output_id = goods.id and ${isSameGoods}) as next
      ), moved as (
        select e.batch_id, e.event_id, e.at, e.account, sum(e.delta_kg) as kg,
          coalesce(sum(e.delta_kg) filter (where not (${isOfStep(sql`e.event_id`)} and (e.void_event_id is not null or not ${isVoidedNow(sql`e.event_id`)}))), 0) as before_kg
        from goods join ledger_entry as e on e.tenant_id = ${tenant.id} and e.batch_id = goods.id and e.account = any(${[...physicalAccounts]}::text[])
        ${
          isAdjusted
            ? sql`where exists (select from goods as g join event as a on a.tenant_id = ${tenant.id} and a.subject_type = 'productbatch' and a.subject_id = g.id
          and a.event_type = 'ADJUST_APPROVED' and a.status = 'RECORDED')`
            : sql``
        }
        group by e.batch_id, e.event_id, e.at, e.account
      )
    select m.batch_id as "lotId", m.event_id as "eventId", v.event_type as "eventType", m.at, m.account, m.kg, m.before_kg as "beforeKg",
      v.event_type = 'ADJUST_APPROVED' and exists (select from event as a where a.tenant_id = ${tenant.id} and a.subject_type = 'productbatch' and a.subject_id = m.batch_id
        and a.event_type = 'ADJUST_AGREED' and a.status = 'RECORDED' and a.data->>'adjustEventId' = v.data->>'adjustEventId') as "isAgreed",
      v.event_type = 'WASTE_OUT' and exists (select from productbatch as b join product as p on p.tenant_id = ${tenant.id} and p.id = b.product_id
        where b.tenant_id = ${tenant.id} and b.id = m.batch_id and p.kind not in ('BYPRODUCT', 'WASTE') and coalesce(b.claim_status, 'CONVENTIONAL') <> 'CONVENTIONAL') as "isWasted",
      case when greatest(m.kg, m.before_kg) <= 0 then '[]'::jsonb else (select coalesce(jsonb_agg(jsonb_build_array(l.input_id, l.kg)), '[]') from lot_link as l
        where l.tenant_id = ${tenant.id} and l.output_id = m.batch_id and l.event_id = m.event_id and ${isSameGoods}) end as sources
    from moved as m join event as v on v.tenant_id = ${tenant.id} and v.id = m.event_id
    where m.kg <> 0 or m.before_kg <> 0`
}
