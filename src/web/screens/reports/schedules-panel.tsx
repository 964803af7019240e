// Reports that come by themselves: those that the reader made, to be paused and removed, and those that a colleague has sent to them.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { findReport } from '#domain/reports/all.ts'
import { type AnyReport, reportFormats } from '#domain/reports/report.ts'
import { scheduleStates, weekdays } from '#domain/reports/schedule.ts'
import type { ReportSchedule } from '#domain/reports/schedule-answer.ts'
import { asApiProblem } from '#web/api/client.ts'
import { type ScheduleStep, useReportSchedules, useScheduleActions } from '#web/api/report-schedules.ts'
import { useFormat } from '#web/format/use-format.ts'
import { DeleteOutlined as Remove } from '#web/icons/delete-outlined.ts'
import { PauseOutlined as Pause } from '#web/icons/pause-outlined.ts'
import { PlayArrowOutlined as Play } from '#web/icons/play-arrow-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { NoneYet } from './none-yet.tsx'

/** `report`: of this one alone. `none`: what is said where there is none; absent: nothing is drawn then. */
export function SchedulesPanel({ report, none }: { report?: AnyReport; none?: string }) {
  const { t } = useTranslation()
  const { data } = useReportSchedules()
  const shown = (data ?? []).filter((one) => !report || one.report === report.id)
  if (shown.length === 0) return none && data ? <NoneYet title={t('Sent regularly')} says={none} /> : null
  return (
    <Panel title={t('Sent regularly')} flush>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map((one) => (
          <Scheduled key={one.id} schedule={one} isNamed={!report} />
        ))}
      </Box>
    </Panel>
  )
}

function Scheduled({ schedule, isNamed }: { schedule: ReportSchedule; isNamed: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { step } = useScheduleActions()
  const [busy, setBusy] = useState<ScheduleStep | null>(null)
  const { report, state, isOwn, owner, recipients, nextAt, message } = schedule
  const [label, tone] = scheduleStates[state]
  const name = t(findReport(report)?.title ?? report)
  const title = [isNamed ? name : null, reportFormats[schedule.format], useRhythm(schedule)].filter(Boolean).join(', ')
  const press = async (which: ScheduleStep) => {
    setBusy(which)
    try {
      await step(schedule, which)
    } catch (error) {
      showToast({ severity: 'error', message: t(asApiProblem(error)) })
    } finally {
      setBusy(null)
    }
  }
  const facts = [
    isOwn ? t('To {{people}}', { people: format.list(recipients.map((one) => one.name)) }) : t('From {{person}}', { person: owner.name }),
    nextAt ? t('Next: {{time}}', { time: format.time(nextAt) }) : null,
  ]
  const button = (which: ScheduleStep, text: string, icon: React.ReactNode) => (
    <Button
      size="small"
      color="inherit"
      startIcon={icon}
      loading={busy === which}
      disabled={busy !== null}
      aria-label={`${text}: ${name}`}
      onClick={() => void press(which)}
      sx={{ minHeight: { xs: 44, sm: 32 } }}
    >
      {text}
    </Button>
  )
  return (
    <Box component="li" sx={{ px: 2, py: 1, borderBottom: '1px solid', borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}>
      <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{title}</Typography>
      <Typography variant="caption" component="div" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {facts.filter(Boolean).join(' · ')}
      </Typography>
      <ToneText label={t(label)} tone={tone} />
      {message ? (
        <Typography variant="caption" component="div" color="error">
          {t(schedule)}
        </Typography>
      ) : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, ml: -0.75 }}>
        {isOwn ? (
          <>
            {state === 'ACTIVE' ? button('pause', t('Pause'), <Pause />) : button('resume', t('Resume'), <Play />)}
            {button('remove', t('Remove'), <Remove />)}
          </>
        ) : (
          button('leave', t('Get it no more'), <Remove />)
        )}
      </Box>
    </Box>
  )
}

/** “every Monday at 07:00”. */
function useRhythm({ rhythm, weekday, monthDay, hour }: ReportSchedule): string {
  const { t } = useTranslation()
  const at = `${String(hour).padStart(2, '0')}:00`
  if (rhythm === 'DAY') return t('every day at {{time}}', { time: at })
  if (rhythm === 'WEEK') return t('every week, {{day}} at {{time}}', { day: t(weekdays[(weekday ?? 1) - 1] ?? ''), time: at })
  return t('every month, on day {{day}} at {{time}}', { day: String(monthDay ?? 1), time: at })
}
