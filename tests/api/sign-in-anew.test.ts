// Somebody bound to the account they signed in with first, in a programme that has changed its ways in: refused, until an
// administrator lets them sign in anew. Through the whole product, over the ways of the sign-in stage.
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { behaviours } from '#server/behaviours.ts'
import { standInPassword } from '#server/dev/identity-toolkit.ts'
import { signInOverHttp } from '#server/dev/sign-in.ts'
import { browserAt, openStage, type Stage, wool } from './sign-in-stage.ts'

let stage: Stage
let app: Hono
beforeAll(async () => {
  stage = await openStage()
  const { database, signIn, hosts } = stage
  app = createApp({ database, signIn, tenants: hosts, behaviours, authenticate: signIn.authenticate, log: () => {}, now: () => new Date() })
})
afterAll(async () => {
  await stage.close()
})

const byProvider = () => signInOverHttp(wool, 'omar@cotton.example', { transport: stage.transport })
async function byPassword(): Promise<{ status: number; isIn: boolean; message: string | null }> {
  const answer = await fetch(`${stage.toolkit.settings.standIn}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'omar@cotton.example', password: standInPassword }),
  })
  const { idToken, refreshToken } = (await answer.json()) as { idToken: string; refreshToken: string }
  const browser = browserAt(stage, wool)
  const response = await browser.post('/api/auth/callback/firebase', { idToken, refreshToken })
  const { url } = (await response.json()) as { url: string }
  const { user } = await browser.json<{ user?: object }>('/api/auth/session')
  return { status: response.status, isIn: user !== undefined, message: new URL(url).searchParams.get('error') }
}
const letAnew = async (login: string, data: object = { reason: 'Signs in by e-mail from now on' }) => {
  const path = `${wool}/api/operators/-/user/${stage.people['omar@wool']}/events`
  const response = await app.request(path, {
    method: 'POST',
    headers: { host: new URL(wool).host, authorization: `Bearer ${await stage.token(login)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ eventType: 'SIGN_IN_FREED', occurredAt: new Date().toISOString(), data }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> & { event: { id: string } } }
}
const subjectOfOmar = async () =>
  (
    await stage.database.transaction(stage.tenants.wool.id, (db) =>
      db
        .selectFrom('user')
        .select('identity_subject')
        .where('tenant_id', '=', stage.tenants.wool.id)
        .where('id', '=', stage.people['omar@wool'] as string)
        .executeTakeFirstOrThrow(),
    )
  ).identity_subject

describe('SIGN_IN_FREED of a user', () => {
  it('is needed: somebody bound to the identity provider is refused by e-mail and password (AccountNotLinked)', async () => {
    await byProvider()
    expect(await byPassword()).toEqual({ status: 401, isIn: false, message: 'OAuthAccountNotLinked' })
  })
  it('is refused without a reason (400), and the account stays bound', async () => {
    expect(await letAnew('ines@wool', {})).toMatchObject({ status: 400, body: { fields: [{ path: 'data.reason' }] } })
    expect(await subjectOfOmar()).toBe(`${stage.idp.issuer}|omar@cotton.example`)
  })
  it('by an administrator ends their sessions, tells why in the history, and binds the next verified sign-in', async () => {
    const { accessToken } = await byProvider()
    const freed = await letAnew('ines@wool')
    expect([freed.status, await subjectOfOmar()]).toEqual([201, null])
    const bearer = { host: new URL(wool).host, authorization: `Bearer ${accessToken}` }
    expect((await app.request(`${wool}/api/operators/-/user`, { headers: bearer })).status).toBe(401)
    expect(await byPassword()).toEqual({ status: 200, isIn: true, message: null })
    expect(await subjectOfOmar()).toMatch(/^https:\/\/securetoken\.google\.com\//)
    // The former account is nobody's now: an address can change hands.
    await expect(byProvider()).rejects.toThrow('error=OAuthAccountNotLinked')
  })
  it('cannot be taken back (409): whoever signed in since is bound again', async () => {
    const freed = await letAnew('ines@wool')
    const response = await app.request(`${wool}/api/operators/-/user/${stage.people['omar@wool']}/events/${freed.body.event.id}/void`, {
      method: 'POST',
      headers: { host: new URL(wool).host, authorization: `Bearer ${await stage.token('ines@wool')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'INCORRECT_DATA' }),
    })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([409, 'STATE_CONFLICT'])
  })
})
