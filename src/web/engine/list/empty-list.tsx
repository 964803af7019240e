// Why a list is empty, and the button that fills it.

import Button from '@mui/material/Button'
import { seasonField } from '#domain/cropping/season-summary.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { inSentence } from '#web/format/in-sentence.ts'
import { AddOutlined as Add } from '#web/icons/add-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useSeason } from '../season.ts'
import type { ListState } from './list-state.ts'

export function EmptyList({ entity, state, create }: { entity: AnyEntity; state: ListState; create: (() => void) | undefined }) {
  const { t, i18n } = useTranslation()
  const season = useSeason()
  const field = seasonField(entity)
  const plural = inSentence(t(entity.plural), i18n.language)
  if (state.query.q || Object.keys(state.query.filters).length > 0) {
    return (
      <EmptyState
        sign="search"
        title={t('Nothing matches')}
        reason={t('No {{plural}} fit your search and filters.', { plural })}
        actions={
          <Button variant="contained" onClick={() => state.open({})}>
            {t('Clear search and filters')}
          </Button>
        }
      />
    )
  }
  // Only where the season at the top narrows this list does it say anything about why it is empty.
  const title =
    season.title && field && state.sent.filters[field]?.[0] === season.id
      ? t('No {{plural}} in {{season}} yet', { plural, season: season.title })
      : t('No {{plural}} yet', { plural })
  return (
    <EmptyState
      sign={create && 'add'}
      title={title}
      reason={t(entity.about)}
      actions={
        create ? (
          <Button variant="contained" startIcon={<Add />} onClick={create}>
            {t('Add the first')}
          </Button>
        ) : null
      }
    />
  )
}
