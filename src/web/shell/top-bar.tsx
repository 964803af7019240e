// The bar at the top: what scopes the page, search, and the person. On phones a title bar with menu and search.

import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { type RefObject, useState } from 'react'
import { CloseOutlined as Close } from '#web/icons/close-outlined.ts'
import { MenuOutlined as MenuIcon } from '#web/icons/menu-outlined.ts'
import { SearchOutlined as Search } from '#web/icons/search-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TenantMark } from '#web/tenant/tenant-mark.tsx'
import { measures } from '#web/theme/tokens.ts'
import { NotificationBell } from './bell.tsx'
import { PersonMenu } from './person-menu.tsx'
import { SearchBox } from './search-box.tsx'
import { OperatorSwitcher, SeasonSwitcher } from './switchers.tsx'

const bar = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  height: measures.topBar,
  bgcolor: 'background.paper',
  borderBottom: '1px solid',
  borderColor: 'divider',
} as const

export function TopBar({ searchRef }: { searchRef: RefObject<HTMLInputElement | null> }) {
  return (
    <Box component="header" sx={{ ...bar, px: 3, position: 'sticky', top: 0, zIndex: 'appBar' }}>
      <OperatorSwitcher />
      <SeasonSwitcher />
      <SearchBox inputRef={searchRef} />
      <NotificationBell />
      <PersonMenu />
    </Box>
  )
}

export function PhoneTopBar({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation()
  const [isSearching, setSearching] = useState(false)
  return (
    <Box component="header" sx={{ position: 'sticky', top: 0, zIndex: 'appBar', bgcolor: 'background.paper' }}>
      <Box sx={{ ...bar, px: 1 }}>
        {isSearching ? (
          <>
            <SearchBox autoFocus onDone={() => setSearching(false)} />
            <IconButton onClick={() => setSearching(false)} aria-label={t('Close search')}>
              <Close />
            </IconButton>
          </>
        ) : (
          <>
            <IconButton onClick={onMenu} aria-label={t('Menu')}>
              <MenuIcon />
            </IconButton>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <TenantMark />
            </Box>
            <IconButton onClick={() => setSearching(true)} aria-label={t('Search')}>
              <Search />
            </IconButton>
            <NotificationBell />
            <PersonMenu />
          </>
        )}
      </Box>
      <Box
        sx={{
          display: 'flex',
          gap: 1,
          px: 1,
          height: measures.phoneBar,
          alignItems: 'center',
          bgcolor: 'brand.softer',
          borderBottom: '1px solid',
          borderColor: 'divider',
          '& .MuiButton-root': { border: 0, bgcolor: 'transparent', px: 1, fontSize: 13.5, minHeight: 44 },
        }}
      >
        <OperatorSwitcher />
        <SeasonSwitcher />
      </Box>
    </Box>
  )
}
