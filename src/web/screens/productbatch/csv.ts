// A table as CSV for a spreadsheet: quoted where needed, and no cell that a spreadsheet would run as a formula.

export function csv(rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number): string => {
    // A leading = + - @ makes a formula of a name; numbers of our own may be negative.
    const text = typeof value === 'number' ? String(value) : /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  // The mark says to spreadsheets that this is UTF-8, or Hindi names come out as noise.
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}
