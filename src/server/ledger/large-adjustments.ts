// Adjustments of a lot that one approval is not enough for (BR-30; docs/decisions/0096): the certification body agrees to them first.
import { sql } from 'kysely'
import { physicalAccounts, toGrams, toKg } from '#domain/chain/ledger.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import type { Scope } from '../scope.ts'
import type { Lot } from './lots.ts'
import { onHandAt } from './on-hand-at.ts'

type Large = { of: 'books'; bookKg: number } | { of: 'sum'; adjustedKg: number; cameKg: number; sumKg: number }

/**
 * More than a share of what is in the books; or, with what was adjusted before, of all that came into the lot, so that many small ones are no large one. Null: within it,
 * or it takes back what was adjusted before.
 */
export async function largeAdjustment(scope: Scope, lot: Lot, { deltaKg, at }: { deltaKg: number; at: string }): Promise<Large | null> {
  const most = tolerancesOf(scope.tenant.config.tolerances).stockCountReview
  const bookKg = await onHandAt(scope, lot, at)
  if (Math.abs(deltaKg) > bookKg * most) return { of: 'books', bookKg }
  const { adjustedKg, cameKg } = await adjustedBefore(scope, lot.id)
  const sumKg = toKg(toGrams(adjustedKg) + toGrams(deltaKg))
  return Math.abs(sumKg) <= Math.max(cameKg * most, Math.abs(adjustedKg)) ? null : { of: 'sum', adjustedKg, cameKg, sumKg }
}
async function adjustedBefore({ db, tenant }: Scope, lotId: string): Promise<{ adjustedKg: number; cameKg: number }> {
  const { rows } = await sql<{ adjustedKg: number; cameKg: number }>`
    select coalesce(sum(m.kg) filter (where m.event_type = 'ADJUST_APPROVED'), 0) as "adjustedKg",
      coalesce(sum(m.kg) filter (where m.event_type <> 'ADJUST_APPROVED' and m.kg > 0), 0) as "cameKg"
    from (select v.event_type, sum(e.delta_kg) as kg from ledger_entry as e join event as v on v.tenant_id = ${tenant.id} and v.id = e.event_id
      where e.tenant_id = ${tenant.id} and e.batch_id = ${lotId}::uuid and e.account = any(${[...physicalAccounts]}::text[]) group by v.id, v.event_type) as m`.execute(
    db,
  )
  return { adjustedKg: Number(rows[0]?.adjustedKg ?? 0), cameKg: Number(rows[0]?.cameKg ?? 0) }
}
