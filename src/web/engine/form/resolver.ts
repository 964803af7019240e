// Checks a form against the very schema the server uses, and says what is wrong in words. react-hook-form's
// own resolver for standard schemas would show Zod's sentences; ours goes through fields/messages.ts.
import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, FieldErrors, Resolver, ResolverOptions } from 'react-hook-form'
import type { z } from 'zod'
import { checksFailed } from '#domain/kernel/checks.ts'
import type { Check } from '#domain/kernel/entity.ts'
import type { Fields } from '#domain/kernel/field.ts'
import type { FieldProblem } from '#domain/kernel/problems.ts'
import { fieldProblems } from '#domain/kernel/schemas.ts'
import { type FormValues, fromFormValues } from '#web/fields/form-values.ts'
import { fieldAt, formatProblem } from '#web/fields/messages.ts'
import type { Format } from '#web/format/format.ts'
import type { TFunction } from '#web/locales/translation.ts'

export type Rules = {
  fields: Fields
  schema: z.ZodType
  checks?: readonly Check[] /** Values of a stored record that the form does not hold. */
  base?: Readonly<FormValues>
  zone?: string | undefined
}

/** What is wrong with these drafts, and what they would send. */
export function judge(
  { fields, schema, checks = [], base = {}, zone }: Rules,
  formValues: Readonly<FormValues>,
): { values: FormValues; problems: FieldProblem[] } {
  const values = fromFormValues(fields, formValues, zone)
  const parsed = schema.safeParse(values)
  if (!parsed.success) return { values, problems: fieldProblems(parsed.error, '', values).map((problem) => unchosen(problem, values)) }
  const row = { ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])), ...base, ...(parsed.data as FormValues) }
  return {
    values: parsed.data as FormValues,
    problems: checksFailed(checks, row, base.id ? base : null).map(({ path, code, message }) => ({ path, code, message })),
  }
}

/** A choice that nobody has made is missing, not wrong: of a row just added nothing is said yet (fields/shown-error.ts). */
function unchosen(problem: FieldProblem, values: FormValues): FieldProblem {
  if (problem.code !== 'choice') return problem
  const value = problem.path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], values)
  return value == null ? { ...problem, code: 'required', message: /* i18n */ 'Please fill this in.' } : problem
}

/** For each list of rows of which only some are sent: the places in the form of those that are, in the order sent. */
export type SentRows = Readonly<Record<string, readonly number[]>>

/** `outputs.0.kg` of what was sent, as the person sees it: `outputs.1.kg` when the first row was left empty. */
export function formPath(path: string, rows: SentRows): string {
  const [name = '', place = '', ...rest] = path.split('.')
  const inForm = rows[name]?.[Number(place)]
  return inForm === undefined || place === '' ? path : [name, inForm, ...rest].join('.')
}

/** `prepare` makes of the form's drafts those that are sent, where the two differ. */
export function formResolver(
  rules: Rules,
  t: TFunction,
  format: Format,
  prepare: (formValues: FormValues) => { formValues: FormValues; rows: SentRows } = (formValues) => ({ formValues, rows: {} }),
): Resolver<FormValues, unknown, FormValues> {
  return (typed, _context, options) => {
    const { formValues, rows } = prepare(typed)
    const { values, problems } = judge(rules, formValues)
    if (problems.length === 0) return { values, errors: {} }
    const inForm = problems.map((problem) => ({ ...problem, path: formPath(problem.path, rows) }))
    return { values: {}, errors: nestedErrors(asErrors(inForm, rules.fields, t, format), options) }
  }
}

/** Errors by path, as the form library keeps them. */
export const nestedErrors = (errors: Record<string, FieldError>, options: ResolverOptions<FormValues>): FieldErrors<FormValues> =>
  toNestErrors(errors as FieldErrors<FormValues>, options)

/** One error per field: the first said, in the order of the form. */
export function asErrors(problems: readonly FieldProblem[], fields: Fields, t: TFunction, format: Format): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {}
  for (const problem of problems) errors[problem.path] ??= { type: problem.code, message: formatProblem(fieldAt(fields, problem.path), problem, t, format) }
  return errors
}
