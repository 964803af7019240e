// A package of practices of another region is not followed by a flock or a pond (domain dictionary 5.1; docs/decisions/0163): refused to a new one, to one that there is and to many, by where the
// unit stands. Who follows it since before goes on.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { clock, daysAgo, type Husbandry, husbandryOf, type Json } from './husbandry-stage.ts'

let world: World
let farm: Husbandry
const refused = refusing(() => world)
beforeAll(async () => {
  world = await openWorld({ now: clock })
  farm = await husbandryOf(world)
}, 120_000)

const step = { windowBefore: 1, windowAfter: 2, mandatory: true, critical: false, weight: 1, evidence: [], offsetDays: 5, code: 'WEIGH', name: 'Weigh' }
const kinds = {
  poultrybatch: { pop: 'poultrypop', eventType: 'WEIGHT_SAMPLE', madeFor: { birdType: 'BROILER', strainId: null, anchor: 'PLACEMENT' } },
  aquacrop: { pop: 'aquapop', eventType: 'WATER_QUALITY', madeFor: { speciesGroup: 'OTHER' } },
} as const
type Kind = keyof typeof kinds
let names = 0
async function published(kind: Kind, regions: string[]): Promise<string> {
  const { pop, eventType, madeFor } = kinds[kind]
  const values = { collectiveId: null, basedOnId: null, durationDays: 60, stages: [{ name: 'All', fromDay: 0, toDay: 60 }], targets: [], ...madeFor }
  const body = { ...farm.sampleOf(pop, values), ...values, name: `Region ${++names}`, regions, planEvents: [{ ...step, eventType }] }
  const { id } = await farm.make(pop, body, farm.ada)
  await farm.ada.post(`/${pop}/${id}/events`, { eventType: 'PUBLISHED', occurredAt: daysAgo(0, 1), data: {} })
  return id
}
const made = (kind: Kind, values: Json = {}) => (kind === 'poultrybatch' ? farm.flock(values) : farm.pond(values))

describe.each(['poultrybatch', 'aquacrop'] as const)('a package of another region, of a %s', (kind) => {
  const { pop } = kinds[kind]
  it('is refused to one that there is and to many, with the reason (400); of its village however it is spelled, or of any region, it is followed', async () => {
    const { id, village } = await made(kind)
    const [other, own, any] = [
      await published(kind, ['Kutch']),
      await published(kind, ['Kutch', ` ${String(village).toUpperCase()}`]),
      await published(kind, []),
    ]
    const follow = async (popId: string) => farm.omar.patch(`/${kind}/${id}`, { popId }, { 'if-match': `"${(await farm.view(kind, id)).version}"` })
    await refused(() => follow(other), {
      status: 400,
      body: { fields: [{ path: 'popId', code: 'rule', message: 'This package is made for another region.' }] },
    })
    await refused(() => farm.ada.post(`/${pop}/${other}/assign`, { ids: [id] }), { status: 400, body: { fields: [{ path: 'ids', code: 'rule' }] } })
    const whys = async (popId: string) =>
      (await farm.ada.post(`/${pop}/${popId}/preview`, { ids: [id] })).body.followers.map(({ why }: Json) => why?.message ?? null)
    expect([await whys(other), await whys(own), await whys(any)]).toEqual([['This package is made for another region.'], [null], [null]])
    expect((await follow(own)).status).toBe(200)
    expect((await farm.ada.post(`/${pop}/${any}/assign`, { ids: [id] })).status).toBe(200)
    expect((await farm.view(kind, id)).popId).toBe(any)
  })
  it('is refused to a new one, and goes on with one that follows it since before', async () => {
    const [other, any] = [await published(kind, ['Kutch']), await published(kind, [])]
    await expect(made(kind, { popId: other })).rejects.toThrow(/another region/)
    const { id } = await made(kind, { popId: any })
    await world.database.owner((db) => sql`update ${sql.table(pop)} set regions = '{Kutch}' where id = ${any}::uuid`.execute(db))
    const { version } = await farm.view(kind, id)
    expect((await farm.omar.patch(`/${kind}/${id}`, { notes: 'Looked at' }, { 'if-match': `"${version}"` })).status).toBe(200)
  })
})
