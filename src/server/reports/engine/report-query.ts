// Where the rows of a declared report come from: parts of one statement, which the engine puts together with the tenant, the reader's
// reach, the operator of the address, and the personal columns that are hidden from them; or a function, where SQL is not enough.
import type { RawBuilder } from 'kysely'
import type { EntityName } from '#domain/entities.ts'
import type { AnyReport, ReportRow, ReportValues } from '#domain/reports/report.ts'
import type { Condition } from '#server/store/condition.ts'
import type { Scope } from '../../scope.ts'

export type ReportContext<R extends AnyReport = AnyReport> = { scope: Scope; values: ReportValues<R> }

/** The records of the entity that the report is `on` are called `r`. Everything joined names the tenant itself. */
export type SqlQuery<R extends AnyReport = AnyReport> = {
  joins?(context: ReportContext<R>): RawBuilder<unknown>
  where?(context: ReportContext<R>): readonly (Condition | null)[]
  columns(context: ReportContext<R>): { [Name in keyof R['columns']]: RawBuilder<unknown> }
  groupBy?(context: ReportContext<R>): RawBuilder<unknown>
  /** Must leave no two rows equal: the same rows in another order have another hash. */
  order: RawBuilder<unknown>
  /** Of a report that takes a past day (`pastDay`): the tables that it reads as they were then, besides events, findings and the ledger. What else it joins is of today. */
  past?(context: ReportContext<R>): readonly PastTable[]
  /** Other rows than those of the entity: the table as `r`, and which of them the reader may see. */
  from?(context: ReportContext<R>): { table: RawBuilder<unknown>; reach: readonly Condition[] }
}
/**
 * `which`: only these records `r`, by what does not change with the day. `ofStatus`: nothing of them changes but their state. `entered`: nothing else is read of them than what
 * people enter (names, villages, norms), so that only those are folded that were edited since, and not all of which something was recorded.
 */
export type PastTable = { table: EntityName; which?: (scope: Scope) => Condition; ofStatus?: true; entered?: true }
/** Tables of which only what people enter is read. */
export const entered = (...tables: EntityName[]): PastTable[] => tables.map((table) => ({ table, entered: true }))
/** Rows that are worked out, at most `limit` of them, in an order that is always the same. It asks for rights itself. */
export type ComputedQuery<R extends AnyReport = AnyReport> = {
  rows(context: ReportContext<R>, limit: number): Promise<ReportRow<R>[]>
  /** Of a report whose JSON is a document of a standard: the rows and the document, both of one reading. */
  linked?(context: ReportContext<R>, limit: number): Promise<{ rows: ReportRow<R>[]; document: unknown }>
}

export type ReportQuery<R extends AnyReport = AnyReport> = SqlQuery<R> | ComputedQuery<R>

/** A query in the types of its report, for the engine, which knows none. */
export const reportQuery = <R extends AnyReport>(_report: R, query: ReportQuery<R>): ReportQuery => query
