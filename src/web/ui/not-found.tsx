// An address that leads nowhere.
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#web/tenant/page-title.ts'
import { EmptyState } from './empty-state.tsx'
import { LinkButton } from './links.tsx'

export function NotFound() {
  const { t } = useTranslation()
  const title = t('There is nothing at this address')
  usePageTitle(title)
  return (
    <EmptyState
      isPage
      title={title}
      reason={t('The link may be old or mistyped, or the record is not yours to see.')}
      actions={
        <LinkButton to="/" variant="contained">
          {t('To the start')}
        </LinkButton>
      }
    />
  )
}
