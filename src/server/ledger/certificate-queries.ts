// The statements behind the facts of a transaction certificate's checks (certificate-facts.ts). "Others" are certificates beside this one and the one whose
// place it takes.
import { type RawBuilder, sql } from 'kysely'
import type { Party } from '#domain/certification/party-then.ts'
import type { ValidityEvent } from '#domain/certification/scope-validity.ts'
import type { AnnexLine, GroupFacts, InputFacts, LotFacts, PlaceFacts } from '#domain/chain/certificate-facts.ts'
import type { Declarations } from '#domain/entities.ts'
import type { Composition } from '#domain/kernel/composition.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import type { Scope } from '../scope.ts'
import { isApprovedPerson } from '../store/approved-person.ts'
import { certifiedCapOf } from './certified-ceiling.ts'
import type { Gins, Origin } from './origin-distance.ts'
import { partyColumn } from './party-then.ts'
import type { Holder } from './scope-cover.ts'

export type Certificate = Stored<Declarations['transactioncertificate']>

/** States in which a certificate counts for what is sold, used and invoiced. A withdrawn one does: its goods are not certified anew. */
export const liveStates = ['SUBMITTED', 'UNDER_REVIEW', 'CORRECTION', 'ISSUED', 'WITHDRAWN'] as const
export const boundAccounts = ['TC_RESERVE', 'TC_RELEASE', 'TC_ISSUE'] as const

const own = ({ id, replacesId }: Pick<Certificate, 'id' | 'replacesId'>): string[] => (replacesId ? [id, replacesId] : [id])
/** From before there were checks: it names no dispatch. */
export const isOfBefore = ({ shipments }: Pick<Certificate, 'shipments'>): boolean => !shipments.some(({ dispatchId }) => dispatchId)
/** Of a lot: the seller has it. What others sent is none of its business. */
const isSellers = (b: string, { collectiveId, processorId }: Certificate) =>
  sql<boolean>`coalesce(${sql.ref(`${b}.processor_id`)}, ${sql.ref(`${b}.operator_id`)}) = ${collectiveId ?? processorId ?? null}::uuid`
const lotIds = ({ lines }: Pick<Certificate, 'lines'>): string[] => [...new Set(lines.map(({ batchId }) => batchId))]
const isRestricted = sql<boolean>`(b.status in ('QUARANTINED', 'RECALLED') or b.quarantine_reason is not null)`
/** Restricted for something else than that this certificate itself was withdrawn later: that stands in the way of others, not of what is corrected in it. An open recall always is. */
const isRestrictedOtherwise = (
  { tenant }: Scope,
  certificate: Certificate,
) => sql<boolean>`(b.status = 'RECALLED' or exists (select from event as q where q.tenant_id = ${tenant.id} and q.subject_type = 'productbatch'
    and q.subject_id = b.id and q.status = 'RECORDED' and (q.event_type = 'QUARANTINE' or (q.event_type = 'LAB_RESULT' and q.data->>'result' = 'POSITIVE'))
    and not exists (select from event as w where w.tenant_id = ${tenant.id} and w.id = q.cause_event_id and w.subject_type = 'transactioncertificate'
      and w.subject_id = any(${own(certificate)}::uuid[]))))`

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
  place: PlaceFacts | null
  takenBy: string | null
}
/** Of an event `c` by which a lot was entered: where it lies. */
const entered = sql`coalesce(c.data->>'processingSystemId', c.data#>>'{changes,processingSystemId,to}')`
/** As a column (jsonb): where the lot `b` lay at the dispatch `e`, by what it was received and moved to until then; one that was not moved since it was made lies where it was made. */
const placeAt = ({
  tenant,
}: Pick<
  Scope,
  'tenant'
>) => sql`(select jsonb_build_object('id', f.id, 'name', f.title) from processingsystem as f where f.tenant_id = ${tenant.id} and f.id = coalesce(
    (select (m.data->>'processingSystemId')::uuid from event as m where m.tenant_id = ${tenant.id} and m.subject_type = 'productbatch' and m.subject_id = b.id and m.event_type in ('MOVE', 'RECEIVED')
      and m.status = 'RECORDED' and m.data->>'processingSystemId' is not null and m.occurred_at <= e.occurred_at order by m.occurred_at desc, m.subject_version desc limit 1),
    case when exists (select from event as m where m.tenant_id = ${tenant.id} and m.subject_type = 'productbatch' and m.subject_id = b.id and m.event_type in ('MOVE', 'RECEIVED')
      and m.status = 'RECORDED' and m.data->>'processingSystemId' is not null and m.occurred_at > e.occurred_at)
      then (select ${entered}::uuid from event as c where c.tenant_id = ${tenant.id} and c.subject_type = 'productbatch' and c.subject_id = b.id and c.event_type in ('CREATED', 'EDITED')
        and ${entered} is not null order by c.subject_version desc limit 1)
      else b.processing_system_id end))`
