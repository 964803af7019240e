// How values leave the database. Both engines answer the same JavaScript types: numeric and bigint as
// number, date as 'YYYY-MM-DD', moments as ISO strings in UTC, json parsed. Our numerics have at most
// 15 significant digits (domain dictionary 1.2), so a number holds them exactly enough.
type Parser = (text: string) => unknown

const utcMoment = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/
/** A moment as the database writes it → ISO 8601 in UTC, to the millisecond. Sessions run in UTC, so it is hardly ever more than another spelling. */
export const isoMoment = (text: string): string => {
  const utc = utcMoment.exec(text)
  if (utc) return `${utc[1]}T${utc[2]}.${(utc[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`
  return text.includes('infinity') ? text : new Date(`${text.replace(' ', 'T')}${/[+-]\d{2}$/.test(text) ? ':00' : ''}`).toISOString()
}
const list =
  (item: Parser): Parser =>
  (text) =>
    text === '{}'
      ? []
      : text
          .slice(1, -1)
          .split(',')
          .map((one) => (one === 'NULL' ? null : item(one.replaceAll('"', ''))))

/** PostgreSQL type number → parser. */
export const parsers: Readonly<Record<number, Parser>> = {
  20: Number,
  114: JSON.parse,
  1082: String,
  1184: isoMoment,
  1700: Number,
  3802: JSON.parse,
  1016: list(Number),
  1182: list(String),
  1185: list(isoMoment),
  1231: list(Number),
}
