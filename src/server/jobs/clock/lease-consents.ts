// Once a day: leased plots whose owners have not agreed to certification although the lease ends before the plot is organic (domain dictionary 3.2), and those that are found so and are it no more.
// A plot is judged when it or its owner is written; this reaches what was entered before that was judged.
import { sql } from 'kysely'
import { judgeConsent } from '../../behaviours/land/lease-consent.ts'
import { organicFrom } from '../../queries/organic-status.ts'
import type { ClockHandler } from './handler.ts'

/** As `landparcel__leased__idx` has them. */
const leased = (tenantId: number) =>
  sql`select l.id from landparcel as l where l.tenant_id = ${tenantId} and l.tenure in ('LEASED', 'SHARECROP') and l.deleted_at is null`
const foundOf = (tenantId: number) =>
  sql`select f.subject_id from flag as f where f.tenant_id = ${tenantId} and f.rule_id = 'BR-31' and f.subject_type = 'landparcel' and f.closed_at is null`

export const leaseConsents: ClockHandler = {
  name: 'consents of leased plots',
  stage: 'judgement',
  isDaily: true,
  async due({ db, tenant }, after, limit) {
    const isFound = (
      isOpen: boolean,
    ) => sql`exists (select from flag as f where f.tenant_id = ${tenant.id} and f.subject_type = 'landparcel' and f.subject_id = r.id and f.rule_id = 'BR-31'
      and ${isOpen ? sql`f.closed_at is null` : sql`(f.closed_at is null or f.closed_reason in ('CORRECTED', 'ACCEPTED', 'NO_ISSUE'))`})`
    const isRequired = sql`(r.status <> 'RETIRED' and r.tenure in ('LEASED', 'SHARECROP') and r.conversion_start is not null and r.lease_to < ${organicFrom}
      and (jsonb_array_length(r.landowners) = 0 or exists (select from jsonb_array_elements(r.landowners) as x
        join landowner as o on o.tenant_id = ${tenant.id} and o.id = (x->>'landownerId')::uuid
        where o.farmer_id is distinct from r.farmer_id and not (o.consent_to_certification and o.consent_on is not null))))`
    // Of all plots: those that are leased, and those that a finding is on, each by an index of its own.
    const { rows } = await sql<{
      id: string
    }>`select r.id from landparcel as r where r.tenant_id = ${tenant.id} and r.deleted_at is null and (${after}::uuid is null or r.id > ${after}::uuid)
      and r.id in (${leased(tenant.id)} union ${foundOf(tenant.id)})
      and case when coalesce(${isRequired}, false) then not ${isFound(false)} else ${isFound(true)} end order by r.id limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  },
  carryOut: (scope, id) => judgeConsent(scope, [id]),
}
