// Files in, for every entity that takes them: an import with a dry run, its progress and the rows that came back, and templates.
import type { Context } from 'hono'
import { z } from 'zod'
import { entities } from '#domain/entities.ts'
import { csvLine } from '#domain/exchange/csv.ts'
import { importInspection, importProgress, importStarted, ownImports, recentImports, stoppedImport } from '#domain/exchange/import-answer.ts'
import type { Kind, Layout } from '#domain/exchange/layout.ts'
import { kindsOf, layoutOf } from '#domain/exchange/layouts.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import { parse } from '#domain/kernel/schemas.ts'
import { listed, phrase, word } from '#domain/messages/message.ts'
import { cancelImport } from '#server/exchange/accept-import.ts'
import { contentTypes, textStream } from '#server/exchange/export.ts'
import { ownJobs, readJob, recentJobs, rejectsAfter } from '#server/exchange/import-jobs.ts'
import { csvTemplate, xlsxTemplate } from '#server/exchange/templates.ts'
import { refuseWithoutRight } from '../exchange/refuse-without-right.ts'
import type { Scope } from '../scope.ts'
import type { AppContext } from './app-context.ts'
import { attachment } from './attachment.ts'
import { enter } from './endpoint.ts'
import { answerOfImport, startImport, waitForEnd, waitOf } from './import-upload.ts'
import { type Route, route } from './route.ts'

const rejectsPerPage = 500
const onOperator = { operator: 'path' } as const

const kindNames = 'records: a row is a record; events: a row is something that happened to one; purchases: a row is a ticket.'
/** Refused by `layoutFor` in the words of the entity. */
const kindParameter = (kinds: readonly Kind[]) =>
  z
    .string()
    .default('records')
    .meta({ enum: [...kinds], description: kindNames })
const yesOrNo = z.enum(['true', 'false'], { error: 'true or false.' }).default('false').meta({ type: 'boolean', enum: undefined, default: false })
const sentTypes = [...Object.values(contentTypes), 'application/vnd.google-earth.kml+xml', 'application/zip'].map((type) => type.replace('; charset=utf-8', ''))

