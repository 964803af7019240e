// Facts that become known after a transaction certificate was issued: each check that they would have stopped is a finding of the certificate, said once to body, seller and
// buyer, and gone when the fact is put right. What is known before the issue is refused there; the state of the certificate is the body's alone.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { onCertificate } from './certificate-stage.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { delivererOf } from './notification-stage.ts'
import { type Sales, salesOf, tcNo } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
const as = (who: string) => world.as(who, 'OP1')
const op1 = () => world.places.cotton.OP1?.id as string
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
}, 120_000)

const view = (id: string, who = 'carla'): Promise<Json> => ok(as(who).get(`/transactioncertificate/${id}`))
const checksOf = ({ flags }: Json): string[] => flags.map(({ ruleId }: Json) => ruleId).sort()
const found = async (id: string): Promise<string[]> => checksOf(await view(id))
const voided = (who: string, entity: string, id: string, eventId: string) =>
  as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA', note: 'Read wrongly' })
const dismissed = (lotId: string, reportNo: string) =>
  record(as('carla'), 'productbatch', lotId, 'RESULT_DISMISSED', '2026-01-14', { kind: 'RESIDUE', reportNo, reason: 'Of another lot' })
const residue = { kind: 'RESIDUE', sampleNo: 'S-7', result: 'POSITIVE', reportNo: 'L-7' }
const committee = (farmerId: string, result: string) =>
  record(as('omar'), 'collective', op1(), 'APPROVAL_COMMITTEE', '2025-12-20', { seasonId: chain.season, decisions: [{ farmerId, result }] })
/** A certificate of goods of one grower, under a scope certificate of its own. */
async function issued(kg = 100): Promise<{ id: string; lotId: string; partId: string; cropId: string; farmerId: string; scopeId: string }> {
  const { cropId, farmerId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, kg)
  const { id: lotId } = await chain.lot()
  await ok(chain.buy(lotId, cropId, kg))
  await ok(record(as('pooja'), 'productbatch', lotId, 'CLOSED', '2025-11-20'))
  await ok(record(as('omar'), 'productbatch', lotId, 'RELEASED', '2025-11-21'))
  const { id: scopeId } = await chain.standards.certify({ collectiveId: op1() })
  const sent = await sales.send(lotId, kg)
  const { id } = await sales.issued([sent], { sellerScopeId: scopeId })
  return { id, lotId, partId: sent.partId, cropId, farmerId, scopeId }
}

