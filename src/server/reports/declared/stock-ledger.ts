// R16. Sums of the ledger's movements by the time at which they happened; a void posts the opposite at the same time, and cancels out.
import { type RawBuilder, sql } from 'kysely'
import { creditAccounts } from '#domain/chain/ledger.ts'
import { addDays, startOfDay } from '#domain/kernel/day.ts'
import { stockLedger } from '#domain/reports/stock-ledger.ts'
import { among, is } from '../engine/conditions.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

const [incoming, outgoing] = [[...creditAccounts], ['CONSUMED', 'SHIPPED']]
const physical = [...incoming, ...outgoing, 'LOSS', 'ADJUST']

export const query = reportQuery(stockLedger, {
  past: ({ values }) => [
    { table: 'productbatch', which: () => is(sql`r.season_id`, 'uuid', values.season) ?? sql`true` },
    ...entered('product', 'processingsystem', 'processor', 'collective'),
  ],
  joins: ({ scope: { tenant }, values }) => {
    const start = values.from === null ? sql`'-infinity'::timestamptz` : sql`${startOfDay(values.from, tenant.timezone)}::timestamptz`
    const end = values.to === null ? sql`'infinity'::timestamptz` : sql`${startOfDay(addDays(values.to, 1), tenant.timezone)}::timestamptz`
    const sum = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce(sum(l.delta_kg) filter (where ${which}), 0)`
    const within = (accounts: readonly string[]) => sql`l.at >= ${start} and l.account = any(${[...accounts]}::text[])`
    return sql`
    join product as p on p.tenant_id = ${tenant.id} and p.id = r.product_id
    left join processingsystem as y on y.tenant_id = ${tenant.id} and y.id = r.processing_system_id
    left join processor as o on o.tenant_id = ${tenant.id} and o.id = r.processor_id
    left join collective as k on k.tenant_id = ${tenant.id} and k.id = r.operator_id
    join lateral (select ${sum(sql`l.at < ${start}`)} as opening, ${sum(within(incoming))} as came, -${sum(within(outgoing))} as went,
        -${sum(within(['LOSS']))} as lost, ${sum(within(['ADJUST']))} as adjusted, coalesce(sum(l.delta_kg), 0) as closing, count(*) as n
      from ledger_entry as l where l.tenant_id = ${tenant.id} and l.batch_id = r.id and l.at < ${end} and l.account = any(${physical}::text[])) as m on m.n > 0`
  },
  where: ({ values }) => [
    is(sql`r.season_id`, 'uuid', values.season),
    is(sql`r.product_id`, 'uuid', values.product),
    among(sql`r.claim_status`, values.claim),
    among(sql`r.status`, values.status),
    sql`(m.opening <> 0 or m.came <> 0 or m.went <> 0 or m.lost <> 0 or m.adjusted <> 0)`,
  ],
  columns: () => ({
    lot: sql`r.title`,
    product: sql`p.title`,
    holder: sql`coalesce(o.title, k.title)`,
    place: sql`y.title`,
    claim: sql`r.claim_status`,
    status: sql`r.status`,
    openingKg: sql`m.opening`,
    inKg: sql`m.came`,
    outKg: sql`m.went`,
    lossKg: sql`m.lost`,
    adjustKg: sql`m.adjusted`,
    closingKg: sql`m.closing`,
    reservedKg: sql`r.reserved_kg`,
    freeKg: sql`r.available_kg`,
  }),
  order: sql`p.title, r.title, r.id`,
})