function routesOf(entity: AnyEntity): Route[] {
  const base = `/api/operators/{operator}/${entity.name}` as const
  const plural = entity.plural.toLowerCase()
  const kind = kindParameter(kindsOf(entity))
  const wishes = z.strictObject({
    kind,
    dryRun: yesOrNo.describe('Only tell what would happen.'),
    inspect: yesOrNo.describe('Only tell how the columns are understood.'),
    name: z.string().optional().describe('Name of the file; what is beyond 120 characters is cut.'),
    mapping: z
      .string()
      .optional()
      .describe(
        'JSON object: header of the file to column; an empty text leaves it out, `tag` makes it a tag, `external_ids:SYSTEM` an identifier in that system.',
      ),
  })
  const template = (type: 'csv' | 'xlsx', make: (layout: Layout) => Promise<Uint8Array> | Uint8Array) =>
    route({
      id: `${entity.name}.template.${type}`,
      method: 'get',
      path: `${base}/import-template.${type}`,
      summary: `Template for importing ${plural}`,
      query: z.strictObject({ kind }),
      media: [contentTypes[type]],
      says: 'The columns, with an example.',
      handler: async (scope, call) => {
        refuseWithoutRight(scope, entity, 'I')
        const layout = layoutFor(entity, call.query.kind)
        return { bytes: await make(layout), headers: attachment(`${entity.name}-template.${type}`, contentTypes[type]) }
      },
    })
  return [
    route({
      id: `${entity.name}.import`,
      signedInOnly: true,
      method: 'post',
      path: `${base}/import`,
      summary: `Import ${plural}`,
      description:
        'Good rows go in, bad rows come back. The same rows sent again change nothing. What kind of file it is, its content says. With inspect=true answers ImportInspection and does nothing.',
      query: wishes,
      sends: sentTypes,
      headers: ['Prefer', 'Idempotency-Key'],
      answer: importStarted,
      status: 202,
      says: 'Goes on in the background.',
      others: { 200: { description: 'With inspect=true.', schema: importInspection } },
      problems: ['QUOTA_FULL'],
      respond: async (context, deps) => {
        const layoutOfCall = (scope: Scope): Layout => {
          refuseWithoutRight(scope, entity, 'I')
          return layoutFor(entity, new URL(context.req.url).searchParams.get('kind') ?? 'records')
        }
        const layout = await enter(deps, context, { ...onOperator, signedInOnly: true }, async (scope) => layoutOfCall(scope))
        const query = parse(wishes, Object.fromEntries([...new URL(context.req.url).searchParams].reverse()))
        return await startImport(context, deps, layout, { ...query, isDryRun: query.dryRun === 'true', isInspection: query.inspect === 'true' })
      },
    }),
    route({
      id: `${entity.name}.imports`,
      method: 'get',
      path: `${base}/imports`,
      summary: 'Own imports, newest first',
      answer: recentImports,
      says: 'The latest twenty.',
      handler: async (scope) => {
        refuseWithoutRight(scope, entity, 'I')
        return { json: { items: await recentJobs(scope, entity) } }
      },
    }),
    route({
      id: `${entity.name}.importProgress`,
      method: 'get',
      path: `${base}/imports/{importId}`,
      summary: 'How far an import is',
      headers: ['Prefer'],
      answer: importProgress,
      says: 'State, counts and problems.',
      before: async (context, deps) => {
        const id = context.req.param('importId') ?? ''
        if (waitOf(context) === 0) return
        // Only whoever may see it waits for it.
        await enter(deps, context, onOperator, (scope) => readJob(scope, entity, id))
        await waitForEnd(deps, context, id, waitOf(context))
      },
      handler: async (scope, { param }) => ({ json: await answerOfImport(scope, entity, param('importId')) }),
    }),
    route({
      id: `${entity.name}.cancelImport`,
      method: 'post',
      path: `${base}/imports/{importId}/cancel`,
      summary: 'Stop an import',
      description:
        'No further row goes in; what is in stays, and is counted in the answer. Again it answers the same; one that has ended otherwise is refused.',
      answer: stoppedImport,
      says: 'As it was stopped.',
      problems: ['STATE_CONFLICT'],
      handler: async (scope, { param, deps }) => {
        const job = await cancelImport(scope, entity, param('importId'))
        scope.afterCommit(() => deps.importEnds.noted(param('importId')))
        return { json: job }
      },
    }),
    route({
      id: `${entity.name}.rejects`,
      method: 'get',
      path: `${base}/imports/{importId}/rejects.csv`,
      summary: 'The rows that came back, with reasons',
      media: [contentTypes.csv],
      says: 'As they were sent, with import_row and import_problems.',
      respond: (context, deps) => sendRejects(context, deps, entity),
    }),
    template('csv', (layout) => new TextEncoder().encode(csvTemplate(layout))),
    template('xlsx', (layout) => xlsxTemplate(layout)),
  ]
}

export const importRoutes: readonly Route[] = [
  route({
    id: 'imports.list',
    tag: 'exchange',
    method: 'get',
    path: '/api/imports',
    summary: 'Own imports of all kinds, newest first',
    answer: ownImports,
    says: 'The latest fifty.',
    handler: async (scope) => ({ json: { items: await ownJobs(scope) } }),
  }),
  ...entities.filter((entity) => kindsOf(entity).length > 0).flatMap(routesOf),
]

function layoutFor(entity: AnyEntity, text: string): Layout {
  const offered = kindsOf(entity)
  const kind = offered.find((one) => one === text)
  const layout = kind && layoutOf(entity, kind)
  if (!layout) throw fieldProblem('kind', 'choice', phrase`${word(entity.plural)} have no import of this kind. One of: ${listed(offered)}.`)
  return layout
}

/** The rows that came back as they were sent, with what is wrong in two more columns: corrected, the file can be sent again. */
async function sendRejects(context: Context, deps: AppContext, entity: AnyEntity): Promise<Response> {
  const id = context.req.param('importId') ?? ''
  const job = await enter(deps, context, onOperator, (scope) => readJob(scope, entity, id))
  const pieces = async function* () {
    yield `\ufeff${csvLine([...job.header, 'import_row', 'import_problems'])}`
    let last = 0
    for (;;) {
      const page = await enter(deps, context, onOperator, (scope) => rejectsAfter(scope, id, last, rejectsPerPage))
      for (const { row, cells, problems } of page)
        yield csvLine([...cells, String(row), problems.map(({ column, message }) => (column ? `${column}: ${message}` : message)).join(' | ')])
      if (page.length < rejectsPerPage) return
      last = page.at(-1)?.row ?? last
    }
  }
  const name = `${job.fileName.replace(/\.[a-z]+$/i, '').replaceAll(/[^\w.-]+/g, '-') || 'import'}-rejects.csv`
  return new Response(textStream(pieces()), { headers: attachment(name, contentTypes.csv) })
}
