// A report on paper: title, programme and parameters, the table with its heads on every page, totals, and in the footer of each page the
// hash of the rows, who ran it and when, and which page of how many it is.
import { setImmediate } from 'node:timers/promises'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import type { ReportColumn } from '#domain/reports/report.ts'
import { deriveColours } from '#domain/tenancy/brand-colours.ts'
import { headingOf, momentText, writtenCell } from './cell-text.ts'
import { colour, footerHeight, lineOf, margin, Paper, size } from './paper.ts'
import { drawBars } from './pdf-bars.ts'
import { linesOf, type Weight, widthOf } from './pdf-text.ts'
import { type Making, parameterLines, type ReportDocument } from './report-document.ts'

/** In points. */
const pad = { x: 4.5, y: 2.5 } as const
/** Rows between two looks at whether somebody else wants the processor. */
const rowsAtOnce = 100
/** Cells that decide how wide a column is. */
const sampled = 150

type Align = 'left' | 'right'
type Cell = { name: string; column: ReportColumn; heading: string; width: number; align: Align }

export async function pdfOf(document: ReportDocument, { onProgress }: Making): Promise<Uint8Array<ArrayBuffer>> {
  const { report, whole, reader } = document
  const columns = Object.entries<ReportColumn>(report.columns).filter(([, column]) => !factsOf(column).isPlace)
  const paper = new Paper(columns.length > 6, `${report.code} ${reader.t(report.title)}`, document.programme)
  const { doc } = paper
  doc.addPage()
  const cells = laidOut(paper, document, columns)
  let y = head(paper, document)
  y = drawBars(paper, document, y)
  y = tableHead(paper, cells, y)
  for (const [index, row] of whole.rows.entries()) {
    if (index % rowsAtOnce === 0) {
      await setImmediate()
      await onProgress?.(index / whole.rows.length)
    }
    const lines = cells.map(({ name, column, width }) => linesOf(writtenCell(column, row[name], reader), 400, width - 2 * pad.x, paper.measure(size.text)))
    const height = Math.max(...lines.map(({ length }) => length)) * lineOf(size.text) + 2 * pad.y
    if (y + height > paper.bottom) {
      doc.addPage()
      y = tableHead(paper, cells, margin)
    }
    y = tableRow(paper, cells, lines, y, height)
  }
  if (whole.rows.length === 0) paper.line(reader.t('Nothing fits these parameters.'), margin, y + 6, { fill: colour.quiet })
  else totalRow(paper, document, cells, y)
  footers(paper, document)
  doc.end()
  return paper.ended
}

/** As wide as what they hold, within what the page has; what does not fit is broken into lines. */
function laidOut(paper: Paper, { whole, reader }: ReportDocument, columns: readonly (readonly [string, ReportColumn])[]): Cell[] {
  const measure = paper.measure(size.text)
  const natural = columns.map(([name, column]) => {
    const heading = headingOf(column, reader)
    const texts = whole.rows.slice(0, sampled).map((row) => writtenCell(column, row[name], reader))
    const total = whole.totals[name]
    if (total !== undefined) texts.push(writtenCell(column, total, reader))
    const words = heading.split(/\s+/).map((word) => widthOf(word, 600, measure))
    const least = Math.max(...words, factsOf(column).isNumber || column.kind === 'date' ? Math.max(0, ...texts.map((text) => widthOf(text, 600, measure))) : 0)
    const wanted = Math.max(least, ...texts.map((text) => widthOf(text, 400, measure)))
    return { name, column, heading, least: Math.min(least, 120) + 2 * pad.x + 1, wanted: Math.min(wanted, 170) + 2 * pad.x + 1 }
  })
  const [least, wanted] = [natural.reduce((sum, one) => sum + one.least, 0), natural.reduce((sum, one) => sum + one.wanted, 0)]
  // Between the narrowest and the widest; beyond, everything grows or shrinks alike.
  const share = wanted > least ? Math.min(1, Math.max(0, (paper.width - least) / (wanted - least))) : 1
  const widths = natural.map((one) => one.least + share * (one.wanted - one.least))
  const scale = paper.width / widths.reduce((sum, width) => sum + width, 0)
  return natural.map(({ name, column, heading }, index) => ({
    name,
    column,
    heading,
    width: (widths[index] ?? 0) * (scale < 1 ? scale : Math.min(scale, 2.2)),
    align: factsOf(column).isNumber ? 'right' : 'left',
  }))
}

