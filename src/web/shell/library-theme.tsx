// The component library's theme around a page that is made of its parts. The login page is not, and fetches none of it.
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useMemo } from 'react'
import { useTenant } from '#web/tenant/use-tenant.ts'
import { createProductTheme } from '#web/theme/theme.ts'

export function LibraryTheme({ children }: { children: ReactNode }) {
  const { primary, secondary } = useTenant().theme.palette
  const theme = useMemo(() => createProductTheme({ primary: primary.main, secondary: secondary.main }), [primary.main, secondary.main])
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>
}
