// What is known of a caller is read again on each call: whatever changes is felt by the very next one, and nothing is written meanwhile.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { createApp } from '#server/app.ts'
import { createSignIn } from '#server/auth/sign-in.ts'
import { mintAccessToken, type Secrets } from '#server/auth/tokens.ts'
import { type Client, clientOf } from '../harness/client.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { ok } from './chain-stage.ts'

const secrets: Secrets = ['a secret of the tests, long enough']
const clock = () => new Date('2026-01-15T06:30:00Z')
let world: World
let app: ReturnType<typeof createApp>
beforeAll(async () => {
  world = await openWorld({ now: clock })
  const { database, behaviours, log } = world.deps
  const signIn = createSignIn({ database, behaviours, log, clock, settings: { secrets, isSecure: false, providers: [], firebase: null } })
  app = createApp({ ...world.deps, authenticate: signIn.authenticate })
})

/** A person of the cast by a token of a session of their own. */
async function signedIn(name: string): Promise<{ client: Client; sid: string }> {
  const { id: tenantId, subdomain } = world.tenants.cotton
  const userId = world.people[name]?.id as string
  const sid = randomUUID()
  await world.database.transaction(tenantId, (db) =>
    db
      .insertInto('session_token')
      .values({
        tenant_id: tenantId,
        sid,
        user_id: userId,
        provider: 'test',
        subject: name,
        refresh_hash: 'x',
        sealed_tokens: 'x',
        created_at: clock(),
        seen_at: clock(),
      })
      .execute(),
  )
  const { token } = await mintAccessToken(secrets, tenantId, { uid: name, sid, userId }, clock())
  return { sid, client: clientOf(app, `${subdomain}.farmbook.test`, { authorization: `Bearer ${token}`, 'x-client': 'web' }, '/api/operators/OP1') }
}
const change = (name: string, values: Record<string, unknown>) =>
  world.database.transaction(world.tenants.cotton.id, (db) =>
    db
      .updateTable('user')
      .set(values)
      .where('tenant_id', '=', world.tenants.cotton.id)
      .where('id', '=', world.people[name]?.id as string)
      .execute(),
  )
let products = 0
const product = () => ({ ...sampleOf(entityOf('product')), code: `RC-${++products}` })

describe('a caller who is remembered', () => {
  it('loses a role at once: the next write is refused and nothing is written', async () => {
    const { client } = await signedIn('ada')
    await ok(client.post('/product', product()))
    await ok(client.post('/product', product()))
    await change('ada', { roles: JSON.stringify([{ role: 'FIELD_OFFICER', operatorIds: [world.places.cotton.OP1?.id], villages: [] }]) })
    const before = await rowCounts(world)
    expect(await client.post('/product', product(), { 'idempotency-key': 'role-lost' })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await rowCounts(world)).toEqual(before)
    await change('ada', { roles: JSON.stringify([{ role: 'ADMIN' }]) })
    await ok(client.post('/product', product()))
  })
  it('is suspended at once, also where the answer is known by its key or a refusal would come before anything is asked', async () => {
    const { client } = await signedIn('omar')
    const body = { firstName: 'nobody' }
    const known = product()
    await ok(client.get('/farmer'))
    const stored = await client.post('/product', known, { 'idempotency-key': 'kept' })
    expect(stored.status).toBe(201)
    expect((await client.post('/product', known, { 'idempotency-key': 'kept' })).headers.get('idempotent-replayed')).toBe('true')
    expect((await client.post('/farmer', body)).status).toBe(400)
    await change('omar', { status: 'SUSPENDED' })
    const before = await rowCounts(world)
    for (const answer of [await client.get('/farmer'), await client.post('/product', known, { 'idempotency-key': 'kept' }), await client.post('/farmer', body)])
      expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await rowCounts(world)).toEqual(before)
    await change('omar', { status: 'ACTIVE' })
    await ok(client.get('/farmer'))
  })
  it('keeps the roles that can be read where others of the row cannot', async () => {
    const { client } = await signedIn('leela')
    const own = { role: 'FIELD_OFFICER', operatorIds: [world.places.cotton.OP1?.id, 7], villages: [] }
    await change('leela', { roles: JSON.stringify([null, 'ADMIN', ['ADMIN'], { role: 'toString' }, { role: 7 }, own]) })
    await ok(client.get('/farmer'))
    expect(await client.post('/product', product())).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  })
  it('is signed out at once when the session ends', async () => {
    const { client, sid } = await signedIn('fatima')
    await ok(client.get('/farmer'))
    await ok(client.get('/farmer'))
    await world.database.transaction(world.tenants.cotton.id, (db) =>
      db.deleteFrom('session_token').where('tenant_id', '=', world.tenants.cotton.id).where('sid', '=', sid).execute(),
    )
    expect(await client.get('/farmer')).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    expect(await client.get('/farmer')).toMatchObject({ status: 401 })
  })
  it('is signed out also where the last message of a read fails', async () => {
    const { client, sid } = await signedIn('fatima')
    await ok(client.get('/farmer'))
    await world.database.script('revoke select on farmer from farmbook_app')
    try {
      expect((await client.get('/farmer')).status).toBe(500)
      await world.database.transaction(world.tenants.cotton.id, (db) =>
        db.deleteFrom('session_token').where('tenant_id', '=', world.tenants.cotton.id).where('sid', '=', sid).execute(),
      )
      expect(await client.get('/farmer')).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    } finally {
      await world.database.script('grant select on farmer to farmbook_app')
    }
    expect(await client.get('/farmer')).toMatchObject({ status: 401 })
  })
  it('finds the operator of the address as it is called now', async () => {
    const { client } = await signedIn('omar')
    const rename = (code: string) =>
      world.database.transaction(world.tenants.cotton.id, (db) =>
        db
          .updateTable('collective')
          .set({ code })
          .where('tenant_id', '=', world.tenants.cotton.id)
          .where('id', '=', world.places.cotton.OP1?.id as string)
          .execute(),
      )
    await ok(client.get('/farmer'))
    await rename('OP1-NEW')
    expect((await client.get('/farmer')).status).toBe(404)
    await ok(client.get('/api/operators/OP1-NEW/farmer'))
    await rename('OP1')
    expect((await client.get('/api/operators/OP1-NEW/farmer')).status).toBe(404)
    await ok(client.get('/farmer'))
  })
})
