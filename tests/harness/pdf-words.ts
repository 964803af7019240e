// What a PDF of the product says, read from its bytes as a reader of PDF does: the glyphs of each piece of text, turned into letters by the table of their font.
import { inflateSync } from 'node:zlib'

type Letters = Map<number, string>

/** What is drawn: the content of all streams that are text. */
export function pdfStreams(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes).toString('latin1')
  return [...file.matchAll(/\d+ 0 obj\n([\s\S]*?)\nendobj/g)].flatMap(([, body = '']) =>
    /\/(?:Type|Subtype|ToUnicode|FontFile)/.test(body) ? [] : [streamOf(body)],
  )
}

/** The text of all pages, a line for each piece that was drawn. */
export function pdfWords(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes).toString('latin1')
  const objects = new Map([...file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, no = '', body = '']) => [no, body]))
  const fonts = new Map<string, Letters>()
  for (const [, name = '', no = ''] of file.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(no) ?? '')?.[1]
    if (table) fonts.set(name, lettersOf(streamOf(objects.get(table) ?? '')))
  }
  return [...objects.values()].flatMap((body) => (/\/(?:Type|Subtype|ToUnicode|FontFile)/.test(body) ? [] : piecesOf(streamOf(body), fonts)))
}

function streamOf(body: string): string {
  const [, head = '', data] = /^([\s\S]*?)\nstream\n([\s\S]*?)\nendstream/.exec(body) ?? []
  if (data === undefined) return ''
  return head.includes('FlateDecode') ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : data
}

const codesOf = (hex: string): number[] => (hex.replaceAll(' ', '').match(/.{4}/g) ?? []).map((code) => Number.parseInt(code, 16))
const textOf = (hex: string): string => String.fromCharCode(...codesOf(hex))

/** Of a table with ranges of glyphs: `<first> <last> [<letters> …]` or `<first> <last> <letters of the first>`. */
function lettersOf(table: string): Letters {
  const letters: Letters = new Map()
  for (const [, first = '', , list, start = ''] of table.matchAll(/<([\da-f]+)> <([\da-f]+)> (?:\[([^\]]*)\]|<([\da-f]+)>)/gi)) {
    const from = Number.parseInt(first, 16)
    if (list === undefined) letters.set(from, textOf(start))
    else for (const [at, [, hex = '']] of [...list.matchAll(/<([\da-f ]*)>/gi)].entries()) letters.set(from + at, textOf(hex))
  }
  return letters
}

/** Text is set in one font until another is named; spaces between letters are moves of a piece. */
function piecesOf(content: string, fonts: ReadonlyMap<string, Letters>): string[] {
  const pieces: string[] = []
  let font: Letters | undefined
  for (const [, name, list] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = fonts.get(name)
    else if (font)
      pieces.push(
        [...(list ?? '').matchAll(/<([\da-f]+)>/gi)]
          .map(([, hex = '']) =>
            codesOf(hex)
              .map((code) => font?.get(code) ?? '')
              .join(''),
          )
          .join(''),
      )
  }
  return pieces
}
