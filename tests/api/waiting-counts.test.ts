// What lists and pages of records say of submissions that wait (domain dictionary 6.1): counted by the list of submissions itself, within what the reader lists.
import { beforeAll, describe, expect, it } from 'vitest'
import { formsAbout, sendingForms, waitingStates } from '#domain/work/waiting.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, ok } from './chain-stage.ts'

let world: World
let chain: Chain
let about: { farmerId: string; parcelId: string; cropId: string }
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  about = await chain.sown()
}, 120_000)
const as = (who: string) => world.as(who, 'OP1')
const sendIn = async (formCode: string, target: Record<string, unknown> = {}, who = 'fatima'): Promise<string> => {
  const answers = [{ field: 'notes', value: { kind: 'TEXT', text: 'X' } }]
  return (await ok(as(who).post('/submission', { formCode, formVersion: 1, answers, deviceId: 'SM-A146', capturedAt: clock().toISOString(), ...target }))).id
}
const waiting = `filter[status]=${waitingStates.join()}`
const countOf = async (who: string, filter: string): Promise<number> => (await ok(as(who).get(`/submission?limit=1&count=true&${waiting}&${filter}`))).total
const countsOf = async (who: string): Promise<number[]> =>
  Promise.all(['farmer', 'landparcel', 'crop', 'productbatch'].map((kind) => countOf(who, `filter[formCode]=${formsAbout(kind).join()}`)))

describe('submissions that wait', () => {
  it('are counted for nobody who lists none (403), and for a company none that is not its own', async () => {
    await sendIn('FARMER_REG')
    expect(await as('carla').get(`/submission?limit=1&count=true&${waiting}`)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await countsOf('paul')).toEqual([0, 0, 0, 0])
  })
  it('are counted by the kind that their form is about, for whoever sent them and whoever reviews them, until they are decided', async () => {
    const [before, others] = [await countsOf('omar'), await countsOf('ines')]
    const own = await countsOf('fatima')
    const registered = await sendIn('FARMER_REG')
    await sendIn('PARCEL_BOUNDARY')
    await sendIn('CROP_EVENT', { targetType: 'crop', targetId: about.cropId })
    const plus = (counts: number[]) => counts.map((count, at) => count + (at < 3 ? 1 : 0))
    expect(await countsOf('omar')).toEqual(plus(before))
    expect(await countsOf('fatima')).toEqual(plus(own))
    // An inspector lists what is for inspectors to decide on.
    expect(await countsOf('ines')).toEqual(others)
    const decide = (eventType: string, data: Record<string, unknown>) =>
      ok(as('omar').post(`/submission/${registered}/events`, { eventType, occurredAt: clock().toISOString(), data }))
    await decide('REVIEW_STARTED', {})
    expect(await countsOf('omar')).toEqual(plus(before))
    await decide('RETURNED', { comment: 'Which village?' })
    expect((await countsOf('omar'))[0]).toBe(before[0])
  })
  it('are found from the record that they are about, and from the farmer they name; requests for a change are not among them', async () => {
    const forms = `filter[formCode]=${sendingForms.join()}`
    const at = async () => [
      await countOf('omar', `${forms}&filter[targetId]=${about.parcelId}`),
      await countOf('omar', `${forms}&filter[farmerId]=${about.farmerId}`),
      await countOf('omar', `${forms}&filter[targetId]=${about.farmerId}`),
    ]
    const [plot = 0, named = 0, farmer = 0] = await at()
    await sendIn('PARCEL_BOUNDARY', { targetType: 'landparcel', targetId: about.parcelId, farmerId: about.farmerId })
    expect(await at()).toEqual([plot + 1, named + 1, farmer])
    await sendIn('GRIEVANCE', { targetType: 'farmer', targetId: about.farmerId })
    expect(await at()).toEqual([plot + 1, named + 1, farmer + 1])
    expect(sendingForms).not.toContain('CHANGE_REQUEST')
  })
})
