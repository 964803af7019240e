// A sale of today is judged by what is recorded at this moment (BR-17): a version of the rules or a fact that breaks one does not wait for the next
// round, a small finding under the same code switches nothing off, and what somebody has decided or what is met again is sold.
import { beforeAll, describe, expect, it } from 'vitest'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record, uploadedSlip } from './chain-stage.ts'
import { salesOf, tcNo } from './sale-stage.ts'

let world: World
let chain: Chain
let scheme: string
let versions = 0
const now = new Date('2026-01-15T06:30:00Z')
const today = '2026-01-15'
const as = (who: string) => world.as(who, 'OP1')
const logged: unknown[] = []
const round = async () => {
  const context = { ...world.deps, log: (...entry: unknown[]) => void logged.push(entry), clock: () => now, stop: new AbortController().signal }
  const handlers = clockHandlers.filter(({ name }) => name === 'rules of schemes: what was recorded')
  await runClock(context, world.tenants.cotton, handlers)
  expect(logged).toEqual([])
}
type Sellable = { cropId: string; farmerId: string; parcelId: string; lotId: string }
const sellable = async (name: string): Promise<Sellable> => {
  const of = await chain.sown({ name })
  await chain.picked(of.cropId, 900, '2025-11-25')
  await chain.decide('APPROVED', of.farmerId)
  return { ...of, lotId: (await chain.lot()).id }
}
let kg = 100
/** Never the same ticket twice. */
const sell = ({ lotId, cropId }: Sellable, day = today) => chain.buy(lotId, cropId, ++kg, day)
const stopped = (of: Sellable, day = today) =>
  sell(of, day).then(({ status, body }) => [status, status === 422 ? body.ruleId : status === 201 ? null : JSON.stringify(body)])
const rule = (code: string, check: Json, more: Json = {}): Json => ({
  ...{ code, text: `Asked by ${code}`, severity: 'CRITICAL', weight: 1, correctiveDays: 30, effectOnFail: 'BLOCK_SALE', check },
  ...more,
})
const published = async (rules: Json[], name = `Rules ${++versions}`): Promise<string> => {
  const body = { name, schemeId: scheme, cropTypeId: chain.cotton, passScore: 60, maxMajor: 1, rules }
  const { id } = await ok(world.as('ada', '-').post('/schemepop', body))
  await ok(record(world.as('ada', '-'), 'schemepop', id, 'PUBLISHED', today))
  return id
}
const archived = (id: string) => ok(record(world.as('ada', '-'), 'schemepop', id, 'ARCHIVED', today, {}, 11))
const openOn = async ({ farmerId }: Sellable): Promise<string[]> => {
  const { items } = await ok(as('ines').get(`/nonconformity?filter[farmerId]=${farmerId}&sort=createdAt`))
  return Promise.all(
    items.map(async ({ id }: Json) => {
      const { rule: code, severity, effectOnFail, cropId, status } = await ok(as('ines').get(`/nonconformity/${id}`))
      return [code, severity, effectOnFail ?? '-', cropId ? 'crop' : 'farmer', status].join(' ')
    }),
  )
}
/** With the agreement itself as a file, where there is one. */
const contract = async (farmerId: string, contractSignedOn: string | null) => {
  const contractFiles = contractSignedOn ? [await uploadedSlip(as('fatima'))] : []
  const { version } = await ok(as('fatima').get(`/farmer/${farmerId}`))
  return ok(as('fatima').patch(`/farmer/${farmerId}`, { contractSignedOn, contractFiles }, { 'if-match': `"${version}"` }))
}
const noContract = { type: 'DOCUMENT', document: 'CONTRACT' }

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  scheme = await chain.standards.scheme('NPOP')
})

