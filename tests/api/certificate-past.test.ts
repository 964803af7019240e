// Certificates as of a past day, both ways (as they were, and as they were known): record, checks, kilograms, paper, list and lot of a transaction
// certificate, and a scope certificate, with an issue that is known late, a withdrawal, and its void.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { pdfWords } from '../harness/pdf-words.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { onCertificate } from './certificate-stage.ts'
import { at, type Chain, chainOf, type Json, ok } from './chain-stage.ts'
import { type Sales, type Sent, salesOf, tcNo } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let now = new Date('2026-01-15T06:30:00Z')
const onDay = (day: string) => {
  now = new Date(`${day}T06:30:00Z`)
}
let sent: Sent
/** Submitted on the 16th, issued on the 18th, withdrawn on the 22nd, which is taken back on the 26th. */
let id = ''
/** Issued on the 18th, which is recorded on the 24th. */
let late = ''
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const view = (of: string, query = '', who = 'omar'): Promise<Json> => ok(as(who).get(`/transactioncertificate/${of}${query}`))
const checks = (of: string, query = '', who = 'omar'): Promise<Json> => ok(as(who).get(`/transactioncertificate/${of}/checks${query}`))
const print = (who: Client, of: string, query = '') => who.get(`/transactioncertificate/${of}/print.pdf${query}`)
const act = (who: string, of: string, eventType: string, day: string, data = {}) =>
  ok(sales.act(as(who), of, eventType, data, { occurredAt: at(day, 11), lateReason: 'Papers of that day' }))

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  sales = salesOf(chain)
  const lot = await sales.lot(100)
  sent = await sales.send(lot, 40)
  id = (await sales.draft([sent])).id
  late = (await sales.draft([await sales.send(lot, 20)])).id
  onDay('2026-01-16')
  for (const one of [id, late]) {
    await act('omar', one, 'SUBMITTED', '2026-01-16')
    await act('carla', one, 'REVIEW_STARTED', '2026-01-16')
  }
  onDay('2026-01-18')
  await act('carla', id, 'ISSUED', '2026-01-18', { tcNo: tcNo(), reviewNote: 'Papers seen' })
  onDay('2026-01-22')
  const { event } = await act('carla', id, 'WITHDRAWN', '2026-01-22', { reason: 'Audit' })
  onDay('2026-01-24')
  await act('carla', late, 'ISSUED', '2026-01-18', { tcNo: tcNo(), reviewNote: 'Papers seen' })
  onDay('2026-01-26')
  await ok(as('carla').post(`/transactioncertificate/${id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
  onDay('2026-01-28')
}, 120_000)

describe('a certificate of the past is refused', () => {
  it('on a day that is none (400), and before anything was known of it (404), wherever it is read', async () => {
    for (const path of [`/transactioncertificate/${id}`, `/transactioncertificate/${id}/checks`, `/transactioncertificate/${id}/print.pdf`]) {
      const format = { status: 400, body: { fields: [{ path: 'asOf', code: 'format' }] } }
      for (const day of ['yesterday', '2026-02-30']) await refused(() => as('omar').get(`${path}?asOf=${day}`), format)
      await refused(() => as('omar').get(`${path}?knownAt=2026-01-14`), { status: 404 })
      await refused(() => as('omar').get(`${path}?asof=2026-01-14`), { status: 400, body: { fields: [{ path: 'asof', code: 'unknown' }] } })
    }
    await refused(() => as('omar').get(`/certificate-summaries?ids=${id}&asOf=soon`), { status: 400 })
  })
  it('to the buyer while it was not issued, although it is now (404); its checks always (403)', async () => {
    expect((await view(id, '', 'paul')).status).toBe('ISSUED')
    for (const query of ['?asOf=2026-01-15', '?asOf=2026-01-17', '?knownAt=2026-01-17']) {
      await refused(() => as('paul').get(`/transactioncertificate/${id}${query}`), { status: 404 })
      await refused(() => print(as('paul'), id, query), { status: 404 })
    }
    expect(await view(id, '?asOf=2026-01-19', 'paul')).toMatchObject({ status: 'ISSUED' })
    await refused(() => as('paul').get(`/transactioncertificate/${id}/checks?asOf=2026-01-19`), { status: 403 })
  })
  it('to strangers', async () => {
    await refused(() => world.as('leela', 'OP2').get(`/transactioncertificate/${id}/checks?asOf=2026-01-19`), { status: 404 })
    await refused(() => print(as('fatima'), id, '?asOf=2026-01-19'), { status: (await as('fatima').get(`/transactioncertificate/${id}`)).status })
  })
})

describe('a certificate as it was', () => {
  it('is a draft, under review and issued, each on its day', async () => {
    expect(await view(id, '?asOf=2026-01-15')).toMatchObject({ status: 'DRAFT', tcNo: null, issuedAt: null, submittedAt: null, certifiedKg: 40, may: [] })
    expect(await view(id, '?asOf=2026-01-16')).toMatchObject({ status: 'UNDER_REVIEW', tcNo: null })
    expect(await view(id, '?asOf=2026-01-18')).toMatchObject({ status: 'ISSUED', tcNo: expect.stringMatching(/^TC-/) })
  })
  it('had been judged and had bound kilograms as it was then', async () => {
    expect(await checks(id, '?asOf=2026-01-15')).toMatchObject({ day: '2026-01-15', outcome: null, checks: [], lots: [], judged: [], nextNo: null })
    const submitted = await checks(id, '?asOf=2026-01-17')
    expect(submitted.lots).toMatchObject([{ id: sent.lotId, reservedKg: 40, issuedKg: 0 }])
    expect(submitted.judged.map(({ eventType }: Json) => eventType)).toEqual(['SUBMITTED'])
    expect(submitted.checks).toEqual(submitted.judged[0].checks)
    expect(submitted.checks).toHaveLength(17)
    const issued = await checks(id, '?asOf=2026-01-18')
    expect(issued.lots).toMatchObject([{ reservedKg: 0, issuedKg: 40 }])
    expect(issued.judged.map(({ eventType }: Json) => eventType)).toEqual(['SUBMITTED', 'ISSUED'])
    expect((await checks(id)).judged).toEqual(issued.judged)
  })
  it('is counted in a list by what had been judged', async () => {
    const summaries = async (query: string): Promise<string[]> =>
      (await ok(as('omar').get(`/certificate-summaries?ids=${id},${late}${query}`))).items.map((one: Json) => one.id).sort()
    expect(await summaries('&asOf=2026-01-15')).toEqual([])
    expect(await summaries('&asOf=2026-01-16')).toEqual([id, late].sort())
  })
  it('stands at its lot, and at the part that was sent, as it was then', async () => {
    const of = async (lotId: string, query = ''): Promise<Json[]> => (await ok(as('omar').get(`/productbatch/${lotId}/certificates${query}`))).items
    const named = (items: Json[]) => items.find((one) => one.id === id)
    expect(named(await of(sent.lotId))).toMatchObject({ status: 'ISSUED', netKg: 40, isSource: false })
    expect(named(await of(sent.lotId, '?asOf=2026-01-15'))).toMatchObject({ status: 'DRAFT', netKg: 40 })
    expect(named(await of(sent.lotId, '?knownAt=2026-01-23'))).toMatchObject({ status: 'WITHDRAWN' })
    expect(await of(sent.lotId, '?knownAt=2026-01-14')).toEqual([])
    const part = async (query: string) => named((await ok(as('paul').get(`/productbatch/${sent.partId}/certificates${query}`))).items)
    expect(await part('')).toMatchObject({ status: 'ISSUED', isSource: true })
    expect(await part('?asOf=2026-01-19')).toMatchObject({ status: 'ISSUED', isSource: true, netKg: 40 })
    expect(await part('?asOf=2026-01-16')).toBeUndefined()
  })
  it('is printed as it was, under a name that says so', async () => {
    const { status, headers, body } = await print(as('omar'), id, '?asOf=2026-01-15&language=hi')
    expect([status, String(body).slice(0, 5)]).toEqual([200, '%PDF-'])
    expect(headers.get('content-disposition')).toMatch(/-as-of-2026-01-15\.pdf"$/)
    expect((await print(as('paul'), id, '?asOf=2026-01-19')).status).toBe(200)
  })
  it('says on paper what it said then: neither number nor issue before its issue, then both, and across it of which day it is', async () => {
    const words = async (of: string, query = ''): Promise<string> => {
      as('omar')
      const headers = { 'x-test-user': world.people.omar?.id ?? '' }
      const path = `/api/operators/OP1/transactioncertificate/${of}/print.pdf${query}`
      const answer = await world.app.request(`http://${world.tenants.cotton.subdomain}.farmbook.test${path}`, { headers })
      return pdfWords(new Uint8Array(await answer.arrayBuffer())).join('\n')
    }
    const { tcNo: number, code } = await view(id)
    const draft = await words(id, '?asOf=2026-01-15')
    expect(draft).toContain('As of 15 Jan 2026')
    expect(draft).toMatch(/Draft: as it was on 15 Jan 2026/)
    // Whoever receives it reads what has become of it since.
    expect(draft).toContain('As of 15 Jan 2026 · Issued')
    expect(draft).toContain('given when it is issued')
    expect(draft).not.toContain(number)
    const underReview = await words(id, '?asOf=2026-01-16')
    expect(underReview).toMatch(/Under review: as it was on 16 Jan 2026/)
    expect(underReview).toContain('16 Jan 2026')
    expect(underReview).not.toContain(number)
    const issued = await words(id, '?asOf=2026-01-18')
    expect(issued).toMatch(/Issued: as it was on 18 Jan 2026/)
    expect(issued).toContain(number)
    expect(issued).toContain(sent.invoiceNo)
    expect(await words(id, '?asOf=2026-01-23&knownAt=2026-01-23')).toMatch(/Withdrawn: as it was on 23 Jan 2026/)
    // Issued on the 18th, which nobody knew before the 24th.
    expect(await words(late, '?asOf=2026-01-20&knownAt=2026-01-23')).not.toContain((await view(late)).tcNo)
    expect(await words(late, '?asOf=2026-01-20')).toContain((await view(late)).tcNo)
    // As it is now it names no day of the past, and is in force.
    const now = await words(id)
    expect([now.includes('As of'), now.includes('as it was'), now.includes(number), code.length > 0]).toEqual([false, false, true, true])
  })
})

