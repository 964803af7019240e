// Headings of tables on paper: in no language is a word of one broken, in whatever report or certificate, while there is a size in which it fits.
import { describe, expect, it } from 'vitest'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { type Language, languageCodes } from '#domain/messages/languages.ts'
import { reports } from '#domain/reports/all.ts'
import type { ReportColumn } from '#domain/reports/report.ts'
import { translatorOf } from '../../messages/tables.ts'
import { sheetOf } from '../certificate/certificate-sheet.ts'
import { Paper } from './paper.ts'
import { laidOut } from './pdf-document.ts'
import { type Column, headingLines, roomForHeadings } from './pdf-table.ts'
import { wordsOf } from './pdf-text.ts'
import type { ReportDocument } from './report-document.ts'

const readerOf = (language: Language) => ({ t: translatorOf(language), language, zone: 'Asia/Kolkata', currency: 'INR' })
const paperOf = (isWide: boolean): Paper => {
  const paper = new Paper(isWide, 'A', 'B')
  paper.doc.addPage()
  return paper
}
/** Headings of which a line ends within a word. */
const brokenIn = (paper: Paper, columns: readonly Column[]): string[] =>
  headingLines(paper, columns).lines.flatMap((lines, at) => {
    const heading = columns[at]?.heading ?? ''
    return lines.flatMap(wordsOf).join(' ') === wordsOf(heading).join(' ') ? [] : [lines.join(' | ')]
  })

describe.each(languageCodes)('headings in %s', (language) => {
  const reader = readerOf(language)
  it('of reports are broken between words alone', () => {
    const papers = { wide: paperOf(true), high: paperOf(false) }
    const broken = reports.flatMap((report) => {
      const columns = Object.entries<ReportColumn>(report.columns).filter(([, column]) => !factsOf(column).isPlace)
      const paper = columns.length > 6 ? papers.wide : papers.high
      const document = { report, whole: { rows: [], totals: {} }, reader } as unknown as ReportDocument
      return brokenIn(paper, laidOut(paper, document, columns)).map((words) => `${report.code} ${words}`)
    })
    expect(broken).toEqual([])
  })
  it('of a certificate are broken between words alone, and none of its figures is', () => {
    const line = { claimStatus: 'ORGANIC', hsCode: '520100', units: 110, packing: 'Bales', grossKg: 18_765.432, netKg: 18_500.123, certifiedKg: 18_500.123 }
    const shipment = {
      date: '2026-01-14',
      invoiceNo: 'INV-2026-0001',
      invoiceDate: '2026-01-14',
      transportDocument: 'LR-99',
      mode: 'ROAD',
      vehicleNo: 'MP 09 AB 1234',
    }
    const certificate = {
      ...{
        code: 'TCF-000001',
        status: 'DRAFT',
        originCountry: 'IN',
        lines: [line, line],
        shipments: [{ ...shipment, grossKg: 18_765.432, netKg: 18_500.123 }],
      },
      ...{ inputCertificates: [{ externalNo: 'TC-1', kgUsed: 18_500.123 }], documents: [{ kind: 'INVOICE', number: 'INV-2026-0001' }] },
    }
    const paper = paperOf(false)
    for (const { columns, rows, total } of sheetOf(certificate as unknown as Parameters<typeof sheetOf>[0], {}, reader).tables) {
      const whole = columns.reduce((sum, { share }) => sum + share, 0)
      const own = columns.map(({ share, ...column }): Column => ({ ...column, width: (paper.width * share) / whole }))
      const wide = roomForHeadings(paper, own, [...rows, total])
      expect(brokenIn(paper, wide)).toEqual([])
      expect(wide.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(paper.width, 6)
    }
  })
})

it('too long for any column are set smaller, and broken by whole letters only where nobody could read them', () => {
  const paper = paperOf(false)
  const column = (heading: string, width: number): Column => ({ heading, width, align: 'left' })
  expect(headingLines(paper, [column('Weight', 200)]).fontSize).toBe(8.5)
  const smaller = headingLines(paper, [column('Verantwortungsbereich', 80), column('Weight', 200)])
  expect(smaller.fontSize).toBeLessThan(8.5)
  expect(smaller.lines).toEqual([['Verantwortungsbereich'], ['Weight']])
  const [lines = []] = headingLines(paper, [column('प्रमाणपत्रसंख्यानिर्धारण', 40)]).lines
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join('')).toBe('प्रमाणपत्रसंख्यानिर्धारण')
  // A piece never begins with a sign of the letter before it.
  for (const piece of lines) expect(piece).toMatch(/^\p{L}/u)
})
