// Runs a declared report: the first rows with the figures of all of them, or all of them for a file. A file has the rows of one statement, and
// its totals and charts are worked out of those; of what is only shown, the database adds up.

import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { type RawBuilder, sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { type AnyReport, formatsFor, mostRows, previewRows, type ReportAnswer, type ReportColumn } from '#domain/reports/report.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../../scope.ts'
import { listedAtOperator } from '../../store/access-scope.ts'
import { isPast } from '../../store/past.ts'
import { masked, maskedColumns, personalColumns, reportScopes, within } from './access.ts'
import { type ReadParameters, readParameters, type Values } from './parameters.ts'
import { onPastDay } from './past-day.ts'
import type { ReportQuery, SqlQuery } from './report-query.ts'
import { type Folding, tablesThen } from './tables-then.ts'

export type Row = Readonly<Record<string, unknown>>
export type WholeReport = Pick<ReportAnswer, 'totals' | 'charts' | 'masked' | 'names'> & {
  rows: readonly Row[]
  values: Values
  sha256: string
  /** Of a report whose JSON is a document of a standard, where that is made. */
  linked?: unknown
}

/** The query of a report stands in a file of its name, which is loaded when it is first asked for. */
export async function queryOf(report: AnyReport): Promise<ReportQuery> {
  const { query }: { query: ReportQuery } = await import(`../declared/${report.id}.ts`)
  return query
}

/** Throws FORBIDDEN and VALIDATION. */
export async function previewReport(scope: Scope, report: AnyReport, given: Values): Promise<ReportAnswer> {
  reportScopes(scope, report)
  const { values, names } = await readParameters(scope, report, given)
  const query = await queryOf(report)
  const about = { report: report.id, parameters: values, names, masked: maskedColumns(scope, report) }
  const formats = formatsFor(report, scope.user.grants)
  const needPurpose = formats.filter((format) => personalColumns(scope, report, format).length > 0)
  const rest = { formats, needPurpose, ranAt: scope.now.toISOString() }
  const worked = await workedOut(scope, report, query, values, mostRows)
  if (worked || 'rows' in query) {
    const all = (worked ?? []).map((row) => withoutPlaces(report, row))
    const sums = { count: Math.min(all.length, mostRows), isCapped: all.length > mostRows, ...summed(report, values, all) }
    return { ...about, rows: all.slice(0, previewRows), ...sums, ...rest, sha256: all.length > previewRows ? null : hashOf(all) }
  }
  const parts = statementOf(scope, report, query, values)
  const sums = (report.totals ?? []).map((name) => sql`sum(q.${sql.ref(name)}) as ${sql.ref(name)}`)
  const [rows, [figures = {}], ...charts] = await queryAll(
    scope.db,
    sql<Row>`${parts.select} order by ${query.order} limit ${previewRows + 1}`,
    sql<Record<string, number | null>>`select ${sql.join([sql`count(*) as "count of rows"`, ...sums])} from (${parts.select} limit ${mostRows + 1}) as q`,
    ...(report.charts ?? []).map(
      ({ by, sum }) => sql<{
        label: unknown
        value: number | null
      }>`select q.${sql.ref(by)} as label, sum(q.${sql.ref(sum)}) as value from (${parts.select} limit ${mostRows + 1}) as q
        group by 1 having sum(q.${sql.ref(sum)}) > 0 order by 2 desc, 1 limit ${mostBars}`,
    ),
  )
  const count = figures['count of rows'] ?? 0
  const totals = Object.fromEntries((report.totals ?? []).map((name) => [name, figures[name] ?? 0]))
  return {
    ...about,
    rows: rows.slice(0, previewRows),
    count: Math.min(count, mostRows),
    isCapped: count > mostRows,
    totals,
    charts: (report.charts ?? []).map(({ title }, index) => ({ title, points: (charts[index] ?? []).map(pointOf) })),
    ...rest,
    sha256: rows.length > previewRows ? null : hashOf(rows),
  }
}

/** All rows. `hasPlaces`: with boundaries and positions, which no table has room for; `isLinked`: with the document that they are rows of; `folding`: how much of a past day is worked out. Throws FORBIDDEN, VALIDATION, and TOO_LARGE where they are more than `limit`. */
export async function wholeReport(
  scope: Scope,
  report: AnyReport,
  given: Values,
  { limit = mostRows, hasPlaces = false, isLinked = false, folding }: { limit?: number; hasPlaces?: boolean; isLinked?: boolean; folding?: Folding } = {},
): Promise<WholeReport> {
  reportScopes(scope, report)
  const { values, names }: ReadParameters = await readParameters(scope, report, given)
  const query = await queryOf(report)
  const linked = isLinked && 'rows' in query ? await query.linked?.({ scope, values }, limit + 1) : undefined
  const worked = linked?.rows ?? (await workedOut(scope, report, query, values, limit, { hasPlaces, folding }))
  const rows = worked ?? ('rows' in query ? [] : await rowsOf(scope, statementOf(scope, report, query, values, { hasPlaces }).select, query, limit))
  if (rows.length > limit) throw tooManyRows(limit)
  return {
    rows,
    values,
    names,
    ...summed(report, values, rows),
    masked: maskedColumns(scope, report),
    sha256: hashOf(rows.map((row) => withoutPlaces(report, row))),
    ...(linked ? { linked: linked.document } : {}),
  }
}

/** Rows that one statement over the present tables does not answer: those of a computed query, and those of a past day. At most one more than `limit`. */
async function workedOut(
  scope: Scope,
  report: AnyReport,
  query: ReportQuery,
  values: Values,
  limit: number,
  { hasPlaces = false, folding }: { hasPlaces?: boolean; folding?: Folding | undefined } = {},
): Promise<readonly Row[] | null> {
  if ('rows' in query) return query.rows({ scope, values }, limit + 1)
  if (!query.past) return null
  const { asOf, knownAt } = values
  const then = onPastDay(scope, { asOf: typeof asOf === 'string' ? asOf : null, knownAt: typeof knownAt === 'string' ? knownAt : null })
  if (!isPast(then)) return null
  const tables = await tablesThen(then, query.past({ scope: then, values }), folding)
  const { select } = statementOf(then, report, query, values, { hasPlaces, tables })
  return (await sql<Row>`${select} order by ${query.order} limit ${limit + 1}`.execute(scope.db)).rows
}

/** So many are read sooner than they are counted. */
const countedAbove = 5000

/** At most one more than `limit`. Throws TOO_LARGE where that would be a large part of the database, before it is read. */
async function rowsOf(scope: Scope, select: RawBuilder<Row>, { order }: SqlQuery, limit: number): Promise<readonly Row[]> {
  if (limit > countedAbove) {
    const counted = await sql<{ count: number }>`select count(*) as count from (${select} limit ${limit + 1}) as q`.execute(scope.db)
    if ((counted.rows[0]?.count ?? 0) > limit) throw tooManyRows(limit)
  }
  return (await sql<Row>`${select} order by ${order} limit ${limit + 1}`.execute(scope.db)).rows
}

const tooManyRows = (limit: number): Problem =>
  new Problem('TOO_LARGE', {
    message: phrase`The report has more than ${limit} rows. Narrow it by its parameters.`,
    figures: { mostRows: limit },
  })

/** `tables`: those of a past day; whoever reads them sees what they may see today, of what was theirs to see then. */
export function statementOf(
  scope: Scope,
  report: AnyReport,
  query: SqlQuery,
  values: Values,
  { hasPlaces = false, tables }: { hasPlaces?: boolean; tables?: readonly RawBuilder<unknown>[] } = {},
): { select: RawBuilder<Row> } {
  const context = { scope, values }
  const own = query.from?.(context)
  const entity = own ? null : entityOf(report.on)
  const columns = query.columns(context)
  const selected = Object.entries<ReportColumn>(report.columns).flatMap(([name, column]) =>
    hasPlaces || !factsOf(column).isPlace ? [sql`${masked(scope, report, column, columns[name] ?? sql`null`)} as ${sql.ref(name)}`] : [],
  )
  const reach = entity ? [sql`r.tenant_id = ${scope.tenant.id}`, within(reportScopes(scope, report), scope, entity), listedAtOperator(scope, entity)] : []
  const limits = entity ? [sql`r.deleted_at is null`, ...reach] : [sql`r.tenant_id = ${scope.tenant.id}`, ...(own?.reach ?? [])]
  const where = [...limits, ...(query.where?.(context) ?? []).filter((one) => one !== null)]
  const visible = sql`visible as (select r.id from ${sql.table(report.on)} as r where ${sql.join(reach, sql` and `)})`
  if (tables) where.push(sql`r.id in (select v.id from visible as v)`)
  return {
    select: sql<Row>`${tables ? sql`with ${sql.join([visible, ...tables])}` : sql``} select ${sql.join(selected)} from ${own?.table ?? sql`${sql.table(report.on)} as r`} ${query.joins?.(context) ?? sql``}
      where ${sql.join(where, sql` and `)} ${query.groupBy ? sql`group by ${query.groupBy(context)}` : sql``}`,
  }
}

/** A row as tables have it, and as it is hashed. */
const withoutPlaces = ({ columns }: AnyReport, row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !(columns[name] && factsOf(columns[name]).isPlace)))

