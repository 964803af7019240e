// Cells of the list of tasks: who does it, and how pressing, said only where it presses.

import type { CellProps } from '#web/engine/slots.ts'
import { Nothing, RefLink, ShowValue } from '#web/fields/show.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { teamWords } from './team-words.ts'

export function AssigneeCell({ value, row, refs }: CellProps) {
  const { t } = useTranslation()
  if (typeof value === 'string') return <RefLink id={value} refs={refs} quiet />
  const team = teamWords(t, row.team)
  return team ? <span>{team}</span> : <Nothing />
}

/** The team in its own column and among the facts of the record. */
export function TeamCell({ value }: CellProps) {
  const { t } = useTranslation()
  return <span>{teamWords(t, value) ?? ''}</span>
}

export function PriorityCell({ field, value }: CellProps) {
  const { t } = useTranslation()
  if (value === 'P1' || value === 'P2') return <ShowValue field={field} value={value} compact />
  const words = field.choices?.find((choice) => choice.value === value)?.label
  return <span style={{ whiteSpace: 'nowrap' }}>{words ? t(words) : ''}</span>
}
