// The tenant's logo with its name beside it, because a logo alone is not read by everybody; a drawn mark where none was supplied.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { pictureSources } from '#domain/tenancy/image-sizes.ts'
import { useTenant } from './use-tenant.ts'

/** `place`: the login page has a logo of its own, which may be wider and higher than a bar allows. */
export function TenantMark({ light = false, place = 'header' }: { light?: boolean; place?: 'header' | 'login' }) {
  const { config } = useTenant()
  const isLogin = place === 'login' && config.logo !== null
  const logo = isLogin ? config.logo : config.headerLogo
  const width = isLogin ? config.logoWidth : config.headerLogoWidth
  if (logo)
    return (
      <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: isLogin ? 0.75 : 0.25, minWidth: 0, maxWidth: '100%' }}>
        <Box
          component="img"
          {...pictureSources(logo, width)}
          // The name stands below it.
          alt=""
          sx={{
            width,
            maxWidth: '100%',
            maxHeight: isLogin && !light ? 96 : light ? 44 : 28,
            objectFit: 'contain',
            objectPosition: 'left',
            // A dark logo on the dark ground of a phone's login page would be gone.
            ...(light ? { bgcolor: '#fff', borderRadius: 1, p: 0.5 } : {}),
          }}
        />
        <Typography
          title={config.name}
          sx={{
            maxWidth: '100%',
            fontSize: isLogin ? 14 : 11.5,
            lineHeight: 1.25,
            fontWeight: 600,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            ...(isLogin ? { overflowWrap: 'anywhere' } : { whiteSpace: 'nowrap' }),
            ...(light ? onDark : { color: 'text.primary' }),
          }}
        >
          {config.name}
        </Typography>
      </Box>
    )
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0, ...(light ? onDark : {}) }}>
      <Box component="svg" viewBox="0 0 32 32" aria-hidden sx={{ width: 32, height: 32, flexShrink: 0 }}>
        <rect width="32" height="32" rx="8" fill="var(--mui-palette-brand-ink)" />
        <circle cx="16" cy="9" r="3" fill="var(--mui-palette-brand-accent)" />
        <path d="M5 25c2-6 6-10 11-10s9 4 11 10M10 25c1-4 3-6 6-6s5 2 6 6M16 19v6" fill="none" stroke="#fff" strokeWidth="1.8" strokeLinecap="round" />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography
          sx={{
            fontWeight: 600,
            // Two lines of a long name and the product's own must fit the bar with air above and below.
            fontSize: config.name.length > 20 ? 12.5 : 14,
            lineHeight: 1.2,
            display: '-webkit-box',
            WebkitLineClamp: 2,
            WebkitBoxOrient: 'vertical',
            overflow: 'hidden',
            color: light ? '#fff' : 'text.primary',
          }}
        >
          {config.name}
        </Typography>
        <Typography noWrap variant="caption" component="div" sx={{ lineHeight: 1.2, color: light ? 'brand.onInk' : 'text.secondary' }}>
          Farmbook
        </Typography>
      </Box>
    </Box>
  )
}

/** White is read on the brand's ink, not on every field of the drawing that a phone has behind it. */
const onDark = { color: '#fff', bgcolor: 'brand.ink', borderRadius: 1, px: 0.75, py: 0.25 } as const
