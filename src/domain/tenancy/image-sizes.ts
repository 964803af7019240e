// The widths in which pictures of a programme are handed out, and the addresses a page asks them under. Shared, so
// that the web asks for no width that the server refuses.

/** Pixels (specification section 9: device sizes 640 to 3840). */
export const imageWidths = [640, 750, 828, 1080, 1200, 1920, 2048, 3840] as const
/** Of 100, as encoders of pictures count it (specification section 9). */
export const defaultQuality = 75
/** What is encoded at all. Any quality from 1 to 100 may be asked for and gets the nearest, so that nobody can ask for a hundred different encodings. */
export const imageQualities = [50, defaultQuality, 90] as const

/** The quality that is given to whoever asks for `requested` (1..100); of two as near, the better one. */
export const nearestQuality = (requested: number): number =>
  imageQualities.reduce<number>((best, one) => (Math.abs(one - requested) <= Math.abs(best - requested) ? one : best), imageQualities[0])

/** Where uploaded pictures live: the SHA-256 of their bytes is their name. */
export const fileAddress = (hash: string): string => `/files/${hash}`
/** The hash in an address of ours; null for any other address. */
export const hashOfAddress = (address: string): string | null => /^\/files\/([0-9a-f]{64})$/.exec(address)?.[1] ?? null

const address = (url: string, width: number): string => `/_image?url=${encodeURIComponent(url)}&w=${width}&q=${defaultQuality}`

/**
 * `src` and `srcSet` of a picture drawn `cssPixels` wide, for screens of one and two dots to the pixel.
 * Pictures that are not ours are taken as they are.
 */
export function pictureSources(url: string, cssPixels: number): { src: string; srcSet?: string } {
  if (hashOfAddress(url) === null) return { src: url }
  const atLeast = (pixels: number) => imageWidths.find((width) => width >= pixels) ?? imageWidths[imageWidths.length - 1] ?? pixels
  const [once, twice] = [atLeast(cssPixels), atLeast(cssPixels * 2)]
  return { src: address(url, once), ...(twice > once ? { srcSet: `${address(url, once)} 1x, ${address(url, twice)} 2x` } : {}) }
}
