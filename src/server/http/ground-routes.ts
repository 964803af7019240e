// What the web lays under its own shapes on a map (GET /api/public/ground), and the PMTiles files of this machine, of which a map
// reads the few kilobytes that it shows (GET /maps/{name}.pmtiles with Range). Open to anybody: a public page may have a map.
import { open, stat } from 'node:fs/promises'
import type { Context, Hono } from 'hono'
import { Problem } from '#domain/kernel/problems.ts'
import { type GroundSettings, groundAddress } from '../map-settings.ts'
import { refuseUnknown } from './endpoint.ts'

/** A map of a country is made anew every few weeks. */
const forAnHour = 'public, max-age=3600'
/** More than a map asks for at once; a range without an end is cut to it. */
const rangeAtMost = 4_000_000

export function mountGroundRoutes(app: Hono, { ground, files }: GroundSettings): void {
  app.get('/api/public/ground', (context) => {
    refuseUnknown(new URL(context.req.url).searchParams, [])
    return context.json(ground, 200, { 'Cache-Control': 'public, max-age=300' })
  })
  for (const name of ['base', 'satellite'] as const) {
    const file = files[name]
    if (file) app.get(groundAddress(name), (context) => partOf(context, file))
  }
}

async function partOf(context: Context, file: string): Promise<Response> {
  const info = await stat(file).catch(() => null)
  if (!info?.isFile()) throw new Problem('NOT_FOUND', { message: 'The map file of this installation is not where its setting says.' })
  const etag = `"${info.size.toString(36)}-${Math.round(info.mtimeMs).toString(36)}"`
  const common = { 'Content-Type': 'application/vnd.pmtiles', 'Accept-Ranges': 'bytes', 'Cache-Control': forAnHour, ETag: etag }
  const range = rangeIn(context.req.header('range'), info.size)
  if (!range) return new Response(null, { status: 416, headers: { ...common, 'Content-Range': `bytes */${info.size}` } })
  const { from, to } = range
  const headers = { ...common, 'Content-Length': String(to - from + 1), 'Content-Range': `bytes ${from}-${to}/${info.size}` }
  if (context.req.method === 'HEAD') return new Response(null, { status: 206, headers })
  const handle = await open(file)
  try {
    const bytes = new Uint8Array(to - from + 1)
    await handle.read(bytes, 0, bytes.byteLength, from)
    return new Response(bytes, { status: 206, headers })
  } finally {
    await handle.close()
  }
}

/** Both included. Only ranges are answered: nobody needs the gigabytes of a country at once. */
function rangeIn(header: string | undefined, size: number): { from: number; to: number } | null {
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? []
  if (start === undefined) return null
  const from = Number(start)
  const to = Math.min(end ? Number(end) : Number.POSITIVE_INFINITY, from + rangeAtMost - 1, size - 1)
  return from <= to ? { from, to } : null
}
