// The frame of public pages: no rail; the tenant's mark, the language, one column.
import Box from '@mui/material/Box'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TenantMark } from '#web/tenant/tenant-mark.tsx'
import { measures } from '#web/theme/tokens.ts'
import { LanguageSwitch } from '#web/ui/language-switch.tsx'

export function PublicShell({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <Box
        component="header"
        sx={{
          height: measures.topBar,
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          px: { xs: 2, sm: 3 },
          bgcolor: 'background.paper',
          borderBottom: '1px solid',
          borderColor: 'divider',
        }}
      >
        <TenantMark />
        <LanguageSwitch />
      </Box>
      <Box component="main" sx={{ flex: 1, width: '100%', maxWidth: 760, mx: 'auto', px: { xs: 2, sm: 3 }, py: 3 }}>
        {children}
      </Box>
    </Box>
  )
}

export function PublicArea() {
  return (
    <PublicShell>
      <Outlet />
    </PublicShell>
  )
}
