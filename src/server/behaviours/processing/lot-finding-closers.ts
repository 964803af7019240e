// Who closes no finding of a lot, beside right and four eyes (BR-24): who bought, of a ticket; who has suspended, withdrawn or ended what a finding follows from, whoever has corrected the ticket or dispatch
// since; and auditors of another body than the one that certifies the holder, or has issued the certificate that did not hold (5.3; docs/decisions/0151).
import { type RawBuilder, sql } from 'kysely'
import { findingOwner } from '#domain/access.ts'
import type { Finding } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { type RuleId, ruleIds } from '#domain/rules/catalogue.ts'
import { certifiedLotsChanged } from '../../ledger/certificate-findings.ts'
import type { Lot } from '../../ledger/lots.ts'
import type { Scope } from '../../scope.ts'
import { accountsOfCaller } from '../../store/accounts-of-person.ts'
import { anotherBody, isCertificateOfOther, isOfOtherBody } from '../certification/own-body.ts'
import { isTicketBuyer, refuseBuyerClosing } from './ticket-versions.ts'

type Reader = Pick<Scope, 'tenant' | 'user'>
const ofBody: readonly RuleId[] = ruleIds.filter((ruleId) => findingOwner(ruleId) === 'CERTIFICATION_BODY_AUDITOR')

/** As SQL of a finding `f` of a lot: these accounts have recorded what it follows from, and what holds on the day of its ticket or dispatch. */
const isSuspender = ({ tenant }: Pick<Scope, 'tenant'>, accounts: readonly string[]): RawBuilder<boolean> => sql<boolean>`
  case when f.rule_id in ('5.3', '5.4', '4.1', 'BR-12') and f.event_id is not null and f.figures->>'foundLater' = 'true' then exists (
    select from event as t join productbatch as b on b.tenant_id = ${tenant.id} and b.id = f.subject_id
      cross join lateral (select case when t.event_type = 'DISPATCH' and b.processor_id is not null then array[b.processor_id, (t.data->>'buyerId')::uuid]
        else array[b.operator_id, b.processor_id, (t.data->>'buyerId')::uuid] end as ids) as party
      cross join lateral (
        select kind, id from unnest(array['collective', 'processor']) as kind, unnest(party.ids) as id where f.rule_id in ('5.4', '4.1') or f.aspect = 'PARTY'
        union all select 'scopecertificate', (f.figures->>'certificateId')::uuid where f.rule_id = '5.3'
        union all select 'scopecertificate', s.id from scopecertificate as s where s.tenant_id = ${tenant.id} and (s.collective_id = any(party.ids) or s.processor_id = any(party.ids))
          and f.rule_id = 'BR-12' and f.aspect is distinct from 'PARTY') as ended
      join event as v on v.tenant_id = ${tenant.id} and v.subject_type = ended.kind and v.subject_id = ended.id and v.status = 'RECORDED'
        and v.recorded_by = any(${[...accounts]}::uuid[]) and v.event_type in ('SUSPENDED', 'WITHDRAWN', 'EXITED')
        and v.occurred_at < ((t.occurred_at at time zone ${tenant.timezone})::date + 1)::timestamp at time zone ${tenant.timezone}
    where t.tenant_id = ${tenant.id} and t.id = f.event_id and not exists (select from event as w where w.tenant_id = ${tenant.id} and w.subject_type = v.subject_type and w.subject_id = v.subject_id
      and w.event_type = 'REINSTATED' and w.status = 'RECORDED' and w.occurred_at > v.occurred_at
      and w.occurred_at < ((t.occurred_at at time zone ${tenant.timezone})::date + 1)::timestamp at time zone ${tenant.timezone})
  ) else false end`

const isElsewhere = (scope: Reader): RawBuilder<boolean> => sql<boolean>`
  case when f.rule_id = '5.3' then ${isCertificateOfOther(scope, sql`(f.figures->>'certificateId')::uuid`)}
    when f.rule_id = any(${[...ofBody]}::text[]) then (select ${isOfOtherBody(scope, sql`b.operator_id`, sql`b.processor_id`)} from productbatch as b
      where b.tenant_id = ${scope.tenant.id} and b.id = f.subject_id) else false end`

/** Throws RULE_BLOCKED (BR-24) or FORBIDDEN; within the step that closes it. */
export async function refuseClosing(
  scope: Scope,
  lot: Lot,
  finding: Pick<Finding, 'ruleId' | 'severity'> & { id: string; eventId: string | null },
): Promise<void> {
  await refuseBuyerClosing(scope, lot.id, finding)
  const { rows } = await sql<{ isSuspender: boolean; isElsewhere: boolean }>`
    select ${isSuspender(scope, [...(await accountsOfCaller(scope))])} as "isSuspender", ${isElsewhere(scope)} as "isElsewhere" from flag as f
    where f.tenant_id = ${scope.tenant.id} and f.id = ${finding.id}::uuid`.execute(scope.db)
  const [found] = rows
  if (found?.isElsewhere) throw anotherBody()
  // What it stops is judged again without it, also of a certificate that was issued (T08).
  if (!found?.isSuspender) return finding.ruleId === '5.3' || finding.ruleId === 'BR-08' ? certifiedLotsChanged(scope, [lot.id]) : undefined
  throw ruleBlocked('BR-24', 'You recorded what this finding is about: somebody else must decide on it.', { findingId: finding.id })
}

/** The same as SQL of a finding `f`, so that what is refused is not offered. */
export const isRefusedClosing = (scope: Reader): RawBuilder<boolean> =>
  sql<boolean>`(${isTicketBuyer(scope)} or ${isSuspender(scope, [scope.user.id])} or ${isElsewhere(scope)})`
