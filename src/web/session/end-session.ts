// Ending the session on the server: of this browser by the session client, which tells the other tabs; of every device by a
// call that the client does not have. What that means for the page is decided in session-gate.tsx.
import { getCsrfToken, signOut } from 'next-auth/react'
import { loginPath } from '#domain/tenancy/redirect.ts'

/** Throws when the server did not do it. `leaveProvider`: a provider's own sign-out in this page, part of every logout. */
export async function endSession(isEverywhere: boolean, leaveProvider: Promise<void> | undefined): Promise<void> {
  if (isEverywhere) await endEverywhere()
  await Promise.all([leaveProvider, signOut({ redirect: false, callbackUrl: `${window.location.origin}${loginPath}` })])
}

async function endEverywhere(): Promise<void> {
  const body = new URLSearchParams({ csrfToken: (await getCsrfToken()) ?? '', everywhere: 'true', json: 'true' })
  const response = await fetch('/api/auth/signout', { method: 'POST', body })
  const { url } = (await response.json()) as { url?: string }
  if (!response.ok || !url || new URL(url).searchParams.has('error')) throw new Error('Not signed out.')
}
