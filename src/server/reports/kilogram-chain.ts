// Kilograms from the ceiling of fields to certificates: of a crop, plot, farmer, the crops behind a lot or a certificate, or the whole operator. At each link what
// is left, by the rules that refuse beyond it (BR-06, BR-08, BR-12 T08). Now or in a scope of the past (kilogram-chain-then.ts).
import { type RawBuilder, sql } from 'kysely'
import { can } from '#domain/access.ts'
import type { ChainOf, KilogramChain } from '#domain/chain/kilogram-chain-answer.ts'
import { seasonalSubjects } from '#domain/chain/seasonal-subjects.ts'
import { defaultSeason } from '#domain/cropping/default-season.ts'
import { entityOf } from '#domain/entities.ts'
import { dayIn } from '#domain/kernel/day.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import { queryAll } from '#server/db/connection.ts'
import { boundAccounts, ranks } from '../ledger/certificate-queries.ts'
import { certifiedCapOf } from '../ledger/certified-ceiling.ts'
import type { Scope } from '../scope.ts'
import { isApprovedPerson } from '../store/approved-person.ts'
import { recordIn } from '../store/as-of.ts'
import { entriesThen, isPast, linksThen } from '../store/past.ts'
import { inList } from './dashboard/context.ts'
import { type ChainThen, chainThen } from './kilogram-chain-then.ts'

type Link = KilogramChain['items'][number]

const idOf = { crop: 'id', croppingsystem: 'cropping_system_id', landparcel: 'parcel_id', farmer: 'farmer_id' } as const
/**
 * Crops `r` behind a record. Those behind a certificate, saved or not: of the crop types of each group, in the seasons of its goods, as T08 judges it. Those behind
 * a company: of all lots that are or were its; behind a facility: of those that lie there or lay there last, whoever's they are.
 */
const behind = ({ tenant }: Scope, of: ChainOf): RawBuilder<unknown> => {
  const ofLots = (lots: RawBuilder<unknown>) => sql`select o.crop_id from lot_origin as o where o.tenant_id = ${tenant.id} and o.lot_id in (${lots})`
  const ofGoods = (column: string, id: string) =>
    sql`exists (select from lot_origin as o join productbatch as b on b.tenant_id = ${tenant.id} and b.id = o.lot_id
      where o.tenant_id = ${tenant.id} and o.crop_id = r.id and b.${sql.ref(column)} = ${id}::uuid and b.deleted_at is null)`
  const certified = (lots: RawBuilder<unknown>) =>
    sql`(r.operator_id, r.season_id, r.crop_type_id) in (select k.operator_id, k.season_id, k.crop_type_id from crop as k where k.tenant_id = ${tenant.id} and k.id in (${ofLots(lots)}))`
  switch (of.subject) {
    case 'lots':
      return certified(sql`select unnest(${[...of.ids]}::uuid[])`)
    case 'productbatch':
      return sql`r.id in (${ofLots(sql`select ${of.id}::uuid`)})`
    case 'processingsystem':
      return ofGoods('processing_system_id', of.id)
    case 'processor':
      return ofGoods('processor_id', of.id)
    case 'transactioncertificate':
      return certified(sql`select g.batch_id from transactioncertificate_lines as g where g.tenant_id = ${tenant.id} and g.parent_id = ${of.id}::uuid`)
    default:
      return sql`r.${sql.ref(idOf[of.subject])} = ${of.id}::uuid`
  }
}

const inSeason = (seasonId: string | null) => (seasonId === null ? sql`true` : sql`r.season_id = ${seasonId}::uuid`)
/** Crops `r` as they were. */
const cropsOf = ({
  crops,
}: ChainThen) => sql`jsonb_to_recordset(${JSON.stringify(crops)}::jsonb) as r (id uuid, operator_id uuid, farmer_id uuid, season_id uuid, crop_type_id uuid,
  crop_name text, role text, status text, claim_status text, area_ha numeric, excluded_ha numeric, yield_cap_kg numeric, estimated_kg numeric, harvested_kg numeric, retained_kg numeric,
  purchased_kg numeric, is_approved boolean)`
