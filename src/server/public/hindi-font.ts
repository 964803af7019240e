// The letters of Hindi for a device that has none of its own (desktops outside India). Phones that are sold where this
// page is scanned have them, so nothing is fetched there.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export const hindiFontPath = '/public/hindi.woff2'
const own = ['Noto Sans Devanagari', 'NotoSansDevanagari-Regular', 'Noto Sans Devanagari UI', 'NotoSansDevanagariUI-Regular', 'Nirmala UI', 'NirmalaUI']
const apples = ['Kohinoor Devanagari', 'KohinoorDevanagari-Regular', 'Mukta', 'Mukta-Regular', 'Lohit Devanagari', 'Lohit-Devanagari']

/** Asked for only by letters of that script, and only when no font of the device is found by name. */
export const hindiFace = `@font-face{font-family:Hindi;src:${[...own, ...apples].map((name) => `local("${name}")`).join(',')},url(${hindiFontPath}) format("woff2");font-display:swap;unicode-range:U+0900-097F,U+200C-200D,U+25CC}`

let bytes: Promise<Uint8Array> | undefined
export const hindiFont = (): Promise<Uint8Array> => {
  bytes ??= readFile(fileURLToPath(import.meta.resolve('@fontsource/mukta/files/mukta-devanagari-400-normal.woff2')))
  return bytes
}
