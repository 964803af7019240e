// Units by number or label, and those that a lot has or had: where each is and was, as far as its reader may see the lots. Those of a lot in a scope of the past,
// too; titles, holders and places are of today then.
import { type RawBuilder, sql } from 'kysely'
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import type { UnitFound, UnitLot, UnitsFound } from '#domain/chain/unit-answer.ts'
import { lifeOf, type Packing, type UnitFact } from '#domain/chain/unit-life.ts'
import { entityOf } from '#domain/entities.ts'
import { numberOf } from '#domain/kernel/document-number.ts'
import { queryAll } from '#server/db/connection.ts'
import { byUnit, packingsOf, unitsThen } from '../ledger/units.ts'
import type { Scope } from '../scope.ts'
import { withinAccessScope } from '../store/access-scope.ts'
import { viewAsOf } from '../store/as-of.ts'
import { isUuid } from '../store/get.ts'
import { isPast, statusThen } from '../store/past.ts'
import { seen, visible } from './visible.ts'

const productbatch = entityOf('productbatch')
/** Of one number, or of one lot. */
const mostUnits = 1000
type Row = Omit<UnitFact, 'grams'> & { kg: number | null; subjectType: string; subjectId: string; madeBy: string }

/** Units with this number, whoever gave it, or with this label; those of which the caller may see no lot are left out. */
export async function unitsByNumber(scope: Scope, no: string): Promise<UnitsFound> {
  const { tenant } = scope
  return answerOf(
    scope,
    sql`select n.owner_id, n.unit_no from lot_unit as n where n.tenant_id = ${tenant.id} and n.unit_no = any(${[no, numberOf(no)]}::text[]) and n.voided_at is null
    union select n.owner_id, n.unit_no from lot_unit as n where n.tenant_id = ${tenant.id} and n.label = ${no} and n.voided_at is null`,
  )
}

/** Units that a lot has or had. Throws NOT_FOUND. */
export async function unitsOfOneLot(scope: Scope, id: string): Promise<UnitsFound> {
  const lotId = await lotOf(scope, id)
  return answerOf(
    scope,
    sql`select n.owner_id, n.unit_no from lot_unit as n where n.tenant_id = ${scope.tenant.id} and n.lot_id = ${lotId}::uuid and ${unitsThen(scope, 'n')}`,
  )
}

/** Throws NOT_FOUND, of the past also where nothing was known of it. */
async function lotOf(scope: Scope, id: string): Promise<string> {
  if (isPast(scope)) return (await viewAsOf(scope, productbatch, id)).row.id
  const [lots = []] = await queryAll(scope.db, visible(scope, productbatch, id, null))
  return seen(productbatch, lots).id
}

async function answerOf(scope: Scope, which: RawBuilder<unknown>): Promise<UnitsFound> {
  const { db, tenant } = scope
  const some = sql`select distinct * from (${which}) as w (owner_id, unit_no) order by unit_no, owner_id limit ${mostUnits}`
  const [rows = [], packings = []] = await queryAll(
    db,
    sql<Row>`with which as materialized (${some})
      select u.owner_id as "ownerId", u.unit_no as "unitNo", u.event_id as "eventId", v.event_type as "eventType", v.subject_type as "subjectType", v.subject_id as "subjectId",
        u.from_lot_id as "from", u.lot_id as "to", u.kg, u.label, u.sscc, to_json(u.at)#>>'{}' as at, to_json(u.recorded_at)#>>'{}' as "recordedAt", u.place,
        coalesce(y.title, c.title, '') as "madeBy"
      from which as w join lot_unit as u on u.tenant_id = ${tenant.id} and u.owner_id = w.owner_id and u.unit_no = w.unit_no and ${unitsThen(scope)}
      join event as v on v.tenant_id = ${tenant.id} and v.id = u.event_id
      left join processor as y on y.tenant_id = ${tenant.id} and y.id = u.owner_id
      left join collective as c on c.tenant_id = ${tenant.id} and c.id = u.owner_id
      order by u.at, u.recorded_at, u.place`,
    packingsOf(scope, some),
  )
  const ids = [...new Set(rows.flatMap(({ from, to }) => [from, to].filter((id) => id !== null)))]
  const lots = await lotsOf(scope, ids.filter(isUuid))
  const items = [...byUnit(rows).values()].flatMap((life) => unitOf(life, packings, lots))
  return { items, lots: [...lots.values()] }
}

function unitOf(life: readonly Row[], packings: readonly Packing[], lots: ReadonlyMap<string, UnitLot>): UnitFound[] {
  const [first] = life
  if (!first || !life.some(({ from, to }) => [from, to].some((id) => id && lots.get(id)?.isOpen))) return []
  const facts = life.map(({ kg, ...row }) => ({ ...row, grams: kg === null ? null : toGrams(Number(kg)) }))
  const { state, steps } = lifeOf(facts, packings)
  const subjectOf = new Map(life.map(({ eventId, subjectType, subjectId }) => [eventId, { subjectType, subjectId }]))
  return [
    {
      unitNo: first.unitNo,
      madeBy: first.madeBy,
      kg: toKg(state.grams),
      label: state.label,
      sscc: state.sscc,
      lot: state.lotId ? (lots.get(state.lotId) ?? null) : null,
      history: steps.map(({ at, eventId, eventType, from, to, grams, label, sscc }) => ({
        at: new Date(at).toISOString(),
        eventId,
        eventType,
        // A packing by which it ended is an event of its lot.
        ...(subjectOf.get(eventId) ?? { subjectType: 'productbatch', subjectId: from ?? '' }),
        from,
        to,
        kg: grams === null ? null : toKg(grams),
        label,
        sscc,
      })),
    },
  ]
}

/** By id; those out of reach are nameless. */
async function lotsOf(scope: Scope, ids: readonly string[]): Promise<Map<string, UnitLot>> {
  if (ids.length === 0) return new Map()
  const { tenant } = scope
  const [rows = []] = await queryAll(
    scope.db,
    sql<UnitLot>`select r.id, r.title, ${statusThen(scope, 'productbatch', sql`r.id`, sql`r.status`)} as status, p.title as product, coalesce(y.title, c.title) as holder, f.title as place,
        (${withinAccessScope(scope, productbatch, 'V')}) is true as "isOpen"
      from productbatch as r join product as p on p.tenant_id = ${tenant.id} and p.id = r.product_id
      left join processor as y on y.tenant_id = ${tenant.id} and y.id = r.processor_id
      left join collective as c on c.tenant_id = ${tenant.id} and c.id = r.operator_id
      left join processingsystem as f on f.tenant_id = ${tenant.id} and f.id = r.processing_system_id
      where r.tenant_id = ${tenant.id} and r.id = any(${[...ids]}::uuid[])`,
  )
  return new Map(rows.map((lot) => [lot.id, lot.isOpen ? lot : { ...lot, title: '', holder: '', place: null }]))
}
