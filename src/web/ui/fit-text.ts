// Words in a drawing, where nothing wraps by itself: cut, or broken once, at so many letters. A letter is what a reader sees:
// in Devanagari several characters make one.
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
const charactersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

export const charactersIn = (text: string): number => charactersOf(text).length

/** A letter with its share of air in the letters of our drawings (12.5 px, the heavier weight), px; those of Indian scripts are wider. */
const letterWidth = (text: string): number => (/^[\p{Script=Latin}\s\p{P}\d]*$/u.test(text) ? 7.2 : 10)
/** How many letters of such words fit into `room` px. */
export const lettersWithin = (text: string, room: number): number => Math.floor(room / letterWidth(text))
/** The room that words take, px: enough for them, seldom just enough. */
export const roomFor = (text: string): number => Math.ceil(charactersIn(text) * letterWidth(text))

/** At most `most` letters, the last of them an ellipsis where something is left out. */
export function short(text: string, most: number): string {
  const characters = charactersOf(text)
  return characters.length > most
    ? `${characters
        .slice(0, Math.max(1, most - 1))
        .join('')
        .trimEnd()}…`
    : text
}

/** In one line, or in two broken after a space, comma or hyphen; what fits into no two lines is cut. */
export function broken(text: string, most: number): string[] {
  const characters = charactersOf(text)
  if (characters.length <= most) return [text]
  const at = Math.max(...[' ', '-', ','].map((mark) => characters.lastIndexOf(mark, most - 1)))
  if (at < 1) return [short(text, most)]
  return [
    characters
      .slice(0, at + 1)
      .join('')
      .trimEnd(),
    short(
      characters
        .slice(at + 1)
        .join('')
        .trimStart(),
      most,
    ),
  ]
}
