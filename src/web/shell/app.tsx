// What surrounds every page: the query cache, the tenant's theme, units and zone.
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, useMemo } from 'react'
import { asApiProblem } from '#web/api/client.ts'
import { FormatSettings } from '#web/format/use-format.ts'
import { useTenant } from '#web/tenant/use-tenant.ts'
import { createProductTheme } from '#web/theme/theme.ts'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A refusal stays a refusal; only silence and overload are worth asking again.
      retry: (count, error) => count < 2 && asApiProblem(error).isPassing,
    },
    mutations: { retry: false },
  },
})

export function App({ router }: { router: AnyRouter }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Themed router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
}

function Themed({ router }: { router: AnyRouter }) {
  const { theme } = useTenant()
  const { primary, secondary } = theme.palette
  const product = useMemo(() => createProductTheme({ primary: primary.main, secondary: secondary.main }), [primary.main, secondary.main])
  return (
    <ThemeProvider theme={product}>
      <CssBaseline />
      <FormatSettings value={settings}><RouterProvider router={router} /></FormatSettings>
    </ThemeProvider>
  )
}
const settings = { timezone: 'Asia/Kolkata' }
