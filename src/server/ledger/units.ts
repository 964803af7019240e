// Numbered units of lots (bales, bags, cones) in the database: what events do to them is written beside the movements of kilograms, each
// unit's life is judged at the end of the step, and the units of a lot are those facts folded (domain/chain/unit-life.ts, decision 0067).
import { type RawBuilder, sql } from 'kysely'
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import { unitsLeft } from '#domain/chain/lot-projection.ts'
import { byTime, lifeOf, type Packing, type UnitFact, type UnitInLot, type UnitKey, type UnitState, unitsIn } from '#domain/chain/unit-life.ts'
import { numberOf } from '#domain/kernel/document-number.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { kilograms, phrase } from '#domain/messages/message.ts'
import { queryAll, sendWithNext } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { entriesThen, linksThen } from '../store/past.ts'
import { stepLedger } from './step-ledger.ts'

/** What an event does to one unit; the fields as in `UnitFact`. `at`: when, if not when the event occurred. */
export type UnitMove = UnitKey & Pick<UnitFact, 'from' | 'to'> & { grams?: number; label?: string; sscc?: string; at?: string | undefined }

/** Writes what an event does to units; their lives are judged at the end of the step, which the caller asks for. */
export function writeUnits(scope: Scope, event: { id: string; occurredAt: string }, moves: readonly UnitMove[]): void {
  if (moves.length === 0) return
  stepLedger(scope).unitEvents.add(event.id)
  const rows = moves.map(({ ownerId, unitNo, from, to, grams, label, sscc, at }, place) => ({
    tenant_id: scope.tenant.id,
    event_id: event.id,
    owner_id: ownerId,
    unit_no: unitNo,
    place: place + 1,
    from_lot_id: from,
    lot_id: to,
    kg: grams === undefined ? null : toKg(grams),
    label: label ?? null,
    sscc: sscc ?? null,
    at: at ?? event.occurredAt,
    recorded_at: scope.now.toISOString(),
  }))
  sendWithNext(scope.db, scope.db.insertInto('lot_unit').values(rows))
}

/** Marks what an event that is taken back did to units. */
export function markUnits(scope: Scope, event: { id: string; voidEventId?: string | null | undefined }): void {
  stepLedger(scope).unitEvents.add(event.id)
  sendWithNext(
    scope.db,
    scope.db
      .updateTable('lot_unit')
      .set({ voided_at: scope.now.toISOString(), void_event_id: event.voidEventId ?? null })
      .where((where) => where.and({ tenant_id: scope.tenant.id, event_id: event.id })),
  )
}

type FactRow = Omit<UnitFact, 'grams'> & { kg: number | null }
const columns = sql`u.owner_id as "ownerId", u.unit_no as "unitNo", u.event_id as "eventId", v.event_type as "eventType", u.from_lot_id as "from", u.lot_id as "to", u.kg, u.label,
  u.sscc, to_json(u.at)#>>'{}' as at, to_json(u.recorded_at)#>>'{}' as "recordedAt", u.place`
const factOf = ({ kg, ...row }: FactRow): UnitFact => ({ ...row, grams: kg === null ? null : toGrams(Number(kg)) })
/** Rows (`u`, or another name for them) that count in the scope: as links between lots do. */
export const unitsThen = (scope: Pick<Scope, 'past'>, alias = 'u'): RawBuilder<boolean> => linksThen(scope, alias)

/** Units that these events name, and where one of them packs a lot, every unit that was ever in it. */
const namedBy = ({ tenant }: Scope, eventIds: readonly string[]) => sql`
  select n.owner_id, n.unit_no from lot_unit as n where n.tenant_id = ${tenant.id} and n.event_id = any(${[...eventIds]}::uuid[])
  union select o.owner_id, o.unit_no from lot_unit as o where o.tenant_id = ${tenant.id} and o.voided_at is null and o.lot_id = any(array(
    select p.lot_id from lot_unit as p join event as r on r.tenant_id = ${tenant.id} and r.id = p.event_id and r.event_type = 'REPACK'
    where p.tenant_id = ${tenant.id} and p.event_id = any(${[...eventIds]}::uuid[])))`
/** Packings of the lots that these units were in. `which`: their owners and numbers. */
export const packingsOf = (scope: Pick<Scope, 'tenant' | 'past'>, which: RawBuilder<unknown>): RawBuilder<Packing> => sql`
  with which as materialized (select distinct * from (${which}) as w (owner_id, unit_no)),
    lots as materialized (select distinct o.lot_id as id from which as w
      join lot_unit as o on o.tenant_id = ${scope.tenant.id} and o.owner_id = w.owner_id and o.unit_no = w.unit_no and ${unitsThen(scope, 'o')})
  select distinct u.event_id as "eventId", u.lot_id as "lotId", to_json(u.at)#>>'{}' as at, to_json(u.recorded_at)#>>'{}' as "recordedAt"
  from lot_unit as u join event as v on v.tenant_id = ${scope.tenant.id} and v.id = u.event_id and v.event_type = 'REPACK'
  where u.tenant_id = ${scope.tenant.id} and ${unitsThen(scope)} and u.lot_id = any(array(select id from lots))`