function head(paper: Paper, document: ReportDocument): number {
  const { report, reader, programme, operator, logo, ranAt } = document
  const { doc } = paper
  const { primary } = deriveColours(document.colours)
  doc.rect(0, 0, doc.page.width, 5).fill(primary)
  let x = margin
  if (logo) {
    // A picture that the library cannot read is left out: the report is what counts.
    try {
      doc.image(Buffer.from(logo), margin, margin - 6, { fit: [110, 34] })
      x += 122
    } catch {
      x = margin
    }
  }
  paper.line(reader.t(report.title), x, margin - 8, { fontSize: size.title, weight: 600 })
  paper.line([programme, operator ?? reader.t('All of the programme')].join(' · '), x, margin + 17, { fontSize: 9.5, fill: colour.quiet })
  const right = doc.page.width - margin
  paper.lineTo(report.code, right, margin - 4, { fontSize: 11, weight: 600 })
  paper.lineTo(momentText(ranAt, reader.zone), right, margin + 17, { fontSize: 9.5, fill: colour.quiet })
  let y = margin + 36
  const facts: [string, string][] = [...parameterLines(document), [reader.t('Rows'), String(document.whole.rows.length)]]
  const text = facts.map(([label, value]) => `${label}: ${value}`).join(' · ')
  for (const line of linesOf(text, 400, paper.width, paper.measure(size.text))) {
    paper.line(line, margin, y, { fill: colour.quiet })
    y += lineOf(size.text)
  }
  return y + 6
}

function tableHead(paper: Paper, cells: readonly Cell[], y: number): number {
  const { doc } = paper
  const lines = cells.map(({ heading, width }) => linesOf(heading, 600, width - 2 * pad.x, paper.measure(size.text)))
  const most = Math.max(...lines.map(({ length }) => length))
  const height = most * lineOf(size.text) + 2 * pad.y
  const width = cells.reduce((sum, cell) => sum + cell.width, 0)
  doc.rect(margin, y, width, height).fill(colour.row)
  // Headings of several lines end on the same one.
  const placed = lines.map((some) => [...Array.from({ length: most - some.length }, () => ''), ...some])
  tableRow(paper, cells, placed, y, height, 600)
  doc
    .moveTo(margin, y + height)
    .lineTo(margin + width, y + height)
    .lineWidth(0.9)
    .stroke(colour.ink)
  return y + height
}

function tableRow(paper: Paper, cells: readonly Cell[], lines: readonly (readonly string[])[], y: number, height: number, weight: Weight = 400): number {
  let x = margin
  for (const [index, { width, align }] of cells.entries()) {
    for (const [at, line] of (lines[index] ?? []).entries()) {
      const top = y + pad.y + at * lineOf(size.text)
      if (align === 'right') paper.lineTo(line, x + width - pad.x, top, { weight })
      else paper.line(line, x + pad.x, top, { weight })
    }
    x += width
  }
  paper.doc
    .moveTo(margin, y + height)
    .lineTo(x, y + height)
    .lineWidth(0.4)
    .stroke(colour.line)
  return y + height
}

function totalRow(paper: Paper, { whole, reader }: ReportDocument, cells: readonly Cell[], y: number): void {
  if (Object.keys(whole.totals).length === 0) return
  const lines = cells.map(({ name, column, width }, index) => {
    const total = whole.totals[name]
    const text = total !== undefined ? writtenCell(column, total, reader) : index === 0 ? reader.t('Total') : ''
    return linesOf(text, 600, width - 2 * pad.x, paper.measure(size.text))
  })
  const height = Math.max(...lines.map(({ length }) => length)) * lineOf(size.text) + 2 * pad.y
  let top = y
  if (top + height > paper.bottom) {
    paper.doc.addPage()
    top = margin
  }
  tableRow(paper, cells, lines, top, height, 600)
}

/** At last, when it is known how many pages there are. */
function footers(paper: Paper, { whole, reader, ranBy, ranAt }: ReportDocument): void {
  const { doc } = paper
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    // Below the margin the library would begin another page.
    doc.page.margins.bottom = 0
    const y = doc.page.height - margin - footerHeight + 10
    const right = doc.page.width - margin
    doc
      .moveTo(margin, y - 4)
      .lineTo(right, y - 4)
      .lineWidth(0.4)
      .stroke(colour.line)
    const options = { fontSize: size.small, fill: colour.quiet }
    paper.line(`SHA-256 ${whole.sha256}`, margin, y, options)
    paper.line(`${ranBy}, ${momentText(ranAt, reader.zone)} (${reader.zone})`, margin, y + lineOf(size.small), options)
    paper.lineTo(reader.t('Page {{page}} of {{pages}}', { page: page + 1, pages: count }), right, y, options)
  }
}
