// Figures of the season's crops: certified area, estimates against ceilings, what may still be bought, proof of seed, compliance, the plan.
import { type RawBuilder, sql } from 'kysely'
import type { Claim } from '#domain/kernel/terms.ts'
import type { SeasonIndicators } from '#domain/reports/season-indicators-answer.ts'
import type { Tolerances } from '#domain/rules/tolerances.ts'
import { certifiedCapOf } from '../../ledger/certified-ceiling.ts'
import { fitsPackage } from '../../queries/rules-of-package.ts'
import { type Context, inSeasonList, notLost, sees } from './context.ts'

export type CropRow = {
  cropTypeId: string
  isGmRisk: boolean
  claim: Claim | null
  areaHa: number
  outliers: number
  headroomKg: number
  grownHa: number
  provenHa: number
}

/** Of each crop: Σ min(estimate × tolerance, ceiling) − purchased (BR-08). A certified crop without an estimate may not be bought under its claim. */
export function cropsQuestion(context: Context, { purchaseOverEstimate }: Pick<Tolerances, 'purchaseOverEstimate'>): RawBuilder<CropRow> | null {
  if (!sees(context, 'crop')) return null
  const { tenant } = context.scope
  return sql<CropRow>`
    select r.crop_type_id as "cropTypeId", t.gm_risk as "isGmRisk", r.claim_status as claim,
      coalesce(sum(r.area_ha) filter (where r.role = 'MAIN'), 0) as "areaHa", count(f.subject_id) as outliers,
      coalesce(sum(greatest(0, least(r.estimated_kg * ${purchaseOverEstimate}::numeric, case when coalesce(r.claim_status, 'CONVENTIONAL') = 'CONVENTIONAL' then r.yield_cap_kg else ${certifiedCapOf('r')} end) - coalesce(r.purchased_kg, 0)))
        filter (where r.estimated_kg is not null or r.claim_status = 'CONVENTIONAL'), 0) as "headroomKg",
      coalesce(sum(r.area_ha), 0) as "grownHa",
      coalesce(sum(r.area_ha) filter (where r.sowing_date is not null and r.non_gm_proof_kind is not null), 0) as "provenHa"
    from crop as r join croptype as t on t.tenant_id = ${tenant.id} and t.id = r.crop_type_id
    left join (select distinct g.subject_id from flag as g where g.tenant_id = ${tenant.id} and g.subject_type = 'crop' and g.closed_at is null and g.rule_id = 'BR-06') as f
      on f.subject_id = r.id
    where ${inSeasonList(context, 'crop')} and ${notLost} group by r.crop_type_id, t.gm_risk, r.claim_status order by r.crop_type_id, r.claim_status`
}

type ComplianceRow = { score: number | null; judged: number; failing: number }

/** Points and major findings that a crop needs are those of the published rules for its crop type and package of the operator's schemes. */
export function complianceQuestion(context: Context): RawBuilder<ComplianceRow> | null {
  if (!sees(context, 'crop')) return null
  const { tenant } = context.scope
  const fits = fitsPackage(context.scope, { schemeId: sql`v.scheme_id`, popId: sql`v.pop_id` }, { popId: sql`r.pop_id`, cropTypeId: sql`r.crop_type_id` })
  return sql<ComplianceRow>`
    select sum(j.score * j.area_ha) / nullif(sum(j.area_ha), 0) as score, count(*) as judged,
      count(*) filter (where j.critical > 0 or j.major > coalesce(j.max_major, j.major) or j.score < j.pass_score) as failing
    from (select r.compliance_score as score, r.area_ha, n.critical, n.major, v.pass_score, v.max_major
      from crop as r
      left join lateral (select count(*) filter (where n.severity = 'CRITICAL') as critical, count(*) filter (where n.severity = 'MAJOR') as major from nonconformity as n
        where n.tenant_id = ${tenant.id} and n.crop_id = r.id and n.deleted_at is null and n.status <> 'CLOSED') as n on true
      left join lateral (select max(v.pass_score) as pass_score, min(v.max_major) as max_major from schemepop as v
        where v.tenant_id = ${tenant.id} and v.deleted_at is null and v.status = 'PUBLISHED' and (v.crop_type_id is null or v.crop_type_id = r.crop_type_id)
          and (exists (select from schemepop as o where o.tenant_id = ${tenant.id} and o.id = any(r.scheme_pop_ids) and o.scheme_id = v.scheme_id
            and o.name = v.name) or ${fits} and exists (select from scopecertificate as s where s.tenant_id = ${tenant.id} and s.collective_id = r.operator_id
            and s.scheme_id = v.scheme_id and s.deleted_at is null and s.status in ('PROPOSED', 'VALID', 'SUSPENDED')))) as v on true
      where ${inSeasonList(context, 'crop')} and r.compliance_score is not null and r.status not in ('CANCELLED', 'FAILED')) as j`
}

type PlanRow = NonNullable<SeasonIndicators['plan']>

/** Mandatory steps of the season's crops and cropping systems that have come due (BR-18). */
export function planQuestion(context: Context): RawBuilder<PlanRow> | null {
  if (!sees(context, 'planevent')) return null
  return sql<PlanRow>`
    select count(*) filter (where r.status = 'DONE_ON_TIME') as "onTime", count(*) filter (where r.status = 'DONE_LATE') as late,
      count(*) filter (where r.status = 'MISSED') as missed, count(*) filter (where r.status = 'DUE') as due
    from planevent as r ${ofSeason(context)} where ${inSeasonList(context, 'planevent')} and r.mandatory and ${isOfSeason(context)}`
}

/** Joins that say to which season a planned event `r` belongs. */
export const ofSeason = ({ scope: { tenant }, season }: Context): RawBuilder<unknown> =>
  season
    ? sql`left join crop as c on c.tenant_id = ${tenant.id} and c.id = r.crop_id
      left join croppingsystem as y on y.tenant_id = ${tenant.id} and y.id = r.cropping_system_id`
    : sql``
export const isOfSeason = ({ season }: Context): RawBuilder<unknown> =>
  season ? sql`coalesce(c.season_id, y.season_id) = ${season.id}::uuid` : sql`(r.crop_id is not null or r.cropping_system_id is not null)`
