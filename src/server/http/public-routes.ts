// What anybody may ask who scanned a code: the page of a crop or lot as data and as HTML, its label, its QR symbol.
// No session, no cookie. A code nobody made and a code that was withdrawn get the same answer.
import type { Context, Hono } from 'hono'
import type { PublicPage } from '#domain/chain/public-page.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { requestedLanguage } from '#domain/messages/languages.ts'
import { fontBytes, fontNames, fontPath } from '../public/fonts.ts'
import { type PageFrame, publicLabel, publicNotFound, publicPage } from '../public/page.ts'
import { qrSvg } from '../public/qr.ts'
import { publicCodeOf } from '../reports/public-code.ts'
import { lotNoOf, publicPageOf } from '../reports/public-lot.ts'
import type { Db, Tenant } from '../scope.ts'
import { type Deps, openEndpoint } from './endpoint.ts'
import type { Reply } from './reply.ts'

type Kind = PublicPage['kind']
const kind = ':kind{crop|batch}'
/** Of an address of ours, which holds one of the two. */
const kindOf = (part: string | undefined): Kind => (part === 'batch' ? 'batch' : 'crop')
/** Seconds for which a page may be cached; a restriction shows within this time (13.1). */
const cacheSeconds = 300
const quiet = { 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer' }
const cached = { ...quiet, 'Cache-Control': `public, max-age=${cacheSeconds}` }

export function mountPublicRoutes(app: Hono, deps: Deps, { isSecure }: { isSecure: boolean }): void {
  const find = (tenant: Tenant, db: Db, of: string | undefined, token: string | undefined) =>
    publicPageOf({ tenant, db, now: deps.now() }, kindOf(of), token ?? '')
  const addressOf = (context: Context, of: string, token: string) => {
    const url = new URL(context.req.url)
    return `${isSecure ? 'https:' : url.protocol}//${context.req.header('host') ?? url.host}/public/${of}/${token}`
  }

  app.get(
    '/api/public/code',
    openEndpoint(deps, { parameters: ['code'] }, async (tenant, db, { query }) => ({
      json: (await publicCodeOf({ tenant, db, now: deps.now() }, query.get('code') ?? '')) ?? absent(),
      headers: { ...quiet, 'Cache-Control': 'no-store' },
    })),
  )
  app.get(
    `/api/public/${kind}/:token`,
    openEndpoint(deps, { parameters: [] }, async (tenant, db, { params }) => ({
      json: (await find(tenant, db, params.kind, params.token)) ?? absent(),
      headers: cached,
    })),
  )
  app.get(
    `/api/public/qr/${kind}/:file{[^/]+\\.svg}`,
    openEndpoint(deps, { parameters: [] }, async (tenant, db, { context, params }) => {
      const token = (params.file ?? '').replace(/\.svg$/, '')
      if (!(await find(tenant, db, params.kind, token))) throw new Problem('NOT_FOUND')
      return { bytes: bytesOf((await qrSvg(addressOf(context, params.kind ?? '', token))).text), headers: { ...cached, 'Content-Type': 'image/svg+xml' } }
    }),
  )

  const html = (draw: (page: PublicPage, frame: PageFrame, lotNo: string | null) => string, withLotNo = false) =>
    openEndpoint(deps, { parameters: ['lang', 'check'] }, async (tenant, db, { context, params, query, header }): Promise<Reply> => {
      const language = requestedLanguage(query.get('lang'), header('accept-language'))
      const headers = {
        ...cached,
        Vary: 'Accept-Language',
        'Content-Type': 'text/html; charset=utf-8',
        ...(query.has('check') ? { 'Cache-Control': 'no-cache' } : {}),
      }
      // First, because the page ends the transaction.
      const lotNo = withLotNo ? await lotNoOf({ tenant, db }, kindOf(params.kind), params.token ?? '') : null
      const page = await find(tenant, db, params.kind, params.token)
      if (!page) return { status: 404, bytes: bytesOf(publicNotFound(language)), headers }
      const address = addressOf(context, params.kind ?? '', params.token ?? '')
      return {
        bytes: bytesOf(draw(page, { language, address, qr: await qrSvg(address), timezone: tenant.timezone }, lotNo)),
        headers,
      }
    })
  for (const name of fontNames)
    app.get(fontPath(name), async () => {
      const headers = { 'Content-Type': 'font/woff2', 'Cache-Control': 'public, max-age=31536000, immutable', 'X-Content-Type-Options': 'nosniff' }
      return new Response(new Uint8Array(await fontBytes(name)), { headers })
    })
  app.get(`/public/${kind}/:token`, html(publicPage))
  app.get(`/public/${kind}/:token/label`, html(publicLabel, true))
}

const absent = (): never => {
  throw new Problem('NOT_FOUND')
}
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
