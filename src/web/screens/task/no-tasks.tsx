// In place of a view of tasks that has none to show: why it is empty.
import Card from '@mui/material/Card'
import type { ListQuery } from '#web/api/list-query.ts'
import type { ListPartProps } from '#web/engine/slots.ts'
import { inSentence } from '#web/format/in-sentence.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Somebody searches, or has set filters. */
export const isNarrow = ({ q, filters }: ListQuery): boolean => q !== '' || Object.keys(filters).length > 0

export function NoTasks({ entity, query }: Pick<ListPartProps, 'entity' | 'query'>) {
  const { t, i18n } = useTranslation()
  const plural = inSentence(t(entity.plural), i18n.language)
  return (
    <Card>
      {isNarrow(query) ? (
        <EmptyState sign="search" title={t('Nothing matches')} reason={t('No {{plural}} fit your search and filters.', { plural })} />
      ) : (
        <EmptyState title={t('No {{plural}} yet', { plural })} reason={t(entity.about)} />
      )}
    </Card>
  )
}
