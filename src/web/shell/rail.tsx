// The left rail: the tenant's mark, and the menu in groups that fold and remember.

import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Collapse from '@mui/material/Collapse'
import { useLocation } from '@tanstack/react-router'
import { useId } from 'react'
import { useOperator } from '#web/api/operator.ts'
import { ChevronRightOutlined as ChevronRight } from '#web/icons/chevron-right-outlined.ts'
import { ExpandMoreOutlined as ChevronDown } from '#web/icons/expand-more-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { TenantMark } from '#web/tenant/tenant-mark.tsx'
import { useTenant } from '#web/tenant/use-tenant.ts'
import { measures } from '#web/theme/tokens.ts'
import { useRemembered } from '#web/ui/device-memory.ts'
import { LinkListItem } from '#web/ui/links.tsx'
import { groups, isOpen, type MenuItem, menuAddress, menuFor } from './menu.ts'
import { openProps } from './open-props.ts'

export function Rail({ onHelp, onGo }: { onHelp?: () => void; onGo?: () => void }) {
  const { t } = useTranslation()
  const items = menuFor(useUser())
  const [folded, setFolded] = useRemembered<string[]>('rail:folded', ['Settings'])
  return (
    <Box
      component="section"
      aria-label={t('Farmbook')}
      sx={{
        width: measures.rail,
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        bgcolor: 'brand.soft',
        borderRight: '1px solid',
        borderColor: 'divider',
      }}
    >
      <Box sx={{ height: measures.topBar, flexShrink: 0, display: 'flex', alignItems: 'center', px: 2 }}>
        <TenantMark />
      </Box>
      <Box component="nav" aria-label={t('Main menu')} sx={{ flex: 1, overflowY: 'auto', px: 1, pt: 1, pb: 2 }}>
        {groups.map((group) => {
          const inside = items.filter((item) => item.group === group)
          if (inside.length === 0) return null
          if (group === null) return <Entries key="first" items={inside} {...(onGo ? { onGo } : {})} />
          return (
            <Group
              key={group}
              title={t(group)}
              items={inside}
              isOpen={!folded.includes(group)}
              {...(onGo ? { onGo } : {})}
              onToggle={() => setFolded(folded.includes(group) ? folded.filter((one) => one !== group) : [...folded, group])}
            />
          )
        })}
      </Box>
      {onHelp ? (
        <ButtonBase
          onClick={onHelp}
          sx={{
            display: 'flex',
            justifyContent: 'flex-end',
            gap: 1,
            px: 2,
            height: 42,
            flexShrink: 0,
            borderTop: '1px solid',
            borderColor: 'divider',
            font: 'inherit',
            fontSize: 13,
            color: 'text.secondary',
          }}
        >
          <Box
            component="kbd"
            aria-hidden
            sx={{
              width: 20,
              height: 20,
              border: '1px solid',
              borderColor: 'edge',
              borderRadius: '4px',
              bgcolor: 'background.paper',
              font: 'inherit',
              fontSize: 12,
              lineHeight: '18px',
            }}
          >
            ?
          </Box>
          {t('Keys')}
        </ButtonBase>
      ) : null}
    </Box>
  )
}

function Group({
  title,
  items,
  isOpen,
  onToggle,
  onGo,
}: {
  title: string
  items: readonly MenuItem[]
  isOpen: boolean
  onToggle: () => void
  onGo?: () => void
}) {
  const id = useId()
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <Box sx={{ mt: 0.5 }}>
      <ButtonBase
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
        sx={{
          width: '100%',
          justifyContent: 'space-between',
          px: 1,
          height: 32,
          borderRadius: 1,
          font: 'inherit',
          fontSize: 12.5,
          fontWeight: 500,
          color: 'text.secondary',
        }}
      >
        {title}
        <Chevron aria-hidden sx={{ fontSize: 16 }} />
      </ButtonBase>
      <Collapse in={isOpen} id={id} timeout={120}>
        <Entries items={items} {...(onGo ? { onGo } : {})} />
      </Collapse>
    </Box>
  )
}

/** Entries one below the other; those of a heading are set in. */
function Entries({ items, label, onGo }: { items: readonly MenuItem[]; label?: string; onGo?: () => void }) {
  const { t } = useTranslation()
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0, pl: label ? 1.5 : 0 }}>
      {items.map(({ subMenu, ...item }) => (
        <li key={item.title}>
          {subMenu ? (
            <>
              <Box sx={{ ...entryStyle, display: 'flex', alignItems: 'center', color: 'text.secondary' }}>
                <item.icon aria-hidden />
                {t(item.title)}
              </Box>
              <Entries items={subMenu} label={t(item.title)} {...(onGo ? { onGo } : {})} />
            </>
          ) : (
            <Entry item={item} {...(onGo ? { onGo } : {})} />
          )}
        </li>
      ))}
    </Box>
  )
}

const entryStyle = {
  gap: 1.25,
  px: 1,
  py: 0,
  minHeight: { xs: 44, md: 30 },
  borderRadius: 1,
  fontSize: 14,
  color: 'text.primary',
  '& svg': { color: 'text.secondary' },
  '&:hover': { bgcolor: 'brand.softer' },
  '&.active': { bgcolor: 'brand.deep', fontWeight: 600, '& svg': { color: 'brand.ink' } },
} as const

function Entry({ item, onGo }: { item: MenuItem; onGo?: () => void }) {
  const { title, icon: Icon, href = '' } = item
  const { t } = useTranslation()
  const operator = useOperator()
  const { id: client } = useTenant().config
  return (
    <LinkListItem to={menuAddress(href, { operator, client })} {...openProps(isOpen(item, useLocation()))} sx={entryStyle} {...(onGo ? { onClick: onGo } : {})}>
      <Icon aria-hidden />
      {t(title)}
    </LinkListItem>
  )
}
