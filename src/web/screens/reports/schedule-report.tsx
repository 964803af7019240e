// Having a report come by itself: in which format, how often, at which hour, and to whom. It covers what the page covers now; days and
// a season that nobody chose are those of each run.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useMemo, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { can } from '#domain/access.ts'
import type { Field } from '#domain/kernel/field.ts'
import { choice, integer, optional, references, text } from '#domain/kernel/kinds.ts'
import { exportPurposes, longestPurposeNote } from '#domain/people/export-purposes.ts'
import { type AnyReport, backgroundFormats, type ReportAnswer, reportFormats } from '#domain/reports/report.ts'
import { mostRecipients, type Rhythm, rhythms, weekdays } from '#domain/reports/schedule.ts'
import { type ApiProblem, asApiProblem } from '#web/api/client.ts'
import { useScheduleActions } from '#web/api/report-schedules.ts'
import type { ReportSearch } from '#web/api/reports.ts'
import { asErrors } from '#web/engine/form/resolver.ts'
import { lastPurpose } from '#web/engine/last-purpose.ts'
import { Refusal } from '#web/engine/refusal.tsx'
import { FormContext } from '#web/fields/form-context.ts'
import { FormField } from '#web/fields/form-field.tsx'
import { type FormValues, fromFormValues, toFormValues } from '#web/fields/form-values.ts'
import { useFormat } from '#web/format/use-format.ts'
import { ScheduleSendOutlined as Schedule } from '#web/icons/schedule-send-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { showToast } from '#web/ui/toasts.tsx'

type Props = { report: AnyReport; search: ReportSearch; answer: ReportAnswer }

export function ScheduleReport(props: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const offered = backgroundFormats.some((one) => props.answer.formats.includes(one))
  if (!offered) return null
  return (
    <>
      <Button color="inherit" variant="outlined" startIcon={<Schedule />} onClick={() => setOpen(true)} sx={{ minHeight: { xs: 44, sm: 36 } }}>
        {t('Send regularly')}
      </Button>
      {isOpen ? <ScheduleDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** The fields of the form; a role that may not list colleagues sends to itself. */
const fieldsOf = (formats: readonly string[], hasColleagues: boolean, isPersonal: boolean): Readonly<Record<string, Field>> => ({
  format: choice(
    /* i18n */ 'Format',
    Object.fromEntries(backgroundFormats.filter((one) => formats.includes(one)).map((one) => [one, [reportFormats[one], 'neutral']])),
  ),
  rhythm: choice(/* i18n */ 'How often', rhythms),
  weekday: choice(/* i18n */ 'Day of the week', Object.fromEntries(weekdays.map((label, index) => [String(index + 1), [label, 'neutral']]))),
  monthDay: integer(/* i18n */ 'Day of the month', { min: 1, max: 31, help: /* i18n */ 'A month that has no such day has its last one.' }),
  hour: integer(/* i18n */ 'Hour', { min: 0, max: 23, help: /* i18n */ '0 to 23, where the programme works.' }),
  ...(hasColleagues
    ? {
        recipients: optional(
          references(/* i18n */ 'Colleagues who get it too', 'user', {
            help: /* i18n */ 'Each gets what their own rights show at the time.',
            choosable: [{ field: 'status', is: ['ACTIVE'], why: /* i18n */ 'People who cannot come in are left out.' }],
          }),
        ),
      }
    : {}),
  ...(isPersonal
    ? {
        purpose: choice(/* i18n */ 'What are its personal data for?', exportPurposes),
        purposeNote: optional(text(/* i18n */ 'More about the purpose', { max: longestPurposeNote })),
      }
    : {}),
})

function ScheduleDialog({ report, search, answer, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const user = useUser()
  const isPhone = useMediaQuery('(max-width:599px)')
  const titleId = useId()
  const key = useRef(crypto.randomUUID())
  const { make } = useScheduleActions()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  // Colleagues may see what this reader does not.
  const isPersonal = answer.needPurpose.length > 0
  const fields = useMemo(() => fieldsOf(answer.formats, can(user, 'user', 'L'), isPersonal), [answer.formats, user, isPersonal])
  const first = backgroundFormats.find((one) => answer.formats.includes(one)) ?? 'csv'
  const form = useForm<FormValues>({
    defaultValues: useMemo(
      () => toFormValues(fields, { format: first, rhythm: 'WEEK', weekday: '1', monthDay: 1, hour: 7, ...lastPurpose() }),
      [fields, first],
    ),
  })
  const rhythm = form.watch('rhythm') as Rhythm
  const shown = Object.entries(fields).filter(([name]) => (name !== 'weekday' || rhythm === 'WEEK') && (name !== 'monthDay' || rhythm === 'MONTH'))
  const context = useMemo(() => ({ record: null, editors: {}, refs: {} }), [])
  const save = async (values: FormValues) => {
    const { recipients, weekday, ...given } = fromFormValues(Object.fromEntries(shown), values)
    setBusy(true)
    setProblem(null)
    form.clearErrors()
    const body = {
      ...given,
      ...(typeof weekday === 'string' ? { weekday: Number(weekday) } : {}),
      recipients: [user.id, ...(Array.isArray(recipients) ? recipients : [])].slice(0, mostRecipients),
      // What nobody chose is worked out anew at each run.
      parameters: Object.fromEntries(Object.entries(answer.parameters).filter(([name, value]) => name in search && value !== null)),
    }
    try {
      await make(report, body as never, key.current)
      showToast({ severity: 'success', message: t('Scheduled. You find it under Reports, where you can pause or remove it.') })
      onClose()
    } catch (error) {
      const refusal = asApiProblem(error)
      // What is sent again is another request.
      if (!refusal.isPassing) key.current = crypto.randomUUID()
      const errors = Object.entries(asErrors(refusal.fields, fields, t, format)).filter(([path]) => path in fields)
      for (const [path, one] of errors) form.setError(path, one)
      if (errors.length === 0) setProblem(refusal)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={isPhone}
      fullWidth
      maxWidth="xs"
      aria-labelledby={titleId}
      slotProps={isPhone ? { paper: { sx: { '&&': { m: 0, width: '100%', maxWidth: '100%' } } } } : {}}
    >
      <DialogTitle id={titleId}>{t('Send “{{report}}” regularly', { report: t(report.title) })}</DialogTitle>
      <DialogContent>
        <FormProvider {...form}>
          <FormContext value={context}>
            <Box component="form" id={`${titleId}-form`} noValidate onSubmit={form.handleSubmit(save)} sx={{ display: 'grid', gap: 1.5, pt: 0.5 }}>
              <Typography variant="body2" color="textSecondary">
                {t('It covers what this page covers now. You get a mail with a link when it is ready; the file itself is never in the mail.')}
              </Typography>
              {problem ? <Refusal problem={problem} /> : null}
              {shown.map(([name, field]) => (
                <FormField key={name} name={name} field={field} />
              ))}
            </Box>
          </FormContext>
        </FormProvider>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button type="submit" form={`${titleId}-form`} variant="contained" loading={isBusy}>
          {t('Schedule')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
