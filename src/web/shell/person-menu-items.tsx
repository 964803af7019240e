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
import type { ApiKeys } from '#domain/people/api-key-answers.ts'
import { call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { countUnsent, eraseOutbox } from '#web/api/outbox/store.ts'
import { countDrafts, forgetDrafts } from '#web/engine/form/use-draft.ts'
import { DevicesOutlined as Devices } from '#web/icons/devices-outlined.ts'
import { KeyOutlined as Key } from '#web/icons/key-outlined.ts'
import { LogoutOutlined as Logout } from '#web/icons/logout-outlined.ts'
import { TuneOutlined as Tune } from '#web/icons/tune-outlined.ts'
import { changeLanguage, fetchWords } from '#web/locales/i18n.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useSignOut } from '#web/session/use-access.ts'
import { useUser } from '#web/session/use-user.ts'
import { lineAbove } from '#web/ui/line-above.ts'
import type { Leaving } from './leave-dialog.tsx'

const LinkMenuItem = createLink(MenuItem)
// With its words: it asks about what would be lost.
const LeaveDialog = lazy(async () => ({ default: (await Promise.all([import('./leave-dialog.tsx'), ...fetchWords()]))[0].LeaveDialog }))

/** `anchor`: the button it opens from; null = closed. */
export function PersonMenuItems({ anchor, onClose }: { anchor: HTMLElement | null; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const user = useUser()
  const signOut = useSignOut()
  const operator = useOperator()
  const queries = useQueryClient()
  /** What the sign-out asked for would take with it; null while nothing is asked. */
  const [requested, setRequested] = useState<(Leaving & { everywhere: boolean }) | null>(null)
  const forget = () => {
    forgetDrafts(user.id)
    return eraseOutbox(user.id)
  }
  const leave = (everywhere: boolean, keys = false) => signOut({ everywhere, keys, afterwards: forget })
  const leaveOrAsk = async (everywhere: boolean) => {
    onClose()
    const [drafts, unsent] = [countDrafts(user.id), await countUnsent(user.id)]
    const keys = everywhere ? await liveApiKeys(operator, user.id) : 0
    if (drafts > 0 || unsent > 0 || keys > 0) setRequested({ drafts, unsent, keys, everywhere })
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
        <MenuItem onClick={() => void leaveOrAsk(false)} sx={lineAbove}>
          <ListItemIcon>
            <Logout />
          </ListItemIcon>
          {t('Sign out')}
        </MenuItem>
        <MenuItem onClick={() => void leaveOrAsk(true)}>
          <ListItemIcon>
            <Devices />
          </ListItemIcon>
          {t('Sign out on every device')}
        </MenuItem>
      </Menu>
      <Suspense fallback={null}>
        {requested === null ? null : (
          <LeaveDialog
            of={requested}
            onLeave={(endsKeys) => {
              setRequested(null)
              leave(requested.everywhere, endsKeys)
            }}
            onStay={() => setRequested(null)}
          />
        )}
      </Suspense>
    </>
  )
}

/** None where the server does not say: signing out is not to wait for it. */
async function liveApiKeys(operator: string, userId: string): Promise<number> {
  try {
    const { items } = await call<ApiKeys>(entityPath(operator, 'user', userId, 'api-keys'), { patience: 5_000 })
    return items.filter(({ state }) => state === 'LIVE').length
  } catch {
    return 0
  }
}
