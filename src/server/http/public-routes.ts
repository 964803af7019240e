// What anybody may ask who scanned a code: the page of a crop or lot as data and as HTML, its label, its QR symbol.
// No session, no cookie. A code nobody made and a code that was withdrawn get the same answer.
import type { Context } from 'hono'
import { z } from 'zod'
import { longestCode } from '#domain/chain/public-code.ts'
import { publicCode } from '#domain/chain/public-code-answer.ts'
import { type PublicPage, publicPage } from '#domain/chain/public-page-answer.ts'
import { sha256 } from '#domain/kernel/answer-shapes.ts'
import { areaUnitOf } from '#domain/kernel/area-unit.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { requestedLanguage } from '#domain/messages/languages.ts'
import { publicContacts } from '#domain/tenancy/client-answers.ts'
import { organisationOf, publicContactsOf } from '#domain/tenancy/organisation.ts'
import { driverOf } from '../files/storage.ts'
import { fontBytes, fontNames, fontPath } from '../public/fonts.ts'
import { publicPage as drawPage, type PageFrame, publicLabel, publicNotFound } from '../public/page.ts'
import { qrSvg } from '../public/qr.ts'
import { batchTokenOf, publicCodeOf } from '../reports/public-code.ts'
import { lotNoOf, publicPageOf } from '../reports/public-lot.ts'
import { schemeLogoOf } from '../reports/scheme-logo.ts'
import type { Db, Tenant } from '../scope.ts'
import type { AppContext } from './app-context.ts'
import { tenantOf } from './endpoint.ts'
import type { Reply } from './reply.ts'
import { type Route, type RouteCall, route } from './route.ts'

