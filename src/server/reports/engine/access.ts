// Who may run a report, which records it is about for them, and which of its columns are hidden from them.
import { type RawBuilder, sql } from 'kysely'
import { type AccessScope, accessScopes, can, predicateOf } from '#domain/access.ts'
import { findEntity } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { any } from '#domain/kernel/predicate.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { type AnyReport, formatsFor, isOffered, isPersonal, type ReportColumn, type ReportFormat } from '#domain/reports/report.ts'
import type { Scope } from '../../scope.ts'
import { type Condition, conditionOf } from '../../store/condition.ts'

const scopesThatRun = ({ user }: Pick<Scope, 'user'>, { on, roles }: AnyReport): AccessScope[] =>
  accessScopes(user, on, findEntity(on) ? 'L' : 'V').filter(({ grant }) => roles.includes(grant.role))
export const mayRun = (scope: Pick<Scope, 'user'>, report: AnyReport): boolean => scopesThatRun(scope, report).length > 0

/** Through which of their roles the reader sees records of the entity that this report is on. Throws FORBIDDEN. */
export function reportScopes(scope: Pick<Scope, 'user'>, report: AnyReport): AccessScope[] {
  const scopes = scopesThatRun(scope, report)
  if (scopes.length === 0) throw new Problem('FORBIDDEN', { message: 'This report is not for your role.' })
  return scopes
}

/** Throws FORBIDDEN, also for a format that the report does not have for this reader. */
export function requireFormat(scope: Pick<Scope, 'user'>, report: AnyReport, format: ReportFormat): void {
  reportScopes(scope, report)
  if (!formatsFor(report, scope.user.grants).includes(format))
    throw new Problem('FORBIDDEN', { message: 'Your role may read this report, but not save it as a file.' })
}

/** The records `r` of these scopes. */
export const within = (scopes: readonly AccessScope[], { user }: Pick<Scope, 'user'>, entity: AnyEntity): Condition =>
  conditionOf(entity, any(...scopes.map((one) => predicateOf(one, user, entity))))

/** Whether somebody who sees a record through this scope sees the column. */
const shows = ({ masked, grant }: AccessScope, { personal, readableBy }: ReportColumn): boolean =>
  readableBy ? readableBy.includes(grant.role) : !(personal && masked)

/** Columns that are hidden from this reader, in all rows or in some. */
export const maskedColumns = (scope: Pick<Scope, 'user'>, report: AnyReport): string[] =>
  Object.entries<ReportColumn>(report.columns).flatMap(([name, column]) =>
    isPersonal(column) && scopesOf(scope, report, column).some((one) => !shows(one, column)) ? [name] : [],
  )

/** The scopes by which a personal column is judged: those of the report where it is a field of its records, else all that the reader has on that entity. */
const scopesOf = (scope: Pick<Scope, 'user'>, report: AnyReport, { of = report.on }: ReportColumn): AccessScope[] =>
  of === report.on ? reportScopes(scope, report) : accessScopes(scope.user, of, 'L', 'V')

/** The column as this reader sees it: nothing, where it is hidden. Of another entity's field nothing at all, if any of their roles may not see it there. */
export function masked(scope: Pick<Scope, 'user'>, report: AnyReport, column: ReportColumn, value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!isPersonal(column)) return value
  const scopes = scopesOf(scope, report, column)
  const showing = scopes.filter((one) => shows(one, column))
  if (scopes.length > 0 && showing.length === scopes.length) return value
  const entity = findEntity(report.on)
  if (!entity || showing.length === 0 || (column.of ?? report.on) !== report.on) return sql`null`
  return sql`case when ${within(showing, scope, entity)} then ${value} end`
}

/** Columns of a file of this format that say something of a person and are shown to this reader, in some rows at least; of a pack those of its reports. */
export function personalColumns(scope: Pick<Scope, 'user'>, report: AnyReport, format: ReportFormat): ReportColumn[] {
  if (format === 'zip')
    return (report.packs ?? [])
      .filter((one) => isOffered(one, scope.user.grants) && can(scope.user, one.on, 'L'))
      .flatMap((one) => personalColumns(scope, one, 'csv'))
  return Object.values<ReportColumn>(report.columns).filter((column) => {
    if (isPersonal(column)) return scopesOf(scope, report, column).some((one) => shows(one, column))
    return column.namesPerson === true && (column.of === undefined || accessScopes(scope.user, column.of, 'L', 'V').length > 0)
  })
}

/** Whether any reader sees such columns. */
export const hasPersonalColumns = ({ columns, packs = [] }: AnyReport): boolean =>
  packs.some(hasPersonalColumns) || Object.values<ReportColumn>(columns).some((column) => isPersonal(column) || column.namesPerson === true)
