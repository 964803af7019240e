// Where the code on a paper leads: whether this product made the file, and of what. For anybody; the answer to a code that no file has takes the same
// statement and is a page of its own.
import { z } from 'zod'
import { type Language, requestedLanguage } from '#domain/messages/languages.ts'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import { organisationOf } from '#domain/tenancy/organisation.ts'
import { completeTenant, currencyOf } from '#domain/tenancy/tenant.ts'
import { findMadeFile } from '#server/reports/engine/made-file.ts'
import { linesOfMadeFile } from '#server/reports/engine/made-file-lines.ts'
import { translatorOf } from '../messages/tables.ts'
import { checkScript, checkScriptPath } from '../public/check-script.ts'
import { reportCheckAddress, reportPage, reportSearchPage } from '../public/report-page.ts'
import type { Db, Tenant } from '../scope.ts'
import type { Reply } from './reply.ts'
import { type Route, route } from './route.ts'

const html = ['text/html'] as const
const quiet = { 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-cache' }

const pageOf = { query: { lang: z.string().optional().describe('Language of the page; absent: that of the browser.') } }
const others = { 404: { description: 'A code or file that is not known.', media: html } }

export const reportCheckRoutes: readonly Route[] = [
  route({
    id: 'public.report',
    method: 'get',
    path: `${reportCheckAddress}/{code}`,
    summary: 'Whether the product made the report that carries this code',
    description:
      'Which report of which programme, asked for by which role, filter, day, number and hash of its rows; nothing of the rows, nobody’s name. In place of the code the SHA-256 of the bytes of a file, but of CSV and linked data, which are found by the code in their name alone.',
    params: { code: z.string() },
    query: z.object(pageOf.query),
    isPage: true,
    media: html,
    says: 'The page.',
    others,
    open: (tenant, db, { param, query, header }) => answerTo(param('code'), tenant, db, readerOf(tenant, query.lang, header('accept-language'))),
  }),
  route({
    id: 'public.reportSearch',
    method: 'get',
    path: reportCheckAddress,
    summary: 'For whoever has a file or a code and no address: the same by `code`, and without one a page that asks for it',
    query: z.object({
      code: z.string().optional().describe('A code, or the SHA-256 of the bytes of a file that is neither CSV nor linked data.'),
      ...pageOf.query,
    }),
    isPage: true,
    media: html,
    says: 'The page.',
    others: { ...others, 303: { description: 'To the page of the file.' } },
    open: async (tenant, db, { query, header }) => {
      const language = readerOf(tenant, query.lang, header('accept-language'))
      const found = query.code ? await findMadeFile(db, tenant.id, query.code) : undefined
      // To the address that can be passed on, in every language.
      if (found) return { status: 303, headers: { ...quiet, Location: `${reportCheckAddress}/${found.code}?${new URLSearchParams({ lang: language })}` } }
      if (query.code) return unknown(tenant, language)
      return pageReply(reportSearchPage(nameOf(tenant), false, language))
    },
  }),
  route({
    id: 'public.reportScript',
    method: 'get',
    path: checkScriptPath,
    summary: 'The script of that page, which compares a file in the browser',
    media: ['text/javascript'],
    says: 'The script.',
    isOpen: true,
    respond: async () => new Response(checkScript, { headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' } }),
  }),
]

const headers = () => ({ ...quiet, Vary: 'Accept-Language', 'Content-Type': 'text/html; charset=utf-8' })

const readerOf = ({ config }: Tenant, lang: string | undefined, accepted: string | undefined): Language =>
  requestedLanguage(lang ?? null, accepted, organisationOf(config).defaultLocale)

function nameOf({ name, config, theme }: Tenant): string {
  const base = { ...defaultTenant, config: { ...defaultTenant.config, name } }
  return completeTenant({ config, theme }, base).config.name
}

/** The page of a file, or the one that says that none has this code. */
async function answerTo(typed: string, tenant: Tenant, db: Db, language: Language): Promise<Reply> {
  const found = await findMadeFile(db, tenant.id, typed)
  if (!found) return unknown(tenant, language)
  const programme = nameOf(tenant)
  const reader = { t: translatorOf(language), language, zone: tenant.timezone, currency: currencyOf(tenant.config) }
  const lines = linesOfMadeFile(found, programme, reader)
  return pageReply(reportPage({ programme, lines, rowsHash: found.sha256, fileHashes: [...new Set([found.file_sha256, ...found.files])] }, language))
}
const unknown = (tenant: Tenant, language: Language): Reply => ({ status: 404, ...pageReply(reportSearchPage(nameOf(tenant), true, language)) })
const pageReply = (page: string): Reply => ({ bytes: new TextEncoder().encode(page), headers: headers() })
