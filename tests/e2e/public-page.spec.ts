// The page behind a code, drawn by a real browser on a phone: long names break between words, one without a gap breaks where the page ends, and nothing sticks out.
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { PublicPage } from '#domain/chain/public-page-answer.ts'
import { hectare } from '#domain/kernel/area-unit.ts'
import { trusted } from '#server/public/html.ts'
import { publicPage } from '#server/public/page.ts'
import { launchBrowser } from '../browser/launch.ts'

const lot: PublicPage = {
  ...{
    kind: 'batch',
    publicText: null,
    programme: 'Nimar Jaivik',
    group: 'Narmada',
    product: 'Cotton lint',
    variety: null,
    units: null,
    season: 'Kharif 2025',
    harvestYear: 2025,
  },
  ...{ stages: null, claim: 'ORGANIC', claimState: 'valid', organicShare: 1, square: null, squareShare: null, farmers: 61, impact: null, journey: [] },
  certificate: { scheme: 'NPOP', logo: null, body: 'Body', number: 'ORG/SC/2511/000001/ABCDEFGHIJKLMNOPQRSTUVWXYZ', validTo: '2026-03-31', isValid: true },
  place: { district: 'Khargone', state: 'Madhya Pradesh', country: 'IN' },
  checks: { inspections: 122, gmo: 'PENDING', syntheticSprays: 0, plantSprays: 2, isCounted: true },
  proof: { events: 412, intact: true, hash: 'ab'.repeat(32) },
  checkedAt: '2026-01-15T05:12:00Z',
}
const names = {
  long: 'Narmada Organic Growers Producer Company Limited of Kasrawad and Maheshwar',
  hindi: 'नर्मदा जैविक कृषक उत्पादक कंपनी मर्यादित, कसरावद एवं महेश्वर',
  gapless: 'Landwirtschaftsgenossenschaftsverbandsgesellschaftmitbeschränkterhaftung',
}
let browser: Awaited<ReturnType<typeof launchBrowser>>
beforeAll(async () => {
  browser = await launchBrowser(inject('browser'))
})
afterAll(() => browser?.close())

it.each([
  ['en', 'long'],
  ['hi', 'long'],
  ['en', 'hindi'],
  ['hi', 'hindi'],
  ['en', 'gapless'],
] as const)('in %s, a %s name', async (language, kind) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  const frame = { language, address: 'https://cotton.example/public/batch/x', qr: trusted('<svg></svg>'), timezone: 'Asia/Kolkata', area: hectare }
  await page.setContent(publicPage({ ...lot, group: names[kind], product: names.long }, { ...frame, contacts: { grievance: null, dataProtection: null } }))
  const seen = await page.evaluate(() => {
    const lines = (selector: string) => {
      const range = document.createRange()
      range.selectNodeContents(document.querySelector(selector) as Element)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }
    return {
      header: lines('.top b'),
      title: lines('h1'),
      label: lines('.checks span'),
      tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }
  })
  await page.close()
  expect(seen.tooWide).toBe(0)
  // As many lines as its words fill, whatever the font: letter by letter they were forty.
  expect(seen.header).toBeLessThanOrEqual(4)
  expect(seen.title).toBeLessThanOrEqual(7)
  expect(seen.label).toBe(1)
})