describe('the dispatches on a certificate', () => {
  const named = (who: string, query = '') => as(who).get(`/transactioncertificate/${id}/dispatches${query}`)
  it('are refused to strangers, to the buyer while it was not issued, and on a day that is none', async () => {
    await refused(() => world.as('leela', 'OP2').get(`/transactioncertificate/${id}/dispatches`), { status: 404 })
    await refused(() => named('paul', '?asOf=2026-01-17'), { status: 404 })
    await refused(() => named('omar', '?asOf=2026-02-30'), { status: 400, body: { fields: [{ path: 'asOf', code: 'format' }] } })
    await refused(() => named('omar', '?knownAt=2026-01-14'), { status: 404 })
  })
  it('go by their lot and day, now and then, and are open where the reader may open the lot', async () => {
    const { title } = await chain.view('productbatch', sent.lotId)
    const item = { dispatchId: sent.dispatchId, lotId: sent.lotId, lot: title, day: sent.date }
    for (const query of ['', '?asOf=2026-01-15', '?asOf=2026-01-18&knownAt=2026-01-18'])
      expect(await ok(named('omar', query))).toEqual({ items: [{ ...item, isOpen: true }] })
    const isOpen = (await as('paul').get(`/productbatch/${sent.lotId}`)).status === 200
    expect(await ok(named('paul'))).toEqual({ items: [{ ...item, isOpen }] })
  })
})

