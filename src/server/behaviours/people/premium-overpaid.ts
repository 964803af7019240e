// A premium that was paid for more than is bought of a person under a claim since: a ticket was voided or corrected after it (domain dictionary 5.4; docs/decisions/0158). It is found on the last
// premium of the season, for the manager, with what was paid too much, and no more once it is bought or taken back.
import { sql } from 'kysely'
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import { premiumKg } from '#domain/chain/premium.ts'
import { entityOf } from '#domain/entities.ts'
import { amount, kilograms, phrase } from '#domain/messages/message.ts'
import { currencyOf } from '#domain/tenancy/tenant.ts'
import type { Scope } from '../../scope.ts'
import { type ProjectedFinding, projectFlags } from '../../store/project-flags.ts'
import { atEndOfStep } from '../../store/step.ts'
import { goodsUnderClaim, seasonOfPremium } from './premium-paid.ts'

const farmer = entityOf('farmer')

type Payment = { id: string; recordId: string; seasonId: string | null; kg: number | null; amount: number; boughtKg: number; perKg: number | null }

/** At the end of the step, once: what was bought of the person is known by then. */
export const judgePremiumLater = (scope: Scope, farmerId: string): Promise<void> =>
  atEndOfStep(scope, `premium of ${farmerId} and what was bought`, async () => {
    const payments = await premiumsOf(scope, farmerId)
    if (payments.length === 0) return
    const currency = currencyOf(scope.tenant.config)
    const found = [...Map.groupBy(payments, ({ seasonId }) => seasonId)].flatMap(([seasonId, own]) => {
      const last = own.at(-1)
      if (seasonId === null || !last) return []
      const gramsOf = ({ kg, amount: paid, perKg }: Payment) => toGrams(kg ?? (perKg === null ? 0 : premiumKg(paid, perKg)))
      const grams = own.reduce((sum, one) => sum + gramsOf(one), 0)
      const tooMuch = grams - toGrams(last.boughtKg)
      if (tooMuch <= 0) return []
      // The last payments are those that went too far.
      let [rest, money] = [tooMuch, 0]
      for (const one of own.toReversed()) {
        const part = Math.min(rest, gramsOf(one))
        if (part > 0) money += (one.amount * part) / gramsOf(one)
        rest -= part
      }
      const [paidKg, overpaidKg, overpaid] = [toKg(grams), toKg(tooMuch), Math.round(money)]
      const message = phrase`A premium was paid for ${kilograms(paidKg)} of this season, and ${kilograms(last.boughtKg)} are bought under a claim: ${amount(overpaid, currency)} were paid too much.`
      const figures = { seasonId, paidKg, boughtKg: last.boughtKg, overpaidKg, overpaid }
      return [
        {
          recordId: last.recordId,
          finding: { ruleId: '5.4', severity: 'REVIEW', aspect: 'PREMIUM', message, figures, eventId: last.id } satisfies ProjectedFinding,
        },
      ]
    })
    for (const recordId of new Set(payments.map((one) => one.recordId)))
      await projectFlags(
        scope,
        farmer,
        recordId,
        ['5.4'],
        found.flatMap((one) => (one.recordId === recordId ? [one.finding] : [])),
      )
  })

/** Premiums of the person, in order of occurrence, with what was bought of them under a claim in the season by now. */
async function premiumsOf(scope: Scope, farmerId: string): Promise<Payment[]> {
  const { db, tenant } = scope
  const { rows } = await sql<Payment>`
    with person as (select coalesce(n.merged_into_id, n.id) as id from farmer as n where n.tenant_id = ${tenant.id} and n.id = ${farmerId}::uuid),
    records as (select f.id, f.merged_into_id, f.operator_id from person as o join farmer as f on f.tenant_id = ${tenant.id} and (f.id = o.id or f.merged_into_id = o.id)),
    premiums as (
      select p.id, f.id as record_id, f.operator_id, ${seasonOfPremium(scope)} as season_id, p.data, p.occurred_at, p.subject_version
      from records as f join event as p on p.tenant_id = ${tenant.id} and p.subject_type = 'farmer' and p.subject_id = f.id and p.event_type = 'PAYMENT' and p.status = 'RECORDED'
        and p.data->>'kind' = 'PREMIUM')
    select p.id, p.record_id as "recordId", p.season_id as "seasonId", (p.data->>'kg')::float8 as kg, (p.data->>'amount')::float8 as amount,
      coalesce((select sum(g.kg) from records as f join lateral ${goodsUnderClaim(scope, sql`p.season_id::uuid`)} as g on g.farmer_id = f.id), 0)::float8 as "boughtKg",
      (select (d.data->>'perKg')::float8 from event as d where d.tenant_id = ${tenant.id} and d.subject_type = 'collective' and d.subject_id = p.operator_id
        and d.event_type = 'PREMIUM_DISTRIBUTION' and d.status = 'RECORDED' and d.data->>'seasonId' = p.season_id order by d.occurred_at desc, d.subject_version desc limit 1) as "perKg"
    from premiums as p order by p.occurred_at, p.subject_version, p.id`.execute(db)
  return rows
}
