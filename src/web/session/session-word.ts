// What the server itself says of the session. The session client takes a call without a readable answer for no session
// (CLIENT_FETCH_ERROR, specification section 8), and once it has none it looks again at nothing but another tab's message.
// So before anybody is shown out the server is asked directly; and when there is a session after all, the client is sent for it.
import { useCallback, useEffect, useRef, useState } from 'react'

/** `silent`: no connection, a proxy's page, a server that cannot say. Nothing is known then, and nobody is signed out. */
type Answer = 'open' | 'none' | 'silent'
const patienceMs = 15_000
/** Seconds between looks while the server is silent; a window that is looked at, or a connection that comes back, look at once. */
const lookAgainS = 15

/** Never throws. Only our own answer counts: 200 with a JSON object, which is empty when there is no session. */
async function askForSession(): Promise<Answer> {
  try {
    const response = await fetch('/api/auth/session', { signal: AbortSignal.timeout(patienceMs), credentials: 'same-origin' })
    const body: unknown = response.status === 200 ? await response.json() : null
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'silent'
    return 'user' in body ? 'open' : Object.keys(body).length === 0 ? 'none' : 'silent'
  } catch {
    return 'silent'
  }
}

/** Where the session client informs other tabs of what happened. */
const clientChannel = 'nextauth.message'

/** Calls back when another tab of this browser signs out; answers how to stop listening. */
export function onSignOutElsewhere(react: () => void): () => void {
  const read = ({ key, newValue }: StorageEvent) => {
    if (key === clientChannel && newValue?.includes('"signout"')) react()
  }
  window.addEventListener('storage', read)
  return () => window.removeEventListener('storage', read)
}

/** The client fetches the session as if another tab had asked for it: the one way on which it looks though it has none. */
const sendClient = () =>
  window.dispatchEvent(new StorageEvent('storage', { key: clientChannel, newValue: JSON.stringify({ event: 'session', data: { trigger: 'getSession' } }) }))

export type SessionWord = 'asking' | 'none' | 'silent'

/**
 * `isInDoubt`: the client holds no session, but somebody was here. As long as that is so the server is asked, again and again until it
 * answers. `look` asks at once, at any time; calls that come meanwhile share its answer.
 */
export function useSessionWord(isInDoubt: boolean): { word: SessionWord; look: () => Promise<Answer> } {
  const [word, setWord] = useState<SessionWord>('asking')
  const underWay = useRef<Promise<Answer> | null>(null)
  const inDoubt = useRef(isInDoubt)
  inDoubt.current = isInDoubt

  const look = useCallback(() => {
    underWay.current ??= askForSession().then((answer) => {
      underWay.current = null
      if (answer === 'open') sendClient()
      if (inDoubt.current) setWord(answer === 'open' ? 'asking' : answer)
      return answer
    })
    return underWay.current
  }, [])

  useEffect(() => {
    if (!isInDoubt) setWord('asking')
  }, [isInDoubt])

  const isOpenQuestion = isInDoubt && word !== 'none'
  useEffect(() => {
    if (!isOpenQuestion) return
    const again = () => {
      if (document.visibilityState === 'visible') void look()
    }
    void look()
    document.addEventListener('visibilitychange', again)
    window.addEventListener('online', again)
    const timer = setInterval(again, lookAgainS * 1000)
    return () => {
      document.removeEventListener('visibilitychange', again)
      window.removeEventListener('online', again)
      clearInterval(timer)
    }
  }, [isOpenQuestion, look])

  return { word: isInDoubt ? word : 'asking', look }
}
