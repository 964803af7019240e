// A report as a file: what every format is made from, and the plain ones. The hash of the rows stands in each of them, and a code of its own by which anybody finds out whether it is ours.
import { createHash } from 'node:crypto'
import { writeXlsx } from 'hucre/xlsx'
import { csvText } from '#domain/exchange/csv.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { type AnyReport, endingOf, type ReportColumn, type ReportFormat } from '#domain/reports/report.ts'
import { headingOf, momentText, plainCell } from './cell-text.ts'
import { fileCheckPath, isRowsAlone, type MadeFile, newFileCode } from './made-file.ts'
import { aboutLines, type Making, type ReportDocument } from './report-document.ts'

export type ReportFile = {
  bytes: Uint8Array<ArrayBuffer>
  name: string
  mediaType: string
  /** Where anybody finds out whether it is ours; null where nobody said how people reach the programme. */
  check: string | null
  /** Those within a ZIP first. */
  made: readonly MadeFile[]
}

export const mediaTypes: Readonly<Record<ReportFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  geojson: 'application/geo+json; charset=utf-8',
  zip: 'application/zip',
}

export async function makeFile(document: ReportDocument, format: ReportFormat, making: Making = {}): Promise<ReportFile> {
  const day = momentText(document.ranAt, document.reader.zone).slice(0, 10)
  const { report } = document
  const made: MadeFile[] = []
  const bytes = await makeOne(document, format, making, made)
  const code = made.at(-1)?.code ?? ''
  // What says nothing of itself within has its code in its name.
  const name = [report.id, day, ...(isSilent(report, format) ? [code] : [])].join('-')
  const check = document.home === null ? null : checkOf(document.home, code)
  return { bytes, made, check, name: `${name}.${endingOf(report, format)}`, mediaType: mediaTypeOf(report, format) }
}
const checkOf = (home: string, code: string): string => `${home}${fileCheckPath}${code}`
const isSilent = (report: AnyReport, format: ReportFormat): boolean => format === 'zip' || isRowsAlone(report, format)

/** With a code that no other file has; a ZIP is one file, and so is each report in it. */
async function makeOne(given: ReportDocument, format: ReportFormat, making: Making, made: MadeFile[]): Promise<Uint8Array<ArrayBuffer>> {
  const code = newFileCode()
  const document = { ...given, check: given.home === null ? null : checkOf(given.home, code) }
  const bytes =
    format === 'zip'
      ? // Loaded by whoever wants a pack.
        await (await import('./report-zip.ts')).zipOf(document, making, (part, partFormat) => makeOne(part, partFormat, {}, made))
      : await makers[format](document, making)
  made.push({ code, format, report: document.report, whole: document.whole, fileSha256: createHash('sha256').update(bytes).digest('hex') })
  return bytes
}

/** A document of a standard says that it is linked data. */
export const mediaTypeOf = ({ isLinkedData }: Pick<AnyReport, 'isLinkedData'>, format: ReportFormat): string =>
  isLinkedData && format === 'json' ? 'application/ld+json' : mediaTypes[format]

