// The statements behind the facts of a transaction certificate's checks (certificate-facts.ts). "Others" are certificates beside this one and the one whose
// place it takes.
import { sql } from 'kysely'
import type { ValidityEvent } from '#domain/certification/scope-validity.ts'
import type { AnnexLine, GroupFacts, InputFacts, LotFacts } from '#domain/chain/certificate-facts.ts'
import type { Declarations } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Scope } from '../scope.ts'
import type { Gins, Origin } from './origin-distance.ts'
import type { Holder } from './scope-cover.ts'

export type Certificate = Stored<Declarations['transactioncertificate']>

/** States in which a certificate counts for what is sold, used and invoiced. A withdrawn one does: its goods are not certified anew. */
export const liveStates = ['SUBMITTED', 'UNDER_REVIEW', 'CORRECTION', 'ISSUED', 'WITHDRAWN'] as const
export const boundAccounts = ['TC_RESERVE', 'TC_RELEASE', 'TC_ISSUE'] as const

const own = ({ id, replacesId }: Pick<Certificate, 'id' | 'replacesId'>): string[] => (replacesId ? [id, replacesId] : [id])
const lotIds = ({ lines }: Pick<Certificate, 'lines'>): string[] => [...new Set(lines.map(({ batchId }) => batchId))]
const isRestricted = sql<boolean>`(b.status = 'QUARANTINED' or b.quarantine_reason is not null)`
/** Restricted for something else than that this certificate itself was withdrawn later: that stands in the way of others, not of what is corrected in it. */
const isRestrictedOtherwise = (
  { tenant }: Scope,
  certificate: Certificate,
) => sql<boolean>`exists (select from event as q where q.tenant_id = ${tenant.id} and q.subject_type = 'productbatch'
    and q.subject_id = b.id and q.status = 'RECORDED' and (q.event_type = 'QUARANTINE' or (q.event_type = 'LAB_RESULT' and q.data->>'result' = 'POSITIVE'))
    and not exists (select from event as w where w.tenant_id = ${tenant.id} and w.id = q.cause_event_id and w.subject_type = 'transactioncertificate'
      and w.subject_id = any(${own(certificate)}::uuid[])))`

type DispatchRow = {
  id: string
  lotId: string
  lot: string
  kg: number
  at: string
  invoiceNo: string
  buyerId: string
  operatorId: string
  processorId: string | null
  takenBy: string | null
}
export const dispatchesQuery = ({ tenant }: Scope, certificate: Certificate, ids: readonly string[]) => sql<DispatchRow>`
  select e.id, b.id as "lotId", b.title as lot, (e.data->>'kg')::numeric as kg, to_json(e.occurred_at)#>>'{}' as at, coalesce(e.data->>'invoiceNo', '') as "invoiceNo",
    e.data->>'buyerId' as "buyerId", b.operator_id as "operatorId", b.processor_id as "processorId", t.title as "takenBy"
  from event as e join productbatch as b on b.tenant_id = ${tenant.id} and b.id = e.subject_id
  left join certificate_shipment as s on s.tenant_id = ${tenant.id} and s.dispatch_id = e.id and not s.certificate_id = any(${own(certificate)}::uuid[])
  left join transactioncertificate as t on t.tenant_id = ${tenant.id} and t.id = s.certificate_id
  where e.tenant_id = ${tenant.id} and e.id = any(${[...ids]}::uuid[]) and e.subject_type = 'productbatch' and e.event_type = 'DISPATCH' and e.status = 'RECORDED'`

