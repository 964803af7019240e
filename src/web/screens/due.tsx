// When something is due, said as a person would: late by so many days, today, or the day itself.

import type { Tone } from '#domain/kernel/field.ts'
import type { CellProps } from '#web/engine/slots.ts'
import { Nothing } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { StatusChip, ToneText } from '#web/ui/status-chip.tsx'

/** States in which a day no longer presses. */
const over: ReadonlySet<string> = new Set([
  'DONE',
  'VERIFIED',
  'CANCELLED',
  'CLOSED',
  'DONE_ON_TIME',
  'DONE_LATE',
  'SKIPPED',
  'NOT_APPLICABLE',
  'ARCHIVED',
  'ACTIONED',
  'EXPIRED',
  'WITHDRAWN',
])
export const isOver = (status: string): boolean => over.has(status)

/** 'YYYY-MM-DD' against today; null when it presses nobody. */
export function useDue(day: string, status: string): { words: string; tone: Tone } | null {
  const { t } = useTranslation()
  const format = useFormat()
  if (isOver(status)) return null
  const days = format.daysFromToday(day)
  if (days < 0) return { words: t('{{count}} days late', { count: -days }), tone: 'error' }
  return days === 0 ? { words: t('Today'), tone: 'pending' } : null
}

export function DueChip({ day, status }: { day: string; status: string }) {
  const format = useFormat()
  const due = useDue(day, status)
  return due ? <StatusChip label={due.words} tone={due.tone} /> : <span>{format.date(day)}</span>
}

/** In a list: the day, and under it how late. */
export function DueCell({ value, row }: CellProps) {
  const format = useFormat()
  const due = useDue(String(value).slice(0, 10), row.status)
  if (typeof value !== 'string') return <Nothing />
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <span style={{ display: 'block' }}>{format.date(value.slice(0, 10))}</span>
      {due && due.tone === 'error' ? <ToneText label={due.words} tone={due.tone} /> : null}
    </span>
  )
}

/** Days before the end of a certificate or accreditation from which it is to be renewed (domain dictionary 9, SC_EXPIRING). */
export const noticeDays = 90

/** In a list: the last day, and under it how near it is. */
export function ExpiryCell({ value, row }: CellProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (typeof value !== 'string') return <Nothing />
  const days = format.daysFromToday(value)
  const near =
    days < 0
      ? { tone: 'error' as const, words: t('ended') }
      : days <= noticeDays
        ? { tone: 'pending' as const, words: t('ends in {{count}} days', { count: days }) }
        : null
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <span style={{ display: 'block' }}>{format.fullDate(value)}</span>
      {near && !isOver(row.status) ? <ToneText label={near.words} tone={near.tone} /> : null}
    </span>
  )
}
