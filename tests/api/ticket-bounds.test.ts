// Tickets at their bounds (BR-08, BR-29): the last gram of what was picked, of 110 % of the estimate and of the ceiling is bought and not one more, whichever ticket was
// recorded first, with one that is corrected and one that is taken back; deductions and prices likewise.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record, uploadedSlip } from './chain-stage.ts'

let world: World
let chain: Chain
let lotId: string
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const blocked = (ruleId: string, figures: Record<string, unknown> = {}) => ({ status: 422, body: { ruleId, figures } })
const undo = (eventId: string) => ok(as('omar').post(`/productbatch/${lotId}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }))
/** A crop with an approved estimate and one picking, of an approved farmer. */
async function grown(kgPerHa: number, pickedKg: number, areaHa = 1): Promise<string> {
  const { cropId, farmerId } = await chain.sown({ areaHa })
  await chain.decide('APPROVED', farmerId)
  await ok(record(as('fatima'), 'crop', cropId, 'YIELD_ESTIMATE', '2025-09-20', { method: 'BOLL_COUNT', kgPerHa }))
  await ok(record(as('omar'), 'crop', cropId, 'ESTIMATE_APPROVED', '2025-09-22'))
  const why = pickedKg >= kgPerHa * areaHa * 1.1 ? { reason: 'Late rain', files: [await uploadedSlip(as('fatima'))] } : {}
  const { findings } = await ok(record(as('fatima'), 'crop', cropId, 'HARVEST', '2025-10-25', { pickNo: 1, kg: pickedKg, ...why }))
  const flags = (await chain.view('crop', cropId)).flags.filter(({ ruleId, severity }: Json) => ruleId === 'BR-07' && severity === 'REVIEW')
  expect(findings.length).toBeGreaterThanOrEqual(flags.length)
  for (const { id } of flags) await ok(as('omar').post(`/crop/${cropId}/findings/${id}/close`, { reason: 'ACCEPTED', note: 'Weighed again' }))
  return cropId
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  lotId = (await chain.lot()).id
}, 120_000)

describe('what is bought of a crop (BR-08)', () => {
  it('ends with the last gram that was picked, also for a ticket of before the others, one in place of another, and after a void', async () => {
    const cropId = await grown(1000, 500)
    const { event } = await ok(chain.buy(lotId, cropId, 300, '2025-11-10'))
    await refused(() => chain.buy(lotId, cropId, 200.001, '2025-11-02'), blocked('BR-08', { leftKg: 200, limitKg: 500 }))
    const earlier = await ok(chain.buy(lotId, cropId, 200, '2025-11-02'))
    await refused(() => chain.buy(lotId, cropId, 1, '2025-11-12'), blocked('BR-08', { leftKg: 0 }))
    const { data } = (await ok(as('pooja').get(`/productbatch/${lotId}/events`))).items.find(({ id }: Json) => id === event.id)
    const corrected = (netKg: number) =>
      as('pooja').post(`/productbatch/${lotId}/events`, {
        ...{ eventType: 'PURCHASE', occurredAt: at('2025-11-10'), lateReason: 'Weighed again', supersedesEventId: event.id },
        data: { ...data, grossKg: netKg + 2, netKg },
      })
    await refused(() => corrected(300.001), blocked('BR-08', { leftKg: 300 }))
    const smaller = await ok(corrected(299))
    await refused(() => chain.buy(lotId, cropId, 1.001, '2025-11-12'), blocked('BR-08', { leftKg: 1 }))
    // A ticket is of a kilogram at least (4.4).
    await refused(() => chain.buy(lotId, cropId, 0.999, '2025-11-12'), { status: 400, body: { fields: [{ path: 'data.netKg', code: 'min' }] } })
    await undo(smaller.event.id)
    await undo(earlier.event.id)
    expect((await chain.view('crop', cropId)).purchasedKg).toBe(0)
    await ok(chain.buy(lotId, cropId, 500, '2025-11-12'))
  })
  it('ends at 110 % of the estimate where more was picked', async () => {
    const cropId = await grown(1000, 1200)
    await refused(() => chain.buy(lotId, cropId, 1100.001), blocked('BR-08', { leftKg: 1100, limitKg: 1100 }))
    const { event } = await ok(chain.buy(lotId, cropId, 1100))
    await refused(() => chain.buy(lotId, cropId, 1), blocked('BR-08', { leftKg: 0 }))
    await undo(event.id)
    await ok(chain.buy(lotId, cropId, 1100))
  })
  it('leaves the estimate before it, to which it comes back, where 110 % of that are exactly what was bought', async () => {
    // 15.3 kg of each of 1.1 ha are 16.83 kg, and 110 % of them 18.513 kg; of 15.2 kg 18.392 kg.
    const backTo = async (kgPerHa: number) => {
      const cropId = await grown(kgPerHa, 18.513, 1.1)
      await ok(record(as('fatima'), 'crop', cropId, 'YIELD_ESTIMATE', '2025-10-26', { method: 'BOLL_COUNT', kgPerHa: 20 }))
      const { event } = await ok(record(as('omar'), 'crop', cropId, 'ESTIMATE_APPROVED', '2025-10-27'))
      await ok(chain.buy(lotId, cropId, 18.513))
      return () => as('omar').post(`/crop/${cropId}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' })
    }
    await refused(await backTo(15.2), blocked('BR-26', { purchasedKg: 18.513, estimatedKg: 16.72 }))
    await ok((await backTo(15.3))())
  })
  it('ends at the ceiling where 110 % of the estimate would be more', async () => {
    const cropId = await grown(1500, 1600)
    await refused(() => chain.buy(lotId, cropId, 1600.001), blocked('BR-08', { leftKg: 1600 }))
    await ok(chain.buy(lotId, cropId, 1600))
  })
})

describe('what is paid (BR-29)', () => {
  it('has deductions of 5 % by the buyer, and a paisa more by the manager alone; a correction is judged as the ticket is', async () => {
    const cropId = await grown(1000, 900)
    // 100 kg at 72.00 are 7,200.00; 5 % are 360.00.
    await refused(() => chain.buy(lotId, cropId, 100, '2025-11-03', { deductions: 360_01 }), blocked('BR-29', { deductions: 360_01, priceTotal: 7200_00 }))
    const { event, findings } = await ok(chain.buy(lotId, cropId, 100, '2025-11-03', { deductions: 360_00 }))
    expect(findings.filter(({ ruleId }: Json) => ruleId === 'BR-29')).toEqual([])
    const { data } = (await ok(as('pooja').get(`/productbatch/${lotId}/events`))).items.find(({ id }: Json) => id === event.id)
    const corrected = (who: string) =>
      as(who).post(`/productbatch/${lotId}/events`, {
        ...{ eventType: 'PURCHASE', occurredAt: at('2025-11-03'), lateReason: 'Slip read again', supersedesEventId: event.id },
        data: { ...data, deductions: 360_01 },
      })
    await refused(() => corrected('pooja'), blocked('BR-29'))
    const replaced = await ok(corrected('omar'))
    const open = async () => (await chain.view('productbatch', lotId)).flags.filter(({ ruleId }: Json) => ruleId === 'BR-29')
    expect(await open()).toMatchObject([{ severity: 'WARN', eventId: replaced.event.id }])
    await undo(replaced.event.id)
    expect(await open()).toEqual([])
  })
})
