// How a person stands: the state itself, or that the time to accept their invitation is over.

import type { CellProps } from '#web/engine/slots.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'

export const isLapsed = (person: Readonly<Record<string, unknown>>): boolean =>
  person.status === 'INVITED' && typeof person.invitationExpiresAt === 'string' && Date.parse(person.invitationExpiresAt) <= Date.now()

export function UserStatus({ field, value, row, refs }: CellProps) {
  const { t } = useTranslation()
  return isLapsed(row) ? <StatusChip label={t('Invitation lapsed')} tone="error" /> : <ShowValue field={field} value={value} refs={refs} />
}
