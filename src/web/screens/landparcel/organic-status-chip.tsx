// A plot's organic status as a chip. What is not on the map yet can prove nothing: it is shown, but in no colour of certified land.

import { type Claim, claims } from '#domain/kernel/terms.ts'
import type { CellProps } from '#web/engine/slots.ts'
import { Nothing } from '#web/fields/show.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'

export function OrganicStatusChip({ claim, status }: { claim: Claim; status: unknown }) {
  const { t } = useTranslation()
  const [label, tone] = claims[claim]
  return status === 'DRAFT' ? <StatusChip label={t('{{claim}}, not mapped', { claim: t(label) })} /> : <StatusChip label={t(label)} tone={tone} />
}

/** In a list, where the status beside it says that the plot is not mapped. */
export function OrganicStatusCell({ value, row }: CellProps) {
  const { t } = useTranslation()
  if (typeof value !== 'string' || !(value in claims)) return <Nothing />
  const [label, tone] = claims[value as Claim]
  return row.status === 'DRAFT' ? <StatusChip label={t(label)} /> : <StatusChip label={t(label)} tone={tone} />
}
