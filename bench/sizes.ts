// What a first visit downloads: the built files a route needs (its chunk and everything that chunk imports
// statically), gzip -9, from Vite's manifest. Repeats to the byte.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[]; src?: string }
export type Size = { name: string; jsKb: number; cssKb: number; files: number }

/** Sizes in kB (1,000 B) of the entry plus the chunks whose source matches. Throws when dist has no manifest. */
export function sizes(routes: Record<string, RegExp[]>, dist = 'dist'): Size[] {
  const path = join(dist, '.vite/manifest.json')
  if (!existsSync(path)) throw new Error(`${path} is missing: build with the manifest first`)
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>
  const entry = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  return Object.entries(routes).map(([name, sources]) => {
    const wanted = Object.keys(manifest).filter((key) => sources.some((source) => source.test(key)))
    const missing = sources.filter((source) => !Object.keys(manifest).some((key) => source.test(key)))
    if (missing.length) throw new Error(`${name}: no chunk matches ${missing.join(', ')}`)
    const seen = new Set<string>()
    const walk = (key: string) => {
      if (seen.has(key)) return
      seen.add(key)
      for (const next of manifest[key]?.imports ?? []) walk(next)
    }
    for (const key of [...entry, ...wanted]) walk(key)
    const files = [...seen].flatMap((key) => manifest[key] ?? [])
    const kb = (names: string[]) => [...new Set(names)].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0) / 1000
    return {
      name,
      jsKb: kb(files.map(({ file }) => file).filter((file) => file.endsWith('.js'))),
      cssKb: kb(files.flatMap(({ css }) => css ?? [])),
      files: files.length,
    }
  })
}
