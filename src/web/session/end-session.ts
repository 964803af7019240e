// Ending the session on the server: of this browser by the session client, which informs the other tabs; of every device by a
// call that the client does not have. What that means for the page is decided in session-gate.tsx.
import { getCsrfToken, signOut } from 'next-auth/react'
import { loginPath } from '#domain/tenancy/redirect.ts'
import { listProviders } from './providers.ts'

/** Throws when the server did not do it. The identity SDK is signed out with every logout of a programme that has a project. */
export async function endSession(isEverywhere: boolean, endsKeys = false): Promise<void> {
  if (isEverywhere) await endEverywhere(endsKeys)
  await leaveDevice()
  await Promise.all([leaveProject(), signOut({ redirect: false, callbackUrl: `${window.location.origin}${loginPath}` })])
}

/** A project that does not answer keeps nobody signed in: the session that counts is ended on our own server. */
async function leaveProject(): Promise<void> {
  try {
    const hasProject = (await listProviders()).some(({ isPassword }) => isPassword)
    if (hasProject) await (await import('./password-sign-in.ts')).leaveFirebase()
  } catch {
    // As said.
  }
}

/** Whoever comes next to this device does not get notifications of the one who left; the server forgets it when it is next used. */
async function leaveDevice(): Promise<void> {
  try {
    if (await navigator.serviceWorker?.getRegistration()) await (await import('../api/push-device.ts')).unsubscribe()
  } catch {
    // A browser that refuses is no reason to stay signed in.
  }
}

async function endEverywhere(endsKeys: boolean): Promise<void> {
  const body = new URLSearchParams({ csrfToken: (await getCsrfToken()) ?? '', everywhere: 'true', keys: `${endsKeys}`, json: 'true' })
  const response = await fetch('/api/auth/signout', { method: 'POST', body })
  const { url } = (await response.json()) as { url?: string }
  if (!response.ok || !url || new URL(url).searchParams.has('error')) throw new Error('Not signed out.')
}
