// Files at an operator's address: POST sends one, before or after the event that will name it; GET answers it to whoever may read
// what names it. Images are shown, everything else is a download; nothing of it can run.
import type { Context } from 'hono'
import { fileNameOf, fileTypeNames, isImageType, longestFileName, maxFileBytes } from '#domain/kernel/files.ts'
import { type FieldProblem, Problem } from '#domain/kernel/problems.ts'
import { uploadedFile } from '#domain/kernel/uploaded-file.ts'
import { phrase } from '#domain/messages/message.ts'
import { plansAwaiting, settleArrivedPlans } from '#server/behaviours/awaited-evidence.ts'
import { judgeSlipsOf } from '#server/behaviours/processing/slip-findings.ts'
import { goOnWithFile } from '#server/behaviours/work/submission.ts'
import { prepareFile } from '#server/files/prepare.ts'
import { driverOf } from '#server/files/storage.ts'
import { beginUpload, finishUpload, refuseReader } from '#server/files/upload.ts'
import { readableFile, type StoredFile } from '#server/store/file-access.ts'
import { isUuid } from '#server/store/get.ts'
import type { AppContext } from './app-context.ts'
import { readBytes } from './body.ts'
import { enter, refuseUnknown } from './endpoint.ts'
import { once } from './idempotency.ts'
import type { Reply } from './reply.ts'
import { type Route, route } from './route.ts'

const filesBase = '/api/operators/{operator}/files'
/** Ten megabytes over a slow line in a village. */
const longestUploadMs = 300_000
/** Pixels: a tile in a list on a sharp screen. */
export const previewWidth = 480
const inert = "default-src 'none'; sandbox"
const onOperator = { operator: 'path' } as const

export const fileRoutes: readonly Route[] = [
  route({
    id: 'files.upload',
    tag: 'file',
    method: 'post',
    path: filesBase,
    summary: 'Send a file, to be named by a record or an event',
    description:
      'The body is the file itself. What it is, its content decides. Images are encoded anew, at most 3,840 pixels on a side, without what the camera wrote. The same bytes from the same person are the same file. What nothing names within thirty days is removed.',
    reads: [
      { name: 'name', in: 'query', required: true, description: 'Name of the file.', schema: { type: 'string', minLength: 1, maxLength: longestFileName } },
      { name: 'id', in: 'query', description: 'Made by the caller, for events recorded offline (uuid v7).', schema: { type: 'string', format: 'uuid' } },
    ],
    sends: [...fileTypeNames.filter((type) => type !== 'application/zip'), 'application/octet-stream'],
    answer: uploadedFile,
    status: 201,
    says: 'Stored.',
    others: { 200: { description: 'It was there already.', schema: uploadedFile } },
    problems: ['QUOTA_FULL'],
    respond: (context, deps) => receiveFile(deps, context),
  }),
  route({
    id: 'files.get',
    tag: 'file',
    method: 'get',
    path: `${filesBase}/{id}`,
    summary: 'A file, for whoever may read what names it',
    description: 'Images are shown, everything else is a download.',
    media: fileTypeNames,
    says: 'The file.',
    problems: ['GONE'],
    respond: async (context, deps) => {
      const { file, bytes } = await found(context, deps)
      return answer(context, file.media_type, await bytes(), isImageType(file.media_type) ? 'inline' : 'attachment', file)
    },
  }),
  route({
    id: 'files.preview',
    tag: 'file',
    method: 'get',
    path: `${filesBase}/{id}/preview`,
    summary: 'An image of a file, small',
    media: ['image/webp'],
    says: `At most ${previewWidth} pixels wide.`,
    problems: ['GONE'],
    respond: async (context, deps) => {
      const { file, tenantId, bytes } = await found(context, deps)
      if (!isImageType(file.media_type)) throw new Problem('NOT_FOUND', { message: 'Only images have a preview.' })
      const width = Math.min(previewWidth, file.width ?? previewWidth)
      const wish = { tenantId, hash: file.sha256, width, quality: 75, format: 'webp' } as const
      const small = await deps.previews.get(wish, async () => ({ bytes: await bytes() }))
      return answer(context, 'image/webp', new Uint8Array(small), 'inline', file)
    },
  }),
]

const found = (context: Context, deps: AppContext): Promise<{ file: StoredFile; tenantId: number; bytes: () => Promise<Uint8Array<ArrayBuffer>> }> =>
  enter(deps, context, onOperator, async (scope) => {
    const file = await readableFile(scope, context.req.param('id') ?? '')
    const key = { tenantId: scope.tenant.id, id: file.id }
    const bytes = async () => (await driverOf(deps.files, file.stored_in).get(key)) ?? gone()
    return { file, tenantId: scope.tenant.id, bytes }
  })

