// The auth error page: signing in went wrong in a way that pressing the button again does not mend. What happened in
// a sentence, the name of it for whoever is asked for help, and the way back to the login page.
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from '#web/locales/translation.ts'
import { problemNamed, problemOf } from '#web/session/problems.ts'
import { usePageTitle } from '#web/tenant/page-title.ts'
import { Sign } from '#web/ui/sign.tsx'
import './auth-error.css'

export function AuthErrorScreen() {
  const { t } = useTranslation()
  usePageTitle(t('Signing in did not work'))
  const { error } = useSearch({ strict: false }) as { error?: string }
  // Only names we know: the address is not a place to write sentences into our page.
  const name = error && problemNamed(error) ? error : 'Configuration'
  return (
    <div role="alert" className="auth-error">
      <div className="mark">
        <Sign of="error" />
      </div>
      <h1>{t('Signing in did not work')}</h1>
      <p>{t(problemOf(name))}</p>
      <Link to="/public/login" className="press button contained">
        {t('To the login page')}
      </Link>
      <p className="name">{t('If you ask for help, name this: {{code}}', { code: name })}</p>
    </div>
  )
}
