// Words in a drawing, where nothing wraps by itself: cut, or broken once, at so many letters. A letter is what a reader sees:
// in Devanagari several characters make one.
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
const lettersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

export const lettersIn = (text: string): number => lettersOf(text).length

/** At most `most` letters, the last of them an ellipsis where something is left out. */
export function short(text: string, most: number): string {
  const letters = lettersOf(text)
  return letters.length > most
    ? `${letters
        .slice(0, Math.max(1, most - 1))
        .join('')
        .trimEnd()}…`
    : text
}

/** In one line, or in two broken after a space, comma or hyphen; what fits into no two lines is cut. */
export function broken(text: string, most: number): string[] {
  const letters = lettersOf(text)
  if (letters.length <= most) return [text]
  const at = Math.max(...[' ', '-', ','].map((mark) => letters.lastIndexOf(mark, most - 1)))
  if (at < 1) return [short(text, most)]
  return [
    letters
      .slice(0, at + 1)
      .join('')
      .trimEnd(),
    short(
      letters
        .slice(at + 1)
        .join('')
        .trimStart(),
      most,
    ),
  ]
}
