// /api/client/{id}: the programme's own settings. Refusals first, then what changes, then the trace it left.
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { findTenant } from '#server/db/platform.ts'
import { clientOf } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
let address: string
const ways = [
  { id: 'oidc', kind: 'oidc', name: 'your organisation' },
  { id: 'firebase', kind: 'credentials', name: 'Firebase' },
] as const
beforeAll(async () => {
  world = await openWorld()
  // The installation's ways to sign in are all that these calls need of sign-in.
  const app = createApp({ ...world.deps, signIn: { ways } as never })
  address = `/api/client/${world.tenants.cotton.id}`
  const { subdomain } = world.tenants.cotton
  const asPerson = (key: 'ada' | 'omar') => clientOf(app, `${subdomain}.farmbook.test`, { 'x-test-user': world.people[key]?.id ?? '' }, '')
  ;[ada, omar] = [asPerson('ada'), asPerson('omar')]
  world.as('ada')
  world.as('omar')
})
let ada: ReturnType<typeof clientOf>
let omar: ReturnType<typeof clientOf>
const version = async (): Promise<number> => (await ada.get(address)).body.version
const change = async (body: unknown, seen?: number) => ada.patch(address, body, { 'if-match': `"${seen ?? (await version())}"` })
const stored = async () => world.database.platform((db) => findTenant(db, world.tenants.cotton.subdomain))

