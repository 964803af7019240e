// People of a programme: who may look at whom, how they are invited again, and that somebody can always administer it.
// Refusals first, then what is done, then the trace it left.
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import type { Client } from '../harness/client.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Json, ok } from './chain-stage.ts'

let world: World
let now: number
beforeAll(async () => {
  now = Date.now()
  world = await openWorld({ now: () => new Date(now) })
})
beforeEach(() => {
  // Long enough after whatever was done before.
  now += 3_600_000
})

const ada = () => world.as('ada', '-')
const op1 = () => world.places.cotton.OP1?.id as string
const blocked = { status: 422, body: { code: 'RULE_BLOCKED', ruleId: '6.4' } }
let number = 0
const invite = (changes: Record<string, unknown> = {}): Promise<Json> =>
  ok(
    ada().post('/user', {
      name: 'Nina Rao',
      email: `nina.${++number}@cotton.example`,
      locale: 'en',
      mfa: false,
      roles: [{ role: 'FIELD_OFFICER', operatorIds: [op1()] }],
      ...changes,
    }),
  )
const record = (id: string, eventType: string, data: Record<string, unknown> = {}, who: Client = ada(), headers: Record<string, string> = {}) =>
  who.post(`/user/${id}/events`, { eventType, occurredAt: new Date(now).toISOString(), data }, headers)
const edit = async (id: string, changes: Record<string, unknown>, who: Client = ada()) => {
  const { headers } = await who.get(`/user/${id}`)
  return who.patch(`/user/${id}`, changes, { 'if-match': headers.get('etag') ?? '' })
}
const inTenant = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) => world.database.transaction(world.tenants.cotton.id, work)
const signInFirst = (id: string) =>
  inTenant((db) =>
    db
      .updateTable('user')
      .set({ status: 'ACTIVE', identity_subject: `test|${id}` })
      .where('id', '=', id)
      .execute(),
  )
const signedIn = (userId: string, device: string | null = 'Chrome, Android') =>
  inTenant((db) =>
    db
      .insertInto('session_token')
      .values({
        tenant_id: world.tenants.cotton.id,
        sid: randomUUID(),
        user_id: userId,
        provider: 'oidc',
        subject: 'nina',
        device,
        refresh_hash: 'x',
        sealed_tokens: 'x',
        created_at: new Date(now - 7_200_000),
        seen_at: new Date(now),
      })
      .execute(),
  )

describe('who sees whom', () => {
  it('is for administrators to create, edit and decide (403 for everybody else, and nobody is found)', async () => {
    const { id } = await invite()
    for (const person of ['omar', 'fatima', 'ines', 'pooja', 'paul', 'carla']) {
      const who = world.as(person)
      expect([
        person,
        (await who.post('/user', { name: 'X', email: 'x@cotton.example', locale: 'en', mfa: false, roles: [{ role: 'ADMIN' }] })).status,
      ]).toEqual([person, 403])
      const answers = [
        await who.get(`/user/${id}`),
        await record(id, 'SUSPENDED', { reason: 'x' }, who),
        await who.get(`/user/${id}/sessions`),
        await who.get(`/user/${id}/activity`),
      ]
      expect([person, answers.map(({ status }) => status)]).toEqual([person, [404, 404, 404, 404]])
      expect([person, (await who.get('/user/export?format=csv')).status]).toEqual([person, 403])
    }
  })
  it('lists a manager the people of their operator, a processor’s user those of their processor, and everybody else nobody (403)', async () => {
    const gin = world.places.cotton['KHARGONE-GIN']?.id as string
    const [field, ginner] = [await invite(), await invite({ roles: [{ role: 'PROCESSOR_USER', processorIds: [gin] }] })]
    const listed = async (who: string) => (await ok(world.as(who).get('/user?limit=200'))).items.map(({ id }: Json) => id) as string[]
    expect((await listed('omar')).filter((id) => [field.id, ginner.id].includes(id))).toEqual([field.id])
    expect(await listed('leela')).not.toContain(field.id)
    expect((await listed('paul')).filter((id) => [field.id, ginner.id].includes(id))).toEqual([ginner.id])
    for (const person of ['fatima', 'ines', 'pooja', 'carla']) expect([person, (await world.as(person).get('/user')).status]).toEqual([person, 403])
  })
  it('knows the roles, operators and processors of somebody beside the list of grants, to filter by', async () => {
    const person = await invite({
      roles: [
        { role: 'FIELD_OFFICER', operatorIds: [op1()] },
        { role: 'INTERNAL_INSPECTOR', operatorIds: [op1()] },
      ],
    })
    expect(person).toMatchObject({ heldRoles: ['FIELD_OFFICER', 'INTERNAL_INSPECTOR'], operatorIds: [op1()], processorIds: [] })
    const inspectors = await ok(ada().get('/user?filter[heldRoles]=INTERNAL_INSPECTOR&limit=200'))
    expect(inspectors.items.map(({ id }: Json) => id)).toContain(person.id)
    expect(inspectors.items.every(({ heldRoles }: Json) => heldRoles.includes('INTERNAL_INSPECTOR'))).toBe(true)
  })
  it('refuses a role that reaches nothing (400 at the roles)', async () => {
    const body = { name: 'No Where', email: 'nowhere@cotton.example', locale: 'en', mfa: false }
    for (const roles of [[{ role: 'FIELD_OFFICER' }], [{ role: 'PROCESSOR_USER', operatorIds: [op1()] }], []])
      expect(await ada().post('/user', { ...body, roles })).toMatchObject({ status: 400, body: { fields: [{ path: 'roles' }] } })
  })
})