export const dispatchesQuery = ({ tenant }: Scope, certificate: Certificate, ids: readonly string[]) => sql<DispatchRow>`
  select e.id, b.id as "lotId", b.title as lot, (e.data->>'kg')::numeric as kg, to_json(e.occurred_at)#>>'{}' as at, coalesce(e.data->>'invoiceNo', '') as "invoiceNo",
    e.data->>'buyerId' as "buyerId", b.operator_id as "operatorId", b.processor_id as "processorId", t.title as "takenBy", ${placeAt({ tenant })} as place
  from event as e join productbatch as b on b.tenant_id = ${tenant.id} and b.id = e.subject_id
  left join certificate_shipment as s on s.tenant_id = ${tenant.id} and s.dispatch_id = e.id and not s.certificate_id = any(${own(certificate)}::uuid[])
  left join transactioncertificate as t on t.tenant_id = ${tenant.id} and t.id = s.certificate_id
  where e.tenant_id = ${tenant.id} and e.id = any(${[...ids]}::uuid[]) and e.subject_type = 'productbatch' and e.event_type = 'DISPATCH' and e.status = 'RECORDED'
    and ${isSellers('b', certificate)}`

type LotRow = Omit<LotFacts, 'isRestricted'> & { isRestricted: boolean }
export const lotsQuery = ({ tenant }: Scope, certificate: Certificate, dispatches: readonly string[]) => sql<LotRow>`
  select b.id, b.title as lot, b.product_id as "productId", coalesce(b.claim_status, 'CONVENTIONAL') as claim, coalesce(b.gmo_status, 'UNTESTED') as gmo, p.material, b.produced_on as "producedOn", ${isRestricted} as "isRestricted",
    coalesce(b.on_hand_kg, 0) as "onHandKg", coalesce(b.shipped_kg, 0) as "shippedKg", coalesce(b.reserved_kg, 0) + coalesce(b.certified_kg, 0) - coalesce(bound.kg, 0) as "boundKg"
  from productbatch as b join product as p on p.tenant_id = ${tenant.id} and p.id = b.product_id
  left join lateral (select sum(e.delta_kg) as kg from event as v join ledger_entry as e on e.tenant_id = ${tenant.id} and e.event_id = v.id
    where v.tenant_id = ${tenant.id} and v.subject_type = 'transactioncertificate' and v.subject_id = any(${own(certificate)}::uuid[]) and e.batch_id = b.id
      and e.account = any(${[...boundAccounts]}::text[])) as bound on true
  where b.tenant_id = ${tenant.id} and (b.id = any(${lotIds(certificate)}::uuid[]) or (${isSellers('b', certificate)} and b.id in (
    select e.subject_id from event as e where e.tenant_id = ${tenant.id} and e.id = any(${[...dispatches]}::uuid[]) and e.subject_type = 'productbatch')))
  order by b.id`

