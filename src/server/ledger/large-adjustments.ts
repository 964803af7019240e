// Adjustments of a lot that one approval is not enough for (BR-30; docs/decisions/0096): the certification body agrees to them first.
import { sql } from 'kysely'
import { type Books, type TooLarge, tooLarge } from '#domain/chain/adjustment-bounds.ts'
import { physicalAccounts } from '#domain/chain/ledger.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import type { Scope } from '../scope.ts'
import type { Lot } from './lots.ts'
import { onHandAt } from './on-hand-at.ts'

/** Why it needs the body, by what was approved on the lot before. */
export async function largeAdjustment(scope: Scope, lot: Lot, { deltaKg, at }: { deltaKg: number; at: string }): Promise<TooLarge | null> {
  const bookKg = await onHandAt(scope, lot, at)
  const most = tolerancesOf(scope.tenant.config.tolerances).stockCountReview
  return tooLarge(deltaKg, { bookKg, ...(await adjustedBefore(scope, lot.id)) }, most)
}
async function adjustedBefore({ db, tenant }: Scope, lotId: string): Promise<Omit<Books, 'bookKg'>> {
  const { rows } = await sql<Omit<Books, 'bookKg'>>`
    select coalesce(sum(m.kg) filter (where m.event_type = 'ADJUST_APPROVED'), 0) as "adjustedKg",
      coalesce(sum(m.kg) filter (where m.event_type = 'ADJUST_APPROVED' and not exists (select from event as a where a.tenant_id = ${tenant.id} and a.subject_type = 'productbatch'
        and a.subject_id = ${lotId}::uuid and a.event_type = 'ADJUST_AGREED' and a.status = 'RECORDED' and a.data->>'adjustEventId' = m.proposal)), 0) as "aloneKg",
      coalesce(sum(m.kg) filter (where m.event_type <> 'ADJUST_APPROVED' and m.kg > 0), 0) as "cameKg"
    from (select v.event_type, v.data->>'adjustEventId' as proposal, sum(e.delta_kg) as kg from ledger_entry as e join event as v on v.tenant_id = ${tenant.id} and v.id = e.event_id
      where e.tenant_id = ${tenant.id} and e.batch_id = ${lotId}::uuid and e.account = any(${[...physicalAccounts]}::text[]) group by v.id, v.event_type, v.data->>'adjustEventId') as m`.execute(
    db,
  )
  const { adjustedKg, aloneKg, cameKg } = rows[0] ?? { adjustedKg: 0, aloneKg: 0, cameKg: 0 }
  return { adjustedKg: Number(adjustedKg), aloneKg: Number(aloneKg), cameKg: Number(cameKg) }
}
