// A report on paper: title, programme and parameters, the table with its heads on every page, totals, and in the footer of each page the
// hash of the rows, who ran it and when, where that is checked, and which page of how many it is.
import { setImmediate } from 'node:timers/promises'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import type { ReportColumn } from '#domain/reports/report.ts'
import { momentText, writtenCell } from './cell-text.ts'
import { footers, letterhead } from './letterhead.ts'
import { colour, lineOf, margin, Paper, size } from './paper.ts'
import { drawBars } from './pdf-bars.ts'
import { type Layout, laidOut } from './pdf-columns.ts'
import { drawMap } from './pdf-map.ts'
import { drawQr } from './pdf-qr.ts'
import { heightOf, tableHead, tableRow, wrapped } from './pdf-table.ts'
import { linesOf } from './pdf-text.ts'
import { type Making, parameterLines, type ReportDocument } from './report-document.ts'

/** Rows between two looks at whether somebody else wants the processor. */
const rowsAtOnce = 100
/** Of the place of one who signs, in points. */
const signature = { height: 96, gap: 24 } as const

export async function pdfOf(document: ReportDocument, { onProgress }: Making): Promise<Uint8Array<ArrayBuffer>> {
  const { report, whole, reader } = document
  const columns = Object.entries<ReportColumn>(report.columns).filter(([, column]) => !factsOf(column).isPlace)
  const paper = new Paper(columns.length > 6, `${report.code} ${reader.t(report.title)}`, document.programme)
  const { doc } = paper
  doc.addPage()
  const { cells, fontSize } = laidOut(paper, document, columns)
  let y = head(paper, document)
  y = drawBars(paper, document, y)
  y = drawMap(paper, document, y)
  y = tableHead(paper, cells, y)
  for (const [index, row] of whole.rows.entries()) {
    if (index % rowsAtOnce === 0) {
      await setImmediate()
      await onProgress?.(index / whole.rows.length)
    }
    const lines = cells.map((cell) => wrapped(paper, writtenCell(cell.column, row[cell.name], reader), cell, 400, fontSize))
    const height = heightOf(lines)
    if (y + height > paper.bottom) {
      doc.addPage()
      y = tableHead(paper, cells, margin)
    }
    y = tableRow(paper, cells, lines, y, height, 400, fontSize)
  }
  if (whole.rows.length === 0) paper.line(reader.t('Nothing fits these parameters.'), margin, y + 6, { fill: colour.quiet })
  else y = totalRow(paper, document, { cells, fontSize }, y)
  signatureLines(paper, document, y)
  footers(paper, { first: `SHA-256 ${whole.sha256}`, by: document.ranBy, at: document.ranAt, reader, check: document.check })
  doc.end()
  return paper.ended
}

function head(paper: Paper, document: ReportDocument): number {
  const { report, reader, programme, operator, ranAt } = document
  let y = letterhead(paper, document, {
    title: reader.t(report.title),
    under: [programme, operator ?? reader.t('All of the programme')].join(' · '),
    code: report.code,
    made: momentText(ranAt, reader.zone),
  })
  const top = y
  const facts: [string, string][] = [...parameterLines(document), [reader.t('Rows'), String(document.whole.rows.length)]]
  const text = facts.map(([label, value]) => `${label}: ${value}`).join(' · ')
  const { check } = document
  const side = check ? drawQr(paper, check, y - 4) : 0
  for (const line of linesOf(text, 400, paper.width - (side ? side + 8 : 0), paper.measure(size.text))) {
    paper.line(line, margin, y, { fill: colour.quiet })
    y += lineOf(size.text)
  }
  return Math.max(y, side ? top + side - 4 : 0) + 6
}

function totalRow(paper: Paper, { whole, reader }: ReportDocument, { cells, fontSize }: Layout, y: number): number {
  if (Object.keys(whole.totals).length === 0) return y
  const lines = cells.map((cell, index) => {
    const total = whole.totals[cell.name]
    return wrapped(paper, total !== undefined ? writtenCell(cell.column, total, reader) : index === 0 ? reader.t('Total') : '', cell, 600, fontSize)
  })
  const height = heightOf(lines)
  let top = y
  if (top + height > paper.bottom) {
    paper.doc.addPage()
    top = margin
  }
  return tableRow(paper, cells, lines, top, height, 600, fontSize)
}

/** Room for a name, a signature and a day of each who signs, all on one page. */
function signatureLines(paper: Paper, { report: { signedBy = [] }, reader }: ReportDocument, y: number): void {
  if (signedBy.length === 0) return
  const { height, gap } = signature
  const width = (paper.width - gap * (signedBy.length - 1)) / signedBy.length
  let top = y + 18
  if (top + height > paper.bottom) {
    paper.doc.addPage()
    top = margin
  }
  for (const [place, who] of signedBy.entries()) {
    const left = margin + place * (width + gap)
    const rule = (at: number) =>
      paper.doc
        .moveTo(left, at)
        .lineTo(left + width, at)
        .lineWidth(0.6)
        .strokeColor(colour.ink)
        .stroke()
    let at = top
    for (const line of linesOf(reader.t(who), 600, width, paper.measure(size.text)).slice(0, 2)) {
      paper.line(line, left, at, { weight: 600 })
      at += lineOf(size.text)
    }
    rule(top + height - 40)
    paper.line(reader.t('Name'), left, top + height - 37, { fontSize: size.small, fill: colour.quiet })
    rule(top + height - 10)
    paper.line(reader.t('Signature and day'), left, top + height - 7, { fontSize: size.small, fill: colour.quiet })
  }
}
