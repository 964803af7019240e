// Cells of the lists of animals, flocks and ponds that say more than the field alone: age as people say it, how many live
// of those placed, water that is out of bounds.

import Box from '@mui/material/Box'
import { ageOn } from '#domain/husbandry/formulas.ts'
import { boundsOf, isOutOfBounds } from '#domain/husbandry/water-bounds.ts'
import { daysBetween } from '#domain/kernel/day.ts'
import type { CellProps, RowProps } from '#web/engine/slots.ts'
import { Nothing } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { ToneText } from '#web/ui/status-chip.tsx'
import { useFormatAge } from './format-age.ts'

/** An age and a count stay whole in a narrow column. */
const oneLine = { whiteSpace: 'nowrap' } as const

export function AgeCell({ row }: RowProps) {
  const format = useFormat()
  const formatAge = useFormatAge()
  return typeof row.birthDate === 'string' ? (
    <Box component="span" sx={oneLine}>
      {formatAge(ageOn(row.birthDate, format.today()))}
    </Box>
  ) : (
    <Nothing />
  )
}

export function FlockAgeCell({ row }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (typeof row.hatchDate !== 'string') return <Nothing />
  const days = Math.max(0, daysBetween(row.hatchDate, format.today()))
  return (
    <Box component="span" sx={oneLine}>
      {days > 140 ? t('{{count}} weeks', { count: Math.floor(days / 7) }) : t('{{count}} days', { count: days })}
    </Box>
  )
}

export function AliveCell({ row }: RowProps) {
  const format = useFormat()
  if (typeof row.aliveCount !== 'number') return <Nothing />
  const placed = ['placedFemale', 'placedMale', 'placedUnsexed', 'stockedCount'].reduce((sum, name) => sum + Number(row[name] ?? 0), 0)
  return (
    <Box component="span" sx={oneLine}>
      <b>{format.number(row.aliveCount)}</b>
      <Box component="span" sx={{ color: 'text.secondary' }}>{` / ${format.number(placed)}`}</Box>
    </Box>
  )
}

/** A flock that lays is not weighed: what is known is the weight of the chicks, and that is not its weight. */
export function FlockWeightCell({ value, row }: CellProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return typeof value === 'number' && row.purpose !== 'EGGS' ? `${format.number(value)} ${t('g')}` : <Nothing />
}

export function OxygenCell({ value, row }: CellProps) {
  const format = useFormat()
  if (typeof value !== 'number') return <Nothing />
  const words = `${format.fixed(value, 1)} mg/L`
  return isOutOfBounds(boundsOf(String(row.speciesGroup)), 'doMgL', value) ? <ToneText tone="error" label={words} /> : words
}
