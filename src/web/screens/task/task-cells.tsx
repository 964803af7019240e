// Cells of the list of tasks: who does it, and how pressing, said only where it presses.

import type { CellProps } from '#web/engine/slots.ts'
import { Nothing, RefLink, ShowValue } from '#web/fields/show.tsx'
import { useTranslation } from '#web/locales/translation.ts'

export function AssigneeCell({ value, row, refs }: CellProps) {
  if (typeof value === 'string') return <RefLink id={value} refs={refs} quiet />
  return typeof row.team === 'string' ? <span>{row.team}</span> : <Nothing />
}

export function PriorityCell({ field, value }: CellProps) {
  const { t } = useTranslation()
  if (value === 'P1' || value === 'P2') return <ShowValue field={field} value={value} compact />
  const words = field.choices?.find((choice) => choice.value === value)?.label
  return <span style={{ whiteSpace: 'nowrap' }}>{words ? t(words) : ''}</span>
}
