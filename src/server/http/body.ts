// Reading what was sent: JSON only, within a limit, before any transaction is open (a slow sender must
// not hold a connection of the database).

import { Problem } from '#domain/kernel/problems.ts'
import { flawOfJson, notJson } from '#domain/kernel/sound-json.ts'
import { phrase } from '#domain/messages/message.ts'

/** 1 MB holds the largest polygon we accept (5,001 corners) several times. */
export const defaultMaxBytes = 1_000_000

/** Of a sender that hung up within its body. */
const bodyCutOff = (cause: unknown): Problem => new Problem('MALFORMED', { message: 'The request ended before its body did.', cause })

/** A body of this kind arrives in one go; over the slowest line a megabyte takes this long. */
const longestBodyMs = 120_000

/** The bytes of a request. Throws TOO_LARGE as soon as there are more than `maxBytes`. */
export async function readBytes(request: Request, maxBytes: number, longestMs = longestBodyMs): Promise<Uint8Array> {
  const tooLarge = () => new Problem('TOO_LARGE', { message: phrase`More than ${Math.floor(maxBytes / 1000)} kB is not accepted here.`, figures: { maxBytes } })
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  if (!request.body) return new Uint8Array()
  const parts: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    reader.cancel().catch(() => {})
  }, longestMs)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (isLate) throw new Problem('MALFORMED', { message: 'The request took too long to arrive.', headers: { Connection: 'close' } })
      if (done) return Buffer.concat(parts)
      size += value.byteLength
      if (size > maxBytes) throw tooLarge()
      parts.push(value)
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    // The sender hung up: nobody reads the answer, and nothing of ours has failed.
    throw bodyCutOff(error)
  } finally {
    clearTimeout(late)
  }
}

/** The JSON of a request; undefined when it has no body. Throws UNSUPPORTED_MEDIA, TOO_LARGE, MALFORMED. */
export async function readJson(request: Request, maxBytes = defaultMaxBytes): Promise<unknown> {
  return jsonOf(await readBytes(request, maxBytes), request.headers.get('content-type'))
}

/** The same of bytes that were read already. `type`: the content type that they came with. */
export function jsonOf(bytes: Uint8Array, type: string | null): unknown {
  if (bytes.byteLength === 0) return undefined
  if (!type || !/^application\/(json|merge-patch\+json)\s*(;|$)/i.test(type))
    throw new Problem('UNSUPPORTED_MEDIA', { message: 'Send JSON, with Content-Type: application/json.' })
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new Problem('MALFORMED', {
      message: error instanceof SyntaxError ? notJson(error) : 'This is not JSON: the text is not in UTF-8.',
      cause: error,
    })
  }
  const flaw = flawOfJson(value)
  if (flaw) throw new Problem('MALFORMED', { message: flaw })
  return value
}
