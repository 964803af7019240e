// Every active member is inspected before the approved farmer list of a season is decided or drawn up (BR-21), and as often in the year before as the schemes
// of the group ask (domain dictionary 5.2): visits that lie `visitGap` apart count, others are one.
import { sql } from 'kysely'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase, type Sentence } from '#domain/messages/message.ts'
import { visitsApart } from '#domain/rules/visits.ts'
import type { Scope } from '../../scope.ts'
import { recordsOfMembers } from '../../store/records-of-person.ts'
import { tolerances } from '../open-season.ts'

/** BR-21: internally inspected / active members = 100 % before a list is written. */
export async function checkCoverage(scope: Scope, subject: { id: string }, seasonId: string, day: string): Promise<void> {
  const { rows } = await sql<{ members: number; inspected: number }>`
    select count(*) as members, count(*) filter (where s.inspection1_on <= ${day}::date) as inspected from farmer as f
    left join farmerseason as s on s.tenant_id = ${scope.tenant.id} and s.farmer_id = f.id and s.season_id = ${seasonId}::uuid
    where f.tenant_id = ${scope.tenant.id} and f.operator_id = ${subject.id}::uuid and f.status = 'ACTIVE' and f.deleted_at is null`.execute(scope.db)
  const { members = 0, inspected = 0 } = rows[0] ?? {}
  if (inspected < members)
    throw ruleBlocked('BR-21', phrase`${inspected} of ${members} active members were inspected this season; the committee decides when all were.`, {
      inspected,
      members,
    })
  const times = await inspectionsRequired(scope, subject.id, day)
  if (times < 2) return
  const often = [...(await visitsInYear(scope, subject.id, day)).values()].filter((visits) => visits >= times).length
  if (often < members)
    throw ruleBlocked('BR-21', tooFewVisits(scope, { often, members, times }), { inspected: often, members, times, gap: tolerances(scope).visitGap })
}

/** A year, by the schemes for farms to which the group is certified on that day; of several the most. */
export async function inspectionsRequired(scope: Scope, operatorId: string, day: string): Promise<number> {
  const { rows } = await sql<{ times: number | null }>`
    select max(m.inspections_per_year)::int as times from scopecertificate as s
    join scheme as m on m.tenant_id = ${scope.tenant.id} and m.id = s.scheme_id and m.type = 'FARM'
    where s.tenant_id = ${scope.tenant.id} and s.collective_id = ${operatorId}::uuid and s.deleted_at is null and s.status in ('VALID', 'SUSPENDED', 'EXPIRED')
      and s.valid_from <= ${day}::date and s.valid_to >= ${day}::date`.execute(scope.db)
  return rows[0]?.times ?? 1
}

/** Whose members lack a visit that the schemes of the group ask for. */
export const tooFewVisits = (scope: Scope, { often, members, times }: { often: number; members: number; times: number }): Sentence =>
  phrase`${often} of ${members} active members were inspected ${times} times in the year before, at least ${tolerances(scope).visitGap} days apart; the scheme of the group asks for that.`

/**
 * Of each active member, how many visits of the year up to `day` count as such (`visitGap` apart), at home, on a plot or at a crop; those without any are left out.
 */
export async function visitsInYear(scope: Scope, operatorId: string, day: string): Promise<Map<string, number>> {
  const { db, tenant } = scope
  const dayOf = sql`(e.occurred_at at time zone ${tenant.timezone}::text)::date`
  const counts = sql`e.tenant_id = ${tenant.id} and e.event_type = 'INTERNAL_INSPECTION' and e.status = 'RECORDED'
    and ${dayOf} <= ${day}::date and ${dayOf} > (${day}::date - interval '1 year')::date`
  const { rows } = await sql<{ id: string; day: string }>`
    with members as (select f.id from farmer as f where f.tenant_id = ${tenant.id} and f.operator_id = ${operatorId}::uuid and f.status = 'ACTIVE' and f.deleted_at is null),
      records as ${recordsOfMembers(scope)},
      visits as (
        select m.id, ${dayOf} as day from records as m join event as e on ${counts} and e.subject_type = 'farmer' and e.subject_id = m.record_id
        union select m.id, ${dayOf} from records as m join landparcel as p on p.tenant_id = ${tenant.id} and p.farmer_id = m.record_id and p.deleted_at is null
          join event as e on ${counts} and e.subject_type = 'landparcel' and e.subject_id = p.id
        union select m.id, ${dayOf} from records as m join crop as c on c.tenant_id = ${tenant.id} and c.farmer_id = m.record_id and c.deleted_at is null
          join event as e on ${counts} and e.subject_type = 'crop' and e.subject_id = c.id)
    select id, day::text as day from visits`.execute(db)
  const gap = tolerances(scope).visitGap
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, visits]) => [id, visitsApart(visits, gap).length]))
}
