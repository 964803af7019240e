// Files at an operator's address: POST sends one, before or after the event that will name it; GET answers it to whoever may read
// what names it. Images are shown, everything else is a download; nothing of it can run.

import type { Context, Hono } from 'hono'
import { fileNameOf, isImageType, longestFileName, maxFileBytes } from '#domain/kernel/files.ts'
import { type FieldProblem, Problem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { prepareFile } from '#server/files/prepare.ts'
import { driverOf, type FileStorage } from '#server/files/storage.ts'
import { beginUpload, finishUpload, refuseReader } from '#server/files/upload.ts'
import type { FairQueue } from '#server/images/fair-queue.ts'
import { SizedPictures } from '#server/images/sized-pictures.ts'
import { readableFile, type StoredFile } from '#server/store/file-access.ts'
import { isUuid } from '#server/store/get.ts'
import { readBytes } from './body.ts'
import { type Deps, enter, refuseUnknown } from './endpoint.ts'
import { once } from './idempotency.ts'
import type { Reply } from './reply.ts'

export const filesBase = '/api/operators/:operator/files'
const one = `${filesBase}/:id{[0-9a-fA-F-]{36}}`
/** Ten megabytes over a slow line in a village. */
const longestUploadMs = 300_000
/** Pixels: a tile in a list on a sharp screen. */
export const previewWidth = 480
const inert = "default-src 'none'; sandbox"
const onOperator = { operator: 'path' } as const

type FileDeps = { files: FileStorage; queue: FairQueue }

export function mountFileRoutes(app: Hono, deps: Deps, { files, queue }: FileDeps): void {
  const sized = new SizedPictures(queue)
  const found = async (context: Context): Promise<{ file: StoredFile; tenantId: number; bytes: () => Promise<Uint8Array<ArrayBuffer>> }> => {
    refuseUnknown(new URL(context.req.url).searchParams, [])
    return await enter(deps, context, onOperator, async (scope) => {
      const file = await readableFile(scope, context.req.param('id') ?? '')
      const key = { tenantId: scope.tenant.id, id: file.id }
      const bytes = async () => (await driverOf(files, file.stored_in).get(key)) ?? gone()
      return { file, tenantId: scope.tenant.id, bytes }
    })
  }
  app.post(filesBase, (context) => receiveFile(deps, { files, queue }, context))
  app.get(one, async (context) => {
    const { file, bytes } = await found(context)
    return answer(context, file.media_type, await bytes(), isImageType(file.media_type) ? 'inline' : 'attachment', file)
  })
  app.get(`${one}/preview`, async (context) => {
    const { file, tenantId, bytes } = await found(context)
    if (!isImageType(file.media_type)) throw new Problem('NOT_FOUND', { message: 'Only images have a preview.' })
    const width = Math.min(previewWidth, file.width ?? previewWidth)
    const wish = { tenantId, hash: file.sha256, width, quality: 75, format: 'webp' } as const
    const small = await sized.get(wish, async () => ({ bytes: await bytes() }))
    return answer(context, 'image/webp', new Uint8Array(small), 'inline', file)
  })
  const allowed = [
    [filesBase, 'POST'],
    [one, 'GET, HEAD'],
    [`${one}/preview`, 'GET, HEAD'],
  ] as const
  for (const [path, Allow] of allowed)
    app.all(path, () => {
      throw new Problem('METHOD_NOT_ALLOWED', { headers: { Allow } })
    })
}

/** Who first, then the bytes, then the encoding, then row, bytes and row again: neither a slow sender nor sharp holds a transaction open. */
async function receiveFile(deps: Deps, { files, queue }: FileDeps, context: Context): Promise<Response> {
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
    const work = async (): Promise<Reply> => replyOf(context, await finishUpload(scope, started), started.state === 'UPLOADING')
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
