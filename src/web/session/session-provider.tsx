// The session in the browser: next-auth's own client keeps it fresh (focus, other tabs, polling); what it
// means for the person, let in, refused, signed out or without a connection, is decided in session-gate.tsx.
import { SessionProvider as NextAuthProvider } from 'next-auth/react'
import type { ReactNode } from 'react'
import { SessionGuard } from './session-guard.tsx'

/** 300 seconds (specification section 9): how often the session is asked for while the page is open. */
export const sessionRefetchS = 300

export function SessionProvider({ children }: { children: ReactNode }) {
  return (
    <NextAuthProvider refetchInterval={sessionRefetchS} refetchOnWindowFocus refetchWhenOffline={false}>
      <SessionGuard>{children}</SessionGuard>
    </NextAuthProvider>
  )
}
