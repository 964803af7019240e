// What a first visit downloads before the page is drawn: what index.html names, and the chunks of the page with
// everything they import statically, gzip -9, from Vite's manifest. Repeats to the byte.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] }
/** In kB (1,000 B). `files` are the names of the scripts, as the browser asks for them. */
export type Size = { name: string; jsKb: number; cssKb: number; files: string[] }

/** The pages whose weight is watched, and the sources that the router fetches for them. */
export const firstVisits: Readonly<Record<string, readonly string[]>> = {
  'login page': ['src/web/screens/login/login-screen.tsx'],
  'list of farmers': [
    'src/web/farmbook.tsx',
    'src/web/engine/entity-branch.tsx',
    'src/web/engine/list/list-page.tsx',
    'src/web/screens/farmer/farmers-summary.tsx',
    'src/web/screens/farmer/farmer-cells.tsx',
    'src/web/screens/farmer/farmer-card.tsx',
  ],
}

type Manifest = Readonly<Record<string, Chunk>>
/** Throws when dist has no manifest. */
function manifestOf(dist: string): Manifest {
  const path = join(dist, '.vite/manifest.json')
  if (!existsSync(path)) throw new Error(`${path} is missing: build with the manifest first`)
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** The scripts of chunks by their names in the bundler: the file's own name is its hash alone. */
export function scriptsNamed(names: ReadonlySet<string>, dist = 'dist'): string[] {
  return Object.values(manifestOf(dist)).flatMap(({ name, file }) => (name && names.has(name) && file.endsWith('.js') ? [file] : []))
}

function reach(manifest: Manifest, keys: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const walk = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) walk(next)
  }
  for (const key of keys) walk(key)
  return seen
}

/**
 * Throws when dist has no manifest, or a source is not there. A source without a chunk of its own travels in one that is named
 * anyway; that nothing was overlooked, tests/e2e/first-visit.spec.ts proves with a browser.
 */
export function sizes(pages: Readonly<Record<string, readonly string[]>> = firstVisits, dist = 'dist'): Size[] {
  const manifest = manifestOf(dist)
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].flatMap(([, file]) => file ?? [])
  const first = Object.keys(manifest).filter((key) => named.includes(manifest[key]?.file ?? ''))
  return Object.entries(pages).map(([name, sources]) => {
    const missing = sources.filter((source) => !existsSync(source))
    if (missing.length) throw new Error(`${name}: there is no ${missing.join(', ')}`)
    const chunks = [...reach(manifest, [...first, ...sources])].flatMap((key) => manifest[key] ?? [])
    const all = [...new Set([...named, ...chunks.flatMap(({ file, css }) => [file, ...(css ?? [])])])]
    const kb = (files: string[]) => files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0) / 1000
    const files = all.filter((file) => file.endsWith('.js'))
    return { name, jsKb: kb(files), cssKb: kb(all.filter((file) => file.endsWith('.css'))), files }
  })
}
