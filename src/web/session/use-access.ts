// What GET /api/auth said of the person signed in, and the ways in and out. Filled by the session's provider.
import { createContext, useContext } from 'react'
import type { Role, User } from '#domain/access.ts'

export type OperatorChoice = { id: string; code: string; name: string }
export type AccessAnswer = {
  allow: boolean
  operator: string | null
  operators: OperatorChoice[]
  roles: Role[]
  user: User | null
  tenantId: string
  expiresAt: string | null
}
export type SignOut = {
  /** On every device of the person, not only here. */
  everywhere?: boolean
  /** With `everywhere`: the person's API keys end, too. */
  keys?: boolean
  /** Done once the session has ended, and not when that failed; the page is left after it. */
  afterwards?: () => unknown
}
export type Ended = 'by itself' | 'elsewhere'
export type Access = {
  /** 'authenticated' only once the person may come in; 'loading' also while that is being asked, and while signing out. */
  status: 'loading' | 'authenticated' | 'unauthenticated'
  answer: AccessAnswer | null
  /** The person was in on this page, and the session has ended: by itself, or because another tab of this browser signed out. */
  ended: Ended | null
  /** The person stays in, but the server does not answer what their session is; it is being asked again and again. */
  isOffline: boolean
  /** Asks the server at once whether there is a session, and takes it when there is one. */
  lookAgain: () => void
  /** Access could not be asked about; `retry` asks again. */
  failure: { retry: () => void } | null
  /** Begins a sign-in with a provider; the browser leaves, and comes back to the login page with the same `redirect`. */
  signIn: (provider: string, redirect: string | null) => void
  /** E-mail and password, where the programme offers that. Null = signed in, otherwise the sentence that says why not. */
  signInWithPassword: (email: string, password: string) => Promise<string | null>
  signOut: (options?: SignOut) => void
}

export const AccessContext = createContext<Access>({
  status: 'loading',
  answer: null,
  ended: null,
  isOffline: false,
  lookAgain: () => {},
  failure: null,
  signIn: () => {},
  signInWithPassword: async () => null,
  signOut: () => {},
})
export const useAccess = (): AccessAnswer | null => useContext(AccessContext).answer
export const useSignOut = (): Access['signOut'] => useContext(AccessContext).signOut
