// A prohibited input costs the claim wherever it was recorded: found on the plot, on the seed, on the crop, on the whole system; and it
// is taken back by an administrator and the certification body together (BR-14; review B6, B27, B28).
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const inputs: Record<string, string> = {}
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  for (const [name, permission] of [
    ['Urea', 'PROHIBITED'],
    ['Neem oil', 'ALLOWED'],
  ] as const)
    inputs[name] = (await ok(world.as('ada', 'OP1').post('/inputitem', { name, category: 'OTHER', permission, phiDays: 0 }))).id
})
const [fatima, omar, ines, ada, carla] = ['fatima', 'omar', 'ines', 'ada', 'carla'].map((key) => () => world.as(key, 'OP1')) as [
  () => ReturnType<World['as']>,
  () => ReturnType<World['as']>,
  () => ReturnType<World['as']>,
  () => ReturnType<World['as']>,
  () => ReturnType<World['as']>,
]
const farmLot = async (cropId: string): Promise<Json> => (await ok(omar().get(`/productbatch?filter[cropId]=${cropId}`))).items[0]
const spray = (name: string) => ({ itemId: inputs[name], dosePerHa: 5, unit: 'KG', total: 5, target: 'Growth' })
const found = (parcelId: string, usedOn: string) =>
  record(ines(), 'landparcel', parcelId, 'PROHIBITED_INPUT_FOUND', usedOn, { itemId: inputs.Urea, usedOn, evidence: 'Empty bag' })
const voidRecordedEvent = (who: ReturnType<World['as']>, entity: string, id: string, eventId: string, note?: string) =>
  who.post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA', ...(note ? { note } : {}) })
const opened = async (parcelId: string): Promise<Json[]> => {
  const { items } = await ok(omar().get(`/nonconformity?filter[parcelId]=${parcelId}`))
  return Promise.all(items.map(({ id }: Json) => chain.view('nonconformity', id)))
}
const dismiss = (parcelId: string, usedOn: string) =>
  ok(record(carla(), 'landparcel', parcelId, 'PROHIBITED_INPUT_DISMISSED', '2026-01-14', { itemId: inputs.Urea, usedOn, reason: 'Wrong item picked' }))

describe('a prohibited input found on a plot (B6)', () => {
  it('costs the crop that stood there its claim, holds its farm lot, and is bought as conventional', async () => {
    const { cropId, parcelId, farmerId } = await chain.sown()
    await chain.picked(cropId, 500)
    await chain.decide('APPROVED', farmerId)
    await ok(found(parcelId, '2025-08-01'))
    expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus: 'CONVENTIONAL', flags: [{ ruleId: 'BR-14', severity: 'REVIEW' }] })
    expect(await farmLot(cropId)).toMatchObject({ status: 'QUARANTINED', claimStatus: 'CONVENTIONAL', availableKg: 0 })
    const { id: lotId } = await chain.lot()
    expect((await chain.buy(lotId, cropId, 100)).status).toBe(422)
  })
  it('opens a critical non-conformity of plot and grower, once, which the certification body alone closes', async () => {
    const { parcelId, farmerId } = await chain.sown()
    const id = crypto.randomUUID()
    const data = { itemId: inputs.Urea, usedOn: '2025-08-01', evidence: 'Empty bag' }
    const send = () =>
      ines().post(`/landparcel/${parcelId}/events`, { id, eventType: 'PROHIBITED_INPUT_FOUND', occurredAt: at('2025-08-01'), data, lateReason: 'Field book' })
    await Promise.all([send(), send()])
    const [one, ...more] = await opened(parcelId)
    expect(more).toEqual([])
    expect(one).toMatchObject({
      severity: 'CRITICAL',
      rule: 'BR-14',
      farmerId,
      status: 'OPEN',
      openedOn: '2025-08-01',
      dueOn: '2026-02-14',
      evidence: 'Empty bag',
    })
    const on = (who: ReturnType<World['as']>, eventType: string, data: Json = {}) =>
      who.post(`/nonconformity/${one.id}/events`, { eventType, occurredAt: clock().toISOString(), data })
    await ok(on(fatima(), 'ACTION_SENT', { action: 'Bags taken away', doneOn: '2026-01-10' }))
    for (const who of [omar(), ines(), ada()]) expect((await on(who, 'CLOSED')).status).toBe(403)
    expect((await ok(on(carla(), 'CLOSED'))).subject.status).toBe('CLOSED')
  })
  it('lowers the next harvest, too', async () => {
    const { cropId, parcelId } = await chain.sown()
    await ok(found(parcelId, '2025-08-01'))
    await chain.picked(cropId, 300)
    expect(await farmLot(cropId)).toMatchObject({ claimStatus: 'CONVENTIONAL', onHandKg: 300 })
  })
  it('leaves a crop alone that was harvested and closed before the day of use', async () => {
    const { cropId, parcelId } = await chain.sown()
    await chain.picked(cropId, 300)
    await ok(record(fatima(), 'crop', cropId, 'CROP_CLOSE', '2025-12-01', { residue: 'SHREDDED' }))
    await ok(found(parcelId, '2025-12-15'))
    expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus: 'ORGANIC', flags: [] })
    expect(await farmLot(cropId)).toMatchObject({ status: 'OPEN', claimStatus: 'ORGANIC' })
  })
  it('CONVERSION_RESET lowers what stands, flags where its kilograms went, and gives nothing back after a sale', async () => {
    const { cropId, parcelId, farmerId } = await chain.sown()
    await chain.picked(cropId, 500)
    await chain.decide('APPROVED', farmerId)
    const { id: lotId } = await chain.lot()
    await ok(chain.buy(lotId, cropId, 200))
    const { event } = await ok(record(omar(), 'landparcel', parcelId, 'CONVERSION_RESET', '2025-07-15', { resetOn: '2025-07-15', cause: 'Sanction' }))
    expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus: 'CONVENTIONAL', flags: [{ ruleId: 'BR-04', severity: 'REVIEW' }] })
    expect(await farmLot(cropId)).toMatchObject({ status: 'QUARANTINED', claimStatus: 'CONVENTIONAL' })
    const toDecide = (await chain.view('productbatch', lotId)).flags.filter(({ severity }: Json) => severity === 'REVIEW')
    expect(toDecide.map(({ ruleId }: Json) => ruleId).sort()).toEqual(['BR-04', 'BR-11'])
    await ok(voidRecordedEvent(omar(), 'landparcel', parcelId, event.id))
    expect(await chain.view('landparcel', parcelId)).toMatchObject({ conversionStart: '2022-01-10', organicStatus: 'ORGANIC' })
    // Sold meanwhile: a claim never rises by itself.
    expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus: 'CONVENTIONAL' })
  })
  it('gives the claim back with the reset that is taken back, while nothing was sold', async () => {
    const { cropId, parcelId } = await chain.sown()
    const { event } = await ok(record(omar(), 'landparcel', parcelId, 'CONVERSION_RESET', '2025-07-15', { resetOn: '2025-07-15', cause: 'Sanction' }))
    expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus: 'CONVENTIONAL' })
    await ok(voidRecordedEvent(omar(), 'landparcel', parcelId, event.id))
    expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus: 'ORGANIC', flags: [] })
  })
})

