// Making an API key: what it is for, what it may do, where and until when; then the key itself, shown this once, to be copied.

import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useId, useMemo, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import type { Field } from '#domain/kernel/field.ts'
import { choice, integer, optional, reference, text } from '#domain/kernel/kinds.ts'
import { apiKeyDays, apiKeyScopes, longestApiKeyName } from '#domain/people/api-keys.ts'
import type { ApiProblem } from '#web/api/client.ts'
import { asErrors } from '#web/engine/form/resolver.ts'
import { Refusal } from '#web/engine/refusal.tsx'
import { FormContext } from '#web/fields/form-context.ts'
import { FormField } from '#web/fields/form-field.tsx'
import { type FormValues, fromFormValues, toFormValues } from '#web/fields/form-values.ts'
import { useFormat } from '#web/format/use-format.ts'
import { ContentCopyOutlined as Copy } from '#web/icons/content-copy-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { useMakeApiKey } from './queries.ts'

const fields: Readonly<Record<string, Field>> = {
  name: text(/* i18n */ 'Name', { max: longestApiKeyName, help: /* i18n */ 'For example the program that will use it.' }),
  scope: choice(/* i18n */ 'What it may do', apiKeyScopes),
  operatorId: optional(reference(/* i18n */ 'Operator', 'collective', { help: /* i18n */ 'Without one it works wherever you may.' })),
  days: integer(/* i18n */ 'Days until it ends', { min: apiKeyDays.min, max: apiKeyDays.max }),
}

export function MakeApiKey({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleId = useId()
  const make = useMakeApiKey(userId)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const form = useForm<FormValues>({ defaultValues: useMemo(() => toFormValues(fields, { scope: 'READ', days: apiKeyDays.initial }), []) })
  const context = useMemo(() => ({ record: null, editors: {}, refs: {} }), [])
  const save = (values: FormValues) => {
    setProblem(null)
    make.mutate(fromFormValues(fields, values), {
      onError: (refusal) => {
        const errors = Object.entries(asErrors(refusal.fields, fields, t, format)).filter(([path]) => path in fields)
        for (const [path, one] of errors) form.setError(path, one)
        if (errors.length === 0) setProblem(refusal)
      },
    })
  }
  const made = make.data
  // A click beside it must not lose what is shown once.
  const close = (_: unknown, reason?: string) => {
    if (!made || reason !== 'backdropClick') onClose()
  }
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{made ? t('Your API key') : t('Make an API key')}</DialogTitle>
      <DialogContent>
        {made ? (
          <Shown value={made.key} labelId={titleId} />
        ) : (
          <FormProvider {...form}>
            <FormContext value={context}>
              <Box component="form" id={`${titleId}-form`} noValidate onSubmit={form.handleSubmit(save)} sx={{ display: 'grid', gap: 1.5, pt: 0.5 }}>
                {problem ? <Refusal problem={problem} /> : null}
                {Object.entries(fields).map(([name, field]) => (
                  <FormField key={name} name={name} field={field} />
                ))}
              </Box>
            </FormContext>
          </FormProvider>
        )}
      </DialogContent>
      <DialogActions>
        {made ? (
          <Button variant="contained" onClick={onClose}>
            {t('Close')}
          </Button>
        ) : (
          <>
            <Button variant="outlined" color="inherit" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" form={`${titleId}-form`} variant="contained" loading={make.isPending}>
              {t('Make the key')}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** `value`: null where the answer that had it was lost on its way, and the call was repeated. */
function Shown({ value, labelId }: { value: string | null; labelId: string }) {
  const { t } = useTranslation()
  const inputId = useId()
  if (value === null) return <Alert severity="warning">{t('The key was made, but did not arrive here. Revoke it and make another.')}</Alert>
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      showToast({ severity: 'success', message: t('The API key is copied.') })
    } catch {
      // Not allowed, or no clipboard: the key is marked, to be copied by hand.
      const input = document.getElementById(inputId)
      if (input instanceof HTMLTextAreaElement) input.select()
    }
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Alert severity="warning">{t('It is shown this once. Copy it to where your program finds it, and to no mail or chat.')}</Alert>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) auto' }, gap: 1 }}>
        <OutlinedInput
          id={inputId}
          size="small"
          multiline
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
          inputProps={{ 'aria-labelledby': labelId, dir: 'ltr' }}
          // Whole in sight: whoever cannot copy it writes it down.
          sx={{ minWidth: 0, '& textarea': { fontFamily: 'monospace', wordBreak: 'break-all' } }}
        />
        <Button variant="outlined" color="inherit" startIcon={<Copy />} onClick={() => void copy()}>
          {t('Copy')}
        </Button>
      </Box>
    </Box>
  )
}
