// Scope certificates gate the claim, and transaction certificates leave the draft only when their checks exist: who may propose,
// who confirms, what supports a claim on which day, and who reads which certificate.
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { scopeCover } from '#server/ledger/scope-cover.ts'
import { createBySystem } from '#server/store/create.ts'
import { type Seeds, seedsOf } from '../harness/seeds.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { confirmation, onCertificate, type Standards, standardsOf } from './certificate-stage.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let standards: Standards
const as = (who: string) => world.as(who, 'OP1')
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  standards = chain.standards
})
/** Nothing of what was refused may be left behind. */
async function refusedIn(world: World, answer: () => Promise<{ status: number; body: Json }>, expected: object): Promise<void> {
  const before = await rowCounts(world)
  expect(await answer()).toMatchObject(expected)
  expect(await rowCounts(world)).toEqual(before)
}
const refused = (answer: () => Promise<{ status: number; body: Json }>, expected: object) => refusedIn(world, answer, expected)
/** An auditor of another certification body, who has OP1 among the clients by name. */
async function otherAuditor(world: World): Promise<User> {
  const body = await seedsOf(world).make(entityOf('certificationbody'))
  return {
    id: crypto.randomUUID(),
    name: 'Other',
    email: null,
    grants: [{ role: 'CERTIFICATION_BODY_AUDITOR', operatorIds: [world.places.cotton.OP1?.id as string], certificationBodyIds: [body.id] }],
  }
}

describe('a scope certificate', () => {
  // A world of its own: certificates made here must not cover anybody below.
  let world: World
  let standards: Standards
  let op1: string
  let ginner: string
  const as = (who: string) => world.as(who, 'OP1')
  beforeAll(async () => {
    world = await openWorld({ now: clock })
    standards = standardsOf(world)
    op1 = world.places.cotton.OP1?.id as string
    ginner = world.places.cotton['KHARGONE-GIN']?.id as string
  })
  const refused = (answer: () => Promise<{ status: number; body: Json }>, expected: object) => refusedIn(world, answer, expected)
  it('entered by its holder is proposed, not valid, and its holder cannot confirm it (403)', async () => {
    for (const [holder, who] of [
      [{ collectiveId: op1 }, 'omar'],
      [{ processorId: ginner }, 'paul'],
    ] as const) {
      const made = await ok(as(who).post('/scopecertificate', await standards.input(holder)))
      expect(made).toMatchObject({ status: 'PROPOSED', may: [] })
      await refused(() => as(who).post(`/scopecertificate/${made.id}/events`, confirmation), { status: 403 })
      expect((await ok(as('carla').post(`/scopecertificate/${made.id}/events`, confirmation))).subject).toMatchObject({ status: 'VALID' })
      expect(await as(who).patch(`/scopecertificate/${made.id}`, { scNo: 'X' }, { 'if-match': '"2"' })).toMatchObject({ status: 403 })
    }
  })
  it('is not confirmed by who entered or changed it, the body’s own auditor included (422 BR-24)', async () => {
    const own = await ok(as('carla').post('/scopecertificate', await standards.input({ collectiveId: op1 })))
    const fourEyes = { status: 422, body: { ruleId: 'BR-24' } }
    await refused(() => as('carla').post(`/scopecertificate/${own.id}/events`, confirmation), fourEyes)
    expect((await ok(as('ada').post(`/scopecertificate/${own.id}/events`, confirmation))).subject).toMatchObject({ status: 'VALID' })
    const other = await ok(as('omar').post('/scopecertificate', await standards.input({ collectiveId: op1 })))
    await ok(as('ada').patch(`/scopecertificate/${other.id}`, { areaHa: 100 }, { 'if-match': '"1"' }))
    await refused(() => as('ada').post(`/scopecertificate/${other.id}/events`, confirmation), fourEyes)
  })
  it('is not confirmed while its body is suspended or not accredited for the scheme (422)', async () => {
    const seeds = seedsOf(world)
    const scheme = await seeds.make(entityOf('scheme'))
    const unaccredited = await ok(as('omar').post('/scopecertificate', { ...(await standards.input({ collectiveId: op1 })), schemeId: scheme.id }))
    const notNow = { status: 422, body: { ruleId: '5.3' } }
    await refused(() => as('carla').post(`/scopecertificate/${unaccredited.id}/events`, confirmation), notNow)
    const proposed = await ok(as('omar').post('/scopecertificate', await standards.input({ collectiveId: op1 })))
    const body = `/certificationbody/${standards.body}/events`
    await ok(as('ada').post(body, { eventType: 'SUSPENDED', occurredAt: at('2026-01-12'), data: { reason: 'Accreditation' } }))
    await refused(() => as('carla').post(`/scopecertificate/${proposed.id}/events`, confirmation), notNow)
    await ok(as('ada').post(body, { eventType: 'REINSTATED', occurredAt: at('2026-01-13'), data: { reason: 'Accreditation' } }))
    await ok(as('carla').post(`/scopecertificate/${proposed.id}/events`, confirmation))
  })
  it('is not changed after it was confirmed (409), and proposed again when the confirmation is voided', async () => {
    const { id, version } = await standards.certify({ collectiveId: op1 })
    expect(await as('ada').patch(`/scopecertificate/${id}`, { validTo: '2026-10-01' }, { 'if-match': `"${version}"` })).toMatchObject({
      status: 409,
      body: { code: 'STATE_CONFLICT' },
    })
    const { items } = await ok(as('carla').get(`/scopecertificate/${id}/events`))
    expect((await ok(as('carla').post(`/scopecertificate/${id}/events/${items[0].id}/void`, { reason: 'INCORRECT_DATA' }))).subject.status).toBe('PROPOSED')
  })
  it('is not suspended or withdrawn on a day after its last, although the clock has not looked yet (409)', async () => {
    const { id } = await standards.certify({ collectiveId: op1 }, { validTo: '2025-12-31' })
    for (const type of ['SUSPENDED', 'WITHDRAWN'])
      await refused(() => onCertificate(as('carla'), id, type, '2026-01-01'), { status: 409, body: { code: 'STATE_CONFLICT', figures: { status: 'EXPIRED' } } })
    expect((await ok(onCertificate(as('carla'), id, 'SUSPENDED', '2025-12-31'))).subject).toMatchObject({ status: 'SUSPENDED' })
    await refused(() => onCertificate(as('carla'), id, 'REINSTATED', '2026-01-02'), { status: 409, body: { code: 'STATE_CONFLICT' } })
  })
  it('is reached by an auditor of its own body only, whatever clients the auditor has', async () => {
    const { id } = await standards.certify({ collectiveId: op1 })
    const stranger = world.asUser(await otherAuditor(world), 'cotton', 'OP1')
    expect(await stranger.get(`/scopecertificate/${id}`)).toMatchObject({ status: 404 })
    expect((await ok(stranger.get('/scopecertificate?limit=200'))).items).toEqual([])
    await refused(() => onCertificate(stranger, id, 'SUSPENDED', '2026-01-10'), { status: 404 })
    expect(await stranger.post('/scopecertificate', await standards.input({ collectiveId: op1 }))).toMatchObject({ status: 403 })
    expect(await as('carla').get(`/scopecertificate/${id}`)).toMatchObject({ status: 200 })
  })
})