describe('a prohibited treatment of a crop, of its system, of its seed (B6, B27)', () => {
  it('starts the conversion of the plot again, and costs the other crop of the plot its claim', async () => {
    const { cropId, parcelId, systemId } = await chain.sown({ areaHa: 1 })
    const change = await chain.view('croppingsystem', systemId)
    await ok(fatima().patch(`/croppingsystem/${systemId}`, { systemType: 'MIXED' }, { 'if-match': `"${change.version}"` }))
    const body = { croppingSystemId: systemId, cropTypeId: chain.cotton, varietyId: chain.variety, role: 'INTERCROP', areaHa: 1, areaShare: 0.5 }
    const { id: second } = await ok(fatima().post('/crop', { ...body, plannedSowing: '2025-06-20', seedSource: 'GROUP', seedOrganic: true }))
    const sowing = {
      seedKg: 5,
      areaHa: 1,
      method: 'DIBBLING',
      seedLotNo: 'S-1',
      seedTreated: 'UNTREATED',
      nonGmProof: 'GMO-1',
      nonGmProofKind: 'SEED_CERTIFICATE',
    }
    await ok(record(fatima(), 'crop', second, 'SOWING', '2025-06-22', sowing))
    await ok(record(fatima(), 'crop', cropId, 'PLANT_PROTECTION', '2025-07-10', spray('Urea')))
    expect(await chain.view('landparcel', parcelId)).toMatchObject({ lastProhibitedInputOn: '2025-07-10', organicStatus: 'IC1', flags: [{ ruleId: 'BR-14' }] })
    expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus: 'CONVENTIONAL' })
    expect(await chain.view('crop', second)).toMatchObject({ claimStatus: 'CONVENTIONAL', flags: [{ ruleId: 'BR-14', severity: 'REVIEW' }] })
  })
  it('SEED_TREATMENT with a prohibited input makes the crop conventional at sowing', async () => {
    const { parcelId } = await chain.member()
    const systemId = await chain.systemOn(parcelId)
    const id = await chain.cropIn(systemId)
    const { findings } = await ok(record(fatima(), 'crop', id, 'SEED_TREATMENT', '2025-06-18', { itemId: inputs.Urea, gPerKg: 4 }))
    expect(findings).toMatchObject([{ ruleId: 'BR-14', severity: 'REVIEW' }])
    const sowing = { seedKg: 5, areaHa: 1, method: 'DIBBLING', seedLotNo: 'S-1', seedTreated: 'BIO', nonGmProof: 'GMO-1', nonGmProofKind: 'SEED_CERTIFICATE' }
    expect((await ok(record(fatima(), 'crop', id, 'SOWING', '2025-06-20', sowing))).subject.claimStatus).toBe('CONVENTIONAL')
    expect(await chain.view('landparcel', parcelId)).toMatchObject({ lastProhibitedInputOn: '2025-06-18' })
  })
})

