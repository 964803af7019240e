// Between a session and the product: asks whether the person is allowed, remembers the operator, and says no
// with a toast and a sign-out (specification sections 4 and 5). Everything below sees only the outcome.
import { getCsrfToken, getProviders, signIn as nextAuthSignIn, signOut as nextAuthSignOut, useSession } from 'next-auth/react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notAllowed } from '#domain/tenancy/not-allowed.ts'
import { loginAddress, loginPath } from '#domain/tenancy/redirect.ts'
import { asApiProblem, connect } from '#web/api/client.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { checkAccess } from './access-check.ts'
import { forgetPerson, recallPerson, storePerson } from './stored-person.ts'
import { usableToken } from './token-age.ts'
import { type Access, type AccessAnswer, AccessContext, type SignOut } from './use-access.ts'

/** Fetched with the first sign-in by password; without one there is nobody to sign out there. */
let passwordSignIn: Promise<typeof import('./password-sign-in.ts')> | undefined
const fetchDialog = () => import('./progress-dialog.tsx')
const ProgressDialog = lazy(async () => ({ default: (await fetchDialog()).ProgressDialog }))

/** After a refusal or an explicit sign-out the provider must ask again who it is, or it would sign the same person in silently. */
const askAgainKey = 'farmbook:ask-again'

export type Provider = { id: string; name: string /** `credentials`: asked for on our own page. */; isPassword: boolean }
/** The ways to sign in that this programme offers; throws when nobody could say. */
export async function listProviders(): Promise<Provider[]> {
  const providers = await getProviders()
  if (!providers) throw new Error('The ways to sign in could not be fetched.')
  return Object.values(providers).map(({ id, name, type }) => ({ id: String(id), name, isPassword: type === 'credentials' }))
}