type Kind = PublicPage['kind']
/** Of an address of ours, which holds one of the two. */
const kindOf = (part: string | undefined): Kind => (part === 'batch' ? 'batch' : 'crop')
/** Pixels: a badge on a sharp screen. */
const logoWidth = 320
/** Seconds for which a page may be cached; a restriction shows within this time (13.1). */
const cacheSeconds = 300
const quiet = { 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer' }
const cached = { ...quiet, 'Cache-Control': `public, max-age=${cacheSeconds}` }

const find = (tenant: Tenant, db: Db, kind: Kind, token: string, { now }: AppContext) => publicPageOf({ tenant, db, now: now() }, kind, token)
const addressOf = (context: Context, kind: Kind, token: string, { isSecure }: AppContext) => {
  const url = new URL(context.req.url)
  return `${isSecure ? 'https:' : url.protocol}//${context.req.header('host') ?? url.host}/public/${kind}/${token}`
}

type PageCall = RouteCall<'{kind}{token}', { lang?: string | undefined; check?: string | undefined }, undefined>
const drawn =
  (draw: (page: PublicPage, frame: PageFrame, lotNo: string | null) => string, withLotNo = false) =>
  async (tenant: Tenant, db: Db, { context, param, query, header, deps }: PageCall): Promise<Reply> => {
    const [kind, token] = [kindOf(param('kind')), param('token')]
    const language = requestedLanguage(query.lang ?? null, header('accept-language'), organisationOf(tenant.config).defaultLocale)
    const headers = {
      ...cached,
      Vary: 'Accept-Language',
      'Content-Type': 'text/html; charset=utf-8',
      ...(query.check === undefined ? {} : { 'Cache-Control': 'no-cache' }),
    }
    // First, because the page ends the transaction.
    const lotNo = withLotNo ? await lotNoOf({ tenant, db }, kind, token) : null
    const page = await find(tenant, db, kind, token, deps)
    if (!page) return { status: 404, bytes: bytesOf(publicNotFound(language)), headers }
    const address = addressOf(context, kind, token, deps)
    return {
      bytes: bytesOf(
        draw(
          page,
          {
            language,
            address,
            qr: await qrSvg(address),
            timezone: tenant.timezone,
            area: areaUnitOf(tenant.config),
            contacts: publicContactsOf(tenant.config),
          },
          lotNo,
        ),
      ),
      headers,
    }
  }
const params = { kind: z.enum(['crop', 'batch']), token: z.string() }
const pageQuery = z.object({
  lang: z.string().optional().describe('Language of the page; absent: that of the browser.'),
  check: z.string().optional().describe('Looked up anew, past any cache.'),
})
const html = ['text/html'] as const
const notHere = { 404: { description: 'A code that nobody made, or that was withdrawn.', media: html } }

export const publicRoutes: readonly Route[] = [
  route({
    id: 'public.code',
    method: 'get',
    path: '/api/public/code',
    summary: 'What a typed or scanned code leads to',
    description: 'The address on a label, its code alone, or the exact number of a scope certificate. Transaction certificates are never public.',
    query: z.strictObject({ code: z.string().default('').describe(`At most ${longestCode} characters.`) }),
    answer: publicCode,
    says: 'Where it leads.',
    open: async (tenant, db, { query, deps }) => ({
      json: (await publicCodeOf({ tenant, db, now: deps.now() }, query.code)) ?? absent(),
      headers: { ...quiet, 'Cache-Control': 'no-store' },
    }),
  }),
  route({
    id: 'public.contacts',
    method: 'get',
    path: '/api/public/contacts',
    summary: 'Whom to turn to with a complaint or about one’s data',
    answer: publicContacts,
    says: 'The two contacts; null where the programme names none.',
    open: async (tenant) => ({ json: publicContactsOf(tenant.config), headers: cached }),
  }),
  route({
    id: 'public.schemeLogo',
    method: 'get',
    path: '/api/public/scheme-logo/{hash}',
    params: { hash: sha256 },
    summary: 'The logo of a scheme, as pages of codes show it',
    media: ['image/webp'],
    says: `At most ${logoWidth} pixels wide; it never changes.`,
    problems: ['NOT_FOUND'],
    isOpen: true,
    respond: async (context, deps) => {
      const tenant = await tenantOf(deps, context.req.raw)
      const hash = context.req.param('hash') ?? ''
      const file = (await deps.database.transaction(tenant.id, (db) => schemeLogoOf({ tenant, db }, hash))) ?? absent()
      const wish = { tenantId: tenant.id, hash, width: Math.min(logoWidth, file.width ?? logoWidth), quality: 80, format: 'webp' } as const
      const bytes = async () => (await driverOf(deps.files, file.storedIn).get({ tenantId: tenant.id, id: file.id })) ?? absent()
      const small = await deps.previews.get(wish, async () => ({ bytes: await bytes() }))
      const headers = {
        'Content-Type': 'image/webp',
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      }
      return new Response(new Uint8Array(small), { headers: { ...quiet, ...headers } })
    },
  }),
  route({
    id: 'public.page',
    method: 'get',
    path: '/api/public/{kind}/{token}',
    summary: 'What anybody may know who scanned a code',
    params,
    answer: publicPage,
    says: 'The page.',
    open: async (tenant, db, { param, deps }) => ({
      json: (await find(tenant, db, kindOf(param('kind')), param('token'), deps)) ?? absent(),
      headers: cached,
    }),
  }),
  route({
    id: 'public.qr',
    method: 'get',
    path: '/api/public/qr/{kind}/{token}.svg',
    summary: 'The QR symbol of a public page',
    params,
    media: ['image/svg+xml'],
    says: 'The symbol.',
    open: async (tenant, db, { context, param, deps }) => {
      const [kind, token] = [kindOf(param('kind')), param('token')]
      if (!(await find(tenant, db, kind, token, deps))) throw new Problem('NOT_FOUND')
      return { bytes: bytesOf((await qrSvg(addressOf(context, kind, token, deps))).text), headers: { ...cached, 'Content-Type': 'image/svg+xml' } }
    },
  }),
  ...fontNames.map((name) =>
    route({
      id: `public.font.${name}`,
      method: 'get',
      path: fontPath(name),
      summary: 'Letters of a script on public pages',
      media: ['font/woff2'],
      says: 'The font.',
      isOpen: true,
      respond: async () => {
        const headers = { 'Content-Type': 'font/woff2', 'Cache-Control': 'public, max-age=31536000, immutable', 'X-Content-Type-Options': 'nosniff' }
        return new Response(new Uint8Array(await fontBytes(name)), { headers })
      },
    }),
  ),
  route({
    id: 'public.html',
    method: 'get',
    path: '/public/{kind}/{token}',
    summary: 'The same as a page to read',
    params,
    query: pageQuery,
    isPage: true,
    media: html,
    says: 'The page.',
    others: notHere,
    open: drawn(drawPage),
  }),
  route({
    id: 'public.gs1',
    method: 'get',
    path: '/01/{gtin}/10/{lot}',
    summary: 'The public page of a lot by its GS1 Digital Link',
    description:
      'Of a product with this GTIN and a lot with this number: leads to the page of its code. A number that lots of several operators share leads nowhere.',
    params: { gtin: z.string().describe('8, 12, 13 or 14 digits.'), lot: z.string() },
    query: pageQuery,
    isPage: true,
    media: html,
    says: 'Never: the answer leads on.',
    others: { 302: { description: 'The public page.' }, ...notHere },
    open: async (tenant, db, { context, param, query, header, deps }) => {
      const token = await batchTokenOf({ tenant, db, now: deps.now() }, param('gtin'), param('lot'))
      if (token) {
        const search = new URL(context.req.url).search
        return { status: 302, bytes: new Uint8Array(), headers: { ...quiet, 'Cache-Control': 'no-store', Location: `/public/batch/${token}${search}` } }
      }
      const language = requestedLanguage(query.lang ?? null, header('accept-language'), organisationOf(tenant.config).defaultLocale)
      return { status: 404, bytes: bytesOf(publicNotFound(language)), headers: { ...quiet, 'Content-Type': 'text/html; charset=utf-8' } }
    },
  }),
  route({
    id: 'public.label',
    method: 'get',
    path: '/public/{kind}/{token}/label',
    summary: 'A label to print, with the code of the page',
    params,
    query: pageQuery,
    isPage: true,
    media: html,
    says: 'The label.',
    others: notHere,
    open: drawn(publicLabel, true),
  }),
]

const absent = (): never => {
  throw new Problem('NOT_FOUND')
}
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
