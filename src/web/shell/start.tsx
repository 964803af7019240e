// The root: on to the dashboard for who is signed in, to the login page for who is not.
import { useContext } from 'react'
import { ToLogin } from '#web/session/to-login.tsx'
import { AccessContext } from '#web/session/use-access.ts'
import { PageLoader } from '#web/ui/page-loader.tsx'
import { Replace } from '#web/ui/replace.tsx'

export function Start() {
  const { status, answer } = useContext(AccessContext)
  if (status === 'loading') return <PageLoader />
  return status === 'authenticated' ? <Replace href={`/private/farmbook/${encodeURIComponent(answer?.operator ?? '-')}/dashboard`} /> : <ToLogin />
}