type LotRow = Omit<LotFacts, 'isRestricted'> & { isRestricted: boolean }
export const lotsQuery = ({ tenant }: Scope, certificate: Certificate, dispatches: readonly string[]) => sql<LotRow>`
  select b.id, b.title as lot, coalesce(b.claim_status, 'CONVENTIONAL') as claim, coalesce(b.gmo_status, 'UNTESTED') as gmo, p.material, b.produced_on as "producedOn", ${isRestricted} as "isRestricted",
    coalesce(b.on_hand_kg, 0) as "onHandKg", coalesce(b.shipped_kg, 0) as "shippedKg", coalesce(b.reserved_kg, 0) + coalesce(b.certified_kg, 0) - coalesce(bound.kg, 0) as "boundKg"
  from productbatch as b join product as p on p.tenant_id = ${tenant.id} and p.id = b.product_id
  left join lateral (select sum(e.delta_kg) as kg from event as v join ledger_entry as e on e.tenant_id = ${tenant.id} and e.event_id = v.id
    where v.tenant_id = ${tenant.id} and v.subject_type = 'transactioncertificate' and v.subject_id = any(${own(certificate)}::uuid[]) and e.batch_id = b.id
      and e.account = any(${[...boundAccounts]}::text[])) as bound on true
  where b.tenant_id = ${tenant.id} and (b.id = any(${lotIds(certificate)}::uuid[]) or b.id in (
    select e.subject_id from event as e where e.tenant_id = ${tenant.id} and e.id = any(${[...dispatches]}::uuid[]) and e.subject_type = 'productbatch'))
  order by b.id`

/** Restricted lots among those that the goods came from, and those that they went into. */
export const restrictedQuery = (scope: Scope, certificate: Certificate, dispatches: readonly string[]) => sql<{ lot: string; reason: string }>`
  with recursive above (id) as (
    select unnest(${lotIds(certificate)}::uuid[])
    union select l.input_id from above join lot_link as l on l.tenant_id = ${scope.tenant.id} and l.output_id = above.id and l.input_kind = 'productbatch' and l.voided_at is null
  ), below (id) as (
    select l.output_id from lot_link as l where l.tenant_id = ${scope.tenant.id} and l.event_id = any(${[...dispatches]}::uuid[]) and l.voided_at is null
    union select l.output_id from below join lot_link as l on l.tenant_id = ${scope.tenant.id} and l.input_id = below.id and l.voided_at is null
  )
  select b.title as lot, coalesce(b.quarantine_reason, '') as reason from productbatch as b
  where b.tenant_id = ${scope.tenant.id} and b.id in (select id from above union select id from below) and ${isRestricted} and ${isRestrictedOtherwise(scope, certificate)} and not b.id = any(${lotIds(certificate)}::uuid[])
  order by b.title limit 20`

type ScopeRow = {
  id: string
  no: string
  status: string
  validFrom: string
  validTo: string
  annex: AnnexLine[]
  bodyId: string
  schemeId: string
  events: ValidityEvent[]
}
export const scopesQuery = ({ tenant }: Scope, { sellerScopeId, buyerScopeId }: Certificate) => sql<ScopeRow>`
  select s.id, s.sc_no as no, s.status, s.valid_from as "validFrom", s.valid_to as "validTo", coalesce((select jsonb_agg(jsonb_build_object('productId', x.product_id, 'claim', x.claim_status) order by x.line_no)
      from scopecertificate_annex as x where x.tenant_id = ${tenant.id} and x.parent_id = s.id), '[]'::jsonb) as annex, s.certification_body_id as "bodyId", s.scheme_id as "schemeId",
    coalesce((select jsonb_agg(jsonb_build_object('eventType', e.event_type, 'day', to_char(e.occurred_at at time zone ${tenant.timezone}, 'YYYY-MM-DD')) order by e.occurred_at, e.subject_version)
      from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'scopecertificate' and e.subject_id = s.id and e.status = 'RECORDED'
        and e.event_type in ('SUSPENDED', 'REINSTATED', 'WITHDRAWN')), '[]'::jsonb) as events
  from scopecertificate as s where s.tenant_id = ${tenant.id} and s.id = any(${[sellerScopeId, ...(buyerScopeId ? [buyerScopeId] : [])]}::uuid[]) and s.deleted_at is null`

