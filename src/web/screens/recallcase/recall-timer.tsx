// The clock of a recall: since it was opened, until every holder had answered, against the time that the programme allows (BR-27).
import Box from '@mui/material/Box'
import { useEffect, useState } from 'react'
import type { RecallReach } from '#domain/chain/recall-answer.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useTolerances } from '#web/api/tolerances.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'

const minute = 60_000
/** Now, read again every half minute while something runs. */
function useNow(runs: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => setNow(Date.now()), minute / 2)
    return () => clearInterval(timer)
  }, [runs])
  return now
}

export function RecallTimer({ record, reach }: { record: RecordAnswer; reach: RecallReach | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { recallTime } = useTolerances()
  const end = (record.answeredAt ?? record.containedAt ?? record.closedAt) as string | null
  const now = useNow(end === null)
  const opened = Date.parse(String(record.openedAt ?? record.createdAt))
  const spent = Math.max(0, Math.round(((end ? Date.parse(end) : now) - opened) / minute))
  const allowed = recallTime * 60
  const isLate = spent > allowed
  const words = (minutes: number): string =>
    minutes >= 48 * 60
      ? t('{{days}} d {{hours}} h', { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60) })
      : minutes >= 60
        ? t('{{hours}} h {{minutes}} min', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
        : t('{{minutes}} min', { minutes })
  const share = allowed > 0 ? Math.min(1, spent / allowed) : 1
  const [radius, around] = [26, 2 * Math.PI * 26]
  const colour = isLate ? '#B3362B' : end ? '#2B7A4B' : '#C9A227'
  return (
    <Panel>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', minHeight: 74 }}>
        <svg width={66} height={66} role="img" aria-label={format.share(share)} style={{ flexShrink: 0 }}>
          <title>{format.share(share)}</title>
          <circle cx={33} cy={33} r={radius} fill="none" stroke="#EFE7C8" strokeWidth={7} />
          <circle
            cx={33}
            cy={33}
            r={radius}
            fill="none"
            stroke={colour}
            strokeWidth={7}
            strokeDasharray={`${share * around} ${around}`}
            transform="rotate(-90 33 33)"
          />
        </svg>
        <Box sx={{ minWidth: 0 }}>
          <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{end ? t('From opening to the last answer') : t('Since it was opened')}</Box>
          <Box sx={{ fontSize: 21, fontWeight: 650 }}>{words(spent)}</Box>
          <Box sx={{ fontSize: 12.5, color: isLate ? 'tone.error.ink' : 'text.secondary' }}>
            {isLate
              ? t('{{time}} over the {{hours}} h allowed', { time: words(spent - allowed), hours: recallTime })
              : end
                ? t('within {{hours}} h', { hours: recallTime })
                : t('{{time}} left of {{hours}} h', { time: words(allowed - spent), hours: recallTime })}
          </Box>
          {typeof record.traceMs === 'number' ? (
            <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>
              {t('Traced in {{seconds}} s; lots: {{lots}}', {
                seconds: format.number(Math.max(0.1, Math.round(record.traceMs / 100) / 10)),
                lots: reach?.lots ?? Number(record.lotsCount ?? 0),
              })}
            </Box>
          ) : null}
        </Box>
      </Box>
    </Panel>
  )
}
