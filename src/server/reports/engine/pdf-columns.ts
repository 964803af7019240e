// How wide the columns of a report on paper are, and in which size its cells are set: words are broken between letters only where one is too long for any column.
import { factsOf } from '#domain/kernel/field-kinds.ts'
import type { ReportColumn } from '#domain/reports/report.ts'
import { headingOf, writtenCell } from './cell-text.ts'
import { type Paper, size } from './paper.ts'
import { type Column, pad } from './pdf-table.ts'
import { widthOf, wordsOf } from './pdf-text.ts'
import type { ReportDocument } from './report-document.ts'

export type Cell = Column & { name: string; column: ReportColumn }
export type Layout = { cells: Cell[]; fontSize: number }

/** Cells that decide how wide a column is, and those whose words do. */
const [sampled, sampledForWords] = [150, 2000]
/** A column is not made wider than this for a word or figure, and not wider than the second for a whole text; in points. */
const [widestWord, widestText] = [120, 170]
/** The largest in which words fit is taken; a smaller one is not for paper. */
const textSizes = [size.text, 7.75, 7] as const

/** Columns as wide as what they hold, within what the page has; what does not fit is broken into lines. */
export function laidOut(paper: Paper, document: ReportDocument, columns: readonly (readonly [string, ReportColumn])[]): Layout {
  const filled = columns.map(([name, column]) => holding(document, name, column))
  const [first, ...smaller] = textSizes.map((fontSize) => laidOutIn(paper, filled, fontSize))
  if (!first) throw new Error('a table has a size')
  return [first, ...smaller].find(({ isWhole }) => isWhole) ?? smaller.at(-1) ?? first
}

type Filled = { name: string; column: ReportColumn; heading: string; texts: readonly string[]; words: ReadonlySet<string>; isOneWord: boolean }

function holding({ whole, reader }: ReportDocument, name: string, column: ReportColumn): Filled {
  const texts = whole.rows.slice(0, sampledForWords).map((row) => writtenCell(column, row[name], reader))
  const total = whole.totals[name]
  if (total !== undefined) texts.push(writtenCell(column, total, reader))
  const words = new Set(texts.flatMap(wordsOf))
  return { name, column, heading: headingOf(column, reader), texts, words, isOneWord: factsOf(column).isNumber || column.kind === 'date' }
}

function laidOutIn(paper: Paper, filled: readonly Filled[], fontSize: number): Layout & { isWhole: boolean } {
  const measure = paper.measure(fontSize)
  const widest = (texts: Iterable<string>, weight: 400 | 600): number =>
    Array.from(texts, (text) => widthOf(text, weight, measure)).reduce((a, b) => Math.max(a, b), 0)
  const room = (width: number, most: number): number => Math.min(width, most) + 2 * pad.x + 1
  const natural = filled.map(({ heading, texts, words, isOneWord }) => {
    // Totals are set bold.
    const base = Math.max(widest(wordsOf(heading), 600), isOneWord ? widest(texts, 600) : 0)
    const wanted = Math.max(base, widest([...texts.slice(0, sampled), ...texts.slice(-1)], 400))
    const whole = Math.max(
      base,
      widest(
        [...words].filter((word) => widthOf(word, 400, measure) <= widestWord),
        400,
      ),
    )
    return { base: room(base, widestWord), whole: room(whole, widestWord), wanted: room(Math.max(whole, wanted), widestText) }
  })
  const least = withWholeWords(natural, paper.width)
  const [narrow, wide] = [sum(least), sum(natural.map(({ wanted }) => wanted))]
  // Between the narrowest and the widest; beyond, everything grows or shrinks alike.
  const share = wide > narrow ? Math.min(1, Math.max(0, (paper.width - narrow) / (wide - narrow))) : 1
  const widths = natural.map(({ wanted }, at) => (least[at] ?? 0) + share * (wanted - (least[at] ?? 0)))
  const scale = paper.width / sum(widths)
  const cells = filled.map(({ name, column, heading }, at): Cell => {
    const width = (widths[at] ?? 0) * (scale < 1 ? scale : Math.min(scale, 2.2))
    return { name, column, heading, width, align: factsOf(column).isNumber ? 'right' : 'left' }
  })
  return { cells, fontSize, isWhole: natural.every(({ whole }, at) => (cells[at]?.width ?? 0) >= whole - 0.5) }
}

/** Each column at least as wide as its heading and figures; those that lack least for their words have it first, as long as the page has room. */
function withWholeWords(natural: readonly { base: number; whole: number }[], width: number): number[] {
  const least = natural.map(({ base }) => base)
  const lacking = natural.map(({ base, whole }, at) => ({ at, by: whole - base })).sort((one, other) => one.by - other.by)
  let left = width - sum(least)
  for (const { at, by } of lacking) {
    if (by > left) break
    left -= by
    least[at] = (least[at] ?? 0) + by
  }
  return least
}

const sum = (figures: readonly number[]): number => figures.reduce((total, one) => total + one, 0)
