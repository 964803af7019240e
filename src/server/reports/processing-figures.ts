// Processing over a period (domain dictionary 11.2), in one message of a few statements whatever its size: runs and receipts of the lines that the
// caller may list, by the index of a line's events; stock, holds and dispatches of the lots that the caller may list.

import { type RawBuilder, sql } from 'kysely'
import { can } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { addDays, daysBetween, localDay } from '#domain/kernel/day.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { storedWords } from '#domain/messages/spelled-row.ts'
import type { ProcessingFigures } from '#domain/processing/processing-figures-answer.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { conditions } from '../store/list.ts'
import {
  balesQuery,
  certificatesQuery,
  coverQuery,
  cyclesQuery,
  type Part,
  type RestrictedRow,
  restrictedQuery,
  routesQuery,
  stockQuery,
  traceQuery,
} from './processing-stock.ts'
import { type Sums, yieldsOf } from './processing-yields.ts'
import { restrictedSince } from './restricted-since.ts'

/** Days that are looked at when no season is given. */
const mostDays = 365

/** `seasonId`: lots of that season, and what happened since it began. Throws FORBIDDEN for roles without dashboards. */
export async function processingFigures(scope: Scope, seasonId: string | null): Promise<ProcessingFigures> {
  if (!can(scope.user, 'dashboard', 'V')) throw new Problem('FORBIDDEN')
  const { tenant, db } = scope
  const season = seasonId
    ? await db.selectFrom('season').select('start_date').where('tenant_id', '=', tenant.id).where('id', '=', seasonId).executeTakeFirst()
    : undefined
  const to = localDay(scope)
  const from = season?.start_date && season.start_date < to ? season.start_date : addDays(to, -mostDays)
  const listed = (name: 'productbatch' | 'processingsystem' | 'transactioncertificate') =>
    can(scope.user, name, 'L') ? sql`${sql.join(conditions(scope, entityOf(name), { q: null, filters: [] }), sql` and `)}` : sql`false`
  const part: Part = {
    tenantId: tenant.id,
    zone: tenant.timezone,
    from,
    to,
    lots: sql`select r.* from productbatch as r where ${listed('productbatch')} and r.unit_type <> 'FARM_LOT' ${seasonId ? sql`and r.season_id = ${seasonId}::uuid` : sql``}`,
    lines: sql`select r.* from processingsystem as r where ${listed('processingsystem')}`,
    certificates: sql`select r.* from transactioncertificate as r where ${listed('transactioncertificate')}`,
  }
  const [
    weeks = [],
    sums = [],
    losses = [],
    lines = [],
    receipts = [],
    stock = [],
    restricted = [],
    trace = [],
    cover = [],
    bales = [],
    cycles = [],
    certificates = [],
    routes = [],
  ] = await queryAll(
    db,
    weeksQuery(part),
    sumsQuery(part),
    lossesQuery(part),
    linesQuery(part),
    receiptsQuery(part),
    stockQuery(part),
    restrictedQuery(part),
    traceQuery(part),
    coverQuery(part),
    balesQuery(part),
    cyclesQuery(part),
    certificatesQuery(part),
    routesQuery(part),
  )
  const { yields, flows } = yieldsOf(sums, losses)
  const [variance, traced, pressed] = [receipts[0], trace[0], bales[0]]
  return {
    from,
    to,
    weeks,
    yields,
    flows,
    lines: lines.map(({ capacityKg, ...line }) => ({
      ...line,
      capacityShare: line.runDays && capacityKg ? line.processedKg / (capacityKg * line.runDays) : null,
    })),
    stock,
    receipts: { count: variance?.count ?? 0, p50: variance?.p50 ?? null, p95: variance?.p95 ?? null },
    restricted: await longestRestricted(scope, restricted),
    restrictedKg: restricted[0]?.totalKg ?? 0,
    traceability: {
      onHandKg: traced?.onHandKg ?? 0,
      mappedKg: traced?.mappedKg ?? 0,
      share: traced?.onHandKg ? Math.min(1, traced.mappedKg / traced.onHandKg) : null,
    },
    cover: cover.map((one) => ({ ...one, gapShare: one.receivedKg ? Math.max(0, 1 - one.coveredKg / one.receivedKg) : 0 })),
    bales: pressed ?? { count: 0, meanKg: null, lightestKg: null, heaviestKg: null, outside: 0 },
    cycles,
    certificates,
    routes: routes.map(({ fromName, fromLon, fromLat, toName, toLon, toLat, ...route }) => ({
      from: { name: fromName, at: [fromLon, fromLat] },
      to: { name: toName, at: [toLon, toLat] },
      ...route,
    })),
  }
}

/** Those restricted the longest, first. */
async function longestRestricted(scope: Scope, lots: readonly RestrictedRow[]): Promise<ProcessingFigures['restricted']> {
  const since = await restrictedSince(
    scope,
    lots.map(({ id }) => id),
  )
  const today = localDay(scope)
  return lots
    .map(({ totalKg: _total, words, ...lot }) => ({
      ...lot,
      words: storedWords(words),
      days: Math.max(0, daysBetween(localDay(scope, since.get(lot.id) ?? scope.now.toISOString()), today)),
    }))
    .sort((one, other) => other.days - one.days || (one.id < other.id ? -1 : 1))
    .slice(0, 20)
}

