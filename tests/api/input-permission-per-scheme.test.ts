// What a scheme itself says of an input (domain dictionary 2.1, BR-14): it goes before the list of the programme for whoever is certified to that scheme, as it was said when the
// input was used. Of several schemes the strictest decides.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { onCertificate } from './certificate-stage.ts'
import { type Chain, chainOf, type Json, ok, record, today } from './chain-stage.ts'

let world: World
let chain: Chain
let [npop, other] = ['', '']
/** What is recorded after a pause was not known before it. */
let minutes = 0
const clock = () => new Date(Date.parse(today) + minutes * 60_000)
const refused = refusing(() => world)
const as = (who: string) => world.as(who, 'OP1')
const item = (name: string, permission: string, schemePermissions: Json[] | null = null) =>
  as('ada').post('/inputitem', { name, category: 'OTHER', permission, phiDays: 0, schemePermissions })
const listed = async (...values: Parameters<typeof item>): Promise<string> => (await ok(item(...values))).id
const spray = (cropId: string, itemId: string, day = '2025-07-10', more: Json = {}) =>
  as('fatima').post(`/crop/${cropId}/events`, {
    ...{ eventType: 'PLANT_PROTECTION', occurredAt: `${day}T04:30:00Z`, lateReason: 'Field book' },
    ...{ data: { itemId, dosePerHa: 5, unit: 'KG', total: 5, target: 'Growth' }, ...more },
  })
const voidSpray = (who: string, cropId: string, eventId: string, note?: string) =>
  as(who).post(`/crop/${cropId}/events/${eventId}/void`, { reason: 'INCORRECT_DATA', ...(note ? { note } : {}) })
const farmLot = async (cropId: string): Promise<Json> => (await ok(as('omar').get(`/productbatch?filter[cropId]=${cropId}`))).items[0]
const findingsOn = async (parcelId: string): Promise<Json[]> => (await ok(as('omar').get(`/nonconformity?filter[parcelId]=${parcelId}`))).items

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  npop = await chain.standards.scheme('NPOP')
  other = await chain.standards.scheme('EU_ORG')
}, 120_000)

describe('the list', () => {
  it('names a scheme once, and only one that has farmers', async () => {
    const twice = [npop, npop].map((schemeId) => ({ schemeId, permission: 'ALLOWED' }))
    await refused(() => item('Twice', 'ALLOWED', twice), { status: 400, body: { fields: [{ path: 'schemePermissions', code: 'rule' }] } })
    const unknown = [{ schemeId: '01900000-0000-7000-8000-000000000001', permission: 'PROHIBITED' }]
    await refused(() => item('Unknown scheme', 'ALLOWED', unknown), { status: 400, body: { fields: [{ code: 'missing' }] } })
    await refused(() => item('No such word', 'ALLOWED', [{ schemeId: npop, permission: 'CONDITIONAL' }]), {
      status: 400,
      body: { fields: [{ code: 'choice' }] },
    })
  })
})

describe('an input that the scheme prohibits and the programme allows', () => {
  it('costs the crop its claim, resets the plot, holds the lot, and is a critical non-conformity; taken back by two people', async () => {
    const itemId = await listed('Sulphur', 'ALLOWED', [{ schemeId: npop, permission: 'PROHIBITED' }])
    const { cropId, parcelId, farmerId } = await chain.sown()
    await chain.picked(cropId, 500)
    const { event, findings } = await ok(spray(cropId, itemId))
    expect(findings).toMatchObject([{ ruleId: 'BR-14', severity: 'REVIEW', message: expect.stringContaining('prohibited by Scheme NPOP') }])
    expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus: 'CONVENTIONAL' })
    expect(await chain.view('landparcel', parcelId)).toMatchObject({ lastProhibitedInputOn: '2025-07-10' })
    expect(await farmLot(cropId)).toMatchObject({ status: 'QUARANTINED', claimStatus: 'CONVENTIONAL' })
    expect(await findingsOn(parcelId)).toMatchObject([{ severity: 'CRITICAL', rule: 'BR-14', farmerId }])
    // The list is corrected since: what was done stays done.
    const { version } = await chain.view('inputitem', itemId)
    await ok(as('ada').patch(`/inputitem/${itemId}`, { schemePermissions: null }, { 'if-match': `"${version}"` }))
    await refused(() => voidSpray('fatima', cropId, event.id), { status: 409 })
    await refused(() => voidSpray('ada', cropId, event.id, 'A slip'), { status: 409 })
    const agreed = { itemId, usedOn: '2025-07-10', reason: 'Wrong item picked' }
    await ok(record(as('carla'), 'landparcel', parcelId, 'PROHIBITED_INPUT_DISMISSED', '2026-01-14', agreed))
    await ok(voidSpray('ada', cropId, event.id, 'A slip'))
    expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus: 'ORGANIC' })
    expect((await chain.view('landparcel', parcelId)).lastProhibitedInputOn).toBeNull()
  })
  it('costs every crop of the system, and is found once however often it is sent', async () => {
    const itemId = await listed('Ash', 'ALLOWED', [{ schemeId: npop, permission: 'PROHIBITED' }])
    const { cropId, parcelId, systemId } = await chain.sown()
    const id = crypto.randomUUID()
    const apply = () =>
      as('fatima').post(`/croppingsystem/${systemId}/events`, {
        ...{ id, eventType: 'INPUT_APPLICATION', occurredAt: '2025-07-12T04:30:00Z', lateReason: 'Field book' },
        data: { itemId, dosePerHa: 5, unit: 'KG', total: 5, method: 'BROADCAST' },
      })
    const answers = await Promise.all([apply(), apply()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, expect.toBeOneOf([200, 201, 409])])
    expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus: 'CONVENTIONAL' })
    expect(await findingsOn(parcelId)).toHaveLength(1)
  })
  it('does nothing where it is prohibited by a scheme that the group is not certified to', async () => {
    const itemId = await listed('Copper', 'ALLOWED', [{ schemeId: other, permission: 'PROHIBITED' }])
    const { cropId } = await chain.sown()
    expect((await ok(spray(cropId, itemId))).findings).toEqual([])
    expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus: 'ORGANIC', flags: [] })
  })
})

