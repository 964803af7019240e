// The frame of every private page: rail and top bar on wide screens; drawer, title bar and bottom bar on phones.
import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useOperator } from '#web/api/operator.ts'
import { useSeason } from '#web/engine/season.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { useTenant } from '#web/tenant/use-tenant.ts'
import { measures } from '#web/theme/tokens.ts'
import { useHotkeys } from '#web/ui/hotkeys.ts'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { menuAddress, menuFor } from './menu.ts'
import { Rail } from './rail.tsx'
import { SeasonProvider } from './season-provider.tsx'
import { PhoneTopBar, TopBar } from './top-bar.tsx'

// Comes with the messages, before it is needed: it is about the lost connection.
const ConnectionStrip = lazy(async () => ({ default: (await import('./connection-strip.tsx')).ConnectionStrip }))
const PhoneMenu = lazy(async () => ({ default: (await import('./phone-menu.tsx')).PhoneMenu }))
const HelpSheet = lazy(async () => ({ default: (await import('./help-sheet.tsx')).HelpSheet }))

export function PrivateShell({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const searchRef = useRef<HTMLInputElement>(null)
  const [help, setHelp] = useState(false)
  /** Null until it is first opened. */
  const [drawer, setDrawer] = useState<boolean | null>(null)
  useFrameKeys(
    () => searchRef.current?.focus(),
    () => setHelp(true),
  )
  return (
    <SeasonProvider>
      <Box
        component="a"
        href="#main"
        sx={{ position: 'absolute', left: -9999, '&:focus': { left: 8, top: 8, zIndex: 'tooltip', bgcolor: 'background.paper', p: 1, borderRadius: 1 } }}
      >
        {t('Skip to content')}
      </Box>
      {/* One frame for both widths: a phone that is turned keeps its page, and what is half typed there. */}
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: `${measures.rail}px minmax(0, 1fr)` }, minHeight: '100dvh' }}>
        {isPhone ? null : (
          <Box sx={{ position: 'sticky', top: 0, height: '100dvh', zIndex: 'appBar' }}>
            <Rail onHelp={() => setHelp(true)} />
          </Box>
        )}
        <Box sx={{ minWidth: 0 }}>
          {isPhone ? <PhoneTopBar onMenu={() => setDrawer(true)} /> : <TopBar searchRef={searchRef} />}
          <Main>{children}</Main>
          {isPhone ? <BottomBar /> : null}
        </Box>
      </Box>
      <Suspense fallback={null}>{isPhone && drawer !== null ? <PhoneMenu open={drawer} onClose={() => setDrawer(false)} /> : null}</Suspense>
      <Suspense fallback={null}>{help ? <HelpSheet onClose={() => setHelp(false)} /> : null}</Suspense>
    </SeasonProvider>
  )
}

/** Room at the bottom of a phone for its bar. */
function Main({ children }: { children: ReactNode }) {
  const { isReady } = useSeason()
  return (
    <Box
      component="main"
      id="main"
      tabIndex={-1}
      sx={{
        px: { xs: 2, md: 3 },
        pt: { xs: 2, md: 2.5 },
        pb: { xs: `calc(${measures.bottomBar + 16}px + env(safe-area-inset-bottom))`, md: 4 },
        maxWidth: 1600,
        minHeight: `calc(100dvh - ${measures.topBar}px)`,
      }}
    >
      <Suspense fallback={null}>
        <ConnectionStrip />
      </Suspense>
      {isReady ? children : <ListSkeleton />}
    </Box>
  )
}

function useFrameKeys(search: () => void, help: () => void): void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const operator = useOperator()
  const { id: client } = useTenant().config
  const items = menuFor(useUser())
  const group = t('Go to')
  useHotkeys([
    { keys: '/', label: t('Search'), run: search },
    { keys: '?', label: t('Keys'), run: help },
    ...items.flatMap(({ key, title, href = '' }) =>
      key ? [{ keys: `g ${key}`, label: t(title), group, run: () => void navigate({ to: menuAddress(href, { operator, client }) }) }] : [],
    ),
  ])
}
