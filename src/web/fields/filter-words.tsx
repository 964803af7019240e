// How an active filter reads on its chip. Without the editors, which are fetched when a filter is opened.

import type { Field } from '#domain/kernel/field.ts'
import type { Refs } from '#web/api/answers.ts'
import type { ListQuery } from '#web/api/list-query.ts'
import type { TFunction } from '#web/locales/translation.ts'
import { formatValue, type Speech } from './format-value.ts'
import { useTitle } from './use-title.ts'

const isYesOrNo = ({ column }: Field): boolean => column === 'boolean'

/** The values to tick, of a kind that has such; undefined for the others. */
export function choicesOf(field: Field, t: TFunction): { value: string; label: string }[] | undefined {
  if (isYesOrNo(field))
    return [
      { value: 'true', label: t('Yes') },
      { value: 'false', label: t('No') },
    ]
  return field.choices?.map(({ value, label }) => ({ value, label: t(label) }))
}

/** What a field is filtered by now, in words; null = not filtered. */
export function formatFilter(name: string, field: Field, query: ListQuery, speech: Speech): string | null {
  const values = query.filters[name] ?? []
  const [from, to] = [query.filters[`${name}.gte`]?.[0], query.filters[`${name}.lte`]?.[0]]
  const entered = query.filters[`${name}.is`]?.[0]
  if (entered) return entered === 'empty' ? speech.t('Not entered') : speech.t('Entered')
  const formatted = (value: string): string => formatValue(field, isYesOrNo(field) ? value === 'true' : value, speech)
  if (from && to) return `${formatted(from)} – ${formatted(to)}`
  if (from) return `≥ ${formatted(from)}`
  if (to) return `≤ ${formatted(to)}`
  if (values.length === 0) return null
  const options = choicesOf(field, speech.t)?.length
  if (values.length > 2 && options) return speech.t('{{count}} of {{total}}', { count: values.length, total: options })
  return values.map(formatted).join(', ')
}

/** The name of the record a list is filtered by. */
export function ReferenceTitle({ target, id, refs }: { target: string; id: string; refs?: Refs | undefined }) {
  return <>{useTitle(target, id, refs)?.title || '…'}</>
}