describe('/api/client/{id}', () => {
  it('asks a stranger to sign in (401)', async () => {
    expect((await world.stranger().get(address)).status).toBe(401)
  })
  it('shows a manager the settings as an administrator reads them', async () => {
    expect((await omar.get(address)).body).toEqual((await ada.get(address)).body)
  })
  it.each(['omar', 'fatima', 'ines', 'paul', 'carla'])('refuses %s, who is no administrator (403)', async (person) => {
    const client = world.as(person)
    if (person !== 'omar') expect((await client.get(address)).status).toBe(403)
    const answers = [
      await client.patch(address, { name: 'Mine' }, { 'if-match': '"1"' }),
      await client.get(`${address}/history`),
      await client.send(`${address}/pictures`, { method: 'POST', headers: { 'content-type': 'image/png' }, body: 'x' }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array.from({ length: 3 }, () => [403, 'FORBIDDEN']))
  })
  it('knows no other programme, not even for an administrator (404)', async () => {
    for (const id of [world.tenants.dairy.id, 0, 'default', '__proto__']) {
      expect((await ada.get(`/api/client/${id}`)).status).toBe(404)
      expect((await ada.patch(`/api/client/${id}`, { name: 'Mine' }, { 'if-match': '"1"' })).status).toBe(404)
    }
    expect((await world.as('dina').get(address)).status).toBe(404)
  })
  it('wants the version that was seen (428), and the present one (412)', async () => {
    expect((await ada.patch(address, { name: 'Other' })).body.code).toBe('VERSION_REQUIRED')
    const answer = await change({ name: 'Other' }, 99)
    expect([answer.status, answer.body.code]).toEqual([412, 'STALE_VERSION'])
  })
  it.each([
    [{ name: ' ' }, 'name', 'min'],
    [{ name: 'x'.repeat(81) }, 'name', 'max'],
    [{ name: 'A\u202eB' }, 'name', 'format'],
    [{ name: 'A\u0007B' }, 'name', 'format'],
    [{ name: 'A\nB' }, 'name', 'format'],
    [{ carousel: [{ mission: 'm', missionDesc: 'a\u2066b' }] }, 'carousel.0.missionDesc', 'format'],
    [{ carousel: [{ mission: 'm', missionDesc: 'x'.repeat(301) }] }, 'carousel.0.missionDesc', 'max'],
    [{ loginDesc: 'x'.repeat(301) }, 'loginDesc', 'max'],
    [{ carousel: [] }, 'carousel', 'min'],
    [{ carousel: Array.from({ length: 7 }, () => ({ mission: 'm', missionDesc: '' })) }, 'carousel', 'max'],
    [{ carousel: [{ mission: '', missionDesc: '' }] }, 'carousel.0.mission', 'min'],
    [{ carousel: [{ mission: 'm', missionDesc: '', href: 'x' }] }, 'carousel.0.href', 'unknown'],
    [{ logoWidth: 15 }, 'logoWidth', 'min'],
    [{ logoWidth: 321 }, 'logoWidth', 'max'],
    [{ headerLogoWidth: 177 }, 'headerLogoWidth', 'max'],
    [{ headerLogoWidth: 20.5 }, 'headerLogoWidth', 'type'],
    [{ primary: 'tomato' }, 'primary', 'format'],
    [{ secondary: '#12345' }, 'secondary', 'format'],
    [{ logo: 'https://evil.test/logo.png' }, 'logo', 'format'],
    [{ logo: 'javascript:alert(1)' }, 'logo', 'format'],
    [{ headerLogo: `/files/${'a'.repeat(64)}` }, 'headerLogo', 'missing'],
    [{ carousel: [{ mission: 'm', missionDesc: '', image: 'https://evil.test/field.png' }] }, 'carousel.0.image', 'format'],
    [{ carousel: [{ mission: 'm', missionDesc: '', image: null }] }, 'carousel.0.image', 'type'],
    [
      {
        carousel: [
          { mission: 'm', missionDesc: '' },
          { mission: 'n', missionDesc: '', image: `/files/${'a'.repeat(64)}` },
        ],
      },
      'carousel.1.image',
      'missing',
    ],
    [{ providers: [] }, 'providers', 'min'],
    [{ invitationDays: 0 }, 'invitationDays', 'min'],
    [{ invitationDays: 91 }, 'invitationDays', 'max'],
    [{ invitationDays: 1.5 }, 'invitationDays', 'type'],
    [{ deviceDays: 6 }, 'deviceDays', 'min'],
    [{ deviceDays: 731 }, 'deviceDays', 'max'],
    [{ deviceDays: '180' }, 'deviceDays', 'type'],
    [{ bighaHa: 0.04 }, 'bighaHa', 'min'],
    [{ bighaHa: 1.01 }, 'bighaHa', 'max'],
    [{ bighaHa: 'a quarter' }, 'bighaHa', 'type'],
    [{ areaUnit: 'rood' }, 'areaUnit', 'choice'],
    [{ areaUnit: null }, 'areaUnit', 'choice'],
    [{ areaUnit: 'bigha' }, 'bighaHa', 'required'],
    [{ areaUnit: 'bigha', bighaHa: null }, 'bighaHa', 'required'],
    [{ providers: ['saml'] }, 'providers.0', 'choice'],
    [{ legalName: 'x'.repeat(161) }, 'legalName', 'max'],
    [{ contacts: [{ name: 'Ada Deshmukh', email: 'nobody' }] }, 'contacts.0.email', 'format'],
    [{ contacts: Array.from({ length: 11 }, () => ({ name: 'Ada Deshmukh' })) }, 'contacts', 'max'],
    [{ registrations: [{ kind: 'GSTIN' }] }, 'registrations.0.number', 'required'],
    [{ defaultLocale: 'de' }, 'defaultLocale', 'choice'],
    [{ retentionYears: 0 }, 'retentionYears', 'min'],
    [{ retentionYears: 31 }, 'retentionYears', 'max'],
    [{ retentionYears: null }, 'retentionYears', 'type'],
    [{ dataProtectionEmail: 'dpo' }, 'dataProtectionEmail', 'format'],
    [{ grievancePhone: 'call me' }, 'grievancePhone', 'format'],
    [{ gs1Prefix: '12345' }, 'gs1Prefix', 'format'],
    [{ gs1Prefix: '1234567890123' }, 'gs1Prefix', 'max'],
    [{ gs1Prefix: '89O123' }, 'gs1Prefix', 'format'],
    [{ tracenetOn: 'yes' }, 'tracenetOn', 'type'],
    [{ tracenetOn: true }, 'tracenetId', 'required'],
    [{ gtbOn: true, gtbId: null }, 'gtbId', 'required'],
    [{ agstackId: 'two words' }, 'agstackId', 'format'],
    [{ agstackOn: true, agstackSecret: 'x' }, 'agstackSecret', 'unknown'],
    [{ providers: ['oidc', 'oidc'] }, 'providers.1', 'taken'],
    [{ subdomain: 'dairy' }, 'subdomain', 'unknown'],
  ])('refuses %j (400 %s %s) and writes nothing', async (body, path, code) => {
    const before = await stored()
    const answer = await change(body)
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION'])
    expect(answer.body.fields.map((field: { path: string; code: string }) => [field.path, field.code])).toContainEqual([path, code])
    expect(await stored()).toEqual(before)
  })
  it.each(['#FFE000', '#FFFFFF', '#DDEEFF'])('refuses %s as main colour: the button would not stand out, with the figures (422)', async (primary) => {
    const answer = await change({ primary })
    expect([answer.status, answer.body.code]).toEqual([422, 'RULE_BLOCKED'])
    expect(answer.body.fields[0]).toMatchObject({ path: 'primary', code: 'contrast' })
    expect(answer.body.figures.ratio).toBeLessThan(answer.body.figures.least)
    expect((await stored())?.theme).toEqual({})
  })
  it('writes nothing where nothing is different, and keeps its version', async () => {
    const seen = await ada.get(address)
    expect(await change({ name: seen.body.name, primary: '#f79023' })).toMatchObject({ status: 200, body: { version: seen.body.version } })
    expect((await ada.get(`${address}/history`)).body.items).toEqual([])
  })
  it('changes what is named, shows it to everybody at once, and tells who did it', async () => {
    const seen = await version()
    const answer = await change({ name: 'Nimar Jaivik', primary: '#b3561b', carousel: [{ mission: 'One', missionDesc: '' }], providers: ['firebase', 'oidc'] })
    expect(answer.headers.get('etag')).toBe(`"${seen + 1}"`)
    expect(answer.body).toMatchObject({
      version: seen + 1,
      name: 'Nimar Jaivik',
      primary: '#B3561B',
      secondary: '#DCE8E1',
      providers: ['firebase', 'oidc'],
      ways,
    })
    expect(await world.deps.tenants.bySubdomain(world.tenants.cotton.subdomain)).toMatchObject({
      name: 'Nimar Jaivik',
      config: { carousel: [{ mission: 'One', missionDesc: '' }], providers: ['firebase', 'oidc'] },
      theme: { palette: { primary: { main: '#B3561B' } } },
    })
    const { items } = (await ada.get(`${address}/history`)).body
    expect(items).toEqual([
      {
        version: seen + 1,
        changedAt: expect.any(String),
        changedBy: { id: world.people.ada?.id, name: world.people.ada?.name },
        changes: expect.objectContaining({ name: ['cotton', 'Nimar Jaivik'], primary: ['#F79023', '#B3561B'] }),
      },
    ])
    expect(await world.deps.tenants.bySubdomain(world.tenants.dairy.subdomain)).toMatchObject({ name: 'dairy', theme: {} })
  })
  it('lets one of two who saw the same version through', async () => {
    const seen = await version()
    const answers = await Promise.all([change({ name: 'First' }, seen), change({ name: 'Second' }, seen)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  })
})

describe('the organisation', () => {
  const given = {
    legalName: 'Nimar Jaivik Kisan Producer Company Limited',
    postalAddress: '12 Mandi Road, Khargone 451001',
    contacts: [{ name: 'Ada Deshmukh', role: 'Secretary', email: 'ada@nimar.example' }],
    registrations: [{ kind: 'GSTIN', number: '23AAACN1234F1Z5' }],
    defaultLocale: 'hi',
    retentionYears: 10,
    dataProtectionName: 'Ravi Patil',
    dataProtectionEmail: 'data@nimar.example',
    grievanceName: 'Sunita Yadav',
    grievancePhone: '+919826012345',
    gs1Prefix: '8901234',
    tracenetOn: true,
    tracenetId: 'ORG/2410/001234',
  }
  it('is unnamed at first, with seven years and no connection, and names nobody in public', async () => {
    expect((await ada.get(address)).body).toMatchObject({ legalName: null, contacts: [], retentionYears: 7, gs1Prefix: null, tracenetOn: false, gtbOn: false })
    expect((await world.stranger().get('/api/public/contacts')).body).toEqual({ grievance: null, dataProtection: null })
  })
  it('is changed by an administrator, with before and after of each in the history', async () => {
    const answer = await change(given)
    expect(answer).toMatchObject({ status: 200, body: given })
    expect((await ada.get(address)).body).toMatchObject(given)
    const [latest] = (await ada.get(`${address}/history`)).body.items
    expect(Object.keys(latest.changes).sort()).toEqual(Object.keys(given).sort())
    expect(latest.changes).toMatchObject({ retentionYears: [7, 10], gs1Prefix: [null, '8901234'], tracenetOn: [false, true] })
    expect(latest.changedBy.id).toBe(world.people.ada?.id)
  })
  it('shows anybody whom to turn to, and nothing else of it', async () => {
    const { status, body } = await world.stranger().get('/api/public/contacts')
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        grievance: { name: 'Sunita Yadav', email: null, phone: '+919826012345' },
        dataProtection: { name: 'Ravi Patil', email: 'data@nimar.example', phone: null },
      },
    })
  })
  it('keeps its number as long as it is connected (400), and may be left without either', async () => {
    const answer = await change({ tracenetId: null })
    expect([answer.status, answer.body.fields[0].path, answer.body.fields[0].code]).toEqual([400, 'tracenetId', 'required'])
    expect(await change({ tracenetOn: false, tracenetId: null, gs1Prefix: null })).toMatchObject({ status: 200, body: { tracenetOn: false, gs1Prefix: null } })
  })
})

