// The address of the certifier pack (R28): everything of a season by which a certification body audits a group, as one ZIP.
import type { Context } from 'hono'
import { z } from 'zod'
import { languageCodes } from '#domain/messages/languages.ts'
import { driverOf } from '../files/storage.ts'
import { zipOf } from '../files/zip.ts'
import { packContents, packParts } from '../reports/certifier-pack.ts'
import type { AppContext } from './app-context.ts'
import { languageOf, refuseLong, reportsBase } from './declared-report-routes.ts'
import { enter } from './endpoint.ts'
import { type Route, route } from './route.ts'

const query = z.strictObject({ season: z.guid(), language: z.enum(languageCodes).default('en') })

export const packRoutes: readonly Route[] = [
  route({
    id: 'reports.certifierPack',
    tag: 'report',
    method: 'get',
    path: `${reportsBase}/certifier-pack.zip`,
    summary: 'R28 Certifier pack',
    description:
      'Of one operator and season: R02, R03, R06, R08, R10, R11 and R12, the signed lists, the papers of the group, and an index with the SHA-256 of each.',
    query,
    media: ['application/zip'],
    says: 'The pack.',
    problems: ['TOO_LARGE'],
    respond: sendPack,
  }),
]

/** Read in one transaction; files are drawn and packed after it. */
async function sendPack(context: Context, deps: AppContext): Promise<Response> {
  const search = new URL(context.req.url).searchParams
  const language = languageOf(search.get('language') ?? 'en')
  const contents = await enter(deps, context, { operator: 'path' }, (scope) => packContents(scope, { seasonId: search.get('season') ?? '', language })).catch(
    refuseLong,
  )
  const parts = await packParts(contents, ({ id, storedIn }) => driverOf(deps.files, storedIn).get({ tenantId: contents.about.tenantId, id }))
  const bytes = zipOf(parts, new Date(contents.about.at))
  return new Response(context.req.method === 'HEAD' ? null : new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Length': String(bytes.byteLength),
      'Content-Disposition': `attachment; filename="certifier-pack-${contents.about.at.slice(0, 10)}.zip"`,
      'Cache-Control': 'no-store',
    },
  })
}
