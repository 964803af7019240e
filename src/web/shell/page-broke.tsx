// A page that broke: what happened, what was saved, how to go on.
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslation } from '#web/locales/translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'

/** A page that threw while drawing. What is in forms has been saved as a draft. */
export function PageBroke({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  // After a release the old page asks for files that are gone: only a reload helps.
  const isStale = /dynamically imported module|Importing a module script failed/i.test(String(error))
  const retry = () => {
    if (isStale) return location.reload()
    reset()
    void router.invalidate()
  }
  return (
    <ErrorState
      isPage
      title={isStale ? t('A newer version is ready') : t('This page could not be shown')}
      reason={isStale ? t('Load the page again to use it.') : t('Something in this page went wrong. The rest of the farmbook works.')}
      preserved={[t('What you typed into a form is kept as a draft on this device.')]}
      retry={retry}
      actions={
        <button type="button" className="press button outlined" onClick={() => history.back()}>
          {t('Go back')}
        </button>
      }
    />
  )
}
