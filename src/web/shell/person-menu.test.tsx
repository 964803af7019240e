// Signing out leaves nothing of a person's work behind, and destroys none of it unasked.
import { ThemeProvider } from '@mui/material/styles'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { omar } from '#tests/web/stage.tsx'
import { startLanguages } from '#web/locales/i18n.ts'
import { AccessContext, type SignOut } from '#web/session/use-access.ts'
import { UserContext } from '#web/session/use-user.ts'
import { createProductTheme } from '#web/theme/theme.ts'
import { PersonMenu } from './person-menu.tsx'

beforeAll(() => import('./leave-dialog.tsx'))
/** States of the person's API keys as the server lists them; null: it does not answer. */
let keys: string[] | null
beforeEach(async () => {
  await startLanguages('en')
  keys = []
  vi.stubGlobal('fetch', async () => {
    if (!keys) throw new TypeError('Failed to fetch')
    return Response.json({ items: keys.map((state, at) => ({ id: String(at), state })) })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const own = `farmbook:draft:${omar.id}:farmer:new`
const others = 'farmbook:draft:somebody-else:farmer:new'
const draft = (at: string) => JSON.stringify({ at, version: null, values: { village: 'Sawda' } })
/** Opens the menu and asks to leave; the session ends at once. */
async function leave(item = 'Sign out') {
  const signOut = vi.fn((options?: SignOut) => options?.afterwards?.())
  const person = userEvent.setup()
  const router = createRouter({ routeTree: createRootRoute({ component: PersonMenu }), history: createMemoryHistory() })
  render(
    <ThemeProvider theme={createProductTheme()}>
      <AccessContext
        value={{
          status: 'authenticated',
          answer: null,
          ended: null,
          isOffline: false,
          lookAgain: () => {},
          failure: null,
          signIn: () => {},
          signInWithPassword: async () => null,
          signOut,
        }}
      >
        <UserContext value={omar}>
          <QueryClientProvider client={new QueryClient()}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </UserContext>
      </AccessContext>
    </ThemeProvider>,
  )
  await person.click(await screen.findByRole('button', { name: /Account of/ }))
  await person.click(await screen.findByRole('menuitem', { name: item }))
  return { person, signOut }
}

describe('PersonMenu', () => {
  it('asks before unsent work is deleted, and stays when told to', async () => {
    localStorage.setItem(own, draft(new Date().toISOString()))
    const { person, signOut } = await leave()
    expect((await screen.findByRole('dialog')).textContent).toContain('Begun on this device and never saved: 1.')
    await person.click(screen.getByRole('button', { name: 'Stay' }))
    expect(signOut).not.toHaveBeenCalled()
    expect(localStorage.getItem(own)).not.toBeNull()
  })
  it('signs out and deletes it when told to, but not what somebody else began here', async () => {
    for (const key of [own, others]) localStorage.setItem(key, draft(new Date().toISOString()))
    const { person, signOut } = await leave()
    await person.click(await screen.findByRole('button', { name: 'Sign out and delete' }))
    await waitFor(() => expect(signOut).toHaveBeenCalledOnce())
    expect([own, others].map((key) => localStorage.getItem(key) === null)).toEqual([true, false])
  })
  it('asks before signing out on every device too', async () => {
    localStorage.setItem(own, draft(new Date().toISOString()))
    const { person, signOut } = await leave('Sign out on every device')
    await person.click(await screen.findByRole('button', { name: 'Sign out and delete' }))
    await waitFor(() => expect(signOut).toHaveBeenCalledWith(expect.objectContaining({ everywhere: true })))
    expect(localStorage.getItem(own)).toBeNull()
  })
  it('offers to end valid API keys with the sign-ins on every device, and ends none unasked', async () => {
    keys = ['LIVE', 'LIVE', 'REVOKED', 'EXPIRED']
    const first = await leave('Sign out on every device')
    expect((await screen.findByRole('dialog', { name: 'Sign out on every device?' })).textContent).not.toContain('never saved')
    await first.person.click(screen.getByRole('button', { name: 'Sign out' }))
    expect(first.signOut).toHaveBeenCalledWith(expect.objectContaining({ everywhere: true, keys: false }))
    cleanup()
    localStorage.setItem(own, draft(new Date().toISOString()))
    const { person, signOut } = await leave('Sign out on every device')
    await person.click(await screen.findByRole('checkbox', { name: 'End my valid API keys, too: 2' }))
    await person.click(screen.getByRole('button', { name: 'Sign out and delete' }))
    expect(signOut).toHaveBeenCalledWith(expect.objectContaining({ everywhere: true, keys: true }))
  })
  it.each([
    ['there are none', ['EXPIRED']],
    ['the server does not say whether there are', null],
  ])('asks nothing of keys when %s', async (_, states) => {
    keys = states
    const { signOut } = await leave('Sign out on every device')
    await waitFor(() => expect(signOut).toHaveBeenCalledWith(expect.objectContaining({ everywhere: true, keys: false })))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  it('signs out without a question when nothing is unsent, and drafts nobody came back to go too', async () => {
    localStorage.setItem(own, draft('2020-01-01T00:00:00Z'))
    const { signOut } = await leave()
    expect(signOut).toHaveBeenCalledOnce()
    expect(localStorage.getItem(own)).toBeNull()
  })
})
