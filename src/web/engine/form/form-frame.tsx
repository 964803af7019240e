// What surrounds the fields of every form: what was refused, the draft's notice, the bar with the one action,
// and the question before unsaved work is left.
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { type FieldErrors, FormProvider, type UseFormReturn } from 'react-hook-form'
import type { Fields } from '#domain/kernel/field.ts'
import type { ApiProblem } from '#web/api/client.ts'
import type { FormValues } from '#web/fields/form-values.ts'
import { fieldAt } from '#web/fields/messages.ts'
import { UploadsContext, useUploadsFirst } from '#web/fields/uploads-under-way.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { measures } from '#web/theme/tokens.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Refusal } from '../refusal.tsx'
import { focusField } from './focus-field.ts'

type FormFrameProps = {
  form: UseFormReturn<FormValues, unknown, FormValues>
  fields: Fields
  draft: { restored: string | null; note: string | null; savedAt: string | null; discard: () => void }
  problem: ApiProblem | null
  /** Ways out of a refusal. */
  wayOut?: ReactNode
  /** Said in place of the plain refusal (a stale version shows what changed). */
  conflict?: ReactNode
  submit: string
  /** Where leaving is more than giving up ("Keep as draft"). */
  cancel?: string
  /** The page itself shows what stops this and the way out, which then is the one orange button. */
  isBlocked?: boolean
  busy: boolean
  /** Saved or given up: leaving needs no question. */
  isDone: () => boolean
  onSubmit: (values: FormValues) => void
  onCancel: () => void
  /** What saving does, in a sentence. */
  note?: string
  children: ReactNode
}

export function FormFrame({
  form,
  fields,
  draft,
  problem,
  wayOut,
  conflict,
  submit,
  cancel,
  isBlocked = false,
  busy,
  isDone,
  onSubmit,
  onCancel,
  note,
  children,
}: FormFrameProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const top = useRef<HTMLDivElement>(null)
  const { isDirty, errors, isSubmitted } = form.formState
  const dirty = isDirty || draft.restored !== null
  const blocker = useBlocker({ shouldBlockFn: () => dirty && !isDone(), withResolver: true, enableBeforeUnload: () => dirty && !isDone() })
  const wrong = pathsOf(errors)
  const send = form.handleSubmit(onSubmit, () => top.current?.scrollIntoView({ block: 'start', behavior: 'smooth' }))
  const { underWay, isWaiting, afterUploads } = useUploadsFirst(() => void send())
  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          afterUploads()
        }}
        aria-busy={busy || isWaiting}
      >
        {/* Below the bar at the top, which on a phone has a second line. */}
        <Box ref={top} sx={{ scrollMarginTop: { xs: `${measures.topBar + measures.phoneBar + 16}px`, md: `${measures.topBar + 16}px` } }}>
          {draft.restored ? (
            <Alert
              severity="info"
              sx={{ mb: 2 }}
              action={
                <Button size="small" color="inherit" onClick={draft.discard}>
                  {t('Discard')}
                </Button>
              }
            >
              {[t('Your draft from {{when}} was put back.', { when: format.ago(draft.restored) }), draft.note].filter(Boolean).join(' ')}
            </Alert>
          ) : null}
          {conflict ?? (problem ? <Refusal problem={problem} actions={wayOut} /> : null)}
          {isSubmitted && wrong.length > 0 ? (
            <Alert severity="error" sx={{ mb: 2 }}>
              {t('Please look at: ')}
              {wrong.map((path, at) => (
                <span key={path}>
                  {at > 0 ? ', ' : ''}
                  <Link
                    component="button"
                    type="button"
                    sx={{ color: 'inherit', textDecoration: 'underline', verticalAlign: 'baseline' }}
                    onClick={() => focusField(path)}
                  >
                    {t(fieldAt(fields, path)?.label ?? form.getFieldState(path).error?.message ?? path)}
                  </Link>
                </span>
              ))}
            </Alert>
          ) : null}
        </Box>
        <UploadsContext.Provider value={underWay}>{children}</UploadsContext.Provider>
        <Box
          sx={{
            position: 'sticky',
            bottom: { xs: `calc(${measures.bottomBar}px + env(safe-area-inset-bottom))`, md: 0 },
            zIndex: 3,
            mt: 2,
            mx: { xs: -2, md: 0 },
            px: { xs: 2, md: 0 },
            py: 1.5,
            bgcolor: 'background.default',
            borderTop: '1px solid',
            borderColor: 'divider',
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            flexWrap: 'wrap',
          }}
        >
          <Typography
            variant="caption"
            color="textSecondary"
            role="status"
            sx={{ flex: { xs: '1 0 100%', sm: '1 1 160px' }, '&:empty': { display: { xs: 'none', sm: 'block' } } }}
          >
            {isWaiting
              ? t('Saved as soon as the files are sent.')
              : draft.savedAt
                ? t('Draft kept on this device {{when}}', { when: format.ago(draft.savedAt) })
                : note}
          </Typography>
          <Button variant="outlined" color="inherit" onClick={onCancel} sx={{ flex: { xs: 1, sm: 'none' } }}>
            {cancel ?? t('Cancel')}
          </Button>
          <Button
            type="submit"
            variant={conflict || isBlocked ? 'outlined' : 'contained'}
            color={conflict || isBlocked ? 'inherit' : 'primary'}
            loading={busy || isWaiting}
            sx={{ flex: { xs: 2, sm: 'none' }, minWidth: 120 }}
          >
            {submit}
          </Button>
        </Box>
      </Box>
      <ConfirmDialog
        open={blocker.status === 'blocked'}
        title={t('Leave without saving?')}
        confirm={t('Leave')}
        cancel={t('Stay')}
        onConfirm={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      >
        {t('What you entered stays here as a draft on this device.')}
      </ConfirmDialog>
    </FormProvider>
  )
}

/** Paths of all errors, nested ones included, in the order of the form. */
export function pathsOf(errors: FieldErrors<FormValues>, before = ''): string[] {
  return Object.entries(errors as Record<string, unknown>).flatMap(([name, error]): string[] => {
    if (!error || typeof error !== 'object' || name === 'ref') return []
    // What is wrong with a list as a whole stands at its root, as what is wrong with the whole form does.
    const path = name === 'root' ? before : before ? `${before}.${name}` : name
    return typeof (error as { message?: unknown }).message === 'string' ? [path] : pathsOf(error as FieldErrors<FormValues>, path)
  })
}
