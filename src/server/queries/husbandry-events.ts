// What was recorded of flocks, ponds and milking animals, read for their projections: behaviours, which write
// the columns, and reports, which draw them. Days are those of the programme's zone.
import { type RawBuilder, sql } from 'kysely'
import { pondTotals } from '#domain/husbandry/pond-projection.ts'
import { isInForce } from '#domain/husbandry/withdrawal-projection.ts'
import { degreeDays } from '#domain/husbandry/withdrawal-times.ts'
import { dayIn } from '#domain/kernel/day.ts'
import type { HistoryEvent as StoredEvent } from '#domain/kernel/history.ts'
import type { FactsTime, Scope } from '../scope.ts'
import { eventsThen } from '../store/past.ts'
import { changesOfStep } from '../store/step.ts'

const dayOf = (scope: Scope): RawBuilder<unknown> => sql`(occurred_at at time zone ${scope.tenant.timezone})::date`
/** An event as a projection folds it: with its day. */
export type DatedEvent = StoredEvent & { day: string }
const historyColumns = (scope: Scope): RawBuilder<unknown> =>
  sql`id, event_type as "eventType", occurred_at as "occurredAt", ${dayOf(scope)} as day, recorded_at as "recordedAt", recorded_by as "recordedBy",
    subject_version as version, status_before as "statusBefore", status_after as "statusAfter"`

/** Which events are in force at a time (columns of `event`); without one in the scope, of now or of a past day. */
function inForce(scope: Scope, time: FactsTime): RawBuilder<unknown> {
  if (time === undefined) return eventsThen(scope, 'event')
  if (time !== 'before')
    return sql`recorded_at <= ${time.knownBy}::timestamptz and (voided_at is null or voided_at > ${time.knownBy}::timestamptz)
      and (event_type = 'CREATED' or occurred_at <= ${time.occurredBy}::timestamptz)`
  const { recorded, voided } = changesOfStep(scope)
  return sql`((status = 'RECORDED' and not (id = any(${recorded}::uuid[]))) or id = any(${voided}::uuid[]))`
}

/** Events of these records, and transfers that brought something here (`fromId`: from where); in the order of their happening. */
async function eventsWithTransfers(
  scope: Scope,
  entity: string,
  ids: readonly string[],
  to: string,
  time: FactsTime,
): Promise<Map<string, (DatedEvent & { subjectId: string })[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<DatedEvent & { subjectId: string }>`
    select ${historyColumns(scope)}, data, subject_id as "subjectId" from event
      where tenant_id = ${scope.tenant.id} and subject_type = ${entity} and subject_id = any(${[...ids]}::uuid[]) and ${inForce(scope, time)}
        and event_type not in ('CREATED', 'EDITED', 'DELETED', 'EVENT_VOIDED')
    union all
    select id, 'TRANSFER_IN', occurred_at, ${dayOf(scope)}, recorded_at, recorded_by, subject_version, status_before, status_after,
        data || jsonb_build_object('fromId', subject_id), (data->>${to})::uuid from event
      where tenant_id = ${scope.tenant.id} and subject_type = ${entity} and event_type = 'TRANSFER' and ${inForce(scope, time)}
        and data->>${to} = any(${[...ids]}::text[])
    order by "occurredAt", "recordedAt", version, id`.execute(scope.db)
  return Map.groupBy(rows, ({ subjectId }) => subjectId)
}
export const flockEvents = (scope: Scope, ids: readonly string[], time?: FactsTime): Promise<Map<string, DatedEvent[]>> =>
  eventsWithTransfers(scope, 'poultrybatch', ids, 'toBatchId', time)
export const pondEvents = (scope: Scope, ids: readonly string[], time?: FactsTime): Promise<Map<string, DatedEvent[]>> =>
  eventsWithTransfers(scope, 'aquacrop', ids, 'toCropId', time)

/**
 * The history of one animal, with what was entered about it. Of its milkings, hundreds a year, only the first, the newest, and
 * those after an event of these types that the step has recorded or voided.
 */
export async function animalFacts(scope: Scope, entity: string, id: string, time: FactsTime, turning: readonly string[]): Promise<DatedEvent[]> {
  const ofAnimal = sql`tenant_id = ${scope.tenant.id} and subject_type = ${entity} and subject_id = ${id}::uuid`
  const own = sql`${ofAnimal} and ${inForce(scope, time)}`
  const { recorded, voided } = changesOfStep(scope)
  const changed = sql`(select min(occurred_at) from event where ${ofAnimal} and id = any(${[...recorded, ...voided]}::uuid[]) and event_type = any(${[...turning]}::text[]))`
  const milking = (direction: RawBuilder<unknown>) => sql`(select ${historyColumns(scope)}, data from event
    where ${own} and event_type = 'MILKING' order by occurred_at ${direction}, id ${direction} limit 1)`
  const { rows } = await sql<DatedEvent>`
    select ${historyColumns(scope)}, data from event
      where ${own} and event_type not in ('DELETED', 'EVENT_VOIDED') and (event_type <> 'MILKING' or occurred_at >= ${changed})
    union ${milking(sql`asc`)} union ${milking(sql`desc`)}
    order by "occurredAt", "recordedAt", version, id`.execute(scope.db)
  return rows
}

