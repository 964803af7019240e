// BR-35 over everything that anybody may ask: no figure over fewer than ten farmers, neither as a number of an answer nor in the words of a
// page; and what a farmer agreed to or withdrew changes nothing on public pages, which have no picture or name of anybody.
import { beforeAll, describe, expect, it } from 'vitest'
import { routes } from '#server/http/routes.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const codes: Record<'one' | 'nine' | 'ten' | 'crop', string> = { one: '', nine: '', ten: '', crop: '' }
const growers: { cropId: string; farmerId: string; parcelId: string }[] = []
const as = (who: string) => world.as(who, 'OP1')
const lotOf = async (some: readonly { cropId: string }[]): Promise<string> => {
  const { id } = await chain.lot()
  for (const { cropId } of some) await ok(chain.buy(id, cropId, 100))
  return (await chain.view('productbatch', id)).qrToken
}
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  for (let n = 0; n < 10; n++) growers.push(await chain.sown({ areaHa: 1 }))
  await chain.decide('APPROVED', ...growers.map(({ farmerId }) => farmerId))
  for (const { cropId } of growers) await chain.picked(cropId, 800)
  codes.one = await lotOf(growers.slice(0, 1))
  codes.nine = await lotOf(growers.slice(0, 9))
  codes.ten = await lotOf(growers)
  codes.crop = (await chain.view('crop', growers[0]?.cropId ?? '')).qrToken
}, 240_000)

/** Every number within an answer, by its path. */
function numbersIn(value: unknown, path = ''): Record<string, number> {
  if (typeof value === 'number') return { [path]: value }
  if (typeof value !== 'object' || value === null) return {}
  return Object.assign({}, ...Object.entries(value).map(([name, inner]) => numbersIn(inner, path ? `${path}.${name}` : name)))
}
/** Where goods are from, which share of the product is organic, and the year say nothing of a number of people. */
const ofNobody = /^(square\.\d|organicShare|harvestYear)$/
const json = async (code: string, kind = 'batch'): Promise<Json> => {
  const { status, body } = await world.stranger().get(`/api/public/${kind}/${code}`)
  expect(status).toBe(200)
  return body
}
const textOf = async (path: string): Promise<string> => {
  const { status, body } = await world.stranger().get(path)
  expect(status).toBe(200)
  return String(body)
    .replace(/<(style|svg|title)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, '\n')
}

describe('what anybody may ask', () => {
  it('is this and nothing else: whatever is added is to be judged here', () => {
    const open = routes.filter(({ isOpen }) => isOpen).map(({ id }) => id)
    const ofFarmers = ['public.code', 'public.page', 'public.qr', 'public.html', 'public.label']
    const ofNoFarmer = open.filter((id) => !ofFarmers.includes(id))
    expect(open).toEqual(expect.arrayContaining(ofFarmers))
    // Whom to turn to, and whether a paper is genuine: rows of a report are counted from ten on (report-checks.test.ts). Maps of the ground, letters, pictures of the programme, logos of schemes, its sign-in page and invitations, what became of messages, where a GS1 address leads, the plot that somebody was sent a link of: nothing in them is counted of farmers.
    expect(
      ofNoFarmer.filter(
        (id) =>
          !/^public\.(ground|font|contacts|report|reportScript|reportSearch|schemeLogo|gs1|linkedPlot|drawnBoundary)\b|^(images?|pictures?|files?|tenant|signIn|session|client|invitation|users?|telephone)\b/i.test(
            id,
          ),
      ),
    ).toEqual([])
  })
})

describe.each(['one', 'nine'] as const)('a lot of %s of the group', (which) => {
  it('has no number over its farmers in its answer', async () => {
    const body = await json(codes[which])
    const { squareShare, ...rest } = body
    expect(Object.keys(numbersIn(rest)).filter((path) => !ofNobody.test(path))).toEqual([])
    expect([null, 1]).toContain(squareShare)
    expect(body).toMatchObject({ farmers: null, impact: null, units: null, checks: { isCounted: false }, proof: { events: null, intact: true } })
  })
  it('has no number over its farmers on its page, label or symbol, in any language', async () => {
    for (const language of ['en', 'hi', 'mr', 'gu', 'es', 'fr'])
      for (const path of ['', '/label']) {
        const text = await textOf(`/public/batch/${codes[which]}${path}?lang=${language}`)
        const lotNo = path ? /[A-Z]+[-/\d]*\d+/g : /^$/g
        const left = text
          .replace(lotNo, '')
          // Names of the sample, the scheme's certificate, days and hours, the square and its measure, the season and the fingerprint.
          .replace(
            /(Legal name|District|State) \d+|ORG\/1|[0-9a-f]{16}…|10[\s ]?(km|कि\.?\s?मी\.?|किमी|કિમી|કિ\.?\s?મી\.?)|\d{1,2}[:.h]\s?\d{2}|20(25|26)/g,
            '',
          )
          .split('\n')
          .filter((line) => /\d/.test(line) && !/(Kharif|खरीफ|ખરીફ)/.test(line))
        // What is left are days of months.
        expect([language, path, left.filter((line) => !/\b(\d{1,2})\b[^\d]*$/.test(line) || /bale|गाँठ|गठ|ગાંસડ|paca|balle|passed|farmer/i.test(line))]).toEqual([
          language,
          path,
          [],
        ])
      }
  })
  it('has a square of 10 km on a lattice, whatever its plots are', async () => {
    const [west, south, east, north] = (await json(codes[which])).square
    expect([(north - south) * 111.2, (east - west) * 103]).toEqual([expect.closeTo(10, 0), expect.closeTo(10, 0)])
    // Rows of ten kilometres from the equator on; 111.195 km to a degree. One of its fields is in it.
    const row = (south * 111.195) / 10
    expect(Math.abs(row - Math.round(row))).toBeLessThan(0.001)
    const places = await Promise.all(
      growers.slice(0, which === 'one' ? 1 : 9).map(async ({ parcelId }) => (await chain.view('landparcel', parcelId)).centroid.coordinates),
    )
    expect(places.filter(([lon, lat]) => west <= lon && lon <= east && south <= lat && lat <= north)).not.toEqual([])
  })
  it('is found by its code as an address alone', async () => {
    const { body } = await world.stranger().get(`/api/public/code?code=${codes[which]}`)
    expect(body).toEqual({ pages: [{ kind: 'batch', address: `/public/batch/${codes[which]}` }], certificates: [] })
  })
})

