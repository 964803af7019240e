// What a camera wrote into a photograph about when and where it was taken. It is stored with the file and never served: the
// picture itself is encoded anew without it (picture.ts).
import readExif from 'exif-reader'
import sharp from 'sharp'

export type Taken = { /** As the camera wrote it; with an offset where it wrote one. */ at: string | null; lat: number | null; lng: number | null }
const nothing: Taken = { at: null, lat: null, lng: null }

/** Of an image that could be decoded; what cannot be read of it is absent. */
export async function takenOf(image: Uint8Array): Promise<Taken> {
  try {
    const { exif } = await sharp(image).metadata()
    if (!exif) return nothing
    const { Photo, GPSInfo } = readExif(exif)
    const at = Photo?.DateTimeOriginal
    const offset = typeof Photo?.OffsetTimeOriginal === 'string' && /^[+-]\d\d:\d\d/.test(Photo.OffsetTimeOriginal) ? Photo.OffsetTimeOriginal.slice(0, 6) : ''
    const lat = degreesOf(GPSInfo?.GPSLatitude, GPSInfo?.GPSLatitudeRef, 90)
    const lng = degreesOf(GPSInfo?.GPSLongitude, GPSInfo?.GPSLongitudeRef, 180)
    // A place is both.
    const place = lat === null || lng === null ? { lat: null, lng: null } : { lat, lng }
    // The reader takes the camera's local time for UTC.
    return { at: at instanceof Date && !Number.isNaN(at.getTime()) ? `${at.toISOString().slice(0, 19)}${offset}` : null, ...place }
  } catch {
    return nothing
  }
}

/** Degrees, minutes and seconds as one number, negative in the south and west. */
function degreesOf(parts: unknown, side: unknown, most: number): number | null {
  if (!Array.isArray(parts) || parts.length < 1) return null
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map(Number)
  const value = degrees + minutes / 60 + seconds / 3600
  if (!Number.isFinite(value) || value < 0 || value > most) return null
  return Math.round((/^[SW]/i.test(String(side)) ? -value : value) * 1e6) / 1e6
}