type PartyRow = Gins & { body: string; bodyStatus: string; buyerTypes: string[] }
export const partiesQuery = ({ tenant }: Scope, { certificationBodyId, buyerId, processorId }: Certificate) => {
  const ginOf = (
    owner: string,
  ) => sql`coalesce((select y.point from processingsystem as y where y.tenant_id = ${tenant.id} and y.processor_id = ${sql.ref(owner)}
      and y.system_type = 'GINNING' and y.point is not null and y.deleted_at is null order by y.created_at, y.id limit 1), ${sql.ref(owner.replace(/\.id$/, '.point'))})`
  const place = (
    owner: string,
  ) => sql`(select case when g.point is not null then jsonb_build_object('lon', (g.point->'coordinates'->>0)::float8, 'lat', (g.point->'coordinates'->>1)::float8) end
      from (select ${ginOf(owner)} as point) as g)`
  return sql<PartyRow>`
    select c.title as body, c.status as "bodyStatus", y.title as buyer, y.types as "buyerTypes", 'GINNER' = any(y.types) as "isBuyerGin", coalesce('GINNER' = any(x.types), false) as "isSellerGin",
      x.title as seller, ${place('y.id')} as "buyerGin", ${place('x.id')} as "sellerGin"
    from certificationbody as c join processor as y on y.tenant_id = ${tenant.id} and y.id = ${buyerId}::uuid
    left join processor as x on x.tenant_id = ${tenant.id} and x.id = ${processorId}::uuid
    where c.tenant_id = ${tenant.id} and c.id = ${certificationBodyId}::uuid`
}

export const invoicesQuery = ({ tenant }: Scope, certificate: Certificate, seller: Holder, keys: readonly string[]) => sql<{
  invoiceNo: string
  certificate: string
}>`
  select i.invoice_no as "invoiceNo", t.title as certificate from certificate_invoice as i
  join transactioncertificate as t on t.tenant_id = ${tenant.id} and t.id = i.certificate_id
  where i.tenant_id = ${tenant.id} and i.seller_id = ${seller.id}::uuid and i.invoice_no = any(${[...keys]}::text[]) and not i.certificate_id = any(${own(certificate)}::uuid[])
  order by i.invoice_no`

const ranks = sql`rank (claim, place) as (values ('CONVENTIONAL', 0), ('IC1', 1), ('IC2', 2), ('IC3', 3), ('ORGANIC', 4))`
/** Per season and claim of the lines: under that claim or a higher one. What was bought of farmers who are on the list of the season now. */
export const groupsQuery = ({ tenant }: Scope, certificate: Certificate, seller: Holder) => {
  const { lines } = certificate
  const approved = sql`exists (select from farmerseason as f where f.tenant_id = ${tenant.id} and f.farmer_id = k.farmer_id and f.season_id = k.season_id and f.result in ('APPROVED', 'CONDITIONAL'))`
  return sql<GroupFacts>`
    with ${ranks}, asked as (
      select b.season_id, l.claim, r.place, sum(l.kg) as kg from unnest(${lines.map(({ batchId }) => batchId)}::uuid[], ${lines.map(({ claimStatus }) => claimStatus)}::text[],
        ${lines.map(({ netKg }) => netKg)}::numeric[]) as l (lot_id, claim, kg)
      join productbatch as b on b.tenant_id = ${tenant.id} and b.id = l.lot_id join rank as r on r.claim = l.claim where r.place > 0 group by b.season_id, l.claim, r.place
    ), bought as (
      select k.id, k.season_id, k.farmer_id, k.estimated_kg, k.yield_cap_kg, l.kg, least(rl.place, rk.place) as place
      from productbatch as b join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = b.id and l.voided_at is null
      join event as v on v.tenant_id = ${tenant.id} and v.id = l.event_id and v.event_type = 'PURCHASE'
      join productbatch as f on f.tenant_id = ${tenant.id} and f.id = l.input_id join crop as k on k.tenant_id = ${tenant.id} and k.id = f.crop_id
      join rank as rl on rl.claim = coalesce(l.claim, k.claim_status, 'CONVENTIONAL') join rank as rk on rk.claim = coalesce(k.claim_status, 'CONVENTIONAL')
      where b.tenant_id = ${tenant.id} and b.operator_id = ${seller.id}::uuid and b.processor_id is null and k.season_id in (select season_id from asked) and ${approved}
    )
    select s.code as season, a.claim,
      (select sum(x.kg) from asked as x where x.season_id = a.season_id and x.place >= a.place) as "thisKg",
      (select coalesce(sum(t.net_kg), 0) from transactioncertificate as c join transactioncertificate_lines as t on t.tenant_id = ${tenant.id} and t.parent_id = c.id
        join productbatch as b on b.tenant_id = ${tenant.id} and b.id = t.batch_id join rank as r on r.claim = t.claim_status
        where c.tenant_id = ${tenant.id} and c.collective_id = ${seller.id}::uuid and c.status = any(${[...liveStates]}::text[]) and c.deleted_at is null
          and not c.id = any(${own(certificate)}::uuid[]) and b.season_id = a.season_id and r.place >= a.place) as "certifiedKg",
      (select coalesce(sum(g.kg), 0) from bought as g where g.season_id = a.season_id and g.place >= a.place) as "purchasedKg",
      (select coalesce(sum(floor(least(k.estimated_kg * 1.1, k.yield_cap_kg) * 1000) / 1000), 0) from crop as k
        where k.tenant_id = ${tenant.id} and k.id in (select g.id from bought as g where g.season_id = a.season_id and g.place >= a.place)) as "ceilingKg",
      (select count(distinct g.id) from bought as g where g.season_id = a.season_id and g.place >= a.place and g.estimated_kg is null and g.yield_cap_kg is null) as "cropsUnknown"
    from asked as a join season as s on s.tenant_id = ${tenant.id} and s.id = a.season_id where ${seller.kind === 'collective'} order by s.code, a.claim`
}

