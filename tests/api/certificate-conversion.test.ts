// Goods in conversion on a transaction certificate (BR-04, BR-12 T10): they are sold as that from the month that the scheme of the certificate needs, whatever a laxer scheme
// of the group let the purchase be; by the day of picking and the start of conversion as they are known, also late, corrected and taken back.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { type Sales, type Sent, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
/** Minutes that the clock of these tests has gone on. */
let later = 0
const now = () => new Date(clock().getTime() + later * 60_000)
let strict: { schemeId: string; sellerScopeId: string }
const as = (who: string) => world.as(who, 'OP1')
/** Months after the start of conversion that the scheme needs. */
async function needs(schemeId: string, months: number): Promise<void> {
  const { version } = await ok(as('ada').get(`/scheme/${schemeId}`))
  await ok(as('ada').patch(`/scheme/${schemeId}`, { icSellableAfterMonths: months }, { 'if-match': `"${version}"` }))
}
type Goods = { cropId: string; parcelId: string; lotId: string; sent: Sent; harvest: Json }
/** Of one plot in its first year of conversion, bought and sent as that. */
async function goods(conversionStart: string, day = '2025-10-25'): Promise<Goods> {
  const { cropId, parcelId, farmerId } = await chain.sown({ conversionStart })
  await chain.decide('APPROVED', farmerId)
  const harvest = (await chain.picked(cropId, 100, day)).event
  const { id: lotId } = await chain.lot()
  await ok(chain.buy(lotId, cropId, 100))
  await ok(record(as('pooja'), 'productbatch', lotId, 'CLOSED', '2025-11-20'))
  await ok(record(as('omar'), 'productbatch', lotId, 'RELEASED', '2025-11-21'))
  expect(await chain.view('productbatch', lotId)).toMatchObject({ claimStatus: 'IC1' })
  return { cropId, parcelId, lotId, harvest, sent: await sales.send(lotId, 100) }
}
async function values(sent: Sent, more: Record<string, unknown> = strict): Promise<Record<string, unknown>> {
  const { lines } = await sales.body([sent])
  return { ...more, lines: (lines as Json[]).map((line) => ({ ...line, claimStatus: 'IC1' })) }
}
const drafted = async ({ sent }: Goods, more?: Record<string, unknown>): Promise<string> => (await sales.draft([sent], await values(sent, more))).id
const checkOf = async (id: string): Promise<Json> =>
  (await ok(as('omar').get(`/transactioncertificate/${id}/checks`))).checks.find(({ code }: Json) => code === 'T10')
const refused = { status: 422, body: { code: 'RULE_BLOCKED', ruleId: 'BR-12', figures: { check: 'T10' } } }
const found = async (id: string): Promise<string[]> => (await ok(as('carla').get(`/transactioncertificate/${id}`))).flags.map(({ ruleId }: Json) => ruleId)

beforeAll(async () => {
  world = await openWorld({ now })
  chain = await chainOf(world)
  sales = salesOf(chain)
  const scope = await chain.standards.certify({ collectiveId: world.places.cotton.OP1?.id as string }, { scheme: 'EU_ORG' })
  strict = { schemeId: await chain.standards.scheme('EU_ORG'), sellerScopeId: scope.id }
  await needs(strict.schemeId, 12)
}, 120_000)

describe('goods in conversion', () => {
  it('are certified from the day on which the months of the scheme of the certificate are over, and under a scheme that needs none at once', async () => {
    const [early, onTheDay] = [await goods('2024-10-26'), await goods('2024-10-25')]
    const id = await drafted(early)
    expect(await checkOf(id)).toMatchObject({ outcome: 'BLOCK', message: expect.stringContaining('11 months of conversion were over') })
    expect((await checkOf(id)).inputs).toContainEqual(expect.objectContaining({ label: 'Picked after so much conversion', value: 11, unit: 'months' }))
    expect(await sales.act(as('omar'), id, 'SUBMITTED')).toMatchObject(refused)
    expect(await ok(as('omar').get(`/transactioncertificate/${id}`))).toMatchObject({ status: 'DRAFT' })
    expect(await sales.kilograms(early.lotId)).toMatchObject({ reservedKg: 0 })
    // The same goods under the scheme that needs none.
    expect(await checkOf(await drafted(early, {}))).toMatchObject({ outcome: 'OK' })
    expect(await checkOf(await drafted(onTheDay))).toMatchObject({ outcome: 'OK' })
    await sales.issued([onTheDay.sent], await values(onTheDay.sent))
  })
  it('a picking that is known late, or corrected, is a finding of what was issued, until it is taken back', async () => {
    const { cropId, sent, harvest } = await goods('2024-10-25')
    const { id } = await sales.issued([sent], await values(sent))
    expect(await found(id)).toEqual([])
    const pick = (day: string, more: Record<string, unknown>) =>
      as('fatima').post(`/crop/${cropId}/events`, {
        ...{ eventType: 'HARVEST', occurredAt: `${day}T10:00:00+05:30`, lateReason: 'From the field book', ...more },
      })
    const late = await ok(pick('2025-10-24', { data: { pickNo: 2, kg: 1 } }))
    expect(await found(id)).toEqual(['T10'])
    await ok(as('omar').post(`/crop/${cropId}/events/${late.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await found(id)).toEqual([])
    const corrected = await ok(pick('2025-10-20', { data: { pickNo: 1, kg: 100 }, supersedesEventId: harvest.id }))
    expect(await found(id)).toEqual(['T10'])
    await ok(pick('2025-10-25', { data: { pickNo: 1, kg: 100 }, supersedesEventId: corrected.event.id }))
    expect(await found(id)).toEqual([])
  })
  it('so is a later start of conversion under the same claim', async () => {
    const { parcelId, sent } = await goods('2024-10-01')
    const { id } = await sales.issued([sent], await values(sent))
    const started = await ok(record(as('omar'), 'landparcel', parcelId, 'CONVERSION_STARTED', '2025-02-01', { startedOn: '2025-02-01' }))
    expect(await found(id)).toEqual(['T10'])
    await ok(as('omar').post(`/landparcel/${parcelId}/events/${started.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await found(id)).toEqual([])
  })
  it('a scheme that needs more later leaves what was submitted as it was', async () => {
    const early = await goods('2025-01-10')
    await needs(strict.schemeId, 9)
    const { id } = await sales.submitted([early.sent], await values(early.sent))
    later = 1
    await needs(strict.schemeId, 12)
    expect(await checkOf(id)).toMatchObject({ outcome: 'OK' })
    await ok(sales.act(as('carla'), id, 'ISSUED', { tcNo: `TC-IC-${id.slice(-4)}`, reviewNote: 'Seen' }))
    expect(await checkOf(await drafted(await goods('2025-01-10')))).toMatchObject({ outcome: 'BLOCK' })
  })
})
