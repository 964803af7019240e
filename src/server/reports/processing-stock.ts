// Statements on the lots that a caller may list, for the figures of processing: age and cover of the stock, holds, how far it can be traced, bales,
// how long goods take, certificates, and the ways between places (domain dictionary 11.2, BR-12a).
import { type RawBuilder, sql } from 'kysely'
import type { ProcessingFigures } from '#domain/processing/processing-figures-answer.ts'
import { certifiedShareOf } from '../ledger/certificate-cover.ts'
import { enteredPlace, placing, saysWhere } from './epcis/places-then.ts'

/** What the caller may list, as statements that answer whole rows, and the period (days of the programme). */
export type Part = {
  tenantId: number
  zone: string
  from: string
  to: string
  lots: RawBuilder<unknown>
  lines: RawBuilder<unknown>
  certificates: RawBuilder<unknown>
}
type Figures = ProcessingFigures
const claimOf = sql`coalesce(b.claim_status, 'CONVENTIONAL')`
/** Days since it was made, or came to who has it. */
const daysOf = ({ to }: Part) => sql`greatest(0, ${to}::date - coalesce(b.lying_since, ${to}::date))`

export const stockQuery = (part: Part): RawBuilder<Figures['stock'][number]> => sql`
  select claim, case when days <= 30 then '0-30' when days <= 60 then '31-60' when days <= 90 then '61-90' else '91+' end as age,
    sum(kg) as kg, sum(uncertified) as "uncertifiedKg", count(*) as lots
  from (select ${claimOf} as claim, ${daysOf(part)} as days, b.on_hand_kg as kg, least(b.on_hand_kg, coalesce(b.certifiable_kg, 0)) as uncertified from (${part.lots}) as b where b.on_hand_kg > 0) as lying
  group by 1, 2 order by 1, 2`

export type RestrictedRow = Omit<Figures['restricted'][number], 'days' | 'words'> & { words: string | null; totalKg: number }
export const restrictedQuery = ({ lots }: Part): RawBuilder<RestrictedRow> => sql`
  select b.id, b.title, b.on_hand_kg as kg, coalesce(b.quarantine_reason, '') as reason, b.quarantine_words as words, sum(b.on_hand_kg) over () as "totalKg"
  from (${lots}) as b where b.status in ('QUARANTINED', 'RECALLED') and b.on_hand_kg > 0 order by b.on_hand_kg desc, b.id limit 200`

/** Plots behind what was made of a lot, as a share of its kilograms; the lot's id is given. */
const mappedShareOf = (
  tenantId: number,
  lotId: RawBuilder<unknown>,
) => sql`(select sum(o.exact_kg) filter (where p.boundary is not null) / nullif(sum(o.exact_kg), 0) from lot_origin as o
    join crop as c on c.tenant_id = ${tenantId} and c.id = o.crop_id left join landparcel as p on p.tenant_id = ${tenantId} and p.id = c.parcel_id
    where o.tenant_id = ${tenantId} and o.lot_id = ${lotId})`

/**
 * Kilograms of a lot are traced as far as those that went into it are. Where goods from nowhere (opening stock) are among them, lot_origin has only the rest
 * of the lot: there every part is followed by its weight, from where known goods join it.
 */
export const traceQuery = ({ tenantId, lots }: Part): RawBuilder<{ onHandKg: number; mappedKg: number }> => {
  const link = (of: RawBuilder<unknown>) => sql`lot_link as l on l.tenant_id = ${tenantId} and ${of} and l.voided_at is null`
  return sql`
  with recursive nowhere (id) as (
    select b.id from productbatch as b where b.tenant_id = ${tenantId} and b.unit_type <> 'FARM_LOT'
      and exists (select from lot_link as l where l.tenant_id = ${tenantId} and l.input_id = b.id and l.voided_at is null)
      and not exists (select from lot_link as l where l.tenant_id = ${tenantId} and l.output_id = b.id and l.voided_at is null)
    union select l.output_id from nowhere as n join ${link(sql`l.input_id = n.id`)}
  ), mixed as (
    select n.id, sum(l.kg) as kg from nowhere as n join ${link(sql`l.output_id = n.id`)} group by n.id
  ), passed (lot_id, share) as (
    select m.id, l.kg / m.kg * coalesce(case when l.input_kind = 'crop' then case when p.boundary is not null then 1 else 0 end else ${mappedShareOf(tenantId, sql`l.input_id`)} end, 0)
    from mixed as m join ${link(sql`l.output_id = m.id`)}
    left join crop as c on c.tenant_id = ${tenantId} and c.id = l.input_id left join landparcel as p on p.tenant_id = ${tenantId} and p.id = c.parcel_id
    where not exists (select from nowhere as n where n.id = l.input_id)
    union all select l.output_id, s.share * l.kg / m.kg from passed as s join ${link(sql`l.input_id = s.lot_id`)} join mixed as m on m.id = l.output_id
  )
  select coalesce(sum(b.on_hand_kg), 0) as "onHandKg", coalesce(sum(b.on_hand_kg * case when n.id is null then ${mappedShareOf(tenantId, sql`b.id`)} else x.share end), 0) as "mappedKg"
  from (${lots}) as b left join nowhere as n on n.id = b.id left join (select lot_id, sum(share) as share from passed group by lot_id) as x on x.lot_id = b.id
  where b.on_hand_kg > 0`
}