/** Events of a record, of these types, that count in the scope. */
export async function historyOf(scope: Scope, entity: string, id: string, types: readonly string[]): Promise<DatedEvent[]> {
  const { rows } = await sql<DatedEvent>`
    select ${historyColumns(scope)}, data from event
      where tenant_id = ${scope.tenant.id} and subject_type = ${entity} and subject_id = ${id}::uuid and ${eventsThen(scope, 'event')} and event_type = any(${[...types]}::text[])
    order by "occurredAt", "recordedAt", version, id`.execute(scope.db)
  return rows
}

/** Events of these types that lie within a withdrawal: of the thousands of milkings of an animal those alone that may not have been. */
export async function usesDuring(
  scope: Scope,
  entity: string,
  id: string,
  types: readonly string[],
  withdrawals: readonly { startAt: string; effectiveEndAt: string | null }[],
): Promise<DatedEvent[]> {
  if (withdrawals.length === 0) return []
  const { rows } = await sql<DatedEvent>`
    select ${historyColumns(scope)}, data from event as e
      where tenant_id = ${scope.tenant.id} and subject_type = ${entity} and subject_id = ${id}::uuid and status = 'RECORDED' and event_type = any(${[...types]}::text[])
        and exists (select 1 from unnest(${withdrawals.map(({ startAt }) => startAt)}::timestamptz[], ${withdrawals.map(({ effectiveEndAt }) => effectiveEndAt)}::timestamptz[]) as w(begins, ends)
          where e.occurred_at >= w.begins and (w.ends is null or e.occurred_at <= w.ends))
    order by "occurredAt", "recordedAt", version, id`.execute(scope.db)
  return rows
}

/** The column of a withdrawal that says whose it is. */
export const withdrawalColumns: Readonly<Record<string, string>> = {
  cow: 'cow_id',
  goat: 'goat_id',
  sheep: 'sheep_id',
  poultrybatch: 'poultry_batch_id',
  aquacrop: 'aqua_crop_id',
}
export type OpenWithdrawal = {
  id: string
  subjectId: string
  product: string
  /** Null: until enough warmth has gathered in the water. */
  until: string | null
  startAt: string
  degreeDaysRequired: number | null
  medicine: string | null
}
type Candidate = OpenWithdrawal & { lastDoseAt: string | null }

/** Restrictions on these animals, flocks or ponds at a moment, soonest free first: by the clock and by the warmth of the water, whatever the status of the record says. */
export async function openWithdrawalsOf(scope: Scope, entity: string, subjectIds: readonly string[], at: string): Promise<OpenWithdrawal[]> {
  const column = withdrawalColumns[entity]
  if (!column || subjectIds.length === 0) return []
  const { rows } = await sql<Candidate>`
    select w.id, w.${sql.ref(column)} as "subjectId", w.product, w.effective_end_at as until, w.start_at as "startAt", w.last_dose_at as "lastDoseAt",
      w.degree_days_required as "degreeDaysRequired", m.title as medicine
    from withdrawal as w left join medicine as m on m.tenant_id = ${scope.tenant.id} and m.id = w.medicine_id
    where w.tenant_id = ${scope.tenant.id} and w.${sql.ref(column)} = any(${[...subjectIds]}::uuid[]) and w.status <> 'VOIDED' and w.deleted_at is null
      and w.start_at <= ${at}::timestamptz
      and (w.effective_end_at > ${at}::timestamptz or (w.degree_days_required is not null and (w.status = 'ACTIVE' or w.updated_at > ${at}::timestamptz)))
    order by w.effective_end_at nulls last, w.id`.execute(scope.db)
  const inWater = rows.filter(({ degreeDaysRequired }) => degreeDaysRequired !== null).map(({ subjectId }) => subjectId)
  const warmth = await warmthOf(scope, [...new Set(inWater)])
  return rows.flatMap(({ lastDoseAt, ...one }) => {
    const gathered = () => warmth(one.subjectId, lastDoseAt ?? one.startAt, at)
    if (!isInForce({ ...one, effectiveEndAt: one.until }, at, gathered)) return []
    return [{ ...one, until: one.until !== null && Date.parse(one.until) > Date.parse(at) ? one.until : null }]
  })
}

/** Degree-days that the water of these ponds gathered between two moments. */
export async function warmthOf(scope: Scope, pondIds: readonly string[]): Promise<(pondId: string, from: string, to: string) => number> {
  const facts = await pondEvents(scope, pondIds)
  const water = new Map([...facts].map(([id, own]) => [id, pondTotals(own).water]))
  const day = (moment: string) => dayIn(scope.tenant.timezone, new Date(moment))
  return (pondId, from, to) => degreeDays(water.get(pondId) ?? [], day(from), day(to))
}

export type MilkOfDay = { day: string; kg: number; animals: number }
/** Animals that are milked. */
export const milkedEntities = ['cow', 'goat', 'sheep'] as const
/** Milk on record by day since `from`, of the animals that `which` (a query of their ids) names. */
export async function milkByDay(scope: Scope, entities: readonly string[], which: RawBuilder<unknown>, from: string): Promise<MilkOfDay[]> {
  const { rows } = await sql<MilkOfDay>`
    select ${dayOf(scope)} as day, sum((data->>'kg')::numeric)::float8 as kg, count(distinct subject_id)::int as animals from event
    where tenant_id = ${scope.tenant.id} and subject_type = any(${[...entities]}::text[]) and event_type = 'MILKING' and ${eventsThen(scope, 'event')}
      and occurred_at >= (${from}::date)::timestamp at time zone ${scope.tenant.timezone} and subject_id in (${which})
    group by 1 order by 1`.execute(scope.db)
  return rows.map((row) => ({ ...row, kg: Math.round(row.kg * 100) / 100 }))
}
