// Sentences that the product itself writes into events and findings are stored with key and values beside the English, so that each reader has
// them in their language; what a person writes there has none, and nobody sends any.
import { beforeAll, describe, expect, it } from 'vitest'
import { wordFor } from '#domain/messages/wording.ts'
import { translatorOf } from '#server/messages/tables.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let itemId: string
let plot: { parcelId: string; cropId: string }
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  itemId = (await ok(as('ada').post('/inputitem', { name: 'Urea', category: 'OTHER', permission: 'PROHIBITED', phiDays: 0 }))).id
  plot = await chain.sown()
  await ok(record(as('fatima'), 'crop', plot.cropId, 'PLANT_PROTECTION', '2025-08-01', { itemId, dosePerHa: 5, unit: 'KG', total: 5, target: 'Growth' }))
}, 120_000)

const eventOf = async (type: string): Promise<Json> =>
  (await ok(as('omar').get(`/landparcel/${plot.parcelId}/events`))).items.find(({ eventType }: Json) => eventType === type)
/** As the server would say it in Hindi. */
const inHindi = (words: string): string => wordFor(JSON.parse(words), { locale: 'hi-IN', phrase: (key) => translatorOf('hi')(key) })

describe('a prohibited input (BR-14)', () => {
  it('is found on the plot with words that are worded in the language of the reader', async () => {
    const { data } = await eventOf('PROHIBITED_INPUT_FOUND')
    expect(data.evidence).toMatch(/^Recorded on .+\.$/)
    expect(JSON.parse(data.words)).toMatchObject({ key: 'Recorded on {{1}}.' })
    expect(inHindi(data.words)).not.toContain('Recorded on')
  })
  it('opens a non-conformity that says what was found, and its evidence, in the same way', async () => {
    const { items } = await ok(as('omar').get(`/nonconformity?filter[parcelId]=${plot.parcelId}`))
    const { description, descriptionWords, evidence, reasons } = await chain.view('nonconformity', items[0].id)
    expect(reasons).toEqual([
      { message: description, words: descriptionWords },
      { message: evidence, words: expect.any(String) },
    ])
    expect(description).toBe('A prohibited input was used: Urea, on 2025-08-01.')
    expect(inHindi(descriptionWords)).not.toContain('prohibited input')
    expect(evidence).toMatch(/^Recorded on .+\.$/)
    expect(inHindi(reasons[1].words)).not.toContain('Recorded on')
  })
  it('comes with its words in a list that shows what was found', async () => {
    const { items } = await ok(as('omar').get(`/nonconformity?filter[parcelId]=${plot.parcelId}&fields=description`))
    expect(Object.keys(JSON.parse(items[0].descriptionWords))).toContain('key')
  })
})

describe('a non-conformity that a person records', () => {
  it('keeps what they wrote, and nobody sends words beside it (400)', async () => {
    const finding = { ref: 'F-1', severity: 'MINOR', rule: 'R1', description: 'The strip is 4 m wide.', openedOn: '2026-01-10', dueOn: '2026-02-10' }
    await refused(() => as('ines').post('/nonconformity', { ...finding, descriptionWords: '{"key":"x","values":[]}' }), {
      status: 400,
      body: { code: 'VALIDATION', fields: [{ path: 'descriptionWords' }] },
    })
    const { id } = await ok(as('ines').post('/nonconformity', finding))
    expect(await chain.view('nonconformity', id)).toMatchObject({ description: finding.description, descriptionWords: null, reasons: null })
  })
})

describe('words beside a text', () => {
  it('are refused from people, who write the text itself (400)', async () => {
    const cause = { resetOn: '2026-01-10', cause: 'A neighbour sprayed' }
    await refused(() => record(as('omar'), 'landparcel', plot.parcelId, 'CONVERSION_RESET', '2026-01-10', { ...cause, words: '{"key":"x","values":[]}' }), {
      status: 400,
      body: { code: 'VALIDATION', fields: [{ path: 'data.words' }] },
    })
    const { event } = await ok(record(as('omar'), 'landparcel', plot.parcelId, 'CONVERSION_RESET', '2026-01-10', cause))
    expect(event.data.cause).toBe('A neighbour sprayed')
    expect(event.data.words ?? null).toBeNull()
  })
})

describe('the reason why a lot is restricted', () => {
  const lot = (id: string): Promise<Json> => chain.view('productbatch', id)
  const keyOf = (words: string): string => JSON.parse(words).key
  const hold = (id: string, data: Record<string, unknown>) => record(as('omar'), 'productbatch', id, 'QUARANTINE', '2025-12-10', data)
  it('is a person’s own, without words, which nobody sends (400)', async () => {
    const id = await salesOf(chain).lot(200)
    await refused(() => hold(id, { reason: 'Wet', words: '{"key":"x","values":[]}' }), {
      status: 400,
      body: { code: 'VALIDATION', fields: [{ path: 'data.words' }] },
    })
    await ok(hold(id, { reason: 'Wet' }))
    expect(await lot(id)).toMatchObject({ status: 'QUARANTINED', quarantineReason: 'Wet', quarantineWords: null })
  })
  it('is worded in the language of the reader where a test restricts it, and what was sold of it; gone with the result', async () => {
    const sales = salesOf(chain)
    const id = await sales.lot(200)
    const { partId } = await sales.send(id, 80)
    const result = { kind: 'GMO', sampleNo: 'W-1', result: 'POSITIVE', reportNo: 'W-1' }
    const { event } = await ok(record(as('pooja'), 'productbatch', id, 'LAB_RESULT', '2025-12-10', result))
    const [own, sold] = [await lot(id), await lot(partId)]
    expect([own.quarantineReason, sold.quarantineReason]).toEqual(['GMO test positive, report W-1', `GMO test of ${own.title} positive, report W-1`])
    expect([keyOf(own.quarantineWords), keyOf(sold.quarantineWords)]).toEqual([
      '{{1}} test positive, report {{2}}',
      '{{1}} test of {{2}} positive, report {{3}}',
    ])
    expect(inHindi(sold.quarantineWords)).toContain('पॉज़िटिव')
    const { items } = await ok(as('omar').get(`/productbatch/${partId}/events`))
    expect(items.find(({ eventType }: Json) => eventType === 'QUARANTINE').data).toMatchObject({ reason: sold.quarantineReason, words: sold.quarantineWords })
    await ok(as('omar').post(`/productbatch/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA', note: 'Of another lot' }))
    expect(await lot(id)).toMatchObject({ quarantineReason: null, quarantineWords: null })
    expect(await lot(partId)).toMatchObject({ quarantineReason: null, quarantineWords: null })
  })
  it('names the recall, in words', async () => {
    const id = await salesOf(chain).lot(200)
    const { code } = await ok(as('omar').post('/recallcase', { isDrill: false, cause: 'QUALITY', reason: 'Wet bales', batchId: id }))
    const { quarantineReason, quarantineWords } = await lot(id)
    expect(quarantineReason).toBe(`Recall ${code}: Wet bales`)
    expect(JSON.parse(quarantineWords)).toEqual({ key: 'Recall {{1}}: {{2}}', values: [code, 'Wet bales'] })
  })
})