export const coverQuery = ({ tenantId, lines, lots, from, zone }: Part): RawBuilder<Omit<Figures['cover'][number], 'gapShare'>> => sql`
  select y.id as "holderId", y.title as holder, p.material, b.claim_status as claim, array_agg(distinct p.id) as "productIds", count(distinct b.id) as lots,
    sum(x.kg) as "receivedKg", coalesce(sum(round(x.kg * x.share, 3)), 0) as "coveredKg"
  from (select f.processor_id, (e.data->>'batchId')::uuid as lot_id, (e.data->>'netKg')::numeric as kg,
      (select max(${certifiedShareOf(tenantId, sql`l.event_id`)}) from lot_link as l
        where l.tenant_id = ${tenantId} and l.output_id = (e.data->>'batchId')::uuid and l.voided_at is null) as share
    from (${lines}) as f join event as e on e.tenant_id = ${tenantId} and e.subject_type = 'processingsystem' and e.subject_id = f.id and e.event_type = 'GOODS_RECEIVED'
      and e.status = 'RECORDED' and e.occurred_at >= (${from}::date::timestamp at time zone ${zone}) where f.processor_id is not null) as x
  join (${lots}) as b on b.id = x.lot_id and b.claim_status <> 'CONVENTIONAL'
  join product as p on p.tenant_id = ${tenantId} and p.id = b.product_id
  join processor as y on y.tenant_id = ${tenantId} and y.id = x.processor_id
  group by 1, 2, 3, 4 order by 2, 3, 4, 1`

/** 4.2: a bale weighs 140 to 230 kg. */
export const balesQuery = ({ tenantId, lots }: Part): RawBuilder<Figures['bales']> => sql`
  select count(*) as count, round(avg(u.kg), 1) as "meanKg", min(u.kg) as "lightestKg", max(u.kg) as "heaviestKg", count(*) filter (where u.kg < 140 or u.kg > 230) as outside
  from (${lots}) as b join lot_unit as u on u.tenant_id = ${tenantId} and u.lot_id = b.id and u.voided_at is null
    and (u.from_lot_id is null or u.from_lot_id = u.lot_id and not exists (select from lot_unit as o where o.tenant_id = ${tenantId} and o.owner_id = u.owner_id
      and o.unit_no = u.unit_no and o.voided_at is null and (o.at, o.recorded_at) < (u.at, u.recorded_at)))
  where b.unit_type = 'BALE_LOT'`

/** Days from those of the purchases behind the latest lots of bales, yarn, fabric and garments to the one on which each was made. */
export const cyclesQuery = ({ tenantId, lots, zone }: Part): RawBuilder<Figures['cycles'][number]> => sql`
  with recursive latest as (
    select * from (select b.id, b.produced_on, p.material, row_number() over (partition by p.material order by b.produced_on desc, b.id) as place
      from (${lots}) as b join product as p on p.tenant_id = ${tenantId} and p.id = b.product_id and p.material in ('BALE', 'YARN', 'FABRIC', 'GARMENT')
      where b.produced_on is not null and exists (select from lot_link as l join event as v on v.tenant_id = ${tenantId} and v.id = l.event_id and v.subject_type = 'processingsystem'
        where l.tenant_id = ${tenantId} and l.output_id = b.id and l.voided_at is null)) as made where place <= 40
  ), above (lot_id, id) as (
    select id, id from latest
    union select a.lot_id, l.input_id from above as a join lot_link as l on l.tenant_id = ${tenantId} and l.output_id = a.id and l.input_kind = 'productbatch' and l.voided_at is null
  ), bought as (
    select a.lot_id, sum(l.kg * extract(epoch from (l.at at time zone ${zone})::date)) / sum(l.kg) as at from (select distinct lot_id, id from above) as a
    join lot_link as l on l.tenant_id = ${tenantId} and l.output_id = a.id and l.voided_at is null
    join event as v on v.tenant_id = ${tenantId} and v.id = l.event_id and v.event_type = 'PURCHASE' group by a.lot_id
  )
  select t.material, count(*) as lots, round(percentile_cont(0.5) within group (order by (extract(epoch from t.produced_on) - w.at)::float8 / 86400)::numeric, 1) as days
  from latest as t join bought as w on w.lot_id = t.id group by t.material order by days`

