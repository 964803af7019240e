// Late facts of issued certificates that lie in the books: the estimate of a crop, two records of one grower, the scope certificate of the buyer, the certificate of what went in. Late,
// voided, in another order, two at once; certificate-late.test.ts has the others.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { onCertificate } from './certificate-stage.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
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

const view = (id: string): Promise<Json> => ok(as('carla').get(`/transactioncertificate/${id}`))
const found = async (id: string): Promise<string[]> => (await view(id)).flags.map(({ ruleId }: Json) => ruleId).sort()
const voided = (who: string, entity: string, id: string, eventId: string) =>
  ok(as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }))
type Issued = { id: string; cropId: string; farmerId: string; lotId: string }
/** A certificate of all goods of one new grower. */
async function issued(values: Record<string, unknown> = {}, kg = 100): Promise<Issued> {
  const { cropId, farmerId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, kg)
  const { id: lotId } = await chain.lot()
  await ok(chain.buy(lotId, cropId, kg))
  await ok(record(as('pooja'), 'productbatch', lotId, 'CLOSED', '2025-11-20'))
  await ok(record(as('omar'), 'productbatch', lotId, 'RELEASED', '2025-11-21'))
  return { id: (await sales.issued([await sales.send(lotId, kg)], values)).id, cropId, farmerId, lotId }
}

describe('an estimate that is corrected late (T08)', () => {
  const estimate = async (cropId: string, kgPerHa: number, day: string): Promise<string> => {
    await ok(record(as('fatima'), 'crop', cropId, 'YIELD_ESTIMATE', day, { method: 'SAMPLE_PLOT', kgPerHa }))
    return (await ok(record(as('omar'), 'crop', cropId, 'ESTIMATE_APPROVED', day, {}, 12))).event.id
  }
  it('is a finding when the fields could not have given what was bought, to the kilogram; until it is taken back', async () => {
    const { id, cropId } = await issued()
    expect(await found(id)).toEqual([])
    // 91 kg × 1.10 are 100.1 kg; 90 kg × 1.10 are 99 kg.
    await estimate(cropId, 91, '2025-11-25')
    expect(await found(id)).toEqual([])
    const approval = await estimate(cropId, 90, '2025-11-26')
    expect(await found(id)).toEqual(['T08'])
    const [flag] = (await view(id)).flags
    expect(flag.figures.inputs).toContainEqual(expect.objectContaining({ label: 'Estimates and ceilings', value: 99 }))
    await voided('omar', 'crop', cropId, approval)
    expect(await found(id)).toEqual([])
    await estimate(cropId, 90, '2025-11-27')
    expect(await found(id)).toEqual(['T08'])
    // Another grower’s fields have more than was bought of them: the group as a whole is within what they could give.
    const other = await issued()
    expect([await found(id), await found(other.id)]).toEqual([[], []])
  })
  it('of two crops at the same moment is a finding of every certificate of the group, in either order and once', async () => {
    const [one, other] = [await issued(), await issued()]
    await Promise.all([estimate(one.cropId, 1, '2025-11-25'), estimate(other.cropId, 1, '2025-11-25')])
    // The growers of the test before have a share of it, too: what all crops could give is below what was bought.
    const crops: Json[] = (await ok(as('ada').get('/crop?limit=100'))).items
    for (const { id, purchasedKg, estimatedKg } of crops) if (purchasedKg && estimatedKg > 100) await estimate(id, 80, '2025-11-28')
    expect([await found(one.id), await found(other.id)]).toEqual([['T08'], ['T08']])
    // More is estimated than before: gone of both.
    await estimate(one.cropId, 1600, '2025-11-29')
    expect([await found(one.id), await found(other.id)]).toEqual([[], []])
    expect((await ok(as('carla').get(`/transactioncertificate/${one.id}/findings`))).items.filter(({ closedAt }: Json) => !closedAt)).toEqual([])
  })
})

describe('two records of one grower (T08)', () => {
  /** A certificate of what was bought of one record, whose crop is over, and another record of the same person. */
  async function two(): Promise<{ id: string; ended: string; stays: string }> {
    const { id, farmerId: ended, cropId } = await issued()
    await ok(record(as('fatima'), 'crop', cropId, 'CROP_CLOSE', '2025-12-20', { residue: 'SHREDDED' }))
    await ok(record(as('omar'), 'crop', cropId, 'CLOSED', '2026-01-10', { reconciled: true }))
    const { farmerId: stays } = await chain.member()
    await chain.decide('APPROVED', stays)
    await ok(record(as('ada'), 'farmer', ended, 'MERGE_REQUESTED', '2026-01-12', { survivorId: stays, reason: 'Same ration card' }))
    return { id, ended, stays }
  }
  const reject = (farmerId: string) =>
    record(as('omar'), 'collective', op1(), 'APPROVAL_COMMITTEE', '2026-01-11', { seasonId: chain.season, decisions: [{ farmerId, result: 'REJECTED' }] })
  const merge = (ended: string, survivorId: string) => record(as('omar'), 'farmer', ended, 'MERGED', '2026-01-14', { survivorId })
  const facts = { merge: ({ ended, stays }: Awaited<ReturnType<typeof two>>) => merge(ended, stays), reject: ({ stays }: { stays: string }) => reject(stays) }
  it.each([['merge', 'reject'] as const, ['reject', 'merge'] as const])(
    'of which one was decided against are a finding once both are known (%s before %s), until either is taken back',
    async (first, second) => {
      const records = await two()
      const { event: one } = await ok(facts[first](records))
      expect(await found(records.id)).toEqual([])
      const { event: other } = await ok(facts[second](records))
      expect(await found(records.id)).toEqual(['T08'])
      const [decision, merger] = first === 'reject' ? [one, other] : [other, one]
      await voided('omar', 'farmer', records.ended, merger.id)
      expect(await found(records.id)).toEqual([])
      await ok(merge(records.ended, records.stays))
      expect(await found(records.id)).toEqual(['T08'])
      await voided('omar', 'collective', op1(), decision.id)
      expect(await found(records.id)).toEqual([])
    },
  )
  it('are one also where merger and decision are recorded at the same moment', async () => {
    const records = await two()
    const [, { event }] = await Promise.all([ok(facts.merge(records)), ok(facts.reject(records))])
    expect(await found(records.id)).toEqual(['T08'])
    await voided('omar', 'collective', op1(), event.id)
    expect(await found(records.id)).toEqual([])
  })
})

