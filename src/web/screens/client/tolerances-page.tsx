// The tolerances of the programme: everybody reads by which figures the rules judge; an administrator changes them. An empty
// field follows the product's default, which stands in it in grey.
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { can } from '#domain/access.ts'
import type { ToleranceAnswer } from '#domain/chain/tolerance-answer.ts'
import { crossedTolerances, toleranceFields, toleranceSections, tolerancesPatch } from '#domain/chain/tolerance-settings.ts'
import type { Field } from '#domain/kernel/field.ts'
import { defaultTolerances, type ToleranceName } from '#domain/rules/tolerances.ts'
import { useOperator } from '#web/api/operator.ts'
import { saveTolerances, toleranceKey, useToleranceSettings } from '#web/api/tolerances.ts'
import { FormFrame } from '#web/engine/form/form-frame.tsx'
import { FormSections } from '#web/engine/form/form-sections.tsx'
import { formResolver } from '#web/engine/form/resolver.ts'
import { useDraft } from '#web/engine/form/use-draft.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { type FormValues, toFormValues } from '#web/fields/form-values.ts'
import { formatValue } from '#web/fields/format-value.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { useTenant } from '#web/tenant/use-tenant.ts'
import { TextLink } from '#web/ui/links.tsx'
import { NotFound } from '#web/ui/not-found.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'
import { ToleranceFigures } from './tolerance-figures.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const names = Object.keys(toleranceFields) as ToleranceName[]

export function TolerancesPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { config } = useTenant()
  const operator = useOperator()
  const mayEdit = can(useUser(), 'client', 'E')
  const { data, error, refetch } = useToleranceSettings()
  if (id !== config.id) return <NotFound />
  if (error) return <LoadError isPage problem={error} title={t('This could not be loaded')} retry={() => void refetch()} />
  if (!data) return <PageLoader />
  return (
    <>
      <PageHeader
        title={t('Tolerances')}
        note={t('The figures by which the rules of this programme warn, ask for a review, or refuse.')}
        breadcrumbs={[
          <TextLink key="client" to="/private/farmbook/$operator/client/$id" params={{ operator, id }}>
            {t('Organization details')}
          </TextLink>,
        ]}
      />
      {mayEdit ? <Editor loaded={data} /> : <ToleranceFigures answer={data} />}
    </>
  )
}

function Editor({ loaded }: { loaded: ToleranceAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  // What somebody else saves meanwhile does not change the form under the hands; the server refuses a version not seen.
  const [answer] = useState(loaded)
  const queries = useQueryClient()
  const { id } = useTenant().config
  const fields = useMemo(
    () =>
      Object.fromEntries(
        names.map((name): [string, Field] => {
          const field: Field = toleranceFields[name]
          const usual = formatValue(field, defaultTolerances[name], { t, format, refs: {} })
          return [name, { ...field, help: t('Empty: {{usual}}', { usual }) }]
        }),
      ),
    [t, format],
  )
  const resolver = useMemo(
    () =>
      formResolver(
        {
          fields,
          schema: tolerancesPatch,
          checks: names.map((name) => ({
            path: name as never,
            code: 'min',
            message: /* i18n */ 'The graver consequence begins at a higher figure than the milder one.',
            fails: (row: object) => crossedTolerances(row).some(({ path }) => path === name),
          })),
        },
        t,
        format,
      ),
    [fields, t, format],
  )
  const form = useForm<FormValues, unknown, FormValues>({
    defaultValues: useMemo(() => toFormValues(fields, answer.own), [fields, answer]),
    resolver,
    mode: 'onTouched',
  })
  const draft = useDraft(form, 'tolerances', answer.version)
  const { save, frame } = useSettingsForm({ form, fields, draft, id })
  const write = async (values: FormValues) => {
    const changes = Object.fromEntries(
      names.flatMap((name) => ((values[name] ?? null) === (answer.own[name] ?? null) ? [] : [[name, (values[name] as number | undefined) ?? null]])),
    )
    queries.setQueryData(toleranceKey, await saveTolerances(answer.version, changes))
  }
  const empty = () => {
    for (const name of names) form.setValue(name, '', { shouldDirty: true })
  }
  return (
    <FormFrame {...frame} onSubmit={(values) => void save(() => write(values), t('Saved. From now on everything is judged by these figures.'))}>
      <FormSections sections={toleranceSections} fields={fields} isShown={() => true} />
      <Button color="inherit" onClick={empty} sx={{ mt: 1.5 }}>
        {t('Empty all: follow the defaults')}
      </Button>
    </FormFrame>
  )
}