describe('the certificate that covers a holder on a day', () => {
  const codeOfCover = (holder: string, day: string) =>
    world.scoped('ada', async (scope) => (await scopeCover(scope, { kind: 'processor', id: holder }, day))?.scNo ?? null)
  const holder = async () => (await seedsOf(world).make(entityOf('processor'))).id as string

  it('is none for a proposed, another holder’s, an expired, a future or an own-standard certificate', async () => {
    const id = await holder()
    await ok(as('ada').post('/scopecertificate', await standards.input({ processorId: id })))
    await standards.certify({ processorId: await holder() })
    await standards.certify({ processorId: id }, { validFrom: '2024-01-01', validTo: '2025-06-30', scNo: 'OLD' })
    await standards.certify({ processorId: id }, { validFrom: '2026-06-01', validTo: '2027-05-31', scNo: 'NEXT' })
    await standards.certify({ processorId: id }, { scheme: 'INTERNAL' })
    expect([
      await codeOfCover(id, '2025-06-30'),
      await codeOfCover(id, '2025-07-01'),
      await codeOfCover(id, '2026-05-31'),
      await codeOfCover(id, '2026-06-01'),
    ]).toEqual(['OLD', null, null, 'NEXT'])
  })
  it('does not cover the days of a suspension, nor any day from a withdrawal on; what was before stays covered', async () => {
    const id = await holder()
    const certificate = await standards.certify({ processorId: id }, { scNo: 'S' })
    await ok(onCertificate(as('carla'), certificate.id, 'SUSPENDED', '2025-11-10'))
    await ok(onCertificate(as('carla'), certificate.id, 'REINSTATED', '2025-12-01'))
    expect([
      await codeOfCover(id, '2025-11-09'),
      await codeOfCover(id, '2025-11-10'),
      await codeOfCover(id, '2025-11-30'),
      await codeOfCover(id, '2025-12-01'),
    ]).toEqual(['S', null, null, 'S'])
    await ok(onCertificate(as('carla'), certificate.id, 'WITHDRAWN', '2026-01-05'))
    expect([await codeOfCover(id, '2026-01-04'), await codeOfCover(id, '2026-01-05')]).toEqual(['S', null])
  })
})

