// Who is signed in, with roles and access scope, for screens that hide what would be refused anyway.
import { createContext, useContext } from 'react'
import type { User } from '#domain/access.ts'

const nobody: User = { id: '', name: '', email: null, grants: [] }
export const UserContext = createContext<User>(nobody)
/** The person signed in; nobody (who may do nothing) outside the private area. */
export const useUser = (): User => useContext(UserContext)
