// The public page meets strangers: it must show the allow-list and nothing else, survive hostile names, and stay small.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { journeySteps } from '#domain/chain/public-page.ts'
import type { PublicPage } from '#domain/chain/public-page-answer.ts'
import { claims } from '#domain/kernel/terms.ts'
import { sentencesIn, translatorOf } from '../messages/tables.ts'
import { clipRing, type Point } from './clip.ts'
import { fontBytes, fontNames } from './fonts.ts'
import { html, trusted } from './html.ts'
import { type PageFrame, publicLabel, publicNotFound, publicPage } from './page.ts'
import { squareMap } from './square-map.ts'

const lot: PublicPage = {
  kind: 'batch',
  programme: 'Nimar Jaivik',
  group: 'Narmada Organic Growers',
  publicText: null,
  product: 'Cotton lint',
  variety: null,
  units: 80,
  season: 'Kharif 2025',
  harvestYear: 2025,
  stages: null,
  claim: 'ORGANIC',
  claimState: 'valid',
  organicShare: 1,
  certificate: { scheme: 'NPOP', logo: null, body: 'Nimar Cert', number: 'ORG/SC/1', validTo: '2026-03-31', isValid: true },
  place: { district: 'Khargone', state: 'Madhya Pradesh', country: 'IN' },
  square: [75.55, 22.08, 75.65, 22.17],
  squareShare: 1,
  farmers: 61,
  impact: { premiumPerKg: 600, currency: 'INR', organicHa: 82.4 },
  checks: { inspections: 122, gmo: 'NEGATIVE', syntheticSprays: 0, plantSprays: 2, isCounted: true },
  journey: [
    { step: 'PICKED', district: 'Khargone', from: '2025-10', to: '2025-12' },
    { step: 'GINNED', district: 'Khargone', from: '2026-01', to: null },
  ],
  proof: { events: 412, intact: true, hash: 'ab'.repeat(32) },
  checkedAt: '2026-01-15T05:12:00Z',
}
const frame: PageFrame = {
  language: 'en',
  address: 'https://cotton.example/public/batch/x',
  qr: trusted('<svg></svg>'),
  timezone: 'Asia/Kolkata',
  area: { name: 'ha', ha: 1 },
  contacts: { grievance: null, dataProtection: null },
}
const text = (page: string) =>
  page
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe('publicPage', () => {
  it('speaks of the unit in which the programme reads areas', () => {
    expect(text(publicPage(lot, frame))).toContain('82.4 ha of organic crop')
    expect(text(publicPage(lot, { ...frame, area: { name: 'bigha', ha: 0.25 } }))).toContain('329.6 bigha of organic crop')
  })
  it('never lets a name become markup', () => {
    const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>&{{x}}'
    const page = publicPage(
      {
        ...lot,
        programme: hostile,
        group: hostile,
        product: hostile,
        variety: hostile,
        season: hostile,
        place: { district: hostile, state: hostile, country: hostile },
        certificate: { scheme: hostile, logo: hostile, body: hostile, number: hostile, validTo: '2026-03-31', isValid: true },
        journey: [{ step: 'PICKED', district: hostile, from: '2025-10', to: null }],
      },
      frame,
    )
    expect(page).not.toMatch(/<script|<img(?! class="logo" src="&quot;&gt;&lt;script&gt;)/i)
    expect(page).toContain('&lt;script&gt;')
  })
  it('never calls a held lot valid, and does not say why it is held', () => {
    const words = text(publicPage({ ...lot, claimState: 'onHold' }, frame))
    expect(words).toContain('Held back')
    expect(words).not.toContain('Certified organic')
    expect(words).not.toContain('Organic cotton lint')
  })
  it('calls organic what is so from 95 % on, and says how much of another product is', () => {
    expect(text(publicPage({ ...lot, organicShare: 0.95 }, frame))).toContain('Certified organic')
    const words = text(publicPage({ ...lot, organicShare: 0.949 }, frame))
    expect(words).toContain('Made with 94 % organic material, valid')
    expect(words).not.toContain('Certified organic')
    expect(words).not.toContain('Organic cotton lint')
  })
  it('claims nothing for a lot without a claim', () => {
    const words = text(publicPage({ ...lot, claim: 'CONVENTIONAL', claimState: 'none' }, frame))
    expect(words).toContain('Not certified')
    expect(words).not.toMatch(/organic (cotton|,)|Nimar Cert/i)
  })
  it('says smallholder group when it may not say how many', () => {
    const words = text(publicPage({ ...lot, farmers: null, impact: null }, frame))
    expect(words).toContain('A smallholder group')
    expect(words).not.toContain('a kg')
  })
  it('says plainly when the records do not fit their fingerprints', () =>
    expect(text(publicPage({ ...lot, proof: { events: 3, intact: false, hash: null } }, frame))).toContain('do not fit'))
  it('is a small page without script, for no search engine', () => {
    const page = publicPage(lot, frame)
    expect(page.length).toBeLessThan(40_000)
    expect(page).not.toContain('<script')
    expect(page).toContain('name="robots" content="noindex')
    expect(page).not.toMatch(/(src|href)="https?:/)
  })
  it('tells the story in words', () => {
    const words = text(publicPage(lot, frame))
    for (const part of [
      'Organic cotton lint from Khargone',
      'Certified organic, valid',
      'NPOP, Nimar Cert, to 31 March 2026.',
      '15 Jan 2026, 10:42',
      'A group of 61 small farmers',
      '₹6 a kg',
      '82.4 ha',
      '122 passed',
      'none found',
      'October 2025 to December 2025',
      'Ginned',
      '412 records',
    ])
      expect(words).toContain(part)
  })
  it('writes figures and money as the reader does', () => {
    const words = text(publicPage(lot, { ...frame, language: 'fr' }))
    expect(words).toContain('82,4 ha')
    expect(words.replaceAll(/\s/g, ' ')).toMatch(/6 ₹/)
  })
  it('says the same in Hindi, with a way back to English', () => {
    const page = publicPage(lot, { ...frame, language: 'hi' })
    expect(page).toContain('<html lang="hi">')
    expect(text(page)).toContain('प्रमाणित जैविक, मान्य')
    expect(page).toContain('href="?lang=en"')
  })
  it('shows the stages of a growing crop with month precision', () => {
    const words = text(
      publicPage(
        {
          ...lot,
          kind: 'crop',
          product: 'Cotton',
          variety: 'Suraj',
          units: null,
          journey: [],
          stages: [
            { label: 'Sown', month: '2025-06', isReached: true },
            { label: 'Harvested', month: null, isReached: false },
          ],
        },
        frame,
      ),
    )
    expect(words).toContain('Sown June 2025')
    expect(words).toContain('Harvested still to come')
  })
})

describe('whom to turn to', () => {
  it('stands at the foot of the page, as it was entered and never as markup', () => {
    const contacts = {
      grievance: { name: '<b>Sunita</b>', email: null, phone: '+919826012345' },
      dataProtection: { name: null, email: 'd@x.example', phone: null },
    }
    const page = publicPage(lot, { ...frame, contacts })
    expect(text(page)).toContain('Complaints: &lt;b&gt;Sunita&lt;/b&gt; · +919826012345')
    expect(page).toContain('Data protection: <a href="mailto:d@x.example">')
    expect(text(publicPage(lot, frame))).not.toContain('Complaints')
  })
})

describe('publicLabel', () => {
  it('carries the code and what it is, and no figure of the farmers', () => {
    const words = text(publicLabel(lot, frame, 'KHG-KH25-B10'))
    expect(words).toContain('Lot KHG-KH25-B10')
    expect(text(publicLabel(lot, frame, null))).not.toContain('Lot')
    expect(words).toContain('Scan to see where it came from')
    expect(words).not.toMatch(/61|ha\b/)
  })
})

describe('publicNotFound', () => {
  it('is the same for whatever was asked', () => expect(publicNotFound('en')).toBe(publicNotFound('en')))
})

describe('the sentences of the page', () => {
  it('all exist in Hindi', () => {
    const source = readFileSync(new URL('./page.ts', import.meta.url), 'utf8')
    const requested = [...source.matchAll(/\bt\('((?:[^'\\]|\\.)*)'/g)].map((match) => match[1] as string)
    expect(requested.length).toBeGreaterThan(40)
    const labels = [...requested, ...Object.values(journeySteps), ...Object.values(claims).map(([label]) => label)]
    expect(labels.filter((sentence) => !Object.hasOwn(sentencesIn('hi'), sentence))).toEqual([])
  })
  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('a product called %s is called that, in Hindi too', (name) => {
    expect(translatorOf('hi')(name)).toBe(name)
    const page = String(publicPage({ ...lot, product: name, place: { ...lot.place, district: name, state: name } }, { ...frame, language: 'hi' }))
    expect(page).toContain(name)
    expect(page).not.toContain('native code')
  })
  it('keep every placeholder in Hindi', () => {
    const values = { count: 7, date: 'D', scheme: 'S', body: 'B' }
    expect(translatorOf('hi')('{{scheme}}, {{body}}, to {{date}}.', values)).toBe('S, B, D तक।')
  })
})

describe('html', () => {
  it('escapes text and keeps markup of its own', () =>
    expect(html`<p title="${'"<>&\''}">${[html`<b>${1}</b>`, null, false]}</p>`.text).toBe('<p title="&quot;&lt;&gt;&amp;&#39;"><b>1</b></p>'))
})

describe('clipRing', () => {
  const window = { west: 0, south: 0, east: 10, north: 10 }
  it('gives nothing of a ring outside', () =>
    expect(
      clipRing(
        [
          [20, 20],
          [30, 20],
          [30, 30],
        ],
        window,
      ),
    ).toEqual([]))
  it('keeps a ring inside as it is', () =>
    expect(
      clipRing(
        [
          [1, 1],
          [2, 1],
          [2, 2],
        ],
        window,
      ),
    ).toEqual([
      [1, 1],
      [2, 1],
      [2, 2],
    ]))
  it('never leaves the window', () => {
    const point = fc.tuple(fc.double({ min: -30, max: 40, noNaN: true }), fc.double({ min: -30, max: 40, noNaN: true }))
    fc.assert(
      fc.property(fc.array(point, { minLength: 3, maxLength: 30 }), (ring) => {
        for (const [x, y] of clipRing(ring as Point[], window)) {
          expect(x >= -1e-6 && x <= 10 + 1e-6).toBe(true)
          expect(y >= -1e-6 && y <= 10 + 1e-6).toBe(true)
        }
      }),
    )
  })
})

describe('where it grew', () => {
  const where = (more: Partial<PublicPage>) => text(publicPage({ ...lot, ...more }, frame))
  it('says that the farms lie in the square only when all do, and else how much of the goods', () => {
    expect(where({})).toContain('The farms lie in this square')
    const part = where({ squareShare: 0.46 })
    expect(part).toContain('46% of it grew in this square')
    expect(part).not.toContain('The farms lie in this square')
  })
})

describe('squareMap', () => {
  it('draws anywhere on earth without a number that is none', () => {
    fc.assert(
      fc.property(fc.double({ min: -179, max: 178, noNaN: true }), fc.double({ min: -80, max: 80, noNaN: true }), (lon, lat) => {
        expect(squareMap([lon, lat, lon + 0.1, lat + 0.1], { square: '10 km', title: 'x' }).text).not.toMatch(/NaN|Infinity|undefined/)
      }),
      { numRuns: 40 },
    )
  })
})

describe('the letters of the page', () => {
  it('are there when a device asks for them, and asked for only by letters of that script', async () => {
    for (const name of fontNames) expect(new TextDecoder().decode((await fontBytes(name)).slice(0, 4))).toBe('wOF2')
    expect(String(publicPage(lot, frame))).toMatch(/src:local\(.*url\(\/public\/hindi\.woff2\).*unicode-range:U\+0900-097F/)
    expect(String(publicPage(lot, frame))).toMatch(/url\(\/public\/gujarati\.woff2\).*unicode-range:U\+0A80-0AFF/)
  })
})
