// A stage for screens in a test: the real addresses, theme and query cache around them, and a server of which
// the test says what it answers. By role and label, as a person finds things.
import { ThemeProvider } from '@mui/material/styles'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, vi } from 'vitest'
import type { User } from '#domain/access.ts'
import { FormatSettings } from '#web/format/settings.ts'
import { startLanguages } from '#web/locales/i18n.ts'
import { createAppRouter } from '#web/routes.tsx'
import { AccessContext } from '#web/session/use-access.ts'
import { createProductTheme } from '#web/theme/theme.ts'

export type Requested = { method: string; path: string; query: URLSearchParams; body: unknown; headers: Headers }
type Reply = { status?: number; body: unknown } | undefined
/** Undefined: a list is empty, and anything else is not there (404), so that no screen reads a list as the record it asked for. */
export type Answering = (requested: Requested) => Reply | Promise<Reply>

export const omar: User = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Omar Sheikh',
  email: 'omar@cotton.example',
  grants: [{ role: 'OPERATOR_MANAGER', operatorIds: ['01900000-0000-7000-8000-00000000000a'] }],
}

/** Addresses that answer a list. */
const isList = (path: string): boolean => /^\/api\/operators\/[^/]+\/[a-z]+$|\/(events|history|findings)$/.test(path)

/** A record as the server answers it. */
export const answerOf = (values: Record<string, unknown>): Record<string, unknown> => ({
  id: '01900000-0000-7000-8000-0000000000f1',
  operatorId: '01900000-0000-7000-8000-00000000000a',
  code: 'FRM-000001',
  title: 'Raju Mandloi',
  version: 1,
  status: 'ACTIVE',
  source: 'WEB',
  tags: [],
  createdAt: '2025-06-01T04:00:00Z',
  createdBy: omar.id,
  updatedAt: '2025-06-01T04:00:00Z',
  updatedBy: omar.id,
  may: [],
  flags: [],
  refs: { [omar.id]: { entity: 'user', title: omar.name, code: 'USR-1' } },
  ...values,
})
export const refusal = (status: number, code: string, more: Record<string, unknown> = {}): Exclude<Reply, undefined> => ({
  status,
  body: { type: 'about:blank', title: code, status, code, detail: code, requestId: 'r-1', ...more },
})

/** Routers of the test that is running. */
const opened: ReturnType<typeof createAppRouter>[] = []
afterEach(() => {
  cleanup()
  // What a router goes on to load after its test is drawn nowhere: there may be no document by then.
  for (const router of opened.splice(0)) router.startTransition = async () => false
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** Opens an address as somebody (Omar, unless another is named; null: nobody is signed in). `width` decides between table and cards. */
export async function openStage(path: string, answer: Answering, { user = omar, width = 1280 }: { user?: User | null; width?: number } = {}) {
  const requested: Requested[] = []
  // What jsdom does not do.
  vi.stubGlobal('scrollTo', () => {})
  Element.prototype.scrollIntoView ??= () => {}
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: /max-width:\s*([\d.]+)px/.test(query) && width <= Number(RegExp.$1),
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }))
  vi.stubGlobal('fetch', async (input: string | Request, init: RequestInit = {}) => {
    const url = new URL(typeof input === 'string' ? input : input.url, 'http://cotton.localhost')
    const one: Requested = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
    }
    requested.push(one)
    const unanswered = isList(one.path) ? { body: { items: [], next: null, total: 0, refs: {} } } : refusal(404, 'NOT_FOUND')
    const { status = 200, body } = (await answer(one)) ?? unanswered
    return new Response(status === 204 ? null : JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
  await startLanguages('en')
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  opened.push(router)
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const access = {
    status: user ? ('authenticated' as const) : ('unauthenticated' as const),
    answer: user && {
      allow: true,
      operator: 'OP1',
      operators: [{ id: user.grants[0]?.operatorIds?.[0] ?? '', code: 'OP1', name: 'Narmada Organic Growers' }],
      roles: user.grants.map(({ role }) => role),
      user,
      tenantId: '1',
      expiresAt: null,
    },
    failure: null,
    ended: null,
    isOffline: false,
    lookAgain: () => {},
    signIn: () => {},
    signInWithPassword: async () => null,
    signOut: () => {},
  }
  render(
    <QueryClientProvider client={queries}>
      <ThemeProvider theme={createProductTheme()}>
        <FormatSettings value={{ timezone: 'Asia/Kolkata' }}>
          <AccessContext value={access}>
            <RouterProvider router={router} />
          </AccessContext>
        </FormatSettings>
      </ThemeProvider>
    </QueryClientProvider>,
  )
  return { requested, router, person: userEvent.setup(), address: () => router.state.location.href }
}