describe('a slip of the item (B28)', () => {
  it('is taken back by administrator and certification body together: crop and plot are as if it had never been recorded', async () => {
    const { cropId, parcelId } = await chain.sown()
    const { event } = await ok(record(fatima(), 'crop', cropId, 'PLANT_PROTECTION', '2025-07-10', spray('Urea')))
    for (const who of [fatima(), omar(), ada()]) expect((await voidRecordedEvent(who, 'crop', cropId, event.id, 'A slip')).status).toBe(409)
    await dismiss(parcelId, '2025-07-10')
    expect((await voidRecordedEvent(fatima(), 'crop', cropId, event.id, 'A slip')).status).toBe(409)
    await ok(voidRecordedEvent(ada(), 'crop', cropId, event.id, 'Urea was picked instead of neem oil'))
    expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus: 'ORGANIC', flags: [] })
    expect(await chain.view('landparcel', parcelId)).toMatchObject({ lastProhibitedInputOn: null, organicStatus: 'ORGANIC', flags: [] })
    expect(await opened(parcelId)).toMatchObject([{ rule: 'BR-14', status: 'CLOSED' }])
    // The find went with the spray, and has no words of its own.
    const { causes } = await ok(omar().get(`/landparcel/${parcelId}/claim-timeline`))
    expect(causes.filter(({ kind }: Json) => kind === 'TAKEN_BACK')).toMatchObject([{ day: '2025-07-10', itemId: inputs.Urea, text: null }])
  })
  it('that is corrected to another input is in the timeline of the plot as a correction', async () => {
    const { cropId, parcelId } = await chain.sown()
    const { event } = await ok(record(fatima(), 'crop', cropId, 'PLANT_PROTECTION', '2025-07-10', spray('Urea')))
    const corrected = (who: ReturnType<World['as']>) =>
      who.post(`/crop/${cropId}/events`, {
        ...{ eventType: 'PLANT_PROTECTION', occurredAt: at('2025-07-10'), data: spray('Neem oil'), supersedesEventId: event.id },
        ...{ notes: 'Neem oil was sprayed', lateReason: 'From the field book' },
      })
    expect((await corrected(ada())).status).toBe(409)
    await dismiss(parcelId, '2025-07-10')
    await ok(corrected(ada()))
    expect(await chain.view('landparcel', parcelId)).toMatchObject({ lastProhibitedInputOn: null, organicStatus: 'ORGANIC' })
    const { causes } = await ok(omar().get(`/landparcel/${parcelId}/claim-timeline`))
    const found = causes.filter(({ kind }: Json) => ['PROHIBITED_INPUT', 'TAKEN_BACK', 'CORRECTED'].includes(kind))
    expect(found).toMatchObject([{ kind: 'CORRECTED', on: '2026-01-15', day: '2025-07-10', itemId: inputs.Urea, text: null, counts: false }])
  })
  it('on a whole system likewise', async () => {
    const { cropId, systemId, parcelId } = await chain.sown()
    const { target, ...applied } = spray('Urea')
    const { event } = await ok(record(fatima(), 'croppingsystem', systemId, 'INPUT_APPLICATION', '2025-07-10', applied))
    expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus: 'CONVENTIONAL' })
    expect((await voidRecordedEvent(ada(), 'croppingsystem', systemId, event.id, 'A slip')).status).toBe(409)
    await dismiss(parcelId, '2025-07-10')
    await ok(voidRecordedEvent(ada(), 'croppingsystem', systemId, event.id, 'A slip'))
    expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus: 'ORGANIC', flags: [] })
    expect(await chain.view('landparcel', parcelId)).toMatchObject({ lastProhibitedInputOn: null, organicStatus: 'ORGANIC' })
  })
  it('is judged by the list of the day of use, not by what the list says now', async () => {
    const { cropId } = await chain.sown()
    const { event } = await ok(record(fatima(), 'crop', cropId, 'PLANT_PROTECTION', '2025-07-10', spray('Urea')))
    const item = await chain.view('inputitem', inputs.Urea as string)
    await ok(ada().patch(`/inputitem/${inputs.Urea}`, { permission: 'ALLOWED' }, { 'if-match': `"${item.version}"` }))
    expect((await voidRecordedEvent(fatima(), 'crop', cropId, event.id)).status).toBe(409)
    expect((await voidRecordedEvent(ada(), 'crop', cropId, event.id, 'A slip')).status).toBe(409)
    const again = await record(fatima(), 'crop', cropId, 'RESOWING', '2025-07-15', {
      seedKg: 5,
      areaHa: 1,
      method: 'DIBBLING',
      seedLotNo: 'S-1',
      seedTreated: 'UNTREATED',
      nonGmProof: 'GMO-1',
      nonGmProofKind: 'SEED_CERTIFICATE',
      reason: 'Dry spell',
    })
    expect(again.body.subject.claimStatus).toBe('CONVENTIONAL')
  })
})
