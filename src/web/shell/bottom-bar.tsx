// Five places a thumb reaches on a phone.
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { createLink, useLocation } from '@tanstack/react-router'
import { can } from '#domain/access.ts'
import { useOperator } from '#web/api/operator.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { useTenant } from '#web/tenant/use-tenant.ts'
import { measures } from '#web/theme/tokens.ts'
import { isOpen, type MenuItem, menuAddress, menuFor } from './menu.ts'
import { openProps } from './open-props.ts'

const LinkBase = createLink(ButtonBase)
const style = {
  flex: 1,
  minWidth: 0,
  flexDirection: 'column',
  gap: 0.25,
  height: '100%',
  font: 'inherit',
  fontSize: 12.5,
  color: 'text.secondary',
  '& svg': { fontSize: 22 },
  '&.active': { color: 'brand.ink', fontWeight: 600 },
} as const

export function BottomBar() {
  const { t } = useTranslation()
  const user = useUser()
  // What somebody may list but not open stays in the menu: a thumb's place is for what leads further.
  const items = menuFor(user)
    .filter(({ bottom, entity }) => bottom && (!entity || can(user, entity, 'V')))
    .slice(0, 5)
  return (
    <Box
      component="nav"
      aria-label={t('Most used')}
      sx={{
        position: 'fixed',
        left: 0,
        right: 0,
        bottom: 0,
        zIndex: 'appBar',
        display: 'flex',
        height: `calc(${measures.bottomBar}px + env(safe-area-inset-bottom))`,
        pb: 'env(safe-area-inset-bottom)',
        bgcolor: 'background.paper',
        borderTop: '1px solid',
        borderColor: 'divider',
      }}
    >
      {items.map((item) => (
        <Place key={item.title} item={item} />
      ))}
    </Box>
  )
}

function Place({ item }: { item: MenuItem }) {
  const { bottom = '', icon: Icon, href = '' } = item
  const { t } = useTranslation()
  const operator = useOperator()
  const { id: client } = useTenant().config
  return (
    <LinkBase to={menuAddress(href, { operator, client })} {...openProps(isOpen(item, useLocation()))} sx={style}>
      <Icon aria-hidden />
      {t(bottom)}
    </LinkBase>
  )
}
