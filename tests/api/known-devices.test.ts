// A sign-in on a device that a person has not used before is said to them and to administrators (LOGIN_NEW_DEVICE, domain dictionary 9): not the first one,
// not the same browser after signing out, and no more often than once a day.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteDevice } from '#server/auth/known-devices.ts'
import { signInOverHttp } from '#server/dev/sign-in.ts'
import { browserAt, cotton, dairy, openStage, type Stage } from './sign-in-stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  await stage.close()
})

/** `device`: the cookie of a browser; null: one that is new. Answers the one it has then. */
async function signIn(login: string, device: string | null = null, origin = cotton): Promise<string> {
  const { cookie } = await signInOverHttp(origin, login, {
    transport: (request) => {
      const sent = request.headers.get('cookie')
      if (device !== null && !sent?.includes('farmbook.device=')) request.headers.set('cookie', [sent, `farmbook.device=${device}`].filter(Boolean).join('; '))
      return stage.transport(request)
    },
  })
  return /farmbook\.device=([^;]+)/.exec(cookie)?.[1] ?? ''
}
const notices = async (tenant: 'cotton' | 'dairy' = 'cotton'): Promise<string[]> =>
  stage.database.transaction(stage.tenants[tenant].id, async (db) => {
    const { rows } = await sql<{
      subject: string
    }>`select unnest(subject_ids)::text as subject from outbox where tenant_id = ${stage.tenants[tenant].id} and code = 'LOGIN_NEW_DEVICE'`.execute(db)
    return rows.map(({ subject }) => Object.entries(stage.people).find(([, id]) => id === subject)?.[0] ?? subject)
  })
const devicesOf = async (login: string): Promise<number> =>
  stage.database.transaction(stage.tenants.cotton.id, async (db) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from known_device
      where tenant_id = ${stage.tenants.cotton.id} and user_id = ${stage.people[login] ?? ''}::uuid`.execute(db)
    return rows[0]?.count ?? 0
  })

describe('devices of a person', () => {
  it('are known by a cookie that scripts do not see and that gives no access; the first one is not new', async () => {
    const browser = browserAt(stage, cotton)
    const device = await signIn('omar@cotton')
    expect(device).toMatch(/^[A-Za-z0-9_-]{43}$/)
    browser.jar.set('farmbook.device', device)
    expect(await browser.json('/api/auth/session')).toEqual({})
    expect(await notices()).toEqual([])
    // The same browser again, after signing out or not.
    expect(await signIn('omar@cotton', device)).toBe(device)
    expect(await notices()).toEqual([])
    expect(await devicesOf('omar@cotton')).toBe(1)
  })
  it('are stored as hashes', async () => {
    const device = await signIn('omar@cotton')
    const { rows } = await stage.database.transaction(stage.tenants.cotton.id, (db) =>
      sql<{ hash: string }>`select token_hash as hash from known_device`.execute(db),
    )
    for (const { hash } of rows) expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(rows)).not.toContain(device)
  })
  it('are said when they are new, once a day however many, and each person has their own', async () => {
    // Of the test before, in which Omar signed in on a second browser.
    expect(await notices()).toEqual(['omar@cotton'])
    const third = await signIn('omar@cotton')
    expect(await notices()).toEqual(['omar@cotton'])
    // Somebody else at the same browser, for the first time at all: their first device.
    await signIn('ada@cotton', third)
    expect(await notices()).toEqual(['omar@cotton'])
    await signIn('ada@cotton')
    expect((await notices()).sort()).toEqual(['ada@cotton', 'omar@cotton'])
    expect(await notices('dairy')).toEqual([])
  })
  it('take no cookie that somebody made up, and are no more than fifty', async () => {
    for (const made of ['x', '../../etc', 'a'.repeat(5000)]) expect(await signIn('omar@cotton', made)).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const { cotton: tenant } = stage.tenants
    for (let n = 0; n < 52; n++)
      await stage.database.transaction(tenant.id, (db) => noteDevice(db, tenant.id, stage.people['omar@cotton'] ?? '', `device ${n}`, new Date()))
    expect(await devicesOf('omar@cotton')).toBe(50)
  })
  it('are of one programme: the same browser is unknown to the other', async () => {
    const device = await signIn('omar@cotton')
    await signIn('dina@dairy', null, dairy)
    expect(await notices('dairy')).toEqual([])
    await signIn('dina@dairy', device, dairy)
    expect(await notices('dairy')).toEqual(['dina@dairy'])
  })
})
