// Pictures through sharp: an upload is read, turned upright, freed of what cameras write into it and encoded anew, so that
// nothing of the sender's bytes is ever served; a stored one is made smaller. Only PNG, JPEG and WebP are decoded at all.

import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'

export const pictureFormats = ['png', 'jpeg', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]
export type Picture = { hash: string; format: PictureFormat; width: number; height: number; bytes: Uint8Array }
export const mediaTypes: Readonly<Record<PictureFormat, string>> = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' }

/** A photograph of a phone fits; a logo is a hundredth of it. */
export const maxPictureBytes = 5_000_000
/** A few bytes can claim a picture that fills the memory. */
const maxPixels = 40_000_000
/** Of what is sent: one pixel wide and millions high is within the number of pixels, and costs a hundred times its decoding to make smaller. */
const longestSent = 20_000
/** A photograph takes a second; what takes longer is not waited for. */
const encodeSeconds = 10
/** No stored side is longer: the widest that is ever handed out (specification section 9). */
const longestSide = 3840

// SVG, TIFF, PDF … are whole interpreters behind the same door; the three we take stay open.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] })
// One thread a picture: the machine has other work than logos.
sharp.concurrency(1)

/** What the first bytes say it is; file names and Content-Type are only somebody's word. */
export function formatOf(bytes: Uint8Array): PictureFormat | 'svg' | null {
  const head = Buffer.from(bytes.subarray(0, 256))
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (head.subarray(0, 4).toString('latin1') === 'RIFF' && head.subarray(8, 12).toString('latin1') === 'WEBP') return 'webp'
  return /^\ufeff?\s*<(\?xml|svg|!doctype svg)/i.test(head.toString('utf8')) ? 'svg' : null
}

/** An upload as it will be stored. Throws UNSUPPORTED_MEDIA for other formats, VALIDATION for what is no whole picture. */
export async function readPicture(sent: Uint8Array): Promise<Picture> {
  const format = formatOf(sent)
  if (format === 'svg')
    throw new Problem('UNSUPPORTED_MEDIA', { message: 'SVG is not accepted: it may carry programs. Export the logo as PNG, about 1,000 pixels wide.' })
  if (!format) throw new Problem('UNSUPPORTED_MEDIA', { message: 'Send a picture: PNG, JPEG or WebP.' })
  try {
    const { width, height } = await sharp(sent, { limitInputPixels: maxPixels }).metadata()
    if (Math.max(width, height) > longestSent) throw fieldProblem('file', 'max', phrase`No side of a picture may be longer than ${longestSent} pixels.`)
    const upright = sharp(sent, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 }).autoOrient()
    const { data, info } = await encoded(upright.resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true }), format, 90)
    return { hash: createHash('sha256').update(data).digest('hex'), format, width: info.width, height: info.height, bytes: data }
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    throw new Problem('VALIDATION', {
      fields: [
        { path: 'file', code: 'format', message: phrase`This picture cannot be read: it is damaged, or larger than ${maxPixels / 1_000_000} megapixels.` },
      ],
      cause,
    })
  }
}

/** A stored picture at most `width` pixels wide, never larger than it is. `quality` 1..100. */
export async function smallerPicture({ bytes }: Pick<Picture, 'bytes'>, width: number, quality: number, format: PictureFormat): Promise<Uint8Array> {
  const { data } = await encoded(sharp(bytes, { limitInputPixels: maxPixels }).resize({ width, withoutEnlargement: true }), format, quality)
  return data
}

const encoded = (picture: Sharp, format: PictureFormat, quality: number) =>
  // PNG has no quality of this kind: it loses nothing. Not the smallest files but quick ones: the last tenth of the bytes costs ten times the work.
  (format === 'png' ? picture.png({ compressionLevel: 6 }) : format === 'jpeg' ? picture.jpeg({ quality }) : picture.webp({ quality, effort: 2 }))
    .timeout({ seconds: encodeSeconds })
    .toBuffer({ resolveWithObject: true })
