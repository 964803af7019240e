// GET /api/auth: may this person come in? Asked with the token itself, because the session that holds it may
// be newer than what the typed client knows.
import { ApiProblem } from '#web/api/client.ts'
import { readAnswer } from './access-answer.ts'
import type { AccessAnswer } from './use-access.ts'

const patienceMs = 15_000

/** Null: not allowed. Throws ApiProblem: UNAUTHENTICATED when the token is refused, OFFLINE or another when nobody could say. */
export async function checkAccess(accessToken: string): Promise<AccessAnswer | null> {
  let response: Response
  try {
    response = await fetch('/api/auth', {
      headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
      credentials: 'include',
      signal: AbortSignal.timeout(patienceMs),
    })
  } catch {
    throw new ApiProblem('OFFLINE', 0, 'There is no connection to the server.')
  }
  if (!response.ok)
    throw new ApiProblem(response.status === 401 ? 'UNAUTHENTICATED' : 'UNREADABLE', response.status, 'Whether you have access could not be checked.')
  const body = (await response.json().catch(() => null)) as { allow?: unknown } | null
  if (body?.allow === false) return null
  const answer = readAnswer(body)
  if (!answer) throw new ApiProblem('UNREADABLE', response.status, /* i18n */ 'The answer could not be read.')
  return answer
}
