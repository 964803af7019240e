// Facts of the events of an EPCIS document, read in sets: kilograms and units as each event moved them when it was recorded, and where the goods lay and what was in
// their lot by what was known then. What came late changes nothing of the others.
import { sql } from 'kysely'
import { isPhysical, physicalAccounts, toKg } from '#domain/chain/ledger.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Material } from '#domain/kernel/terms.ts'
import type { EventFacts, LotKg, UnitFact } from '#domain/reports/epcis/facts.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../../scope.ts'
import { cropsThen } from './crops-then.ts'
import { enteredPlace, placesThen, placing } from './places-then.ts'
import { unitQueries, unitsThen } from './units-then.ts'
import type { Chosen, EventRow } from './which-events.ts'

/** Events that speak of all that is in their lot, without saying how much. */
const ofWholeLot = [
  'ADJUST_APPROVED',
  'MOVE',
  'QUARANTINE',
  'RELEASE',
  'HOLD_LIFTED',
  'RECALL',
  'SAMPLE_TAKEN',
  'LAB_RESULT',
  'LOADED',
  'UNLOADED',
  'REPACK',
  'RELABEL',
]

/** Events that name units, without saying what each weighs. */
const ofUnits: readonly string[] = ['LOADED', 'UNLOADED', 'RELABEL']

type Entry = { eventId: string; batchId: string | null; account: string; kg: number }
type Grown = { id: string; systemId: string; parcelId: string; country: string | null }
export type Facility = { id: string; title: string; ownerId: string; readPoint: string | null }
export type Read = { facts: EventFacts[]; facilities: Map<string, Facility> }

