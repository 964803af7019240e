// What a programme leaves out of its public pages (6.6) is in no answer and in no words of a page; its own words are on each, as plain text.
import { beforeAll, describe, expect, it } from 'vitest'
import { languageCodes } from '#domain/messages/languages.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'

let world: World
let chain: Chain
const tokens = { batch: '', crop: '' }
const kinds = ['batch', 'crop'] as const
const settings = () => `/api/client/${world.tenants.cotton.id}`
const set = async (changes: Json): Promise<void> => {
  const { version } = (await world.as('ada').get(settings())).body
  expect((await world.as('ada').patch(settings(), changes, { 'if-match': `"${version}"` })).status).toBe(200)
}
const json = async (kind: (typeof kinds)[number]): Promise<Json> => (await world.stranger().get(`/api/public/${kind}/${tokens[kind]}`)).body
const page = async (kind: (typeof kinds)[number], path = ''): Promise<string> =>
  String((await world.stranger().get(`/public/${kind}/${tokens[kind]}${path}`)).body)

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const { cropId, farmerId } = await chain.sown({ areaHa: 1 })
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 800)
  const { id } = await chain.lot()
  await ok(chain.buy(id, cropId, 100))
  tokens.batch = (await chain.view('productbatch', id)).qrToken
  tokens.crop = (await chain.view('crop', cropId)).qrToken
}, 120_000)

describe('public pages of a programme', () => {
  it('name season, year, district and square at first, and no words of its own', async () => {
    for (const kind of kinds) {
      const body = await json(kind)
      expect(body).toMatchObject({ publicText: null, season: expect.any(String), harvestYear: expect.any(Number), square: expect.any(Array) })
      expect(body.place.district).toEqual(expect.any(String))
      expect(await page(kind)).toContain(body.place.district)
    }
  })
  it('are as they were for whoever may not set them (403), and for what is no setting (400)', async () => {
    const { version } = (await world.as('ada').get(settings())).body
    const header = { 'if-match': `"${version}"` }
    expect((await world.as('omar').patch(settings(), { showDistrict: false }, header)).status).toBe(403)
    for (const wrong of [
      { showDistrict: 'no' },
      { showSeason: null },
      { publicText: 'x'.repeat(601) },
      { defaultSchemes: ['BIO'] },
      { timezone: 'Asia/Dhaka' },
    ])
      expect((await world.as('ada').patch(settings(), wrong, header)).status).toBe(400)
    expect((await json('batch')).place.district).toEqual(expect.any(String))
  })
  it('leave the district out of answer, page and label, and with it the square that would show it', async () => {
    const before = { batch: await json('batch'), crop: await json('crop') }
    const districts = kinds.flatMap((kind) => [before[kind].place.district, ...before[kind].journey.map(({ district }: Json) => district)]).filter(Boolean)
    await set({ showDistrict: false })
    for (const kind of kinds) {
      const body = await json(kind)
      expect(body).toMatchObject({ square: null, squareShare: null, place: { district: null, state: before[kind].place.state } })
      expect(body.journey).toEqual(before[kind].journey.map((step: Json) => ({ ...step, district: null })))
      expect(new Set(body.journey.map(({ step }: Json) => step)).size).toBe(body.journey.length)
      for (const language of languageCodes)
        for (const path of ['', '/label']) {
          const words = await page(kind, `${path}?lang=${language}`)
          expect(districts.filter((district) => words.includes(district))).toEqual([])
          expect(words).not.toContain('null')
        }
      expect(await page(kind)).toContain(before[kind].place.state)
    }
    await set({ showDistrict: true })
    expect((await json('batch')).square).toEqual(before.batch.square)
  })
  it('leave season and year out', async () => {
    const { season, harvestYear } = await json('batch')
    await set({ showSeason: false })
    for (const kind of kinds) {
      expect(await json(kind)).toMatchObject({ season: null, harvestYear: null })
      const heading = /<div class="head">[\s\S]*?<\/div>/.exec(await page(kind))?.[0] ?? ''
      expect([season.split(' ')[0], String(harvestYear)].filter((word) => heading.includes(word))).toEqual([])
    }
    await set({ showSeason: true })
  })
  it('show the words of the programme as plain text, never as markup', async () => {
    await set({ publicText: 'We grow cotton by the Narmada.\n<b>Come & see</b>' })
    for (const kind of kinds) {
      expect((await json(kind)).publicText).toBe('We grow cotton by the Narmada.\n<b>Come & see</b>')
      expect(await page(kind)).toContain('We grow cotton by the Narmada.\n&lt;b&gt;Come &amp; see&lt;/b&gt;')
    }
    await set({ publicText: null })
    expect(await page('batch')).not.toContain('Narmada.')
  })
})

describe('what a programme was made with', () => {
  it('is answered beside its settings: time zone and currency', async () => {
    expect((await world.as('omar').get(settings())).body).toMatchObject({ timezone: 'Asia/Kolkata', currency: 'INR', defaultSchemes: [] })
  })
})
