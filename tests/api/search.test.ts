// Finding a farmer the way people ask for one: the beginning of a name, a name as it sounds, a phone number.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  const seeds = seedsOf(world)
  for (const [memberNo, firstName, lastName, localName, phone] of [
    ['K-001', 'Ramesh', 'Chouhan', 'रमेश चौहान', '+919826012345'],
    ['K-002', 'Anita', 'Patel', null, '+919826054321'],
    ['K-003', 'Ramkishan', 'Verma', null, '+919111111111'],
  ] as const) {
    await seeds.make(entityOf('farmer'), { values: { memberNo, firstName, lastName, localName, phone } })
  }
})
const found = async (person: string, q: string): Promise<string[]> =>
  (await world.as(person, 'OP1').get(`/farmer?sort=memberNo&q=${encodeURIComponent(q)}`)).body.items.map((item: { memberNo: string }) => item.memberNo)

describe('GET …/farmer?q=', () => {
  it.each([
    ['ram', ['K-001', 'K-003']],
    ['RAMESH', ['K-001']],
    ['ram chou', ['K-001']],
    ['ram patel', []],
    ['chauhan', ['K-001']],
    ['Chohan', ['K-001']],
    ['wermaa', ['K-003']],
    ['रमे', ['K-001']],
    ['K-002', ['K-002']],
    ['k002', ['K-002']],
    ['+91 98260 12345', ['K-001']],
    ['98260 12345', ['K-001']],
    ['9826', ['K-001', 'K-002']],
    ['919826', ['K-001', 'K-002']],
    ['98260 99999', []],
    ['zz', []],
    ['…', []],
  ])('finds by %j: %j', async (q, expected) => expect(await found('omar', q)).toEqual(expected))
  it('forgets old words and learns new ones at an edit', async () => {
    const { items } = (await world.as('omar').get('/farmer?q=anita')).body
    await world.as('omar').patch(`/farmer/${items[0].id}`, { lastName: 'Solanki' }, { 'if-match': `"${items[0].version}"` })
    expect([await found('omar', 'patel'), await found('omar', 'anita solanki')]).toEqual([[], ['K-002']])
  })
  it('finds no more than the asker may see', async () => {
    expect(await found('omar', 'ramesh')).toEqual(['K-001'])
    expect((await world.as('leela', 'OP2').get('/farmer?q=ramesh')).body.items).toEqual([])
    expect((await world.as('dina', 'GIR').get('/farmer?q=ramesh')).body.items).toEqual([])
  })
})
