// How the programme will look: its header and its login page in small, in the colours and words of the form beside it.
// The real parts in a theme of their own, so that the preview cannot drift away from the product.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { ThemeProvider } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { deriveColours } from '#domain/tenancy/brand-colours.ts'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import type { TenantSettings } from '#domain/tenancy/settings.ts'
import { completeTenant } from '#domain/tenancy/tenant.ts'
import { TenantMark } from '#web/tenant/tenant-mark.tsx'
import { TenantContext } from '#web/tenant/use-tenant.ts'
import { createProductTheme } from '#web/theme/theme.ts'
import { FieldPattern } from '../login/field-pattern.tsx'

export function BrandPreview({ settings }: { settings: TenantSettings }) {
  const { t } = useTranslation()
  const { primary, secondary } = settings
  const theme = useMemo(() => createProductTheme({ primary, secondary }, { isInside: true }), [primary, secondary])
  const tenant = completeTenant({ config: settings, theme: { palette: { primary: { main: primary }, secondary: { main: secondary } } } }, defaultTenant)
  const mission = settings.carousel[0]
  return (
    <ThemeProvider theme={theme}>
      <TenantContext value={tenant}>
        <Box style={variables(primary, secondary)} sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          <Caption text={t('Header and menu')} />
          <Box sx={frame}>
            <Box sx={{ display: 'flex', bgcolor: 'background.paper', minHeight: 132 }}>
              <Box sx={{ width: '52%', bgcolor: 'brand.soft', borderRight: '1px solid', borderColor: 'divider', minWidth: 0, p: 1.5 }}>
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
          </Box>
          <Caption text={t('Login page')} />
          <Box sx={frame}>
            <Box sx={{ bgcolor: 'brand.ink', color: '#fff' }}>
              <Box sx={{ height: 96, overflow: 'hidden', '& > *': { height: '100%' } }}>
                <FieldPattern />
              </Box>
              <Box sx={{ p: 2 }}>
                <Typography sx={{ fontSize: 18, lineHeight: '24px', fontWeight: 600, overflowWrap: 'anywhere' }}>{t(mission?.mission ?? '')}</Typography>
                <Typography sx={{ mt: 0.75, color: 'rgba(255,255,255,0.92)', overflowWrap: 'anywhere' }}>{t(mission?.missionDesc ?? '')}</Typography>
              </Box>
            </Box>
            <Box sx={{ p: 2, display: 'grid', gap: 1.25, bgcolor: 'background.paper' }}>
              <TenantMark place="login" />
              <Typography component="p" sx={{ fontSize: 20, lineHeight: '26px', fontWeight: 500 }}>
                {t('Sign in to Farmbook')}
              </Typography>
              <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {t(settings.loginDesc)}
              </Typography>
              <Button variant="contained" tabIndex={-1} aria-hidden sx={{ minHeight: 44 }}>
                {t('Continue with {{name}}', { name: t('your organisation') })}
              </Button>
            </Box>
          </Box>
        </Box>
      </TenantContext>
    </ThemeProvider>
  )
}

const frame = { border: '1px solid', borderColor: 'edge', borderRadius: 1, overflow: 'hidden', pointerEvents: 'none', minWidth: 0 } as const
const Caption = ({ text }: { text: string }) => (
  <Typography variant="caption" color="textSecondary" sx={{ mb: -1.5 }}>
    {text}
  </Typography>
)

/** The page's variables that parts of the product name directly, as they would be in these colours. */
function variables(primary: string, secondary: string): Record<`--${string}`, string> {
  const colours = deriveColours({ primary, secondary })
  return {
    '--mui-palette-primary-main': colours.primary,
    '--mui-palette-primary-dark': colours.primaryHover,
    '--mui-palette-brand-text': colours.primaryText,
    '--mui-palette-brand-soft': colours.soft,
    '--mui-palette-brand-softer': colours.softer,
    '--mui-palette-brand-ink': colours.secondaryInk,
    '--mui-palette-brand-deep': colours.deep,
  }
}
