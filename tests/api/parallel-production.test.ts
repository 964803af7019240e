// BR-05: the same crop grown organically and otherwise by one farmer in one season. Until the finding is closed with the plan for separate storage, neither
// crop is sold as certified.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'
import { field } from './parcel-stage.ts'

let world: World
let chain: Chain
let lotId: string
let plots = 0
const omar = () => world.as('omar', 'OP1')
const flagsOf = async (cropId: string): Promise<Json[]> => (await chain.view('crop', cropId)).flags
const parallel = (flags: Json[]) => flags.filter(({ ruleId }) => ruleId === 'BR-05')

/** An organic crop that is picked, of an approved farmer; of 2 ha, so that another crop fits beside it. */
async function organic(): Promise<{ farmerId: string; parcelId: string; cropId: string }> {
  const grown = await chain.sown({ areaHa: 2 })
  await chain.decide('APPROVED', grown.farmerId)
  await chain.picked(grown.cropId, 1000)
  return grown
}
/** The same crop on a further plot of the farmer. */
async function alsoOn(farmerId: string, managedOrganically: boolean): Promise<string> {
  const { id } = await ok(
    world.as('fatima', 'OP1').post('/landparcel', {
      name: 'River field',
      parcelNo: `R-${++plots}`,
      farmerId,
      tenure: 'OWNED',
      declaredAreaHa: 1,
      waterRegime: 'RAINFED',
      boundary: field(200 * plots, 4000),
      boundaryMethod: 'GPS_WALK',
      gpsAccuracyM: 4,
    }),
  )
  return chain.cropIn(await chain.systemOn(id, { managedOrganically }))
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  lotId = (await chain.lot()).id
}, 120_000)

