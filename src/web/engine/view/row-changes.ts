// What changed in a list of rows, row by row: which came, which went, and of the others which column says something else. Rows are
// distinguished by the first column that names each of them; where none does, a row that is not the same is another one.
import { currentValue, type Field, type Fields, isDemanded } from '#domain/kernel/field.ts'
import { formatValue, type Speech } from '#web/fields/format-value.ts'

type Values = Readonly<Record<string, unknown>>
export type RowChange = { key: string; sentence: string; columns: { name: string; label: string; from: string; to: string }[] }

export const isRows = ({ kind }: Field): boolean => kind === 'rows' || kind === 'lines'

export function rowChanges(field: Field, from: unknown, to: unknown, speech: Speech): RowChange[] {
  const { t } = speech
  const fields: Fields = field.fields ?? {}
  const [before, after] = [rowsOf(field, from), rowsOf(field, to)]
  const naming = Object.entries(fields).find(([name, column]) => isDemanded(column) && namesEach(before, name) && namesEach(after, name))?.[0]
  const keyOf = (row: Values): string => (naming ? text(row[naming]) : text(row))
  const wordsOf = (row: Values): string =>
    Object.entries(fields)
      .flatMap(([name, column]) => formatValue(column, row[name], speech) || [])
      .slice(0, naming ? 2 : 4)
      .join(' · ')
  const known = new Map(before.map((row) => [keyOf(row), row]))
  const remaining = new Set(after.map(keyOf))
  const gone = before.filter((row) => !remaining.has(keyOf(row)))
  const changes = after.flatMap((row): RowChange[] => {
    const old = known.get(keyOf(row))
    if (!old) return [{ key: `+${keyOf(row)}`, sentence: t('Added: {{row}}', { row: wordsOf(row) }), columns: [] }]
    const columns = Object.entries(fields).flatMap(([name, column]) => {
      if (text(old[name]) === text(row[name])) return []
      const words = (value: unknown) => formatValue(column, value, speech) || t('empty')
      return [{ name, label: t(column.label), from: words(old[name]), to: words(row[name]) }]
    })
    return columns.length
      ? [{ key: keyOf(row), sentence: t('Changed: {{row}}', { row: formatValue(fields[naming ?? ''] as Field, row[naming ?? ''], speech) }), columns }]
      : []
  })
  const removed = gone.map((row) => ({ key: `-${keyOf(row)}`, sentence: t('Removed: {{row}}', { row: wordsOf(row) }), columns: [] }))
  const all = [...removed, ...changes]
  return all.length ? all : [{ key: 'order', sentence: t('In another order'), columns: [] }]
}

const rowsOf = (field: Field, value: unknown): Values[] => {
  const rows = currentValue(field, value)
  return Array.isArray(rows) ? rows : []
}
/** Whether every row says something else in this column. */
const namesEach = (rows: readonly Values[], name: string): boolean => {
  const values = rows.map((row) => row[name])
  return values.every((one) => typeof one === 'string' && one !== '') && new Set(values).size === values.length
}
/** The same text for the same content, whatever the order of its keys; what is empty is not there. */
const text = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : (JSON.stringify(value ?? null, (_, inner: unknown) =>
        inner !== null && typeof inner === 'object' && !Array.isArray(inner)
          ? Object.fromEntries(
              Object.entries(inner)
                .filter(([, one]) => one !== null && one !== undefined)
                .sort(([one], [other]) => (one < other ? -1 : 1)),
            )
          : inner,
      ) ?? 'null')