/** SHA-256 of the canonical JSON (RFC 8785) of the list of rows, each an object of its columns: whoever has the rows can work it out. */
export function hashOf(rows: readonly Row[]): string {
  const hash = createHash('sha256').update('[')
  // Row by row: the text of a hundred thousand would be as large as all of them once more.
  for (const [index, row] of rows.entries()) hash.update((index ? ',' : '') + canonicalize(row))
  return hash.update(']').digest('hex')
}

const mostBars = 12
const pointOf = ({ label, value }: { label: unknown; value: number | null }) => ({ label: String(label ?? ''), value: value ?? 0 })

/** What of these rows may be added up, with these values of the parameters. */
const summed = (report: AnyReport, values: Values, rows: readonly Row[]): Pick<ReportAnswer, 'totals' | 'charts'> =>
  report.addsUp?.(values) === false ? { totals: {}, charts: [] } : { totals: totalsOf(report, rows), charts: chartsOf(report, rows) }

/** Sums to the last decimal of their column. */
function totalsOf({ columns, totals = [] }: AnyReport, rows: readonly Row[]): Record<string, number> {
  return Object.fromEntries(
    totals.map((name) => [
      name,
      sumOf(
        columns[name]?.decimals ?? 0,
        rows.map((row) => row[name]),
      ),
    ]),
  )
}
function sumOf(decimals: number, values: readonly unknown[]): number {
  const factor = 10 ** decimals
  return values.reduce<number>((sum, value) => sum + (typeof value === 'number' ? Math.round(value * factor) : 0), 0) / factor
}

const chartsOf = ({ columns, charts = [] }: AnyReport, rows: readonly Row[]): ReportAnswer['charts'] =>
  charts.map(({ title, by, sum }) => {
    const groups = Map.groupBy(rows, (row) => row[by])
    const points = [...groups].map(([label, some]) =>
      pointOf({
        label,
        value: sumOf(
          columns[sum]?.decimals ?? 0,
          some.map((row) => row[sum]),
        ),
      }),
    )
    const sorted = points.filter(({ value }) => value > 0).sort((one, other) => other.value - one.value || (one.label < other.label ? -1 : 1))
    return { title, points: sorted.slice(0, mostBars) }
  })
