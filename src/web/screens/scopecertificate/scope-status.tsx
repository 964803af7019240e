// The state of a scope certificate as of today, as the server has worked it out: one that is valid and ends within 60 days is expiring, and one whose last day is over has
// expired, whether the clock has recorded that or not (domain dictionary 5.3).
import { scopecertificate } from '#domain/certification/scopecertificate.ts'
import type { Field } from '#domain/kernel/field.ts'
import type { CellProps } from '#web/engine/slots.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'

const { validity }: Readonly<Record<string, Field>> = scopecertificate.fields
const states = validity?.choices ?? []

export function ScopeStatusCell({ row }: CellProps) {
  const { t } = useTranslation()
  const state = row.validity ?? row.status
  const { label, tone } = states.find(({ value }) => value === state) ?? { label: String(state), tone: undefined }
  return <StatusChip tone={tone ?? 'neutral'} label={t(label)} />
}
