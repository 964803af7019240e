// Reading what was sent: JSON only, within a limit, before any transaction is open (a slow sender must
// not hold a connection of the database).
import { Problem } from '#domain/kernel/problems.ts'

/** 1 MB holds the largest polygon we accept (5,001 corners) several times. */
export const defaultMaxBytes = 1_000_000

/** The bytes of a request. Throws TOO_LARGE as soon as there are more than `maxBytes`. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new Problem('TOO_LARGE', { message: `More than ${Math.floor(maxBytes / 1000)} kB is not accepted here.`, figures: { maxBytes } })
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  if (!request.body) return new Uint8Array()
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    if (size > maxBytes) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The JSON of a request; undefined when it has no body. Throws UNSUPPORTED_MEDIA, TOO_LARGE, MALFORMED. */
export async function readJson(request: Request, maxBytes = defaultMaxBytes): Promise<unknown> {
  const type = request.headers.get('content-type')
  const bytes = await readBytes(request, maxBytes)
  if (bytes.byteLength === 0) return undefined
  if (!type || !/^application\/(json|merge-patch\+json)\s*(;|$)/i.test(type))
    throw new Problem('UNSUPPORTED_MEDIA', { message: 'Send JSON, with Content-Type: application/json.' })
  let text: string
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    value = JSON.parse(text)
  } catch (error) {
    throw new Problem('MALFORMED', { message: `This is not JSON: ${error instanceof SyntaxError ? error.message.slice(0, 120) : 'not UTF-8'}`, cause: error })
  }
  // PostgreSQL cannot keep U+0000 in text, and no person types it.
  if (/(?<!\\)(?:\\\\)*\\u0000/.test(text)) throw new Problem('MALFORMED', { message: 'The character U+0000 is not accepted.' })
  return value
}
