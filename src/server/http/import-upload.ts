// Receiving the file of an import: first who and whether, then the file, then a look at its columns, and only then a job: a file that
// cannot be used never becomes one. Each step is a transaction of its own, so that a slow sender holds none.
import type { Context } from 'hono'
import { z } from 'zod'
import { withCustomColumns } from '#domain/exchange/custom-columns.ts'
import type { importInspection, importProgress } from '#domain/exchange/import-answer.ts'
import type { Layout } from '#domain/exchange/layout.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import { acceptImport } from '#server/exchange/accept-import.ts'
import { isUnderway, problemLines, readJob } from '#server/exchange/import-jobs.ts'
import { inspectUpload, refuseUnusable } from '#server/exchange/inspect.ts'
import { isMapFormat, receiveUpload, type Upload } from '#server/exchange/upload.ts'
import type { Scope } from '../scope.ts'
import type { AppContext } from './app-context.ts'
import { enter, tenantOf } from './endpoint.ts'
import { once } from './idempotency.ts'
import type { Reply } from './reply.ts'

/** `Prefer: wait=…` beyond this is cut; proxies give up sooner anyway. */
const longestWaitSeconds = 120
const onOperator = { operator: 'path' } as const

type Wishes = { isDryRun: boolean; isInspection: boolean; name?: string | undefined; mapping?: string | undefined }

/** Answers 202 with the import, or 200 with what its columns are where only that was asked. */
export async function startImport(context: Context, deps: AppContext, plain: Layout, { isDryRun, isInspection, ...wishes }: Wishes): Promise<Response> {
  const { entity } = plain
  const chosen = mappingOf(wishes.mapping)
  const { layout, mapping } = withCustomColumns(plain, chosen)
  const upload = await receiveUpload(context.req.raw)
  let jobId: string
  let reply: Reply
  try {
    const inspection = await inspectUpload(upload, layout, mapping)
    if (isInspection) {
      const wanted = plain.columns.map(({ name, label, required = false, instead = null, help = null }) => ({ name, label, required, instead, help }))
      return json({ json: { ...inspection, wanted } satisfies z.infer<typeof importInspection> })
    }
    refuseUnusable(layout, inspection, mapping)
    const isMap = isMapFormat(upload.format)
    const request = {
      entity,
      kind: layout.kind,
      fileName: fileNameOf(wishes.name ?? '', upload),
      isDryRun,
      mapping: chosen,
      header: isMap ? layout.columns.map(({ name }) => name) : inspection.columns.map((one) => one.header),
      ignoredColumns: inspection.ignored,
    }
    const accept = async (scope: Scope): Promise<Reply> => {
      const importId = await acceptImport(scope, request, upload, deps.files.quotaBytes)
      return { status: 202, json: { importId }, headers: { Location: `${context.req.path.replace(/\/import$/, '/imports')}/${importId}` } }
    }
    const key = context.req.header('idempotency-key')
    const query = new URL(context.req.url).searchParams.toString()
    const keyed = key === undefined ? null : { key, method: 'POST', path: context.req.path, body: { sha256: upload.sha256, query }, isKnown: false }
    reply = await enter(deps, context, onOperator, (scope) => (keyed ? once(scope, keyed, () => accept(scope)) : accept(scope)))
    jobId = started.parse(reply.json).importId
  } finally {
    await upload.dispose()
  }
  await waitForEnd(deps, context, jobId, waitOf(context))
  return json({ ...reply, json: { ...(await enter(deps, context, onOperator, (scope) => answerOfImport(scope, entity, jobId))), importId: jobId } })
}

/** What a started import answers, also when it is repeated by its Idempotency-Key. */
const started = z.object({ importId: z.string() })

export async function waitForEnd(deps: AppContext, context: Context, id: string, ms: number): Promise<void> {
  if (ms === 0) return
  const { id: tenantId } = await tenantOf(deps, context.req.raw)
  await deps.importEnds.wait(id, ms, async () => !(await deps.database.transaction(tenantId, (db) => isUnderway(db, tenantId, id))))
}

const json = ({ status = 200, json: body, headers = {} }: Reply): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers } })

/** Throws NOT_FOUND, also for another person's. */
export async function answerOfImport(scope: Scope, entity: AnyEntity, id: string): Promise<z.infer<typeof importProgress>> {
  const { header: _, ...job } = await readJob(scope, entity, id)
  return { ...job, problems: await problemLines(scope, id) }
}

/** `mapping={"Header of the file":"our_column"}`, chosen by a person; '' leaves a column out, `tag` and `external_ids:SYSTEM` take one that is no field. */
function mappingOf(text: string | undefined): Record<string, string> {
  if (text === undefined) return {}
  try {
    const mapping = z.record(z.string(), z.string()).safeParse(text.length <= 20_000 ? JSON.parse(text) : null)
    if (mapping.success) return mapping.data
  } catch {
    /* Answered below. */
  }
  throw fieldProblem('mapping', 'format', 'A JSON object of text to text: header of the file to column.')
}

const fileNameOf = (name: string, { format }: Upload): string =>
  name
    .replaceAll(/[\p{Cc}/\\]/gu, ' ')
    .trim()
    .slice(0, 120) || `import.${format}`

/** Milliseconds. `Prefer: wait=10` (RFC 7240): the answer comes when the import has ended, or after so many seconds. */
export function waitOf(context: Context): number {
  const [, seconds] = /(?:^|[,;\s])wait=(\d{1,6})/.exec(context.req.header('prefer') ?? '') ?? []
  return Math.min(Number(seconds ?? 0), longestWaitSeconds) * 1000
}