/** Who first, then the bytes, then the encoding, then row, bytes and row again: neither a slow sender nor sharp holds a transaction open. */
async function receiveFile(deps: AppContext, context: Context): Promise<Response> {
  const { files, queue } = deps
  const { id, name } = readWish(new URL(context.req.url).searchParams)
  const tenant = await enter(deps, context, onOperator, async (scope) => {
    refuseReader(scope)
    return scope.tenant
  })
  // Forms of another site can send these without asking first; every other type they cannot.
  if (/^(|text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\s*(;|$)/i.test(context.req.header('content-type') ?? ''))
    throw new Problem('UNSUPPORTED_MEDIA', { message: 'Send the file itself as the body, with its own Content-Type.' })
  const sent = await readBytes(context.req.raw, maxFileBytes, longestUploadMs).catch(refuseTooLarge)
  const file = await queue.take(tenant.id, () => prepareFile(sent, name))
  const started = await enter(deps, context, onOperator, (scope) => {
    refuseReader(scope)
    return beginUpload(scope, file, id, files)
  })
  if (started.state === 'UPLOADING') await driverOf(files, started.stored_in).put({ tenantId: tenant.id, id: started.id }, file.bytes, file.mediaType)
  const key = context.req.header('idempotency-key')
  // Not the name: the same file taken from another folder is the same request.
  const call = key === undefined ? null : { key, method: 'POST', path: context.req.path, body: { id, sha256: file.sentSha256 }, isKnown: false }
  const { status, headers, json } = await enter(deps, context, onOperator, (scope) => {
    const work = async (): Promise<Reply> => {
      const waiting = await plansAwaiting(scope, started.id)
      const stored = await finishUpload(scope, started)
      if (stored.state === 'ATTACHED') await settleArrivedPlans(scope, stored.id, waiting)
      await goOnWithFile(scope, stored.id)
      await judgeSlipsOf(scope, stored.id)
      return replyOf(context, stored, started.state === 'UPLOADING')
    }
    return call ? once(scope, call, work) : work()
  })
  return Response.json(json, { status: status ?? 200, headers: { ...headers, 'Cache-Control': 'no-store' } })
}

/** The answer to its sender: nothing of when and where a photograph was taken. */
function replyOf(context: Context, file: StoredFile, isNew: boolean): Reply {
  const { id, name, media_type: mediaType, size, sha256, width, height, state } = file
  const json = { id, name, mediaType, size, sha256, width, height, state, uploadedAt: file.uploaded_at }
  return { status: isNew ? 201 : 200, json, headers: { Location: `${context.req.path}/${id}` } }
}

/** Throws VALIDATION with everything that is wrong. */
function readWish(query: URLSearchParams): { id: string | null; name: string } {
  refuseUnknown(query, ['name', 'id'])
  const [id, name] = [query.get('id'), query.get('name')?.trim() ?? '']
  const fields: FieldProblem[] = []
  if (name === '') fields.push({ path: 'name', code: 'required', message: 'The name of the file.' })
  if (name.length > longestFileName) fields.push({ path: 'name', code: 'max', message: phrase`At most ${longestFileName} characters.` })
  if (!name.isWellFormed()) fields.push({ path: 'name', code: 'format', message: 'The name holds half a character.' })
  if (id !== null && !isUuid(id)) fields.push({ path: 'id', code: 'format', message: 'A uuid, made by the caller.' })
  if (fields.length) throw new Problem('VALIDATION', { fields })
  return { id: id?.toLowerCase() ?? null, name }
}

function refuseTooLarge(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'TOO_LARGE') throw error
  const message = phrase`A file may have ${maxFileBytes / 1_000_000} MB.`
  throw new Problem('TOO_LARGE', { ...error.details, message, fields: [{ path: 'file', code: 'max', message }] })
}

const gone = (): never => {
  throw new Problem('GONE', { message: 'The content of this file is no longer where it was stored.' })
}

function answer(
  context: Context,
  type: string,
  bytes: Uint8Array<ArrayBuffer>,
  disposition: 'inline' | 'attachment',
  { name, media_type }: StoredFile,
): Response {
  const plain = fileNameOf(name.replace(/[^\x20-\x7e]|["\\%]/g, '_'), media_type)
  const headers = {
    'Content-Type': type === 'text/csv' ? 'text/csv; charset=utf-8' : type,
    'Content-Length': String(bytes.byteLength),
    'Content-Disposition': `${disposition}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, encodeOther)}`,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': inert,
    'X-Content-Type-Options': 'nosniff',
  }
  return new Response(context.req.method === 'HEAD' ? null : bytes, { headers })
}
const encodeOther = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