describe('what the scheme says otherwise', () => {
  it.each([
    ['ALLOWED', 'PROHIBITED', 'ORGANIC', []],
    ['RESTRICTED', 'ALLOWED', 'ORGANIC', [{ ruleId: 'BR-14', message: expect.stringContaining('restricted by Scheme NPOP') }]],
    ['UNKNOWN', 'ALLOWED', 'ORGANIC', [{ ruleId: 'BR-14', message: expect.stringContaining('Scheme NPOP does not say yet') }]],
  ])('%s, of what the programme calls %s', async (ofScheme, ofProgramme, claimStatus, flags) => {
    const itemId = await listed(`${ofScheme} by the scheme`, ofProgramme, [{ schemeId: npop, permission: ofScheme }])
    const { cropId } = await chain.sown()
    await ok(spray(cropId, itemId))
    expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus, flags })
  })
  it('of a restricted one nothing is bought under a claim until the certification body has decided (422), as its consent is needed', async () => {
    const itemId = await listed('Spinosad', 'ALLOWED', [{ schemeId: npop, permission: 'RESTRICTED' }])
    const { cropId, farmerId } = await chain.sown()
    await chain.picked(cropId, 500)
    await chain.decide('APPROVED', farmerId)
    await ok(spray(cropId, itemId))
    const [flag] = (await chain.view('crop', cropId)).flags
    const { id: lotId } = await chain.lot()
    await refused(() => chain.buy(lotId, cropId, 50), { status: 422 })
    const close = (who: string) => as(who).post(`/crop/${cropId}/findings/${flag.id}/close`, { reason: 'ACCEPTED', note: 'Consent NC/17 of 3 July' })
    await refused(() => close('omar'), { status: 403 })
    await ok(close('carla'))
    await ok(chain.buy(lotId, cropId, 50))
  })
})

describe('of two schemes', () => {
  it('the strictest decides from the day on which the second was entered; what was recorded before stays, and what was withdrawn counts no more', async () => {
    const itemId = await listed('Lime sulphur', 'PROHIBITED', [
      { schemeId: npop, permission: 'ALLOWED' },
      { schemeId: other, permission: 'PROHIBITED' },
    ])
    const [before, after, late] = [await chain.sown(), await chain.sown(), await chain.sown()]
    await ok(spray(before.cropId, itemId))
    minutes++
    const { id } = await chain.standards.certify({ collectiveId: world.places.cotton.OP1?.id as string }, { scheme: 'EU_ORG', validTo: '2026-03-31' })
    await ok(spray(after.cropId, itemId))
    await ok(record(as('fatima'), 'crop', before.cropId, 'SCOUTING', '2025-08-01', { pest: 'Bollworm', count: 1, unit: 'PLANT' }))
    expect(await chain.view('crop', before.cropId)).toMatchObject({ claimStatus: 'ORGANIC' })
    expect(await chain.view('crop', after.cropId)).toMatchObject({ claimStatus: 'CONVENTIONAL' })
    await ok(onCertificate(as('carla'), id, 'WITHDRAWN', '2025-07-01'))
    await ok(spray(late.cropId, itemId))
    expect(await chain.view('crop', late.cropId)).toMatchObject({ claimStatus: 'ORGANIC' })
  })
})
