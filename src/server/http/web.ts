// The built web: files of dist with their caching, and index.html for every address of the product that
// is not a file, because the browser's router knows those. Files are few, so they stay in memory, gzipped once.
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'hono'
import { Problem } from '#domain/kernel/problems.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
const compressible = new Set(['.html', '.js', '.mjs', '.css', '.json', '.map', '.svg', '.txt', '.webmanifest'])

type Served = { bytes: Uint8Array<ArrayBuffer>; gzipped: Uint8Array<ArrayBuffer> | null; etag: string; type: string; mtimeMs: number }

export type WebFiles = (context: Context) => Promise<Response>

/** Serves `folder`; null = not built, which is said in a sentence. */
export function webFiles(folder: string): WebFiles {
  const cached = new Map<string, Served>()

  const read = async (path: string): Promise<Served | undefined> => {
    const info = await stat(path).catch(() => undefined)
    if (!info?.isFile()) return undefined
    const known = cached.get(path)
    if (known?.mtimeMs === info.mtimeMs) return known
    const bytes = new Uint8Array(await readFile(path))
    const extension = extname(path)
    const served: Served = {
      bytes,
      mtimeMs: info.mtimeMs,
      type: types[extension] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
      gzipped: compressible.has(extension) && bytes.byteLength > 1024 ? new Uint8Array(await promisify(gzip)(bytes)) : null,
    }
    cached.set(path, served)
    return served
  }

  return async (context) => {
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') throw new Problem('METHOD_NOT_ALLOWED', { headers: { Allow: 'GET, HEAD' } })
    const path = pathOf(context)
    const inside = path === undefined ? undefined : join(folder, path)
    if (!inside?.startsWith(folder + sep)) throw new Problem('NOT_FOUND')
    const file = path === '/' ? undefined : await read(inside)
    // An address with an extension is a file that is not there: index.html in its place would be run as a script.
    if (!file && extname(inside) !== '') throw new Problem('NOT_FOUND')
    const page = file ?? (await read(join(folder, 'index.html')))
    if (!page) throw new Problem('UNAVAILABLE', { message: 'The web has not been built yet. Run: npm run build' })
    // Names of built files hold their content's hash, so what they name never changes.
    return answer(context, page, file && path?.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
  }
}

function pathOf(context: Context): string | undefined {
  try {
    const path = decodeURIComponent(new URL(context.req.url).pathname)
    // Hidden files of the folder (build stamps) are nobody's business.
    return path.includes('\0') || path.includes('/.') ? undefined : normalize(path)
  } catch {
    return undefined
  }
}

function answer(context: Context, { bytes, gzipped, etag, type }: Served, caching: string): Response {
  const headers: Record<string, string> = { 'Content-Type': type, ETag: etag, 'Cache-Control': caching, Vary: 'Accept-Encoding' }
  if ((context.req.header('if-none-match') ?? '').includes(etag)) return new Response(null, { status: 304, headers })
  const useGzip = gzipped !== null && /\bgzip\b/.test(context.req.header('accept-encoding') ?? '')
  const body = useGzip ? gzipped : bytes
  if (useGzip) headers['Content-Encoding'] = 'gzip'
  return new Response(context.req.method === 'HEAD' ? null : body, { headers: { ...headers, 'Content-Length': String(body.byteLength) } })
}