export const certificatesQuery = ({ certificates }: Part): RawBuilder<Figures['certificates'][number]> => sql`
  select * from (select r.id, r.title, r.status, to_json(coalesce(r.submitted_at, r.created_at))#>>'{}' as at, to_json(r.issued_at)#>>'{}' as "issuedAt", coalesce(r.certified_kg, 0) as kg
    from (${certificates}) as r order by r.created_at desc, r.id limit 60) as latest order by at, id`

type RouteRow = { fromName: string; fromLon: number; fromLat: number; toName: string; toLon: number; toLat: number; kg: number; dispatches: number }
/** Where lots (`id`) lay by what was entered of them until a moment; first what was entered with it. */
const placeUntil = (tenantId: number, id: RawBuilder<unknown>, moment: RawBuilder<unknown>): RawBuilder<string> => sql`(
  select ${enteredPlace('m')} from event as m where m.tenant_id = ${tenantId} and m.subject_type = 'productbatch' and m.subject_id = ${id} and m.status = 'RECORDED'
    and m.event_type = any(${[...placing]}::text[]) and ${saysWhere('m')} and (m.event_type = 'CREATED' or m.occurred_at <= ${moment})
  order by m.event_type = 'CREATED', m.occurred_at desc, m.subject_version desc limit 1)::uuid`
/** Where a lot (`id`) was received first, wherever it lies by now. */
const receivedAt = (tenantId: number, id: RawBuilder<unknown>): RawBuilder<string> => sql`(
  select m.data->>'processingSystemId' from event as m where m.tenant_id = ${tenantId} and m.subject_type = 'productbatch' and m.subject_id = ${id} and m.status = 'RECORDED'
    and m.event_type = 'RECEIVED' order by m.occurred_at, m.subject_version limit 1)::uuid`
/** From where a lot lay to where it was received, or to its buyer; those without a position are left out. */
export const routesQuery = ({ tenantId, lots, from, zone }: Part): RawBuilder<RouteRow> => sql`
  select f.title as "fromName", (f.point->'coordinates'->>0)::float8 as "fromLon", (f.point->'coordinates'->>1)::float8 as "fromLat",
    coalesce(g.title, y.title) as "toName", (coalesce(g.point, y.point)->'coordinates'->>0)::float8 as "toLon", (coalesce(g.point, y.point)->'coordinates'->>1)::float8 as "toLat",
    sum((e.data->>'kg')::numeric) as kg, count(*) as dispatches
  from (${lots}) as b
  join event as e on e.tenant_id = ${tenantId} and e.subject_type = 'productbatch' and e.subject_id = b.id and e.event_type = 'DISPATCH' and e.status = 'RECORDED'
    and e.occurred_at >= (${from}::date::timestamp at time zone ${zone})
  join lot_link as l on l.tenant_id = ${tenantId} and l.event_id = e.id and l.voided_at is null
  join productbatch as s on s.tenant_id = ${tenantId} and s.id = l.output_id
  join processingsystem as f on f.tenant_id = ${tenantId} and f.id = ${placeUntil(tenantId, sql`b.id`, sql`e.occurred_at`)} and f.point is not null
  left join processingsystem as g on g.tenant_id = ${tenantId} and g.id = ${receivedAt(tenantId, sql`s.id`)}
  left join processor as y on y.tenant_id = ${tenantId} and y.id = s.processor_id
  where b.shipped_kg > 0 and coalesce(g.point, y.point) is not null
  group by 1, 2, 3, 4, 5, 6 order by kg desc, 1, 4 limit 40`
