// The record that a submission is about is named in the list and on the page, to whom it is open: whoever sent it in wrote any id.
import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'
import { stageOf } from './parcel-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)
const as = (who: string) => world.as(who, 'OP1')
const sendIn = async (formCode: string, target: Record<string, unknown>, who = 'fatima'): Promise<string> => {
  const answers = [{ field: 'notes', value: { kind: 'TEXT', text: 'X' } }]
  return (await ok(as(who).post('/submission', { formCode, formVersion: 1, answers, deviceId: 'SM-A146', capturedAt: clock().toISOString(), ...target }))).id
}
/** What the list calls the record of a submission, for this reader. */
const namedTo = async (who: string, id: string, targetId: string, fields = '&fields=formCode,targetType,targetId'): Promise<Json> => {
  const { items, refs } = await ok(as(who).get(`/submission?limit=100${fields}`))
  expect(items.map((one: Json) => one.id)).toContain(id)
  return refs[targetId]
}

describe('the record of a submission', () => {
  it('is named in the list, whatever its kind, in the same question as everything else', async () => {
    const { farmerId, parcelId, cropId } = await chain.sown()
    for (const [formCode, targetType, targetId] of [
      ['CROP_EVENT', 'crop', cropId],
      ['CROP_EVENT', null, cropId],
      ['PARCEL_BOUNDARY', 'landparcel', parcelId],
      ['GRIEVANCE', 'farmer', farmerId],
    ] as const) {
      const id = await sendIn(formCode, { targetType, targetId })
      const { title, code } = await chain.view(targetType ?? 'crop', targetId)
      const entity = targetType ?? 'crop'
      expect(await namedTo('omar', id, targetId), formCode).toEqual({ entity, title, code })
      expect(await namedTo('omar', id, targetId, ''), formCode).toEqual({ entity, title, code })
      expect((await ok(as('omar').get(`/submission/${id}`))).refs[targetId], formCode).toEqual({ entity, title, code })
    }
  })
  it('is not named where its form is about no such kind, where it is not there, and where the list does not read it', async () => {
    const { parcelId } = await chain.sown()
    const [other, absent] = [await sendIn('CROP_EVENT', { targetType: 'user', targetId: parcelId }), randomUUIDv7()]
    expect(await namedTo('omar', other, parcelId)).toBeUndefined()
    const id = await sendIn('CROP_EVENT', { targetType: 'landparcel', targetId: absent })
    expect(await namedTo('omar', id, absent)).toBeUndefined()
    const words = await sendIn('CROP_EVENT', { targetType: 'landparcel', targetId: 'the one by the river' })
    expect(await namedTo('omar', words, 'the one by the river')).toBeUndefined()
    const known = await sendIn('CROP_EVENT', { targetType: 'landparcel', targetId: parcelId })
    expect(await namedTo('omar', known, parcelId, '&fields=capturedAt')).toBeUndefined()
  })
  it('is not named to whom it is not open: nobody learns a name by sending an id', async () => {
    const lot = await chain.lot()
    const sent = await sendIn('BATCH_EVENT', { targetType: 'productbatch', targetId: lot.id, processorId: chain.ginner }, 'paul')
    expect((await as('paul').get(`/productbatch/${lot.id}`)).status).toBe(404)
    expect(await namedTo('paul', sent, lot.id)).toBeUndefined()
    expect((await ok(as('paul').get(`/submission/${sent}`))).refs[lot.id]).toBeUndefined()
    expect(await namedTo('omar', sent, lot.id)).toMatchObject({ entity: 'productbatch' })
  })
  it('of another group is named to nobody at the address of this one', async () => {
    const farmerId = await (await stageOf(world)).farmerOf('OP2')
    const id = await sendIn('GRIEVANCE', { targetType: 'farmer', targetId: farmerId })
    for (const who of ['fatima', 'omar', 'ada']) expect(await namedTo(who, id, farmerId), who).toBeUndefined()
  })
})
