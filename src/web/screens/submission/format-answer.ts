// An answer in the reader's words and units: a boundary is its area and corners; what could not be read as its field stands as it was sent.
import { areaHa } from '#domain/geo/area.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import type { Refs } from '#web/api/answers.ts'
import { formatValue } from '#web/fields/format-value.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { isPolygon } from './boundary-picture.tsx'
import type { Read } from './read-answers.ts'

/** Empty text for nothing. */
export function useFormatAnswer(refs: Refs): (one: Pick<Read, 'field'>, value: unknown) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ field }, value) => {
    if (value === null || value === undefined) return ''
    if (isPolygon(value)) return `${format.ha(areaHa(value))}, ${formatValue(field, value, { t, format, refs })}`
    const { isPlace, isNested, isNumber } = factsOf(field)
    if (typeof value === 'string' && (isPlace || isNested || isNumber)) return value
    return formatValue(field, value, { t, format, refs })
  }
}
