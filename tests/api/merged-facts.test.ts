// After a merger (decision 83): what is recorded late on the record that ended is of the person, and the committee reads it on the one that stays (BR-21, BR-24,
// 5.2); who is related to the one is related to the other.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const as = (name: string) => world.as(name, 'OP1')
const operator = () => world.places.cotton.OP1?.id as string
const day = '2026-01-14'
const merged = async (endedId: string, staysId: string): Promise<Json> => {
  await ok(record(world.as('ada', 'OP1'), 'farmer', endedId, 'MERGE_REQUESTED', day, { survivorId: staysId, reason: 'Same ration card' }))
  return ok(record(as('omar'), 'farmer', endedId, 'MERGED', day, { survivorId: staysId }, 11))
}
const inspect = (who: string, farmerId: string, on: string, result: string) =>
  record(as(who), 'farmer', farmerId, 'INTERNAL_INSPECTION', on, { seasonId: chain.season, round: 1, result })
const of = async (farmerId: string): Promise<Json> =>
  (await ok(as('omar').get(`/committee?seasonId=${chain.season}`))).items.find((one: Json) => one.farmerId === farmerId)
const seasonOf = async (farmerId: string): Promise<Json> =>
  (await ok(as('omar').get(`/farmerseason?filter[farmerId]=${farmerId}&filter[seasonId]=${chain.season}`))).items[0]
const decide = (farmerId: string, result: string) =>
  record(as('omar'), 'collective', operator(), 'APPROVAL_COMMITTEE', '2026-01-15', { seasonId: chain.season, decisions: [{ farmerId, result }] })

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

describe('a fact of before the merger, recorded late on the record that ended', () => {
  it('is an inspection that rejects: the committee sees it on the record that stays, and approves against it only with a finding (BR-21); voided it is gone', async () => {
    const [ended, stays] = [await chain.member({ name: 'Asha', isInspected: false }), await chain.member({ name: 'Asha' })]
    await merged(ended.farmerId, stays.farmerId)
    expect(await of(stays.farmerId)).toMatchObject({ proposal: { result: 'APPROVED' } })
    const { event } = await ok(inspect('ines', ended.farmerId, '2025-12-10', 'REJECTED'))
    expect((await of(stays.farmerId)).visits.map(({ result }: Json) => result)).toEqual(['APPROVED', 'REJECTED'])
    expect((await of(stays.farmerId)).proposal.result).not.toBe('APPROVED')
    expect(await seasonOf(stays.farmerId)).toMatchObject({ inspection1On: '2025-08-10', inspectionResult: 'REJECTED' })
    const decided = await ok(decide(stays.farmerId, 'APPROVED'))
    expect(decided.findings).toMatchObject([{ ruleId: 'BR-21', severity: 'REVIEW' }])
    await ok(as('ada').post(`/collective/${operator()}/events/${decided.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    await ok(as('ines').post(`/farmer/${ended.farmerId}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await of(stays.farmerId)).toMatchObject({ proposal: { result: 'APPROVED' } })
    expect(await seasonOf(stays.farmerId)).toMatchObject({ inspectionResult: 'APPROVED' })
  })
  it('is a critical non-conformity: open for the record that stays', async () => {
    const [ended, stays] = [await chain.member({ name: 'Bina', isInspected: false }), await chain.member({ name: 'Bina' })]
    await merged(ended.farmerId, stays.farmerId)
    const body = { ref: 'M-1', severity: 'CRITICAL', rule: 'STORE', description: 'Found', farmerId: ended.farmerId, openedOn: '2026-01-05' }
    await ok(as('ines').post('/nonconformity', { ...body, dueOn: '2026-02-10' }))
    const { open, proposal, risk } = await of(stays.farmerId)
    expect(open).toMatchObject([{ ref: 'M-1', severity: 'CRITICAL' }])
    expect(proposal.result).not.toBe('APPROVED')
    expect(risk.reasons.length).toBeGreaterThan(0)
  })
})

describe('a visit to the record that ended', () => {
  it('counts for the one that stays (BR-21), and no more when the merger is taken back', async () => {
    const [ended, stays] = [await chain.member({ name: 'Chitra' }), await chain.member({ name: 'Chitra', isInspected: false })]
    const { event } = await merged(ended.farmerId, stays.farmerId)
    expect(await seasonOf(stays.farmerId)).toMatchObject({ inspection1On: '2025-08-10', inspectionResult: 'APPROVED' })
    await ok(as('omar').post(`/farmer/${ended.farmerId}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await seasonOf(stays.farmerId)).toMatchObject({ inspection1On: null, inspectionResult: null })
    await ok(inspect('ines', stays.farmerId, '2025-12-01', 'APPROVED'))
  })
})
