// The approved farmer list: decided by who inspected nobody on it, on inspections of the season, in an open season, and the latest
// decision counts (BR-21, BR-24, BR-28; review B19, B22, B26).
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const op1 = () => world.places.cotton.OP1?.id as string
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
})
const omar = () => world.as('omar')
const blocked = (ruleId: string) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId } })
const inspect = (who: ReturnType<World['as']>, farmerId: string, day: string, result = 'APPROVED') =>
  record(who, 'farmer', farmerId, 'INTERNAL_INSPECTION', day, { seasonId: chain.season, round: 1, result })
const decide = (who: ReturnType<World['as']>, day: string, result: string, ...farmerIds: string[]) =>
  record(who, 'collective', op1(), 'APPROVAL_COMMITTEE', day, { seasonId: chain.season, decisions: farmerIds.map((farmerId) => ({ farmerId, result })) })
const voidRecordedEvent = (who: ReturnType<World['as']>, entity: string, id: string, eventId: string) =>
  who.post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const statusCounts = async (farmerId: string): Promise<Json> => (await ok(omar().get(`/farmerseason?filter[farmerId]=${farmerId}`))).items[0]

describe('APPROVAL_COMMITTEE (B26)', () => {
  it('is not led by any inspector of a member, the last or an earlier one (422 BR-24)', async () => {
    const { farmerId } = await chain.member({ isInspected: false })
    const both: User = { ...(world.people.ines as User), grants: [...(world.people.ines?.grants ?? []), ...(world.people.omar?.grants ?? [])] }
    const lead = world.asUser(both)
    await ok(inspect(lead, farmerId, '2025-07-10'))
    const second: User = { ...(world.people.paul as User), grants: world.people.ines?.grants ?? [] }
    await ok(inspect(world.asUser(second), farmerId, '2025-09-10'))
    expect(await statusCounts(farmerId)).toMatchObject({ inspection1On: '2025-07-10', inspection2On: '2025-09-10', inspectorId: second.id })
    expect(await decide(lead, '2025-10-01', 'APPROVED', farmerId)).toMatchObject(blocked('BR-24'))
    await ok(decide(omar(), '2025-10-01', 'APPROVED', farmerId))
  })
  it('refuses an inspection dated outside the season (400 at occurredAt)', async () => {
    const { farmerId } = await chain.member({ isInspected: false })
    expect(await inspect(world.as('ines'), farmerId, '2024-08-10')).toMatchObject({ status: 400, body: { fields: [{ path: 'occurredAt', code: 'rule' }] } })
    expect(await statusCounts(farmerId)).toBeUndefined()
    await ok(inspect(world.as('ines'), farmerId, '2025-08-10'))
  })
  it('asks for review when it approves whom the inspector rejected, and the fingerprint covers the whole list', async () => {
    const { farmerId } = await chain.member({ isInspected: false })
    await ok(inspect(world.as('ines'), farmerId, '2025-08-10', 'REJECTED'))
    const { farmerId: other } = await chain.member()
    const { event, findings } = await ok(decide(omar(), '2025-10-02', 'APPROVED', farmerId))
    expect(findings).toMatchObject([{ ruleId: 'BR-21', severity: 'REVIEW' }])
    expect((await chain.view('farmerseason', (await statusCounts(farmerId)).id)).flags).toMatchObject([{ ruleId: 'BR-21', severity: 'REVIEW' }])
    const first = (await statusCounts(farmerId)).listHash
    await ok(decide(omar(), '2025-10-03', 'APPROVED', other))
    const both = (await statusCounts(other)).listHash
    await ok(voidRecordedEvent(omar(), 'collective', op1(), event.id))
    await ok(decide(omar(), '2025-10-04', 'APPROVED', other))
    expect(new Set([first, both, (await statusCounts(other)).listHash]).size).toBe(3)
  })
})

