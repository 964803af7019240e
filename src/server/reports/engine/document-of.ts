// From a reader and parameters to a document: everything that needs the database, so that drawing holds no transaction open.

import { areaUnitOf } from '#domain/kernel/area-unit.ts'
import type { Language } from '#domain/messages/languages.ts'
import { type AnyReport, mostPdfRows, mostRows, type ReportFormat } from '#domain/reports/report.ts'
import { currencyOf } from '#domain/tenancy/tenant.ts'
import { translatorOf, translatorOfBoth } from '../../messages/tables.ts'
import type { Scope } from '../../scope.ts'
import { requireFormat } from './access.ts'
import { imprintOf } from './imprint.ts'
import { packOf } from './pack.ts'
import type { Values } from './parameters.ts'
import type { ReportDocument } from './report-document.ts'
import { wholeReport } from './run-report.ts'
import type { Folding } from './tables-then.ts'

export const mostRowsOf = (format: ReportFormat): number => (format === 'pdf' ? mostPdfRows : mostRows)

export type Requested = { report: AnyReport; format: ReportFormat; values: Values; language: Language; home: string | null }

/** Throws FORBIDDEN, VALIDATION, and TOO_LARGE where there are more rows than `limit`. */
export async function documentOf(
  scope: Scope,
  { report, format, values, language, home }: Requested,
  limit: number,
  folding?: Folding,
): Promise<ReportDocument> {
  requireFormat(scope, report, format)
  const { tenant, user, operator, now } = scope
  const imprint = await imprintOf(scope, { hasLogo: format === 'pdf' || format === 'zip' })
  // At last: a trace ends the transaction with its own question.
  const whole = await wholeReport(scope, report, values, {
    limit,
    hasPlaces: format === 'geojson' || (format === 'pdf' && report.map !== undefined),
    isLinked: report.isLinkedData === true && format === 'json',
    ...(folding ? { folding } : {}),
  })
  const pack =
    format === 'zip' ? { pack: await packOf(scope, report, whole.values, (part, own) => wholeReport(scope, part, own, folding ? { folding } : {})) } : {}
  return {
    report,
    whole,
    ...pack,
    reader: {
      t: format === 'pdf' && report.paperIn ? translatorOfBoth(report.paperIn) : translatorOf(language),
      language,
      zone: tenant.timezone,
      currency: currencyOf(tenant.config),
      // Paper is read by people; tables are calculated with, and what is signed or filed states hectares.
      ...(format === 'pdf' && !report.isInHectares ? { area: areaUnitOf(tenant.config) } : {}),
    },
    ...imprint,
    operator: operator?.name ?? null,
    ranBy: user.name,
    ranAt: now.toISOString(),
    home,
  }
}