/** Their whole lives, and those packings. */
const livesOf = (scope: Pick<Scope, 'tenant'>, which: RawBuilder<unknown>) =>
  [
    sql<FactRow>`with which as materialized (select distinct * from (${which}) as w (owner_id, unit_no))
      select ${columns} from which as w join lot_unit as u on u.tenant_id = ${scope.tenant.id} and u.owner_id = w.owner_id and u.unit_no = w.unit_no and u.voided_at is null
      join event as v on v.tenant_id = ${scope.tenant.id} and v.id = u.event_id`,
    packingsOf(scope, which),
  ] as const

/** At the end of a step that did something to units: throws RULE_BLOCKED with the first fact that cannot be any more. */
export async function judgeUnits(scope: Scope): Promise<void> {
  const { unitEvents, events } = stepLedger(scope)
  if (unitEvents.size === 0) return
  const [rows = [], packings = []] = await queryAll(scope.db, ...livesOf(scope, namedBy(scope, [...unitEvents])))
  unitEvents.clear()
  const broken = [...byUnit(rows.map(factOf)).values()].flatMap((facts) => {
    const { impossible, state } = lifeOf(facts, packings)
    return impossible ? [{ impossible, state }] : []
  })
  const [first] = broken.sort((one, other) => byTime(one.impossible, other.impossible))
  if (!first) return
  const { state, impossible } = first
  const { unitNo, eventId } = impossible
  if (!events.has(eventId)) throw ruleBlocked('BR-26', phrase`A later event names ${unitNo}. Take that back first.`, { unitNo, eventId })
  if (state.sscc) throw ruleBlocked('BR-09', phrase`${unitNo} is loaded into shipment ${state.sscc}. Unload it first.`, { unitNo, sscc: state.sscc })
  throw ruleBlocked('BR-09', phrase`${unitNo} was not in this lot at that time.`, { unitNo, batchId: state.lotId })
}
export const byUnit = <F extends UnitKey>(facts: readonly F[]): Map<string, F[]> => Map.groupBy(facts, ({ ownerId, unitNo }) => `${ownerId} ${unitNo}`)

/** The units in a lot, with what is on hand of it spread over them (grams). `until`: as of an earlier moment, by what is recorded now. */
export async function unitsOfLot(scope: Scope, lotId: string, onHand: number, until: string | null = null): Promise<UnitInLot[]> {
  const by = (at: 'u' | 'e') => (until ? sql`${sql.ref(`${at}.at`)} <= ${until}::timestamptz` : sql`true`)
  const [rows = [], [runs] = []] = await queryAll(
    scope.db,
    sql<FactRow>`select ${columns} from lot_unit as u join event as v on v.tenant_id = ${scope.tenant.id} and v.id = u.event_id
      where u.tenant_id = ${scope.tenant.id} and u.lot_id = ${lotId}::uuid and ${unitsThen(scope)} and ${by('u')}
      union all select ${columns} from lot_unit as u join event as v on v.tenant_id = ${scope.tenant.id} and v.id = u.event_id
      where u.tenant_id = ${scope.tenant.id} and u.from_lot_id = ${lotId}::uuid and u.lot_id is distinct from u.from_lot_id and ${unitsThen(scope)} and ${by('u')}`,
    // What runs took without naming units, since the lot was packed last: packing states all that is in it.
    sql<{ kg: number }>`select coalesce(-sum(e.delta_kg), 0) as kg from ledger_entry as e
      join event as v on v.tenant_id = ${scope.tenant.id} and v.id = e.event_id and v.event_type <> 'SPLIT'
      where e.tenant_id = ${scope.tenant.id} and e.batch_id = ${lotId}::uuid and e.account = 'CONSUMED' and ${entriesThen(scope)} and ${by('e')}
        and e.at > coalesce((select max(u.at) from lot_unit as u join event as r on r.tenant_id = ${scope.tenant.id} and r.id = u.event_id and r.event_type = 'REPACK'
          where u.tenant_id = ${scope.tenant.id} and u.lot_id = e.batch_id and ${unitsThen(scope)} and ${by('u')}), '-infinity')
        and not exists (select from lot_unit as u where u.tenant_id = ${scope.tenant.id} and u.event_id = e.event_id and u.from_lot_id = e.batch_id)`,
  )
  return unitsLeft(unitsIn(lotId, rows.map(factOf)), toGrams(Number(runs?.kg ?? 0)), onHand)
}

