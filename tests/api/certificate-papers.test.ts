// The papers behind a transaction certificate (BR-12): the seller's scope certificate on the day of judging (T01), HS codes and places of its annex (T03), and the list of approved
// farmers that is signed and in force (T08). Refusals first; late, corrected and taken back.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { onCertificate } from './certificate-stage.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { type Sales, type Sent, salesOf, tcNo } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let lot: string
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const op1 = (): string => world.places.cotton.OP1?.id as string
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
  lot = await sales.lot(1000)
}, 120_000)

const checkOf = async (id: string, code: string): Promise<Json> =>
  (await ok(as('omar').get(`/transactioncertificate/${id}/checks`))).checks.find((one: Json) => one.code === code)
const stopped = (check: string) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId: 'BR-12', figures: { check } } })
const scopeOf = async (values: Record<string, unknown> = {}): Promise<string> => (await chain.standards.certify({ collectiveId: op1() }, values)).id
const issue = (id: string, data: Record<string, unknown> = { reviewNote: 'Papers seen' }) => sales.act(as('carla'), id, 'ISSUED', { tcNo: tcNo(), ...data })
const draft = async (values: Record<string, unknown>, sent?: Sent): Promise<string> => (await sales.draft([sent ?? (await sales.send(lot, 10))], values)).id

