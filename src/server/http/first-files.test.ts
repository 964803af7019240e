// What a page names for the browser to fetch at once: the scripts behind its address, nothing that is in it already, and nothing
// of what stands in an address.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Language } from '#domain/messages/languages.ts'
import { firstFiles, languageOfVisit, sourcesOf } from './first-files.ts'

const dist = mkdtempSync(join(tmpdir(), 'farmbook-dist-'))
afterAll(() => rmSync(dist, { recursive: true, force: true }))
mkdirSync(join(dist, '.vite'))
const chunk = (file: string, imports: string[] = [], css: string[] = []) => ({ file: `assets/${file}.js`, imports, css })
const manifest = {
  'src/web/farmbook.tsx': chunk('frame', ['index.html'], ['assets/frame.css']),
  'src/web/engine/list/list-page.tsx': chunk('list'),
  'src/web/screens/dashboards/dashboard.tsx': chunk('dashboard'),
  'index.html': chunk('base'),
}
writeFileSync(join(dist, '.vite/manifest.json'), JSON.stringify(manifest))
writeFileSync(join(dist, '.vite/declarations.json'), JSON.stringify({ farmer: ['assets/people.js'], crop: ['assets/crops.js'] }))
const parts = { first: 'assets/hi-first.js', lists: 'assets/hi-lists.js', people: 'assets/hi-people.js', rest: 'assets/hi-rest.js' }
writeFileSync(join(dist, '.vite/words.json'), JSON.stringify({ areas: { farmer: 'people' }, files: { hi: parts } }))
const named = firstFiles(dist, '<script src="/assets/base.js"></script>')
const head = (path: string, search = '', host = 'cotton.example.org:8080', language: Language = 'en', isSignedIn = false) =>
  named({ path, search, host, language, isSignedIn })
const wordsOf = (links: string) => [...links.matchAll(/hi-(\w+)\.js/g)].map(([, part]) => part)

describe('the first files of a page', () => {
  it('are sources that there are', () => {
    const addresses = ['dashboard', 'reports/list', 'farmer/list', 'crop/list', 'crop/create', 'crop/1/edit', 'crop/1', 'crop/1/create-event', 'crop/1/event/2']
    for (const address of addresses) {
      const sources = sourcesOf(`/private/farmbook/OP1/${address}`)
      expect(sources.length, address).toBeGreaterThan(0)
      expect(sources.filter((source) => !existsSync(source))).toEqual([])
    }
  })
  it('of a list are the frame, the list and its own declaration, but for what the page has', () => {
    const links = head('/private/farmbook/OP1/farmer/list')
    for (const file of ['frame', 'list', 'people']) expect(links).toContain(`<link rel="modulepreload" href="/assets/${file}.js">`)
    expect(links).toContain('<link rel="preload" as="style" href="/assets/frame.css">')
    for (const file of ['base', 'crops', 'dashboard']) expect(links).not.toContain(`/assets/${file}.js`)
  })
  it('of a record are all declarations, because others refer to it', () => {
    const links = head('/private/farmbook/OP1/farmer/0190')
    expect([links.includes('people.js'), links.includes('crops.js')]).toEqual([true, true])
  })
  it('are the words of the reader’s language: of the list, of a record all, before sign-in the first', () => {
    expect(wordsOf(head('/private/farmbook/OP1/farmer/list', '', 'x.org', 'hi'))).toEqual(['first', 'lists', 'people'])
    expect(wordsOf(head('/private/farmbook/OP1/farmer/0190', '', 'x.org', 'hi'))).toEqual(['first', 'lists', 'rest'])
    const [links = '', ahead = ''] = head('/public/login', '', 'x.org', 'hi').split('<meta')
    expect([wordsOf(links), wordsOf(ahead)]).toEqual([['first'], ['lists', 'rest']])
    expect(wordsOf(head('/private/farmbook/OP1/farmer/list'))).toEqual([])
  })
  it('are in the language chosen on the device, else in the browser’s', () => {
    expect(languageOfVisit('a=b; language=mr', 'fr')).toBe('mr')
    expect(languageOfVisit('language=xx; otherlanguage=mr', 'de, gu;q=0.5')).toBe('gu')
    expect(languageOfVisit(undefined, undefined)).toBe('en')
  })
  it('of the login page are none, but it names what comes after it', () => {
    expect(head('/public/login')).not.toContain('modulepreload')
    expect(head('/public/login')).toContain('<meta name="fetch-ahead" content="/assets/frame.js /assets/dashboard.js /assets/people.js /assets/crops.js">')
    expect(head('/public/login', '?redirect=%2Fprivate%2Ffarmbook%2FOP1%2Ffarmer%2Flist%3Fq%3Dx')).toContain('content="/assets/frame.js /assets/list.js')
  })
  it('are asked for with the calls that every page makes', () => {
    for (const call of ['/api/tenant/cotton', '/api/auth/session']) expect(head('/')).toContain(`<link rel="preload" as="fetch" crossorigin href="${call}">`)
    expect(head('/public/login')).toContain('/api/auth/providers')
  })
  it('are asked for with the seasons and the first rows of the list where somebody is signed in, as the web itself asks', () => {
    const of = (path: string, search = '', isSignedIn = true) =>
      [...head(path, search, 'x.org', 'en', isSignedIn).matchAll(/href="(\/api\/operators[^"]*)"/g)].map(([, call]) => call)
    const seasons = '/api/operators/OP1/season?sort=-startDate&amp;limit=50'
    expect(of('/private/farmbook/OP1/crop/list')).toEqual([seasons])
    expect(of('/private/farmbook/OP1/farmer/list/')).toEqual([seasons, expect.stringContaining('/api/operators/OP1/farmer?limit=50&amp;fields=block')])
    expect(of('/private/farmbook/OP1/farmer/list', '?q=Asha')).toEqual([seasons])
    expect(of('/private/farmbook/OP1/farmer/list', '', false)).toEqual([])
    expect(of('/public/login')).toEqual([])
  })
  it('take nothing out of the address that could be read as an element', () => {
    const links = head('/private/farmbook/"><script>x</script>/farmer/list', '?redirect="><script>', '"><script>.example.org', 'en', true)
    expect(links).not.toContain('<script')
  })
  it('are none where the build left no manifest', () => {
    expect(
      firstFiles(join(dist, 'nothing'), '')({ path: '/private/farmbook/OP1/crop/list', search: '', host: 'x.org', language: 'hi', isSignedIn: true }),
    ).not.toContain('modulepreload')
  })
})
