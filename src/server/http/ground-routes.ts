// What the web lays under its own shapes on a map (GET /api/public/ground), and the PMTiles files of this machine, of which a map
// reads the few kilobytes that it shows (GET /maps/{name}.pmtiles with Range). Open to anybody: a public page may have a map.
import { open, stat } from 'node:fs/promises'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Ground } from '#domain/geo/ground.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { groundAddress } from '../map-settings.ts'
import { type Route, route } from './route.ts'

/** A map of a country is made anew every few weeks. */
const forAnHour = 'public, max-age=3600'
/** More than a map asks for at once; a range without an end is cut to it. */
const rangeAtMost = 4_000_000

const source = z
  .object({
    kind: z.enum(['style', 'raster', 'pmtiles']),
    url: z.string(),
    attribution: z.string().nullable().describe('Plain text; null where the style says it.'),
  })
  .nullable()
const names = ['base', 'satellite'] as const

export const groundRoutes: readonly Route[] = [
  route({
    id: 'public.ground',
    method: 'get',
    path: '/api/public/ground',
    summary: 'What lies under the shapes of a map, by the settings of the installation',
    answer: z.object({ base: source, satellite: source }).meta({ id: 'Ground' }),
    says: 'The maps; null where there is none.',
    isOpen: true,
    respond: (_, { maps: { ground } }) => Response.json(ground satisfies Ground, { headers: { 'Cache-Control': 'public, max-age=300' } }),
  }),
  ...names.map((name) =>
    route({
      id: `public.ground.${name}`,
      tag: 'public',
      method: 'get',
      path: groundAddress(name),
      summary: `A part of the PMTiles file of the ${name} map of this machine`,
      description: 'With Range; only ranges are answered.',
      media: ['application/vnd.pmtiles'],
      status: 206,
      says: 'The part.',
      others: { 416: { description: 'No range, or one beyond the end.' } },
      isOpen: true,
      isOffered: ({ maps }) => maps.files[name] !== null,
      respond: (context, { maps }) => partOf(context, maps.files[name] ?? ''),
    }),
  ),
]

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
