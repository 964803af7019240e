// A tile that counts the records of an entity.
import { useTranslation } from 'react-i18next'
import { entityOf } from '#domain/entities.ts'
import type { State } from '#domain/kernel/entity.ts'
import type { Standing } from '#domain/kernel/standing.ts'
import { useFormat } from '#web/format/use-format.ts'
import { filterSearch } from './standing.tsx'
import { Tile } from './tile.tsx'

/** How many are in good standing, of all; below, the largest group that somebody has to look at, in its own word. */
export function CountTile({ entity: name, standing, isLoading }: { entity: string; standing: Standing | undefined; isLoading: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!standing && !isLoading) return null
  const entity = entityOf(name)
  const states = Object.entries(entity.states as Record<string, State>).map(([status, state]) => ({ ...state, count: standing?.counts[status] ?? 0 }))
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
      search={filterSearch(standing?.within)}
      figure={standing && format.number(good)}
      unit={standing && t('of {{total}}', { total: format.number(total) })}
      share={total > 0 ? good / total : undefined}
      remark={total > 0 ? remark : undefined}
    />
  )
}
