// An address that leads nowhere.
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from './empty-state.tsx'
import { LinkButton } from './links.tsx'

export function NotFound() {
  const { t } = useTranslation()
  return (
    <EmptyState
      isPage
      sign="lost"
      title={t('There is nothing at this address')}
      reason={t('The link may be old or mistyped, or the record is not yours to see.')}
      actions={
        <LinkButton to="/" variant="contained">
          {t('To the start')}
        </LinkButton>
      }
    />
  )
}
