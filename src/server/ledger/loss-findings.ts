// Losses of a lot (4.4), each with what was lost until then against what had come into the lot until then: what is found follows from
// the order in which it happened, so that a loss or goods recorded late, or taken back, change what is found on the losses after them.
import { sql } from 'kysely'
import { creditAccounts, sumGrams, toGrams, toKg } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import { checkLoss } from '#domain/rules/loss.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import type { Verdict } from '#domain/rules/verdict.ts'
import type { Scope } from '../scope.ts'
import { projectFlags } from '../store/project-flags.ts'
import { answerWith } from '../store/step.ts'

const productbatch = entityOf('productbatch')

/** Each loss of a lot in order of occurrence, as it is judged for somebody who is the manager or not. */
export async function lossVerdicts(scope: Scope, lotId: string, hasManager: boolean): Promise<{ eventId: string; verdict: Verdict }[]> {
  const { rows } = await sql<{ eventId: string; kg: number; creditedKg: number }>`
    select v.id as "eventId", (v.data->>'kg')::numeric as kg,
      (select coalesce(sum(e.delta_kg), 0) from ledger_entry as e where e.tenant_id = ${scope.tenant.id} and e.batch_id = v.subject_id and e.at <= v.occurred_at
        and e.account = any(${[...creditAccounts]}::text[])) as "creditedKg"
    from event as v where v.tenant_id = ${scope.tenant.id} and v.subject_type = 'productbatch' and v.subject_id = ${lotId}::uuid and v.event_type = 'LOSS' and v.status = 'RECORDED'
    order by v.occurred_at, v.subject_version`.execute(scope.db)
  const tolerances = tolerancesOf(scope.tenant.config.tolerances)
  return rows.map(({ eventId, creditedKg }, index) => {
    const lostKg = toKg(sumGrams(rows.slice(0, index + 1).map(({ kg }) => toGrams(kg))))
    return { eventId, verdict: checkLoss({ lostKg, creditedKg, hasManager }, tolerances) }
  })
}

/** Brings the findings of the lot's losses to its history. */
export async function projectLosses(scope: Scope, lotId: string): Promise<void> {
  const losses = await lossVerdicts(scope, lotId, true)
  if (losses.length === 0) return
  const findings = losses.flatMap(({ eventId, verdict }) => verdict.findings.map((finding) => ({ ...finding, eventId })))
  for (const { eventId, ...finding } of await projectFlags(scope, productbatch, lotId, ['4.4'], findings, { ofEvents: true }))
    answerWith(scope, eventId, finding)
}
