// The built web: files of dist with their caching, and index.html for every address of the product that
// is not a file, because the browser's router knows those. Files are few, so they stay in memory with what they are compressed to:
// Brotli as the build wrote it, gzip made once.
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { Problem } from '#domain/kernel/problems.ts'
import { isSessionCookie, readCookies } from '../auth/cookies.ts'
import { type FirstFiles, firstFiles, languageOfVisit } from './first-files.ts'

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

type Bytes = Uint8Array<ArrayBuffer>
/** `encoded`: null where the bytes themselves are as small. */
type Served = { bytes: Bytes; encoded: Record<'br' | 'gzip', Bytes | null>; etag: string; type: string; mtimeMs: number }
/** Pages differ by address and host; of so many none is made twice. */
const pagesAtMost = 500

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
    const isWorthIt = compressible.has(extension) && bytes.byteLength > 1024
    const served: Served = {
      bytes,
      mtimeMs: info.mtimeMs,
      type: types[extension] ?? 'application/octet-stream',
      etag: etagOf(bytes),
      encoded: {
        br: isWorthIt
          ? await readFile(`${path}.br`).then(
              (written) => new Uint8Array(written),
              () => null,
            )
          : null,
        gzip: isWorthIt ? new Uint8Array(await promisify(gzip)(bytes)) : null,
      },
    }
    cached.set(path, served)
    return served
  }

  let made: { from: Served; complete: FirstFiles; pages: Map<string, Served> } | undefined
  /** index.html with the links to what this address will ask for. */
  const pageFor = async (path: string, context: Context): Promise<Served | undefined> => {
    const from = await read(join(folder, 'index.html'))
    if (!from) return undefined
    const html = new TextDecoder().decode(from.bytes)
    if (made?.from !== from) made = { from, complete: firstFiles(folder, html), pages: new Map() }
    const { search, host } = new URL(context.req.url)
    const cookie = context.req.header('cookie') ?? null
    const language = languageOfVisit(cookie ?? undefined, context.req.header('accept-language'))
    const isSignedIn = [...readCookies(cookie).keys()].some((name) => isSessionCookie(name, true) || isSessionCookie(name, false))
    const links = made.complete({ path, search, host: context.req.header('host') ?? host, language, isSignedIn })
    const known = made.pages.get(links)
    if (known) return known
    const page = await compressed(html.replace('</head>', `${links}</head>`), from)
    if (made.pages.size >= pagesAtMost) made.pages.clear()
    made.pages.set(links, page)
    return page
  }

  return async (context) => {
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') throw new Problem('METHOD_NOT_ALLOWED', { headers: { Allow: 'GET, HEAD' } })
    const path = pathOf(context)
    const inside = path === undefined ? undefined : join(folder, path)
    if (!inside?.startsWith(folder + sep)) throw new Problem('NOT_FOUND')
    // What the build compressed is handed out in place of the file itself, under its name.
    const file = path === '/' || path?.endsWith('.br') ? undefined : await read(inside)
    // An address with an extension is a file that is not there: index.html in its place would be run as a script.
    if (!file && extname(inside) !== '') throw new Problem('NOT_FOUND')
    const page = file ?? (await pageFor(path ?? '/', context))
    if (!page) throw new Problem('UNAVAILABLE', { message: 'The web has not been built yet. Run: npm run build' })
    // Names of built files hold their content's hash, so what they name never changes.
    // A page names the words of its reader's language.
    return answer(
      context,
      page,
      file && path?.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      file ? [] : ['Accept-Language', 'Cookie'],
    )
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

const etagOf = (bytes: Bytes): string => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

async function compressed(html: string, { type, mtimeMs }: Served): Promise<Served> {
  const bytes = new TextEncoder().encode(html)
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }), promisify(gzip)(bytes)])
  return { bytes, type, mtimeMs, etag: etagOf(bytes), encoded: { br: new Uint8Array(br), gzip: new Uint8Array(gzipped) } }
}

function answer(context: Context, { bytes, encoded, etag, type }: Served, caching: string, differsBy: readonly string[]): Response {
  const headers: Record<string, string> = { 'Content-Type': type, ETag: etag, 'Cache-Control': caching, Vary: ['Accept-Encoding', ...differsBy].join(', ') }
  if ((context.req.header('if-none-match') ?? '').includes(etag)) return new Response(null, { status: 304, headers })
  const encoding = encodings(context.req.header('accept-encoding') ?? '').find((one) => encoded[one] !== null)
  const body = (encoding && encoded[encoding]) ?? bytes
  if (encoding) headers['Content-Encoding'] = encoding
  return new Response(context.req.method === 'HEAD' ? null : body, { headers: { ...headers, 'Content-Length': String(body.byteLength) } })
}

/** Those the browser takes, smallest result first; `q=0` refuses one. */
const encodings = (accepted: string) => (['br', 'gzip'] as const).filter((one) => new RegExp(`\\b${one}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted))
