// A tile that counts the records of an entity.

import { entityOf } from '#domain/entities.ts'
import type { State } from '#domain/kernel/entity.ts'
import type { StatusCounts } from '#domain/kernel/status-counts.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { filterSearch } from './opens.ts'
import { Tile } from './tile.tsx'

/** How many are in good order, of all; below, the largest group that somebody has to look at, in its own word. */
export function CountTile({ entity: name, statusCounts, isLoading }: { entity: string; statusCounts: StatusCounts | undefined; isLoading: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!statusCounts && !isLoading) return null
  const entity = entityOf(name)
  const states = Object.entries(entity.states as Record<string, State>).map(([status, state]) => ({ ...state, count: statusCounts?.counts[status] ?? 0 }))
  const total = states.reduce((sum, { count }) => sum + count, 0)
  const good = states.filter(({ tone }) => tone === 'success').reduce((sum, { count }) => sum + count, 0)
  const [most] = states.filter(({ tone, count }) => (tone === 'error' || tone === 'pending') && count > 0).sort((one, other) => other.count - one.count)
  const remark = most
    ? { words: `${format.number(most.count)} ${t(most.label).toLocaleLowerCase(format.language)}`, tone: most.tone }
    : { words: t('None waiting'), tone: 'success' as const }
  return (
    <Tile
      label={t(entity.plural)}
      entity={name}
      search={filterSearch(statusCounts?.within)}
      figure={statusCounts && format.number(good)}
      unit={statusCounts && t('of {{total}}', { total: format.number(total) })}
      share={total > 0 ? good / total : undefined}
      remark={total > 0 ? remark : undefined}
    />
  )
}
