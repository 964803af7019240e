// What was recorded of flocks, ponds and milking animals, read for those that tell their stories: behaviours, which keep
// the columns, and reports, which draw them. Days are those of the programme's zone.
import { type RawBuilder, sql } from 'kysely'
import type { FlockEvent } from '#domain/husbandry/flock-projection.ts'
import type { PondEvent } from '#domain/husbandry/pond-projection.ts'
import type { Scope } from '../scope.ts'

const dayOf = (scope: Scope): RawBuilder<unknown> => sql`(occurred_at at time zone ${scope.tenant.timezone})::date`

/** Events of these records, and transfers that brought something here; in the order of their happening. */
async function eventsWithTransfers(scope: Scope, entity: string, ids: readonly string[], to: string): Promise<Map<string, PondEvent[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<PondEvent & { id: string }>`
    select subject_id as id, event_type as "eventType", ${dayOf(scope)} as day, occurred_at as at, data from event
      where tenant_id = ${scope.tenant.id} and subject_type = ${entity} and subject_id = any(${[...ids]}::uuid[]) and status = 'RECORDED'
        and event_type not in ('CREATED', 'EDITED')
    union all
    select (data->>${to})::uuid, 'TRANSFER_IN', ${dayOf(scope)}, occurred_at, data from event
      where tenant_id = ${scope.tenant.id} and subject_type = ${entity} and event_type = 'TRANSFER' and status = 'RECORDED'
        and data->>${to} = any(${[...ids]}::text[])
    order by at`.execute(scope.db)
  return Map.groupBy(rows, ({ id }) => id)
}
export const flockEvents = (scope: Scope, ids: readonly string[]): Promise<Map<string, FlockEvent[]>> =>
  eventsWithTransfers(scope, 'poultrybatch', ids, 'toBatchId')
export const pondEvents = (scope: Scope, ids: readonly string[]): Promise<Map<string, PondEvent[]>> => eventsWithTransfers(scope, 'aquacrop', ids, 'toCropId')

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

/** What is held back of these animals, flocks or ponds at a moment, soonest free first. */
export async function openWithdrawalsOf(scope: Scope, entity: string, subjectIds: readonly string[], at: string): Promise<OpenWithdrawal[]> {
  const column = withdrawalColumns[entity]
  if (!column || subjectIds.length === 0) return []
  const { rows } = await sql<OpenWithdrawal>`
    select w.id, w.${sql.ref(column)} as "subjectId", w.product, w.effective_end_at as until, w.start_at as "startAt",
      w.degree_days_required as "degreeDaysRequired", m.title as medicine
    from withdrawal as w left join medicine as m on m.tenant_id = ${scope.tenant.id} and m.id = w.medicine_id
    where w.tenant_id = ${scope.tenant.id} and w.${sql.ref(column)} = any(${[...subjectIds]}::uuid[]) and w.status <> 'VOIDED' and w.deleted_at is null
      and w.start_at <= ${at}::timestamptz and (w.effective_end_at > ${at}::timestamptz or (w.effective_end_at is null and w.status = 'ACTIVE'))
    order by w.effective_end_at nulls last, w.id`.execute(scope.db)
  return rows
}

export type MilkOfDay = { day: string; kg: number; animals: number }
/** Milk on record by day since `from`, of the animals that `which` (a query of their ids) names. */
export async function milkByDay(scope: Scope, entity: string, which: RawBuilder<unknown>, from: string): Promise<MilkOfDay[]> {
  const { rows } = await sql<MilkOfDay>`
    select ${dayOf(scope)} as day, sum((data->>'kg')::numeric)::float8 as kg, count(distinct subject_id)::int as animals from event
    where tenant_id = ${scope.tenant.id} and subject_type = ${entity} and event_type = 'MILKING' and status = 'RECORDED'
      and occurred_at >= (${from}::date)::timestamp at time zone ${scope.tenant.timezone} and subject_id in (${which})
    group by 1 order by 1`.execute(scope.db)
  return rows.map((row) => ({ ...row, kg: Math.round(row.kg * 100) / 100 }))
}
