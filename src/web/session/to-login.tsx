// The way from a private page to the login page, once: with the address to come back to, and the reason when
// a session has ended. Never from the login page to itself, never again while already on the way.
import { useRouter } from '@tanstack/react-router'
import { useContext, useEffect, useRef } from 'react'
import { loginAddress, loginPath } from '#domain/tenancy/redirect.ts'
import { AccessContext } from './use-access.ts'

export function ToLogin() {
  const router = useRouter()
  const { ended } = useContext(AccessContext)
  const isSent = useRef(false)
  useEffect(() => {
    // Read from the browser at this very moment: the router's own location is the login page's as soon as it has been sent there.
    const { origin, pathname, search, hash } = window.location
    if (isSent.current || pathname === loginPath) return
    isSent.current = true
    router.history.replace(loginAddress(pathname + search + hash, origin, ended ? 'SessionRequired' : undefined))
  }, [router, ended])
  return null
}
