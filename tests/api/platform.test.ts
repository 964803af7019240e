// POST /api/platform/tenants: a programme with its first administrator, made by the owner of the platform.
import { beforeAll, describe, expect, it } from 'vitest'
import { languageNames } from '#domain/messages/language-names.ts'
import { createApp } from '#server/app.ts'
import { createTenant, findTenant } from '#server/db/platform.ts'
import { type Client, clientOf } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'

const token = 'p'.repeat(40)
let world: World
let owner: Client
const mark = `${process.pid.toString(36)}-${Date.now().toString(36)}`
const body = (subdomain = `goat-${mark}`) => ({ subdomain, name: 'Goat Milk', administrator: { name: 'Ada Deshmukh', email: `ada@${subdomain}.example` } })
const make = (given: unknown, headers = { authorization: `Bearer ${token}` }) => owner.post('/api/platform/tenants', given, headers)
beforeAll(async () => {
  world = await openWorld()
  owner = clientOf(createApp({ ...world.deps, platformToken: token }), 'farmbook.test', {}, '')
})

describe('POST /api/platform/tenants', () => {
  it('is not there where no token is set (404)', async () => {
    expect((await world.stranger().post('/api/platform/tenants', body(), { authorization: 'Bearer null' })).status).toBe(404)
  })
  it.each(['', 'Bearer ', 'Bearer null', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, token])(
    'refuses %j (401), and makes nothing',
    async (authorization) => {
      expect((await make(body(), { authorization })).status).toBe(401)
      expect(await world.database.platform((db) => findTenant(db, body().subdomain))).toBeUndefined()
    },
  )
  it.each([
    [{ ...body(), subdomain: 'www' }, 'subdomain', 'format'],
    [{ ...body(), subdomain: 'Goat' }, 'subdomain', 'format'],
    [{ ...body(), subdomain: '127' }, 'subdomain', 'format'],
    [{ ...body(), subdomain: 'public' }, 'subdomain', 'format'],
    [{ ...body(), subdomain: 'private' }, 'subdomain', 'format'],
    [{ ...body(), subdomain: 'platform' }, 'subdomain', 'format'],
    [{ ...body(), subdomain: 'default' }, 'subdomain', 'format'],
    [{ ...body(), name: '' }, 'name', 'min'],
    [{ ...body(), name: 'A\u202eB' }, 'name', 'format'],
    [{ ...body(), name: 'A\nB' }, 'name', 'format'],
    [{ ...body(), name: 'A\u0007B' }, 'name', 'format'],
    [{ ...body(), timezone: '+05:30' }, 'timezone', 'choice'],
    [{ ...body(), timezone: 'asia/kolkata' }, 'timezone', 'choice'],
    [{ ...body(), country: 'ZZ' }, 'country', 'choice'],
    [{ ...body(), administrator: { name: 'Ada\u202e', email: 'ada@goat.example' } }, 'administrator.name', 'format'],
    [{ ...body(), timezone: 'Mars/Olympus' }, 'timezone', 'choice'],
    [{ ...body(), country: 'India' }, 'country', 'choice'],
    [{ ...body(), administrator: { name: 'Ada', email: 'nobody' } }, 'administrator.email', 'format'],
    [{ ...body(), administrator: undefined }, 'administrator', 'required'],
    [{ ...body(), id: 1 }, 'id', 'unknown'],
  ])('refuses %j (400 %s %s)', async (given, path, code) => {
    const answer = await make(given)
    expect(answer.status).toBe(400)
    expect(answer.body.fields.map((field: { path: string; code: string }) => [field.path, field.code])).toContainEqual([path, code])
  })
  it('says what is wrong in words of its own, not in those of a library', async () => {
    const { body: answer } = await make({ ...body(), name: '  ', administrator: { name: 7, email: 'x', locale: 'xx' } })
    expect(Object.fromEntries(answer.fields.map(({ path, message }: { path: string; message: string }) => [path, message]))).toEqual({
      name: 'Please fill this in.',
      'administrator.name': 'A text is expected here.',
      'administrator.email': 'An e-mail address, please.',
      'administrator.locale': `One of: ${Object.values(languageNames).join(', ')}.`,
    })
  })
  it('is asked by POST alone (405), with a scheme in whatever letters', async () => {
    const headers = { authorization: `Bearer ${token}` }
    expect(await owner.get('/api/platform/tenants', headers)).toMatchObject({ status: 405 })
    expect(await make({}, { authorization: `bearer ${token}` })).toMatchObject({ status: 400 })
  })
  it('makes the programme, invites its administrator, and answers at its address at once; a second time is refused (409)', async () => {
    const host = `${body().subdomain}.farmbook.test`
    await expect(world.deps.tenants.ofHost(host)).rejects.toThrow()
    const answer = await make(body())
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.any(String),
        subdomain: body().subdomain,
        name: 'Goat Milk',
        timezone: 'Asia/Kolkata',
        country: 'IN',
        administrator: { id: expect.any(String), invitation: expect.stringContaining(`https://${body().subdomain}.farmbook.test/public/login?invitation=`) },
      },
    ])
    expect(await world.deps.tenants.ofHost(host)).toMatchObject({ name: 'Goat Milk' })
    const people = await world.database.transaction(Number(answer.body.id), (db) =>
      db.selectFrom('user').select(['name', 'email', 'status', 'roles']).execute(),
    )
    expect(people).toEqual([
      { name: 'Ada Deshmukh', email: body().administrator.email, status: 'INVITED', roles: [expect.objectContaining({ role: 'ADMIN' })] },
    ])
    expect(await make(body())).toMatchObject({ status: 409, body: { code: 'DUPLICATE', fields: [{ path: 'subdomain', code: 'taken' }] } })
  })
  it('finishes a programme whose administrator could not be written the first time', async () => {
    const subdomain = `half-${mark}`
    const { id } = await world.database.platform((db) => createTenant(db, { subdomain, name: 'Half', timezone: 'Asia/Kolkata', country: 'IN' }))
    expect(await make(body(subdomain))).toMatchObject({ status: 201, body: { id: String(id) } })
  })
})
