// Figures of control: open non-conformities, scope certificates, transaction certificates.
import { type RawBuilder, sql } from 'kysely'
import type { SeasonIndicators } from '#domain/reports/season-indicators-answer.ts'
import { todayIn } from '../../queries/organic-status.ts'
import { type Context, inWholeList, sees } from './context.ts'

type Severity = NonNullable<SeasonIndicators['nonConformities']>['bySeverity'][number]['severity']
type OpenRow = { severity: Severity | null; open: number; medianDays: number | null }

/** By severity, and of all of them: median of the days since they were opened. */
export function openQuestion(context: Context): RawBuilder<OpenRow> | null {
  if (!sees(context, 'nonconformity')) return null
  return sql<OpenRow>`
    select r.severity, count(*) as open, percentile_cont(0.5) within group (order by ${todayIn(context.scope)} - r.opened_on) as "medianDays"
    from nonconformity as r where ${inWholeList(context, 'nonconformity')} and r.status <> 'CLOSED' group by grouping sets ((r.severity), ())`
}

export function nonConformitiesOf(rows: readonly OpenRow[]): NonNullable<SeasonIndicators['nonConformities']> {
  return {
    bySeverity: rows.flatMap(({ severity, open }) => (severity ? [{ severity, open }] : [])),
    medianDays: rows.find(({ severity }) => severity === null)?.medianDays ?? null,
  }
}

type ScopeRow = { valid: number; daysLeft: number | null }

/** At an operator's address its own; elsewhere all that the reader sees. */
export function scopeQuestion(context: Context): RawBuilder<ScopeRow> | null {
  if (!sees(context, 'scopecertificate')) return null
  return sql<ScopeRow>`
    select count(*) as valid, min(r.valid_to) - ${todayIn(context.scope)} as "daysLeft"
    from scopecertificate as r where ${inWholeList(context, 'scopecertificate')} and r.status = 'VALID' and r.valid_from <= ${todayIn(context.scope)} and r.valid_to >= ${todayIn(context.scope)}`
}

type CertificateRow = { status: NonNullable<SeasonIndicators['certificates']>['byState'][number]['status'] | null; count: number; medianDays: number | null }

export function certificatesQuestion(context: Context): RawBuilder<CertificateRow> | null {
  if (!sees(context, 'transactioncertificate')) return null
  return sql<CertificateRow>`
    select r.status, count(*) as count, percentile_cont(0.5) within group (order by extract(epoch from r.issued_at - r.submitted_at) / 86400)
        filter (where r.issued_at is not null) as "medianDays"
    from transactioncertificate as r where ${inWholeList(context, 'transactioncertificate')}
    group by grouping sets ((r.status), ())`
}

export function certificatesOf({ scope }: Context, rows: readonly CertificateRow[]): NonNullable<SeasonIndicators['certificates']> {
  const medianDays = rows.find(({ status }) => status === null)?.medianDays ?? null
  return {
    byState: rows.flatMap(({ status, count }) => (status ? [{ status, count }] : [])),
    medianDays: medianDays === null ? null : Math.round(medianDays * 10) / 10,
    collectiveId: scope.operator?.id ?? null,
  }
}
