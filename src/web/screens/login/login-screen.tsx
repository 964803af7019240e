// The login page: the tenant's mission beside one clear button for each way to sign in. It works without the
// tenant's configuration, and says why somebody was sent here. Drawn without the component library, which would weigh as much again.
import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { Fragment, lazy, Suspense, useContext, useEffect } from 'react'
import { useTranslation } from '#web/locales/translation.ts'
import { listProviders } from '#web/session/providers.ts'
import { AccessContext } from '#web/session/use-access.ts'
import { usePageTitle } from '#web/tenant/page-title.ts'
import { TenantMark } from '#web/tenant/tenant-mark.tsx'
import { useIsNobodysAddress, useTenant } from '#web/tenant/use-tenant.ts'
import { useTenantWords } from '#web/tenant/words.ts'
import { LanguageSwitch } from '#web/ui/language-switch.tsx'
import { FieldPattern } from './field-pattern.tsx'
import { MissionCarousel } from './mission-carousel.tsx'
import { ReasonBox } from './reason-box.tsx'
import { type LoginSearch, reasonOf, wantedPage } from './reasons.ts'
import './login.css'

// Most programmes have one button and no form: its fields are fetched where they are offered.
const PasswordForm = lazy(() => import('./password-form.tsx').then(({ PasswordForm }) => ({ default: PasswordForm })))
const Invited = lazy(() => import('./invited.tsx').then(({ Invited }) => ({ default: Invited })))
const NoProgramme = lazy(() => import('./no-programme.tsx').then(({ NoProgramme }) => ({ default: NoProgramme })))

export function LoginScreen() {
  const { t } = useTranslation()
  const { config } = useTenant()
  const isNobodys = useIsNobodysAddress()
  const words = useTenantWords()
  usePageTitle(t('Sign in'))
  const search = useSearch({ strict: false }) as LoginSearch
  const { failure, ended } = useContext(AccessContext)
  const reason = reasonOf(search, window.location.origin, ended)
  useWayIn(search)
  useEffect(fetchAhead, [])
  return (
    <div className="login">
      <Brand />
      <main className="side">
        <header>
          <TenantMark place="login" />
          <LanguageSwitch />
        </header>
        <div className="door">
          <div>
            <h1>{t('Sign in to Farmbook')}</h1>
            <p className="about">{words(config.loginDesc)}</p>
          </div>
          <Suspense>{search.invitation && <Invited token={search.invitation} />}</Suspense>
          {failure ? <NotChecked retry={failure.retry} /> : reason ? <ReasonBox reason={reason} /> : null}
          {isNobodys ? (
            <Suspense>
              <NoProgramme />
            </Suspense>
          ) : (
            <Providers wanted={wantedPage(search, window.location.origin)} />
          )}
          <p className="new-here">{t('New here? Ask your operator to add you.')}</p>
        </div>
      </main>
    </div>
  )
}

/**
 * While somebody types, the browser fetches what they will stand on next, as the server has named it in this page. Nothing of it is run, and
 * whoever saves data fetches it when it is needed.
 */
function fetchAhead(): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  const files = connection?.saveData ? [] : (document.querySelector<HTMLMetaElement>('meta[name="fetch-ahead"]')?.content.split(' ') ?? [])
  const fetchThem = () => {
    for (const href of files.filter((file) => !document.head.querySelector(`link[href="${file}"]`)))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'script', href }))
  }
  const timer = setTimeout(fetchThem, aheadAfterMs)
  return () => clearTimeout(timer)
}
/** What this page itself is made of comes first, its letters too. */
const aheadAfterMs = 1_500

/** Whoever is let in goes on: where they wanted to go, or to their dashboard. */
function useWayIn(search: LoginSearch): void {
  const { status, answer } = useContext(AccessContext)
  const router = useRouter()
  const operator = status === 'authenticated' ? (answer?.operator ?? '-') : null
  const wanted = wantedPage(search, window.location.origin)
  useEffect(() => {
    if (operator === null) return
    router.history.replace(wanted && wanted !== '/' ? wanted : `/private/farmbook/${encodeURIComponent(operator)}/dashboard`)
  }, [operator, wanted, router])
}

function Brand() {
  const { config, theme } = useTenant()
  const { primary, secondary } = theme.palette
  const colours = { primary: primary.main, secondary: secondary.main }
  return (
    <section className="brand" aria-label={config.name}>
      <div className="fields">
        <div className="wide">
          <FieldPattern colours={colours} withLabel />
        </div>
        <div className="narrow">
          <FieldPattern colours={colours} />
        </div>
      </div>
      <header>
        <TenantMark light place="login" />
        <div className="on-paper">
          <LanguageSwitch />
        </div>
      </header>
      <div className="words">
        <MissionCarousel items={config.carousel} />
      </div>
    </section>
  )
}

/** One button for each way in; the first is the one to press. */
function Providers({ wanted }: { wanted: string | null }) {
  const { t } = useTranslation()
  const { signIn, lookAgain } = useContext(AccessContext)
  const { data, errorUpdateCount, refetch } = useQuery({
    queryKey: ['sign-in', 'providers'],
    queryFn: listProviders,
    retry: 1,
    staleTime: 300_000,
    // Without a connection too: the question fails then, and is asked again until there is one. Silence would explain nothing.
    networkMode: 'always',
    refetchOnReconnect: true,
    refetchInterval: ({ state }) => (state.data ? false : retryMs),
  })
  const wasAway = errorUpdateCount > 0
  const isBack = wasAway && data !== undefined
  // The session may have been there all along, and only the answer missing.
  useEffect(() => {
    if (isBack) lookAgain()
  }, [isBack, lookAgain])
  if (!data && !wasAway) return <Placeholder height={48} />
  if (!data) {
    return (
      <div className="ways">
        <ReasonBox reason={{ kind: 'problem', text: 'There is no connection to the server. This page looks again by itself.' }} />
        <button type="button" className="press button outlined high" onClick={() => void refetch()}>
          {t('Try again')}
        </button>
      </div>
    )
  }
  if (data.length === 0) return <ReasonBox reason={{ kind: 'problem', text: 'This programme offers no way to sign in yet.' }} />
  return (
    <div className="ways">
      {data.map(({ id, name, isPassword }, index) => (
        <Fragment key={id}>
          {index > 0 && (isPassword || data[index - 1]?.isPassword) ? <div className="or">{t('or')}</div> : null}
          {isPassword ? (
            <Suspense fallback={<Placeholder height={208} />}>
              <PasswordForm isFirst={index === 0} />
            </Suspense>
          ) : (
            <button type="button" onClick={() => signIn(id, wanted)} className={`press button high ${index === 0 ? 'contained' : 'outlined'}`}>
              {t('Continue with {{name}}', { name: t(name) })}
            </button>
          )}
        </Fragment>
      ))}
    </div>
  )
}
/** Between two looks while the server does not answer. */
const retryMs = 10_000

function NotChecked({ retry }: { retry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="ways">
      <ReasonBox reason={{ kind: 'problem', text: 'You are signed in, but whether you may come in could not be checked.' }} />
      <button type="button" className="press button contained high" onClick={retry}>
        {t('Check again')}
      </button>
    </div>
  )
}

/** Where the ways to sign in will stand. */
const Placeholder = ({ height }: { height: number }) => <div className="placeholder" style={{ height }} />
