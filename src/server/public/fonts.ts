// Letters of the public page for a device that has none of its own (desktops outside India). Phones that are sold where this
// page is scanned have them, so nothing is fetched there.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

type Font = { family: string; range: string; file: string; local: readonly string[] }

/** By the name in their address. */
const fonts: Readonly<Record<string, Font>> = {
  hindi: {
    family: 'Hindi',
    range: 'U+0900-097F,U+200C-200D,U+25CC',
    file: '@fontsource/mukta/files/mukta-devanagari-400-normal.woff2',
    local: [
      'Noto Sans Devanagari',
      'NotoSansDevanagari-Regular',
      'Noto Sans Devanagari UI',
      'NotoSansDevanagariUI-Regular',
      'Nirmala UI',
      'NirmalaUI',
      // Apple's, and those of Linux.
      'Kohinoor Devanagari',
      'KohinoorDevanagari-Regular',
      'Mukta',
      'Mukta-Regular',
      'Lohit Devanagari',
      'Lohit-Devanagari',
    ],
  },
  gujarati: {
    family: 'Gujarati',
    range: 'U+0A80-0AFF',
    file: '@fontsource/mukta-vaani/files/mukta-vaani-gujarati-400-normal.woff2',
    local: [
      'Noto Sans Gujarati',
      'NotoSansGujarati-Regular',
      'Noto Sans Gujarati UI',
      'NotoSansGujaratiUI-Regular',
      'Nirmala UI',
      'NirmalaUI',
      'Kohinoor Gujarati',
      'KohinoorGujarati-Regular',
      'Mukta Vaani',
      'MuktaVaani-Regular',
      'Lohit Gujarati',
      'Lohit-Gujarati',
    ],
  },
}

export const fontNames = Object.keys(fonts)
export const fontPath = (name: string): string => `/public/${name}.woff2`

/** Asked for only by letters of that script, and only when no font of the device is found by name. */
export const fontFaces = Object.entries(fonts)
  .map(
    ([name, { family, range, local }]) =>
      `@font-face{font-family:${family};src:${local.map((one) => `local("${one}")`).join(',')},url(${fontPath(name)}) format("woff2");font-display:swap;unicode-range:${range}}`,
  )
  .join('')
export const fontFamilies = Object.values(fonts)
  .map(({ family }) => family)
  .join(',')

const read = new Map<string, Promise<Uint8Array>>()
/** Throws for a name that is not of ours. */
export function fontBytes(name: string): Promise<Uint8Array> {
  const font = fonts[name]
  if (!font) throw new Error(`no font is called ${name}`)
  const bytes = read.get(name) ?? readFile(fileURLToPath(import.meta.resolve(font.file)))
  read.set(name, bytes)
  return bytes
}
