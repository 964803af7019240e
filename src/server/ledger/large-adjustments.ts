// Adjustments of a lot that one approval is not enough for (BR-30; docs/decisions/0096): the certification body agrees to them first.
import { sql } from 'kysely'
import { type Books, type TooLarge, tooLarge } from '#domain/chain/adjustment-bounds.ts'
import { physicalAccounts } from '#domain/chain/ledger.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import type { Scope } from '../scope.ts'
import type { Lot } from './lots.ts'

/** Why it needs the body, by what is known of the lot. `at`: its moment. */
export async function largeAdjustment(scope: Scope, lot: Lot, { deltaKg, at }: { deltaKg: number; at: string }): Promise<TooLarge | null> {
  const most = tolerancesOf(scope.tenant.config.tolerances).stockCountReview
  return tooLarge(deltaKg, await booksOf(scope, lot.id, at), most)
}

/**
 * Of a moment an adjustment is judged before goods that come or go. What the body has agreed to is known to it, as goods are: a run of adjustments ends there. A loss ends none:
 * those who adjust may record that, too.
 */
async function booksOf({ db, tenant }: Scope, lotId: string, at: string): Promise<Books> {
  const { rows } = await sql<Record<keyof Books, string | number>>`
    with moved as (select v.event_type = 'ADJUST_APPROVED' as is_adjusted, bool_and(e.account = 'LOSS') as is_loss, e.at, v.data->>'adjustEventId' as proposal, sum(e.delta_kg) as kg
        from ledger_entry as e join event as v on v.tenant_id = ${tenant.id} and v.id = e.event_id
        where e.tenant_id = ${tenant.id} and e.batch_id = ${lotId}::uuid and e.account = any(${[...physicalAccounts]}::text[])
        group by v.id, v.event_type, e.at, v.data->>'adjustEventId' having sum(e.delta_kg) <> 0),
      judged as (select m.*, m.is_adjusted and not exists (select from event as a where a.tenant_id = ${tenant.id} and a.subject_type = 'productbatch' and a.subject_id = ${lotId}::uuid
        and a.event_type = 'ADJUST_AGREED' and a.status = 'RECORDED' and a.data->>'adjustEventId' = m.proposal) as is_alone from moved as m),
      ends as (select coalesce(max(at) filter (where at < ${at}::timestamptz), '-infinity') as earlier, coalesce(min(at) filter (where at >= ${at}::timestamptz), 'infinity') as later
        from judged where not is_alone and not is_loss),
      run as (select coalesce(sum(j.kg), 0) as kg, least(min(j.at), ${at}::timestamptz) as since from judged as j, ends where j.is_alone and j.at > ends.earlier and j.at <= ends.later)
    select coalesce(sum(j.kg) filter (where j.at < ${at}::timestamptz), 0) as "bookKg", coalesce(sum(j.kg) filter (where j.is_adjusted), 0) as "adjustedKg",
      coalesce(sum(j.kg) filter (where j.is_alone), 0) as "aloneKg", coalesce(sum(j.kg) filter (where not j.is_adjusted and j.kg > 0), 0) as "cameKg",
      (select kg from run) as "runKg", coalesce(sum(j.kg) filter (where j.at < (select since from run)), 0) as "runBookKg" from judged as j`.execute(db)
  const found = rows[0]
  const of = (name: keyof Books): number => Number(found?.[name] ?? 0)
  return { bookKg: of('bookKg'), adjustedKg: of('adjustedKg'), aloneKg: of('aloneKg'), runKg: of('runKg'), runBookKg: of('runBookKg'), cameKg: of('cameKg') }
}
