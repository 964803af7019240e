// Where the code on a paper leads: whether this product made the file, and of what. For anybody; the answer to a code that no file has takes the same
// statement and is a page of its own.
import { z } from 'zod'
import { requestedLanguage } from '#domain/messages/languages.ts'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import { organisationOf } from '#domain/tenancy/organisation.ts'
import { completeTenant, currencyOf } from '#domain/tenancy/tenant.ts'
import { findMadeFile } from '#server/reports/engine/made-file.ts'
import { linesOfMadeFile } from '#server/reports/engine/made-file-lines.ts'
import { translatorOf } from '../messages/tables.ts'
import { checkScript, checkScriptPath } from '../public/check-script.ts'
import { reportPage, unknownReportPage } from '../public/report-page.ts'
import { type Route, route } from './route.ts'

const html = ['text/html'] as const
const quiet = { 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-cache' }

export const reportCheckRoutes: readonly Route[] = [
  route({
    id: 'public.report',
    method: 'get',
    path: '/public/report/{code}',
    summary: 'Whether the product made the report that carries this code',
    description: 'Which report of which programme, asked for by which role, filter, day, number and hash of its rows; nothing of the rows, nobody’s name.',
    params: { code: z.string() },
    query: z.object({ lang: z.string().optional().describe('Language of the page; absent: that of the browser.') }),
    isPage: true,
    media: html,
    says: 'The page.',
    others: { 404: { description: 'A code that no report has.', media: html } },
    open: async (tenant, db, { param, query, header }) => {
      const language = requestedLanguage(query.lang ?? null, header('accept-language'), organisationOf(tenant.config).defaultLocale)
      const headers = { ...quiet, Vary: 'Accept-Language', 'Content-Type': 'text/html; charset=utf-8' }
      const found = await findMadeFile(db, tenant.id, param('code'))
      if (!found) return { status: 404, bytes: new TextEncoder().encode(unknownReportPage(language)), headers }
      const base = { ...defaultTenant, config: { ...defaultTenant.config, name: tenant.name } }
      const programme = completeTenant({ config: tenant.config, theme: tenant.theme }, base).config.name
      const reader = { t: translatorOf(language), language, zone: tenant.timezone, currency: currencyOf(tenant.config) }
      const page = {
        programme,
        lines: linesOfMadeFile(found, programme, reader),
        rowsHash: found.sha256,
        fileHashes: [...new Set([found.file_sha256, ...found.files])],
      }
      return { bytes: new TextEncoder().encode(reportPage(page, language)), headers }
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
