// A certificate says what it named when it was issued, on its page, on paper and in the register (5.5, R19), whatever is renamed since; one of a past day, what was known by then.
// The number of a lot on it stays, and is changed by its holder alone before that (4.4).
import { beforeAll, describe, expect, it } from 'vitest'
import { sheetOf } from '#server/reports/certificate/certificate-sheet.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, type Json, ok } from './chain-stage.ts'
import { type Sales, type Sent, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let now = new Date('2026-01-15T06:30:00Z')
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const change = async (entity: string, id: string, values: Record<string, unknown>, who = 'ada') => {
  const { version } = await chain.view(entity, id)
  return as(who).patch(`/${entity}/${id}`, values, { 'if-match': `"${version}"` })
}
const view = (id: string, query = '', who = 'omar'): Promise<Json> => ok(as(who).get(`/transactioncertificate/${id}${query}`))
/** What is called by what name on the paper, whose text is drawn of the same answer. */
async function namesOf(id: string, query = ''): Promise<string[]> {
  const answer = await view(id, query)
  const t = (text: string) => text
  const { boxes, tables } = sheetOf(answer, answer.refs, { t, language: 'en', zone: 'Asia/Kolkata', currency: 'INR' } as Json)
  return [
    ...boxes.flatMap(({ label, lines }) => (['Buyer', 'Certification body'].includes(label) ? lines[0] : [])),
    ...(tables[0]?.rows[0]?.slice(0, 2) ?? []),
  ] as string[]
}
const inRegister = async (ref: string, query = '') => {
  const { rows } = await ok(as('ada').get(`/reports/certificate-register?${query}`))
  const { buyer, body, products } = rows.find(({ sellerRef }: Json) => sellerRef === ref)
  return [buyer, body, products]
}
let sent: Sent[]
let issued: Json
let draft: Json
let first: string[]
let number = ''

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  sales = salesOf(chain)
  const lot = await sales.lot(100)
  sent = [await sales.send(lot, 40), await sales.send(lot, 30)]
  number = (await chain.view('productbatch', lot)).batchNo
}, 120_000)

describe('the number of a lot', () => {
  it('is changed by its holder alone: neither by who sold it nor by a manager of the group (403)', async () => {
    const part = sent[0]?.partId ?? ''
    expect((await ok(as('omar').get(`/productbatch/${part}`))).may).not.toContain('edit')
    for (const values of [{ batchNo: 'MINE-1' }, { grade: 'A' }, { storageBin: 'B' }])
      for (const who of ['omar', 'pooja']) await refused(() => change('productbatch', part, values, who), { status: 403 })
    await ok(change('productbatch', part, { storageBin: 'Bin 2' }, 'paul'))
  })
  it('stays while a certificate names it that waits or is issued (409), and is free again after a rejection', async () => {
    const lot = sent[0]?.lotId ?? ''
    const [one] = sent as [Sent]
    draft = await sales.draft([one])
    await ok(change('productbatch', lot, { batchNo: 'A-1' }, 'pooja'))
    await ok(sales.act(as('omar'), draft.id, 'SUBMITTED'))
    for (const [who, id] of [
      ['pooja', lot],
      ['paul', one.partId],
    ] as const)
      await refused(() => change('productbatch', id, { batchNo: 'A-2' }, who), { status: 409 })
    await ok(change('productbatch', lot, { grade: 'B' }, 'pooja'))
    await ok(sales.act(as('carla'), draft.id, 'REVIEW_STARTED'))
    await ok(sales.act(as('carla'), draft.id, 'REJECTED', { reason: 'Papers' }))
    await ok(change('productbatch', lot, { batchNo: number }, 'pooja'))
  })
})

describe('names on a certificate', () => {
  it('are those of its issue, on its page, on paper and in R19, and of a past day before it those of that day', async () => {
    const [one, other] = sent as [Sent, Sent]
    now = new Date('2026-01-16T06:30:00Z')
    issued = await sales.issued([one])
    draft = await sales.draft([other])
    first = await namesOf(issued.id)
    const register = await inRegister(issued.sellerRef)
    expect(first).toEqual([register[1], register[0], number, register[2]])
    const { items } = await ok(as('omar').get(`/transactioncertificate/${issued.id}/events`))
    const { named, documentHash } = items.find(({ eventType }: Json) => eventType === 'ISSUED').data
    expect(named.map(({ title }: Json) => title)).toEqual(expect.arrayContaining(first))
    expect(documentHash).toMatch(/^[0-9a-f]{64}$/)
    now = new Date('2026-01-20T06:30:00Z')
    await ok(change('processor', chain.ginner, { legalName: 'Renamed Gin' }))
    await ok(change('certificationbody', chain.standards.body, { name: 'Renamed Body' }))
    await ok(change('product', chain.products.seedCotton, { name: 'Renamed cotton' }))
    expect([await namesOf(issued.id), await inRegister(issued.sellerRef)]).toEqual([first, register])
    expect(await namesOf(draft.id)).toEqual(['Renamed Body', 'Renamed Gin', number, 'Renamed cotton'])
    expect(await inRegister(draft.sellerRef)).toEqual(['Renamed Gin', 'Renamed Body', 'Renamed cotton'])
    // By what was known before they were renamed, and of the day on which it was still a draft.
    for (const query of ['?asOf=2026-01-17&knownAt=2026-01-17', '?knownAt=2026-01-17'])
      for (const id of [issued.id, draft.id]) expect([query, await namesOf(id, query)]).toEqual([query, first])
    expect((await as('carla').get(`/transactioncertificate/${issued.id}/print.pdf`)).status).toBe(200)
  })
  it('are those of a second issue once the first is taken back; replaced and withdrawn it says the same', async () => {
    const { items } = await ok(as('omar').get(`/transactioncertificate/${issued.id}/events`))
    const event = items.find(({ eventType }: Json) => eventType === 'ISSUED')
    await ok(as('carla').post(`/transactioncertificate/${issued.id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await namesOf(issued.id)).toEqual(['Renamed Body', 'Renamed Gin', number, 'Renamed cotton'])
    const again = { eventType: 'ISSUED', occurredAt: at('2026-01-20', 11), data: { tcNo: 'TC-AGAIN', reviewNote: 'Seen' } }
    await ok(as('carla').post(`/transactioncertificate/${issued.id}/events`, again))
    await ok(change('product', chain.products.seedCotton, { name: 'Other cotton' }))
    expect(await namesOf(issued.id)).toEqual(['Renamed Body', 'Renamed Gin', number, 'Renamed cotton'])
    await ok(as('carla').post(`/transactioncertificate/${issued.id}/events`, { ...again, eventType: 'WITHDRAWN', data: { reason: 'Error' } }))
    expect(await namesOf(issued.id)).toEqual(['Renamed Body', 'Renamed Gin', number, 'Renamed cotton'])
  })
})
