// After a merger (decision 83): what is recorded late on the record that ended is of the person, and the committee reads it on the one that stays (BR-21, BR-24,
// 5.2); who is related to the one is related to the other. Kilograms of both are approved only while no decision on either is worse (T08, M1).
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { resultOf } from '#server/behaviours/people/season-results.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
const as = (name: string) => world.as(name, 'OP1')
const refused = refusing(() => world)
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
const decide = (farmerId: string, result: string, on = '2026-01-15') =>
  record(as('omar'), 'collective', operator(), 'APPROVAL_COMMITTEE', on, { seasonId: chain.season, decisions: [{ farmerId, result }] })

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
    await ok(inspect('ines', stays.farmerId, '2025-09-01', 'APPROVED'))
  })
})

describe('kilograms of two records of one person (T08, M1)', () => {
  it('are approved while no decision on the one that stays is worse, before or after the merger; the one that ended is decided on no more', async () => {
    const sales = salesOf(chain)
    const grown = async (kg: number) => {
      const crop = await chain.sown({ name: 'Deepa' })
      await chain.decide('APPROVED', crop.farmerId)
      await chain.picked(crop.cropId, kg)
      await ok(chain.buy(lotId, crop.cropId, kg))
      await ok(record(as('fatima'), 'crop', crop.cropId, 'CROP_CLOSE', '2025-12-20', { residue: 'SHREDDED' }))
      await ok(record(as('omar'), 'crop', crop.cropId, 'CLOSED', '2026-01-10', { reconciled: true }))
      return crop
    }
    const lotId = (await chain.lot()).id
    const [ended, stays] = [await grown(100), await grown(150)]
    await ok(record(as('pooja'), 'productbatch', lotId, 'CLOSED', '2025-11-20'))
    await ok(record(as('omar'), 'productbatch', lotId, 'RELEASED', '2025-11-21'))
    const draft = await sales.draft([await sales.send(lotId, 200)])
    const toCertify = async ({ farmerId }: { farmerId: string }): Promise<number> => {
      const path = `/reports/kilogram-chain?subject=farmer&id=${farmerId}`
      const today = await ok(as('omar').get(path))
      // As of this moment, by the events of both records.
      expect(await ok(as('omar').get(`${path}&asOf=${clock().toISOString()}`))).toEqual(today)
      return today.items[0].toCertifyKg
    }
    /** Of both records in M1, and what T08 counts as bought of approved farmers. */
    const approvedKg = async () => {
      const { checks } = await ok(as('omar').get(`/transactioncertificate/${draft.id}/checks`))
      const { inputs } = checks.find(({ code }: Json) => code === 'T08')
      return [await toCertify(ended), await toCertify(stays), inputs.find(({ label }: Json) => label === 'Bought of approved farmers').value]
    }
    const undo = (id: string, who = 'ada') => ok(as(who).post(`/collective/${operator()}/events/${id}/void`, { reason: 'INCORRECT_DATA' }))

    const merger = await merged(ended.farmerId, stays.farmerId)
    expect(await approvedKg()).toEqual([100, 150, 250])
    await refused(() => decide(ended.farmerId, 'REJECTED'), { status: 400, body: { fields: [{ path: 'data.decisions.0.farmerId', code: 'rule' }] } })

    const rejected = await ok(decide(stays.farmerId, 'REJECTED'))
    expect(await approvedKg()).toEqual([0, 0, 0])
    await refused(() => sales.act(as('omar'), draft.id, 'SUBMITTED'), { status: 422, body: { ruleId: 'BR-12', figures: { check: 'T08' } } })
    await ok(as('omar').post(`/farmer/${ended.farmerId}/events/${merger.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await approvedKg()).toEqual([100, 0, 100])
    // In the other order: decided before, merged after.
    await merged(ended.farmerId, stays.farmerId)
    expect(await approvedKg()).toEqual([0, 0, 0])
    await undo(rejected.event.id)
    expect(await approvedKg()).toEqual([100, 150, 250])

    // For a day before the merger neither: a decision on the person is on the record that stays (decision 93).
    await refused(() => decide(ended.farmerId, 'REJECTED', '2025-12-20'), {
      status: 400,
      body: { fields: [{ path: 'data.decisions.0.farmerId', code: 'rule' }] },
    })
    expect(await approvedKg()).toEqual([100, 150, 250])

    // Rows as earlier versions left them, which decided on records that had ended: rejected, the person is, until the committee has decided since.
    const asBefore = (result: string) =>
      world.deps.database.owner((db) => sql`update farmerseason set result = ${result} where farmer_id = ${ended.farmerId}::uuid`.execute(db))
    const results = () =>
      world.scoped('ada', async (scope) => [await resultOf(scope, ended.farmerId, chain.season), await resultOf(scope, stays.farmerId, chain.season)])
    await asBefore('REJECTED')
    expect([await results(), await approvedKg()]).toEqual([
      ['REJECTED', 'REJECTED'],
      [0, 0, 0],
    ])
    await ok(decide(stays.farmerId, 'CONDITIONAL', '2026-01-13'))
    expect([await results(), await approvedKg()]).toEqual([
      ['REJECTED', 'REJECTED'],
      [0, 0, 0],
    ])
    await ok(decide(stays.farmerId, 'CONDITIONAL', day))
    expect([await results(), await approvedKg()]).toEqual([
      ['REJECTED', 'CONDITIONAL'],
      [0, 150, 150],
    ])
    // A sanction counts whatever was decided since.
    await asBefore('SANCTIONED')
    expect([await results(), await approvedKg()]).toEqual([
      ['SANCTIONED', 'SANCTIONED'],
      [0, 0, 0],
    ])
    await asBefore('APPROVED')
    expect([await results(), await approvedKg()]).toEqual([
      ['APPROVED', 'CONDITIONAL'],
      [100, 150, 250],
    ])
    // The other way: what is decided on the record that stays counts for the one that ended.
    await ok(decide(stays.farmerId, 'REJECTED'))
    expect([await results(), await approvedKg()]).toEqual([
      ['REJECTED', 'REJECTED'],
      [0, 0, 0],
    ])
  })
})
