// What a report covers: its parameters with the editors of their kinds. The report follows as one types.
import Box from '@mui/material/Box'
import { useEffect, useMemo, useRef } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import type { Field } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import type { AnyReport } from '#domain/reports/report.ts'
import type { Refs } from '#web/api/answers.ts'
import type { ApiProblem } from '#web/api/client.ts'
import { refsIn } from '#web/api/names.ts'
import type { ReportSearch } from '#web/api/reports.ts'
import { asErrors } from '#web/engine/form/resolver.ts'
import { FormContext } from '#web/fields/form-context.ts'
import { FormField } from '#web/fields/form-field.tsx'
import { type FormValues, fromFormValues, toFormValues } from '#web/fields/form-values.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'

/** How long somebody rests before the report is asked for anew. */
const restMilliseconds = 450

type Props = {
  report: AnyReport
  search: ReportSearch
  names: Readonly<Record<string, string>>
  problem: ApiProblem | null
  onChange: (search: ReportSearch) => void
}

export function ReportParameters({ report, search, names, problem, onChange }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const fields = useMemo(() => shownFields(report), [report])
  const form = useForm<FormValues>({ defaultValues: useMemo(() => toFormValues(fields, valuesOf(fields, search)), [fields, search]) })
  const { watch, setError, clearErrors } = form
  const latest = useRef({ search, onChange })
  latest.current = { search, onChange }
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const { unsubscribe } = watch((values) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const next = searchOf(fromFormValues(fields, values))
        if (JSON.stringify(next) !== JSON.stringify(latest.current.search)) latest.current.onChange(next)
      }, restMilliseconds)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [watch, fields])
  useEffect(() => {
    clearErrors()
    for (const [path, error] of Object.entries(asErrors(problem?.fields ?? [], fields, t, format))) setError(path.split('.')[0] ?? path, error)
  }, [problem, fields, setError, clearErrors, t, format])
  const context = useMemo(() => ({ record: null, editors: {}, refs: refsIn(t, refsOf(fields, search, names)) }), [t, fields, search, names])
  return (
    <FormProvider {...form}>
      <FormContext value={context}>
        <Box component="form" noValidate onSubmit={(event) => event.preventDefault()} sx={{ display: 'grid', gap: 1.5 }}>
          {Object.entries(fields).map(([name, field]) => (
            <FormField key={name} name={name} field={field} />
          ))}
        </Box>
      </FormContext>
    </FormProvider>
  )
}

/** Every parameter may be left empty; saying so at each of them would say nothing. */
const shownFields = ({ parameters }: AnyReport): Readonly<Record<string, Field>> =>
  Object.fromEntries(
    Object.entries<Field>(parameters).map(([name, field]) => [name, field.kind === 'choice' ? field : { ...field, required: true, min: field.min ?? 1 }]),
  )

/** What stands in an address, as values of the fields. */
export const valuesOf = (fields: Readonly<Record<string, Field>>, search: ReportSearch): FormValues =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const text = search[name]
      if (!text) return []
      return [[name, factsOf(field).isList ? text.split(',') : factsOf(field).isNumber ? Number(text) : field.kind === 'flag' ? text === 'true' : text]]
    }),
  )
/** The records that parameters name, with their titles as the report has answered them. */
const refsOf = (fields: Readonly<Record<string, Field>>, search: ReportSearch, names: Readonly<Record<string, string>>): Refs =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { target }]) => {
      const id = search[name]
      const title = id === undefined ? undefined : names[id]
      return id !== undefined && title !== undefined && target ? [[id, { entity: target, title, code: '' }]] : []
    }),
  )
const searchOf = (values: FormValues): ReportSearch =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null || value === undefined || value === '' ? [] : [[name, String(value)]])))
