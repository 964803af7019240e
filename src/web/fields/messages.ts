// What is wrong with a field, in words a person can act on; the same for the form's own checks and the server's.
import type { TFunction } from 'i18next'
import type { Field } from '#domain/kernel/field.ts'
import type { FieldProblem } from '#domain/kernel/problems.ts'
import type { Format } from '#web/format/format.ts'
import { formatValue } from './format-value.ts'

export function formatProblem(field: Field | undefined, problem: FieldProblem, t: TFunction, format: Format): string {
  const formatted = (value: number) => (field ? formatValue(field, value, { t, format }) : format.number(value, 3))
  const isNumber = field?.kind === 'integer' || field?.kind === 'quantity' || field?.kind === 'share'
  // A sentence the declaration or the server wrote itself says more than a general one.
  const custom = !/^(Invalid|Too (small|big)|Unrecognized)/.test(problem.message)
  switch (problem.code) {
    case 'required':
      return custom && problem.message !== 'Please fill this in.' ? t(problem.message) : t(promptFor(field))
    case 'min':
      if (custom) return t(problem.message)
      if (isNumber && field?.min !== undefined) return t('At least {{value}}.', { value: formatted(field.min) })
      return field?.min && Array.isArray(problem.params?.received) ? t('At least {{value}}.', { value: field.min }) : t(promptFor(field))
    case 'max':
      if (custom) return t(problem.message)
      if (isNumber && field?.max !== undefined) return t('At most {{value}}.', { value: formatted(field.max) })
      return field?.max ? t('At most {{count}} characters.', { count: field.max }) : t('This is too long.')
    case 'type':
      if (isNumber) return field?.kind === 'integer' ? t('A whole number, please.') : t('A number, please.')
      return field?.kind === 'flag' || field?.kind === 'choice' || field?.kind === 'reference' ? t('Please choose.') : t('Please fill this in.')
    case 'choice':
      return t('Please choose.')
    case 'format':
      if (custom) return t(problem.message)
      return field?.kind === 'email'
        ? t('An e-mail address, please.')
        : field?.kind === 'date' || field?.kind === 'time'
          ? t('A date, please.')
          : t('Not in the expected form.')
    default:
      return t(problem.message)
  }
}

/** What is asked for where nothing was given: a record is chosen, not filled in. */
const promptFor = (field: Field | undefined): string =>
  field?.kind === 'rows'
    ? /* i18n */ 'Please add at least one.'
    : field && ['choice', 'choices', 'flag', 'reference', 'references'].includes(field.kind)
      ? /* i18n */ 'Please choose.'
      : /* i18n */ 'Please fill this in.'

/** The declaration of the field a path like `consent.0.purpose` points at. */
export function fieldAt(fields: Readonly<Record<string, Field>>, path: string): Field | undefined {
  const [name = '', ...rest] = path.split('.')
  const field = fields[name]
  const inner = rest.filter((part) => !/^\d+$/.test(part)).join('.')
  return inner && field?.fields ? fieldAt(field.fields, inner) : field
}
