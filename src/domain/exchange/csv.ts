// Comma-separated values as they leave and enter the house: RFC 4180 quoting, and cells that a spreadsheet
// would take for a formula made harmless on the way out and read as they were on the way in.

/** What Excel, LibreOffice and Google Sheets may run as a formula. */
const formulaStart = /^[=+\-@\t\r]/
const plainNumber = /^[+-]?\d+(\.\d+)?$/

/** A cell that no spreadsheet executes: an apostrophe before what looks like a formula. Numbers, also negative ones, stay numbers. */
export function harmless(text: string): string {
  return formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text
}

/** Takes the apostrophe of `harmless` off again, so that an exported file comes back as it was. */
export function unescaped(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell
}

/** One line with its line end. Quotes only where needed, so that a file can be read by eye. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quotedIfNeeded(harmless(cell))).join(',')}\r\n`
}
const quotedIfNeeded = (cell: string): string => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** A whole small table; long ones are written line by line. */
export function csvText(header: readonly string[], rows: Iterable<readonly string[]>): string {
  let text = csvLine(header)
  for (const row of rows) text += csvLine(row)
  return text
}
