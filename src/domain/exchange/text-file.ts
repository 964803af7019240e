// A file of text as it comes out of a spreadsheet: in which encoding, and what stands between its cells.

/** By its first bytes: UTF-8, or UTF-16 where they say so (what Excel calls Unicode text). For a TextDecoder, which refuses what is not in it when it is `fatal`. */
export const encodingOf = ([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'

export const notInUtf8 = 'The file is not in UTF-8. In Excel, save it as “CSV UTF-8”.'

/** Comma, semicolon or tab: whichever the header line has most of. `head`: the file, or its beginning. */
export function delimiterOf(head: string): string {
  const line =
    head
      .replace(/^\ufeff/, '')
      .split(/\r?\n/, 1)[0]
      ?.replaceAll(/"[^"]*"/g, '') ?? ''
  const count = (mark: string) => line.split(mark).length
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}
