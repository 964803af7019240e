// A table as a file: rows are objects whose keys are the headers, so that a value never stands under another's name.
import { csvText } from '#domain/exchange/csv.ts'

export type File = { name: string; text: string }
export type Cell = string | number | boolean | null
export type Line = Readonly<Record<string, Cell>>

/** All rows have the keys of the first, in its order. */
export function table(name: string, lines: readonly Line[]): File {
  const header = Object.keys(lines[0] ?? {})
  const rows = lines.map((line) => header.map((column) => cellText(line[column] ?? null)))
  return { name, text: csvText(header, rows) }
}
const cellText = (value: Cell): string => (value === null ? '' : typeof value === 'boolean' ? (value ? 'Y' : 'N') : String(value))

/** The rows of a table that belong to an operator, with the header. */
export function rowsOf({ text }: File, operator: string): string {
  return text
    .split('\r\n')
    .filter((line, index) => index === 0 || line.startsWith(`${operator},`))
    .join('\r\n')
}
