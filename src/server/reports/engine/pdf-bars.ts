// The charts of a report on paper: bars with their figures beside them, drawn above the table.
import { deriveColours } from '#domain/tenancy/brand-colours.ts'
import { headingOf, writtenCell } from './cell-text.ts'
import { margin, type Paper } from './paper.ts'
import { linesOf } from './pdf-text.ts'
import type { ReportDocument } from './report-document.ts'

const height = 11
const fontSize = 7.5
const labelWidth = 120
const figureWidth = 90
/** More would push the table off the first page. */
const mostBars = 8

/** Answers where the drawing ends; charts with fewer than two bars say nothing. */
export function drawBars(paper: Paper, document: ReportDocument, top: number): number {
  const { secondaryInk } = deriveColours(document.colours)
  let y = top
  for (const [index, chart] of (document.report.charts ?? []).entries()) {
    const points = (document.whole.charts[index]?.points ?? []).slice(0, mostBars)
    const [by, sum] = [document.report.columns[chart.by], document.report.columns[chart.sum]]
    const most = Math.max(0, ...points.map(({ value }) => value))
    if (!by || !sum || points.length < 2 || most <= 0) continue
    const { reader } = document
    paper.line(`${reader.t(chart.title)}: ${headingOf(sum, reader)}`, margin, y, { fontSize: 8.5, weight: 600 })
    y += 15
    const width = Math.min(320, paper.width - labelWidth - figureWidth)
    for (const { label, value } of points) {
      const [words = ''] = linesOf(writtenCell(by, label, reader), 400, labelWidth - 8, paper.measure(fontSize))
      paper.line(words, margin, y, { fontSize })
      paper.doc.rect(margin + labelWidth, y + 1.5, Math.max(1, (width * value) / most), height - 4).fill(secondaryInk)
      paper.line(writtenCell(sum, value, reader), margin + labelWidth + (width * value) / most + 4, y, { fontSize })
      y += height
    }
    y += 8
  }
  return y
}