const originsThen = (tenantId: number, { origins }: ChainThen) =>
  sql`(select ${tenantId}::bigint as tenant_id, x.* from jsonb_to_recordset(${JSON.stringify(origins)}::jsonb) as x (lot_id uuid, crop_id uuid, exact_kg numeric))`
/** Of the lot `b`. */
const claimThen = ({ claims }: ChainThen) =>
  sql`(select x.claim from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as x (lot_id uuid, claim text) where x.lot_id = b.id)`

async function refuseOutOfReach(scope: Scope, of: ChainOf): Promise<void> {
  if (of.subject !== 'lots') {
    await recordIn(scope, entityOf(of.subject), of.id)
    return
  }
  const ids = [...new Set(of.ids)]
  const { rows } = await sql`select from productbatch as r where ${inList(scope, entityOf('productbatch'), null)} and r.id = any(${ids}::uuid[])`.execute(
    scope.db,
  )
  if (rows.length < ids.length) throw new Problem('NOT_FOUND')
}

/** The season of which companies and facilities are shown where none was chosen. Null: the programme has none. */
async function seasonNow({ db, tenant, now }: Scope): Promise<string | null> {
  const { rows } = await sql<{
    id: string
    status: string
    startDate: string
    endDate: string
  }>`select id, status, start_date as "startDate", end_date as "endDate"
    from season where tenant_id = ${tenant.id} and deleted_at is null order by id`.execute(db)
  return defaultSeason(rows, dayIn(tenant.timezone, now))?.id ?? null
}

/**
 * What may still be bought is the least of what two rules leave: all purchases are under estimate and ceiling (BR-08), those under a claim under what the border rows
 * leave of them (BR-13), in which purchases as conventional do not count. Certified is what was bought under a claim of members who are on the list now (T08).
 *
 * Crops that the caller may list. `of` null: all of the operator. `season` null: all seasons, and of companies and facilities the one that is on. Throws NOT_FOUND for a record out of reach.
 */
export async function kilogramChain(scope: Scope, of: ChainOf | null, season: string | null): Promise<KilogramChain> {
  if (of) await refuseOutOfReach(scope, of)
  const isSeasonal = of !== null && seasonalSubjects.includes(of.subject)
  const seasonId = season ?? (isSeasonal ? await seasonNow(scope) : null)
  if (isSeasonal && seasonId === null) return { items: [] }
  const then = isPast(scope) ? await chainThen(scope, of, of ? behind(scope, of) : sql`true`, seasonId) : null
  const seesCertificates = can(scope.user, 'transactioncertificate', 'L')
  const [rows = []] = await queryAll(scope.db, chainStatement(scope, of, seasonId, then))
  const gram = (kg: number): number => Math.round(kg * 1000) / 1000
  return {
    items: rows.map(({ countedKg, ...row }) => ({
      ...row,
      allowedKg: gram(row.allowedKg),
      toBuyKg: gram(row.toBuyKg),
      reservedKg: seesCertificates ? row.reservedKg : null,
      certifiedKg: seesCertificates ? row.certifiedKg : null,
      toCertifyKg: !seesCertificates
        ? null
        : (row.claim ?? 'CONVENTIONAL') === 'CONVENTIONAL'
          ? 0
          : Math.max(0, gram(countedKg - row.certifiedKg - row.reservedKg)),
    })),
  }
}

