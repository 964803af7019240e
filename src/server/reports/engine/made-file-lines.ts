// What anybody may read of a file that was made: which report of which programme, for whom by role, which filter, when, how many rows. Nothing of the rows,
// nobody's name: of a record or free text that was chosen it says that there was one.
import { leastFarmers } from '#domain/chain/public-page.ts'
import type { Field } from '#domain/kernel/field.ts'
import { roles } from '#domain/kernel/terms.ts'
import { findReport } from '#domain/reports/all.ts'
import { type AnyReport, reportFormats } from '#domain/reports/report.ts'
import { momentText, type Reader, writtenCell, writtenDay } from './cell-text.ts'
import type { FoundFile } from './made-file.ts'

/** Label and value, line by line. */
export function linesOfMadeFile(found: FoundFile, programme: string, reader: Reader): [string, string][] {
  const { t, zone } = reader
  const report: AnyReport | undefined = findReport(found.report)
  const madeAt = `${momentText(found.made_at, zone)} (${zone})`
  const { asOf, ...others } = found.parameters
  const filter = Object.entries(others).map(([name, value]): [string, string] => {
    const field: Field | undefined = report?.parameters[name]
    return [t(field?.label ?? name), value === null || !field ? t('Chosen; not shown here') : writtenCell(field, value, reader)]
  })
  return [
    [t('Programme'), programme],
    [t('Operator'), found.operator ?? t('All of the programme')],
    [t('Report'), report ? `${report.code} ${t(report.title)}` : found.report],
    [t('Format'), reportFormats[found.format]],
    ...(filter.length > 0 ? filter : [[t('Filter'), t('None')] satisfies [string, string]]),
    [t('As of'), typeof asOf === 'string' ? t('The end of {{day}}', { day: writtenDay(asOf, reader) }) : madeAt],
    // A row may be a farmer (BR-35).
    [t('Rows'), found.row_count < leastFarmers ? t('Fewer than ten') : String(found.row_count)],
    [t('Made at'), madeAt],
    [t('Asked for by'), found.roles.map((role) => t(Object.entries(roles).find(([name]) => name === role)?.[1] ?? role)).join(', ')],
  ]
}
