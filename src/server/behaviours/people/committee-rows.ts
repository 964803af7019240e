// What stands on the committee's members, by one statement whatever their number: non-conformities, sanctions, crops, decisions. What is on records that were merged
// into a member's counts as theirs, but for crops, which belong to the record they began under (decision 83).
import { sql } from 'kysely'
import type { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Sanction } from '#domain/kernel/sanctions.ts'
import type { CommitteeMember } from '#domain/people/committee-answer.ts'
import type { Scope } from '../../scope.ts'
import { isSamePerson, recordsOfMembers } from '../../store/records-of-person.ts'

type Season = Pick<Stored<ReturnType<typeof entityOf<'season'>>>, 'id' | 'startDate'>
export type CommitteeRow = Pick<
  CommitteeMember,
  'farmerId' | 'memberNo' | 'name' | 'village' | 'open' | 'claims' | 'complianceScore' | 'estimatedKg' | 'before' | 'decision'
> & {
  /** The first inspection of the season (BR-21). */
  inspectedOn: string | null
  sanction: { sanction: Sanction; isImposed: boolean /** The certified sales of the season, or the membership. */; stops: boolean; ref: string } | null
  /** The reader has declared to be related to the member. */
  isRelated: boolean
}

/** Of two records of one person the worse decision counts. */
const worst = sql`case s.result when 'REJECTED' then 0 when 'SANCTIONED' then 1 when 'CONDITIONAL' then 2 else 3 end`
const gravest = sql`case n.severity when 'CRITICAL' then 0 when 'MAJOR' then 1 when 'MINOR' then 2 else 3 end`

/** Active members of the operator, with non-conformities opened by `day`. The caller has asked who may see them. */
export async function committeeRows(scope: Scope, operatorId: string, season: Season, day: string): Promise<CommitteeRow[]> {
  const { db, tenant, user } = scope
  const { rows } = await sql<CommitteeRow>`
    with members as (select f.id, f.member_no, f.title, f.village from farmer as f
      where f.tenant_id = ${tenant.id} and f.operator_id = ${operatorId}::uuid and f.status = 'ACTIVE' and f.deleted_at is null),
    records as ${recordsOfMembers(scope)},
    findings as (select m.id as farmer_id, n.sanction, n.sanction_state, n.ref, n.status, n.opened_on, n.id, n.rule, n.severity, n.due_on, n.sanction = 'EXPULSION' or (n.sanction = 'SALES_SUSPENSION' and coalesce(n.sanction_season_id, c.season_id, i.season_id) = ${season.id}::uuid) as stops,
        coalesce(n.effect_on_fail = 'CONDITION' and c.season_id = ${season.id}::uuid, false) as "needsCondition"
      from nonconformity as n join records as m on m.record_id = n.farmer_id left join crop as c on c.tenant_id = ${tenant.id} and c.id = n.crop_id
      left join inspection as i on i.tenant_id = ${tenant.id} and i.id = n.inspection_id
      where n.tenant_id = ${tenant.id} and n.deleted_at is null and n.opened_on <= ${day}::date),
    open as (select n.farmer_id, jsonb_agg(jsonb_build_object('id', n.id, 'ref', n.ref, 'rule', n.rule, 'severity', n.severity, 'dueOn', n.due_on, 'needsCondition', n."needsCondition")
        order by ${gravest}, n.due_on, n.ref) as open
      from findings as n where n.status <> 'CLOSED' group by n.farmer_id),
    sanctions as (select distinct on (n.farmer_id) n.farmer_id, jsonb_build_object('sanction', n.sanction, 'isImposed', n.sanction_state = 'IMPOSED', 'stops', coalesce(n.stops, false), 'ref', n.ref) as sanction
      from findings as n where n.sanction is not null and n.sanction_state in ('PROPOSED', 'IMPOSED')
      order by n.farmer_id, n.sanction_state = 'IMPOSED' desc, coalesce(n.stops, false) desc, n.opened_on desc, n.id),
    grown as (select c.farmer_id, coalesce(c.claim_status, 'CONVENTIONAL') as claim, coalesce(sum(c.area_ha) filter (where c.role = 'MAIN'), 0) as area, sum(c.estimated_kg) as kg, min(c.compliance_score) as score
      from crop as c join members as m on m.id = c.farmer_id where c.tenant_id = ${tenant.id} and c.season_id = ${season.id}::uuid and c.deleted_at is null
        and c.status not in ('CANCELLED', 'FAILED') group by 1, 2),
    crops as (select farmer_id, jsonb_agg(jsonb_build_object('claim', claim, 'areaHa', area) order by area desc, claim) filter (where area > 0) as claims, sum(kg) as kg, min(score) as score
      from grown group by farmer_id),
    earlier as (select distinct on (m.id) m.id as farmer_id, jsonb_build_object('season', e.title, 'result', s.result) as before
      from farmerseason as s join records as m on m.record_id = s.farmer_id
      join season as e on e.tenant_id = ${tenant.id} and e.id = s.season_id and e.start_date < ${season.startDate}::date and e.deleted_at is null
      where s.tenant_id = ${tenant.id} and s.status = 'DECIDED' and s.deleted_at is null order by m.id, e.start_date desc, ${worst}, e.id)
    select m.id as "farmerId", m.member_no as "memberNo", m.title as name, m.village, s.inspection1_on as "inspectedOn", coalesce(o.open, '[]') as open,
      coalesce(g.claims, '[]') as claims, g.kg as "estimatedKg", g.score as "complianceScore", e.before, n.sanction,
      case when s.status = 'DECIDED' then jsonb_build_object('result', s.result, 'conditions', s.conditions, 'on', s.approved_on, 'by', u.title) end as decision,
      exists (select from "user" as w, jsonb_array_elements(coalesce(w.conflict_of_interest, '[]')) as k
        where w.tenant_id = ${tenant.id} and w.id = ${user.id}::uuid and ${isSamePerson(scope, sql`(k->>'farmerId')::uuid`, sql`m.id`)}) as "isRelated"
    from members as m left join farmerseason as s on s.tenant_id = ${tenant.id} and s.farmer_id = m.id and s.season_id = ${season.id}::uuid and s.deleted_at is null
    left join "user" as u on u.tenant_id = ${tenant.id} and u.id = s.approved_by
    left join open as o on o.farmer_id = m.id left join sanctions as n on n.farmer_id = m.id left join crops as g on g.farmer_id = m.id left join earlier as e on e.farmer_id = m.id
    order by m.id`.execute(db)
  return rows
}
