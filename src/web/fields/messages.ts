// What is wrong with a field, in words a person can act on; the same for the form's own checks and the server's.

import type { Field } from '#domain/kernel/field.ts'
import { type FieldKind, factsOf } from '#domain/kernel/field-kinds.ts'
import type { FieldProblem } from '#domain/kernel/problems.ts'
import type { Format } from '#web/format/format.ts'
import type { TFunction } from '#web/locales/translation.ts'
import { formatValue } from './format-value.ts'

export function formatProblem(field: Field | undefined, problem: FieldProblem, t: TFunction, format: Format): string {
  const formatted = (value: number) => (field ? formatValue(field, value, { t, format }) : format.number(value, 3))
  const words = field ? kindMessages[field.kind] : plain
  const isNumber = field !== undefined && factsOf(field).isNumber
  // A sentence the declaration or the server wrote itself says more than a general one.
  const custom = !/^(Invalid|Too (small|big)|Unrecognized)/.test(String(problem.message))
  switch (problem.code) {
    case 'required':
      return custom && problem.message !== 'Please fill this in.' ? t(problem) : t(words.missing)
    case 'min':
      if (custom) return t(problem)
      if (isNumber && field?.min !== undefined) return t('At least {{value}}.', { value: formatted(field.min) })
      return field?.min && Array.isArray(problem.params?.received) ? t('At least {{value}}.', { value: field.min }) : t(words.missing)
    case 'max':
      if (custom) return t(problem)
      if (isNumber && field?.max !== undefined) return t('At most {{value}}.', { value: formatted(field.max) })
      return field?.max ? t('At most {{count}} characters.', { count: field.max }) : t('This is too long.')
    case 'type':
      return t(words.type)
    case 'choice':
      return t('Please choose.')
    case 'format':
      if (custom) return t(problem)
      return t(words.format)
    default:
      return t(problem)
  }
}

type Messages = { /** Nothing was given. */ missing: string /** It is of another type. */; type: string /** It is in another form. */; format: string }
const plain: Messages = {
  missing: /* i18n */ 'Please fill this in.',
  type: /* i18n */ 'Please fill this in.',
  format: /* i18n */ 'Not in the expected form.',
}
const chosen: Messages = { ...plain, missing: /* i18n */ 'Please choose.', type: /* i18n */ 'Please choose.' }
/** Several ticks, or several records: of another type they are only not filled in. */
const ticked: Messages = { ...plain, missing: /* i18n */ 'Please choose.' }
const number: Messages = { ...plain, type: /* i18n */ 'A number, please.' }
const listed: Messages = { ...plain, missing: /* i18n */ 'Please add at least one.' }
const day: Messages = { ...plain, format: /* i18n */ 'A date, please.' }

const kindMessages: Readonly<Record<FieldKind, Messages>> = {
  text: plain,
  longText: plain,
  words: plain,
  phone: plain,
  email: { ...plain, format: /* i18n */ 'An e-mail address, please.' },
  country: chosen,
  integer: { ...plain, type: /* i18n */ 'A whole number, please.' },
  quantity: number,
  share: number,
  money: number,
  choice: chosen,
  choices: ticked,
  flag: chosen,
  date: day,
  time: day,
  reference: chosen,
  references: ticked,
  attachments: listed,
  polygon: plain,
  point: plain,
  rows: listed,
  lines: listed,
  record: plain,
  variant: chosen,
}

/** The declaration of the field a path like `consent.0.purpose` points at. */
export function fieldAt(fields: Readonly<Record<string, Field>>, path: string): Field | undefined {
  const [name = '', ...rest] = path.split('.')
  const field = fields[name]
  const inner = rest.filter((part) => !/^\d+$/.test(part)).join('.')
  return inner && field?.fields ? fieldAt(field.fields, inner) : field
}