/** Restricted lots among those that the goods came from, and those that they went into. */
export const restrictedQuery = (scope: Scope, certificate: Certificate, dispatches: readonly string[]) => sql<{
  lot: string
  reason: string
  words: string | null
}>`
  with recursive above (id) as (
    select unnest(${lotIds(certificate)}::uuid[])
    union select l.input_id from above join lot_link as l on l.tenant_id = ${scope.tenant.id} and l.output_id = above.id and l.input_kind = 'productbatch' and l.voided_at is null
  ), below (id) as (
    select l.output_id from lot_link as l join productbatch as s on s.tenant_id = ${scope.tenant.id} and s.id = l.input_id and ${isSellers('s', certificate)}
    where l.tenant_id = ${scope.tenant.id} and l.event_id = any(${[...dispatches]}::uuid[]) and l.voided_at is null
    union select l.output_id from below join lot_link as l on l.tenant_id = ${scope.tenant.id} and l.input_id = below.id and l.voided_at is null
  )
  select b.title as lot, coalesce(b.quarantine_reason, '') as reason, b.quarantine_words as words from productbatch as b
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
  select s.id, s.sc_no as no, s.status, s.valid_from as "validFrom", s.valid_to as "validTo", coalesce((select jsonb_agg(jsonb_build_object('productId', x.product_id, 'claim', x.claim_status,
        'place', case when f.id is not null then jsonb_build_object('id', f.id, 'name', f.title) end) order by x.line_no)
      from scopecertificate_annex as x left join processingsystem as f on f.tenant_id = ${tenant.id} and f.id = x.processing_system_id where x.tenant_id = ${tenant.id} and x.parent_id = s.id), '[]'::jsonb) as annex, s.certification_body_id as "bodyId", s.scheme_id as "schemeId",
    coalesce((select jsonb_agg(jsonb_build_object('eventType', e.event_type, 'day', to_char(e.occurred_at at time zone ${tenant.timezone}, 'YYYY-MM-DD')) order by e.occurred_at, e.subject_version)
      from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'scopecertificate' and e.subject_id = s.id and e.status = 'RECORDED'
        and e.event_type in ('SUSPENDED', 'REINSTATED', 'WITHDRAWN')), '[]'::jsonb) as events
  from scopecertificate as s where s.tenant_id = ${tenant.id} and s.id = any(${[sellerScopeId, ...(buyerScopeId ? [buyerScopeId] : [])]}::uuid[]) and s.deleted_at is null`

