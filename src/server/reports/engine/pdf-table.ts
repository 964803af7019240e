// Rows and heads of a table on paper.
import { colour, lineOf, margin, type Paper, size } from './paper.ts'
import { linesOf, type Weight, widthOf, wordsOf } from './pdf-text.ts'

/** In points. */
export const pad = { x: 4.5, y: 2.5 } as const

export type Align = 'left' | 'right'
export type Column = { heading: string; width: number; align: Align }

/** Headings are set smaller than the text before a word of them is broken; below this nobody reads them. */
const leastHeading = 5.5

/** Lines of a text in a column. */
export const wrapped = (paper: Paper, text: string, { width }: Pick<Column, 'width'>, weight: Weight = 400, fontSize: number = size.text): string[] =>
  linesOf(text, weight, width - 2 * pad.x, paper.measure(fontSize))

/** What a column needs so that no word of such a text is broken. */
const leastWidth = (paper: Paper, text: string): number =>
  Math.max(0, ...wordsOf(text).map((word) => widthOf(word, 600, paper.measure(size.text)))) + 2 * pad.x + 1

/** Columns of these widths, in which those that are too narrow for their heading or their figures take what they need from what the others have to spare. */
export function roomForHeadings(paper: Paper, columns: readonly Column[], rows: readonly (readonly string[])[]): Column[] {
  const needed = columns.map(({ heading, align }, at) =>
    Math.max(leastWidth(paper, heading), ...(align === 'right' ? rows.map((texts) => leastWidth(paper, texts[at] ?? '')) : [])),
  )
  const missing = sum(columns.map(({ width }, at) => Math.max(0, (needed[at] ?? 0) - width)))
  const spare = sum(columns.map(({ width }, at) => Math.max(0, width - (needed[at] ?? 0))))
  if (missing === 0 || spare === 0) return [...columns]
  const [given, taken] = missing <= spare ? [1, missing / spare] : [spare / missing, 1]
  return columns.map((column, at) => {
    const over = column.width - (needed[at] ?? 0)
    return { ...column, width: column.width - over * (over < 0 ? given : taken) }
  })
}
const sum = (figures: readonly number[]): number => figures.reduce((total, one) => total + one, 0)

/** Lines of the headings, all in one size: that of the text, or one in which their longest words fit. */
export function headingLines(paper: Paper, columns: readonly Column[]): { fontSize: number; lines: string[][] } {
  const shares = columns.map(({ heading, width }) => (width - 2 * pad.x - 0.1) / (leastWidth(paper, heading) - 2 * pad.x - 1))
  const fontSize = Math.max(leastHeading, size.text * Math.min(1, ...shares))
  return { fontSize, lines: columns.map((column) => wrapped(paper, column.heading, column, 600, fontSize)) }
}
export const heightOf = (lines: readonly (readonly string[])[]): number => Math.max(...lines.map(({ length }) => length)) * lineOf(size.text) + 2 * pad.y

/** Answers where it ends. */
export function tableHead(paper: Paper, columns: readonly Column[], y: number): number {
  const { doc } = paper
  const { fontSize, lines } = headingLines(paper, columns)
  const most = Math.max(...lines.map(({ length }) => length))
  const height = heightOf(lines)
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  doc.rect(margin, y, width, height).fill(colour.row)
  // Headings of several lines end on the same one.
  const placed = lines.map((some) => [...Array.from({ length: most - some.length }, () => ''), ...some])
  tableRow(paper, columns, placed, y, height, 600, fontSize)
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
  fontSize: number = size.text,
): number {
  let x = margin
  for (const [index, { width, align }] of columns.entries()) {
    for (const [at, line] of (lines[index] ?? []).entries()) {
      const top = y + pad.y + at * lineOf(size.text)
      if (align === 'right') paper.lineTo(line, x + width - pad.x, top, { weight, fontSize })
      else paper.line(line, x + pad.x, top, { weight, fontSize })
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
