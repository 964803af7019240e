// Comma-separated values as they leave and enter the house: RFC 4180 quoting, and cells that a spreadsheet
// would take for a formula made harmless on the way out and read as they were on the way in.

/** What Excel, LibreOffice and Google Sheets may run as a formula, also in letters of full width. */
const formula = '[=+\\-@\\t\\r\uff1d\uff0b\uff0d\uff20]'
const atStart = new RegExp(`^(?='*${formula})`)
/** A spreadsheet of a country that writes 1,5 splits at semicolons, quoted or not. What follows one as a number alone stays. */
const afterSemicolon = new RegExp(`;([^\\S\\t\\r]*)(?='*${formula})(?![+-] ?\\d+(?:[.,]\\d+)?(?![\\w|!(+\\-*/=.,]))`, 'g')
const plainNumber = /^[+-]?\d+(\.\d+)?$/

/** A cell that no spreadsheet executes: an apostrophe before what looks like a formula. Numbers, also negative ones, stay numbers. */
export function harmless(text: string): string {
  return plainNumber.test(text) ? text : text.replace(atStart, "'").replace(afterSemicolon, ";$1'")
}

const startEscaped = new RegExp(`^'(?='*${formula})`)
const semicolonEscaped = new RegExp(`;([^\\S\\t\\r]*)'(?='*${formula})`, 'g')
/** Takes the apostrophes of `harmless` off again, so that an exported file comes back as it was. */
export function unescaped(cell: string): string {
  return cell.replace(startEscaped, '').replace(semicolonEscaped, ';$1')
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
