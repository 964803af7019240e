// What a page will ask for once its script runs, named in the page itself so that the browser fetches it at once instead of in steps:
// the scripts behind its address, from the manifest of the build, and the calls that every page makes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#domain/messages/languages.ts'
import { subdomainOf } from '#domain/tenancy/host.ts'
import { loginPath } from '#domain/tenancy/redirect.ts'
import { readerLanguage } from './reader-language.ts'

type Chunk = { file: string; imports?: string[]; css?: string[] }
type Manifest = Readonly<Record<string, Chunk>>

/** Files of a language's parts, and which part has the words of an entity's lists, as the build wrote them. */
type WordFiles = { areas: Readonly<Record<string, string>>; files: Readonly<Record<string, Readonly<Record<string, string>>>> }

/** Of which entity a list is, as the build names the scripts of its declaration. */
type Declarations = Readonly<Record<string, readonly string[]>>

const frame = ['src/web/farmbook.tsx']
const entity = [...frame, 'src/web/engine/entity-branch.tsx']
const list = [...entity, 'src/web/engine/list/list-page.tsx']
/** Below the operator of an address; the first that fits. Sources as the web's routes fetch them. */
const pages: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^dashboard$/, [...frame, 'src/web/screens/dashboards/dashboard.tsx']],
  [/^(client|reports|notifications|mobile-notifications|operations|jobs|(proc|ah|dairy|poultry|aqua)dashboard)(\/|$)/, frame],
  [/^farmer\/list$/, [...list, ...['farmers-summary', 'farmer-cells', 'farmer-card'].map((file) => `src/web/screens/farmer/${file}.tsx`)]],
  [/^[a-z]+\/list$/, list],
  [/^[a-z]+\/(create|[\w-]+\/edit)$/, [...entity, 'src/web/engine/form/form-pages.tsx']],
  [/^[a-z]+\/[\w-]+\/(create-event|event\/[\w-]+)$/, [...entity, 'src/web/engine/event/event-pages.tsx']],
  [/^[a-z]+\/[\w-]+$/, [...entity, 'src/web/engine/view/view-page.tsx']],
]

/** Sources behind an address that the page's own script does not import; none where it is not known or not worth it. */
export function sourcesOf(path: string): readonly string[] {
  const below = farmbookAddress.exec(path)?.[2]
  if (below === undefined) return []
  return pages.find(([pattern]) => pattern.test(below))?.[1] ?? frame
}

/** Below an operator's address: its code or id, and the rest. */
const farmbookAddress = /^\/private\/farmbook\/([^/]+)\/(.+?)\/?$/

/**
 * Calls that the page makes before anything else, by any script; a browser that cannot use the answer asks again. What only somebody
 * signed in is answered is named where a session came with the request: the seasons, which every page of the farmbook waits for, and the
 * first rows of a list whose columns nobody has changed.
 */
const callsOf = ({ path, search, host, isSignedIn }: Address): string[] => {
  const [, operator, below] = farmbookAddress.exec(path) ?? []
  const api = `/api/operators/${encodeURIComponent(operator ?? '')}`
  return [
    `/api/tenant/${encodeURIComponent(subdomainOf(host.replace(/:\d+$/, '')))}`,
    '/api/auth/session',
    ...(path === loginPath ? ['/api/auth/providers'] : []),
    ...(operator && isSignedIn ? [`${api}/season?${seasonsCall}`] : []),
    ...(below === 'farmer/list' && search === '' && isSignedIn ? [`${api}/farmer?${farmersCall}`] : []),
  ]
}
/** As the web writes them: tests/e2e/first-visit.spec.ts proves that no other call is made in their place. */
const seasonsCall = 'sort=-startDate&limit=50'
const farmersCall = 'limit=50&fields=block%2Cdistrict%2ClocalName%2CmemberNo%2Cvillage&count=true'

/** The language in which a page will be shown: the one chosen on the device, which it says in a cookie, else the first of the browser's own that is ours. */
export const languageOfVisit = (cookies: string | undefined, accepted: string | undefined): Language => readerLanguage(cookies, accepted) ?? 'en'