describe('the last administrator', () => {
  const dina = () => world.as('dina', '-')
  const id = () => world.people.dina?.id as string
  it('is not suspended, deactivated, or left without the role (422 6.4)', async () => {
    expect(await record(id(), 'SUSPENDED', { reason: 'x' }, dina())).toMatchObject(blocked)
    expect(await record(id(), 'DEACTIVATED', { reason: 'x' }, dina())).toMatchObject(blocked)
    expect(await edit(id(), { roles: [{ role: 'BRAND_VIEWER' }] }, dina())).toMatchObject(blocked)
    expect(await dina().get(`/user/${id()}`)).toMatchObject({ body: { status: 'ACTIVE', roles: [{ role: 'ADMIN' }] } })
  })
  it('may not go because somebody was invited, only once that person has come in (422 6.4, then 201)', async () => {
    const body = { name: 'Second', email: 'second@dairy.example', locale: 'en', mfa: false, roles: [{ role: 'ADMIN' }] }
    const second = await ok(dina().post('/user', body))
    expect(await record(id(), 'SUSPENDED', { reason: 'x' }, dina())).toMatchObject(blocked)
    await world.database.transaction(world.tenants.dairy.id, (db) => db.updateTable('user').set({ status: 'ACTIVE' }).where('id', '=', second.id).execute())
    expect((await record(id(), 'SUSPENDED', { reason: 'x' }, dina())).status).toBe(201)
    const other = world.asUser({ id: second.id, name: 'Second', email: body.email, grants: [{ role: 'ADMIN' }] } satisfies User, 'dairy', '-')
    expect(await record(second.id, 'DEACTIVATED', { reason: 'x' }, other)).toMatchObject(blocked)
    // Taking back a reinstatement suspends too.
    const { event } = await ok(record(id(), 'REINSTATED', { reason: 'x' }, other))
    await world.database.transaction(world.tenants.dairy.id, (db) => db.updateTable('user').set({ status: 'SUSPENDED' }).where('id', '=', second.id).execute())
    expect(await dina().post(`/user/${id()}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' })).toMatchObject(blocked)
  })
  it('is not retired while invited', async () => {
    const someone = await invite({ roles: [{ role: 'ADMIN' }] })
    await inTenant((db) =>
      db
        .updateTable('user')
        .set({ status: 'SUSPENDED' })
        .where('id', '=', world.people.ada?.id as string)
        .execute(),
    )
    try {
      expect(await ada().delete(`/user/${someone.id}`)).toMatchObject(blocked)
    } finally {
      await inTenant((db) =>
        db
          .updateTable('user')
          .set({ status: 'ACTIVE' })
          .where('id', '=', world.people.ada?.id as string)
          .execute(),
      )
    }
    expect((await ada().delete(`/user/${someone.id}`)).status).toBe(204)
  })
})

describe('sending an invitation again', () => {
  it('is refused within five minutes of the last one (429 with Retry-After), then begins the time anew and makes another link', async () => {
    const { id, invitedAt, invitationExpiresAt, invitedBy } = await invite()
    expect([invitedAt, invitationExpiresAt, invitedBy]).toEqual([
      new Date(now).toISOString(),
      new Date(now + 14 * 86_400_000).toISOString(),
      world.people.ada?.id,
    ])
    const first = (await ada().get(`/user/${id}/invitation`)).body.link
    now += 240_000
    const refused = await record(id, 'INVITATION_SENT')
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'TOO_MANY', '60'])
    now += 60_000
    const again = await ok(record(id, 'INVITATION_SENT', {}, ada(), { 'idempotency-key': `again-${id}` }))
    // The same click sent twice is one invitation.
    expect((await ok(record(id, 'INVITATION_SENT', {}, ada(), { 'idempotency-key': `again-${id}` }))).event).toEqual(again.event)
    const person = await ok(ada().get(`/user/${id}`))
    expect([person.invitedAt, person.invitationExpiresAt]).toEqual([new Date(now).toISOString(), new Date(now + 14 * 86_400_000).toISOString()])
    const links = [first, (await ada().get(`/user/${id}/invitation`)).body.link]
    const opened = await Promise.all(links.map((link) => world.stranger().get(`/api/public/invitation/${new URL(link).searchParams.get('invitation')}`)))
    expect(opened.map(({ body }) => body.state)).toEqual(['REPLACED', 'OPEN'])
    expect((await ok(ada().get(`/user/${id}/history`))).items.map(({ eventType }: Json) => eventType)).toEqual(['INVITATION_SENT', 'CREATED'])
  })
  it('is not for whoever is in, suspended or gone (409)', async () => {
    const [inside, suspended, gone] = [await invite(), await invite(), await invite()]
    await signInFirst(inside.id)
    await ok(record(suspended.id, 'SUSPENDED', { reason: 'x' }))
    await ok(record(gone.id, 'DEACTIVATED', { reason: 'x' }))
    for (const { id } of [inside, suspended, gone]) {
      expect(await record(id, 'INVITATION_SENT')).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT' } })
      expect(await ada().get(`/user/${id}/invitation`)).toMatchObject({ status: 409 })
    }
  })
  it('takes the days the programme chose', async () => {
    const { id } = world.tenants.cotton
    await world.database.platform((db) =>
      db
        .updateTable('tenant')
        .set({ config: JSON.stringify({ invitationDays: 3 }) })
        .where('id', '=', id)
        .execute(),
    )
    world.deps.tenants.forget()
    try {
      expect((await invite()).invitationExpiresAt).toBe(new Date(now + 3 * 86_400_000).toISOString())
    } finally {
      await world.database.platform((db) => db.updateTable('tenant').set({ config: '{}' }).where('id', '=', id).execute())
      world.deps.tenants.forget()
    }
  })
  it('invites anew whoever comes back and has never been in; who has been in is simply back', async () => {
    const [never, once] = [await invite(), await invite()]
    await signInFirst(once.id)
    for (const { id } of [never, once]) await ok(record(id, 'SUSPENDED', { reason: 'Away' }))
    now += 30 * 86_400_000
    for (const { id } of [never, once]) await ok(record(id, 'REINSTATED', { reason: 'Back' }))
    expect((await ok(ada().get(`/user/${never.id}`))).status).toBe('INVITED')
    expect((await ok(ada().get(`/user/${never.id}/invitation`))).isLapsed).toBe(false)
    expect((await ok(ada().get(`/user/${once.id}`))).status).toBe('ACTIVE')
  })
})

describe('GET /api/public/invitation/{token}', () => {
  const open = (token: string, host?: string) => world.stranger(host).get(`/api/public/invitation/${token}`)
  const tokenOf = async (id: string) => new URL((await ok(ada().get(`/user/${id}/invitation`))).link).searchParams.get('invitation') as string
  it('tells a stranger who guesses nothing at all (404)', async () => {
    for (const token of ['x', 'a'.repeat(51), '..%2f', encodeURIComponent('ü'.repeat(30))])
      expect(await open(token)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })
  it('tells the programme, who invites and until when, and nothing about the invited', async () => {
    const { id } = await invite({ name: 'Asha Solanki', email: 'asha.solanki@cotton.example' })
    const { status, body, headers } = await open(await tokenOf(id))
    expect([status, body]).toEqual([
      200,
      { state: 'OPEN', programme: 'cotton', invitedBy: 'Ada Deshmukh', until: new Date(now + 14 * 86_400_000).toISOString() },
    ])
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
    expect(flawsOfAnswer('user.openInvitation', 200, body)).toEqual([])
  })
  it('says that it has lapsed, and no longer anything once it was accepted or taken back (404)', async () => {
    const [late, accepted, retired] = [await invite(), await invite(), await invite()]
    const [lateToken, acceptedToken, retiredToken] = [await tokenOf(late.id), await tokenOf(accepted.id), await tokenOf(retired.id)]
    await signInFirst(accepted.id)
    await ada().delete(`/user/${retired.id}`)
    now += 14 * 86_400_000
    expect((await open(lateToken)).body).toMatchObject({ state: 'LAPSED', invitedBy: 'Ada Deshmukh' })
    expect([(await open(acceptedToken)).status, (await open(retiredToken)).status]).toEqual([404, 404])
  })
  it('is another programme’s business only at its own address (404)', async () => {
    const token = await tokenOf((await invite()).id)
    expect((await open(token, `${world.tenants.dairy.subdomain}.farmbook.test`)).status).toBe(404)
  })
  it('is replaced when the address is corrected: whoever got the wrong one is told so', async () => {
    const { id } = await invite()
    const token = await tokenOf(id)
    now += 1000
    await ok(edit(id, { email: 'the.right.one@cotton.example' }))
    expect((await open(token)).body.state).toBe('REPLACED')
    expect((await open(await tokenOf(id))).body.state).toBe('OPEN')
  })
})

describe('a person’s page', () => {
  it('says that nobody sends mail here where nobody does, and hands over the link', async () => {
    const { id } = await invite()
    const { body } = await ada().get(`/user/${id}/invitation`)
    expect(body).toMatchObject({ sendsMail: false, delivery: null, isLapsed: false, link: expect.stringContaining('/public/login?invitation=') })
    expect(flawsOfAnswer('user.invitation', 200, body)).toEqual([])
  })
  it('lists where somebody is signed in, theirs alone, and signs them out everywhere by an event that is kept', async () => {
    const [person, other] = [await invite(), await invite()]
    await signInFirst(person.id)
    await signedIn(person.id)
    await signedIn(person.id, null)
    await signedIn(other.id)
    const sessions = (await ok(ada().get(`/user/${person.id}/sessions`))).items
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toEqual({
      id: expect.any(String),
      device: expect.toSatisfy((one) => one === null || one === 'Chrome, Android'),
      provider: 'oidc',
      signedInAt: new Date(now - 7_200_000).toISOString(),
      seenAt: new Date(now).toISOString(),
      isCurrent: false,
    })
    expect(JSON.stringify(sessions)).not.toMatch(/sid|token|hash/)
    expect(flawsOfAnswer('user.sessions', 200, { items: sessions, known: [] })).toEqual([])
    await ok(record(person.id, 'SIGNED_OUT'))
    expect((await ok(ada().get(`/user/${person.id}/sessions`))).items).toEqual([])
    expect((await ok(ada().get(`/user/${other.id}/sessions`))).items).toHaveLength(1)
  })
  it('counts in the list on how many devices each is known, for administrators alone (401, 403), theirs alone, and none that is forgotten', async () => {
    const [person, other] = [await invite(), await invite()]
    const ids = `/user-figures?ids=${person.id},${other.id}`
    expect((await world.stranger().get(`/api/operators/OP1${ids}`)).status).toBe(401)
    for (const who of ['omar', 'fatima', 'paul']) expect((await world.as(who, 'OP1').get(ids)).status, who).toBe(403)
    for (const wrong of ['ids=', 'ids=1,2']) expect((await ada().get(`/user-figures?${wrong}`)).status).toBe(400)
    const known = (digest: string, days: number) =>
      inTenant((db) =>
        db
          .insertInto('known_device')
          .values({
            ...{ tenant_id: world.tenants.cotton.id, user_id: person.id, digest, first_seen_at: new Date(now), last_seen_at: new Date(now) },
            known_until: new Date(now + days * 86_400_000),
          })
          .execute(),
      )
    await Promise.all([known('a', 1), known('b', 180), known('c', -1)])
    expect((await ok(ada().get(ids))).items).toEqual([
      { id: person.id, devices: 2 },
      { id: other.id, devices: 0 },
    ])
    // Dina administers another programme.
    expect((await ok(world.as('dina', '-').get(ids))).items).toEqual([])
  })
  it('shows administrators what somebody recorded, newest first, page by page', async () => {
    const activity = (path = '') => ada().get(`/user/${world.people.ada?.id}/activity${path}`)
    const { id } = await invite()
    for (let count = 0; count < 55; count++) await ok(edit(id, { name: `Nina ${'abcdefghij'[count % 10]}` }))
    const first = await ok(activity())
    expect(first.items[0]).toMatchObject({ eventType: 'EDITED', subjectType: 'user', subjectId: id })
    expect(first.refs[id]).toMatchObject({ entity: 'user', title: expect.stringMatching(/^Nina /) })
    expect([first.items.length, flawsOfAnswer('user.activity', 200, first)]).toEqual([50, []])
    const second = await ok(activity(`?cursor=${first.next}`))
    expect(second.items[0].recordedAt <= first.items[49].recordedAt).toBe(true)
    expect(new Set([...first.items, ...second.items].map((one: Json) => one.id)).size).toBe(first.items.length + second.items.length)
    expect(await activity('?cursor=nonsense')).toMatchObject({ status: 400, body: { fields: [{ path: 'cursor' }] } })
    expect(await world.as('omar').get(`/user/${world.people.omar?.id}/activity`)).toMatchObject({ status: 404 })
  })
})
