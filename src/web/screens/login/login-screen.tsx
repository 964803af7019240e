// The login page: the tenant's mission beside one clear button for each way to sign in. It works without the
// tenant's configuration, and says why somebody was sent here.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { Fragment, lazy, Suspense, useContext, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
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
  return (
    <Box
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 55fr) minmax(440px, 45fr)' },
        gridTemplateRows: { xs: 'auto 1fr', md: '1fr' },
        bgcolor: 'background.paper',
      }}
    >
      <Brand />
      <Box component="main" sx={{ display: 'flex', flexDirection: 'column', minWidth: 0, px: { xs: 2.5, md: 5 }, pb: { xs: 2, md: 3 } }}>
        <Box component="header" sx={{ display: { xs: 'none', md: 'flex' }, alignItems: 'center', justifyContent: 'space-between', gap: 2, pt: 3 }}>
          <TenantMark place="login" />
          <LanguageSwitch />
        </Box>
        <Box
          sx={{
            flex: 1,
            display: 'flex',
            flexDirection: 'column',
            justifyContent: { xs: 'flex-start', md: 'center' },
            width: '100%',
            maxWidth: 376,
            mx: 'auto',
            py: { xs: 2.5, md: 4 },
            gap: 2.5,
          }}
        >
          <div>
            <Typography component="h1" sx={{ fontSize: { xs: 22, md: 28 }, lineHeight: { xs: '28px', md: '36px' }, fontWeight: { xs: 600, md: 500 } }}>
              {t('Sign in to Farmbook')}
            </Typography>
            <Typography sx={{ mt: 0.75, fontSize: 15, lineHeight: '22px', color: 'text.secondary', textWrap: 'pretty' }}>{words(config.loginDesc)}</Typography>
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
          <Typography variant="caption" sx={{ textAlign: 'center', color: 'text.secondary' }}>
            {t('New here? Ask your operator to add you.')}
          </Typography>
        </Box>
      </Box>
    </Box>
  )
}

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
  const { config } = useTenant()
  return (
    <Box
      component="section"
      aria-label={config.name}
      sx={{
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        minHeight: { xs: 236, md: 0 },
        minWidth: 0,
        overflow: 'hidden',
        bgcolor: 'brand.ink',
      }}
    >
      <Box sx={{ position: { xs: 'absolute', md: 'relative' }, inset: 0, height: { xs: 116, md: '48%' }, minHeight: { md: 240 } }}>
        <Box sx={{ display: { xs: 'none', md: 'block' }, height: '100%' }}>
          <FieldPattern withLabel />
        </Box>
        <Box sx={{ display: { xs: 'block', md: 'none' }, height: '100%' }}>
          <FieldPattern />
        </Box>
      </Box>
      <Box
        component="header"
        sx={{ position: 'relative', display: { xs: 'flex', md: 'none' }, alignItems: 'center', justifyContent: 'space-between', gap: 1, p: '12px 16px' }}
      >
        <TenantMark light place="login" />
        <Box sx={{ bgcolor: 'background.paper', borderRadius: 1, flexShrink: 0 }}>
          <LanguageSwitch />
        </Box>
      </Box>
      <Box
        sx={{ position: 'relative', flex: 1, display: 'flex', flexDirection: 'column', px: { xs: 2.5, md: 7 }, pt: { xs: 7, md: 5 }, pb: { xs: 0.5, md: 6 } }}
      >
        <MissionCarousel items={config.carousel} />
      </Box>
    </Box>
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
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <ReasonBox reason={{ kind: 'problem', text: 'There is no connection to the server. This page looks again by itself.' }} />
        <Button variant="outlined" color="inherit" onClick={() => void refetch()} sx={button}>
          {t('Try again')}
        </Button>
      </Box>
    )
  }
  if (data.length === 0) return <ReasonBox reason={{ kind: 'problem', text: 'This programme offers no way to sign in yet.' }} />
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {data.map(({ id, name, isPassword }, index) => (
        <Fragment key={id}>
          {index > 0 && (isPassword || data[index - 1]?.isPassword) ? (
            <Box role="separator" sx={orLine}>
              {t('or')}
            </Box>
          ) : null}
          {isPassword ? (
            <Suspense fallback={<Placeholder height={208} />}>
              <PasswordForm isFirst={index === 0} />
            </Suspense>
          ) : (
            <Button onClick={() => signIn(id, wanted)} variant={index === 0 ? 'contained' : 'outlined'} color={index === 0 ? 'primary' : 'inherit'} sx={button}>
              {t('Continue with {{name}}', { name: t(name) })}
            </Button>
          )}
        </Fragment>
      ))}
    </Box>
  )
}
/** A word between two lines: the library's divider draws it too, and weighs more than it is worth on this page. */
const orLine = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  fontSize: 13,
  color: 'text.secondary',
  '&::before, &::after': { content: '""', flex: 1, borderTop: '1px solid', borderColor: 'divider' },
} as const
/** Between two looks while the server does not answer. */
const retryMs = 10_000
const button = { minHeight: 48, fontSize: 16, whiteSpace: 'normal' } as const

function NotChecked({ retry }: { retry: () => void }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <ReasonBox reason={{ kind: 'problem', text: 'You are signed in, but whether you may come in could not be checked.' }} />
      <Button variant="contained" onClick={retry} sx={button}>
        {t('Check again')}
      </Button>
    </Box>
  )
}

/** Where the ways to sign in will stand. Plain: an animated one weighs more than the buttons it stands for. */
const Placeholder = ({ height }: { height: number }) => <Box sx={{ height, borderRadius: 1, bgcolor: 'action.hover' }} />
