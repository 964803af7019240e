// Each form of a submission (domain dictionary 6.1) is applied by the functions that record the same by hand: what its rules refuse leaves nothing, what is
// applied stands in the name of whoever captured it.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, uploadedSlip } from './chain-stage.ts'
import { field } from './parcel-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
})
const person = (name: string): string => world.people[name]?.id as string
const by = (name: string): Client => world.as(name, 'OP1')
const view = (entity: string, id: string): Promise<Json> => ok(by('omar').get(`/${entity}/${id}`))
const eventsOf = async (entity: string, id: string, type: string): Promise<Json[]> =>
  (await ok(by('ada').get(`/${entity}/${id}/history?limit=100`))).items.filter(({ eventType, status }: Json) => eventType === type && status === 'RECORDED')

const answer = (value: unknown) =>
  typeof value === 'number' ? { kind: 'NUMBER', number: value } : { kind: 'TEXT', text: typeof value === 'string' ? value : JSON.stringify(value) }
const sendIn = (who: Client, formCode: string, values: Record<string, unknown>, more: Record<string, unknown>): Promise<Json> =>
  ok(
    who.post('/submission', {
      formCode,
      formVersion: 1,
      answers: Object.entries(values).map(([name, value]) => ({ field: name, value: answer(value) })),
      deviceId: 'SM-A146',
      capturedAt: at('2026-01-14'),
      ...more,
    }),
  )
const decide = (who: Client, id: string) => who.post(`/submission/${id}/events`, { eventType: 'APPROVED', occurredAt: clock().toISOString(), data: {} })
/** As it stands once it was approved. */
const approved = async (who: Client, id: string): Promise<Json> => {
  await ok(decide(who, id))
  return view('submission', id)
}
const paths = (done: Json): string[] => done.extra.failure.fields.map(({ path }: Json) => path)

describe('INSPECTION', () => {
  const visit = () => ({ seasonId: chain.season, round: 1, result: 'APPROVED', occurredAt: at('2026-01-12') })
  it('is of a member, with a result there is, and is not approved by its inspector', async () => {
    const { farmerId } = await chain.member({ isInspected: false })
    const target = { targetType: 'farmer', targetId: farmerId }
    const unknown = await sendIn(by('ines'), 'INSPECTION', { ...visit(), result: 'FINE', round: 9 }, target)
    expect(await decide(by('ines'), unknown.id)).toMatchObject({ status: 422, body: { ruleId: 'BR-24' } })
    const done = await approved(by('omar'), unknown.id)
    expect(done.status).toBe('APPLY_FAILED')
    expect(paths(done)).toEqual(expect.arrayContaining(['result', 'round']))
    expect(await eventsOf('farmer', farmerId, 'INTERNAL_INSPECTION')).toEqual([])
  })
  it('is that of its inspector, and counts in the season as one by hand does', async () => {
    const { farmerId } = await chain.member({ isInspected: false })
    const sent = await sendIn(by('ines'), 'INSPECTION', visit(), { targetType: 'farmer', targetId: farmerId })
    expect(await approved(by('omar'), sent.id)).toMatchObject({ status: 'APPLIED', resultType: 'farmer', resultId: farmerId })
    expect(await eventsOf('farmer', farmerId, 'INTERNAL_INSPECTION')).toMatchObject([{ recordedBy: person('ines'), data: { round: 1, result: 'APPROVED' } }])
    const { items } = await ok(by('omar').get(`/farmerseason?filter[farmerId]=${farmerId}`))
    expect(items).toMatchObject([{ seasonId: chain.season, inspection1On: '2026-01-12' }])
  })
  it('by the field officer of that member is refused as one by hand is (BR-24)', async () => {
    const { farmerId } = await chain.member({ isInspected: false })
    const sent = await sendIn(by('fatima'), 'INSPECTION', visit(), { targetType: 'farmer', targetId: farmerId })
    const done = await approved(by('omar'), sent.id)
    expect(done.status).toBe('APPLY_FAILED')
    expect(await eventsOf('farmer', farmerId, 'INTERNAL_INSPECTION')).toEqual([])
  })
})

