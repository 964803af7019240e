// The days of a planned event as a bar: its window, a dot for the day it was done, and until then a stroke for today. The same in words stands above it.
import { useTranslation } from '#web/locales/translation.ts'
import './days-bar.css'

/** All days as YYYY-MM-DD. */
type DaysBarProps = { from: string; to: string; due: string; doneOn: string | null; today: string }

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
    <div aria-hidden className="days-bar">
      <span className="line" />
      <span className="window" style={{ left: left(at(from)), width: left(Math.max(0.01, at(to) - at(from))) }} />
      {doneOn ? <span className={doneOn < from || doneOn > to ? 'done late' : 'done'} style={{ left: left(at(doneOn)) }} /> : null}
      {doneOn ? null : (
        <>
          <span className="mark" style={{ left: left(now) }} />
          <span className="word" style={now > 0.5 ? { right: left(1 - now) } : { left: left(now) }}>
            {t('today')}
          </span>
        </>
      )}
    </div>
  )
}