describe('the scope certificate of the buyer (T04)', () => {
  const correct = (id: string, day: string, supersedesEventId: string) =>
    ok(
      as('carla').post(`/scopecertificate/${id}/events`, {
        ...{ eventType: 'SUSPENDED', occurredAt: `${day}T10:00:00+05:30`, data: { reason: 'Audit' }, lateReason: 'Letter of the body', supersedesEventId },
      }),
    )
  it('that was suspended before the shipment is a finding, gone when the day is corrected or the suspension lifted before it', async () => {
    const { id: buyerScopeId } = await chain.standards.certify({ processorId: chain.ginner })
    const { id } = await issued({ buyerScopeId })
    const later = await ok(onCertificate(as('carla'), buyerScopeId, 'SUSPENDED', '2025-12-02'))
    expect(await found(id)).toEqual([])
    const earlier = await correct(buyerScopeId, '2025-11-28', later.event.id)
    expect((await view(id)).flags).toMatchObject([{ ruleId: 'T04', figures: { check: 'T04', outcome: 'REVIEW' } }])
    const { event } = await ok(onCertificate(as('carla'), buyerScopeId, 'REINSTATED', '2025-11-30'))
    expect(await found(id)).toEqual([])
    await voided('carla', 'scopecertificate', buyerScopeId, event.id)
    expect(await found(id)).toEqual(['T04'])
    await voided('carla', 'scopecertificate', buyerScopeId, earlier.event.id)
    expect(await found(id)).toEqual([])
  })
  it('and that of the seller, both at the same moment and in either order, are two findings', async () => {
    for (const order of [0, 1, 2]) {
      const [seller, buyer] = [await chain.standards.certify({ collectiveId: op1() }), await chain.standards.certify({ processorId: chain.ginner })]
      const { id } = await issued({ sellerScopeId: seller.id, buyerScopeId: buyer.id })
      const facts = [
        () => onCertificate(as('carla'), seller.id, 'SUSPENDED', '2025-11-28'),
        () => onCertificate(as('carla'), buyer.id, 'WITHDRAWN', '2025-11-29'),
      ]
      if (order === 2) await Promise.all(facts.map((fact) => ok(fact())))
      else for (const fact of order ? facts.toReversed() : facts) await ok(fact())
      expect(await found(id)).toEqual(['T01', 'T04'])
    }
  })
})

describe('the certificate of what went in (T05)', () => {
  /** What the gin bought by a certificate, sent on as it is, with a certificate of its own that names that one. */
  async function soldOn(): Promise<{ inputId: string; id: string }> {
    const sent = await sales.send(await sales.lot(100), 100)
    const { id: inputId } = await sales.issued([sent])
    await ok(
      as('paul').post(`/processingsystem/${chain.gin}/events`, {
        ...{ eventType: 'GOODS_RECEIVED', occurredAt: '2025-12-03T10:00:00+05:30', lateReason: 'From the weighbridge' },
        data: { batchId: sent.partId, grossKg: 200, tareKg: 100, netKg: 100 },
      }),
    )
    const buyer = await seedsOf(world).make(entityOf('processor'))
    await ok(record(as('ada'), 'processor', buyer.id, 'ACTIVATED', '2025-06-01'))
    const invoiceNo = `S-${sent.invoiceNo}`
    const { event } = await ok(record(as('paul'), 'productbatch', sent.partId, 'DISPATCH', '2025-12-10', { buyerId: buyer.id, kg: 100, invoiceNo }))
    const onward = { dispatchId: event.id, lotId: sent.partId, partId: await chain.madeBy(event.id), kg: 100, invoiceNo, date: '2025-12-10' }
    const { collectiveId: _, ...body } = await sales.body([onward])
    const { id } = await ok(
      as('paul').post('/transactioncertificate', {
        ...body,
        ...{ processorId: chain.ginner, sellerScopeId: chain.certificates.ginner, buyerId: buyer.id, buyerScopeId: null },
        inputCertificates: [{ certificateId: inputId, kgUsed: 100 }],
      }),
    )
    await ok(sales.act(as('paul'), id, 'SUBMITTED'))
    await ok(sales.act(as('carla'), id, 'REVIEW_STARTED'))
    await ok(sales.act(as('carla'), id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Seen' }))
    return { inputId, id }
  }
  it('that is withdrawn is a finding of what was made with it, until that is taken back', async () => {
    const { inputId, id } = await soldOn()
    expect(await found(id)).toEqual([])
    const { event } = await ok(sales.act(as('carla'), inputId, 'WITHDRAWN', { reason: 'Residue' }))
    expect(await found(id)).toEqual(['T05', 'T07'])
    expect((await view(id)).status).toBe('ISSUED')
    await voided('carla', 'transactioncertificate', inputId, event.id)
    expect(await found(id)).toEqual([])
  })
})