/** Events of the lines in the period, as `e`. */
const eventsOf = ({ tenantId, lines, from, zone }: Part, types: readonly string[]): RawBuilder<unknown> => sql`(${lines}) as f
  join event as e on e.tenant_id = ${tenantId} and e.subject_type = 'processingsystem' and e.subject_id = f.id and e.status = 'RECORDED'
    and e.event_type = any(${[...types]}::text[]) and e.occurred_at >= (${from}::date::timestamp at time zone ${zone})`

const weekOf = (at: RawBuilder<unknown>, zone: string) => sql`to_char(date_trunc('week', ${at} at time zone ${zone}), 'YYYY-MM-DD')`

function weeksQuery(part: Part): RawBuilder<ProcessingFigures['weeks'][number]> {
  const { tenantId, zone, lots, from } = part
  return sql`select week, claim, sum(received) as "receivedKg", sum(processed) as "processedKg", sum(dispatched) as "dispatchedKg" from (
      select ${weekOf(sql`e.occurred_at`, zone)} as week, coalesce(b.claim_status, 'CONVENTIONAL') as claim, (e.data->>'netKg')::numeric as received, 0 as processed, 0 as dispatched
      from ${eventsOf(part, ['GOODS_RECEIVED'])} join productbatch as b on b.tenant_id = ${tenantId} and b.id = (e.data->>'batchId')::uuid
      union all
      select ${weekOf(sql`e.occurred_at`, zone)}, coalesce(b.claim_status, 'CONVENTIONAL'), 0, -l.delta_kg, 0
      from ${eventsOf(part, ['PROCESS_RUN'])} join ledger_entry as l on l.tenant_id = ${tenantId} and l.event_id = e.id and l.account = 'CONSUMED'
      join productbatch as b on b.tenant_id = ${tenantId} and b.id = l.batch_id
      union all
      select ${weekOf(sql`e.occurred_at`, zone)}, coalesce(b.claim_status, 'CONVENTIONAL'), 0, 0, (e.data->>'kg')::numeric
      from (${lots}) as b join event as e on e.tenant_id = ${tenantId} and e.subject_type = 'productbatch' and e.subject_id = b.id and e.event_type = 'DISPATCH'
        and e.status = 'RECORDED' and e.occurred_at >= (${from}::date::timestamp at time zone ${zone})
      where b.shipped_kg > 0
    ) as moved group by week, claim order by week, claim`
}

const sumsQuery = (part: Part): RawBuilder<Sums> => sql`
  select coalesce(e.data->>'process', 'PRESSING') as process, p.material, l.account, sum(l.delta_kg) as kg, count(distinct e.id) as runs
  from ${eventsOf(part, ['PROCESS_RUN', 'BALE_PRESSED'])} join ledger_entry as l on l.tenant_id = ${part.tenantId} and l.event_id = e.id and l.account in ('CONSUMED', 'PRODUCED')
  join productbatch as b on b.tenant_id = ${part.tenantId} and b.id = l.batch_id join product as p on p.tenant_id = ${part.tenantId} and p.id = b.product_id
  group by 1, 2, 3 order by 1, 2, 3`
/** What left no lot: thrown away, and vanished. */
const lossesQuery = (part: Part): RawBuilder<Sums> => sql`
  select coalesce(e.data->>'process', 'PRESSING') as process, null as material, l.account, sum(l.delta_kg) as kg, count(distinct e.id) as runs
  from ${eventsOf(part, ['PROCESS_RUN', 'BALE_PRESSED'])} join ledger_entry as l on l.tenant_id = ${part.tenantId} and l.event_id = e.id and l.account in ('WASTE', 'INVISIBLE')
  group by 1, 3 order by 1, 3`

const linesQuery = (part: Part): RawBuilder<{ id: string; title: string; runDays: number; processedKg: number; capacityKg: number }> => sql`
  select f.id, f.title, f.capacity_kg_per_day as "capacityKg", count(distinct (e.occurred_at at time zone ${part.zone})::date) as "runDays",
    coalesce(sum((select sum((i->>'kg')::numeric) from jsonb_array_elements(e.data->'inputs') as i)), 0) as "processedKg"
  from ${eventsOf(part, ['PROCESS_RUN'])} group by f.id, f.title, f.capacity_kg_per_day order by "processedKg" desc, f.id`

const receiptsQuery = (part: Part): RawBuilder<{ count: number; p50: number | null; p95: number | null }> => sql`
  select count(*) as count, percentile_cont(0.5) within group (order by variance) as p50, percentile_cont(0.95) within group (order by variance) as p95 from (
    select (abs(m.kg) / nullif((e.data->>'netKg')::numeric + m.kg, 0))::float8 as variance from ${eventsOf(part, ['GOODS_RECEIVED'])}
    cross join lateral (select coalesce(-sum(l.delta_kg), 0) as kg from ledger_entry as l
      where l.tenant_id = ${part.tenantId} and l.event_id = e.id and l.batch_id = (e.data->>'batchId')::uuid) as m
  ) as received`
