// The page somebody wanted is not lost because the first attempt to sign in failed; and a link to a provider begins nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserAt, cotton, openStage, type Stage, wool } from './sign-in-stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  await stage.close()
})

const wanted = '/private/farmbook/OP1/farmer/list?q=patidar'
/** Where the client asks to be brought back to: the login page, which knows the rest of the way. */
const viaLogin = (redirect: string, origin = cotton) => `${origin}/public/login?${new URLSearchParams({ redirect })}`
const begin = async (callbackUrl: string) => {
  const browser = browserAt(stage, cotton)
  const { url } = (await (await browser.post('/api/auth/signin/oidc', { callbackUrl })).json()) as { url: string }
  return { browser, state: new URL(url).searchParams.get('state') ?? '' }
}
const cancel = async (callbackUrl: string) => {
  const { browser, state } = await begin(callbackUrl)
  const query = new URLSearchParams({ error: 'access_denied', state, iss: stage.idp.issuer })
  return readingOf((await browser.send(`/api/auth/callback/oidc?${query}`)).headers.get('location'))
}
const readingOf = (address: string | null | undefined) => {
  const { origin, pathname, searchParams } = new URL(address ?? 'none:')
  return [origin + pathname, searchParams.get('error'), searchParams.get('redirect')]
}
const urlOf = async (answer: Response) => readingOf(((await answer.json()) as { url: string }).url)

describe('a failed attempt leads to the login page', () => {
  it.each(['https://evil.test/x', '//evil.test', '/', '/public/login', '/public/auth-error', '/api/auth/signout'])(
    'without a way back when that would be %s',
    async (redirect) => {
      expect(await cancel(viaLogin(redirect))).toEqual([`${cotton}/public/login`, 'OAuthCallbackError', null])
    },
  )
  it('without the wish of an attempt before this one', async () => {
    const { browser } = await begin(viaLogin(wanted))
    expect(await urlOf(await browser.post('/api/auth/signin/oidc', { csrfToken: 'x', callbackUrl: `${cotton}/public/login` }))).toEqual([
      `${cotton}/public/login`,
      'MissingCSRF',
      null,
    ])
  })
  it('with the page that was wanted, when the person turned back at the provider', async () => {
    expect(await cancel(viaLogin(wanted))).toEqual([`${cotton}/public/login`, 'OAuthCallbackError', wanted])
    expect(await cancel(cotton + wanted)).toEqual([`${cotton}/public/login`, 'OAuthCallbackError', wanted])
  })
  it('with it, when the form had no good CSRF token', async () => {
    const answer = await browserAt(stage, cotton).post('/api/auth/signin/oidc', { csrfToken: 'x', callbackUrl: viaLogin(wanted) })
    expect(await urlOf(answer)).toEqual([`${cotton}/public/login`, 'MissingCSRF', wanted])
  })
  it('with it, when the sign-in details were not accepted', async () => {
    const answer = await browserAt(stage, wool).post('/api/auth/callback/firebase', { idToken: 'x', callbackUrl: viaLogin(wanted, wool) })
    expect([answer.status, await urlOf(answer)]).toEqual([401, [`${wool}/public/login`, 'CredentialsSignin', wanted]])
  })
  it('with it, when the callbackUrl of a later form is garbage', async () => {
    const { browser } = await begin(viaLogin(wanted))
    expect(await urlOf(await browser.post('/api/auth/signin/oidc', { callbackUrl: 'garbage' }))).toEqual([
      `${cotton}/public/login`,
      'InvalidCallbackUrl',
      wanted,
    ])
  })
  it('with it, when there were too many attempts (429)', async () => {
    const body = () => new URLSearchParams({ json: 'true', callbackUrl: viaLogin(wanted) })
    const attempt = () =>
      stage.signIn.answer({
        request: new Request(`${cotton}/api/auth/signin/nobody`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', origin: cotton },
          body: body(),
        }),
        site: { tenant: stage.tenants.cotton, origin: cotton, subdomain: 'cotton' },
        caller: 'in a hurry',
        requestId: 'r',
      })
    let answer = await attempt()
    for (let at = 0; at < 61 && answer.status !== 429; at++) answer = await attempt()
    expect([answer.status, await urlOf(answer)]).toEqual([429, [`${cotton}/public/login`, 'RateLimited', wanted]])
  })
})

describe('GET /api/auth/signin/{provider}', () => {
  it.each(['oidc', 'firebase', 'nobody'])('of %s, a link or a bookmark, opens the sign-in page with the way back, and is no fault', async (provider) => {
    stage.logged.length = 0
    const answer = await browserAt(stage, cotton).send(`/api/auth/signin/${provider}?${new URLSearchParams({ callbackUrl: cotton + wanted })}`)
    const { origin, pathname, searchParams } = new URL(answer.headers.get('location') ?? 'none:', cotton)
    expect([answer.status, origin + pathname, searchParams.get('callbackUrl'), searchParams.get('error')]).toEqual([
      302,
      `${cotton}/public/login`,
      cotton + wanted,
      null,
    ])
    expect(stage.logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})
