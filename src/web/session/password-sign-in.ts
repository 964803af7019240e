// Signing in with e-mail and password: Firebase says who it is, our server verifies that and opens the session.
// Whatever goes wrong comes back as a sentence for the form.
import type { Auth } from '@firebase/auth'
import { signIn as nextAuthSignIn } from 'next-auth/react'
import { problemOf } from './problems.ts'

type Sdk = typeof import('./firebase-sdk.ts')
/** A sign-out waits for the project no longer than this. */
const patienceMs = 10_000
let opened: Promise<{ sdk: Sdk; auth: Auth }> | undefined

/** Loaded once in a page; a failure (no connection) is not remembered. */
function firebase(): Promise<{ sdk: Sdk; auth: Auth }> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

async function open() {
  const [sdk, response] = await Promise.all([
    import('./firebase-sdk.ts'),
    fetch('/api/auth/firebase', { credentials: 'same-origin', signal: AbortSignal.timeout(patienceMs) }),
  ])
  if (!response.ok) throw new Error(`The project configuration answered ${response.status}.`)
  return { sdk, auth: sdk.openFirebase(await response.json()) }
}

/** Null = signed in: the session client has the new session already. Otherwise the sentence that says why not. Never throws. */
export async function signInWithPassword(email: string, password: string): Promise<string | null> {
  try {
    const { sdk, auth } = await firebase()
    const tokens = await sdk.signInByPassword(auth, email, password)
    const answer = await nextAuthSignIn('firebase', { redirect: false, callbackUrl: window.location.href, ...tokens })
    if (answer?.ok && !answer.error) return null
    await sdk.signOutOfFirebase(auth)
    return problemOf(answer?.error)
  } catch (error) {
    return sentenceOf(error)
  }
}

/** Null = asked for. Whether the address has an account is not revealed to anybody. Never throws. */
export async function askForNewPassword(email: string): Promise<string | null> {
  try {
    const { sdk, auth } = await firebase()
    await sdk.sendPasswordLink(auth, email)
    return null
  } catch (error) {
    return codeOf(error) === 'auth/user-not-found' ? null : sentenceOf(error)
  }
}

/** Loads the SDK and initialises it with the programme's project, before anybody has typed anything. A failure shows at the first use. */
export function initialiseFirebase(): void {
  firebase().catch(() => undefined)
}

/** The SDK's own sign-out, part of every logout; the SDK is loaded for it where this page has not used it yet. */
export async function leaveFirebase(): Promise<void> {
  const { sdk, auth } = await firebase()
  await sdk.signOutOfFirebase(auth)
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/** Codes of the SDK; a wrong password and an unknown address get the same words. */
function sentenceOf(error: unknown): string {
  switch (codeOf(error)) {
    case 'auth/invalid-credential':
    case 'auth/wrong-password':
    case 'auth/user-not-found':
    case 'auth/invalid-email':
      return /* i18n */ 'The e-mail address or the password is not right.'
    case 'auth/user-disabled':
      return /* i18n */ 'This account has been switched off. Please ask your administrator.'
    case 'auth/too-many-requests':
      return problemOf('RateLimited')
    case 'auth/network-request-failed':
      return /* i18n */ 'The server does not answer. Check your connection and try again.'
    default:
      return /* i18n */ 'The sign-in could not be started. Please try again.'
  }
}
