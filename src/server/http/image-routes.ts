// GET /files/{hash} and GET /_image?url&w&q: a programme's own pictures, whole or smaller. Open to anybody at the
// programme's address, because the login page shows its logo; nothing is ever fetched from elsewhere.
import type { Context } from 'hono'
import { sha256 } from '#domain/kernel/answer-shapes.ts'
import { type FieldProblem, Problem } from '#domain/kernel/problems.ts'
import { listed, phrase } from '#domain/messages/message.ts'
import { defaultQuality, hashOfAddress, imageWidths, nearestQuality } from '#domain/tenancy/image-sizes.ts'
import { mediaTypes, type Picture, type PictureFormat } from '../images/picture.ts'
import { describePicture, findPicture } from '../images/picture-store.ts'
import type { Tenant } from '../scope.ts'
import type { AppContext } from './app-context.ts'
import { refuseUnknown, tenantOf } from './endpoint.ts'
import { type Route, route } from './route.ts'

/** The name of a picture is its content, so what an address answers never changes. */
const forever = 'public, max-age=31536000, immutable'
/** A picture is looked at, not visited: whatever a decoder lets through, it may load and run nothing. */
const inert = "default-src 'none'; sandbox"

const pictureOf = async ({ database }: AppContext, tenant: Tenant, hash: string): Promise<Picture> =>
  (await database.transaction(tenant.id, (db) => findPicture(db, tenant.id, hash))) ?? noPicture()
const media = Object.values(mediaTypes)
const unchanged = { 304: { description: 'Nothing changed.' } }

export const imageRoutes: readonly Route[] = [
  route({
    id: 'client.picture',
    method: 'get',
    path: '/files/{hash}',
    params: { hash: sha256 },
    summary: 'A stored picture of this host’s programme',
    media,
    says: 'The picture; it never changes.',
    others: unchanged,
    isOpen: true,
    respond: async (context, deps) => {
      const tenant = await tenantOf(deps, context.req.raw)
      const hash = hashOfAddress(context.req.path) ?? notFound()
      const { bytes, format } = await pictureOf(deps, tenant, hash)
      return answer(context, hash, bytes, mediaTypes[format])
    },
  }),
  route({
    id: 'client.image',
    method: 'get',
    path: '/_image',
    summary: 'A stored picture made smaller, never larger',
    reads: [
      { name: 'url', in: 'query', required: true, schema: { type: 'string', pattern: '^/files/[0-9a-f]{64}$' } },
      { name: 'w', in: 'query', required: true, schema: { enum: [...imageWidths] } },
      { name: 'q', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: defaultQuality } },
    ],
    media,
    says: 'WebP to those who accept it.',
    others: unchanged,
    problems: ['NOT_FOUND'],
    isOpen: true,
    respond: sizedImage,
  }),
]

async function sizedImage(context: Context, deps: AppContext): Promise<Response> {
  const tenant = await tenantOf(deps, context.req.raw)
  const requested = readWish(new URL(context.req.url).searchParams)
  const { hash } = requested
  const home = (await deps.database.transaction(tenant.id, (db) => describePicture(db, tenant.id, hash))) ?? noPicture()
  const isWebp = /\bimage\/webp\b/.test(context.req.header('accept') ?? '')
  const format: PictureFormat = isWebp ? 'webp' : home.format
  // Nothing is enlarged, so all widths beyond the picture's own are one.
  const wish = { width: Math.min(requested.width, home.width), quality: nearestQuality(requested.quality), format }
  const tag = `${hash.slice(0, 32)}-${wish.width}-${wish.quality}-${format}`
  if (isKnown(context, tag)) return answer(context, tag, null, mediaTypes[format], { Vary: 'Accept' })
  const bytes = await deps.pictures.get({ ...wish, tenantId: tenant.id, hash }, () => pictureOf(deps, tenant, hash))
  return answer(context, tag, bytes, mediaTypes[format], { Vary: 'Accept' })
}

const notFound = (): never => {
  throw new Problem('NOT_FOUND')
}
const noPicture = (): never => {
  throw new Problem('NOT_FOUND', { message: 'There is no such picture here.' })
}

/** Throws VALIDATION with everything that is wrong: another site's address, a width that is not in the list, no quality. */
function readWish(query: URLSearchParams): { hash: string; width: number; quality: number } {
  refuseUnknown(query, ['url', 'w', 'q'])
  const hash = hashOfAddress(query.get('url') ?? '')
  const width = imageWidths.find((one) => String(one) === query.get('w'))
  const quality = /^\d{1,3}$/.test(query.get('q') ?? String(defaultQuality)) ? Number(query.get('q') ?? defaultQuality) : 0
  const fields: FieldProblem[] = []
  if (hash === null)
    fields.push({ path: 'url', code: query.has('url') ? 'format' : 'required', message: 'The address of a picture of this programme: /files/…' })
  if (width === undefined) fields.push({ path: 'w', code: query.has('w') ? 'choice' : 'required', message: phrase`One of: ${listed(imageWidths)}.` })
  if (quality < 1 || quality > 100) fields.push({ path: 'q', code: 'format', message: 'A whole number from 1 to 100.' })
  if (hash === null || width === undefined || fields.length > 0) throw new Problem('VALIDATION', { fields })
  return { hash, width, quality }
}

const isKnown = (context: Context, tag: string): boolean => (context.req.header('if-none-match') ?? '').includes(`"${tag}"`)

/** `bytes`: null where whoever asks has them. */
function answer(context: Context, tag: string, bytes: Uint8Array | null, type: string, more: Record<string, string> = {}): Response {
  const headers = { 'Content-Type': type, ETag: `"${tag}"`, 'Cache-Control': forever, 'Content-Security-Policy': inert, ...more }
  if (bytes === null || isKnown(context, tag)) return new Response(null, { status: 304, headers })
  // Bytes of ours lie in no memory that threads share, which the type leaves open.
  return new Response(context.req.method === 'HEAD' ? null : (bytes as Uint8Array<ArrayBuffer>), {
    headers: { ...headers, 'Content-Length': String(bytes.byteLength) },
  })
}
