// What lowers a crop's claim after sowing, and never gives it back: prohibited inputs, treatments recorded too late, another way of
// managing the land; and that a system's crops must go on fitting it.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
})
const fatima = () => world.as('fatima')
const omar = () => world.as('omar')
const blocked = (ruleId: string) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId } })
const sowing = { seedKg: 5, areaHa: 1, method: 'DIBBLING', seedLotNo: 'S-1', seedTreated: 'UNTREATED', nonGmProof: 'GMO-1', nonGmProofKind: 'SEED_CERTIFICATE' }

describe('crop PLANT_PROTECTION and croppingsystem INPUT_APPLICATION', () => {
  const inputs: Record<string, string> = {}
  beforeAll(async () => {
    for (const [name, permission, phiDays] of [
      ['Urea', 'PROHIBITED', 0],
      ['Neem oil', 'ALLOWED', 30],
    ] as const)
      inputs[name] = (await ok(world.as('ada', 'OP1').post('/inputitem', { name, category: 'OTHER', permission, phiDays }))).id
  })
  const spray = (name: string) => ({ itemId: inputs[name], dosePerHa: 5, unit: 'KG', total: 5 })
  const resow = (cropId: string) => record(fatima(), 'crop', cropId, 'RESOWING', '2025-07-15', { ...sowing, reason: 'Dry spell' })
  const farmLot = async (cropId: string) => (await ok(omar().get(`/productbatch?filter[cropId]=${cropId}`))).items[0]

  it('does not give a claim back by sowing again, nor by taking that back (BR-04, BR-14)', async () => {
    const { cropId } = await chain.sown()
    await ok(record(fatima(), 'crop', cropId, 'PLANT_PROTECTION', '2025-07-10', { ...spray('Urea'), target: 'Growth' }))
    expect((await chain.view('crop', cropId)).claimStatus).toBe('CONVENTIONAL')
    const { event, subject } = await ok(resow(cropId))
    expect(subject.claimStatus).toBe('CONVENTIONAL')
    await ok(fatima().post(`/crop/${cropId}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await chain.view('crop', cropId)).claimStatus).toBe('CONVENTIONAL')
  })
  it('keeps the claim of a clean crop that is sown again', async () => {
    const { cropId } = await chain.sown()
    expect((await ok(resow(cropId))).subject.claimStatus).toBe('ORGANIC')
  })
  it('costs every crop of the system its claim, holds their lots back and flags where their kilograms went (BR-14)', async () => {
    const { cropId, systemId, farmerId } = await chain.sown()
    await chain.picked(cropId, 500)
    await chain.decide('APPROVED', farmerId)
    const { id: lotId } = await chain.lot()
    await ok(chain.buy(lotId, cropId, 200))
    const { event, findings } = await ok(record(fatima(), 'croppingsystem', systemId, 'INPUT_APPLICATION', '2025-11-10', spray('Urea')))
    expect(findings).toMatchObject([{ ruleId: 'BR-14', severity: 'REVIEW' }])
    expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus: 'CONVENTIONAL', flags: [{ ruleId: 'BR-14' }, { ruleId: 'BR-14' }] })
    expect(await farmLot(cropId)).toMatchObject({ status: 'QUARANTINED', claimStatus: 'CONVENTIONAL', availableKg: 0, onHandKg: 300 })
    const lot = await chain.view('productbatch', lotId)
    expect(lot.claimStatus).toBe('CONVENTIONAL')
    const toDecide = lot.flags.filter(({ severity }: Json) => severity === 'REVIEW')
    expect(toDecide.map(({ ruleId }: Json) => ruleId).sort()).toEqual(['BR-11', 'BR-14'])
    expect(await fatima().post(`/croppingsystem/${systemId}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' })).toMatchObject({ status: 409 })
  })
  it('recorded after the harvest it should have put off: a review, and the lot held back (BR-19)', async () => {
    const { cropId } = await chain.sown()
    await chain.picked(cropId, 500, '2025-10-25')
    const before = await ok(record(fatima(), 'crop', cropId, 'PLANT_PROTECTION', '2025-09-01', { ...spray('Neem oil'), target: 'Bollworm' }))
    expect(before.findings).toEqual([])
    const { findings, event } = await ok(record(fatima(), 'crop', cropId, 'PLANT_PROTECTION', '2025-10-20', { ...spray('Neem oil'), target: 'Bollworm' }))
    expect(findings).toMatchObject([
      { ruleId: 'BR-19', severity: 'REVIEW', figures: { appliedOn: '2025-10-20', until: '2025-11-19', harvestDays: ['2025-10-25'] } },
    ])
    expect(await farmLot(cropId)).toMatchObject({ status: 'QUARANTINED', claimStatus: 'ORGANIC' })
    await ok(fatima().post(`/crop/${cropId}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect((await chain.view('crop', cropId)).flags.filter((one: { ruleId: string }) => one.ruleId === 'BR-19')).toEqual([])
    // What was quarantined is released by somebody who says how the cause was closed.
    expect(await farmLot(cropId)).toMatchObject({ status: 'QUARANTINED' })
  })
})

describe('PATCH /croppingsystem systemType', () => {
  it('refuses a type under which the crops that stand here no longer fit (422 BR-03)', async () => {
    const { systemId } = await chain.sown()
    const change = async (values: Record<string, unknown>) => {
      const { version } = await chain.view('croppingsystem', systemId)
      return fatima().patch(`/croppingsystem/${systemId}`, values, { 'if-match': `"${version}"` })
    }
    expect((await change({ systemType: 'MIXED' })).status).toBe(200)
    const second = { croppingSystemId: systemId, cropTypeId: chain.cotton, varietyId: chain.variety, role: 'INTERCROP', areaHa: 1, areaShare: 0.5 }
    await ok(fatima().post('/crop', { ...second, plannedSowing: '2025-06-20', seedSource: 'GROUP', seedOrganic: true }))
    expect(await change({ systemType: 'SOLE' })).toMatchObject({ ...blocked('BR-03'), body: { figures: { askedHa: 2, systemHa: 1 } } })
    expect(await change({ areaHa: 0.9 })).toMatchObject({ ...blocked('BR-03'), body: { figures: { askedHa: 1, systemHa: 0.9 } } })
    expect((await change({ systemType: 'RELAY' })).status).toBe(200)
  })
})

describe('PATCH /croppingsystem managedOrganically', () => {
  const manage = async (systemId: string, managedOrganically: boolean) => {
    const { version } = await chain.view('croppingsystem', systemId)
    return fatima().patch(`/croppingsystem/${systemId}`, { managedOrganically }, { 'if-match': `"${version}"` })
  }
  it('given up after sowing, costs the crops their claim and holds their harvest back (BR-04)', async () => {
    const { cropId, systemId } = await chain.sown()
    await chain.picked(cropId, 500)
    expect(await manage(systemId, false)).toMatchObject({ status: 200, body: { flags: [{ ruleId: 'BR-04', severity: 'REVIEW' }] } })
    expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus: 'CONVENTIONAL', flags: [{ ruleId: 'BR-04', severity: 'REVIEW' }] })
    const { items } = await ok(omar().get(`/productbatch?filter[cropId]=${cropId}`))
    expect(items).toMatchObject([{ status: 'QUARANTINED', claimStatus: 'CONVENTIONAL' }])
    expect(await manage(systemId, true)).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT' } })
  })
  it('may change freely before sowing', async () => {
    const { parcelId } = await chain.member()
    const id = await chain.systemOn(parcelId)
    expect(await manage(id, false)).toMatchObject({ status: 200, body: { flags: [] } })
    expect(await manage(id, true)).toMatchObject({ status: 200, body: { flags: [] } })
  })
})