/** Certificates of this programme that are named as what went in; what was used of those that one replaces is used of it. */
export const inputsQuery = ({ tenant }: Scope, certificate: Certificate, seller: Holder) => sql<InputFacts>`
  select t.title as no, t.status = 'ISSUED' as "isIssued", t.buyer_id = ${seller.id}::uuid as "isTo", t.net_kg as "issuedKg", n.kg as "thisKg",
    (select coalesce(sum((i->>'kgUsed')::numeric), 0) from transactioncertificate as u cross join jsonb_array_elements(u.input_certificates) as i
      where u.tenant_id = ${tenant.id} and u.processor_id = ${seller.id}::uuid and u.status = any(${[...liveStates]}::text[]) and u.deleted_at is null
        and not u.id = any(${own(certificate)}::uuid[]) and (i->>'certificateId')::uuid in (
          with recursive line (id) as (select t.id union select c.replaces_id from line join transactioncertificate as c on c.tenant_id = ${tenant.id} and c.id = line.id
            where c.replaces_id is not null) select line.id from line)) as "usedKg"
  from (select id, sum(kg) as kg from unnest(${certificate.inputCertificates.map(({ certificateId }) => certificateId ?? null)}::uuid[],
      ${certificate.inputCertificates.map(({ kgUsed }) => kgUsed)}::numeric[]) as named (id, kg) where id is not null group by id) as n
  join transactioncertificate as t on t.tenant_id = ${tenant.id} and t.id = n.id order by t.id`

export const originsQuery = ({ tenant }: Scope, certificate: Certificate) => sql<Origin>`
  select sum(o.kg) as kg, (coalesce(p.centroid, p.point)->'coordinates'->>0)::float8 as lon, (coalesce(p.centroid, p.point)->'coordinates'->>1)::float8 as lat
  from lot_origin as o join crop as k on k.tenant_id = ${tenant.id} and k.id = o.crop_id left join landparcel as p on p.tenant_id = ${tenant.id} and p.id = k.parcel_id
  where o.tenant_id = ${tenant.id} and o.lot_id = any(${lotIds(certificate)}::uuid[]) group by 2, 3`

export const productsQuery = ({ tenant }: Scope, { lines }: Certificate) => sql<{ id: string; title: string; hsCode: string | null }>`
  select p.id, p.title, p.hs_code as "hsCode" from product as p where p.tenant_id = ${tenant.id} and p.id = any(${lines.map(({ productId }) => productId)}::uuid[])`
