// What a report is as a document, before it is a file of some format: its rows, who ran it for whom, and what it says of itself.
import type { Field } from '#domain/kernel/field.ts'
import type { AnyReport } from '#domain/reports/report.ts'
import { momentText, type Reader, writtenCell } from './cell-text.ts'
import type { Imprint } from './imprint.ts'
import type { Pack, PackDocument } from './pack.ts'
import type { WholeReport } from './run-report.ts'

export type ReportDocument = Imprint & {
  report: AnyReport
  whole: WholeReport
  reader: Reader
  /** Null: of the whole programme. */
  operator: string | null
  ranBy: string
  ranAt: string
  /** How people reach the programme, `https://cotton.farmbook.example`; null where nobody said. */
  home: string | null
  /** The address at which anybody finds out whether this file is ours; absent before it is made. */
  check?: string | null
  /** Of a pack that is made as a ZIP. */
  pack?: Pack | undefined
}
/** `onProgress`: 0..1 of the pages. `bytesOf`: of a document in a pack; undefined where it is not stored. `isStopped`: asked now and then; the file ends with the answer. */
export type Making = { onProgress?: (share: number) => Promise<void> | void; bytesOf?: (document: PackDocument) => Promise<Uint8Array | undefined> }

/** What every file says of itself: label and value, line by line. */
export function aboutLines({ report, whole, reader, programme, operator, ranBy, ranAt, check }: ReportDocument): [string, string][] {
  const { t, zone } = reader
  const hidden = whole.masked.map((name) => t(report.columns[name]?.label ?? name)).join(', ')
  const lines: [string, string][] = [
    [t('Report'), `${report.code} ${t(report.title)}`],
    [t('Programme'), programme],
    [t('Operator'), operator ?? t('All of the programme')],
    ...parameterLines({ report, whole, reader }),
    [t('Rows'), String(whole.rows.length)],
    [t('Run by'), ranBy],
    [t('Run at'), `${momentText(ranAt, zone)} (${zone})`],
    ['SHA-256', whole.sha256],
    ...(check ? [[t('Check this file'), check] satisfies [string, string]] : []),
  ]
  return hidden ? [...lines, [t('Hidden from your role'), hidden]] : lines
}

/** Parameters that have a value, in words. */
export const parameterLines = ({ report, whole, reader }: Pick<ReportDocument, 'report' | 'whole' | 'reader'>): [string, string][] =>
  Object.entries<Field>(report.parameters).flatMap(([name, field]): [string, string][] => {
    const value = whole.values[name]
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return []
    return [[reader.t(field.label), field.kind === 'reference' ? (whole.names[String(value)] ?? String(value)) : writtenCell(field, value, reader)]]
  })