/** Its one statement. `then`: what is read in place of rows, of a past day. */
export function chainStatement(scope: Scope, of: ChainOf | null, seasonId: string | null, then: ChainThen | null) {
  const { tenant } = scope
  const { purchaseOverEstimate } = tolerancesOf(tenant.config.tolerances)
  const origin = then ? originsThen(tenant.id, then) : sql`lot_origin`
  const seesCertificates = can(scope.user, 'transactioncertificate', 'L')
  return sql<Link & { reservedKg: number; certifiedKg: number; countedKg: number }>`
      with recursive ${ranks}, seen as (
        select r.id, r.operator_id, r.farmer_id, r.season_id, r.crop_type_id, r.crop_name, r.claim_status, own.place as own_place, r.yield_cap_kg, coalesce(r.harvested_kg, 0) - coalesce(r.retained_kg, 0) as harvested_kg,
          coalesce(r.purchased_kg, 0) as purchased_kg, r.status not in ('CANCELLED', 'FAILED') as is_live,
          least(r.estimated_kg * ${purchaseOverEstimate}::numeric, r.yield_cap_kg) as whole_kg, ${then ? sql`r.is_approved` : sql`null::boolean`} as is_approved,
          case when r.estimated_kg is not null or own.place = 0
            then least(r.estimated_kg * ${purchaseOverEstimate}::numeric, case when own.place = 0 then r.yield_cap_kg else ${certifiedCapOf('r')} end) end as allowed_kg
        from ${then ? cropsOf(then) : sql`crop as r`} join rank as own on own.claim = coalesce(r.claim_status, 'CONVENTIONAL')
        where r.role in ('MAIN', 'INTERCROP') and ${then ? inSeason(seasonId) : sql`${inList(scope, entityOf('crop'), seasonId)} and ${of ? behind(scope, of) : sql`true`}`}
      ), lot (id) as (
        select l.output_id from seen join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = seen.id and l.input_kind = 'crop' and ${linksThen(scope)} where ${seesCertificates}
        union
        select l.output_id from lot join productbatch as b on b.tenant_id = ${tenant.id} and b.id = lot.id and b.processor_id is null
        join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = lot.id and l.input_kind = 'productbatch' and ${linksThen(scope)}
      ), bound as (
        select e.batch_id as lot_id, t.collective_id, sum(e.delta_kg) filter (where e.account = 'TC_ISSUE') as certified_kg, sum(e.delta_kg) filter (where e.account <> 'TC_ISSUE') as reserved_kg
        from lot join ledger_entry as e on e.tenant_id = ${tenant.id} and e.batch_id = lot.id and e.account = any(${[...boundAccounts]}::text[]) and ${entriesThen(scope)}
        join event as v on v.tenant_id = ${tenant.id} and v.id = e.event_id and v.subject_type = 'transactioncertificate'
        join transactioncertificate as t on t.tenant_id = ${tenant.id} and t.id = v.subject_id group by e.batch_id, t.collective_id
      ), part as (
        select o.crop_id, least(r.place, seen.own_place) as place, sum(coalesce(bound.certified_kg, 0) * o.exact_kg / whole.kg) as certified_kg, sum(coalesce(bound.reserved_kg, 0) * o.exact_kg / whole.kg) as reserved_kg
        from bound join productbatch as b on b.tenant_id = ${tenant.id} and b.id = bound.lot_id join rank as r on r.claim = coalesce(${then ? claimThen(then) : sql`b.claim_status`}, 'CONVENTIONAL')
        join ${origin} as o on o.tenant_id = ${tenant.id} and o.lot_id = bound.lot_id join seen on seen.id = o.crop_id and seen.operator_id = bound.collective_id
        cross join lateral (select sum(w.exact_kg) as kg from ${origin} as w where w.tenant_id = ${tenant.id} and w.lot_id = bound.lot_id) as whole
        where whole.kg > 0 group by 1, 2
      ), bought as (
        select f.crop_id, r.place as ticket_place, least(r.place, seen.own_place) as place, sum(l.kg) as kg,
          sum(l.kg) filter (where ${then ? sql`seen.is_approved` : isApprovedPerson(scope, { farmer: sql`seen.farmer_id`, season: sql`seen.season_id` })}) as counted_kg
        from seen join productbatch as f on f.tenant_id = ${tenant.id} and f.crop_id = seen.id
        join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = f.id and l.input_kind = 'productbatch' and ${linksThen(scope)}
        join event as e on e.tenant_id = ${tenant.id} and e.id = l.event_id and e.event_type = 'PURCHASE'
        join rank as r on r.claim = coalesce(l.claim, seen.claim_status, 'CONVENTIONAL') group by 1, 2, 3
      ), ticket as (
        select crop_id, sum(kg) filter (where ticket_place = 0) as conventional_kg, sum(kg) filter (where ticket_place > 0) as claimed_kg from bought group by crop_id
      ), under as (
        select x.crop_id, x.place, x.place = seen.own_place as is_own, sum(x.kg) as kg, sum(x.counted_kg) as counted_kg, sum(x.certified_kg) as certified_kg, sum(x.reserved_kg) as reserved_kg
        from (select crop_id, place, kg, coalesce(counted_kg, 0) as counted_kg, 0 as certified_kg, 0 as reserved_kg from bought where place > 0
          union all select crop_id, place, 0, 0, certified_kg, reserved_kg from part union all select id, own_place, 0, 0, 0, 0 from seen) as x
        join seen on seen.id = x.crop_id group by 1, 2, 3
      ), upto as (
        select *, sum(certified_kg - kg) over lower as certified_upto, sum(certified_kg + reserved_kg - kg) over lower as bound_upto from under window lower as (partition by crop_id order by place)
      ), above as (
        select *, certified_upto - least(0, min(certified_upto) over lower) as certified_above, bound_upto - least(0, min(bound_upto) over lower) as bound_above
        from upto window lower as (partition by crop_id order by place)
      ), used as (
        select crop_id, place, is_own, kg, counted_kg, certified_kg + coalesce(lag(certified_above) over lower, 0) - case when is_own then 0 else certified_above end as certified_kg,
          certified_kg + reserved_kg + coalesce(lag(bound_above) over lower, 0) - case when is_own then 0 else bound_above end as bound_kg
        from above window lower as (partition by crop_id order by place)
      )
      select s.id as "seasonId", s.title as season, c.crop_type_id as "cropTypeId", max(c.crop_name) as crop, k.claim, count(*) filter (where u.is_own) as crops,
        coalesce(sum(c.yield_cap_kg) filter (where u.is_own and c.is_live), 0) as "ceilingKg", coalesce(sum(c.allowed_kg) filter (where u.is_own and c.is_live), 0) as "allowedKg",
        coalesce(sum(c.harvested_kg) filter (where u.is_own), 0) as "harvestedKg", coalesce(sum(c.purchased_kg) filter (where u.is_own), 0) as "purchasedKg",
        coalesce(sum(n.conventional_kg) filter (where u.is_own), 0) as "conventionalKg", coalesce(sum(w.kg) filter (where u.is_own), 0) as "lowerKg", coalesce(sum(u.kg) filter (where not u.is_own), 0) as "fromHigherKg",
        coalesce(sum(u.counted_kg), 0) as "countedKg",
        coalesce(sum(case when c.allowed_kg is not null then greatest(0, least(c.whole_kg - c.purchased_kg, c.allowed_kg - case when c.own_place = 0 then c.purchased_kg else coalesce(n.claimed_kg, 0) end)) end) filter (where u.is_own and c.is_live), 0) as "toBuyKg",
        round(sum(u.certified_kg), 3) as "certifiedKg", round(sum(u.bound_kg - u.certified_kg), 3) as "reservedKg"
      from used as u join seen as c on c.id = u.crop_id join season as s on s.tenant_id = ${tenant.id} and s.id = c.season_id join rank as r on r.place = u.place
      cross join lateral (select case when u.is_own then c.claim_status else r.claim end as claim) as k left join ticket as n on n.crop_id = c.id
      left join (select crop_id, sum(kg) as kg from used where not is_own group by crop_id) as w on w.crop_id = c.id
      group by s.id, s.title, s.start_date, c.crop_type_id, k.claim having bool_or(u.is_own) or sum(u.kg) > 0 or sum(u.bound_kg) > 0
      order by s.start_date desc, s.id, sum(c.purchased_kg) filter (where u.is_own) desc nulls last, coalesce(sum(c.yield_cap_kg) filter (where u.is_own and c.is_live), 0) desc, c.crop_type_id, k.claim`
}