describe('the same crop grown organically and not by one farmer in one season', () => {
  it('is not bought as certified until the finding is closed with the plan (422 BR-05)', async () => {
    const { farmerId, cropId } = await organic()
    await ok(chain.buy(lotId, cropId, 100))
    const other = await alsoOn(farmerId, false)
    const [found] = parallel(await flagsOf(other))
    expect(found).toMatchObject({ severity: 'REVIEW', figures: { code: (await chain.view('crop', cropId)).code } })
    expect(parallel(await flagsOf(cropId))).toEqual([])
    const before = await chain.view('productbatch', lotId)
    expect((await chain.buy(lotId, cropId, 100)).body).toMatchObject({ status: 422, ruleId: 'BR-05', figures: { findingId: found?.id } })
    expect(await chain.view('productbatch', lotId)).toEqual(before)
    await ok(omar().post(`/crop/${other}/findings/${found?.id}/close`, { reason: 'ACCEPTED', note: 'Own store, plan PL-3' }))
    await ok(chain.buy(lotId, cropId, 100))
  })
  it('leaves other growers, and both crops grown the same way, alone', async () => {
    const { farmerId, cropId } = await organic()
    const same = await alsoOn(farmerId, true)
    expect(parallel(await flagsOf(same))).toEqual([])
    await ok(chain.buy(lotId, cropId, 50))
  })
  it('no longer counts once the other crop is cancelled', async () => {
    const { farmerId, cropId } = await organic()
    const other = await alsoOn(farmerId, false)
    expect((await chain.buy(lotId, cropId, 50)).body.ruleId).toBe('BR-05')
    await ok(
      omar().post(`/crop/${other}/events`, {
        eventType: 'CANCELLED',
        occurredAt: '2025-07-01T10:00:00+05:30',
        data: { reason: 'Not sown' },
        lateReason: 'Heard late',
      }),
    )
    await ok(chain.buy(lotId, cropId, 50))
    // It was not cancelled after all.
    const { items } = await ok(omar().get(`/crop/${other}/events`))
    const cancelled = items.find(({ eventType }: Json) => eventType === 'CANCELLED')
    await ok(omar().post(`/crop/${other}/events/${cancelled.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(parallel(await flagsOf(other))).toMatchObject([{ severity: 'REVIEW' }])
    expect((await chain.buy(lotId, cropId, 50)).body.ruleId).toBe('BR-05')
  })
  it('leaves the organic crop that was entered last once the other is cancelled, lost or deleted, and comes back with it', async () => {
    const grownLast = async () => {
      const { farmerId } = await chain.member({ areaHa: 1 })
      const other = await alsoOn(farmerId, false)
      const cropId = await alsoOn(farmerId, true)
      expect([parallel(await flagsOf(cropId)).length, parallel(await flagsOf(other)).length]).toEqual([1, 0])
      return { cropId, other }
    }
    const step = async (cropId: string, eventType: string, data: Record<string, unknown>, day = '2025-07-01', who = omar()) =>
      (await ok(who.post(`/crop/${cropId}/events`, { eventType, occurredAt: `${day}T10:00:00+05:30`, data, lateReason: 'Heard late' }))).event.id
    // Whoever opens a finding does not close it.
    const undo = (cropId: string, eventId: string) => ok(world.as('ada', 'OP1').post(`/crop/${cropId}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }))
    const { cropId, other } = await grownLast()
    const cancelled = await step(other, 'CANCELLED', { reason: 'Not sown' })
    expect(parallel(await flagsOf(cropId))).toEqual([])
    await undo(other, cancelled)
    expect([...parallel(await flagsOf(cropId)), ...parallel(await flagsOf(other))]).toHaveLength(1)
    // Decided with the plan for the store, it stays so, whatever becomes of the other crop.
    const of = parallel(await flagsOf(other)).length ? other : cropId
    await ok(omar().post(`/crop/${of}/findings/${parallel(await flagsOf(of))[0]?.id}/close`, { reason: 'ACCEPTED', note: 'Own store, plan PL-4' }))
    await undo(other, await step(other, 'CANCELLED', { reason: 'Not sown' }))
    expect([...parallel(await flagsOf(cropId)), ...parallel(await flagsOf(other))]).toEqual([])

    const two = await grownLast()
    const sowing = {
      seedKg: 5,
      areaHa: 1,
      method: 'DIBBLING',
      seedLotNo: 'S-1',
      seedTreated: 'UNTREATED',
      nonGmProof: 'GMO-2025-11',
      nonGmProofKind: 'SEED_CERTIFICATE',
    }
    await step(two.other, 'SOWING', sowing, '2025-06-20', world.as('fatima', 'OP1'))
    const lost = await step(two.other, 'CROP_LOSS', { cause: 'HAIL', share: 1 }, '2025-07-01', world.as('fatima', 'OP1'))
    expect([(await chain.view('crop', two.other)).status, parallel(await flagsOf(two.cropId))]).toEqual(['FAILED', []])
    await undo(two.other, lost)
    expect([...parallel(await flagsOf(two.cropId)), ...parallel(await flagsOf(two.other))]).toHaveLength(1)

    const three = await grownLast()
    const { version } = await chain.view('crop', three.other)
    expect((await world.as('fatima', 'OP1').delete(`/crop/${three.other}`, { 'if-match': `"${version}"` })).status).toBe(204)
    expect(parallel(await flagsOf(three.cropId))).toEqual([])
  })
  it('is found when a cropping system turns out to be grown otherwise, and gone when that was a mistake', async () => {
    const { farmerId, cropId } = await organic()
    const other = await alsoOn(farmerId, true)
    const { croppingSystemId } = await chain.view('crop', other)
    const managed = async (managedOrganically: boolean) => {
      const { version } = await chain.view('croppingsystem', croppingSystemId)
      await ok(omar().patch(`/croppingsystem/${croppingSystemId}`, { managedOrganically }, { 'if-match': `"${version}"` }))
    }
    await managed(false)
    expect((await chain.buy(lotId, cropId, 50)).body.ruleId).toBe('BR-05')
    await managed(true)
    expect([parallel(await flagsOf(other)), parallel(await flagsOf(cropId))]).toEqual([[], []])
    await ok(chain.buy(lotId, cropId, 50))
  })
  it('leaves what was bought before it was known, and stops the next ticket of that time, too', async () => {
    const { farmerId, cropId } = await organic()
    await ok(chain.buy(lotId, cropId, 100, '2025-11-10'))
    await alsoOn(farmerId, false)
    expect((await chain.view('crop', cropId)).purchasedKg).toBe(100)
    expect((await chain.buy(lotId, cropId, 50, '2025-11-04')).body.ruleId).toBe('BR-05')
    // As conventional goods they are bought, in a lot of their own.
    const { id } = await chain.lot()
    await ok(chain.buy(id, cropId, 50, '2025-11-04', { asConventional: true, premiumPerKg: null }))
  })
})
