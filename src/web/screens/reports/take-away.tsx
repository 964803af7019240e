// Taking a report along: the format, and the one button. What is long is made in the background and waits among the reader's files.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useState } from 'react'
import { isLanguage } from '#domain/messages/languages.ts'
import type { ChosenPurpose } from '#domain/people/export-purposes.ts'
import { type AnyReport, directRowsOf, endingOf, type ReportAnswer, type ReportFormat, reportFormats } from '#domain/reports/report.ts'
import { asApiProblem } from '#web/api/client.ts'
import { useOperator } from '#web/api/operator.ts'
import { fetchReport, type ReportSearch, useRunActions } from '#web/api/reports.ts'
import { useFormat } from '#web/format/use-format.ts'
import { FileDownloadOutlined as Download } from '#web/icons/file-download-outlined.ts'
import { HourglassEmptyOutlined as Hourglass } from '#web/icons/hourglass-empty-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { saveAs } from '#web/ui/save-as.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { ScheduleReport } from './schedule-report.tsx'

const PurposeDialog = lazy(async () => ({ default: (await import('#web/engine/purpose-dialog.tsx')).PurposeDialog }))

/** `isBar`: beside the title, where there is room; otherwise a panel. */
export function TakeAway({ report, search, answer, isBar }: { report: AnyReport; search: ReportSearch; answer: ReportAnswer | undefined; isBar: boolean }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { start } = useRunActions()
  const [chosen, choose] = useState<ReportFormat | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  if (!answer) return null
  const kind = chosen ?? answer.formats[0]
  const nothing = <Typography color="textSecondary">{t('Your role may read this report, but not save it as a file.')}</Typography>
  if (!kind) return isBar ? null : <Panel title={t('Take it with you')}>{nothing}</Panel>
  const isLong = answer.count > directRowsOf(kind)
  const language = isLanguage(i18n.language) ? i18n.language : 'en'
  const begin = () => (answer.needPurpose.includes(kind) ? setAsking(true) : void save(null))
  const save = async (purpose: ChosenPurpose | null) => {
    setAsking(false)
    setBusy(true)
    try {
      if (isLong) {
        await start(report, { format: kind, language, parameters: answer.parameters, ...purpose }, crypto.randomUUID())
        showToast({ severity: 'success', message: t('It is being made. You find it under your files; you may leave this page.') })
      } else {
        const { blob, name } = await fetchReport(operator, report, kind, search, language, purpose)
        saveAs(blob, name ?? `${report.id}-${format.today()}.${endingOf(report, kind)}`)
      }
    } catch (error) {
      showToast({ severity: 'error', message: t('The file could not be made. {{reason}}', { reason: t(asApiProblem(error)) }) })
    } finally {
      setBusy(false)
    }
  }
  const formats = (
    <ToggleButtonGroup
      exclusive
      size="small"
      fullWidth={!isBar}
      value={kind}
      onChange={(_event, next: ReportFormat | null) => next && choose(next)}
      aria-label={t('Format')}
    >
      {answer.formats.map((one) => (
        <ToggleButton key={one} value={one} sx={{ minHeight: { xs: 44, sm: 36 }, px: isBar ? 1.5 : 0.5 }}>
          {one === 'xlsx' ? 'Excel' : reportFormats[one]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
  const button = (
    <Button
      fullWidth={!isBar}
      variant="contained"
      disabled={answer.isCapped || answer.count === 0}
      loading={isBusy}
      loadingPosition="start"
      startIcon={isLong ? <Hourglass /> : <Download />}
      onClick={begin}
      sx={{ minHeight: { xs: 48, sm: 36 } }}
    >
      {isLong ? t('Make the file') : t('Download')}
    </Button>
  )
  const question = isAsking ? (
    <Suspense fallback={null}>
      <PurposeDialog onChosen={(purpose) => void save(purpose)} onCancel={() => setAsking(false)} />
    </Suspense>
  ) : null
  if (isBar)
    return (
      <>
        {formats}
        {button}
        {question}
        <ScheduleReport report={report} search={search} answer={answer} />
      </>
    )
  return (
    <Panel title={t('Take it with you')}>
      {formats}
      <Box sx={{ mt: 1.5, display: 'grid', gap: 1 }}>
        {button}
        <ScheduleReport report={report} search={search} answer={answer} />
      </Box>
      {question}
      <Typography variant="caption" component="div" color="textSecondary" sx={{ mt: 1 }}>
        {isLong
          ? t('{{number}} rows are made in the background.', { number: format.number(answer.count) })
          : t('With the hash of its rows, who ran it and when.')}
      </Typography>
    </Panel>
  )
}