describe('T01: a scope certificate that its body has suspended or withdrawn since the goods were shipped', () => {
  it('supports no submission and no issue, until that is taken back or ended', async () => {
    const sellerScopeId = await scopeOf()
    const id = await draft({ sellerScopeId })
    const { event } = await ok(onCertificate(as('carla'), sellerScopeId, 'SUSPENDED', '2026-01-05'))
    expect(await checkOf(id, 'T01')).toMatchObject({
      outcome: 'BLOCK',
      message: expect.stringContaining('is suspended'),
      inputs: expect.arrayContaining([{ label: 'Suspended', value: '2026-01-15', unit: 'day' }]),
    })
    await refused(() => sales.act(as('omar'), id, 'SUBMITTED'), stopped('T01'))
    await ok(as('carla').post(`/scopecertificate/${sellerScopeId}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await checkOf(id, 'T01')).toMatchObject({ outcome: 'OK' })
    await ok(sales.act(as('omar'), id, 'SUBMITTED'))
    await ok(sales.act(as('carla'), id, 'REVIEW_STARTED'))
    await ok(onCertificate(as('carla'), sellerScopeId, 'SUSPENDED', '2026-01-15'))
    await refused(() => issue(id), stopped('T01'))
    await ok(onCertificate(as('carla'), sellerScopeId, 'REINSTATED', '2026-01-15'))
    await ok(issue(id))
    // What was issued stays what it is: the goods were shipped before.
    await ok(onCertificate(as('carla'), sellerScopeId, 'WITHDRAWN', '2026-01-15'))
    expect(await ok(as('carla').get(`/transactioncertificate/${id}`))).toMatchObject({ status: 'ISSUED', flags: [] })
    expect(await checkOf(id, 'T01')).toMatchObject({ outcome: 'OK' })
    const next = await draft({ sellerScopeId })
    expect(await checkOf(next, 'T01')).toMatchObject({ outcome: 'BLOCK', message: expect.stringContaining('was withdrawn') })
    await refused(() => sales.act(as('omar'), next, 'SUBMITTED'), stopped('T01'))
  })
  it('is not one that has merely expired since (T17)', async () => {
    const sellerScopeId = await scopeOf({ validFrom: '2025-01-01', issueDate: '2025-01-01', validTo: '2025-12-31' })
    const id = await draft({ sellerScopeId })
    expect(await checkOf(id, 'T01')).toMatchObject({ outcome: 'OK' })
    await ok(sales.act(as('omar'), id, 'SUBMITTED'))
  })
})

describe('T03: the HS code of a line', () => {
  const withCode = async (hsCode: string | null): Promise<Json> => {
    const sent = await sales.send(lot, 10)
    const { lines } = await sales.body([sent])
    return sales.draft([sent], { lines: (lines as Json[]).map((line) => ({ ...line, hsCode })), sellerScopeId: own })
  }
  let own: string
  beforeAll(async () => {
    own = await scopeOf({ annex: [{ productId: chain.products.seedCotton }] })
  })
  it('is looked at where the product has another', async () => {
    const { id } = await withCode('999999')
    expect(await checkOf(id, 'T03')).toMatchObject({ outcome: 'REVIEW', message: expect.stringContaining('999999; that of the product is 520100') })
    expect(await checkOf((await withCode('52010012')).id, 'T03')).toMatchObject({ outcome: 'OK' })
  })
  it('is that of the product where none is entered, in the record as in the check and on the paper, also when it is taken away', async () => {
    const made = await withCode(null)
    expect(made.lines).toMatchObject([{ hsCode: '520100' }])
    expect(await checkOf(made.id, 'T03')).toMatchObject({ outcome: 'OK', inputs: expect.arrayContaining([expect.objectContaining({ value: '520100' })]) })
    const lines = made.lines.map((line: Json) => ({ ...line, hsCode: null }))
    const edited = await ok(as('omar').patch(`/transactioncertificate/${made.id}`, { lines }, { 'if-match': `"${made.version}"` }))
    expect(edited.lines).toMatchObject([{ hsCode: '520100' }])
  })
})

describe('T03: a place on the annex', () => {
  it('is where the goods were sent from, by where they lay then, or the body looks', async () => {
    const { id: store } = await ok(
      as('ada').post('/processingsystem', {
        ...{ name: 'Store at Bhikangaon', systemType: 'COLLECTION', collectiveId: op1(), segregation: 'DEDICATED' },
        ...{ place: 'Bhikangaon', district: 'Khargone', capacityKgPerDay: 1000 },
      }),
    )
    await ok(record(as('ada'), 'processingsystem', store, 'ACTIVATED', '2025-06-01'))
    const at = (place: string) => scopeOf({ annex: [{ productId: chain.products.seedCotton, processingSystemId: place }] })
    const [atCentre, atStore] = [await at(chain.centre), await at(store)]
    const own = await sales.lot(100)
    const sent = await sales.send(own, 10, undefined, '2025-12-01')
    const outcomes = async (of: Sent) =>
      Promise.all([atCentre, atStore].map(async (sellerScopeId) => (await checkOf(await draft({ sellerScopeId }, of), 'T03')).outcome))
    expect(await outcomes(sent)).toEqual(['OK', 'REVIEW'])
    const id = await draft({ sellerScopeId: atStore }, sent)
    expect((await checkOf(id, 'T03')).message).toContain('was sent from Kasrawad centre')
    await ok(sales.act(as('omar'), id, 'SUBMITTED'))
    await ok(sales.act(as('carla'), id, 'REVIEW_STARTED'))
    expect(await issue(id, {})).toMatchObject({ status: 400, body: { fields: [{ path: 'data.reviewNote' }] } })
    await ok(issue(id))
    // Moved since: what was sent before lay where it lay.
    const { event } = await ok(record(as('pooja'), 'productbatch', own, 'MOVE', '2025-12-10', { processingSystemId: store }))
    const moved = await sales.send(own, 10, undefined, '2025-12-11')
    expect(await outcomes(moved)).toEqual(['REVIEW', 'OK'])
    const before = await sales.send(own, 10, undefined, '2025-12-05')
    expect(await outcomes(before)).toEqual(['OK', 'REVIEW'])
    await ok(as('pooja').post(`/productbatch/${own}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await outcomes(moved)).toEqual(['OK', 'REVIEW'])
  })
})

describe('T08: the list of approved farmers', () => {
  const newest = async (): Promise<Json> => (await ok(as('omar').get('/approvedlist?sort=-createdAt&limit=1'))).items[0]
  const sign = async (who: string, eventType: string) => {
    const { id, hash } = await newest()
    return ok(record(as(who), 'approvedlist', id, eventType, '2026-01-15', { hash }))
  }
  const drawUp = async (scheme = 'NPOP') =>
    ok(record(as('omar'), 'collective', op1(), 'LIST_DRAWN_UP', '2026-01-15', { farmSchemeId: await chain.standards.scheme(scheme), seasonId: chain.season }))
  const signed = async (scheme?: string) => {
    await drawUp(scheme)
    await sign('omar', 'SIGNED')
    await sign('carla', 'COUNTERSIGNED')
  }
  it('is signed and in force, of the scheme of the certificate, and names every grower of the goods, or the body looks', async () => {
    const grown = await sales.lot(100)
    const known = await chain.member()
    await chain.decide('APPROVED', known.farmerId)
    const id = await draft({}, await sales.send(grown, 10))
    const says = async (one = id) => {
      const { outcome, message } = await checkOf(one, 'T08')
      return [outcome, message]
    }
    const none = ['REVIEW', expect.stringContaining('No signed list of the approved farmers of KH-2025')]
    const holds = ['OK', expect.stringContaining('was bought of approved farmers')]
    expect(await says()).toEqual(none)
    await signed('EU_ORG')
    expect(await says()).toEqual(none)
    await drawUp()
    expect(await says()).toEqual(none)
    await sign('omar', 'SIGNED')
    expect(await says()).toEqual(none)
    await sign('carla', 'COUNTERSIGNED')
    expect(await says()).toEqual(holds)
    // Whoever was approved since is on the next one.
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 50)
    const { id: later } = await chain.lot()
    await ok(chain.buy(later, cropId, 50))
    await ok(record(as('pooja'), 'productbatch', later, 'CLOSED', '2025-11-20'))
    await ok(record(as('omar'), 'productbatch', later, 'RELEASED', '2025-11-21'))
    const other = await draft({}, await sales.send(later, 50))
    const { memberNo } = await chain.view('farmer', farmerId)
    expect(await says(other)).toEqual(['REVIEW', expect.stringContaining('1 grower of these goods is on no signed list of KH-2025 under this scheme: member ')])
    expect((await says(other))[1]).toContain(`member ${memberNo}.`)
    expect(await says()).toEqual(holds)
    await ok(sales.act(as('omar'), other, 'SUBMITTED'))
    await ok(sales.act(as('carla'), other, 'REVIEW_STARTED'))
    expect(await issue(other, {})).toMatchObject({ status: 400, body: { fields: [{ path: 'data.reviewNote' }] } })
    // Of two records of one person the one that is on the list stands for both.
    await ok(record(as('ada'), 'farmer', known.farmerId, 'MERGE_REQUESTED', '2026-01-15', { survivorId: farmerId, reason: 'Same ration card' }))
    const { event } = await ok(record(as('omar'), 'farmer', known.farmerId, 'MERGED', '2026-01-15', { survivorId: farmerId }, 11))
    expect(await says(other)).toEqual(holds)
    await ok(as('omar').post(`/farmer/${known.farmerId}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await says(other))[0]).toBe('REVIEW')
    // A newer version takes its place and names them all.
    await signed()
    expect(await says(other)).toEqual(holds)
    await ok(issue(other))
  })
})
