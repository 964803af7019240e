// What was sent, as it will be stored: recognised by its content, an image encoded anew with a bound on each side and freed of what
// the camera wrote, everything else as it is.
import { createHash } from 'node:crypto'
import { type FileType, fileNameOf } from '#domain/kernel/files.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { type Taken, takenOf } from '#server/images/exif.ts'
import { readPicture } from '#server/images/picture.ts'
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

const accepted = 'Accepted are photographs (JPEG, PNG, WebP), PDF, CSV, XLSX and KML.'
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Throws UNSUPPORTED_MEDIA for what is none of the kinds, VALIDATION for an image that cannot be decoded. */
export async function prepareFile(sent: Uint8Array, name: string): Promise<PreparedFile> {
  if (sent.byteLength === 0) throw new Problem('VALIDATION', { fields: [{ path: 'file', code: 'required', message: 'This file is empty.' }] })
  const mediaType = await typeOfContent(sent)
  if (!mediaType) throw new Problem('UNSUPPORTED_MEDIA', { message: accepted, fields: [{ path: 'file', code: 'format', message: accepted }] })
  const described = { name: fileNameOf(name, mediaType), mediaType, sentSha256: sha256(sent) }
  if (!mediaType.startsWith('image/'))
    return { ...described, bytes: sent, sha256: described.sentSha256, width: null, height: null, taken: { at: null, lat: null, lng: null } }
  // It keeps its format.
  const { bytes, hash, width, height } = await readPicture(sent)
  return { ...described, bytes, sha256: hash, width, height, taken: await takenOf(sent) }
}
