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
    expect(JSON.stringify(answer.body)).not.toMatch(/98260|Gopal|1970/)
    expect(flawsOfAnswer('farmer.view', 200, answer.body)).toEqual([])
  })
  it('gets lists and histories without them', async () => {
    for (const path of ['/farmer', `/farmer/${farmer.id}/history`])
      expect(JSON.stringify((await world.as('pooja', 'OP1').get(path)).body)).not.toMatch(/98260|Gopal|1970/)
    expect((await world.as('pooja', 'OP1').get(`/farmer/${farmer.id}/history`)).body.items[0].data.changes).toMatchObject({
      phone: { from: null, to: null, masked: true },
      village: { to: 'Kasrawad' },
    })
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