export function SessionGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { data, status, update } = useSession()
  const uid = data?.user.uid
  const token = data?.user.accessToken ?? null
  const [checked, setChecked] = useState<{ uid: string; answer: AccessAnswer } | null>(null)
  const [progress, setProgress] = useState<'in' | 'out' | null>(null)
  const [failed, setFailed] = useState(false)
  const [hasEnded, setEnded] = useState(false)
  const tokenRef = useRef(token)
  tokenRef.current = token
  /** The token that was last asked about, so that each is asked about once. */
  const askedRef = useRef<string | null>(null)
  const isLeaving = useRef(false)

  const leave = useCallback(
    async ({ toast, isOver = false, everywhere = false, afterwards }: SignOut & { toast?: string; isOver?: boolean } = {}) => {
      if (isLeaving.current) return
      isLeaving.current = true
      setProgress('out')
      try {
        if (everywhere) await endEverywhere()
        await Promise.all([
          passwordSignIn?.then(({ leaveFirebase }) => leaveFirebase()),
          nextAuthSignOut({ redirect: false, callbackUrl: `${window.location.origin}${loginPath}` }),
        ])
      } catch {
        isLeaving.current = false
        setProgress(null)
        showToast({ severity: 'error', message: t('Signing out did not reach the server. Please try again.') })
        return
      }
      forgetPerson()
      afterwards?.()
      setToAsk(true)
      setChecked(null)
      if (toast === undefined) {
        // A whole new page: nothing the person has seen stays in memory for the next one at this device.
        window.location.assign(loginPath)
        return
      }
      // A private page leads to login and says there why; anywhere else this is the only word of it.
      const isSaidThere = isOver && window.location.pathname.startsWith('/private/')
      if (isOver) setEnded(true)
      if (!isSaidThere) showToast({ severity: 'error', message: toast })
      isLeaving.current = false
      setProgress(null)
    },
    [t],
  )

  const check = useCallback(
    async (who: string, accessToken: string, isFirst: boolean) => {
      askedRef.current = accessToken
      if (isFirst) setProgress('in')
      setFailed(false)
      try {
        const answer = await checkAccess(accessToken)
        if (!answer.allow) return await leave({ toast: t(notAllowed) })
        storePerson(who, answer)
        setToAsk(false)
        setChecked({ uid: who, answer })
      } catch (error) {
        if (asApiProblem(error).code === 'UNAUTHENTICATED') return await leave({ isOver: true, toast: t('Your sign-in has ended. Please sign in again.') })
        if (isFirst) setFailed(true)
      }
      if (isFirst) setProgress(null)
    },
    [leave, t],
  )

  useEffect(() => {
    if (status === 'loading' || isLeaving.current) return
    if (!uid) {
      // Signed out here, in another tab, or by time: what was remembered of the person goes too.
      if (checked) {
        setChecked(null)
        setEnded(true)
      }
      forgetPerson()
      askedRef.current = null
      return
    }
    if (data?.error === 'RefreshTokenError' || token === null) {
      void leave({ isOver: true, toast: t('Your sign-in has ended. Please sign in again.') })
      return
    }
    const isKnown = checked?.uid === uid
    if (!isKnown) {
      const remembered = recallPerson(uid)
      if (remembered) {
        setChecked({ uid, answer: remembered })
        setProgress(null)
        // Let in without asking; only where nothing is known of the person, their name and roles are fetched behind.
        if (remembered.roles.length > 0) askedRef.current = token
        else void check(uid, token, false)
        return
      }
    }
    if (askedRef.current !== token) void check(uid, token, !isKnown)
  }, [status, uid, token, data?.error, checked, check, leave, t])

  useEffect(() => {
    connect({
      token: () => usableToken(tokenRef.current, Date.now()),
      // The session is asked for once more; when it is gone too, the person is told and shown out.
      onUnauthenticated: () => {
        if (isLeaving.current || tokenRef.current === null) return
        void update().then((session) => {
          // Undefined: another update is under way already, and will tell.
          if (session === null) void leave({ isOver: true, toast: t('Your sign-in has ended. Please sign in again.') })
        })
      },
      // A stored operator spares the check at the beginning; the first call finds out.
      onRefused: () => leave({ toast: t(notAllowed) }),
    })
  }, [update, leave, t])

  useEffect(() => {
    // Behind the first drawing; it is needed at the first click at the earliest.
    fetchDialog().catch(() => undefined)
  }, [])

  useEffect(() => {
    // Back from the provider by the browser's back button: the page is as it was left, its dialog too.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) setProgress(null)
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])

  const access = useMemo((): Access => {
    const answer = checked && checked.uid === uid ? checked.answer : null
    return {
      status: progress === 'out' ? 'loading' : answer ? 'authenticated' : status === 'unauthenticated' || failed ? 'unauthenticated' : 'loading',
      answer,
      // Already in the drawing in which the session is gone: a private page is left at once, before any effect here has run.
      hasEnded: hasEnded || (!uid && checked !== null),
      failure: failed && uid && token ? { retry: () => void check(uid, token, true) } : null,
      signIn: (provider, redirect) => {
        setProgress('in')
        const callbackUrl = window.location.origin + loginAddress(redirect, window.location.origin)
        nextAuthSignIn(provider, { callbackUrl }, mustAsk() ? { prompt: 'login' } : undefined).catch(() => {
          setProgress(null)
          showToast({ severity: 'error', message: t('The sign-in could not be started. Please try again.') })
        })
      },
      signInWithPassword: async (email, password) => {
        setProgress('in')
        passwordSignIn ??= import('./password-sign-in.ts')
        const problem = await (await passwordSignIn).signInWithPassword(email, password)
        // Signed in: the dialog stays until access has been asked about.
        if (problem) setProgress(null)
        return problem
      },
      signOut: (options) => void leave(options),
    }
  }, [checked, uid, token, status, failed, hasEnded, progress, check, leave, t])

  return (
    <AccessContext value={access}>
      {children}
      <Suspense fallback={null}>{progress ? <ProgressDialog progress={progress} /> : null}</Suspense>
    </AccessContext>
  )
}

/** The session client cannot ask for it; it signs this browser out after this, and tells the other tabs. Throws when the server did not do it. */
async function endEverywhere(): Promise<void> {
  const body = new URLSearchParams({ csrfToken: (await getCsrfToken()) ?? '', everywhere: 'true', json: 'true' })
  const response = await fetch('/api/auth/signout', { method: 'POST', body })
  const { url } = (await response.json()) as { url?: string }
  if (!response.ok || !url || new URL(url).searchParams.has('error')) throw new Error('Not signed out.')
}

/** Kept for this tab until somebody has been let in. Without storage the provider may sign the same person in at once. */
function setToAsk(ask: boolean): void {
  try {
    if (ask) sessionStorage.setItem(askAgainKey, 'yes')
    else sessionStorage.removeItem(askAgainKey)
  } catch {
    // As said.
  }
}

function mustAsk(): boolean {
  try {
    return sessionStorage.getItem(askAgainKey) !== null
  } catch {
    return false
  }
}
