// What lies behind a public page, gathered without names: crops, farmers as a number, purchases, events and their
// fingerprints. Nothing that leaves this file's caller may be a person, a plot or a price of one farmer. Each is a statement that
// finds the lot or crop by its code, so that all of them go out in one message.
import { type RawBuilder, sql } from 'kysely'
import type { Claim, SeasonResult } from '#domain/kernel/terms.ts'
import type { Scope } from '../scope.ts'
import { type Digested, rowDigest } from '../store/verified-events.ts'

type Within = Pick<Scope, 'tenant'>
/** Where a page's goods come from: the lot or crop of a code. */
export type Source = {
  /** Rows of crop_id and exact_kg. */
  crops: RawBuilder<unknown>
  /** A `with` list: `link` (event_id), `lots` that must not be restricted (id), and the crops that were `grown` (id). */
  way: RawBuilder<unknown>
}

export function sourceOfLot({ tenant }: Within, token: string): Source {
  const lot = sql`select b.id from productbatch as b where b.tenant_id = ${tenant.id} and b.qr_token = ${token} and b.deleted_at is null`
  return {
    crops: sql`select o.crop_id, o.exact_kg from lot_origin as o where o.tenant_id = ${tenant.id} and o.lot_id = (${lot})`,
    way: sql`recursive up (id) as (
        ${lot}
        union
        select l.input_id from up join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = up.id and l.voided_at is null
      ), lots as (select up.id from up),
      link as (select l.input_id, l.input_kind, l.event_id from up join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = up.id and l.voided_at is null),
      grown as (select link.input_id as id from link where link.input_kind = 'crop')`,
  }
}

export function sourceOfCrop({ tenant }: Within, token: string): Source {
  const crop = sql`select c.id as crop_id, 1 as exact_kg from crop as c where c.tenant_id = ${tenant.id} and c.qr_token = ${token} and c.deleted_at is null`
  return {
    crops: crop,
    way: sql`grown as (select c.crop_id as id from (${crop}) as c),
      link as (select l.output_id, l.event_id from grown join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = grown.id and l.voided_at is null),
      lots as (select link.output_id as id from link)`,
  }
}

export type FieldFacts = {
  cropId: string
  farmerId: string
  /** What came of it, in the proportion of the others. */
  weight: number
  areaHa: number
  claim: Claim | null
  cropName: string | null
  varietyName: string | null
  lon: number | null
  lat: number | null
  district: string | null
  inspections: number
  result: SeasonResult | null
}

/** Of each crop: its plot's middle, its farmer's district, and how often it was inspected in its season. */
export const fieldsOf = ({ tenant }: Within, { crops }: Source): RawBuilder<FieldFacts> => sql<FieldFacts>`
  select c.id as "cropId", c.farmer_id as "farmerId", o.exact_kg as weight, c.area_ha as "areaHa", c.claim_status as claim, c.crop_name as "cropName", c.variety_name as "varietyName",
    (coalesce(p.centroid, p.point)->'coordinates'->>0)::float8 as lon, (coalesce(p.centroid, p.point)->'coordinates'->>1)::float8 as lat, f.district,
    (case when s.inspection1_on is null then 0 else 1 end + case when s.inspection2_on is null then 0 else 1 end) as inspections, s.result
  from (${crops}) as o join crop as c on c.tenant_id = ${tenant.id} and c.id = o.crop_id
  join landparcel as p on p.tenant_id = ${tenant.id} and p.id = c.parcel_id join farmer as f on f.tenant_id = ${tenant.id} and f.id = c.farmer_id
  left join farmerseason as s on s.tenant_id = ${tenant.id} and s.farmer_id = c.farmer_id and s.season_id = c.season_id`

export type Spray = { category: string; n: number }
/** Sprays on these crops by kind: counts only. */
export const spraysOn = ({ tenant }: Within, { crops }: Source): RawBuilder<Spray> => sql<Spray>`
  select i.category, count(*) as n from (${crops}) as o join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'crop' and e.subject_id = o.crop_id
    and e.event_type = 'PLANT_PROTECTION' and e.status = 'RECORDED'
  join inputitem as i on i.tenant_id = ${tenant.id} and i.id = (e.data->>'itemId')::uuid group by i.category`

/** `isOnHold`: a lot on the way is restricted now, or was tested positive: that stays true of what was made of it, whatever became of the lot. */
export type WayState = {
  isOnHold: boolean
  /** A shipment has an open finding to be decided about its scope certificates (BR-12). */
  isUndecided: boolean
}
export type Step = {
  eventType: string
  process: string | null
  month: string
  district: string | null
  cropId: string | null
  netKg: number | null
  premiumPerKg: number | null
}
export type WayRow = WayState & Step & Digested & { hash: string }
/** The events on the way in their order, with month and district. One row without an id when there are none. */
export const wayOf = ({ tenant }: Within, { way }: Source): RawBuilder<WayState & (WayRow | { id: null })> => sql`
  with ${way},
  events as (
    select link.event_id as id from link
    union
    select s.id from event as s where s.tenant_id = ${tenant.id} and s.subject_type = 'crop' and s.event_type in ('SOWING', 'RESOWING') and s.status = 'RECORDED'
      and s.subject_id in (select grown.id from grown)
  ), state as (
    select exists (select from lots join productbatch as b on b.tenant_id = ${tenant.id} and b.id = lots.id and (b.status in ('QUARANTINED', 'RECALLED') or b.gmo_status = 'POSITIVE')) as on_hold,
      exists (select from link join flag as f on f.tenant_id = ${tenant.id} and f.event_id = link.event_id and f.rule_id = 'BR-12' and f.severity = 'REVIEW' and f.closed_at is null) as undecided
  ), steps as (
    select e.id, e.occurred_at, e.hash, ${rowDigest} as digest, e.event_type, e.data, to_char(e.occurred_at at time zone ${tenant.timezone}, 'YYYY-MM') as month, coalesce(y.district, z.district) as district
    from events join event as e on e.tenant_id = ${tenant.id} and e.id = events.id and e.status = 'RECORDED'
    left join processingsystem as y on y.tenant_id = ${tenant.id} and e.subject_type = 'processingsystem' and y.id = e.subject_id
    left join productbatch as b on b.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and b.id = e.subject_id
    left join processingsystem as z on z.tenant_id = ${tenant.id} and z.id = b.processing_system_id
  )
  select state.on_hold as "isOnHold", state.undecided as "isUndecided", steps.id, steps.hash, steps.digest, steps.event_type as "eventType", steps.data->>'process' as process, steps.month, steps.district,
    steps.data->>'cropId' as "cropId", (steps.data->>'netKg')::numeric as "netKg", (steps.data->>'premiumPerKg')::numeric as "premiumPerKg"
  from state left join steps on true order by steps.occurred_at, steps.id`