type Maker = (document: ReportDocument, making: Making) => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>
const makers: Readonly<Record<Exclude<ReportFormat, 'zip'>, Maker>> = {
  csv: csvOf,
  xlsx: xlsxOf,
  json: jsonOf,
  geojson: geoJsonOf,
  // Fonts and shaping are loaded by whoever wants paper.
  pdf: async (document, making) => (await import('./pdf-document.ts')).pdfOf(document, making),
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const columnsOf = ({ columns }: AnyReport): [string, ReportColumn][] => Object.entries<ReportColumn>(columns).filter(([, column]) => !factsOf(column).isPlace)

function csvOf({ report, whole, reader }: ReportDocument): Uint8Array<ArrayBuffer> {
  const columns = columnsOf(report)
  const rows = whole.rows.map((row) => columns.map(([name, column]) => csvCell(column, plainCell(column, row[name], reader))))
  const header = columns.map(([, column]) => headingOf(column, reader))
  // The mark lets Excel know that this is UTF-8; without it Devanagari is gibberish there.
  return utf8(`\ufeff${csvText(header, rows)}`)
}

/** A share as per cent, as its heading says; a workbook has a number format for that. */
const csvCell = (column: ReportColumn, value: string | number | null): string =>
  column.kind === 'share' && typeof value === 'number' ? String(Math.round(value * 1e8) / 1e6) : String(value ?? '')

async function xlsxOf(document: ReportDocument): Promise<Uint8Array<ArrayBuffer>> {
  const { report, whole, reader } = document
  const columns = columnsOf(report)
  const { t } = reader
  const hasTotals = Object.keys(whole.totals).length > 0
  const total = columns.map(([name], index) => totalCell(document, name, index))
  const about = aboutLines(document)
  const bytes = await writeXlsx({
    sheets: [
      {
        name: sheetName(t(report.title)),
        columns: columns.map(([, column]) => ({ width: widthOf(column), ...formatOf(column) })),
        rows: [
          columns.map(([, column]) => headingOf(column, reader)),
          ...whole.rows.map((row) => columns.map(([name, column]) => plainCell(column, row[name], reader))),
          ...(hasTotals ? [total] : []),
        ],
        freezePane: { rows: 1 },
        rowDefs: new Map(),
      },
      { name: sheetName(t('About this report')), columns: [{ width: 26 }, { width: 90 }], rows: about },
    ],
  })
  return new Uint8Array(bytes)
}

function totalCell({ report, whole, reader }: ReportDocument, name: string, index: number): string | number | null {
  const column: ReportColumn | undefined = report.columns[name]
  const value = whole.totals[name]
  if (column && value !== undefined) return plainCell(column, value, reader)
  return index === 0 ? reader.t('Total') : null
}
const widthOf = ({ kind }: ReportColumn): number => (kind === 'longText' ? 40 : kind === 'text' || kind === 'time' ? 22 : 14)
const formatOf = ({ kind, decimals }: ReportColumn): { numFmt?: string } =>
  kind === 'money'
    ? { numFmt: '#,##0.00' }
    : kind === 'share'
      ? { numFmt: '0.0%' }
      : kind === 'quantity' && decimals
        ? { numFmt: `#,##0.${'#'.repeat(decimals)}` }
        : {}
/** Excel refuses more than 31 characters and some signs. */
const sheetName = (title: string): string => title.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31)

function jsonOf(document: ReportDocument): Uint8Array<ArrayBuffer> {
  const { report, whole } = document
  if (whole.linked !== undefined) return utf8(`${JSON.stringify(whole.linked)}\n`)
  const rows = whole.rows.map((row) => Object.fromEntries(columnsOf(report).map(([name]) => [name, row[name] ?? null])))
  return utf8(JSON.stringify({ ...factsOfFile(document), totals: whole.totals, rows }))
}

/** What a file for programs says of itself, beside its rows. */
const factsOfFile = ({ report, whole: { values: parameters, sha256, masked }, ranBy, ranAt, programme, operator, check }: ReportDocument) => ({
  ...{ report: report.id, code: report.code, programme, operator, parameters },
  ...{ ranBy, ranAt, sha256, check, masked },
})

/** One feature per row that has a boundary or a position; its other columns are properties, as they are stored. What it says of itself are foreign members (RFC 7946, 6.1). */
function geoJsonOf(document: ReportDocument): Uint8Array<ArrayBuffer> {
  const { report, whole } = document
  const place = Object.entries<ReportColumn>(report.columns).find(([, { kind }]) => kind === 'polygon' || kind === 'point')?.[0] ?? ''
  const features = whole.rows.flatMap(({ [place]: geometry, ...properties }) => (geometry ? [{ type: 'Feature', properties, geometry }] : []))
  return utf8(`${JSON.stringify({ type: 'FeatureCollection', ...factsOfFile(document), features })}\n`)
}