describe('a lot of ten', () => {
  it('has its figures, worked out here by hand', async () => {
    expect(await json(codes.ten)).toMatchObject({
      farmers: 10,
      impact: { organicHa: 10 },
      checks: { isCounted: true, inspections: 10 },
      proof: { events: expect.any(Number) },
    })
  })
  it('is one of nine when a ticket is taken back or corrected, and of ten again by one that is entered late', async () => {
    const { id } = await chain.lot()
    const tickets: string[] = []
    for (const { cropId } of growers) tickets.push((await ok(chain.buy(id, cropId, 10))).event.id)
    const { qrToken } = await chain.view('productbatch', id)
    const farmers = async () => (await json(qrToken)).farmers
    expect(await farmers()).toBe(10)
    await ok(as('pooja').post(`/productbatch/${id}/events/${tickets[9]}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await farmers()).toBe(null)
    // Of a day before all others.
    const { event } = await ok(chain.buy(id, growers[9]?.cropId ?? '', 10, '2025-11-01'))
    expect(await farmers()).toBe(10)
    // It was of one who has sold already.
    const { data } = (await ok(as('pooja').get(`/productbatch/${id}/events?limit=100`))).items.find((one: Json) => one.id === event.id)
    const corrected = { eventType: 'PURCHASE', occurredAt: '2025-11-01T10:00:00+05:30', lateReason: 'Misread', supersedesEventId: event.id }
    await ok(as('pooja').post(`/productbatch/${id}/events`, { ...corrected, data: { ...data, cropId: growers[0]?.cropId } }))
    expect(await farmers()).toBe(null)
  })
  it('has no sum over those among them who are fewer: of nine organic fields no hectares', async () => {
    const { farmerId } = growers[9] as { farmerId: string }
    await world.database.script(`update crop set claim_status = 'IC2' where farmer_id = '${farmerId}'`)
    expect((await json(codes.ten)).impact).toMatchObject({ organicHa: null })
    await world.database.script(`update crop set claim_status = 'ORGANIC' where farmer_id = '${farmerId}'`)
    expect((await json(codes.ten)).impact).toMatchObject({ organicHa: 10 })
  })
})

describe('the consent of a farmer to their story and picture', () => {
  const farmer = () => growers[0]?.farmerId ?? ''
  const change = (given: boolean, day: string) =>
    record(as('omar'), 'farmer', farmer(), 'CONSENT_CHANGED', day, { purpose: 'MARKETING', given, textVersion: '1', channel: 'PAPER' }, 6)
  /** All pages that the farmer's goods stand behind, but for the moment at which they were asked for. */
  const pages = async (): Promise<string[]> => {
    const answers = [await json(codes.one), await json(codes.nine), await json(codes.ten), await json(codes.crop, 'crop')]
    const read = [await world.stranger().get(`/public/batch/${codes.one}`), await world.stranger().get(`/public/crop/${codes.crop}`)]
    return [
      ...answers.map(({ checkedAt: _, ...rest }) => JSON.stringify(rest)),
      ...read.map(({ body }) =>
        String(body)
          .replace(/Checked now[^<]*/, '')
          .replace(/<(style|svg)[\s\S]*?<\/\1>/g, ''),
      ),
    ]
  }
  it('given, late, withdrawn and its withdrawal taken back leaves every public page as it was: certified facts without a person', async () => {
    const { firstName, lastName, memberNo, code, phone, village } = await chain.view('farmer', farmer())
    const before = await pages()
    await ok(change(true, '2026-01-10'))
    expect(await pages()).toEqual(before)
    const withdrawn = await ok(change(false, '2025-12-20'))
    expect(await pages()).toEqual(before)
    await ok(as('omar').post(`/farmer/${farmer()}/events/${withdrawn.event.id}/void`, { reason: 'DID_NOT_OCCUR', note: 'Another farmer' }))
    await ok(change(false, '2026-01-12'))
    expect(await pages()).toEqual(before)
    for (const page of before) {
      for (const word of [`${firstName} ${lastName}`, memberNo, code, phone, village, farmer()].filter(Boolean)) expect(page).not.toContain(word)
      // No picture at all but drawings of our own, left out here: what is not there need not be removed from a page that somebody stored.
      expect(page).not.toMatch(/<img|<picture|url\(|\/files\//)
    }
    expect(JSON.parse(before[0] ?? '')).toMatchObject({ claimState: 'valid', claim: 'ORGANIC' })
  })
  it('is answered anew each time; nothing that holds a page stores it longer than five minutes', async () => {
    for (const path of [`/api/public/batch/${codes.one}`, `/public/batch/${codes.one}`, `/public/crop/${codes.crop}`])
      expect([path, (await world.stranger().get(path)).headers.get('cache-control')]).toEqual([path, 'public, max-age=300'])
  })
})
