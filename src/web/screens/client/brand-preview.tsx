// How the programme will look: its header and its login page in small, in the colours and words of the form beside it.
// The real parts in a theme of their own, so that the preview cannot drift away from the product.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { ThemeProvider } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { type ReactNode, useMemo } from 'react'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import type { TenantSettings } from '#domain/tenancy/settings.ts'
import { completeTenant } from '#domain/tenancy/tenant.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { MissionPicture } from '#web/tenant/mission-picture.tsx'
import { TenantMark } from '#web/tenant/tenant-mark.tsx'
import { TenantContext } from '#web/tenant/use-tenant.ts'
import { useTenantWords } from '#web/tenant/words.ts'
import { createProductTheme, themeVariables } from '#web/theme/theme.ts'
import { FieldPattern } from '../login/field-pattern.tsx'
import type { Client } from './queries.ts'

/** Header and menu; of the login page the half with the missions, and the half with the ways in. */
export type PreviewedPart = 'header' | 'mission' | 'door'

type BrandPreviewProps = {
  settings: TenantSettings
  /** The installation's ways to sign in; absent for those who may not see them. */
  ways?: Client['ways']
  /** Place of the mission that is shown, from 0. */
  mission?: number
  /** One part alone, where there is no room for all. */
  only?: PreviewedPart
}

export function BrandPreview({ settings, ways, mission = 0, only }: BrandPreviewProps) {
  const { t } = useTranslation()
  const { primary, secondary } = settings
  const shows = (part: PreviewedPart) => only === undefined || only === part
  const theme = useMemo(() => createProductTheme({ primary, secondary }, { isInside: true }), [primary, secondary])
  const variables = useMemo(() => themeVariables({ primary, secondary }), [primary, secondary])
  const tenant = completeTenant({ config: settings, theme: { palette: { primary: { main: primary }, secondary: { main: secondary } } } }, defaultTenant)
  return (
    <ThemeProvider theme={theme}>
      <TenantContext value={tenant}>
        <Box style={variables} sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          {shows('header') ? (
            <Part title={t('Header and menu')} isAlone={only !== undefined}>
              <Inside />
            </Part>
          ) : null}
          {shows('mission') || shows('door') ? (
            <Part title={t('Login page')} isAlone={only !== undefined}>
              {shows('mission') ? <Mission settings={settings} at={Math.min(mission, settings.carousel.length - 1)} isAlone={only !== undefined} /> : null}
              {shows('door') ? <Door settings={settings} ways={ways} /> : null}
            </Part>
          ) : null}
        </Box>
      </TenantContext>
    </ThemeProvider>
  )
}

/** `isAlone`: where room is scarce the words are shown whole, and what only adorns them is left out. */
function Part({ title, isAlone, children }: { title: string; isAlone: boolean; children: ReactNode }) {
  return (
    <Box role="group" aria-label={title} sx={{ minWidth: 0 }}>
      {isAlone ? null : (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mb: 0.5 }}>
          {title}
        </Typography>
      )}
      <Box sx={{ border: '1px solid', borderColor: 'edge', borderRadius: 1, overflow: 'hidden', pointerEvents: 'none', minWidth: 0 }}>{children}</Box>
    </Box>
  )
}

function Inside() {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', bgcolor: 'background.paper', minHeight: 132 }}>
      <Box sx={{ width: 216, maxWidth: '62%', flexShrink: 0, bgcolor: 'brand.soft', borderRight: '1px solid', borderColor: 'divider', minWidth: 0, p: 1.5 }}>
        <TenantMark />
        <Box sx={{ mt: 1.5, px: 1, py: 0.5, borderRadius: 1, bgcolor: 'brand.deep', color: 'brand.ink', fontWeight: 600 }}>{t('Farmers')}</Box>
        <Box sx={{ px: 1, py: 0.5, color: 'text.primary' }}>{t('Land Parcels')}</Box>
      </Box>
      <Box sx={{ flex: 1, p: 1.5, minWidth: 0, display: 'grid', gap: 1, alignContent: 'start', justifyItems: 'start' }}>
        <Button variant="contained" tabIndex={-1} aria-hidden>
          {t('Save')}
        </Button>
        <Box sx={{ color: 'brand.text', fontWeight: 600 }}>{t('Main colour')}</Box>
      </Box>
    </Box>
  )
}

function Mission({ settings, at, isAlone }: { settings: TenantSettings; at: number; isAlone: boolean }) {
  const { t } = useTranslation()
  const words = useTenantWords()
  const { carousel: items, primary, secondary } = settings
  const shown = items[at]
  return (
    <Box sx={{ bgcolor: 'brand.ink', color: '#fff' }}>
      {isAlone ? null : (
        <Box sx={{ height: 72, overflow: 'hidden', '& > *': { height: '100%' } }}>
          <FieldPattern colours={{ primary, secondary }} />
        </Box>
      )}
      <Box sx={{ p: isAlone ? 1.5 : 2 }}>
        {shown?.image ? <MissionPicture url={shown.image} height={isAlone ? 64 : 120} /> : null}
        <Typography sx={{ fontSize: 18, lineHeight: '24px', fontWeight: 600, overflowWrap: 'anywhere' }}>{words(shown?.mission ?? '')}</Typography>
        <Typography sx={{ mt: 0.75, color: 'brand.onInk', overflowWrap: 'anywhere' }}>{words(shown?.missionDesc ?? '')}</Typography>
        {items.length > 1 ? (
          <Box sx={{ mt: 1.5, display: 'flex', alignItems: 'center', gap: 0.75 }}>
            {items.map((_, index) => (
              <Box
                // biome-ignore lint/suspicious/noArrayIndexKey: a mark is nothing but its place
                key={index}
                sx={{ height: 4, borderRadius: 2, width: index === at ? 28 : 12, bgcolor: index === at ? 'brand.accent' : 'brand.quiet' }}
              />
            ))}
            <Typography variant="caption" sx={{ ml: 'auto' }}>
              {t('Our mission, {{number}} of {{count}}', { number: at + 1, count: items.length })}
            </Typography>
          </Box>
        ) : null}
      </Box>
    </Box>
  )
}

/** The half of the login page with the ways in, in their order; a form of fields is shown by its button. */
function Door({ settings, ways }: { settings: TenantSettings; ways: Client['ways'] | undefined }) {
  const { t } = useTranslation()
  const words = useTenantWords()
  const offered = ways ? settings.providers.flatMap((id) => ways.find((way) => way.id === id) ?? []) : []
  return (
    <Box sx={{ p: 2, display: 'grid', gap: 1.25, bgcolor: 'background.paper' }}>
      <TenantMark place="login" />
      <Typography component="p" sx={{ fontSize: 20, lineHeight: '26px', fontWeight: 500 }}>
        {t('Sign in to Farmbook')}
      </Typography>
      <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {words(settings.loginDesc)}
      </Typography>
      {offered.map(({ id, kind, name }, index) => (
        <Button
          key={id}
          variant={index === 0 ? 'contained' : 'outlined'}
          color={index === 0 ? 'primary' : 'inherit'}
          tabIndex={-1}
          aria-hidden
          sx={{ minHeight: 44 }}
        >
          {kind === 'credentials' ? t('Sign in with e-mail') : t('Continue with {{name}}', { name: t(name) })}
        </Button>
      ))}
      {ways ? null : (
        <Button variant="contained" tabIndex={-1} aria-hidden sx={{ minHeight: 44 }}>
          {t('Sign in')}
        </Button>
      )}
    </Box>
  )
}
