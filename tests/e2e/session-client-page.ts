// The page on which the session client of the specification, next-auth/react 4, is tried as it is: nothing of our web
// around it, only its own provider and hook. What it can do hangs at `window.client`, what it believes is in <output>.
import * as client from 'next-auth/react'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

declare global {
  interface Window {
    client: typeof client & { update: (data?: unknown) => Promise<unknown> }
  }
}

const requested = new URLSearchParams(window.location.search)

function Status() {
  const { data, status, update } = client.useSession({ required: requested.has('required') })
  window.client = { ...client, update: update as (data?: unknown) => Promise<unknown> }
  return createElement('output', null, `${status} ${(data?.user as { uid?: string } | undefined)?.uid ?? 'nobody'}`)
}

const options = { refetchInterval: Number(requested.get('interval') ?? 0), refetchOnWindowFocus: true } as client.SessionProviderProps
createRoot(document.body).render(createElement(client.SessionProvider, options, createElement(Status)))
