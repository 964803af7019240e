// A transaction certificate on paper: letterhead, numbered boxes in two columns, tables, and across every page the state of one that is not in force.
import { momentText, type Reader } from '../engine/cell-text.ts'
import type { Imprint } from '../engine/imprint.ts'
import { footers, letterhead } from '../engine/letterhead.ts'
import { colour, lineOf, margin, Paper, size } from '../engine/paper.ts'
import { type Column, heightOf, roomForHeadings, tableHead, tableRow, wrapped } from '../engine/pdf-table.ts'
import { linesOf, type Weight, widthOf } from '../engine/pdf-text.ts'
import type { Sheet, SheetTable } from './certificate-sheet.ts'

export type PrintedCertificate = {
  sheet: Sheet
  imprint: Imprint
  reader: Reader /** Code of the record. */
  code: string
  printedBy: string
  printedAt: string
}

/** In points. */
const gap = 18

export async function certificatePdf({ sheet, imprint, reader, code, printedBy, printedAt }: PrintedCertificate): Promise<Uint8Array<ArrayBuffer>> {
  const paper = new Paper(false, `${sheet.title} ${sheet.no}`, imprint.programme)
  const { doc } = paper
  doc.addPage()
  let y = letterhead(paper, imprint, {
    title: sheet.title,
    under: [imprint.programme, sheet.scheme].filter(Boolean).join(' · '),
    code: sheet.no,
    made: momentText(printedAt, reader.zone),
  })
  y = boxes(paper, sheet, y + 8)
  for (const table of sheet.tables) y = drawTable(paper, table, y + 10)
  for (const note of sheet.notes) {
    y = room(paper, y + 10, lineOf(size.text))
    paper.line(note, margin, y, { fill: colour.quiet })
  }
  if (sheet.stamp) stampPages(paper, sheet.stamp)
  footers(paper, { first: [code, sheet.stamp].filter(Boolean).join(' · '), by: printedBy, at: printedAt, reader })
  doc.end()
  return paper.ended
}

/** Where something of this height begins: here, or on a new page. */
function room(paper: Paper, y: number, height: number): number {
  if (y + height <= paper.bottom) return y
  paper.doc.addPage()
  return margin
}

/** Two beside each other, as high as the higher one. Answers where they end. */
function boxes(paper: Paper, { boxes: all }: Sheet, top: number): number {
  const width = (paper.width - gap) / 2
  rule(paper, top)
  let y = top + 6
  for (let at = 0; at < all.length; at += 2) {
    const pair = all.slice(at, at + 2).map(({ no, label, lines }) => ({
      label: `${no}. ${label}`,
      lines: lines.flatMap((line) => linesOf(line, 400, width, paper.measure(10))),
    }))
    const height = lineOf(size.small) + Math.max(1, ...pair.map(({ lines }) => lines.length)) * lineOf(10) + 4
    y = room(paper, y, height)
    for (const [side, { label, lines }] of pair.entries()) {
      const x = margin + side * (width + gap)
      paper.line(label, x, y, { fontSize: size.small, fill: colour.quiet })
      for (const [index, line] of lines.entries()) paper.line(line, x, y + lineOf(size.small) + index * lineOf(10), { fontSize: 10 })
    }
    y += height
  }
  rule(paper, y + 2)
  return y + 2
}
function rule({ doc, width }: Paper, y: number): void {
  doc
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(0.9)
    .stroke(colour.ink)
}

function drawTable(paper: Paper, { no, title, columns: shares, rows, total }: SheetTable, top: number): number {
  const whole = shares.reduce((sum, { share }) => sum + share, 0)
  const columns = roomForHeadings(
    paper,
    shares.map(({ share, ...column }): Column => ({ ...column, width: (paper.width * share) / whole })),
    [...rows, total],
  )
  const broken = (texts: readonly string[], weight: Weight = 400) => columns.map((column, at) => wrapped(paper, texts[at] ?? '', column, weight))
  // A heading never stands alone at the foot of a page.
  let y = room(paper, top, lineOf(size.text) + 2 * heightOf(broken(rows[0] ?? [])) + 8)
  paper.line(`${no}. ${title}`, margin, y, { fontSize: size.text, fill: colour.quiet })
  y = tableHead(paper, columns, y + lineOf(size.text) + 2)
  for (const [index, texts] of [...rows, ...(total.length > 0 ? [total] : [])].entries()) {
    const weight = index === rows.length ? 600 : 400
    const lines = broken(texts, weight)
    const height = heightOf(lines)
    if (y + height > paper.bottom) {
      paper.doc.addPage()
      y = tableHead(paper, columns, margin)
    }
    y = tableRow(paper, columns, lines, y, height, weight)
  }
  return y
}

/** Across the middle of every page, light enough to read what lies below it. */
function stampPages(paper: Paper, words: string): void {
  const { doc } = paper
  const { start, count } = doc.bufferedPageRange()
  const fontSize = Math.min(76, (0.8 * paper.width * 76) / Math.max(1, widthOf(words, 600, paper.measure(76))))
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    const [x, y] = [doc.page.width / 2, doc.page.height / 2]
    doc
      .save()
      .rotate(-24, { origin: [x, y] })
      .fillOpacity(0.1)
    paper.line(words, x - widthOf(words, 600, paper.measure(fontSize)) / 2, y - lineOf(fontSize) / 2, { fontSize, weight: 600 })
    doc.restore()
  }
}
