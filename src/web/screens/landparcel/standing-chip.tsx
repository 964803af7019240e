// A plot's standing as a chip. What is not on the map yet can prove nothing: it is said, but in no colour of certified land.
import { useTranslation } from 'react-i18next'
import { type Claim, claims } from '#domain/kernel/terms.ts'
import type { CellProps } from '#web/engine/slots.ts'
import { Nothing } from '#web/fields/show.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

export function StandingChip({ claim, status }: { claim: Claim; status: unknown }) {
  const { t } = useTranslation()
  const [label, tone] = claims[claim]
  return status === 'DRAFT' ? <StatusChip label={t('{{claim}}, not mapped', { claim: t(label) })} /> : <StatusChip label={t(label)} tone={tone} />
}

export const StandingCell = ({ value, row }: CellProps) =>
  typeof value === 'string' && value in claims ? <StandingChip claim={value as Claim} status={row.status} /> : <Nothing />
