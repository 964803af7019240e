// Which submissions are approved without a person (6.1): everybody reads the rules; an administrator changes them, and sees beside the form what they would have
// approved of what came in lately.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { can } from '#domain/access.ts'
import { type PolicyAnswer, type PolicyRule, policyRules } from '#domain/work/approval-policy.ts'
import { policyFields } from '#domain/work/approval-policy-form.ts'
import { policyKey, savePolicy, usePolicy } from '#web/api/approval-policy.ts'
import { useOperator } from '#web/api/operator.ts'
import { FormFrame } from '#web/engine/form/form-frame.tsx'
import { FieldGrid } from '#web/engine/form/form-sections.tsx'
import { formResolver } from '#web/engine/form/resolver.ts'
import { useDraft } from '#web/engine/form/use-draft.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { type FormValues, toFormValues } from '#web/fields/form-values.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { useTenant } from '#web/tenant/use-tenant.ts'
import { TextLink } from '#web/ui/links.tsx'
import { NotFound } from '#web/ui/not-found.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PolicyChangesPanel, PolicyPreviewPanel, RuleLines } from './policy-panels.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const schema = z.object({ rules: policyRules })

export function PolicyPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { config } = useTenant()
  const operator = useOperator()
  const mayEdit = can(useUser(), 'client', 'E')
  const { data, error, refetch } = usePolicy()
  if (id !== config.id) return <NotFound />
  if (error && !data) return <LoadError isPage problem={error} title={t('This could not be loaded')} retry={() => void refetch()} />
  if (!data) return <PageLoader />
  return (
    <>
      <PageHeader
        title={t('Automatic approval')}
        note={t('Which submissions are approved and applied without a person.')}
        breadcrumbs={[
          <TextLink key="client" to="/private/farmbook/$operator/client/$id" params={{ operator, id }} search={{ tab: 'programme' } as never}>
            {t('Organization details')}
          </TextLink>,
        ]}
      />
      {mayEdit ? (
        <Editor loaded={data} />
      ) : (
        <Panel title={t('Rules')}>
          <RuleLines rules={data.rules} />
          <WhatStops />
        </Panel>
      )}
    </>
  )
}

/** What no rule lets through, however it is set. */
function WhatStops() {
  const { t } = useTranslation()
  return (
    <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1.5 }}>
      {t(
        'Whatever is flagged is left to a person: a warning, something to be looked at, a refusal or a conflict. So is every change of a certified fact. A note alone stops nothing.',
      )}
    </Typography>
  )
}

function Editor({ loaded }: { loaded: PolicyAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  // What somebody else saves meanwhile does not change the form under the hands; the server refuses a version not seen.
  const [answer] = useState(loaded)
  const queries = useQueryClient()
  const { id } = useTenant().config
  const resolver = useMemo(() => formResolver({ fields: policyFields, schema }, t, format), [t, format])
  const form = useForm<FormValues, unknown, FormValues>({
    defaultValues: useMemo(() => toFormValues(policyFields, { rules: answer.rules }), [answer]),
    resolver,
    mode: 'onTouched',
  })
  const draft = useDraft(form, 'submission-policy', answer.version)
  const { save, frame } = useSettingsForm({ form, fields: policyFields, draft, id, tab: 'programme' })
  const write = async (values: FormValues) => {
    queries.setQueryData(policyKey, await savePolicy(answer.version, values.rules as PolicyRule[]))
    await queries.invalidateQueries({ queryKey: [...policyKey, 'changes'] })
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 380px' }, alignItems: 'start' }}>
      <FormFrame {...frame} onSubmit={(values) => void save(() => write(values), t('Saved. What comes in from now on is judged by these rules.'))}>
        <Panel>
          <FieldGrid fields={[['rules', policyFields.rules]]} />
          <WhatStops />
        </Panel>
      </FormFrame>
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <PolicyPreviewPanel control={form.control} />
        <PolicyChangesPanel />
      </Box>
    </Box>
  )
}