describe('two decisions (B19)', () => {
  it('the later day counts, however recorded; taking one back leaves the other, decided', async () => {
    const { farmerId } = await chain.member()
    const { event: later } = await ok(decide(omar(), '2025-10-10', 'CONDITIONAL', farmerId))
    const { event: earlier } = await ok(decide(omar(), '2025-10-05', 'REJECTED', farmerId))
    expect(await statusCounts(farmerId)).toMatchObject({ status: 'DECIDED', result: 'CONDITIONAL', approvedOn: '2025-10-10' })
    await ok(voidRecordedEvent(omar(), 'collective', op1(), later.id))
    expect(await statusCounts(farmerId)).toMatchObject({ status: 'DECIDED', result: 'REJECTED', approvedOn: '2025-10-05' })
    await ok(voidRecordedEvent(omar(), 'collective', op1(), earlier.id))
    expect(await statusCounts(farmerId)).toMatchObject({ status: 'OPEN', result: 'NOT_INSPECTED', approvedOn: null, listHash: null })
  })
})

describe('CONSENT_CHANGED', () => {
  it('is taken back as if never recorded', async () => {
    const { farmerId } = await chain.member()
    const consent = async () => (await chain.view('farmer', farmerId)).consent
    const given = await consent()
    const data = { purpose: 'CERTIFICATION', given: false, textVersion: '1', channel: 'PAPER' }
    const { event } = await ok(record(world.as('fatima'), 'farmer', farmerId, 'CONSENT_CHANGED', '2025-12-01', data))
    expect(await consent()).toMatchObject([{ purpose: 'CERTIFICATION', withdrawnAt: expect.any(String) }])
    await ok(voidRecordedEvent(world.as('fatima'), 'farmer', farmerId, event.id))
    expect(await consent()).toEqual(given)
  })
})

describe('a closed season (B22)', () => {
  it('takes no inspection, and gives back neither inspection nor decision (423 PERIOD_CLOSED)', async () => {
    const other = await openWorld({ now: clock })
    const stage = await chainOf(other)
    const { farmerId } = await stage.member({ isInspected: false })
    const visit = (round: number, day: string) =>
      record(other.as('ines'), 'farmer', farmerId, 'INTERNAL_INSPECTION', day, { seasonId: stage.season, round, result: 'APPROVED' })
    const { event: inspected } = await ok(visit(1, '2025-08-10'))
    const { event: decision } = await stage.decide('APPROVED', farmerId)
    await ok(other.as('ada', 'OP1').post(`/season/${stage.season}/events`, { eventType: 'SEASON_CLOSED', occurredAt: at('2026-01-14'), data: {} }))
    const closed = { status: 423, body: { code: 'PERIOD_CLOSED' } }
    expect(await visit(2, '2025-10-10')).toMatchObject(closed)
    expect(await voidRecordedEvent(other.as('ines'), 'farmer', farmerId, inspected.id)).toMatchObject(closed)
    expect(await voidRecordedEvent(other.as('omar'), 'collective', other.places.cotton.OP1?.id as string, decision.id)).toMatchObject(closed)
  })
  // The ticket’s own undo (processing/purchase.ts) does not ask for the season yet: this turns red when it does.
  it('gives no PURCHASE back (423 PERIOD_CLOSED)', async () => {
    const other = await openWorld({ now: clock })
    const stage = await chainOf(other)
    const { cropId, farmerId } = await stage.sown()
    await stage.picked(cropId, 500)
    await stage.decide('APPROVED', farmerId)
    const { id: lotId } = await stage.lot()
    const { event } = await ok(stage.buy(lotId, cropId, 500))
    await ok(record(other.as('fatima'), 'crop', cropId, 'CROP_CLOSE', '2025-12-20', { residue: 'SHREDDED' }))
    await ok(record(other.as('omar'), 'crop', cropId, 'CLOSED', '2026-01-10', { reconciled: true }))
    await ok(record(other.as('pooja'), 'processingsystem', stage.centre, 'STOCK_COUNT', '2026-01-12', { batchId: lotId, countedKg: 500 }))
    await ok(other.as('ada', 'OP1').post(`/season/${stage.season}/events`, { eventType: 'SEASON_CLOSED', occurredAt: at('2026-01-14'), data: {} }))
    expect(await voidRecordedEvent(other.as('pooja'), 'productbatch', lotId, event.id)).toMatchObject({ status: 423, body: { code: 'PERIOD_CLOSED' } })
  })
})
