// What opens from the person's button: who they are here, their language, and the way out. Fetched when it is first opened.

import Box from '@mui/material/Box'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { roles } from '#domain/access.ts'
import { languageCodes, languages } from '#domain/messages/languages.ts'
import { useOperator } from '#web/api/operator.ts'
import { countDrafts, forgetDrafts } from '#web/engine/form/use-draft.ts'
import { DevicesOutlined as Devices } from '#web/icons/devices-outlined.ts'
import { KeyOutlined as Key } from '#web/icons/key-outlined.ts'
import { LogoutOutlined as Logout } from '#web/icons/logout-outlined.ts'
import { TuneOutlined as Tune } from '#web/icons/tune-outlined.ts'
import { changeLanguage } from '#web/locales/i18n.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useSignOut } from '#web/session/use-access.ts'
import { useUser } from '#web/session/use-user.ts'
import { lineAbove } from '#web/ui/line-above.ts'

const LinkMenuItem = createLink(MenuItem)
const ConfirmDialog = lazy(async () => ({ default: (await import('#web/ui/confirm-dialog.tsx')).ConfirmDialog }))

/** `anchor`: the button it opens from; null = closed. */
export function PersonMenuItems({ anchor, onClose }: { anchor: HTMLElement | null; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const user = useUser()
  const signOut = useSignOut()
  const operator = useOperator()
  const queries = useQueryClient()
  /** Drafts that the sign-out asked for would delete; null while nothing is asked. */
  const [requested, setRequested] = useState<{ drafts: number; everywhere: boolean } | null>(null)
  const leave = (everywhere: boolean) => signOut({ everywhere, afterwards: () => forgetDrafts(user.id) })
  const leaveOrAsk = (everywhere: boolean) => {
    onClose()
    const drafts = countDrafts(user.id)
    if (drafts > 0) setRequested({ drafts, everywhere })
    else leave(everywhere)
  }
  return (
    <>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={onClose} slotProps={{ paper: { sx: { width: 260 } } }}>
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
        {languageCodes.map((code) => (
          <MenuItem
            key={code}
            selected={i18n.language === code}
            lang={code}
            className="language-name"
            role="menuitemradio"
            aria-checked={i18n.language === code}
            onClick={() => {
              onClose()
              // Answers have words in the language in which they were asked for.
              void changeLanguage(code).then(() => queries.invalidateQueries())
            }}
          >
            {languages[code].name}
          </MenuItem>
        ))}
        <LinkMenuItem to="/private/farmbook/$operator/notifications/settings" params={{ operator }} onClick={onClose} sx={lineAbove}>
          <ListItemIcon>
            <Tune />
          </ListItemIcon>
          {t('Notification settings')}
        </LinkMenuItem>
        <LinkMenuItem
          to="/private/farmbook/$operator/$entity/$id"
          params={{ operator, entity: 'user', id: user.id }}
          search={{ tab: 'keys' } as never}
          onClick={onClose}
        >
          <ListItemIcon>
            <Key />
          </ListItemIcon>
          {t('API keys')}
        </LinkMenuItem>
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
      </Menu>
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
