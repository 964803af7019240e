// What was recorded of flocks, ponds and milking animals, read for their projections: behaviours, which write
// the columns, and reports, which draw them. Days are those of the programme's zone.
import { type RawBuilder, sql } from 'kysely'
import type { FlockEvent } from '#domain/husbandry/flock-projection.ts'
import { type PondEvent, pondTotals } from '#domain/husbandry/pond-projection.ts'
import type { HistoryEvent } from '#domain/husbandry/replay.ts'
import { isInForce } from '#domain/husbandry/withdrawal-projection.ts'
import { degreeDays } from '#domain/husbandry/withdrawal-times.ts'
import { dayIn } from '#domain/kernel/day.ts'
import type { Scope } from '../scope.ts'

const dayOf = (scope: Scope): RawBuilder<unknown> => sql`(occurred_at at time zone ${scope.tenant.timezone})::date`
const historyColumns = (scope: Scope): RawBuilder<unknown> =>
  sql`id, event_type as "eventType", occurred_at as "occurredAt", ${dayOf(scope)} as day, recorded_at, subject_version`

/** Events of these records, and transfers that brought something here (`fromId`: from where); in the order of their happening. */
async function eventsWithTransfers(scope: Scope, entity: string, ids: readonly string[], to: string): Promise<Map<string, HistoryEvent[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<HistoryEvent & { subjectId: string }>`
    select ${historyColumns(scope)}, data, subject_id as "subjectId" from event
      where tenant_id = ${scope.tenant.id} and subject_type = ${entity} and subject_id = any(${[...ids]}::uuid[]) and status = 'RECORDED'
        and event_type not in ('CREATED', 'EDITED', 'DELETED', 'EVENT_VOIDED')
    union all
    select id, 'TRANSFER_IN', occurred_at, ${dayOf(scope)}, recorded_at, subject_version, data || jsonb_build_object('fromId', subject_id), (data->>${to})::uuid from event
      where tenant_id = ${scope.tenant.id} and subject_type = ${entity} and event_type = 'TRANSFER' and status = 'RECORDED'
        and data->>${to} = any(${[...ids]}::text[])
    order by "occurredAt", recorded_at, subject_version, id`.execute(scope.db)
  return Map.groupBy(rows, ({ subjectId }) => subjectId)
}
export const flockEvents = (scope: Scope, ids: readonly string[]): Promise<Map<string, FlockEvent[]>> =>
  eventsWithTransfers(scope, 'poultrybatch', ids, 'toBatchId')
export const pondEvents = (scope: Scope, ids: readonly string[]): Promise<Map<string, PondEvent[]>> => eventsWithTransfers(scope, 'aquacrop', ids, 'toCropId')

/**
 * The history of one animal, with what was entered about it. Of its milkings only the newest, unless `milkingsSince` (a
 * plain day) asks for those from there on: an animal has hundreds of them a year.
 */
export async function animalHistory(scope: Scope, entity: string, id: string, milkingsSince: string | null): Promise<HistoryEvent[]> {
  const own = sql`tenant_id = ${scope.tenant.id} and subject_type = ${entity} and subject_id = ${id}::uuid and status = 'RECORDED'`
  const since = milkingsSince === null ? sql`false` : sql`${dayOf(scope)} >= ${milkingsSince}::date`
  const { rows } = await sql<HistoryEvent>`
    select ${historyColumns(scope)}, data from event
      where ${own} and event_type not in ('DELETED', 'EVENT_VOIDED') and (event_type <> 'MILKING' or ${since} or id = (
        select id from event where ${own} and event_type = 'MILKING' order by occurred_at desc, id desc limit 1))
    order by "occurredAt", recorded_at, subject_version, id`.execute(scope.db)
  return rows
}

/** Events in force of a record of these types, between two moments when given. */
export async function historyOf(
  scope: Scope,
  entity: string,
  id: string,
  types: readonly string[],
  between: { from: string; to: string | null } | null = null,
): Promise<HistoryEvent[]> {
  const { rows } = await sql<HistoryEvent>`
    select ${historyColumns(scope)}, data from event
      where tenant_id = ${scope.tenant.id} and subject_type = ${entity} and subject_id = ${id}::uuid and status = 'RECORDED' and event_type = any(${[...types]}::text[])
        ${between ? sql`and occurred_at >= ${between.from}::timestamptz` : sql``} ${between?.to ? sql`and occurred_at <= ${between.to}::timestamptz` : sql``}
    order by "occurredAt", recorded_at, subject_version, id`.execute(scope.db)
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
    where tenant_id = ${scope.tenant.id} and subject_type = any(${[...entities]}::text[]) and event_type = 'MILKING' and status = 'RECORDED'
      and occurred_at >= (${from}::date)::timestamp at time zone ${scope.tenant.timezone} and subject_id in (${which})
    group by 1 order by 1`.execute(scope.db)
  return rows.map((row) => ({ ...row, kg: Math.round(row.kg * 100) / 100 }))
}
