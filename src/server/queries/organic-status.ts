// What a plot is worth today (BR-04). The clock of its conversion runs without events, so the column `organic_status` holds what
// it was at the last change; whoever shows, counts or filters it asks here. Both ways of asking give the same answer (a test).
import { type RawBuilder, sql } from 'kysely'
import { conversionOf, organicClaim } from '#domain/chain/claim.ts'
import { dayIn } from '#domain/kernel/day.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { usualMonths } from '#domain/land/plot-projection.ts'
import type { Scope } from '../scope.ts'

/** Fields of a plot that its status follows from. */
export const conversionFields = [
  'conversionStart',
  'conversionCountsFrom',
  'lastProhibitedInputOn',
  'retroMonths',
  'retroConfirmedAt',
  'conversionMonths',
  'conversionMonthsPerennial',
] as const

/** Of a plot that has been read. */
export const organicStatusOf = ({ tenant, now }: Scope, parcel: Readonly<Record<string, unknown>>): Claim =>
  organicClaim(conversionOf(parcel), dayIn(tenant.timezone, now))

/** The day where the programme works, in a statement. */
export const todayIn = ({ tenant, now }: Pick<Scope, 'tenant' | 'now'>): RawBuilder<string> =>
  sql<string>`(${now.toISOString()}::timestamptz at time zone ${tenant.timezone}::text)::date`

/** Of the plots of a statement; the table must be called `r`. A day a month lacks becomes its last, as in the calendar of the rule. */
export const organicStatusNow = (scope: Scope): RawBuilder<Claim> => organicStatusOn(todayIn(scope))

/** From when conversion counts, of the plots of a statement; the table must be called `r`. */
export const conversionSince = sql<string>`(greatest(coalesce(r.conversion_counts_from, r.conversion_start), r.last_prohibited_input_on + 1)
    - make_interval(months => case when r.retro_confirmed_at is null then 0 else coalesce(r.retro_months, 0)::int end))::date`

/** Months after it at which annual crops are organic, of the plots of a statement; the table must be called `r`. */
export const conversionMonths = sql<number>`coalesce(r.conversion_months::int, ${sql.lit(usualMonths.ANNUAL)})`
/** The day from which they are. */
export const organicFrom = sql<string>`(${conversionSince} + make_interval(months => ${conversionMonths}))::date`

/** The same on another day. */
export function organicStatusOn(today: RawBuilder<string>): RawBuilder<Claim> {
  const start = conversionSince
  return sql<Claim>`case when r.conversion_start is null or ${today} < ${start} then 'CONVENTIONAL' when ${today} >= ${organicFrom} then 'ORGANIC'
    when ${today} < ${start} + interval '12 months' then 'IC1' when ${today} < ${start} + interval '24 months' then 'IC2' else 'IC3' end`
}
