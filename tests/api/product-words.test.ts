// Sentences that the product itself writes into events and findings are stored with key and values beside the English, so that each reader has
// them in their language; what a person writes there has none, and nobody sends any.
import { beforeAll, describe, expect, it } from 'vitest'
import { wordFor } from '#domain/messages/wording.ts'
import { translatorOf } from '#server/messages/tables.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

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