describe('a fact that was known', () => {
  it('is refused at issue, and is no finding', async () => {
    const scope = await chain.standards.certify({ collectiveId: op1() })
    const sent = await sales.send(await sales.lot(50), 50)
    const { id } = await sales.submitted([sent], { sellerScopeId: scope.id })
    await ok(onCertificate(as('carla'), scope.id, 'SUSPENDED', '2025-11-30'))
    expect(await sales.act(as('carla'), id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Seen' })).toMatchObject({ status: 422, body: { figures: { check: 'T01' } } })
    expect(await view(id)).toMatchObject({ status: 'UNDER_REVIEW', flags: [] })
  })
})

describe('a scope certificate that is suspended with an earlier date', () => {
  it('is a finding of what was issued under it, until the day is corrected', async () => {
    const { id, scopeId } = await issued()
    expect(await found(id)).toEqual([])
    // After the day of shipment it changes nothing.
    const { event } = await ok(onCertificate(as('carla'), scopeId, 'SUSPENDED', '2025-12-05'))
    expect(await found(id)).toEqual([])
    const correct = (day: string, supersedesEventId: string) =>
      ok(
        as('carla').post(`/scopecertificate/${scopeId}/events`, {
          ...{ eventType: 'SUSPENDED', occurredAt: `${day}T10:00:00+05:30`, data: { reason: 'Audit' }, lateReason: 'Letter of the body', supersedesEventId },
        }),
      )
    const earlier = await correct('2025-11-28', event.id)
    const { flags, status } = await view(id)
    expect(status).toBe('ISSUED')
    expect(flags).toMatchObject([{ ruleId: 'T01', severity: 'REVIEW', owner: 'CERTIFICATION_BODY_AUDITOR', figures: { check: 'T01', outcome: 'BLOCK' } }])
    expect(flags[0].figures.inputs).toContainEqual({ label: 'Suspended', value: '2025-12-01', unit: 'day' })
    expect(flags[0].message).toContain('check T01 fails')
    await correct('2025-12-06', earlier.event.id)
    expect(await found(id)).toEqual([])
  })
})

describe('a positive test of a lot', () => {
  it('is said once to body, seller and buyer; only the first two read why, and the body may withdraw', async () => {
    const stage = delivererOf(world, clock)
    const { id, lotId } = await issued()
    await stage.deliver()
    const heard = async (who: string) => (await stage.inbox(who, 'TC_DOUBTED')).filter(({ subjectId }) => subjectId === id).length
    const { event } = await ok(record(as('pooja'), 'productbatch', lotId, 'LAB_RESULT', '2025-12-10', residue))
    await stage.deliver()
    expect(await found(id)).toEqual(['T07'])
    expect(checksOf(await view(id, 'omar'))).toEqual(['T07'])
    expect(await view(id, 'paul')).toMatchObject({ status: 'ISSUED', flags: [] })
    expect((await ok(as('paul').get(`/transactioncertificate/${id}/findings`))).items).toEqual([])
    expect((await view(id)).may).toContain('WITHDRAWN')
    expect(ids(await ok(as('carla').get('/transactioncertificate?filter[flag]=any')))).toContain(id)
    for (const who of ['carla', 'omar', 'paul']) expect([who, await heard(who)]).toEqual([who, 1])
    // The same check again, by another fact: nobody hears of it twice.
    const again = await ok(record(as('pooja'), 'productbatch', lotId, 'LAB_RESULT', '2025-12-12', { ...residue, sampleNo: 'S-8', reportNo: 'L-8' }))
    await stage.deliver()
    expect(await heard('carla')).toBe(1)
    await ok(dismissed(lotId, 'L-7'))
    await ok(voided('omar', 'productbatch', lotId, event.id))
    expect(await found(id)).toEqual(['T07'])
    await ok(dismissed(lotId, 'L-8'))
    await ok(voided('omar', 'productbatch', lotId, again.event.id))
    expect(await found(id)).toEqual([])
  })
  it('is gone with the withdrawal, and there again when that is taken back', async () => {
    const { id, lotId } = await issued()
    const { event } = await ok(record(as('pooja'), 'productbatch', lotId, 'LAB_RESULT', '2025-12-10', residue))
    expect(await found(id)).toEqual(['T07'])
    const withdrawal = await ok(sales.act(as('carla'), id, 'WITHDRAWN', { reason: 'Residue' }))
    expect(await view(id)).toMatchObject({ status: 'WITHDRAWN', flags: [] })
    await ok(voided('carla', 'transactioncertificate', id, withdrawal.event.id))
    expect(await found(id)).toEqual(['T07'])
    await ok(dismissed(lotId, 'L-7'))
    await ok(voided('omar', 'productbatch', lotId, event.id))
    expect(await view(id)).toMatchObject({ status: 'ISSUED', flags: [] })
  })
  it('of goods that the buyer has is one, too; what the body has decided stays decided', async () => {
    const { id, partId } = await issued()
    const { event } = await ok(record(as('paul'), 'productbatch', partId, 'LAB_RESULT', '2025-12-10', residue))
    const [flag] = (await view(id)).flags
    expect(flag).toMatchObject({ ruleId: 'T07' })
    await ok(as('carla').post(`/transactioncertificate/${id}/findings/${flag.id}/close`, { reason: 'ACCEPTED', note: 'Sampled at the gin: drift on the road' }))
    await ok(onCertificate(as('carla'), chain.certificates.ginner, 'SUSPENDED', '2026-01-10'))
    expect(await found(id)).toEqual([])
    await ok(dismissed(partId, 'L-7'))
    await ok(voided('omar', 'productbatch', partId, event.id))
  })
})

describe('a recall of goods that the buyer has', () => {
  it('stops what is not issued yet (T07), is a finding of what is, and is neither once it has ended', async () => {
    const lotId = await sales.lot(200)
    const [first, second] = [await sales.send(lotId, 100), await sales.send(lotId, 100)]
    const old = await sales.issued([first])
    const waiting = await sales.submitted([second])
    const recalls: string[] = []
    for (const { partId } of [first, second])
      recalls.push((await ok(as('ada').post('/recallcase', { isDrill: false, cause: 'QUALITY', reason: 'Wet bales', batchId: partId }))).id)
    expect(await chain.view('productbatch', second.partId)).toMatchObject({ status: 'RECALLED' })
    const issue = () => sales.act(as('carla'), waiting.id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Seen' })
    expect(await issue()).toMatchObject({ status: 422, body: { figures: { check: 'T07' } } })
    expect(await found(old.id)).toEqual(['T07'])
    const inCase = (who: string, id: string, eventType: string, data: Record<string, unknown> = {}) =>
      ok(as(who).post(`/recallcase/${id}/events`, { eventType, occurredAt: clock().toISOString(), data }))
    for (const id of recalls) {
      await inCase('ada', id, 'ANSWERED', { locatedKg: 0, returnedKg: 0 })
      await inCase('ada', id, 'ANSWERED', { processorId: chain.ginner, locatedKg: 100, returnedKg: 0 })
      await inCase('omar', id, 'CONTAINED')
      await inCase('carla', id, 'CLOSED', { reason: 'Dry again', outcome: 'RELEASE' })
    }
    expect(await found(old.id)).toEqual([])
    await ok(issue())
  })
})

describe('a decision against the grower, recorded late', () => {
  it('is a finding where the group had bought no more than it certified, until it is taken back', async () => {
    const { id, farmerId, lotId } = await issued()
    const { event } = await ok(committee(farmerId, 'REJECTED'))
    const bought = (await view(id)).flags
    expect(checksOf({ flags: bought })).toEqual(['T08'])
    // Other lots of the group leave nothing free: what each has is certified.
    expect(bought[0].figures.inputs).toEqual(expect.arrayContaining([expect.objectContaining({ label: 'Bought of approved farmers' })]))
    expect(await as('pooja').post(`/productbatch/${lotId}/events/${(await purchaseOf(lotId)).id}/void`, { reason: 'DID_NOT_OCCUR' })).toMatchObject({
      status: 422,
    })
    await ok(voided('omar', 'collective', op1(), event.id))
    expect(await found(id)).toEqual([])
  })
  it('is made good by what is bought since', async () => {
    const { id, farmerId } = await issued()
    await ok(committee(farmerId, 'REJECTED'))
    expect(await found(id)).toEqual(['T08'])
    await sales.lot(100)
    expect(await found(id)).toEqual([])
  })
})
const purchaseOf = async (lotId: string): Promise<Json> =>
  (await ok(as('omar').get(`/productbatch/${lotId}/events?limit=100`))).items.find(({ eventType }: Json) => eventType === 'PURCHASE')
const ids = ({ items }: Json): string[] => items.map(({ id }: Json) => id)

describe('several facts', () => {
  type Late = Awaited<ReturnType<typeof issued>>
  /** Each with the check that it speaks against. */
  const facts: [check: string, fact: (of: Late) => Promise<unknown>][] = [
    ['T01', ({ scopeId }) => ok(onCertificate(as('carla'), scopeId, 'WITHDRAWN', '2025-11-25'))],
    ['T07', ({ lotId }) => ok(record(as('pooja'), 'productbatch', lotId, 'LAB_RESULT', '2025-12-10', { ...residue, sampleNo: lotId.slice(-6) }))],
    ['T08', ({ farmerId }) => ok(committee(farmerId, 'REJECTED'))],
  ]
  it('are each a finding, in any order of recording and at the same moment', async () => {
    const expected = facts.map(([check]) => check)
    for (const order of [facts, facts.toReversed()]) {
      const late = await issued()
      for (const [, fact] of order) await fact(late)
      expect(await found(late.id)).toEqual(expected)
      // As much is bought again, or nothing more of the season could be certified.
      await sales.lot(100)
      expect(await found(late.id)).toEqual(['T01', 'T07'])
    }
    const late = await issued()
    await Promise.all(facts.map(([, fact]) => fact(late)))
    expect(await found(late.id)).toEqual(expected)
    await sales.lot(100)
  })
  it('of a prohibited input: the claim, what is held, and what the group may sell', async () => {
    const { id, cropId } = await issued()
    const { id: itemId } = await ok(as('ada').post('/inputitem', { name: 'Urea', category: 'OTHER', permission: 'PROHIBITED', phiDays: 0 }))
    await ok(record(as('fatima'), 'crop', cropId, 'PLANT_PROTECTION', '2025-07-10', { itemId, dosePerHa: 5, unit: 'KG', total: 5, target: 'Growth' }))
    expect(await found(id)).toEqual(['T07', 'T08', 'T10'])
  })
})
