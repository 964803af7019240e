// The days of a planned event as a bar: its window, a dot for the day it was done, and until then a stroke for today. The same in words stands above it.
import Box from '@mui/material/Box'
import { useTranslation } from '#web/locales/translation.ts'

/** All days as YYYY-MM-DD. */
type DaysBarProps = { from: string; to: string; due: string; doneOn: string | null; today: string }

const band = { top: 8, height: 8, borderRadius: '4px' } as const
/** A share of the bar is left on both sides, so that what lies at its ends is seen whole. */
const margin = 0.04

export function DaysBar({ from, to, due, doneOn, today }: DaysBarProps) {
  const { t } = useTranslation()
  const days = [from, to, due, doneOn ?? today].map((day) => Date.parse(day))
  const [first, last] = [Math.min(...days), Math.max(...days)]
  const at = (day: string): number => margin + ((Date.parse(day) - first) / (last - first || 1)) * (1 - 2 * margin)
  const left = (share: number) => `${(share * 100).toFixed(2)}%`
  const now = at(today)
  return (
    <Box aria-hidden sx={{ position: 'relative', height: 34, mt: 1.5, fontSize: 12, '& > *': { position: 'absolute' } }}>
      <Box sx={{ ...band, insetInline: 0, bgcolor: 'tone.neutral.soft' }} />
      <Box sx={{ ...band, bgcolor: '#a9cbb6' }} style={{ left: left(at(from)), width: left(Math.max(0.01, at(to) - at(from))) }} />
      {doneOn ? (
        <Box
          sx={{
            top: 5,
            width: 14,
            height: 14,
            ml: '-7px',
            border: '2px solid',
            borderColor: 'background.paper',
            borderRadius: '50%',
            bgcolor: doneOn < from || doneOn > to ? 'tone.pending.ink' : 'tone.success.ink',
          }}
          style={{ left: left(at(doneOn)) }}
        />
      ) : (
        <>
          <Box sx={{ top: 3, width: 2, height: 18, ml: '-1px', bgcolor: 'text.primary' }} style={{ left: left(now) }} />
          <Box sx={{ top: 20, color: 'text.secondary', whiteSpace: 'nowrap' }} style={now > 0.5 ? { right: left(1 - now) } : { left: left(now) }}>
            {t('today')}
          </Box>
        </>
      )}
    </Box>
  )
}
