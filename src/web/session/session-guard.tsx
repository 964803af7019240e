// Between a session and the product: asks whether the person is allowed, remembers the operator, says no with a toast and a
// sign-out, and keeps in place whoever merely has no connection (specification sections 4, 5 and 8). Below is seen only the outcome.
import { signIn as nextAuthSignIn, useSession } from 'next-auth/react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { notAllowed } from '#domain/tenancy/not-allowed.ts'
import { loginAddress, loginPath } from '#domain/tenancy/redirect.ts'
import { asApiProblem, connect } from '#web/api/client.ts'
import { usableToken } from '#web/api/token-age.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { checkAccess } from './access-check.ts'
import { mustAsk, setToAsk } from './ask-again.ts'
import { onSignOutElsewhere, useSessionWord } from './session-word.ts'
import { forgetPerson, recallPerson, type StoredPerson, storePerson } from './stored-person.ts'
import { type Access, AccessContext, type Ended, type SignOut } from './use-access.ts'

const fetchDialog = () => import('./progress-dialog.tsx')
const ProgressDialog = lazy(async () => ({ default: (await fetchDialog()).ProgressDialog }))

type Requested = { who: string; accessToken: string; isAnswered: boolean }
/** Somebody else, or the same person with a new token after a question that was not answered. */
const mustAskAbout = (requested: Requested | null, who: string, accessToken: string): boolean =>
  requested?.who !== who || (!requested.isAnswered && requested.accessToken !== accessToken)

