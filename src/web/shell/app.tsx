// What surrounds every page: the query cache, the tenant, its colours, zone and session.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, useInsertionEffect } from 'react'
import { asApiProblem } from '#web/api/client.ts'
import { FormatSettings } from '#web/format/settings.ts'
import { SessionProvider } from '#web/session/session-provider.tsx'
import { TenantProvider } from '#web/tenant/tenant-provider.tsx'
import { useTenant } from '#web/tenant/use-tenant.ts'
import { paintPage } from '#web/theme/page-colours.ts'

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
        <TenantProvider>
          <Themed router={router} />
        </TenantProvider>
      </QueryClientProvider>
    </StrictMode>
  )
}

function Themed({ router }: { router: AnyRouter }) {
  const {
    region,
    theme: {
      palette: { primary, secondary },
    },
  } = useTenant()
  useInsertionEffect(() => paintPage({ primary: primary.main, secondary: secondary.main }), [primary.main, secondary.main])
  return (
    <FormatSettings value={region}>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
    </FormatSettings>
  )
}
