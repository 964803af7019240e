// The state of a scope certificate as of today: one that is valid and ends within 60 days is expiring, and one whose last day is over has expired, whether the clock has
// recorded that or not (domain dictionary 5.3).
import { statusToday } from '#domain/certification/scope-validity.ts'
import { scopecertificate } from '#domain/certification/scopecertificate.ts'
import type { State } from '#domain/kernel/entity.ts'
import type { CellProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'

export function ScopeStatusCell({ row }: CellProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const validTo = String(row.validTo ?? '')
  const state = statusToday({ status: row.status, daysLeft: format.daysFromToday(validTo) })
  if (state === 'EXPIRING') return <StatusChip tone="pending" label={t('Expiring')} />
  const { label, tone }: State = scopecertificate.states[state as keyof typeof scopecertificate.states]
  return <StatusChip tone={tone} label={t(label)} />
}