export function SessionGuard({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { data, status } = useSession()
  const uid = data?.user.uid
  const token = data?.user.accessToken ?? null
  const [checked, setChecked] = useState<StoredPerson | null>(null)
  const [progress, setProgress] = useState<'in' | 'out' | null>(null)
  const [failed, setFailed] = useState(false)
  const [ended, setEnded] = useState<Ended | null>(null)
  const tokenRef = useRef(token)
  tokenRef.current = token
  /** The person who was asked about: once per sign-in, whatever new tokens their session is given meanwhile. */
  const requestedRef = useRef<Requested | null>(null)
  const isLeaving = useRef(false)
  const hasLeftElsewhere = useRef(false)
  /** The client holds no session, which may be the server's word or a lost connection; with nobody to lose it is not worth a question. */
  const isInDoubt = status === 'unauthenticated' && progress !== 'out' && (checked !== null || recallPerson(null) !== null)
  const { word, look } = useSessionWord(isInDoubt)
  const lookAgain = useCallback(() => void look(), [look])

  const letIn = useCallback((person: StoredPerson) => {
    hasLeftElsewhere.current = false
    setEnded(null)
    setChecked(person)
  }, [])

  const leave = useCallback(
    async ({ toast, isOver = false, everywhere = false, keys = false, afterwards }: SignOut & { toast?: string; isOver?: boolean } = {}) => {
      if (isLeaving.current) return
      isLeaving.current = true
      setProgress('out')
      try {
        // It came with the dialogs, behind the first drawing.
        const { endSession } = await import('./end-session.ts')
        await endSession(everywhere, keys)
      } catch {
        isLeaving.current = false
        setProgress(null)
        showToast({ severity: 'error', message: t('Signing out did not reach the server. Please try again.') })
        return
      }
      forgetPerson()
      await afterwards?.()
      setToAsk(true)
      setChecked(null)
      if (toast === undefined) {
        // A whole new page: nothing the person has seen stays in memory for the next one at this device.
        window.location.assign(loginPath)
        return
      }
      // A private page leads to login and says there why; anywhere else this is the only word of it.
      const isShownThere = isOver && window.location.pathname.startsWith('/private/')
      if (isOver) setEnded('by itself')
      if (!isShownThere) showToast({ severity: 'error', message: toast })
      isLeaving.current = false
      setProgress(null)
    },
    [t],
  )

  const check = useCallback(
    async (who: string, accessToken: string, isFirst: boolean) => {
      requestedRef.current = { who, accessToken, isAnswered: true }
      if (isFirst) setProgress('in')
      setFailed(false)
      try {
        const answer = await checkAccess(accessToken)
        if (!answer) return await leave({ toast: t(notAllowed) })
        storePerson(who, answer)
        setToAsk(false)
        letIn({ uid: who, answer })
      } catch (error) {
        if (asApiProblem(error).code === 'UNAUTHENTICATED') return await leave({ isOver: true, toast: t('Your sign-in has ended. Please sign in again.') })
        if (isFirst) setFailed(true)
        requestedRef.current = { who, accessToken, isAnswered: false }
      }
      if (isFirst) setProgress(null)
    },
    [leave, letIn, t],
  )

  useEffect(() => {
    if (status === 'loading' || isLeaving.current) return
    if (!uid) {
      requestedRef.current = null
      if (isInDoubt && word !== 'none') {
        // Nobody could say: who was here stays, and who comes is let in as they were remembered. The server decides on every call anyway.
        if (word === 'silent' && !checked) setChecked(recallPerson(null))
        return
      }
      // Signed out here, in another tab, or by time: what was remembered of the person goes too.
      if (checked) {
        setChecked(null)
        setEnded(hasLeftElsewhere.current ? 'elsewhere' : 'by itself')
      }
      forgetPerson()
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
        letIn(remembered)
        setProgress(null)
        // Let in without asking; only where nothing is known of the person, their name and roles are fetched behind.
        if (remembered.answer.roles.length > 0) requestedRef.current = { who: uid, accessToken: token, isAnswered: true }
        else void check(uid, token, false)
        return
      }
    }
    if (mustAskAbout(requestedRef.current, uid, token)) void check(uid, token, !isKnown)
  }, [status, uid, token, data?.error, checked, isInDoubt, word, check, leave, letIn, t])

  useEffect(() => {
    connect({
      token: () => usableToken(tokenRef.current, Date.now()),
      // The session is asked for once more; when it is gone too, the person is informed and signed out.
      onUnauthenticated: () => {
        if (isLeaving.current) return
        void look().then((answer) => {
          if (answer === 'none' && tokenRef.current !== null) void leave({ isOver: true, toast: t('Your sign-in has ended. Please sign in again.') })
        })
      },
      // A stored operator spares the check at the beginning; the first call finds out.
      onRefused: () => leave({ toast: t(notAllowed) }),
    })
  }, [look, leave, t])

  useEffect(
    () =>
      onSignOutElsewhere(() => {
        hasLeftElsewhere.current = true
      }),
    [],
  )

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
    const isPreserved = isInDoubt && word !== 'none'
    const answer = checked && (checked.uid === uid || isPreserved) ? checked.answer : null
    // Already in the drawing in which the session is gone: a private page is left at once, before any effect here has run.
    const hasJustEnded = checked !== null && isInDoubt && word === 'none'
    const isWaiting = progress === 'out' || (isPreserved && !answer)
    return {
      status: isWaiting ? 'loading' : answer ? 'authenticated' : status === 'unauthenticated' || failed ? 'unauthenticated' : 'loading',
      answer,
      ended: ended ?? (hasJustEnded ? (hasLeftElsewhere.current ? 'elsewhere' : 'by itself') : null),
      isOffline: isPreserved && word === 'silent',
      lookAgain,
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
        const problem = await (await import('./password-sign-in.ts')).signInWithPassword(email, password)
        // Signed in: the dialog stays until access has been asked about.
        if (problem) setProgress(null)
        return problem
      },
      signOut: (options) => void leave(options),
    }
  }, [checked, uid, token, status, failed, ended, isInDoubt, word, progress, lookAgain, check, leave, t])

  return (
    <AccessContext value={access}>
      {children}
      <Suspense fallback={null}>{progress ? <ProgressDialog progress={progress} /> : null}</Suspense>
    </AccessContext>
  )
}
