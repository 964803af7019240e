// What GET /api/auth said of the person signed in, and the way out. Filled by the session's provider.
import { createContext, useContext } from 'react'
import type { Role, User } from '#domain/access.ts'

export type OperatorChoice = { id: string; code: string; name: string }
export type AccessAnswer = { allow: boolean; operator: string | null; operators: OperatorChoice[]; roles: Role[]; user: User | null; tenantId: string; expiresAt: string | null }
export type Access = { status: 'loading' | 'authenticated' | 'unauthenticated'; answer: AccessAnswer | null; signOut: () => void }

export const AccessContext = createContext<Access>({ status: 'loading', answer: null, signOut: () => {} })
export const useAccess = (): AccessAnswer | null => useContext(AccessContext).answer
export const useSignOut = (): (() => void) => useContext(AccessContext).signOut
