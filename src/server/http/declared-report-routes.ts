// Addresses of the declared reports: the first rows as JSON, and the whole as a file while it is short.

import type { Context, Hono } from 'hono'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { isLanguage, type Language, languageCodes } from '#domain/messages/languages.ts'
import { reports } from '#domain/reports/all.ts'
import { type AnyReport, directRowsOf, type ReportFormat } from '#domain/reports/report.ts'
import { documentOf } from '#server/reports/engine/document-of.ts'
import { valuesOfQuery } from '#server/reports/engine/parameters.ts'
import { makeFile } from '#server/reports/engine/report-file.ts'
import { previewReport } from '#server/reports/engine/run-report.ts'
import { type Deps, endpoint, enter, refuseUnknown } from './endpoint.ts'

export const reportsBase = '/api/operators/:operator/reports'

export function mountDeclaredReports(app: Hono, deps: Deps): void {
  for (const report of reports) {
    const path = `${reportsBase}/${report.id}`
    const parameters = Object.keys(report.parameters)
    app.get(
      path,
      endpoint(deps, { operator: 'path', parameters }, async (scope, { query }) => ({
        json: await previewReport(scope, report, valuesOfQuery(report, query)),
      })),
    )
    readOnly(app, path)
    for (const format of report.formats) {
      app.get(`${path}.${format}`, (context) => sendFile(deps, report, format, context))
      readOnly(app, `${path}.${format}`)
    }
  }
}

const readOnly = (app: Hono, path: string) =>
  app.all(path, () => {
    throw new Problem('METHOD_NOT_ALLOWED', { headers: { Allow: 'GET, HEAD' } })
  })

/** The rows are read in one transaction; the file is made after it. */
async function sendFile(deps: Deps, report: AnyReport, format: ReportFormat, context: Context): Promise<Response> {
  const query = new URL(context.req.url).searchParams
  refuseUnknown(query, [...Object.keys(report.parameters), 'language'])
  const language = languageOf(query.get('language') ?? 'en')
  const requested = { report, format, values: valuesOfQuery(report, query), language }
  const document = await enter(deps, context, { operator: 'path' }, (scope) => documentOf(scope, requested, directRowsOf(format))).catch(refuseLong)
  const file = await makeFile(document, format)
  return new Response(context.req.method === 'HEAD' ? null : file.bytes, {
    headers: {
      'Content-Type': file.mediaType,
      'Content-Length': String(file.bytes.byteLength),
      'Content-Disposition': `attachment; filename="${file.name}"`,
      'Cache-Control': 'no-store',
      'X-Report-SHA256': document.whole.sha256,
    },
  })
}

/** Throws VALIDATION. */
export function languageOf(text: unknown): Language {
  if (!isLanguage(text)) throw fieldProblem('language', 'choice', `One of: ${languageCodes.join(', ')}.`)
  return text
}

function refuseLong(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'TOO_LARGE') throw error
  const most = Number(error.details.figures?.mostRows)
  const message = `The report has more than ${most} rows: narrow it, or let it be made in the background.`
  throw new Problem('TOO_LARGE', { message, figures: { mostRows: most } })
}
