// What was sent, as it will be stored: recognised by its content, an image encoded anew with a bound on each side and freed of what
// the camera wrote, everything else as it is.

import { createHash } from 'node:crypto'
import { type FileType, fileNameOf, isAudioType, maxAudioBytes, maxFileBytes } from '#domain/kernel/files.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { type Taken, takenOf } from '#server/images/exif.ts'
import { readPicture, smallerPicture } from '#server/images/picture.ts'
import { typeOfContent } from './recognise.ts'

export type PreparedFile = {
  name: string
  mediaType: FileType
  bytes: Uint8Array
  /** Of what is stored, and of what was sent. */
  sha256: string
  sentSha256: string
  width: number | null
  height: number | null
  taken: Taken
}

const accepted = 'Accepted are photographs (JPEG, PNG, WebP), PDF, CSV, XLSX, KML and recordings (MP3, M4A, OGG).'
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Throws UNSUPPORTED_MEDIA for what is none of the kinds, VALIDATION for an image that cannot be decoded, TOO_LARGE for one that cannot be stored within the bound. */
export async function prepareFile(sent: Uint8Array, name: string): Promise<PreparedFile> {
  if (sent.byteLength === 0) throw new Problem('VALIDATION', { fields: [{ path: 'file', code: 'required', message: 'This file is empty.' }] })
  const mediaType = await typeOfContent(sent)
  if (!mediaType) throw new Problem('UNSUPPORTED_MEDIA', { message: accepted, fields: [{ path: 'file', code: 'format', message: accepted }] })
  if (isAudioType(mediaType) && sent.byteLength > maxAudioBytes) refuseLongRecording()
  const described = { name: fileNameOf(name, mediaType), mediaType, sentSha256: sha256(sent) }
  if (!mediaType.startsWith('image/'))
    return { ...described, bytes: sent, sha256: described.sentSha256, width: null, height: null, taken: { at: null, lat: null, lng: null } }
  // It keeps its format, unless it has become too large in it: a PNG of one channel or few colours may when it is encoded anew.
  const { bytes, hash, width, height } = await readPicture(sent)
  const image = { ...described, width, height, taken: await takenOf(sent) }
  if (bytes.byteLength <= maxFileBytes) return { ...image, bytes, sha256: hash }
  const webp = await withinBound(bytes, width)
  return { ...image, name: fileNameOf(name, 'image/webp'), mediaType: 'image/webp', bytes: webp, sha256: sha256(webp) }
}

/** As WebP of the same size. */
async function withinBound(bytes: Uint8Array, width: number): Promise<Uint8Array> {
  const webp = await smallerPicture({ bytes }, width, 85, 'webp').catch(refuseTooLarge)
  return webp.byteLength <= maxFileBytes ? webp : refuseTooLarge()
}

function refuseLongRecording(): never {
  const message = phrase`A recording may have ${maxAudioBytes / 1_000_000} MB. Say it in fewer words, or send it in a lower quality.`
  throw new Problem('TOO_LARGE', { message, fields: [{ path: 'file', code: 'max', message }] })
}

/** `cause`: it took too long. */
function refuseTooLarge(cause?: unknown): never {
  const message = phrase`This picture becomes larger than ${maxFileBytes / 1_000_000} MB when it is stored. Send it smaller.`
  throw new Problem('TOO_LARGE', { message, fields: [{ path: 'file', code: 'max', message }], cause })
}
