// The private area: nobody is let in unseen, and whoever leaves for the login page is brought back after it.
import { Outlet } from '@tanstack/react-router'
import { useContext } from 'react'
import { ToLogin } from '#web/session/to-login.tsx'
import { AccessContext } from '#web/session/use-access.ts'
import { UserContext } from '#web/session/use-user.ts'
import { PrivateShell } from './private-shell.tsx'

export function PrivateArea() {
  const { status, answer } = useContext(AccessContext)
  if (status === 'loading') return null
  if (status === 'unauthenticated' || !answer?.user) return <ToLogin />
  return (
    <UserContext value={answer.user}>
      <PrivateShell>
        <Outlet />
      </PrivateShell>
    </UserContext>
  )
}
