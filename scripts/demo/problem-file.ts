// One planted problem: the file it stands in, where it is to be sent, and the rule that must answer.
import { csvText } from '#domain/exchange/csv.ts'
import type { File } from './table.ts'

export type Problem = {
  file: string
  /** Which import takes the file: …/{entity}/import?kind={kind} */
  entity: 'farmer' | 'landparcel' | 'croppingsystem' | 'crop'
  kind: 'records' | 'events'
  rule: string
  /** REFUSED: the row comes back. FLAGGED: it goes in with an open finding. */
  outcome: 'REFUSED' | 'FLAGGED'
  says: string
  operator: string
}
/** With its file. */
export type Planted = Problem & { text: string }

/** A table with the header of another one and only these cells filled; the first row's other cells may be taken over from `like`. */
export function tableLike(whole: File, rows: readonly Record<string, string | number>[], like?: (cells: Record<string, string>) => boolean): string {
  const [first = '', ...lines] = whole.text.trimEnd().split('\r\n')
  const header = first.split(',')
  const read = (line: string) =>
    Object.fromEntries(
      (line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? [])
        .slice(0, header.length)
        .map((part, index) => [header[index] ?? '', part.replace(/,$/, '').replace(/^"|"$/g, '').replaceAll('""', '"')]),
    )
  const model = like ? lines.map(read).find(like) : undefined
  return csvText(
    header,
    rows.map((row) => header.map((column) => String(row[column] ?? model?.[column] ?? ''))),
  )
}
