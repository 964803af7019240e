// The root: on to the dashboard for who is signed in, to the login page for who is not.
import { Navigate } from '@tanstack/react-router'
import { useContext } from 'react'
import { ToLogin } from '#web/session/to-login.tsx'
import { AccessContext } from '#web/session/use-access.ts'

export function Start() {
  const { status, answer } = useContext(AccessContext)
  if (status === 'loading') return null
  if (status === 'authenticated') return <Navigate to="/private/farmbook/$operator/dashboard" params={{ operator: answer?.operator ?? '-' }} replace />
  return <ToLogin />
}