/** `search`: the query of the address, with its question mark. `isSignedIn`: a session came with the request, good or not. */
type Address = { path: string; search: string; host: string; language: Language; isSignedIn: boolean }
export type FirstFiles = (address: Address) => string

/** Makes the elements for the head of a page; `dist` is the folder of the built web, `html` its page as it was built. */
export function firstFiles(dist: string, html: string): FirstFiles {
  const manifest = readJson<Manifest>(join(dist, '.vite/manifest.json'))
  const declarations = readJson<Declarations>(join(dist, '.vite/declarations.json'))
  const words = readJson<WordFiles>(join(dist, '.vite/words.json'))
  const filesOf = (path: string): Files => {
    const sources = sourcesOf(path)
    return sources.length === 0 ? { scripts: [], styles: [] } : filesBehind(manifest, sources, declaredOn(path, declarations), html)
  }
  return (address) => {
    const { path, search, language } = address
    const { scripts: code, styles } = filesOf(path)
    const scripts = [...wordsOn(path, language, words), ...code]
    const after = path === loginPath ? nextPage(search) : undefined
    const next = after === undefined ? [] : [...filesOf(after).scripts, ...wordsOn(after, language, words).filter((file) => !scripts.includes(file))]
    return [
      ...styles.map((file) => `<link rel="preload" as="style" href="/${file}">`),
      ...scripts.map((file) => `<link rel="modulepreload" href="/${file}">`),
      ...callsOf(address).map((call) => `<link rel="preload" as="fetch" crossorigin href="${call.replaceAll('&', '&amp;')}">`),
      ...(next.length > 0 ? [`<meta name="fetch-ahead" content="${next.map((file) => `/${file}`).join(' ')}">`] : []),
    ].join('')
  }
}

/** The page that the login page leads to: the one that was asked for, or the dashboard. */
function nextPage(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect')?.split(/[?#]/)[0] ?? ''
  return sourcesOf(wanted).length > 0 ? wanted : '/private/farmbook/-/dashboard'
}

type Files = { scripts: string[]; styles: string[] }

/** Of which entity the address shows the list. */
const listOf = (path: string): string | undefined => /^\/private\/farmbook\/[^/]+\/([a-z]+)\/list\/?$/.exec(path)?.[1]

/** Scripts of declarations: a list needs its own, what the web's routes call a page of the farmbook needs all. */
function declaredOn(path: string, declarations: Declarations): string[] {
  const name = listOf(path) ?? ''
  return [...new Set(Object.hasOwn(declarations, name) ? declarations[name] : Object.values(declarations).flat())]
}

/** Files of words that a page waits for: a list needs its own, every other page of the farmbook all; before sign-in, the first part. */
function wordsOn(path: string, language: Language, { areas = {}, files = {} }: Partial<WordFiles>): string[] {
  const parts = files[language] ?? {}
  const name = listOf(path)
  const wanted = name !== undefined ? ['first', 'lists', areas[name] ?? 'rest'] : sourcesOf(path).length > 0 ? ['first', 'lists', 'rest'] : ['first']
  return wanted.flatMap((part) => parts[part] ?? [])
}

/** These sources and everything they import, but for what the page as it was built names already. */
function filesBehind(manifest: Manifest, sources: readonly string[], declared: readonly string[], html: string): Files {
  const seen = new Set<string>()
  const walk = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) walk(next)
  }
  for (const source of sources) walk(source)
  const chunks = [...seen].flatMap((key) => manifest[key] ?? [])
  const missing = (files: readonly string[]) => [...new Set(files)].filter((file) => !html.includes(`/${file}"`))
  return {
    scripts: missing([...chunks.map(({ file }) => file), ...declared]).filter((file) => file.endsWith('.js')),
    styles: missing(chunks.flatMap(({ css = [] }) => css)),
  }
}

/** Empty without the file: nothing is named then, and everything still comes. */
function readJson<T extends object>(path: string): T | Record<string, never> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}
