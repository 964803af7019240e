// Findings: one per event and rule, with somebody responsible, closed by right with a reason and by other eyes, and holding back
// what the rule says as long as they are to be decided.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record, uploadedSlip } from './chain-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
})
const as = (who: string) => world.as(who, 'OP1')
const decided = { reason: 'ACCEPTED', note: 'Seen on the ground' }
const close = (who: string, entity: string, id: string, findingId: string, body: unknown = decided) =>
  as(who).post(`/${entity}/${id}/findings/${findingId}/close`, body)
/** Without what is noted of a ticket’s weighing and of its slip, each a finding of its own (tests/api/ticket-proof.test.ts). */
const besidesProof = (all: Json[]): Json[] => all.filter(({ figures }) => figures?.ticketKg === undefined)
const open = async (entity: string, id: string): Promise<Json[]> => besidesProof((await chain.view(entity, id)).flags)
const findings = async (entity: string, id: string): Promise<Json[]> => besidesProof((await ok(as('ada').get(`/${entity}/${id}/findings`))).items)
const refused = refusing(() => world)
/** A harvested crop of an approved member. */
async function harvested(kg: number): Promise<{ cropId: string; farmerId: string }> {
  const { cropId, farmerId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, kg)
  return { cropId, farmerId }
}

describe('findings of events', () => {
  it('stand one per event and rule: voiding one unconfirmed ticket closes its own finding, the other stays', async () => {
    const { cropId } = await harvested(500)
    const { id } = await chain.lot()
    const tickets: Json[] = []
    for (const kg of [101, 102, 103]) tickets.push(await ok(chain.buy(id, cropId, kg, '2025-11-03', { farmerConfirmation: null })))
    const unconfirmed = (all: Json[]) => all.filter(({ ruleId }) => ruleId === 'BR-08')
    expect(unconfirmed(await open('productbatch', id)).map(({ eventId, figures }) => [eventId, figures.netKg])).toEqual(
      tickets.map(({ event }, index) => [event.id, 101 + index]),
    )
    await ok(as('pooja').post(`/productbatch/${id}/events/${tickets[1].event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(unconfirmed(await open('productbatch', id)).map(({ figures }) => figures.netKg)).toEqual([101, 103])
    expect(unconfirmed(await findings('productbatch', id)).find(({ eventId }) => eventId === tickets[1].event.id)).toMatchObject({
      closedReason: 'VOIDED',
      closedBy: world.people.pooja?.id,
    })
  })
  it('keep the gravest of one rule and event', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('REJECTED', farmerId)
    await chain.picked(cropId, 300)
    const { id } = await chain.lot()
    const bought = await ok(chain.buy(id, cropId, 100, '2025-11-03', { farmerConfirmation: null }))
    expect(
      besidesProof(bought.findings)
        .filter(({ ruleId }: Json) => ruleId === 'BR-08')
        .map(({ severity }: Json) => severity),
    ).toEqual(['WARN', 'REVIEW'])
    expect((await open('productbatch', id)).filter(({ ruleId }) => ruleId === 'BR-08')).toMatchObject([{ severity: 'REVIEW' }])
  })
})

describe('closing a finding', () => {
  let lotId: string
  let finding: Json
  beforeAll(async () => {
    const { cropId } = await harvested(500)
    lotId = (await chain.lot()).id
    await ok(chain.buy(lotId, cropId, 100, '2025-11-03', { farmerConfirmation: null, premiumPerKg: null }))
    finding = (await open('productbatch', lotId)).find(({ ruleId }) => ruleId === 'BR-08')
  })

  it('is refused without a reason of the list, and without a note where something is decided (400)', async () => {
    await refused(() => close('omar', 'productbatch', lotId, finding.id, {}), { status: 400, body: { fields: [{ path: 'reason' }] } })
    await refused(() => close('omar', 'productbatch', lotId, finding.id, { reason: 'OBSOLETE', note: 'x' }), {
      status: 400,
      body: { fields: [{ path: 'reason' }] },
    })
    await refused(() => close('omar', 'productbatch', lotId, finding.id, { reason: 'ACCEPTED' }), {
      status: 400,
      body: { fields: [{ path: 'note', code: 'required' }] },
    })
    await refused(() => close('omar', 'productbatch', lotId, finding.id, { ...decided, more: 1 }), { status: 400 })
  })
  it('is refused to who is not responsible (403), to who caused it (403 or 422 BR-24), and of another record (404)', async () => {
    await refused(() => close('pooja', 'productbatch', lotId, finding.id), { status: 403 })
    await refused(() => close('carla', 'productbatch', lotId, finding.id), { status: 403 })
    await refused(() => close('leela', 'productbatch', lotId, finding.id), { status: 404 })
    const { id: other } = await chain.lot()
    await refused(() => close('omar', 'productbatch', other, finding.id), { status: 404 })
    await refused(() => close('omar', 'productbatch', lotId, '00000000-0000-7000-8000-000000000000'), { status: 404 })
    const { cropId } = await harvested(300)
    const { id } = await chain.lot()
    await ok(
      record(as('omar'), 'productbatch', id, 'PURCHASE', '2025-11-03', {
        cropId,
        grossKg: 12,
        tareKg: 2,
        netKg: 10,
        pricePerKg: 72_00,
        receiptNo: 'OWN-1',
        farmerConfirmation: null,
      }),
    )
    const own = (await ok(as('omar').get(`/productbatch/${id}`))).flags.find(({ ruleId }: Json) => ruleId === 'BR-08')
    expect(own.mayClose).toBe(false)
    await refused(() => close('omar', 'productbatch', id, own.id), { status: 422, body: { ruleId: 'BR-24' } })
  })
  it('by the operator’s manager takes it off the record and leaves who, when and why; once, however often it is sent', async () => {
    expect((await ok(as('omar').get(`/productbatch/${lotId}`))).flags.find(({ id }: Json) => id === finding.id)).toMatchObject({
      owner: 'OPERATOR_MANAGER',
      mayClose: true,
    })
    expect((await ok(as('pooja').get(`/productbatch/${lotId}`))).flags.find(({ id }: Json) => id === finding.id)).toMatchObject({ mayClose: false })
    const send = () => as('omar').post(`/productbatch/${lotId}/findings/${finding.id}/close`, decided, { 'idempotency-key': 'close-once-and-for-all' })
    const first = await ok(send())
    expect(first).toMatchObject({ finding: { closedReason: 'ACCEPTED', note: 'Seen on the ground', closedBy: world.people.omar?.id } })
    expect(first.subject.flags.map(({ id }: Json) => id)).not.toContain(finding.id)
    expect(await ok(send())).toEqual(first)
    await refused(() => close('omar', 'productbatch', lotId, finding.id), { status: 409, body: { code: 'STATE_CONFLICT' } })
    expect((await findings('productbatch', lotId)).find(({ id }) => id === finding.id)).toMatchObject({
      ruleId: 'BR-08',
      owner: 'OPERATOR_MANAGER',
      openedBy: world.people.pooja?.id,
      closedReason: 'ACCEPTED',
      note: 'Seen on the ground',
      closedBy: world.people.omar?.id,
    })
  })
})

describe('a finding to be decided holds back', () => {
  it('the approval of an estimate far above the village (BR-06), and ESTIMATE_APPROVED is not offered', async () => {
    const [one, other] = [await chain.sown(), await chain.sown()]
    const { village } = await chain.view('farmer', one.farmerId)
    const { version } = await chain.view('farmer', other.farmerId)
    await ok(as('ada').patch(`/farmer/${other.farmerId}`, { village }, { 'if-match': `"${version}"` }))
    await ok(record(as('fatima'), 'crop', one.cropId, 'YIELD_ESTIMATE', '2025-09-20', { method: 'EYE', kgPerHa: 800 }))
    await ok(record(as('omar'), 'crop', one.cropId, 'ESTIMATE_APPROVED', '2025-09-21'))
    const { findings: noticed } = await ok(record(as('fatima'), 'crop', other.cropId, 'YIELD_ESTIMATE', '2025-09-20', { method: 'EYE', kgPerHa: 1200 }))
    expect(noticed).toMatchObject([{ ruleId: 'BR-06', severity: 'REVIEW' }])
    expect((await ok(as('omar').get(`/crop/${other.cropId}`))).may).not.toContain('ESTIMATE_APPROVED')
    await refused(() => record(as('omar'), 'crop', other.cropId, 'ESTIMATE_APPROVED', '2025-09-22'), { status: 422, body: { ruleId: 'BR-06' } })
    const [finding] = await open('crop', other.cropId)
    await refused(() => close('ines', 'crop', other.cropId, finding.id), { status: 403 })
    const { subject } = await ok(close('omar', 'crop', other.cropId, finding.id))
    expect(subject.may).toContain('ESTIMATE_APPROVED')
    expect((await ok(record(as('omar'), 'crop', other.cropId, 'ESTIMATE_APPROVED', '2025-09-22'))).subject.estimatedKg).toBe(1200)
  })
  it('the purchase of a harvest above its estimate (BR-07)', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 1000)
    const second = { pickNo: 2, kg: 400, reason: 'Late rain', files: [await uploadedSlip(as('fatima'))] }
    const harvest = await record(as('fatima'), 'crop', cropId, 'HARVEST', '2025-11-10', second)
    expect(harvest, JSON.stringify(harvest.body)).toMatchObject({ status: 201, body: { findings: [{ ruleId: 'BR-07', severity: 'REVIEW' }] } })
    const { id } = await chain.lot()
    await refused(() => chain.buy(id, cropId, 100, '2025-11-12'), { status: 422, body: { ruleId: 'BR-07' } })
    const [finding] = (await open('crop', cropId)).filter(({ ruleId }) => ruleId === 'BR-07')
    await ok(close('omar', 'crop', cropId, finding.id))
    await ok(chain.buy(id, cropId, 100, '2025-11-12'))
  })
  it('the purchase of certified goods after an input that is not on the list (BR-14), until the certification body has decided', async () => {
    const { cropId } = await harvested(400)
    const { id: itemId } = await ok(as('ada').post('/inputitem', { name: 'Herbal brew', category: 'BOTANICAL', permission: 'UNKNOWN', phiDays: 0 }))
    await ok(record(as('fatima'), 'crop', cropId, 'PLANT_PROTECTION', '2025-10-01', { itemId, dosePerHa: 5, unit: 'L', total: 5, target: 'Bollworm' }))
    const { id } = await chain.lot()
    await refused(() => chain.buy(id, cropId, 100), { status: 422, body: { ruleId: 'BR-14' } })
    const [finding] = (await open('crop', cropId)).filter(({ ruleId }) => ruleId === 'BR-14')
    expect(finding).toMatchObject({ severity: 'REVIEW', owner: 'CERTIFICATION_BODY_AUDITOR' })
    await refused(() => close('omar', 'crop', cropId, finding.id), { status: 403 })
    await ok(close('carla', 'crop', cropId, finding.id))
    await ok(chain.buy(id, cropId, 100))
  })
  it('an adjustment of stock (BR-30): approving it by other eyes settles the finding', async () => {
    const { cropId } = await harvested(400)
    const { id } = await chain.lot()
    await ok(chain.buy(id, cropId, 400))
    await ok(record(as('pooja'), 'productbatch', id, 'CLOSED', '2025-11-20'))
    await ok(record(as('pooja'), 'productbatch', id, 'ADJUST', '2025-11-21', { deltaKg: -10, reason: 'Scale' }))
    expect(await open('productbatch', id)).toMatchObject([{ ruleId: 'BR-30', severity: 'REVIEW' }])
    await ok(record(as('omar'), 'productbatch', id, 'ADJUST_APPROVED', '2025-11-22'))
    expect(await open('productbatch', id)).toEqual([])
    expect(await findings('productbatch', id)).toMatchObject([{ ruleId: 'BR-30', closedReason: 'SETTLED' }])
  })
})
