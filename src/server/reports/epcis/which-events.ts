// Which recorded events are in an EPCIS document: those of the goods of a lot or of a certificate and of what they came from, or those that happened at a facility, as
// far as the reader sees the record that an event is of, or a lot whose kilograms it moved. Two messages to the database, whatever the number of lots.
import { type RawBuilder, sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import { epcisNames } from '#domain/reports/epcis/names.ts'
import { mostEvents } from '#domain/reports/epcis-document.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../../scope.ts'
import { type Condition, withinAccessScope } from '../../store/access-scope.ts'
import { isPast, linksThen } from '../../store/past.ts'
import { edgesAbove, type LotEdge } from '../lot-graph.ts'
import { type AtFacility, type LotsThere, lotEventsThere, lotsThere } from './at-facility.ts'

export type Subject = { lot: string | null; certificate: string | null; facility: string | null; season: string | null }
/** `whole`: everything that was done with them is in the document; of what they came from only what led to them. */
type Goods = { lots: Set<string>; crops: Set<string>; whole: readonly string[]; edges: readonly LotEdge[]; there?: AtFacility & LotsThere }

export type LotRow = { id: string; title: string; batchNo: string | null }
export type CropRow = { id: string; title: string; parcelId: string; systemId: string; seasonId: string | null; village: string | null }
export type CertificateRow = { id: string; title: string; sellerId: string; buyerId: string }
export type EventRow = {
  id: string
  eventType: string
  subjectType: string
  subjectId: string
  occurredAt: string
  recordedAt: string
  data: Record<string, unknown>
  status: string
  voidReason: string | null
  voidedAt: string | null
  supersedesId: string | null
}
export type Chosen = { lots: LotRow[]; crops: CropRow[]; certificates: CertificateRow[]; events: EventRow[] }

/** At most one event more than a document may have. Throws VALIDATION where nothing, or more than one thing, was chosen. */
export async function chosenEvents(scope: Scope, subject: Subject): Promise<Chosen> {
  const { tenant, db } = scope
  const goods = await goodsOf(scope, subject)
  const [lots, crops] = [[...goods.lots], [...goods.crops]]
  // A paper is of no place.
  const certified = goods.there ? [] : lots
  const [openLots = [], openCrops = [], certificates = []] = await queryAll(
    db,
    sql<LotRow>`select r.id, r.title, r.batch_no as "batchNo"
      from productbatch as r where r.tenant_id = ${tenant.id} and ${among(lots)} and r.deleted_at is null and ${withinAccessScope(scope, entityOf('productbatch'), 'V')}`,
    sql<CropRow>`select r.id, r.title, r.parcel_id as "parcelId", r.cropping_system_id as "systemId", r.season_id as "seasonId", r.village
      from crop as r where r.tenant_id = ${tenant.id} and ${among(crops)} and r.deleted_at is null and ${withinAccessScope(scope, entityOf('crop'), 'V')}`,
    sql<CertificateRow>`select r.id, r.title, coalesce(r.processor_id, r.collective_id) as "sellerId", r.buyer_id as "buyerId" from transactioncertificate as r
      where r.tenant_id = ${tenant.id} and r.deleted_at is null and ${withinAccessScope(scope, entityOf('transactioncertificate'), 'V')} and (r.id = ${subject.certificate}::uuid
        or r.id in (select l.parent_id from transactioncertificate_lines as l where l.tenant_id = ${tenant.id} and l.batch_id = any(${certified}::uuid[])))`,
  )
  const open = { lots: openLots, crops: openCrops, certificates }
  const arms = goods.there ? armsThere(scope, goods.there, open) : armsOf(scope, goods, open)
  const counted = sql.join(
    arms.map((arm) => sql`(${arm})`),
    sql` union `,
  )
  const { rows } = await sql<EventRow>`
    select e.id, e.event_type as "eventType", e.subject_type as "subjectType", e.subject_id as "subjectId", to_json(e.occurred_at)#>>'{}' as "occurredAt",
      to_json(e.recorded_at)#>>'{}' as "recordedAt", e.data, ${statusThen(scope)} as status, e.void_reason as "voidReason", to_json(e.voided_at)#>>'{}' as "voidedAt",
      e.supersedes_event_id as "supersedesId"
    from event as e where e.tenant_id = ${tenant.id} and e.id in (${counted}) and ${byThen(scope)}
    order by e.occurred_at, e.recorded_at, e.id limit ${mostEvents + 1}`.execute(db)
  return { ...open, events: rows }
}

const among = (ids: readonly string[]): Condition => sql`r.id = any(${[...ids]}::uuid[])`
/** Voided ones, too: they leave with the declaration that they were wrong. */
const byThen = (scope: Scope): Condition =>
  isPast(scope) ? sql`e.recorded_at <= ${scope.past.knownBy}::timestamptz and e.occurred_at <= ${scope.past.occurredBy}::timestamptz` : sql`true`
const statusThen = (scope: Scope) =>
  isPast(scope) ? sql`case when e.voided_at <= ${scope.past.knownBy}::timestamptz then e.status else 'RECORDED' end` : sql`e.status`

async function goodsOf(scope: Scope, subject: Subject): Promise<Goods> {
  const { lot, certificate, facility, season } = subject
  const chosen = [lot, certificate, facility].filter((one) => one !== null).length
  if (chosen === 0) throw fieldProblem('lot', 'required', 'Choose a lot, a transaction certificate, or a facility with its season.')
  if (chosen > 1) throw fieldProblem('lot', 'rule', 'Choose one of the three: a lot, a transaction certificate, or a facility.')
  if (facility && !season) throw fieldProblem('season', 'required', 'Choose the season of the facility.')
  if (lot) return withSources(scope, [lot], [lot])
  if (certificate) return withSources(scope, await lotsOfCertificate(scope, certificate), [])
  const at = { facility: facility ?? '', season: season ?? '' }
  const there = { ...at, ...(await lotsThere(scope, at)) }
  return { lots: new Set([...there.lots, ...there.others]), crops: new Set(), whole: [], edges: [], there }
}

async function withSources(scope: Scope, roots: readonly string[], whole: readonly string[]): Promise<Goods> {
  const [edges = []] = await queryAll(scope.db, edgesAbove(scope, sql`select unnest(${[...roots]}::uuid[])`))
  const goods = { lots: new Set(roots), crops: new Set<string>(), whole, edges }
  for (const { from, fromKind, to } of edges) {
    ;(fromKind === 'crop' ? goods.crops : goods.lots).add(from)
    goods.lots.add(to)
  }
  return goods
}

/** The lots that it names, and those that its dispatches made of them. */
async function lotsOfCertificate(scope: Scope, id: string): Promise<string[]> {
  const { tenant } = scope
  const { rows } = await sql<{ id: string }>`
    select l.batch_id as id from transactioncertificate_lines as l where l.tenant_id = ${tenant.id} and l.parent_id = ${id}::uuid
    union select l.output_id from transactioncertificate as c cross join jsonb_array_elements(c.shipments) as s
      join lot_link as l on l.tenant_id = ${tenant.id} and l.event_id = (s.value->>'dispatchId')::uuid and ${linksThen(scope)}
      where c.tenant_id = ${tenant.id} and c.id = ${id}::uuid and s.value->>'dispatchId' is not null`.execute(scope.db)
  return rows.map((row) => row.id)
}

const typesOf = (subjectType: string): string[] =>
  Object.keys(epcisNames).flatMap((name) => (name.startsWith(`${subjectType}.`) ? [name.slice(subjectType.length + 1)] : []))

type Open = Omit<Chosen, 'events'>
/** Ids of those events of records that have a row in the mapping, found by an index. */
const eventsOf = ({ tenant }: Scope, subjectType: string, ids: readonly string[], more: Condition = sql`true`): RawBuilder<unknown> => sql`
  select v.id from event as v where v.tenant_id = ${tenant.id} and v.subject_type = ${subjectType} and v.subject_id = any(${[...new Set(ids)]}::uuid[])
    and v.event_type = any(${typesOf(subjectType)}::text[]) and ${more}`

/** What was done with the lots there, and what the facility itself did with lots of the season that the reader sees. */
function armsThere(scope: Scope, there: AtFacility & LotsThere, { lots }: Open): RawBuilder<unknown>[] {
  const open = lots.map(({ id }) => id)
  const ofSeason = new Set(there.lots)
  const own = open.filter((id) => ofSeason.has(id))
  const movedOwn: Condition = sql`(v.data->>'batchId' = any(${own}::text[]) or exists (select from ledger_entry as l
    where l.tenant_id = ${scope.tenant.id} and l.event_id = v.id and l.batch_id = any(${own}::uuid[])))`
  return [
    lotEventsThere(scope, there, there, open, typesOf('productbatch')),
    eventsOf(scope, 'processingsystem', [there.facility], movedOwn),
    eventsOf(scope, 'processingsystem', [there.facility], cleanedFor(scope, there)),
  ]
}

/** Cleanings of a line are of no lot: those from the first day of the season to its last, or to the last run there on lots of it. */
const cleanedFor = ({ tenant }: Scope, { facility, season, lots }: AtFacility & LotsThere): Condition => sql`v.event_type = 'CLEANING' and exists (
  select from season as s where s.tenant_id = ${tenant.id} and s.id = ${season}::uuid
    and v.occurred_at >= s.start_date::timestamp at time zone ${tenant.timezone}
    and v.occurred_at < greatest((s.end_date + 1)::timestamp at time zone ${tenant.timezone}, (select max(x.occurred_at) from event as x
      where x.tenant_id = ${tenant.id} and x.subject_type = 'processingsystem' and x.subject_id = ${facility}::uuid and x.event_type = 'PROCESS_RUN'
        and exists (select from ledger_entry as l where l.tenant_id = ${tenant.id} and l.event_id = x.id and l.batch_id = any(${lots}::uuid[])))))`

/** What a facility did to a lot without moving it on: tests of its quality, and waste of it that was taken away. */
const doneTo = (scope: Scope, tested: readonly string[], wasted: readonly string[]): RawBuilder<unknown> => {
  const { tenant } = scope
  return sql`select v.id from productbatch as b
    join processingsystem as s on s.tenant_id = ${tenant.id} and case when b.processor_id is null then s.collective_id = b.operator_id else s.processor_id = b.processor_id end
    join event as v on v.tenant_id = ${tenant.id} and v.subject_type = 'processingsystem' and v.subject_id = s.id and v.data->>'batchId' = b.id::text
      and (v.event_type = 'QC_TEST' or v.event_type = 'WASTE_OUT' and b.id = any(${[...wasted]}::uuid[]))
    where b.tenant_id = ${tenant.id} and b.id = any(${[...tested]}::uuid[])`
}

/** Ids of events, arm by arm. */
function armsOf(scope: Scope, { whole, edges }: Goods, { lots, crops, certificates }: Open): RawBuilder<unknown>[] {
  const lotIds = lots.map(({ id }) => id)
  const isOpen = new Set(lotIds)
  const led = [...new Set(edges.filter(({ from, to }) => isOpen.has(from) || isOpen.has(to)).map(({ eventId }) => eventId))]
  const wholeOpen = whole.filter((id) => isOpen.has(id))
  const { tenant } = scope
  const of = (subjectType: string, ids: readonly string[], more?: Condition) => eventsOf(scope, subjectType, ids, more)
  const seasons = [...new Set(crops.flatMap(({ seasonId }) => seasonId ?? []))]
  return [
    // What left a source for somewhere else is not of these goods.
    of('productbatch', lotIds, sql`(v.event_type not in ('SPLIT', 'DISPATCH') or v.subject_id = any(${wholeOpen}::uuid[]) or v.id = any(${led}::uuid[]))`),
    of(
      'crop',
      crops.map(({ id }) => id),
    ),
    of(
      'croppingsystem',
      crops.map(({ systemId }) => systemId),
    ),
    of(
      'landparcel',
      crops.map(({ parcelId }) => parcelId),
      sql`v.data->>'seasonId' = any(${seasons}::text[])`,
    ),
    of(
      'transactioncertificate',
      certificates.map(({ id }) => id),
    ),
    doneTo(scope, lotIds, wholeOpen),
    sql`select unnest(${led}::uuid[])`,
    // What was taken back made them once.
    sql`select l.event_id from lot_link as l where l.tenant_id = ${tenant.id} and l.output_id = any(${wholeOpen}::uuid[])`,
    sql`select (v.data->>'causeEventId')::uuid from event as v where v.tenant_id = ${tenant.id} and v.subject_type = 'productbatch' and v.subject_id = any(${lotIds}::uuid[])
      and v.event_type = 'RECEIVED' and v.data->>'causeEventId' is not null`,
  ]
}