describe('a version that stops sales', () => {
  it('stops them from its publication on, before any round; nothing is written by what is refused', async () => {
    const one = await sellable('Before')
    expect(await stopped(one)).toEqual([201, null])
    const id = await published([
      rule('SPRAYED', { type: 'EVENT_REQUIRED', eventType: 'GERMINATION_COUNT', minCount: 1, anchor: 'SOWING', fromDay: 0, toDay: 30 }),
    ])
    const before = await rowCounts(world)
    const refused = await sell(one)
    expect([refused.status, refused.body.ruleId]).toEqual([422, 'BR-17'])
    expect(refused.body.detail).toContain('SPRAYED')
    expect(await rowCounts(world)).toEqual(before)
    // One of before, recorded late, is taken.
    expect(await stopped(one, '2026-01-14')).toEqual([201, null])
    await round()
    expect(await openOn(one)).toEqual(['SPRAYED CRITICAL BLOCK_SALE crop OPEN'])
    expect((await ok(as('omar').get(`/crop/${one.cropId}`))).complianceScore).toBe(0)
    expect(await stopped(one)).toEqual([422, 'BR-17'])
    // What is met by now is sold before the round has cured it, and not any more once that is taken back.
    const { event } = await ok(record(as('fatima'), 'crop', one.cropId, 'GERMINATION_COUNT', '2025-07-02', { plantsPerM2: 4 }))
    expect(await stopped(one)).toEqual([201, null])
    await ok(as('fatima').post(`/crop/${one.cropId}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await stopped(one)).toEqual([422, 'BR-17'])
    await archived(id)
    await round()
  })
  it('stops them as soon as a fact breaks it, also by two at once', async () => {
    const one = await sellable('Broken')
    const id = await published([rule('NO-WATER', { type: 'EVENT_FORBIDDEN', eventType: 'IRRIGATION' })])
    expect(await stopped(one)).toEqual([201, null])
    const { event } = await ok(record(as('fatima'), 'crop', one.cropId, 'IRRIGATION', '2025-09-01', { method: 'DRIP', mm: 10 }))
    expect(await Promise.all([stopped(one), stopped(one)])).toEqual([
      [422, 'BR-17'],
      [422, 'BR-17'],
    ])
    await ok(as('fatima').post(`/crop/${one.cropId}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await stopped(one)).toEqual([201, null])
    await archived(id)
  })
})

describe('goods that were bought before', () => {
  it('are neither sent nor certified while a rule stops sales of a crop that they are of (BR-17)', async () => {
    const sales = salesOf(chain)
    const [broken, other] = [await sales.lot(500), await sales.lot(400)]
    const heap = await ok(
      as('pooja').post(`/productbatch/${(await chain.lot()).id}/events`, {
        eventType: 'HEAP_BUILT',
        occurredAt: '2025-11-22T10:00:00+05:30',
        lateReason: 'From the book',
        data: { inputs: [broken, other].map((batchId) => ({ batchId, kg: 150 })) },
      }),
    )
    const mixed = heap.subject.id
    for (const [type, who] of [
      ['CLOSED', 'pooja'],
      ['RELEASED', 'omar'],
    ] as const)
      await ok(record(as(who), 'productbatch', mixed, type, '2025-11-23'))
    const { crops } = await ok(as('omar').get(`/productbatch/${broken}/trace`))
    const cropId = crops[0].id
    const before = await sales.send(broken, 20, 'INV-BEFORE', '2025-12-01')
    const id = await published([rule('DRY', { type: 'EVENT_FORBIDDEN', eventType: 'IRRIGATION' })])
    const send = (lotId: string, day = today, who = 'pooja') =>
      record(as(who), 'productbatch', lotId, 'DISPATCH', day, { buyerId: chain.ginner, kg: 10, invoiceNo: `INV-J${++kg}` })
    await ok(send(broken))
    const { event } = await ok(record(as('fatima'), 'crop', cropId, 'IRRIGATION', '2025-09-01', { method: 'DRIP', mm: 10 }))
    const rows = await rowCounts(world)
    const stop = { status: 422, body: { code: 'RULE_BLOCKED', ruleId: 'BR-17', figures: { cropId } } }
    for (const refusal of await Promise.all([send(broken), send(mixed), send(mixed)])) {
      expect(refusal).toMatchObject(stop)
      expect(refusal.body.detail).toContain('DRY')
    }
    expect(await rowCounts(world)).toEqual(rows)
    // Goods of other crops go, and so does what went before the round opened anything.
    await ok(send(other))
    await ok(send(broken, '2026-01-14'))
    const draft = await sales.draft([before])
    const submitted = await rowCounts(world)
    expect(await sales.act(as('omar'), draft.id, 'SUBMITTED')).toMatchObject(stop)
    expect(await rowCounts(world)).toEqual(submitted)
    await round()
    expect(await send(mixed)).toMatchObject(stop)
    await ok(as('fatima').post(`/crop/${cropId}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    await ok(send(mixed))
    await ok(sales.act(as('omar'), draft.id, 'SUBMITTED'))
    await ok(sales.act(as('carla'), draft.id, 'REVIEW_STARTED'))
    // What is broken while the body reviews it is not issued.
    const again = await ok(record(as('fatima'), 'crop', cropId, 'IRRIGATION', '2025-09-02', { method: 'DRIP', mm: 10 }))
    expect(await sales.act(as('carla'), draft.id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Papers seen' })).toMatchObject(stop)
    await ok(as('fatima').post(`/crop/${cropId}/events/${again.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    await ok(sales.act(as('carla'), draft.id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Papers seen' }))
    await archived(id)
    await round()
  })
})

describe('a small finding under the code of a rule', () => {
  it('switches off neither its non-conformity nor its stop of sales', async () => {
    const [one, other] = [await sellable('With'), await sellable('Without')]
    const question = { code: 'DOC1', section: 'Papers', text: 'Is the contract there?', severity: 'MINOR', weight: 1, correctiveDays: 30, photo: 'NONE' }
    const yesNo = { ...question, ask: { kind: 'YES_NO', right: 'YES', mayNotApply: true } }
    const checklist = await ok(world.as('ada').post('/checklist', { name: 'Papers', kind: 'INTERNAL', schemeId: scheme, questions: [yesNo] }))
    await ok(record(world.as('ada'), 'checklist', checklist.id, 'PUBLISHED', '2025-07-01'))
    const { cropId: _, parcelId: __, lotId: ___, farmerId } = one
    const visit = { kind: 'INTERNAL', farmerId, seasonId: chain.season, round: 2, checklistId: checklist.id, plannedOn: '2026-01-10' }
    const { id } = await ok(as('ines').post('/inspection', visit))
    const on = (type: string, data: Json, hour: number) => ok(record(as('ines'), 'inspection', id, type, '2026-01-10', data, hour))
    await on('STARTED', {}, 9)
    await on('ANSWERED', { answers: [{ question: 'DOC1', answer: { kind: 'YES_NO', yes: false }, note: 'Not there' }] }, 10)
    const file = await uploadedSlip(as('ines'))
    await on('SUBMITTED', { result: 'CONDITIONAL', conditions: 'Bring it', signedBy: 'REFUSED', inspectorSignature: [file] }, 11)
    expect(await openOn(one)).toEqual(['DOC1 MINOR - farmer OPEN'])
    for (const farm of [one, other]) await contract(farm.farmerId, null)
    const version = await published([rule('DOC1', noContract)])
    for (const farm of [one, other]) expect(await stopped(farm)).toEqual([422, 'BR-17'])
    await round()
    expect(await openOn(one)).toEqual(['DOC1 MINOR - farmer OPEN', 'DOC1 CRITICAL BLOCK_SALE crop OPEN'])
    expect(await openOn(other)).toEqual(['DOC1 CRITICAL BLOCK_SALE crop OPEN'])
    for (const farm of [one, other]) await contract(farm.farmerId, '2025-05-01')
    await round()
    expect(await openOn(one)).toEqual(['DOC1 MINOR - farmer OPEN', 'DOC1 CRITICAL BLOCK_SALE crop CLOSED'])
    for (const farm of [one, other]) expect(await stopped(farm)).toEqual([201, null])
    await archived(version)
  })
  it('of an older, milder version neither, in whatever order they are judged', async () => {
    const one = await sellable('Milder')
    await contract(one.farmerId, null)
    const mild = await published([rule('PAPER', noContract, { severity: 'MINOR', effectOnFail: 'NONE' })], 'Paper')
    expect(await stopped(one)).toEqual([201, null])
    await round()
    const strict = await published([rule('PAPER', noContract)], 'Paper, strict')
    await round()
    expect(await openOn(one)).toEqual(['PAPER MINOR NONE crop OPEN', 'PAPER CRITICAL BLOCK_SALE crop OPEN'])
    expect(await stopped(one)).toEqual([422, 'BR-17'])
    const late = await sellable('Both at once')
    await contract(late.farmerId, null)
    await round()
    expect(await openOn(late)).toEqual(['PAPER CRITICAL BLOCK_SALE crop OPEN'])
    for (const id of [mild, strict]) await archived(id)
  })
  it('what the certification body has closed is sold while the rule fails for the same reason', async () => {
    const one = await sellable('Decided')
    await contract(one.farmerId, null)
    const id = await published([rule('DECIDED', noContract)])
    await round()
    const [found] = (await ok(as('ines').get(`/nonconformity?filter[cropId]=${one.cropId}`))).items
    const on = (who: string, eventType: string, data: Json) =>
      ok(as(who).post(`/nonconformity/${found.id}/events`, { eventType, occurredAt: now.toISOString(), data }))
    await on('fatima', 'ACTION_SENT', { action: 'A copy is with the body', doneOn: today })
    await on('carla', 'CLOSED', {})
    expect(await stopped(one)).toEqual([201, null])
    await archived(id)
  })
})