describe('the catalogue of tenants', () => {
  it('shows a programme its own row and no other’s; the platform sees all', async () => {
    const own = await world.scoped('ada', ({ db }) => db.selectFrom('tenant').select('id').execute())
    expect(own).toEqual([{ id: world.tenants.cotton.id }])
    const all = await world.database.platform((db) => db.selectFrom('tenant').select('id').execute())
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([world.tenants.cotton.id, world.tenants.dairy.id]))
  })
  it('cannot be changed by one tenant for another, whatever the statement says', async () => {
    const { dairy, cotton } = world.tenants
    const changed = await world.database.transaction(cotton.id, (db) =>
      db.updateTable('tenant').set({ name: 'Taken' }).where('id', '=', dairy.id).executeTakeFirst(),
    )
    expect(Number(changed.numUpdatedRows)).toBe(0)
    await expect(
      world.database.transaction(cotton.id, (db) => db.updateTable('tenant').set({ subdomain: 'taken' }).where('id', '=', cotton.id).execute()),
    ).rejects.toThrow(/permission denied/)
  })
  it('keeps what was changed: the trace can be neither edited nor removed', async () => {
    const { cotton } = world.tenants
    await expect(world.database.transaction(cotton.id, (db) => db.deleteFrom('tenant_change').where('tenant_id', '=', cotton.id).execute())).rejects.toThrow(
      /permission denied/,
    )
  })
})