describe('PURCHASE', () => {
  const ticket = (cropId: string, more: Record<string, unknown> = {}) => ({
    cropId,
    grossKg: 102,
    tareKg: 2,
    netKg: 100,
    pricePerKg: 7200,
    premiumPerKg: 600,
    receiptNo: `S-${cropId.slice(-6)}`,
    farmerConfirmation: 'SIGNATURE',
    occurredAt: at('2026-01-12'),
    ...more,
  })
  it('above what the crop may deliver, or that does not add up, is refused and weighs nothing in (BR-08)', async () => {
    const { cropId } = await chain.sown()
    await chain.picked(cropId, 300)
    const { id: lotId } = await chain.lot()
    for (const more of [{ netKg: 90_000, grossKg: 90_002 }, { netKg: 50 }]) {
      const sent = await sendIn(by('pooja'), 'PURCHASE', ticket(cropId, more), { targetType: 'productbatch', targetId: lotId })
      expect((await approved(by('omar'), sent.id)).status).toBe('APPLY_FAILED')
    }
    expect((await view('productbatch', lotId)).onHandKg).toBe(0)
    expect((await view('crop', cropId)).purchasedKg).toBe(0)
  })
  it('is reviewed by the names of the records that its answers refer to, but for those which the reader may not see', async () => {
    const { cropId } = await chain.sown()
    const { id: lotId } = await chain.lot()
    const sent = await sendIn(by('pooja'), 'PURCHASE', ticket(cropId), { targetType: 'productbatch', targetId: lotId })
    const { title, code } = await view('crop', cropId)
    expect((await view('submission', sent.id)).extra.refs).toEqual({ [cropId]: { entity: 'crop', title, code } })
    const { farmerId } = await chain.member()
    const unseen = person('ada')
    const change = await sendIn(by('fatima'), 'FARMER_REG', { fieldOfficerId: unseen }, { targetType: 'farmer', targetId: farmerId, targetVersion: 1 })
    expect((await ok(by('fatima').get(`/submission/${change.id}`))).extra.refs).toEqual({})
    expect((await ok(by('ada').get(`/submission/${change.id}`))).extra.refs).toHaveProperty(unseen)
    // Whoever may list people reads their names, though they open none.
    const colleague = person('ines')
    const other = await sendIn(by('fatima'), 'FARMER_REG', { fieldOfficerId: colleague }, { targetType: 'farmer', targetId: farmerId, targetVersion: 1 })
    expect((await ok(by('fatima').get(`/submission/${other.id}`))).extra.refs).toEqual({})
    expect((await ok(by('omar').get(`/submission/${other.id}`))).extra.refs).toMatchObject({ [colleague]: { entity: 'user', title: world.people.ines?.name } })
    expect((await ok(by('omar').get(`/submission/${change.id}`))).extra.refs).toEqual({})
  })
  it('fills the lot, and the kilograms go again with the approval', async () => {
    const { cropId } = await chain.sown()
    await chain.picked(cropId, 300)
    const { id: lotId } = await chain.lot()
    const sent = await sendIn(by('pooja'), 'PURCHASE', ticket(cropId), { targetType: 'productbatch', targetId: lotId })
    expect(await approved(by('omar'), sent.id)).toMatchObject({ status: 'APPLIED', resultType: 'productbatch', resultId: lotId })
    expect(await eventsOf('productbatch', lotId, 'PURCHASE')).toMatchObject([{ recordedBy: person('pooja') }])
    expect([(await view('productbatch', lotId)).onHandKg, (await view('crop', cropId)).purchasedKg]).toEqual([100, 100])
    const [approval] = await eventsOf('submission', sent.id, 'APPROVED')
    await ok(by('omar').post(`/submission/${sent.id}/events/${approval?.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect([(await view('productbatch', lotId)).onHandKg, (await view('crop', cropId)).purchasedKg]).toEqual([0, 0])
  })
  it('is signed where the photo of its slip was sent with it, and wants a word where none was', async () => {
    const { cropId } = await chain.sown()
    await chain.picked(cropId, 300)
    const { id: lotId } = await chain.lot()
    const slip = await uploadedSlip(by('pooja'))
    const target = { targetType: 'productbatch', targetId: lotId }
    for (const [receiptNo, files, state] of [
      ['S-NONE', [], 'OVERDUE'],
      ['S-SLIP', [slip], 'SIGNED'],
    ] as const) {
      const sent = await sendIn(by('pooja'), 'PURCHASE', ticket(cropId, { receiptNo }), { ...target, files })
      expect((await approved(by('omar'), sent.id)).status).toBe('APPLIED')
      const [event] = (await eventsOf('productbatch', lotId, 'PURCHASE')).filter(({ data }) => data.receiptNo === receiptNo)
      expect((await by('pooja').get(`/productbatch/${lotId}/tickets`)).body.items.find((one: Json) => one.eventId === event?.id)).toMatchObject({ state })
    }
  })
})

describe('BATCH_EVENT', () => {
  it('that the state of the lot does not allow, or that is a decision, is not applied', async () => {
    const { id: lotId } = await chain.lot()
    const target = { targetType: 'productbatch', targetId: lotId }
    const early = await sendIn(by('fatima'), 'BATCH_EVENT', { eventType: 'DISPATCH', buyerId: chain.ginner, kg: 5, invoiceNo: 'I-1' }, target)
    expect((await approved(by('omar'), early.id)).status).toBe('APPLY_FAILED')
    const decision = await sendIn(by('fatima'), 'BATCH_EVENT', { eventType: 'ADJUST_APPROVED' }, target)
    const done = await approved(by('omar'), decision.id)
    expect([done.status, paths(done)]).toEqual(['APPLY_FAILED', ['eventType']])
    expect((await view('productbatch', lotId)).status).toBe('OPEN')
  })
  it('closes a lot in the name of who was there', async () => {
    const { cropId } = await chain.sown()
    await chain.picked(cropId, 300)
    const { id: lotId } = await chain.lot()
    await ok(chain.buy(lotId, cropId, 120))
    const sent = await sendIn(
      by('fatima'),
      'BATCH_EVENT',
      { eventType: 'CLOSED', occurredAt: at('2026-01-13') },
      { targetType: 'productbatch', targetId: lotId },
    )
    expect(await approved(by('omar'), sent.id)).toMatchObject({ status: 'APPLIED', resultId: lotId })
    expect(await view('productbatch', lotId)).toMatchObject({ status: 'CLOSED', closedQtyKg: 120 })
    expect(await eventsOf('productbatch', lotId, 'CLOSED')).toMatchObject([{ recordedBy: person('fatima') }])
  })
})

describe('PUBLIC_BOUNDARY', () => {
  it('that crosses itself is refused with the field (BR-01), and the plot has the one it had', async () => {
    const { parcelId } = await chain.member({ conversionStart: null })
    const before = await view('landparcel', parcelId)
    const [a, b, c, d] = field(7000, 7000).coordinates[0] as [number, number][]
    const crossed = { type: 'Polygon', coordinates: [[a, c, b, d, a]] }
    const sent = await sendIn(
      by('fatima'),
      'PUBLIC_BOUNDARY',
      { boundary: crossed, boundaryMethod: 'DESKTOP_DRAW' },
      { targetType: 'landparcel', targetId: parcelId, targetVersion: before.version },
    )
    const done = await approved(by('omar'), sent.id)
    expect([done.status, paths(done)]).toEqual(['APPLY_FAILED', ['boundary']])
    expect((await view('landparcel', parcelId)).boundary).toEqual(before.boundary)
  })
  it('becomes that of the plot, whose area follows', async () => {
    const { parcelId } = await chain.member({ conversionStart: null })
    const before = await view('landparcel', parcelId)
    const boundary = field(7300, 7000)
    const sent = await sendIn(
      by('fatima'),
      'PUBLIC_BOUNDARY',
      { boundary, boundaryMethod: 'DESKTOP_DRAW' },
      { targetType: 'landparcel', targetId: parcelId, targetVersion: before.version },
    )
    const done = await approved(by('omar'), sent.id)
    expect(done, JSON.stringify(done.extra.failure)).toMatchObject({ status: 'APPLIED', resultId: parcelId })
    const after = await view('landparcel', parcelId)
    expect(after.boundary.coordinates).toEqual(boundary.coordinates)
    expect(after.mappedAreaHa).toBeGreaterThan(0)
  })
})

describe('GRIEVANCE', () => {
  it('needs its text and a day to answer by, and is of a member of the operator', async () => {
    const { farmerId } = await chain.member()
    const empty = await sendIn(by('fatima'), 'GRIEVANCE', { channel: 'PHONE' }, { targetType: 'farmer', targetId: farmerId })
    const done = await approved(by('omar'), empty.id)
    expect(done.status).toBe('APPLY_FAILED')
    expect(paths(done)).toEqual(expect.arrayContaining(['text', 'dueOn']))
    expect(await eventsOf('farmer', farmerId, 'GRIEVANCE')).toEqual([])
  })
  it('stands with the member, said by whoever heard it', async () => {
    const { farmerId } = await chain.member()
    const values = { text: 'The scale at the centre shows two kilograms less.', channel: 'PERSON', dueOn: '2026-01-28', occurredAt: at('2026-01-13') }
    const sent = await sendIn(by('fatima'), 'GRIEVANCE', values, { targetType: 'farmer', targetId: farmerId })
    expect(await approved(by('omar'), sent.id)).toMatchObject({ status: 'APPLIED', resultId: farmerId })
    expect(await eventsOf('farmer', farmerId, 'GRIEVANCE')).toMatchObject([{ recordedBy: person('fatima'), data: { dueOn: '2026-01-28', channel: 'PERSON' } }])
  })
})
