// Rows and heads of a table on paper.
import { colour, lineOf, margin, type Paper, size } from './paper.ts'
import { linesOf, type Weight } from './pdf-text.ts'

/** In points. */
export const pad = { x: 4.5, y: 2.5 } as const

export type Align = 'left' | 'right'
export type Column = { heading: string; width: number; align: Align }

/** Lines of a text in a column. */
export const wrapped = (paper: Paper, text: string, { width }: Pick<Column, 'width'>, weight: Weight = 400): string[] =>
  linesOf(text, weight, width - 2 * pad.x, paper.measure(size.text))
export const heightOf = (lines: readonly (readonly string[])[]): number => Math.max(...lines.map(({ length }) => length)) * lineOf(size.text) + 2 * pad.y

/** Answers where it ends. */
export function tableHead(paper: Paper, columns: readonly Column[], y: number): number {
  const { doc } = paper
  const lines = columns.map((column) => wrapped(paper, column.heading, column, 600))
  const most = Math.max(...lines.map(({ length }) => length))
  const height = heightOf(lines)
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  doc.rect(margin, y, width, height).fill(colour.row)
  // Headings of several lines end on the same one.
  const placed = lines.map((some) => [...Array.from({ length: most - some.length }, () => ''), ...some])
  tableRow(paper, columns, placed, y, height, 600)
  doc
    .moveTo(margin, y + height)
    .lineTo(margin + width, y + height)
    .lineWidth(0.9)
    .stroke(colour.ink)
  return y + height
}

/** Answers where it ends. */
export function tableRow(
  paper: Paper,
  columns: readonly Column[],
  lines: readonly (readonly string[])[],
  y: number,
  height: number,
  weight: Weight = 400,
): number {
  let x = margin
  for (const [index, { width, align }] of columns.entries()) {
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
