// Opening stock (domain dictionary 12, BR-24): proposed by the holder, approved by another person, an administrator; its claim and kilograms, what a void
// takes back, and what of it cannot be; accounts of claims, which are refused.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const as = (key: string) => world.as(key, 'OP1')
const lotEvent = (lot: string, type: string, day: string, data: Record<string, unknown> = {}, who = 'omar') =>
  record(as(who), 'productbatch', lot, type, day, data)
const undo = (lot: string, eventId: string) => as('ada').post(`/productbatch/${lot}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const organic = { kg: 1200, claim: 'ORGANIC', externalCertificateNo: 'TC/2024/7', producedOn: '2025-03-01' }
const refused = refusing(() => world)

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

describe('opening stock', () => {
  it('counts once an administrator approves it, with the claim of the proposal', async () => {
    const { id } = await chain.lot()
    await refused(() => lotEvent(id, 'OPENING_APPROVED', '2025-06-03', {}, 'ada'), { status: 409 })
    await refused(() => lotEvent(id, 'OPENING_STOCK', '2025-06-02', { ...organic, externalCertificateNo: null }), {
      status: 400,
      body: { fields: [{ path: 'data.externalCertificateNo', code: 'required' }] },
    })
    const { event: proposal, findings } = await ok(lotEvent(id, 'OPENING_STOCK', '2025-06-02', organic))
    expect(findings).toEqual([])
    expect(await chain.view('productbatch', id)).toMatchObject({ status: 'OPEN', onHandKg: 0, flags: [{ ruleId: '12', severity: 'REVIEW' }] })
    await refused(() => lotEvent(id, 'OPENING_STOCK', '2025-06-02', organic), { status: 409 })
    await refused(() => lotEvent(id, 'OPENING_APPROVED', '2025-06-03', {}, 'omar'), { status: 403 })
    // An approval of before the proposal approves nothing.
    await refused(() => lotEvent(id, 'OPENING_APPROVED', '2025-06-01', {}, 'ada'), { status: 409 })
    const { event: approval } = await ok(lotEvent(id, 'OPENING_APPROVED', '2025-06-03', {}, 'ada'))
    expect(await chain.view('productbatch', id)).toMatchObject({
      status: 'CLOSED',
      onHandKg: 1200,
      claimStatus: 'ORGANIC',
      producedOn: '2025-03-01',
      flags: [],
    })
    await refused(() => undo(id, proposal.id), { status: 422, body: { ruleId: 'BR-26' } })
    const { items } = await ok(as('ada').get(`/productbatch/${id}/ledger`))
    expect(items).toMatchObject([{ account: 'PRODUCED', deltaKg: 1200, balanceKg: 1200 }])
    // As it was on the day before.
    expect((await ok(as('ada').get(`/productbatch/${id}?asOf=${encodeURIComponent(at('2025-06-02', 23))}`))).onHandKg).toBe(0)
    await ok(undo(id, approval.id))
    expect(await chain.view('productbatch', id)).toMatchObject({ status: 'OPEN', onHandKg: 0, claimStatus: null, flags: [{ ruleId: '12' }] })
    await ok(undo(id, proposal.id))
    expect(await chain.view('productbatch', id)).toMatchObject({ status: 'OPEN', flags: [] })
  })
  it('is not taken back under goods that were used, and is approved by another person', async () => {
    const { id } = await chain.lot()
    await ok(lotEvent(id, 'OPENING_STOCK', '2025-06-02', organic, 'ada'))
    await refused(() => lotEvent(id, 'OPENING_APPROVED', '2025-06-03', {}, 'ada'), { status: 422, body: { ruleId: 'BR-24' } })
    const other = await chain.lot()
    await ok(lotEvent(other.id, 'OPENING_STOCK', '2025-06-02', organic))
    const { event } = await ok(lotEvent(other.id, 'OPENING_APPROVED', '2025-06-03', {}, 'ada'))
    await ok(lotEvent(other.id, 'SPLIT', '2025-06-04', { outputs: [{ kg: 1000 }] }))
    expect((await undo(other.id, event.id)).body).toMatchObject({ code: expect.stringMatching(/RULE_BLOCKED|STATE_CONFLICT/) })
    const [part] = (await ok(as('ada').get('/productbatch?filter[status]=CLOSED&limit=200'))).items.filter(({ onHandKg }: Json) => onHandKg === 1000)
    expect(part.claimStatus).toBe('ORGANIC')
  })
})

describe('accounts of claims (BR-11)', () => {
  it.each(['MASS_BALANCE', 'BOOK_AND_CLAIM'])('are refused with the reason: %s', async (cocModel) => {
    const body = { name: 'Yarn', kind: 'SEMI', material: 'YARN', unitType: 'CONE_LOT', hsCode: '520512', sellable: true, cocModel }
    await refused(() => as('ada').post('/product', body), { status: 400, body: { fields: [{ path: 'cocModel', code: 'rule' }] } })
  })
})
