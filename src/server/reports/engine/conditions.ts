// What parameters of a report ask of its rows; null where nobody chose.
import { type RawBuilder, sql } from 'kysely'
import { addDays, startOfDay } from '#domain/kernel/day.ts'
import type { Condition } from '#server/store/condition.ts'
import type { Scope } from '../../scope.ts'

export const is = (column: RawBuilder<unknown>, type: 'uuid' | 'text', value: string | null): Condition | null =>
  value === null ? null : sql`${column} = ${value}::${sql.raw(type)}`
export const among = (column: RawBuilder<unknown>, values: readonly string[] | null): Condition | null =>
  values?.length ? sql`${column} = any(${[...values]}::text[])` : null
/** However it is capitalised. */
export const isVillage = (village: string | null, column: RawBuilder<unknown> = sql`r.village`): Condition | null =>
  village === null ? null : sql`lower(${column}) = lower(${village})`
/** A day between two, both included. */
export const onDays = (column: RawBuilder<unknown>, { from, to }: { from: string | null; to: string | null }): (Condition | null)[] => [
  from === null ? null : sql`${column} >= ${from}::date`,
  to === null ? null : sql`${column} <= ${to}::date`,
]
/** A moment on one of these days, where the programme works. */
export const inPeriod = (column: RawBuilder<unknown>, { tenant }: Scope, { from, to }: { from: string | null; to: string | null }): (Condition | null)[] => [
  from === null ? null : sql`${column} >= ${startOfDay(from, tenant.timezone)}::timestamptz`,
  to === null ? null : sql`${column} < ${startOfDay(addDays(to, 1), tenant.timezone)}::timestamptz`,
]