describe('the claim of a shipped lot', () => {
  /** A heap of organic seed cotton at the centre, released. */
  async function released(kg: number): Promise<string> {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, kg)
    const { id } = await chain.lot()
    await ok(chain.buy(id, cropId, kg))
    await ok(record(as('pooja'), 'productbatch', id, 'CLOSED', '2025-11-20'))
    await ok(record(as('omar'), 'productbatch', id, 'RELEASED', '2025-11-21'))
    return id
  }
  const send = async (id: string, buyerId: string, kg: number, day = '2025-11-22') =>
    ok(record(as('pooja'), 'productbatch', id, 'DISPATCH', day, { buyerId, kg, invoiceNo: `INV-${kg}` }))
  const partOf = async (day: string, kg: number) =>
    (await ok(as('ada').get('/productbatch?filter[status]=IN_TRANSIT&limit=200'))).items.find((lot: Json) => lot.onHandKg === kg && day)
  const page = async (id: string) => (await world.stranger().get(`/api/public/batch/${(await chain.view('productbatch', id)).qrToken}`)).body

  it('is shown while seller and buyer hold valid certificates, and a suspension of either takes it away', async () => {
    const heap = await released(301)
    expect((await send(heap, chain.ginner, 101)).findings).toEqual([])
    const part = await partOf('2025-11-22', 101)
    expect(await page(part.id)).toMatchObject({
      claimState: 'valid',
      claim: 'ORGANIC',
      certificate: { scheme: 'NPOP', number: 'ORG/1', validTo: '2026-03-31' },
    })
    for (const certificate of Object.values(chain.certificates)) {
      const { event } = await ok(onCertificate(as('carla'), certificate, 'SUSPENDED', '2026-01-14'))
      expect(await page(part.id)).toMatchObject({ claimState: 'none', claim: 'CONVENTIONAL', certificate: null })
      await ok(as('carla').post(`/scopecertificate/${certificate}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    }
    expect(await page(part.id)).toMatchObject({ claimState: 'valid' })
  })
  it('expires by the day of the programme, without anybody’s doing: valid on the last day, none on the next', async () => {
    const heap = await released(302)
    const { qrToken } = await chain.view('productbatch', heap)
    const { publicPageOf } = await import('#server/reports/public-lot.ts')
    const on = (moment: string) => world.scoped('ada', async (scope) => (await publicPageOf({ ...scope, now: new Date(moment) }, 'batch', qrToken))?.claimState)
    // 18:29 UTC is 23:59 in Nimar; a minute later it is the next day there.
    expect([await on('2026-03-31T18:29:00Z'), await on('2026-03-31T18:30:00Z')]).toEqual(['valid', 'none'])
  })
  it('takes no certificate on the operator’s own record: body, number and end are refused there (400)', async () => {
    const own = await openWorld({ now: clock })
    const ada = own.as('ada', 'OP1')
    const group = own.places.cotton.OP1?.id as string
    const { version } = await ok(ada.get(`/collective/${group}`))
    const noted = [{ scheme: 'NPOP', certificationBody: 'Nobody', since: '2020-01-01', certificateNo: 'INVENTED', validTo: '2030-01-01' }]
    for (const values of [{ schemes: noted }, { certificateNo: 'INVENTED' }, { statedCertification: [{ certificateNo: 'INVENTED' }] }])
      expect(await ada.patch(`/collective/${group}`, values, { 'if-match': `"${version}"` })).toMatchObject({ status: 400 })
    expect(await own.scoped('ada', (scope) => scopeCover(scope, { kind: 'collective', id: group }, '2026-01-15'))).toBeNull()
  })
  it('is held back by a shipment without certificates until the body has decided; buyer and seller are both named', async () => {
    const heap = await released(303)
    const { id: stranger, title } = await seedsOf(world).make(entityOf('processor'), { values: { types: ['GINNER'] } })
    await ok(record(as('ada'), 'processor', stranger, 'ACTIVATED', '2025-06-01'))
    const { findings } = await send(heap, stranger, 103)
    expect(findings).toMatchObject([
      {
        ruleId: 'BR-12',
        severity: 'REVIEW',
        message: `${title} has no scope certificate valid on 2025-11-22: until this is decided, no page shows the claim of these goods.`,
      },
    ])
    const part = await partOf('2025-11-22', 103)
    expect(await page(part.id)).toMatchObject({ claimState: 'none', claim: 'CONVENTIONAL' })
    await standards.certify({ processorId: stranger })
    expect(await page(part.id)).toMatchObject({ claimState: 'none' })
    const open = (await chain.view('productbatch', heap)).flags.find(({ ruleId }: Json) => ruleId === 'BR-12')
    expect(open).toMatchObject({ owner: 'CERTIFICATION_BODY_AUDITOR' })
    const close = (who: string) =>
      as(who).post(`/productbatch/${heap}/findings/${open.id}/close`, { reason: 'ACCEPTED', note: 'The certificate was issued before the shipment' })
    expect(await close('omar')).toMatchObject({ status: 403 })
    await ok(close('carla'))
    expect(await page(part.id)).toMatchObject({ claimState: 'valid', claim: 'ORGANIC' })
  })
  it('names both when neither holds one, and asks no final brand', async () => {
    const heap = await released(304)
    // One that was never confirmed: a group whose certificate is suspended sends nothing under a claim (5.3).
    const path = `/scopecertificate/${chain.certificates.group}/events`
    const confirmed = (await ok(as('carla').get(path))).items.find(({ eventType, status }: Json) => eventType === 'CONFIRMED' && status === 'RECORDED')
    await ok(as('carla').post(`${path}/${confirmed.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    const { id: stranger, title } = await seedsOf(world).make(entityOf('processor'), { values: { types: ['TRADER'] } })
    const { id: brand } = await seedsOf(world).make(entityOf('processor'), { values: { types: ['BRAND'] } })
    for (const id of [stranger, brand]) await ok(record(as('ada'), 'processor', id, 'ACTIVATED', '2025-06-01'))
    const seller = world.places.cotton.OP1?.title
    expect((await send(heap, stranger, 104)).findings).toMatchObject([{ message: expect.stringContaining(`${seller} and ${title} have no scope certificate`) }])
    expect((await send(heap, brand, 44)).findings).toMatchObject([{ message: expect.stringContaining(`${seller} has no scope certificate`) }])
    await ok(as('carla').post(path, confirmation))
    expect((await send(heap, brand, 45)).findings).toEqual([])
  })
})

describe('a transaction certificate', () => {
  let seeds: Seeds
  beforeAll(() => {
    seeds = seedsOf(world)
  })
  const draft = async (values: Record<string, unknown> = {}) => ({
    ...(await seeds.input(entityOf('transactioncertificate'), {
      values: { sellerScopeId: chain.certificates.group, schemeId: await standards.scheme('NPOP'), certificationBodyId: standards.body, ...values },
    })),
  })
  const refusedDraft = async (values: Record<string, unknown>, expected: object) => {
    const body = await draft(values)
    await refused(() => as('omar').post('/transactioncertificate', body), expected)
  }
  const lineOf = (batchId: string) => ({ batchId, productId: chain.products.seedCotton, claimStatus: 'ORGANIC', grossKg: 1, netKg: 1, certifiedKg: 1 })

  it('is neither submitted nor issued while a check stops it (422 BR-12), although both are offered', async () => {
    const made = await ok(as('omar').post('/transactioncertificate', await draft()))
    expect(made.status).toBe('DRAFT')
    expect(made.may).toContain('SUBMITTED')
    const submit = { eventType: 'SUBMITTED', occurredAt: at('2026-01-12'), data: {} }
    await refused(() => as('omar').post(`/transactioncertificate/${made.id}/events`, submit), { status: 422, body: { ruleId: 'BR-12' } })
    const values = { ...(await draft()), status: 'UNDER_REVIEW' as const, operatorId: null }
    const under = await world.scoped('ada', async (scope) => (await createBySystem(scope, entityOf('transactioncertificate'), values)).row)
    expect((await ok(as('carla').get(`/transactioncertificate/${under.id}`))).may).toEqual(['CORRECTION_ASKED', 'ISSUED', 'REJECTED'])
    const issue = { eventType: 'ISSUED', occurredAt: at('2026-01-12'), data: { tcNo: 'TC-1' } }
    await refused(() => as('carla').post(`/transactioncertificate/${under.id}/events`, issue), { status: 422, body: { ruleId: 'BR-12' } })
    expect(
      (await ok(as('omar').post(`/transactioncertificate/${made.id}/events`, { ...submit, eventType: 'CANCELLED', data: { reason: 'No' } }))).subject.status,
    ).toBe('CANCELLED')
  })
  it('names lots of the seller only: in its hands, or sent by it (400)', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 205)
    const { id: heap } = await chain.lot()
    await ok(chain.buy(heap, cropId, 205))
    await ok(record(as('pooja'), 'productbatch', heap, 'CLOSED', '2025-11-20'))
    await ok(record(as('omar'), 'productbatch', heap, 'RELEASED', '2025-11-21'))
    await ok(record(as('pooja'), 'productbatch', heap, 'DISPATCH', '2025-11-22', { buyerId: chain.ginner, kg: 95, invoiceNo: 'INV-95' }))
    const sent = (await ok(as('ada').get('/productbatch?filter[status]=IN_TRANSIT&limit=200'))).items.find((lot: Json) => lot.onHandKg === 95)
    const { id: elsewhere } = await ok(
      as('ada').post('/productbatch', {
        productId: chain.products.seedCotton,
        unitType: 'HEAP',
        seasonId: chain.season,
        processingSystemId: chain.gin,
      }),
    )
    const ofOp2 = {
      productId: chain.products.seedCotton,
      unitType: 'HEAP',
      seasonId: chain.season,
      batchNo: 'OF-OP2',
      operatorId: world.places.cotton.OP2?.id as string,
      claimStatus: 'ORGANIC',
    } as const
    const others = await world.scoped('ada', async (scope) => (await createBySystem(scope, entityOf('productbatch'), ofOp2)).row)
    const shipments = [{ date: '2025-11-22', invoiceNo: 'INV-95', invoiceDate: '2025-11-22', mode: 'ROAD', grossKg: 2, netKg: 2 }]
    for (const lot of [elsewhere, others.id])
      await refusedDraft({ shipments, lines: [lineOf(heap), lineOf(lot)] }, { status: 400, body: { fields: [{ path: 'lines.1.batchId', code: 'rule' }] } })
    await ok(as('omar').post('/transactioncertificate', await draft({ shipments, lines: [lineOf(heap), lineOf(sent.id)] })))
  })
  it('names the seller’s own scope certificate, of its scheme and body, and the buyer’s own (400)', async () => {
    const wrong = async (values: Record<string, unknown>, path: string) => refusedDraft(values, { status: 400, body: { fields: [{ path, code: 'rule' }] } })
    await wrong({ sellerScopeId: chain.certificates.ginner }, 'sellerScopeId')
    await wrong({ schemeId: await standards.scheme('NOP') }, 'sellerScopeId')
    await wrong({ certificationBodyId: (await seedsOf(world).make(entityOf('certificationbody'))).id }, 'sellerScopeId')
    await wrong({ buyerScopeId: chain.certificates.group }, 'buyerScopeId')
    await ok(as('omar').post('/transactioncertificate', await draft({ buyerScopeId: chain.certificates.ginner })))
  })
  it('names the scope certificate that its buyer has under the scheme on the last day of shipment, where the seller names none', async () => {
    const drafted = async (day: string) => {
      const body = await draft({ buyerId: chain.ginner, buyerScopeId: null })
      const shipments = (body.shipments as object[]).map((one) => ({ ...one, date: day, invoiceDate: day }))
      return (await ok(as('omar').post('/transactioncertificate', { ...body, shipments }))).buyerScopeId
    }
    expect(await drafted('2025-12-01')).toBe(chain.certificates.ginner)
    // Before it had one.
    expect(await drafted('2015-12-01')).toBeNull()
  })
  it('is read by auditors of its own body alone, and by its buyer from issue on, who changes nothing', async () => {
    const values = { ...(await draft()), buyerId: chain.ginner, operatorId: null }
    const make = (status: 'UNDER_REVIEW' | 'ISSUED') =>
      world.scoped(
        'ada',
        async (scope) => (await createBySystem(scope, entityOf('transactioncertificate'), { ...values, sellerRef: `REF-${status}`, status })).row,
      )
    const [waiting, issued] = [await make('UNDER_REVIEW'), await make('ISSUED')]
    const stranger = world.asUser(await otherAuditor(world), 'cotton', 'OP1')
    for (const { id } of [waiting, issued]) {
      expect(await stranger.get(`/transactioncertificate/${id}`)).toMatchObject({ status: 404 })
      expect(await as('carla').get(`/transactioncertificate/${id}`)).toMatchObject({ status: 200 })
    }
    expect(await as('paul').get(`/transactioncertificate/${waiting.id}`)).toMatchObject({ status: 404 })
    expect(await ok(as('paul').get(`/transactioncertificate/${issued.id}`))).toMatchObject({ status: 'ISSUED', may: [] })
    const listed = (await ok(as('paul').get('/transactioncertificate?limit=200'))).items.map(({ id }: Json) => id)
    expect([listed.includes(issued.id), listed.includes(waiting.id)]).toEqual([true, false])
  })
})
