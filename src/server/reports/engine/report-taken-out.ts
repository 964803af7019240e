// BR-35: a report with personal data that was made as a file stays in the history of whoever took it out.
import type { StatedPurpose } from '#domain/people/export-purposes.ts'
import type { AnyReport, ReportFormat } from '#domain/reports/report.ts'
import type { Scope } from '../../scope.ts'
import { noteTakenOut, withoutPurpose } from '../../store/taken-out.ts'
import { personalColumns } from './access.ts'
import type { WholeReport } from './run-report.ts'

/** Throws VALIDATION where nobody stated a purpose and this reader sees personal data in it. */
export async function noteReportTakenOut(
  scope: Scope,
  report: AnyReport,
  format: ReportFormat,
  { rows, values }: Pick<WholeReport, 'rows' | 'values'>,
  stated: StatedPurpose | null,
): Promise<void> {
  const columns = personalColumns(scope, report, format).map(({ label }) => label)
  if (columns.length === 0) return
  if (!stated) throw withoutPurpose()
  const chosen = Object.entries(values).flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, String(value)]]))
  const filter = new URLSearchParams(chosen).toString()
  await noteTakenOut(scope, { stated, what: report.title, format, rows: rows.length, columns, filter })
}
