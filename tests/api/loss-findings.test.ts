// The finding of a large loss (4.4) follows from the history of the lot: what was lost until then against what had come into it until then.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let cropId: string
const as = (who: string) => world.as(who, 'OP1')

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const grown = await chain.sown({ areaHa: 3 })
  cropId = grown.cropId
  await chain.decide('APPROVED', grown.farmerId)
  await chain.picked(cropId, 3500)
}, 120_000)

const lot = async (): Promise<string> => (await chain.lot()).id
const buy = async (id: string, kg: number, day: string): Promise<string> => (await ok(chain.buy(id, cropId, kg, day))).event.id
const sendLoss = (who: string, id: string, kg: number, day: string) => record(as(who), 'productbatch', id, 'LOSS', day, { cause: 'DRYING', kg })
const lose = async (who: string, id: string, kg: number, day: string): Promise<string> => (await ok(sendLoss(who, id, kg, day))).event.id
const take = (id: string, eventId: string) => ok(as('ada').post(`/productbatch/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }))
const found = async (id: string): Promise<{ eventId: string; figures: Json }[]> => {
  const { flags } = await chain.view('productbatch', id)
  return flags.filter((flag: Json) => flag.ruleId === '4.4').map(({ eventId, figures }: Json) => ({ eventId, figures }))
}
const on = async (id: string): Promise<string[]> => (await found(id)).map(({ eventId }) => eventId)

describe('a loss of more than 1 % (4.4)', () => {
  it('is refused to who is not the manager also when a loss recorded late makes the one after it too large (422)', async () => {
    const id = await lot()
    await buy(id, 100, '2025-11-03')
    await lose('pooja', id, 0.7, '2025-11-06')
    expect(await sendLoss('pooja', id, 0.7, '2025-11-05')).toMatchObject({ status: 422, body: { ruleId: '4.4', figures: { lostKg: 1.4, creditedKg: 100 } } })
    expect(await found(id)).toEqual([])
  })
  it('is found on the loss that passes it in order of occurrence, whichever was recorded last', async () => {
    const id = await lot()
    await buy(id, 100, '2025-11-03')
    const second = await lose('omar', id, 0.7, '2025-11-06')
    expect(await on(id)).toEqual([])
    const { event, findings } = await ok(sendLoss('omar', id, 0.5, '2025-11-05'))
    expect(findings).toEqual([])
    expect(await found(id)).toMatchObject([{ eventId: second, figures: { lostKg: 1.2, creditedKg: 100, share: 0.012 } }])
    await take(id, event.id)
    expect(await on(id)).toEqual([])
  })
  it('is answered with the event that is recorded, and goes with it', async () => {
    const id = await lot()
    await buy(id, 100, '2025-11-03')
    const { event, findings } = await ok(sendLoss('omar', id, 2, '2025-11-06'))
    expect(findings).toMatchObject([{ ruleId: '4.4', severity: 'REVIEW', figures: { lostKg: 2 } }])
    await ok(
      as('omar').post(`/productbatch/${id}/events`, {
        eventType: 'LOSS',
        occurredAt: event.occurredAt,
        lateReason: 'Misread',
        supersedesEventId: event.id,
        data: { cause: 'DRYING', kg: 0.2 },
      }),
    )
    expect(await on(id)).toEqual([])
  })
  it('is not any more when goods that had come before it are recorded late, and is again when they are voided', async () => {
    const id = await lot()
    await buy(id, 100, '2025-11-03')
    const large = await lose('omar', id, 1.5, '2025-11-06')
    expect(await on(id)).toEqual([large])
    const ticket = await buy(id, 100, '2025-11-04')
    expect(await on(id)).toEqual([])
    // Goods that came after it do not make it smaller.
    await buy(id, 200, '2025-11-08')
    await take(id, ticket)
    expect(await found(id)).toMatchObject([{ eventId: large, figures: { lostKg: 1.5, creditedKg: 100 } }])
  })
  it('stays closed by a person while its figures are the same', async () => {
    const id = await lot()
    await buy(id, 100, '2025-11-03')
    const first = await lose('ada', id, 2, '2025-11-06')
    const { flags } = await chain.view('productbatch', id)
    const open = flags.find((flag: Json) => flag.ruleId === '4.4')
    await ok(as('omar').post(`/productbatch/${id}/findings/${open.id}/close`, { reason: 'ACCEPTED', note: 'Dried in the sun' }))
    const second = await lose('ada', id, 0.1, '2025-11-07')
    expect(await on(id)).toEqual([second])
    await lose('ada', id, 0.1, '2025-11-05')
    expect((await on(id)).sort()).toEqual([first, second].sort())
  })
})

describe('waste that was goods with a claim (4.4, 0136)', () => {
  it('is no loss any more once the claim of the goods falls, and its finding ends; nor is what is taken away after', async () => {
    const { cropId: other, farmerId, parcelId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(other, 500)
    const { id: bought } = await chain.lot()
    await ok(chain.buy(bought, other, 500))
    const id = await chain.atGin(bought, 500)
    const data = { batchId: id, kg: 50, destination: 'Compost' }
    const { event: waste } = await ok(record(as('ada'), 'processingsystem', chain.gin, 'WASTE_OUT', '2025-12-05', data))
    const large = [{ eventId: waste.id, figures: { lostKg: 50, creditedKg: 500 } }]
    expect(await found(id)).toMatchObject(large)
    const reset = { resetOn: '2025-07-15', cause: 'Sanction' }
    await ok(record(as('omar'), 'landparcel', parcelId, 'CONVERSION_RESET', '2025-07-15', reset))
    expect(await chain.view('productbatch', id)).toMatchObject({ claimStatus: 'CONVENTIONAL' })
    expect(await found(id)).toEqual([])
    await ok(record(as('ada'), 'processingsystem', chain.gin, 'WASTE_OUT', '2025-12-06', data))
    expect(await found(id)).toEqual([])
  })
})
