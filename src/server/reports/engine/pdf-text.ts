// Text on paper in any of our scripts. A font file has one script: a text is cut into runs, each set in the font of its script and
// shaped by it (conjuncts, reordered vowel signs), which the library does with the tables of the font.
import { fileURLToPath } from 'node:url'

type Script = 'latin' | 'latinExtended' | 'devanagari' | 'gujarati'
export type Weight = 400 | 600
export type Run = { text: string; font: string }

const files: Readonly<Record<Script, (weight: Weight) => string>> = {
  latin: (weight) => `@fontsource/mukta/files/mukta-latin-${weight}-normal.woff`,
  latinExtended: (weight) => `@fontsource/mukta/files/mukta-latin-ext-${weight}-normal.woff`,
  devanagari: (weight) => `@fontsource/mukta/files/mukta-devanagari-${weight}-normal.woff`,
  gujarati: (weight) => `@fontsource/mukta-vaani/files/mukta-vaani-gujarati-${weight}-normal.woff`,
}
export const weights: readonly Weight[] = [400, 600]

/** Names and files of all fonts, to be registered with a document. They are read when they are first used. */
export const fontFiles = (): { name: string; path: string }[] =>
  Object.entries(files).flatMap(([script, pathOf]) =>
    weights.map((weight) => ({ name: `${script} ${weight}`, path: fileURLToPath(import.meta.resolve(pathOf(weight))) })),
  )

/** Joiners and marks that several scripts share belong to the letters before them. */
const isShared = (code: number): boolean =>
  code === 0x200c || code === 0x200d || code === 0x964 || code === 0x965 || code === 0x25cc || (code >= 0x300 && code <= 0x36f)

function scriptOf(character: string): Script | null {
  const code = character.codePointAt(0) ?? 0
  if (isShared(code)) return null
  if ((code >= 0x900 && code <= 0x97f) || (code >= 0x1cd0 && code <= 0x1cff) || (code >= 0xa8e0 && code <= 0xa8ff) || code === 0x20b9) return 'devanagari'
  if (code >= 0xa80 && code <= 0xaff) return 'gujarati'
  if ((code >= 0x100 && code <= 0x2ff && code !== 0x131 && code !== 0x152 && code !== 0x153) || (code >= 0x1e00 && code <= 0x1eff)) return 'latinExtended'
  return 'latin'
}

/** French sets figures and marks with narrow spaces, which the fonts do not have. */
const narrowNoBreak = '\u202f'
const noBreak = '\u00a0'

/** The parts of a text, each in the font of its script. */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: { script: Script; text: string }[] = []
  for (const character of text.normalize('NFC').replaceAll(narrowNoBreak, noBreak)) {
    const last = runs.at(-1)
    const script = scriptOf(character) ?? last?.script ?? 'latin'
    if (last && last.script === script) last.text += character
    else runs.push({ script, text: character })
  }
  return runs.map(({ script, text: part }) => ({ text: part, font: `${script} ${weight}` }))
}

/** Measures one run in points. */
export type Measure = (run: Run) => number
export const widthOf = (text: string, weight: Weight, measure: Measure): number => runsOf(text, weight).reduce((sum, run) => sum + measure(run), 0)

/** Words of a text; no line is broken at a space that forbids it. */
export const wordsOf = (text: string): string[] => text.split(/[ \t\r\n]+/).filter(Boolean)

/** Lines of at most `width`, broken between words; a word that is wider than a line after its hyphens, and only what is wider still within. */
export function linesOf(text: string, weight: Weight, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of wordsOf(text)) {
    const longer = line ? `${line} ${word}` : word
    if (widthOf(longer, weight, measure) <= width) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const part of piecesOf(word, weight, width, measure)) {
      if (line) lines.push(line)
      line = part
    }
  }
  if (line || lines.length === 0) lines.push(line)
  return lines
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const clustersOf = (word: string): string[] => Array.from(letters.segment(word), ({ segment }) => segment)
/** A word in pieces of at most `width`; never within a letter with its signs. */
function piecesOf(word: string, weight: Weight, width: number, measure: Measure): string[] {
  if (widthOf(word, weight, measure) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  const parts = word.match(/[^-–/]*[-–/]+|[^-–/]+$/g) ?? [word]
  const hasRoom = (part: string) => widthOf(part, weight, measure) <= width
  for (const part of parts.every(hasRoom) ? parts : clustersOf(word)) {
    if (piece && !hasRoom(piece + part)) {
      pieces.push(piece)
      piece = ''
    }
    piece += part
  }
  return [...pieces, piece]
}
