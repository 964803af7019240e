// A step of a lot is judged by what it leads to: a supersede is one step, a void gives back what followed from its event, and what was
// recorded late corrects what follows from it (BR-09, BR-11, BR-15, BR-26, BR-30).
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let organic: string
let converting: string
const as = (who: string) => world.as(who, 'OP1')
const lotEvent = (who: string, lot: string, type: string, day: string, data: Record<string, unknown> = {}) =>
  record(as(who), 'productbatch', lot, type, day, data, 10)
const view = (lot: string): Promise<Json> => chain.view('productbatch', lot)
const voidOf = (lot: string, eventId: string, entity = 'productbatch') =>
  as('ada').post(`/${entity}/${lot}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
/** The event again with other data, in place of the first. */
const instead = (who: string, lot: string, { id, eventType, occurredAt, data }: Json, changes: Record<string, unknown>, entity = 'productbatch') =>
  as(who).post(`/${entity}/${lot}/events`, { eventType, occurredAt, data: { ...data, ...changes }, lateReason: 'Corrected', supersedesEventId: id })
const ticketOf = (netKg: number) => ({ netKg, grossKg: netKg + 2, tareKg: 2 })
const refused = refusing(() => world)
/** Kilograms by account, opposite entries included, straight from the table. */
const accounts = (lot: string): Promise<Record<string, number>> =>
  world.scoped('ada', async ({ db, tenant }) => {
    const { rows } =
      await sql<Json>`select account, sum(delta_kg) as kg from ledger_entry where tenant_id = ${tenant.id} and batch_id = ${lot}::uuid group by account`.execute(
        db,
      )
    return Object.fromEntries(rows.map(({ account, kg }) => [account, Number(kg)]))
  })
const mixed = async (lot: string): Promise<string[]> =>
  (await view(lot)).flags.filter(({ ruleId, severity }: Json) => ruleId === 'BR-11' && severity === 'WARN').map(({ eventId }: Json) => eventId)

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const grown = async (conversionStart?: string): Promise<string> => {
    const { cropId, farmerId } = await chain.sown({ areaHa: 3, ...(conversionStart ? { conversionStart } : {}) })
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 3000, '2025-10-25')
    return cropId
  }
  organic = await grown()
  converting = await grown('2024-03-01')
}, 120_000)

describe('a supersede of a lot’s event', () => {
  it('may change a ticket that goods have left since, as long as there was enough at each time (422 BR-26)', async () => {
    const { id } = await chain.lot()
    const { event } = await ok(chain.buy(id, organic, 100, '2025-11-03'))
    await ok(lotEvent('pooja', id, 'CLOSED', '2025-11-04'))
    const { event: split } = await ok(lotEvent('pooja', id, 'SPLIT', '2025-11-05', { outputs: [{ kg: 60 }] }))
    await refused(() => instead('pooja', id, event, ticketOf(40)), {
      status: 422,
      body: { ruleId: 'BR-26', figures: { eventId: split.id, dependants: [{ eventId: split.id, eventType: 'SPLIT' }] } },
    })
    const { subject } = await ok(instead('pooja', id, event, ticketOf(80)))
    expect(subject).toMatchObject({ status: 'CLOSED', onHandKg: 20, closedQtyKg: 80, claimStatus: 'ORGANIC' })
    expect(await accounts(id)).toEqual({ PURCHASED: 80, CONSUMED: -60 })
    expect(await chain.view('crop', organic)).toMatchObject({ purchasedKg: 80 })
  })
  it('splits anew out of what was there before the split', async () => {
    const { id } = await chain.lot()
    await ok(chain.buy(id, organic, 100, '2025-11-03'))
    await ok(lotEvent('pooja', id, 'CLOSED', '2025-11-04'))
    const { event } = await ok(lotEvent('pooja', id, 'SPLIT', '2025-11-05', { outputs: [{ kg: 90, batchNo: `A-${id.slice(-8)}` }] }))
    await refused(() => instead('pooja', id, event, { outputs: [{ kg: 101 }] }), { status: 422, body: { ruleId: 'BR-09' } })
    const { subject } = await ok(instead('pooja', id, event, { outputs: [{ kg: 95, batchNo: `B-${id.slice(-8)}` }] }))
    expect(subject.onHandKg).toBe(5)
    const made = async (batchNo: string) => {
      const { items } = await ok(as('omar').get(`/productbatch?q=${batchNo}`))
      return view(items.find((lot: Json) => lot.batchNo === batchNo.toUpperCase()).id)
    }
    expect([await made(`A-${id.slice(-8)}`), await made(`B-${id.slice(-8)}`)]).toMatchObject([
      { status: 'VOIDED', onHandKg: 0 },
      { status: 'CLOSED', onHandKg: 95, claimStatus: 'ORGANIC', harvestFrom: '2025-10-25', version: 1 },
    ])
  })
  it('is by an event of the same kind (400)', async () => {
    const { id } = await chain.lot()
    await ok(chain.buy(id, organic, 100, '2025-11-03'))
    const { event } = await ok(lotEvent('pooja', id, 'ADJUST', '2025-11-04', { deltaKg: -2, reason: 'Scale' }))
    const other = { id: event.id, eventType: 'LOSS', occurredAt: event.occurredAt, data: {} }
    await refused(() => instead('pooja', id, other, { kg: 2, cause: 'SPILLAGE' }), {
      status: 400,
      body: { code: 'VALIDATION', fields: [{ path: 'eventType', code: 'rule' }] },
    })
  })
  it('keeps an approval for a proposal of the same figure only (422 BR-26)', async () => {
    const { id } = await chain.lot()
    await ok(chain.buy(id, organic, 100, '2025-11-03'))
    const { event } = await ok(lotEvent('pooja', id, 'ADJUST', '2025-11-04', { deltaKg: -2, reason: 'Scale' }))
    const { event: approval } = await ok(lotEvent('omar', id, 'ADJUST_APPROVED', '2025-11-05'))
    await refused(() => instead('pooja', id, event, { deltaKg: -20 }), { status: 422, body: { ruleId: 'BR-26', figures: { eventId: approval.id } } })
    const { subject } = await ok(instead('pooja', id, event, { reason: 'Scale of the yard' }))
    expect(subject.onHandKg).toBe(98)
    expect((await view(id)).flags.filter(({ ruleId }: Json) => ruleId !== 'BR-08')).toEqual([])
    await refused(() => lotEvent('omar', id, 'ADJUST_APPROVED', '2025-11-06'), { status: 409 })
  })
})

describe('a void of a lot’s event', () => {
  it('does not take back what an event of the same instant builds on (409, naming it)', async () => {
    const { id } = await chain.lot()
    await ok(chain.buy(id, organic, 100, '2025-11-03'))
    const { event: closing } = await ok(lotEvent('pooja', id, 'CLOSED', '2025-11-04'))
    const { event: split } = await ok(lotEvent('pooja', id, 'SPLIT', '2025-11-04', { outputs: [{ kg: 10 }] }))
    expect(split.occurredAt).toBe(closing.occurredAt)
    await refused(() => voidOf(id, closing.id), { status: 409, body: { figures: { eventId: split.id } } })
  })
  it('does not leave a lot that was closed empty (409, naming the close)', async () => {
    const { id } = await chain.lot()
    const { event } = await ok(chain.buy(id, organic, 50, '2025-11-03'))
    const { event: close } = await ok(lotEvent('pooja', id, 'CLOSED', '2025-11-04'))
    await refused(() => voidOf(id, event.id), { status: 409, body: { code: 'STATE_CONFLICT', figures: { eventId: close.id, eventType: 'CLOSED' } } })
    await ok(voidOf(id, close.id))
    await ok(voidOf(id, event.id))
    expect(await view(id)).toMatchObject({ status: 'OPEN', onHandKg: 0, claimStatus: null })
  })
  it('holds a lot again whose release was wrong, with its claim where nothing was sold, without where something was', async () => {
    const released = async (): Promise<[string, Json]> => {
      const { id } = await chain.lot()
      await ok(chain.buy(id, organic, 50, '2025-11-03'))
      await ok(lotEvent('pooja', id, 'CLOSED', '2025-11-04'))
      await ok(lotEvent('omar', id, 'QUARANTINE', '2025-11-05', { reason: 'Smell' }))
      const { event, subject } = await ok(lotEvent('omar', id, 'RELEASE', '2025-11-06', { causeClosed: 'Sold as conventional', downgrade: true }))
      expect(subject).toMatchObject({ status: 'RELEASED', claimStatus: 'CONVENTIONAL' })
      return [id, event]
    }
    const [unsold, wrong] = await released()
    await ok(voidOf(unsold, wrong.id))
    expect(await view(unsold)).toMatchObject({ status: 'QUARANTINED', quarantineReason: 'Smell', claimStatus: 'ORGANIC', availableKg: 0 })
    const [used, release] = await released()
    const { event: split } = await ok(lotEvent('pooja', used, 'SPLIT', '2025-11-07', { outputs: [{ kg: 10 }] }))
    await refused(() => voidOf(used, release.id), { status: 409, body: { figures: { eventId: split.id } } })
  })
})

describe('what is recorded late', () => {
  it('closes a lot that is empty today by what was in it then', async () => {
    const { id } = await chain.lot()
    await ok(chain.buy(id, organic, 50, '2025-11-03'))
    await ok(lotEvent('omar', id, 'QUARANTINE', '2025-11-06', { reason: 'Burnt' }))
    await ok(lotEvent('omar', id, 'DISPOSAL', '2025-11-07', { method: 'Composted', evidence: 'Photograph' }))
    await refused(() => lotEvent('pooja', id, 'CLOSED', '2025-11-02'), { status: 422, body: { ruleId: '4.4' } })
    await ok(lotEvent('pooja', id, 'CLOSED', '2025-11-04'))
    expect(await view(id)).toMatchObject({ status: 'DISPOSED', onHandKg: 0 })
  })
  it('is in what was disposed of', async () => {
    const { id } = await chain.lot()
    const { event } = await ok(chain.buy(id, organic, 50, '2025-11-03'))
    await ok(lotEvent('omar', id, 'QUARANTINE', '2025-11-06', { reason: 'Burnt' }))
    const { event: disposal } = await ok(lotEvent('omar', id, 'DISPOSAL', '2025-11-07', { method: 'Composted', evidence: 'Photograph' }))
    await ok(chain.buy(id, organic, 7, '2025-11-04'))
    expect(await accounts(id)).toEqual({ PURCHASED: 57, LOSS: -57 })
    await ok(voidOf(id, event.id))
    expect(await accounts(id)).toEqual({ PURCHASED: 7, LOSS: -7 })
    expect(await view(id)).toMatchObject({ status: 'DISPOSED', onHandKg: 0 })
    await ok(voidOf(id, disposal.id))
    expect(await view(id)).toMatchObject({ status: 'QUARANTINED', onHandKg: 7 })
  })
  it('moves the finding of mixed claims to the event that mixed them, and closes it when nothing is mixed', async () => {
    const { id } = await chain.lot()
    const { event: second } = await ok(chain.buy(id, organic, 50, '2025-11-05', { downgradeConfirmed: true }))
    const { event: first } = await ok(chain.buy(id, converting, 20, '2025-11-04', { downgradeConfirmed: true }))
    expect(await mixed(id)).toEqual([second.id])
    await ok(voidOf(id, first.id))
    expect(await mixed(id)).toEqual([])
    expect(await view(id)).toMatchObject({ claimStatus: 'ORGANIC', onHandKg: 50 })
  })
  it('does not make a lot conventional before certified goods came into it (422 BR-11)', async () => {
    const { id } = await chain.lot()
    await ok(chain.buy(id, organic, 20, '2025-11-03'))
    await ok(lotEvent('omar', id, 'QUARANTINE', '2025-11-04', { reason: 'Wet' }))
    const { event: release } = await ok(lotEvent('omar', id, 'RELEASE', '2025-11-05', { causeClosed: 'Dried', downgrade: false }))
    const { event } = await ok(chain.buy(id, organic, 10, '2025-11-08'))
    await refused(() => instead('omar', id, release, { downgrade: true }), { status: 422, body: { ruleId: 'BR-11', figures: { eventId: event.id } } })
    await ok(voidOf(id, event.id))
    await ok(instead('omar', id, release, { downgrade: true }))
    await refused(() => chain.buy(id, organic, 10, '2025-11-08'), { status: 422, body: { ruleId: 'BR-11' } })
  })
})
