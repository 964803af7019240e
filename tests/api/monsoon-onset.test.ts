// The onset of the monsoon (M11) is declared for days of the season and for villages where somebody farms.
import { beforeAll, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { type Chain, chainOf, clock, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const refused = refusing(() => world)
const onset = (values: Record<string, unknown>) =>
  record(world.as('ada', 'OP1'), 'season', chain.season, 'ONSET_DECLARED', '2025-06-20', {
    onsetOn: '2025-06-19',
    expectedOn: '2025-06-15',
    villages: [],
    ...values,
  })

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
})

it.each([
  [{ villages: ['Nowhere'] }, 'data.villages.0', 'missing'],
  [{ expectedOn: '1990-06-01' }, 'data.expectedOn', 'min'],
  [{ onsetOn: '2025-01-01' }, 'data.onsetOn', 'min'],
  [{ onsetOn: '2027-12-01' }, 'data.onsetOn', 'max'],
])('is refused with %j', async (values, path, code) => {
  await refused(() => onset(values), { status: 400, body: { fields: [{ path, code }] } })
})

it('is declared for the villages of members, and everywhere', async () => {
  await ok(world.as('fatima', 'OP1').post('/farmer', sampleOf(entityOf('farmer'), { values: { village: 'Elsewhere', joinedOn: '2021-04-01' } })))
  expect((await ok(onset({ villages: ['Elsewhere'] }))).event.data.villages).toEqual(['Elsewhere'])
  await ok(onset({}))
})
