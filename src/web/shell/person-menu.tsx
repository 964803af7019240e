// The person signed in: who they are here, their language, and the way out.
import Devices from '@mui/icons-material/DevicesOutlined'
import ExpandMore from '@mui/icons-material/ExpandMoreOutlined'
import Logout from '@mui/icons-material/LogoutOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import ListItemIcon from '@mui/material/ListItemIcon'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roles } from '#domain/access.ts'
import { countDrafts, forgetDrafts } from '#web/engine/form/use-draft.ts'
import { changeLanguage, type Language, languages } from '#web/locales/i18n.ts'
import { useSignOut } from '#web/session/use-access.ts'
import { useUser } from '#web/session/use-user.ts'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'
import { lineAbove } from '#web/ui/line-above.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('#web/ui/confirm-dialog.tsx')).ConfirmDialog }))

/** Read aloud, not drawn. */
const hiddenText = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' } as const

export function PersonMenu() {
  const { t, i18n } = useTranslation()
  const user = useUser()
  const signOut = useSignOut()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  /** Drafts that the sign-out asked for would delete; null while nothing is asked. */
  const [requested, setRequested] = useState<{ drafts: number; everywhere: boolean } | null>(null)
  const leave = (everywhere: boolean) => signOut({ everywhere, afterwards: () => forgetDrafts(user.id) })
  const leaveOrAsk = (everywhere: boolean) => {
    setAnchor(null)
    const drafts = countDrafts(user.id)
    if (drafts > 0) setRequested({ drafts, everywhere })
    else leave(everywhere)
  }
  return (
    <>
      <ButtonBase
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
        sx={{ borderRadius: 1, gap: 0.5, p: 0.5, minWidth: 44, minHeight: 44 }}
      >
        <Initials name={user.name} />
        <Box component="span" sx={hiddenText}>
          {t('Account of {{name}}', { name: user.name })}
        </Box>
        <ExpandMore aria-hidden sx={{ color: 'text.secondary', display: { xs: 'none', md: 'block' } }} />
      </ButtonBase>
      <LazyMenu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)} slotProps={{ paper: { sx: { width: 260 } } }}>
        <Box sx={{ px: 2, pt: 1, pb: 2, mb: 1, borderBottom: '1px solid', borderColor: 'divider' }}>
          <Typography sx={{ fontWeight: 600 }}>{user.name}</Typography>
          {user.email ? (
            <Typography variant="caption" component="div" color="textSecondary">
              {user.email}
            </Typography>
          ) : null}
          <Typography variant="caption" component="div" color="textSecondary">
            {[...new Set(user.grants.map(({ role }) => t(roles[role])))].join(', ')}
          </Typography>
        </Box>
        {Object.entries(languages).map(([code, name]) => (
          <MenuItem
            key={code}
            selected={i18n.language === code}
            lang={code}
            role="menuitemradio"
            aria-checked={i18n.language === code}
            onClick={() => {
              setAnchor(null)
              void changeLanguage(code as Language)
            }}
          >
            {name}
          </MenuItem>
        ))}
        <MenuItem onClick={() => leaveOrAsk(false)} sx={lineAbove}>
          <ListItemIcon>
            <Logout />
          </ListItemIcon>
          {t('Sign out')}
        </MenuItem>
        <MenuItem onClick={() => leaveOrAsk(true)}>
          <ListItemIcon>
            <Devices />
          </ListItemIcon>
          {t('Sign out on every device')}
        </MenuItem>
      </LazyMenu>
      <Suspense fallback={null}>
        {requested === null ? null : (
          <ConfirmDialog
            open
            dangerous
            title={t('Sign out without your unsent work?')}
            confirm={t('Sign out and delete')}
            cancel={t('Stay')}
            onConfirm={() => {
              setRequested(null)
              leave(requested.everywhere)
            }}
            onCancel={() => setRequested(null)}
          >
            {t('Begun on this device and never saved: {{count}}. Signing out deletes it, so that the next person here does not find it.', {
              count: requested.drafts,
            })}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

/** Two letters for a face we do not have. */
export function Initials({ name, size = 32 }: { name: string; size?: number }) {
  const letters = name.split(/\s+/).filter(Boolean)
  const two = [letters[0], letters.length > 1 ? letters.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase()
  return (
    <Box
      aria-hidden
      sx={{
        width: size,
        height: size,
        flexShrink: 0,
        borderRadius: '50%',
        display: 'grid',
        placeItems: 'center',
        bgcolor: 'brand.deep',
        color: 'brand.ink',
        fontSize: size * 0.4,
        fontWeight: 600,
      }}
    >
      {two}
    </Box>
  )
}
