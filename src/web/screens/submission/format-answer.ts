// An answer in the reader's words and units: a boundary is its area and corners, of a list each row is a line; what could not be read as its field stands
// as it was sent.
import { areaHa } from '#domain/geo/area.ts'
import type { Field } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import type { Refs } from '#web/api/answers.ts'
import { isRows } from '#web/engine/view/row-changes.ts'
import { formatValue, type Speech } from '#web/fields/format-value.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { isPolygon } from './boundary-picture.tsx'
import { labelsOfPath, type Meaning, type Read } from './read-answers.ts'

/** Empty text for nothing. Lines are to be shown as lines (`white-space: pre-line`). */
export function useFormatAnswer(refs: Refs): (one: Pick<Read, 'field'>, value: unknown) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ field }, value) => {
    if (value === null || value === undefined) return ''
    const speech: Speech = { t, format, refs }
    if (isPolygon(value)) return `${format.ha(areaHa(value))}, ${formatValue(field, value, speech)}`
    const { isPlace, isNested, isNumber } = factsOf(field)
    if (typeof value === 'string' && (isPlace || isNested || isNumber)) return value
    // Whoever decides on a list reads what is in it.
    if (isRows(field) && Array.isArray(value)) return value.map((row) => formatRow(field, row as Record<string, unknown>, speech)).join('\n')
    return formatValue(field, value, speech)
  }
}

/** Figures with their labels: of two numbers in a row nobody knows which is which. */
const formatRow = ({ fields = {} }: Field, row: Readonly<Record<string, unknown>>, speech: Speech): string =>
  Object.entries(fields)
    .flatMap(([name, column]) => {
      const words = formatValue(column, row[name], speech)
      if (!words) return []
      return [factsOf(column).isNumber || column.kind === 'flag' ? `${speech.t(column.label)} ${words}` : words]
    })
    .join(' · ')

/** Of an answer, or of a place within one, in the reader's words. */
export function useAnswerLabel(meaning: Meaning | null): (path: string) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return (path) =>
    labelsOfPath(meaning, path)
      .map((one) => (/^\d+$/.test(one) ? format.number(Number(one)) : t(one)))
      .join(' · ')
}
