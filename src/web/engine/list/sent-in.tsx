// How much of a list's kind was sent in from phones and waits for approval: it is in no list but that of submissions, and this is the way there.
// Counted among what the reader lists. Fetched behind the rows.
import { formsAbout, waitingStates } from '#domain/work/waiting.ts'
import { useOperator } from '#web/api/operator.ts'
import { useCount } from '#web/api/queries.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'

export function SentIn({ entity }: { entity: string }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const filters = { status: [...waitingStates], formCode: formsAbout(entity) }
  const { data: count } = useCount('submission', { filters })
  if (!count) return null
  const search = { 'filter[status]': filters.status.join(), 'filter[formCode]': filters.formCode.join() }
  return (
    <TextLink
      to="/private/farmbook/$operator/$entity/list"
      params={{ operator, entity: 'submission' }}
      search={search as never}
      variant="caption"
      sx={{ color: 'tone.pending.ink', py: 0.5 }}
    >
      {t('{{count}} sent in, waiting for approval', { count })}
    </TextLink>
  )
}
