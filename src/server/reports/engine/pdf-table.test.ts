// Headings of tables on paper: in no language is a word of one broken, in whatever report or certificate, while there is a size in which it fits.
import { describe, expect, it } from 'vitest'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { type Language, languageCodes } from '#domain/messages/languages.ts'
import { reports } from '#domain/reports/all.ts'
import type { ReportColumn } from '#domain/reports/report.ts'
import { translatorOf } from '../../messages/tables.ts'
import { sheetOf } from '../certificate/certificate-sheet.ts'
import { Paper } from './paper.ts'
import { laidOut } from './pdf-columns.ts'
import { type Column, headingLines, roomForHeadings, wrapped } from './pdf-table.ts'
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
      return brokenIn(paper, laidOut(paper, document, columns).cells).map((words) => `${report.code} ${words}`)
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

describe('words in the cells of a report', () => {
  const reader = readerOf('en')
  const report = reports.find(({ id }) => id === 'farmer-register')
  const columns = Object.entries<ReportColumn>(report?.columns ?? {})
  /** Cells of which a line ends within a word, where every text column has `word` among others. */
  const brokenWith = (word: string) => {
    const paper = paperOf(true)
    const row = Object.fromEntries(columns.map(([name, { kind }]) => [name, kind === 'text' ? `A ${word} b` : null]))
    const document = { report, whole: { rows: [row], totals: {} }, reader } as unknown as ReportDocument
    const { cells, fontSize } = laidOut(paper, document, columns)
    const broken = cells.filter((cell) => {
      const text = String(row[cell.name] ?? '')
      return wrapped(paper, text, cell, 400, fontSize).flatMap(wordsOf).join(' ') !== text
    })
    expect(cells.reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(paper.width + 0.01)
    return { broken: broken.map(({ name }) => name), fontSize }
  }
  it('are not broken while the columns have room: others give way, and then all is set smaller', () => {
    expect(brokenWith('Ghattinagar')).toEqual({ broken: [], fontSize: 8.5 })
    const tried = Array.from({ length: 13 }, (_, more) => brokenWith('Maheshwarigaonwadinagarpurakhurd'.slice(0, 11 + more)))
    expect(tried.filter(({ broken, fontSize }) => broken.length === 0 && fontSize < 8.5).length).toBeGreaterThan(1)
    // Only what does not fit in the smallest size is broken, and sizes fall as words grow.
    for (const { broken, fontSize } of tried) if (broken.length > 0) expect(fontSize).toBe(7)
    const sizes = tried.map(({ fontSize }) => fontSize)
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
  })
  it('are broken where one is longer than any column is made, and only that one', () => {
    const paper = paperOf(true)
    const word = 'x'.repeat(60)
    const of = columns.slice(0, 3)
    const rows = [Object.fromEntries(of.map(([name], at) => [name, at === 0 ? word : 'Ghattinagar']))]
    const document = { report, whole: { rows, totals: {} }, reader } as unknown as ReportDocument
    const { cells, fontSize } = laidOut(paper, document, of)
    const lines = cells.map((cell) => wrapped(paper, String(rows[0]?.[cell.name]), cell, 400, fontSize))
    expect([lines[0]?.join(''), lines.slice(1)]).toEqual([word, [['Ghattinagar'], ['Ghattinagar']]])
  })
})