/** Whether numbered units are in the lot, or were. */
export async function hadUnits({ db, tenant }: Scope, lotId: string): Promise<boolean> {
  const { rows } =
    await sql`select from lot_unit as u where u.tenant_id = ${tenant.id} and (u.lot_id = ${lotId}::uuid or u.from_lot_id = ${lotId}::uuid) and u.voided_at is null
    limit 1`.execute(db)
  return rows.length > 0
}

export type UnitNow = UnitKey & UnitState
/** Units that this lot has now, each with what its whole life says of it: label and shipment. */
export async function unitsNow(scope: Scope, lotId: string): Promise<UnitNow[]> {
  const inLot = sql`select n.owner_id, n.unit_no from lot_unit as n where n.tenant_id = ${scope.tenant.id} and n.lot_id = ${lotId}::uuid and n.voided_at is null`
  const [rows = [], packings = []] = await queryAll(scope.db, ...livesOf(scope, inLot))
  return [...byUnit(rows.map(factOf)).values()].flatMap((facts) => {
    const [first] = facts
    const { state } = lifeOf(facts, packings)
    return first && state.lotId === lotId ? [{ ownerId: first.ownerId, unitNo: first.unitNo, ...state }] : []
  })
}

/**
 * Which of these numbers `ownerId` has given to a unit already. One gives numbers at a time, so that two who give the same do not collide. `packedIn`: a lot
 * whose packings may list them too, whichever was recorded first.
 */
async function numbersTaken(
  scope: Scope,
  ownerId: string,
  numbers: readonly string[],
  packedIn: string | null,
): Promise<{ no: string; batchNo: string | null }[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`press ${ownerId}`}, ${scope.tenant.id}))`.execute(scope.db)
  const { rows } = await sql<{ no: string; batchNo: string | null }>`
    select u.unit_no as no, b.batch_no as "batchNo" from lot_unit as u join productbatch as b on b.tenant_id = ${scope.tenant.id} and b.id = u.lot_id
    join event as v on v.tenant_id = ${scope.tenant.id} and v.id = u.event_id
    where u.tenant_id = ${scope.tenant.id} and u.owner_id = ${ownerId}::uuid and u.voided_at is null
      and case when v.event_type = 'REPACK' then u.lot_id is distinct from ${packedIn}::uuid else u.from_lot_id is null end
      and u.unit_no = any(${[...numbers]}::text[]) order by u.unit_no`.execute(scope.db)
  return rows
}

/** Throws VALIDATION or DUPLICATE for numbers that are listed twice or belong to other units of `ownerId`; `path`: of the number in row `index`. */
export async function checkNewNumbers(
  scope: Scope,
  ownerId: string,
  numbers: readonly string[],
  path: (no: string) => string,
  packedIn: string | null = null,
): Promise<void> {
  const again = numbers.find((no, index) => numbers.indexOf(no) !== index)
  if (again !== undefined) throw fieldProblem(path(again), 'taken', phrase`Bale ${again} is listed twice.`)
  const [taken] = await numbersTaken(scope, ownerId, numbers, packedIn)
  if (taken)
    throw new Problem('DUPLICATE', {
      message: phrase`Bale ${taken.no} exists already, in lot ${taken.batchNo ?? ''}.`,
      fields: [{ path: path(taken.no), code: 'taken', message: 'Taken already.' }],
    })
}

/** The first of these labels that another unit bears already. */
export async function labelTaken(scope: Scope, moves: readonly UnitMove[]): Promise<{ unitNo: string; label: string } | undefined> {
  const labels = moves.flatMap(({ label }) => label ?? [])
  const { rows } = await sql<UnitKey & { label: string }>`select distinct u.owner_id as "ownerId", u.unit_no as "unitNo", u.label from lot_unit as u
    where u.tenant_id = ${scope.tenant.id} and u.label = any(${labels}::text[]) and u.voided_at is null order by u.label, u.unit_no`.execute(scope.db)
  return rows.find(({ ownerId, unitNo, label }) => moves.some((move) => move.label === label && !(move.ownerId === ownerId && move.unitNo === unitNo)))
}

/** Named units out of those that are there; throws VALIDATION at `path` for one that is not, and for a weight that is not theirs. */
export function namedUnits(units: readonly UnitInLot[], numbers: readonly string[], kg: number, path: { units: string; kg: string }, lot: string): UnitInLot[] {
  const named = numbers.map((no) => {
    const unit = units.find(({ unitNo }) => numberOf(unitNo) === numberOf(no))
    if (!unit) throw fieldProblem(path.units, 'missing', phrase`${no} is not in ${lot}.`)
    return unit
  })
  const weighed = named.reduce((grams, unit) => grams + unit.grams, 0)
  if (weighed !== toGrams(kg)) throw fieldProblem(path.kg, 'rule', phrase`These units weigh ${kilograms(toKg(weighed))}.`)
  return named
}
