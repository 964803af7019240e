// Shown while a page's code or the session is on its way, and only when that takes long enough to notice.
import { useTranslation } from '#web/locales/translation.ts'

export function PageLoader() {
  const { t } = useTranslation()
  return <div className="loading" role="status" aria-label={t('Loading')} />
}