/** `sentOften`: dispatches of the goods by the seller to the buyer. */
type PartyRow = Gins & { body: string; bodyStatus: string; buyerTypes: string[]; sentOften: number; sellerParty: Party | null; buyerParty: Party }
export const partiesQuery = ({ tenant }: Scope, certificate: Certificate) => {
  const { certificationBodyId, buyerId, collectiveId, processorId } = certificate
  const ginOf = (
    owner: string,
  ) => sql`coalesce((select f.point from processingsystem as f where f.tenant_id = ${tenant.id} and f.processor_id = ${sql.ref(owner)}
      and f.system_type = 'GINNING' and f.point is not null and f.deleted_at is null order by f.status = 'DECOMMISSIONED', f.created_at, f.id limit 1), ${sql.ref(owner.replace(/\.id$/, '.point'))})`
  const place = (
    owner: string,
  ) => sql`(select case when g.point is not null then jsonb_build_object('lon', (g.point->'coordinates'->>0)::float8, 'lat', (g.point->'coordinates'->>1)::float8) end
      from (select ${ginOf(owner)} as point) as g)`
  return sql<PartyRow>`
    select c.title as body, c.status as "bodyStatus", y.title as buyer, y.types as "buyerTypes", 'GINNER' = any(y.types) as "isBuyerGin", coalesce('GINNER' = any(x.types), false) as "isSellerGin",
      ${partyColumn({ tenant }, 'processor', 'y')} as "buyerParty",
      case when x.id is not null then ${partyColumn({ tenant }, 'processor', 'x')} when g.id is not null then ${partyColumn({ tenant }, 'collective', 'g')} end as "sellerParty",
      x.title as seller, ${place('y.id')} as "buyerGin", ${place('x.id')} as "sellerGin",
      (select count(*)::int from productbatch as b join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = b.id and e.event_type = 'DISPATCH'
        and e.status = 'RECORDED' and e.data->>'buyerId' = y.id::text where b.tenant_id = ${tenant.id} and b.id = any(${lotIds(certificate)}::uuid[]) and ${isSellers('b', certificate)}) as "sentOften"
    from certificationbody as c join processor as y on y.tenant_id = ${tenant.id} and y.id = ${buyerId}::uuid
    left join processor as x on x.tenant_id = ${tenant.id} and x.id = ${processorId}::uuid
    left join collective as g on g.tenant_id = ${tenant.id} and g.id = ${collectiveId}::uuid
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

/** A certificate that counts for what is sold and used: a reservation that has ended does not. */
export const counts = (c: string) => sql`${sql.ref(`${c}.status`)} = any(${[...liveStates]}::text[]) and ${sql.ref(`${c}.deleted_at`)} is null
  and (${sql.ref(`${c}.status`)} <> 'CORRECTION' or ${sql.ref(`${c}.reserved_until`)} is not null)`
/** One that waits to take the place of an issued one counts with it, as the larger of the two, until it does; also where that was withdrawn meanwhile. */
export const family = ({ tenant }: Scope, c: string) => sql`coalesce((select o.id from transactioncertificate as o where o.tenant_id = ${tenant.id}
  and o.id = ${sql.ref(`${c}.replaces_id`)} and o.status in ('ISSUED', 'WITHDRAWN') and ${sql.ref(`${c}.status`)} in ('SUBMITTED', 'UNDER_REVIEW', 'CORRECTION')), ${sql.ref(`${c}.id`)})`

/** As SQL: claims in their order, 0 for conventional. */
export const ranks = sql`rank (claim, place) as (values ('CONVENTIONAL', 0), ('IC1', 1), ('IC2', 2), ('IC3', 3), ('ORGANIC', 4))`
/**
 * Kilograms of lots (`from`: a relation with lot_id, kg and others) divided over the seasons of the crops that they came from, to the gram: a heap has goods of several. Of a
 * lot whose crops are not known: its own season.
 */
const bySeason = ({ tenant }: Scope, from: string) => sql`${sql.table(from)} as l join productbatch as b on b.tenant_id = ${tenant.id} and b.id = l.lot_id
  left join lateral (select k.season_id, sum(g.kg) as kg, sum(sum(g.kg)) over (order by k.season_id) as upto, sum(sum(g.kg)) over () as total
    from lot_origin as g join crop as k on k.tenant_id = ${tenant.id} and k.id = g.crop_id where g.tenant_id = ${tenant.id} and g.lot_id = l.lot_id group by k.season_id) as o on o.total > 0
  cross join lateral (select coalesce(o.season_id, b.season_id) as season_id,
    case when o.season_id is null then l.kg else round(l.kg * o.upto / o.total, 3) - round(l.kg * (o.upto - o.kg) / o.total, 3) end as kg) as part`
/**
 * Per season and claim of the lines: under that claim or a higher one. Also per lower claim that other certificates have (`isRequested` false): goods sold under a lower claim than they were bought
 * under leave less for a higher one. What was bought of farmers who are on the list of the season now, by all records of the person.
 */
export const groupsQuery = (scope: Scope, certificate: Certificate, seller: Holder) => {
  const { tenant } = scope
  const { lines } = certificate
  const { purchaseOverEstimate } = tolerancesOf(tenant.config.tolerances)
  const approved = isApprovedPerson(scope, { farmer: sql`k.farmer_id`, season: sql`k.season_id` })
  return sql<GroupFacts>`
    with ${ranks}, line as (
      select * from unnest(${lines.map(({ batchId }) => batchId)}::uuid[], ${lines.map(({ claimStatus }) => claimStatus)}::text[],
        ${lines.map(({ netKg }) => netKg)}::numeric[]) as one (lot_id, claim, kg)
    ), asked as (
      select part.season_id, l.claim, r.place, sum(part.kg) as kg from ${bySeason(scope, 'line')}
      join rank as r on r.claim = l.claim where r.place > 0 group by part.season_id, l.claim, r.place
    ), other_line as (
      select c.id, ${family(scope, 'c')} as family, t.batch_id as lot_id, t.claim_status as claim, t.net_kg as kg
      from transactioncertificate as c join transactioncertificate_lines as t on t.tenant_id = ${tenant.id} and t.parent_id = c.id
      where c.tenant_id = ${tenant.id} and c.collective_id = ${seller.id}::uuid and ${counts('c')} and not c.id = any(${own(certificate)}::uuid[])
    ), other as (
      select l.id, l.family, part.season_id, r.place, part.kg from ${bySeason(scope, 'other_line')} join rank as r on r.claim = l.claim
      where not l.family = any(${own(certificate)}::uuid[])
    ), judged as (
      select season_id, claim, place, true as "isRequested" from asked
      union all select o.season_id, r.claim, o.place, false from (select distinct season_id, place from other where place > 0) as o join rank as r on r.place = o.place
        where o.place < (select max(a.place) from asked as a where a.season_id = o.season_id) and not exists (select from asked as a where a.season_id = o.season_id and a.place = o.place)
    ), bought as (
      select k.id, k.season_id, k.farmer_id, k.estimated_kg, k.yield_cap_kg, l.kg, least(rl.place, rk.place) as place
      from productbatch as b join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = b.id and l.voided_at is null
      join event as v on v.tenant_id = ${tenant.id} and v.id = l.event_id and v.event_type = 'PURCHASE'
      join productbatch as f on f.tenant_id = ${tenant.id} and f.id = l.input_id join crop as k on k.tenant_id = ${tenant.id} and k.id = f.crop_id
      join rank as rl on rl.claim = coalesce(l.claim, k.claim_status, 'CONVENTIONAL') join rank as rk on rk.claim = coalesce(k.claim_status, 'CONVENTIONAL')
      where b.tenant_id = ${tenant.id} and b.operator_id = ${seller.id}::uuid and b.processor_id is null and k.season_id in (select season_id from asked) and ${approved}
    )
    select s.code as season, a.claim, a."isRequested",
      (select sum(x.kg) from asked as x where x.season_id = a.season_id and x.place >= a.place) as "thisKg",
      (select coalesce(sum(f.kg), 0) from (select max(x.kg) as kg from (select o.family, sum(o.kg) as kg from other as o
        where o.season_id = a.season_id and o.place >= a.place group by o.id, o.family) as x group by x.family) as f) as "certifiedKg",
      (select coalesce(sum(g.kg), 0) from bought as g where g.season_id = a.season_id and g.place >= a.place) as "purchasedKg",
      (select coalesce(sum(floor(least(k.estimated_kg * ${purchaseOverEstimate}::numeric, ${certifiedCapOf('k')}) * 1000) / 1000), 0) from crop as k
        where k.tenant_id = ${tenant.id} and k.id in (select g.id from bought as g where g.season_id = a.season_id and g.place >= a.place)) as "ceilingKg",
      (select count(distinct g.id) from bought as g where g.season_id = a.season_id and g.place >= a.place and g.estimated_kg is null and g.yield_cap_kg is null) as "cropsUnknown"
    from judged as a join season as s on s.tenant_id = ${tenant.id} and s.id = a.season_id where ${seller.kind === 'collective'} order by s.code, a.claim`
}

/** What certificates of `buyer` use of `certificate` (SQL of ids); what they use of those that it replaced is used of it. */
const usedOf = (scope: Scope, judged: Certificate, { certificate, buyer }: Record<'certificate' | 'buyer', RawBuilder<unknown>>) => {
  const { tenant } = scope
  return sql`(select coalesce(sum(f.kg), 0) from (select max(x.kg) as kg from (
      select ${family(scope, 'u')} as family, sum((i->>'kgUsed')::numeric) as kg from transactioncertificate as u cross join jsonb_array_elements(u.input_certificates) as i
      where u.tenant_id = ${tenant.id} and u.processor_id = ${buyer} and ${counts('u')} and not u.id = any(${own(judged)}::uuid[]) and (i->>'certificateId')::uuid in (
          with recursive line (id) as (select ${certificate} union select c.replaces_id from line join transactioncertificate as c on c.tenant_id = ${tenant.id} and c.id = line.id
            where c.replaces_id is not null) select line.id from line)
      group by u.tenant_id, u.id) as x where not x.family = any(${own(judged)}::uuid[]) group by x.family) as f)`
}
/** The certificate whose place this one takes, with what others have used of it. `isIssued`: so that it can be replaced, or was by this one. `hasAll`: it certifies what this one does, to the same buyer. */
export const replacedQuery = (scope: Scope, certificate: Certificate) => sql<{
  no: string
  usedKg: number
  isSameBuyer: boolean
  isIssued: boolean
  hasAll: boolean
}>`
  select t.title as no, (t.status = 'ISSUED' or exists (select from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'transactioncertificate'
    and e.subject_id = t.id and e.event_type = 'REVISED' and e.status = 'RECORDED' and e.data->>'replacedById' = ${certificate.id}::text)) as "isIssued", t.buyer_id = ${certificate.buyerId}::uuid as "isSameBuyer", ${usedOf(scope, certificate, { certificate: sql`t.id`, buyer: sql`t.buyer_id` })} as "usedKg",
    t.buyer_id = ${certificate.buyerId}::uuid and coalesce(t.collective_id, t.processor_id) = ${certificate.collectiveId ?? certificate.processorId ?? null}::uuid and not exists (
      select from unnest(${certificate.lines.map(({ batchId }) => batchId)}::uuid[], ${certificate.lines.map(({ claimStatus }) => claimStatus)}::text[],
        ${certificate.lines.map(({ netKg }) => netKg)}::numeric[], ${certificate.lines.map(({ certifiedKg }) => certifiedKg)}::numeric[]) as n (batch_id, claim, net_kg, certified_kg)
      group by n.batch_id, n.claim having not exists (select from transactioncertificate_lines as x where x.tenant_id = ${scope.tenant.id} and x.parent_id = t.id
        and x.batch_id = n.batch_id and x.claim_status = n.claim having sum(x.net_kg) >= sum(n.net_kg) and sum(x.certified_kg) >= sum(n.certified_kg))) as "hasAll"
  from transactioncertificate as t where t.tenant_id = ${scope.tenant.id} and t.id = ${certificate.replacesId}::uuid`

/** Certificates of this programme that are named as what went in. */
export const inputsQuery = (scope: Scope, certificate: Certificate, seller: Holder) => sql<InputFacts>`
  select t.title as no, t.status = 'ISSUED' as "isIssued", t.status = 'REVISED' as "isReplaced", t.buyer_id = ${seller.id}::uuid as "isTo", t.net_kg as "issuedKg", coalesce(t.certified_kg / nullif(t.net_kg, 0), 1) as "certifiedShare", n.kg as "thisKg",
    ${usedOf(scope, certificate, { certificate: sql`t.id`, buyer: sql`${seller.id}::uuid` })} as "usedKg",
    coalesce((select array_agg(distinct p.material) from transactioncertificate_lines as l join product as p on p.tenant_id = ${scope.tenant.id} and p.id = l.product_id
      where l.tenant_id = ${scope.tenant.id} and l.parent_id = t.id), '{}') as materials
  from (select id, sum(kg) as kg from unnest(${certificate.inputCertificates.map(({ certificateId }) => certificateId ?? null)}::uuid[],
      ${certificate.inputCertificates.map(({ kgUsed }) => kgUsed)}::numeric[]) as named (id, kg) where id is not null group by id) as n
  join transactioncertificate as t on t.tenant_id = ${scope.tenant.id} and t.id = n.id order by t.id`

export const originsQuery = ({ tenant }: Scope, certificate: Certificate) => sql<Origin>`
  select sum(o.kg) as kg, (coalesce(p.centroid, p.point)->'coordinates'->>0)::float8 as lon, (coalesce(p.centroid, p.point)->'coordinates'->>1)::float8 as lat
  from lot_origin as o join crop as k on k.tenant_id = ${tenant.id} and k.id = o.crop_id left join landparcel as p on p.tenant_id = ${tenant.id} and p.id = k.parcel_id
  where o.tenant_id = ${tenant.id} and o.lot_id = any(${lotIds(certificate)}::uuid[]) group by 2, 3`

export const productsQuery = ({ tenant }: Scope, { lines }: Certificate) => sql<{
  id: string
  title: string
  hsCode: string | null
  composition: Composition | null
}>`
  select p.id, p.title, p.hs_code as "hsCode", p.composition from product as p where p.tenant_id = ${tenant.id} and p.id = any(${lines.map(({ productId }) => productId)}::uuid[])`
