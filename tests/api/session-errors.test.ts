// The error catalogue: the table of docs/sign-in.md says what the code does, row by row; the library's errors arrive
// under the specification's names; and every sentence is there in Hindi.
import { readFileSync } from 'node:fs'
import { Auth, type AuthConfig } from '@auth/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authErrors, describeAuthError } from '#server/auth/errors.ts'
import { signInOverHttp } from '#server/dev/sign-in.ts'
import { sentencesIn } from '#server/messages/tables.ts'
import { problemNamed, problemOf } from '#web/session/problems.ts'
import { browserAt, cotton, openStage, type Stage } from './sign-in-stage.ts'

type Row = { name: string; code: string; arises: string; where: string; sentence: string }
const table = [...readFileSync('docs/sign-in.md', 'utf8').matchAll(/^\| (\w+) \| ([A-Z_]+) \| (.+?) \| (login|page|-) \| (.*?)\s*\|$/gm)].map(
  ([, name = '', code = '', arises = '', where = '', sentence = '']): Row => ({ name, code, arises, where, sentence }),
)
const rows: [string, { name: string; code: string; url?: string; isFault?: boolean }][] = Object.entries(authErrors)

describe('the table of docs/sign-in.md', () => {
  it('has exactly the classes and codes of the server, in its order', () => {
    expect(table.map(({ name, code }) => [name, code])).toEqual(rows.map(([, { name, code }]) => [name, code]))
  })
  it.each(rows)('says of %s what the person is shown', (type, { name, url, isFault }) => {
    const row = table.find((one) => one.name === name)
    if (url) expect([row?.where, row?.sentence]).toEqual(['login', problemNamed(url)])
    else if (isFault) expect([row?.where, row?.sentence]).toEqual(['page', problemOf('Configuration')])
    else expect([type, row?.where, row?.sentence]).toEqual([type, '-', ''])
  })
  it('has its sentences in Hindi', () => {
    for (const { sentence } of table) if (sentence) expect(sentencesIn('hi')[sentence], sentence).toMatch(/[\u0900-\u097f]/)
  })
})

describe('a fault of the configuration', () => {
  const sound: AuthConfig = { basePath: '/api/auth', trustHost: true, secret: 'x'.repeat(32), session: { strategy: 'jwt' }, providers: [] }
  const credentials = { id: 'c', name: 'C', type: 'credentials', credentials: {}, authorize: async () => null } as const
  const faults: [string, string, Partial<AuthConfig>][] = [
    ['MissingSecretError', 'NO_SECRET', { secret: [] }],
    ['MissingAuthorizeError', 'CALLBACK_CREDENTIALS_HANDLER_ERROR', { providers: [{ ...credentials, authorize: undefined } as never] }],
    ['UnsupportedStrategyError', 'CALLBACK_CREDENTIALS_JWT_ERROR', { providers: [credentials], session: { strategy: 'database' } }],
    [
      'MissingAdapterError',
      'EMAIL_REQUIRES_ADAPTER_ERROR',
      { session: { strategy: 'database' }, providers: [{ id: 'o', name: 'O', type: 'oidc', issuer: cotton }] },
    ],
    [
      'MissingAdapterMethodsError',
      'MISSING_ADAPTER_METHODS_ERROR',
      { session: { strategy: 'database' }, adapter: {}, providers: [{ id: 'o', name: 'O', type: 'oidc', issuer: cotton }] },
    ],
  ]
  it.each(faults)('arrives as %s (%s), and the answer tells a stranger nothing', async (name, code, change) => {
    const seen: ReturnType<typeof describeAuthError>[] = []
    const config = { ...sound, ...change, logger: { error: (error: Error) => void seen.push(describeAuthError(error)), warn: () => {}, debug: () => {} } }
    const answer = await Auth(new Request(`${cotton}/api/auth/signin`), config)
    expect(seen).toContainEqual(expect.objectContaining({ name, code, isFault: true }))
    expect(await answer.text()).not.toContain(code)
  })
})

describe('an error that somebody causes', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(async () => {
    await stage.close()
  })
  const logged = () => stage.logged.map(({ details }) => details.code)

  it('MissingAPIRouteError: no such call (400)', async () => {
    const answer = await stage.send(`${cotton}/api/auth/nonsense`)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'MALFORMED'])
  })
  it('JWT_SESSION_ERROR: a cookie that does not open is cleared and logged, and nobody is shown anything', async () => {
    const browser = browserAt(stage, cotton, 'farmbook.session=forged')
    expect(await browser.json('/api/auth/session')).toEqual({})
    expect(logged()).toContain('JWT_SESSION_ERROR')
  })
  it('MISSING_CSRF, INVALID_CALLBACK_URL_ERROR and INVALID_CHECK, each under its name', async () => {
    const browser = browserAt(stage, cotton)
    await browser.post('/api/auth/signin/oidc', { csrfToken: 'x' })
    await browser.post('/api/auth/signin/oidc', { callbackUrl: 'garbage' })
    await browser.send('/api/auth/callback/oidc?code=x&state=y')
    expect(logged()).toEqual(expect.arrayContaining(['MISSING_CSRF', 'INVALID_CALLBACK_URL_ERROR', 'INVALID_CHECK']))
  })
  it('leaves whoever is signed in alone', async () => {
    const { cookie } = await signInOverHttp(cotton, 'omar@cotton', { transport: stage.transport })
    const browser = browserAt(stage, cotton, cookie)
    await browser.post('/api/auth/signin/oidc', { callbackUrl: 'garbage' })
    expect(await browser.json('/api/auth/session')).toMatchObject({ user: { uid: 'omar@cotton.example' } })
  })
})