export async function readFacts(scope: Scope, { lots, certificates, events }: Chosen): Promise<Read> {
  const { db, tenant } = scope
  const ids = events.map(({ id }) => id)
  const subjects = (type: string) => [...new Set(events.flatMap(({ subjectType, subjectId }) => (subjectType === type ? [subjectId] : [])))]
  const runs = events.flatMap(({ id, eventType }) => (eventType === 'PROCESS_RUN' ? [id] : []))
  const used = events.flatMap(({ data }) => (typeof data.itemId === 'string' ? [data.itemId] : []))
  const bought = events.flatMap(({ data }) => (typeof data.cropId === 'string' ? [data.cropId] : []))
  // Lots of which the units are named as they were.
  const counted = events.flatMap(({ eventType, subjectId, data }) =>
    ofUnits.includes(eventType) || eventType === 'REPACK' ? [subjectId] : receivedLot(eventType, data),
  )
  const [
    entries = [],
    units = [],
    books = [],
    lays = [],
    places = [],
    growers = [],
    lines = [],
    holders = [],
    grown = [],
    made = [],
    inputs = [],
    reached = [],
    ...rest
  ] = await queryAll(
    db,
    // As it was recorded: neither what took it back nor what corrected it later.
    sql<Entry>`select e.event_id as "eventId", e.batch_id as "batchId", e.account, sum(e.delta_kg) as kg from ledger_entry as e
      join event as v on v.tenant_id = ${tenant.id} and v.id = e.event_id and e.recorded_at <= v.recorded_at
      where e.tenant_id = ${tenant.id} and e.event_id = any(${ids}::uuid[]) and e.void_event_id is null and e.account not like 'TC_%'
      group by 1, 2, 3 having sum(e.delta_kg) <> 0 order by 1, 2, 3`,
    sql<
      UnitFact & { eventId: string }
    >`select u.event_id as "eventId", u.owner_id as "ownerId", u.unit_no as "unitNo", u.from_lot_id as "from", u.lot_id as "to", u.kg
      from lot_unit as u where u.tenant_id = ${tenant.id} and u.event_id = any(${ids}::uuid[]) order by u.event_id, u.place`,
    // What a later step of the lot took at the same moment was there still; of what happens now all has come that is recorded.
    sql<{ eventId: string; kg: number }>`select v.id as "eventId", coalesce(sum(e.delta_kg), 0) as kg from event as v
      left join ledger_entry as e on e.tenant_id = ${tenant.id} and e.batch_id = case v.subject_type when 'productbatch' then v.subject_id else (v.data->>'batchId')::uuid end and e.account = any(${[...physicalAccounts]}::text[])
        and (e.at <= v.occurred_at or v.occurred_at >= v.recorded_at) and e.recorded_at <= v.recorded_at
        and not (e.at >= v.occurred_at and e.recorded_at = v.recorded_at and exists (select from event as x where x.tenant_id = ${tenant.id} and x.id = e.event_id
          and x.subject_type = v.subject_type and x.subject_id = v.subject_id and x.subject_version > v.subject_version))
      where v.tenant_id = ${tenant.id} and v.id = any(${ids}::uuid[])
        and (v.subject_type = 'productbatch' and v.event_type = any(${ofWholeLot}::text[]) or v.subject_type = 'processingsystem' and v.event_type = 'QC_TEST') group by v.id`,
    placesThen(scope, sql`v.id = any(${ids}::uuid[])`),
    sql<Facility>`select y.id, y.title, coalesce(y.processor_id, y.collective_id) as "ownerId", y.read_point_uri as "readPoint" from processingsystem as y where y.tenant_id = ${tenant.id} and (
      y.id in (select e.subject_id from event as e where e.tenant_id = ${tenant.id} and e.id = any(${ids}::uuid[]) and e.subject_type = 'processingsystem')
      or y.id in (select (${enteredPlace('e')})::uuid from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch'
        and e.subject_id = any(${subjects('productbatch')}::uuid[]) and e.event_type = any(${[...placing]}::text[])))`,
    sql<{
      cropId: string
      farmerId: string
    }>`select c.id as "cropId", c.farmer_id as "farmerId" from crop as c where c.tenant_id = ${tenant.id} and c.id = any(${bought}::uuid[])`,
    sql<
      { certificateId: string } & LotKg
    >`select l.parent_id as "certificateId", l.batch_id as "lotId", sum(l.certified_kg) as kg from transactioncertificate_lines as l
      where l.tenant_id = ${tenant.id} and l.parent_id = any(${certificates.map(({ id }) => id)}::uuid[]) group by 1, 2 order by 1, 2`,
    // Also of records that the reader does not see: an event says the same to everybody who has it, and these are addresses alone.
    sql<{ id: string; holderId: string }>`select b.id, coalesce(b.processor_id, b.operator_id) as "holderId" from productbatch as b
      where b.tenant_id = ${tenant.id} and b.id = any(${subjects('productbatch')}::uuid[])`,
    sql<Grown>`select c.id, c.cropping_system_id as "systemId", c.parcel_id as "parcelId", f.country from crop as c
      join farmer as f on f.tenant_id = ${tenant.id} and f.id = c.farmer_id
      where c.tenant_id = ${tenant.id} and (c.id = any(${subjects('crop')}::uuid[]) or c.cropping_system_id = any(${subjects('croppingsystem')}::uuid[]))`,
    sql<{
      lotId: string
      material: Material
    }>`select b.id as "lotId", p.material from productbatch as b join product as p on p.tenant_id = ${tenant.id} and p.id = b.product_id
      where b.tenant_id = ${tenant.id} and b.id in (select e.batch_id from ledger_entry as e where e.tenant_id = ${tenant.id} and e.event_id = any(${runs}::uuid[]) and e.account = 'PRODUCED')`,
    sql<{ id: string; name: string }>`select i.id, i.name from inputitem as i where i.tenant_id = ${tenant.id} and i.id = any(${used}::uuid[])`,
    cropsThen(scope, ids),
    ...unitQueries(scope, counted),
  )
  const by = <T extends { eventId: string }>(rows: readonly T[]) => Map.groupBy(rows, ({ eventId }) => eventId)
  const [entriesOf, unitsOf] = [by(entries), by(units)]
  const onHand = new Map(books.map(({ eventId, kg }) => [eventId, Number(kg)]))
  const placeOf = new Map(lays.map((one) => [one.eventId, one]))
  const cropsOf = by(reached)
  const facilities = new Map(places.map((one) => [one.id, one]))
  const known = {
    lots: new Map(lots.map((one) => [one.id, one])),
    holders: new Map(holders.map(({ id, holderId }) => [id, holderId])),
    grown: new Map(grown.flatMap((one) => [one.id, one.systemId].map((id) => [id, one] as const))),
    certificates: new Map(certificates.map((one) => [one.id, one])),
    growers: new Map(growers.map(({ cropId, farmerId }) => [cropId, farmerId])),
  }
  const inputNames = new Map(inputs.map(({ id, name }) => [id, name]))
  const materials = new Map(made.map(({ lotId, material }) => [lotId, material]))
  const linesOf = Map.groupBy(lines, ({ certificateId }) => certificateId)
  const unitsIn = unitsThen(...rest)
  /** What an event says of units; of what was received the units that the lot had. */
  const namedIn = ({ id, eventType, subjectId, occurredAt: at, recordedAt, data }: EventRow): UnitFact[] => {
    const rows = unitsOf.get(id) ?? []
    const [arrived] = receivedLot(eventType, data)
    if (!arrived && !ofUnits.includes(eventType))
      return rows.map(({ ownerId, unitNo, from, to, kg }) => ({ ownerId, unitNo, from, to, kg: kg === null ? null : Number(kg), bookedKg: null }))
    const there = unitsIn({ lotId: arrived ?? subjectId, at, recordedAt, kg: arrived ? Number(data.netKg) : (onHand.get(id) ?? 0) })
    if (arrived) return there.map(({ ownerId, unitNo, grams }) => ({ ownerId, unitNo, from: arrived, to: arrived, kg: null, bookedKg: toKg(grams) }))
    const grams = new Map(there.map((one) => [`${one.ownerId} ${one.unitNo}`, one.grams]))
    return rows.map(({ ownerId, unitNo, from, to }) => {
      const booked = grams.get(`${ownerId} ${unitNo}`)
      return { ownerId, unitNo, from, to, kg: null, bookedKg: booked === undefined ? null : toKg(booked) }
    })
  }

  /** What was in the lot when it was packed, and is not in the packing. */
  const endedBy = ({ id, eventType, subjectId, occurredAt: at, recordedAt }: EventRow): EventFacts['ended'] => {
    if (eventType !== 'REPACK') return []
    const packed = new Set((unitsOf.get(id) ?? []).map(({ ownerId, unitNo }) => `${ownerId} ${unitNo}`))
    return unitsIn({ lotId: subjectId, at, recordedAt, kg: onHand.get(id) ?? 0, before: id }).filter(
      ({ ownerId, unitNo }) => !packed.has(`${ownerId} ${unitNo}`),
    )
  }

  const factsOf = (event: EventRow): EventFacts => {
    const { id, eventType, subjectType, subjectId, data } = event
    const moved = entriesOf.get(id) ?? []
    const inLots = (isTaken: boolean): LotKg[] =>
      moved.flatMap(({ batchId, account, kg }) =>
        // A hold that the same event sets moves nothing.
        batchId !== null && isPhysical(account) && Number(kg) < 0 === isTaken ? [{ lotId: batchId, kg: Math.abs(Number(kg)) }] : [],
      )
    const outside = (account: string) => moved.filter((one) => one.account === account).reduce((sum, { kg }) => sum + Number(kg), 0)
    const crop = known.grown.get(subjectId)
    const holder = known.holders.get(subjectId)
    const place = placeOf.get(id)
    const facilityId = subjectType === 'processingsystem' ? subjectId : (place?.facilityId ?? null)
    const brought = inLots(false)
    const certificate = known.certificates.get(subjectId)
    return {
      id,
      name: `${subjectType}.${eventType}`,
      subjectId,
      occurredAt: event.occurredAt,
      day: localDay(scope, event.occurredAt),
      recordedAt: event.recordedAt,
      data,
      voided:
        event.status === 'RECORDED'
          ? null
          : { at: iso(event.voidedAt ?? event.recordedAt), isReplaced: event.status === 'SUPERSEDED', reason: event.voidReason },
      supersedesId: event.supersedesId,
      taken: inLots(true),
      brought,
      materials,
      wasteKg: outside('WASTE'),
      invisibleKg: outside('INVISIBLE'),
      units: namedIn(event),
      ended: endedBy(event),
      onHandKg: onHand.get(id) ?? 0,
      facilityId,
      leftId: place && place.leftId !== facilityId ? place.leftId : null,
      parcelId: subjectType === 'landparcel' ? subjectId : (crop?.parcelId ?? null),
      cropIds: (cropsOf.get(id) ?? []).map(({ cropId }) => cropId),
      farmerId: known.growers.get(String(data.cropId ?? '')) ?? null,
      holderId: holder ?? facilities.get(facilityId ?? '')?.ownerId ?? null,
      lotNo: known.lots.get(brought[0]?.lotId ?? '')?.batchNo ?? null,
      inputName: inputNames.get(String(data.itemId ?? '')) ?? null,
      country: crop?.country ?? null,
      certificate: certificate ? { ...certificate, lines: (linesOf.get(certificate.id) ?? []).map(({ lotId, kg }) => ({ lotId, kg: Number(kg) })) } : null,
    }
  }
  return { facts: events.map(factsOf), facilities }
}

const iso = (moment: string): string => new Date(moment).toISOString()
const receivedLot = (eventType: string, { batchId }: EventRow['data']): string[] =>
  eventType === 'GOODS_RECEIVED' && typeof batchId === 'string' ? [batchId] : []