describe('a certificate as it was known', () => {
  it('was not issued before that was recorded, whatever the day of the issue', async () => {
    expect(await view(late, '?asOf=2026-01-20')).toMatchObject({ status: 'ISSUED' })
    expect(await view(late, '?asOf=2026-01-20&knownAt=2026-01-23')).toMatchObject({ status: 'UNDER_REVIEW', tcNo: null })
    expect((await checks(late, '?asOf=2026-01-20')).lots).toMatchObject([{ issuedKg: 20 }])
    const before = await checks(late, '?asOf=2026-01-20&knownAt=2026-01-23')
    expect(before.lots).toMatchObject([{ reservedKg: 20, issuedKg: 0 }])
    expect(before.judged).toHaveLength(1)
  })
  it('was withdrawn for as long as that was known, and before it still issued', async () => {
    expect(await view(id, '?asOf=2026-01-21&knownAt=2026-01-23')).toMatchObject({ status: 'ISSUED' })
    expect(await view(id, '?asOf=2026-01-23&knownAt=2026-01-23')).toMatchObject({ status: 'WITHDRAWN' })
    expect(await view(id, '?asOf=2026-01-23')).toMatchObject({ status: 'ISSUED' })
    expect((await checks(id, '?knownAt=2026-01-23')).lots).toMatchObject([{ issuedKg: 40 }])
  })
})

describe('a scope certificate of the past', () => {
  it('is proposed, valid and suspended on its days, and not yet suspended for whoever did not know', async () => {
    onDay('2026-01-28')
    const { id: scope } = await chain.standards.certify({ collectiveId: world.places.cotton.OP1?.id as string })
    await ok(onCertificate(as('carla'), scope, 'SUSPENDED', '2025-12-04'))
    onDay('2026-02-02')
    await ok(onCertificate(as('carla'), scope, 'REINSTATED', '2026-01-05'))
    const then = async (query: string) => (await ok(as('omar').get(`/scopecertificate/${scope}${query}`))).status
    expect(await then('?asOf=2025-04-01')).toBe('PROPOSED')
    expect(await then('?asOf=2025-12-03')).toBe('VALID')
    expect(await then('?asOf=2025-12-04')).toBe('SUSPENDED')
    expect(await then('?asOf=2026-01-06')).toBe('VALID')
    expect(await then('?asOf=2026-01-06&knownAt=2026-01-29')).toBe('SUSPENDED')
    await refused(() => as('omar').get(`/scopecertificate/${scope}?knownAt=2026-01-27`), { status: 404 })
    onDay('2026-01-28')
  })
})
