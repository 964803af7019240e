// Personal fields are hidden from roles that do not need them, and cannot be worked out by searching either.
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { type Made, seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
let farmer: Made
beforeAll(async () => {
  world = await openWorld()
  farmer = await seedsOf(world, 'OP1').make(entityOf('farmer'), { values: { phone: '+919826077777', relationName: 'Gopal', birthYear: 1970 } })
  await world.as('ada', 'OP1').patch(`/farmer/${farmer.id}`, { phone: '+919826088888', village: 'Kasrawad' }, { 'if-match': '"1"' })
})

/** An answer as text without ids and hashes, in which any four digits come up now and then. */
const textOf = (body: unknown): string => JSON.stringify(body).replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{64}/g, '')

describe('papers of a farmer', () => {
  const papers = { nationalIdType: 'VOTER', nationalIdLast4: '4711' }
  let noted: Made
  beforeAll(async () => {
    noted = await seedsOf(world).make(entityOf('farmer'), { values: papers })
  })
  it('are noted by an officer who does not see them again, and shown to who manages, pays or administers', async () => {
    const shown = async (person: string) => (await world.as(person, 'OP1').get(`/farmer/${noted.id}`)).body.nationalIdLast4
    expect(await Promise.all(['ada', 'omar', 'pooja', 'fatima', 'ines', 'carla'].map(shown))).toEqual(['4711', '4711', '4711', null, null, null])
    const own = await world.as('fatima').post('/farmer', await seedsOf(world).input(entityOf('farmer'), { values: { ...papers, nationalIdLast4: '4713' } }))
    expect(own).toMatchObject({ status: 201, body: { nationalIdLast4: null, masked: expect.arrayContaining(['nationalIdLast4']) } })
    expect((await world.as('omar').get(`/farmer/${own.body.id}`)).body).toMatchObject({ ...papers, nationalIdLast4: '4713' })
  })
  it('are hidden in the history an auditor reads, and cannot be filtered by (403)', async () => {
    const { items } = (await world.as('carla', 'OP1').get(`/farmer/${noted.id}/history`)).body
    expect(items.at(-1).data.changes).toMatchObject({ nationalIdLast4: { from: null, to: null, masked: true }, village: { to: noted.village } })
    expect(JSON.stringify(items)).not.toContain('4711')
    expect((await world.as('carla', 'OP1').get('/farmer?filter[nationalIdLast4][is]=set')).status).toBe(403)
  })
  it('are kept by the manager alone (403 for the officer and the administrator, by field)', async () => {
    const change = (person: string) => world.as(person, 'OP1').patch(`/farmer/${noted.id}`, { nationalIdLast4: '4712' }, { 'if-match': '"1"' })
    for (const person of ['fatima', 'ada'])
      expect([person, await change(person)]).toMatchObject([person, { status: 403, body: { fields: [{ path: 'nationalIdLast4', code: 'forbidden' }] } }])
    expect(await change('omar')).toMatchObject({ status: 200, body: { nationalIdLast4: '4712' } })
  })
})

describe('literacy of a farmer', () => {
  const exported = () => world.as('omar', 'OP1').send('/farmer/export?format=csv&purpose=OWN_RECORDS', { method: 'GET' })
  it('is one of its words (400), hidden from who sees no personal data, and in no file of single members', async () => {
    const body = await seedsOf(world).input(entityOf('farmer'), { values: { literacy: 'PARTLY' } })
    expect(await world.as('omar').post('/farmer', { ...body, literacy: 'SOME' })).toMatchObject({ status: 400, body: { fields: [{ path: 'literacy' }] } })
    const { id, literacy } = (await world.as('omar').post('/farmer', body)).body
    expect(literacy).toBe('PARTLY')
    const shown = (await world.as('pooja', 'OP1').get(`/farmer/${id}`)).body
    expect(shown).toMatchObject({ literacy: null, masked: expect.arrayContaining(['literacy', 'birthYear']) })
    expect((await world.as('pooja', 'OP1').get('/farmer?filter[literacy]=PARTLY')).status).toBe(403)
    const [header] = String((await exported()).body).split('\n')
    expect(header).toContain('household_size')
    expect(header).not.toContain('literacy')
  })
})

describe('a purchase officer looking at a farmer', () => {
  it('sees that there is something hidden, and not what', async () => {
    const answer = await world.as('pooja', 'OP1').get(`/farmer/${farmer.id}`)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        firstName: farmer.firstName,
        village: 'Kasrawad',
        phone: null,
        relationName: null,
        birthYear: null,
        masked: expect.arrayContaining(['phone', 'relationName', 'birthYear']),
      },
    })
    expect(textOf(answer.body)).not.toMatch(/98260|Gopal|1970/)
    expect(flawsOfAnswer('farmer.view', 200, answer.body)).toEqual([])
  })
  it('gets lists and events without them', async () => {
    for (const path of ['/farmer', `/farmer/${farmer.id}/events`])
      expect(textOf((await world.as('pooja', 'OP1').get(path)).body)).not.toMatch(/98260|Gopal|1970/)
  })
  it('does not read who changed what (403 FORBIDDEN), as nobody does but administrators, managers and auditors', async () => {
    const read = async (person: string) => (await world.as(person, 'OP1').get(`/farmer/${farmer.id}/history`)).status
    const people = ['ada', 'omar', 'carla', 'fatima', 'ines', 'pooja']
    expect(await Promise.all(people.map(read))).toEqual([200, 200, 200, 403, 403, 403])
  })
  it('finds nobody by a phone number, where a manager does', async () => {
    expect((await world.as('pooja', 'OP1').get('/farmer?q=919826088888')).body.items).toEqual([])
    expect((await world.as('omar', 'OP1').get('/farmer?q=919826088888')).body.items).toHaveLength(1)
  })
  it('may not filter by them (403 FORBIDDEN)', async () => {
    expect(await world.as('pooja', 'OP1').get('/farmer?filter[phone][is]=set')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await world.as('omar', 'OP1').get('/farmer?filter[phone][is]=set')).toMatchObject({ status: 200 })
  })
  it('sees them when another of their roles shows them', async () => {
    const both: User = {
      ...(world.people.pooja as User),
      id: crypto.randomUUID(),
      grants: [...(world.people.pooja as User).grants, ...(world.people.fatima as User).grants],
    }
    expect((await world.asUser(both).get(`/farmer/${farmer.id}`)).body).toMatchObject({ phone: '+919826088888', relationName: 'Gopal' })
  })
})
