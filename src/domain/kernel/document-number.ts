// Numbers of papers and labels in one writing, so that keys and indexes that compare letters compare numbers (docs/decisions/0110, 0114).

/** Capitals of other scripts that are drawn like Latin ones: Cyrillic, then Greek. */
const drawnAs = new Map([...'АВЕЅІЈКМНОРСТУҮХԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ'].map((letter, index) => [letter, 'ABESIJKMHOPCTYYXQWABEZHIKMNOPTYXC'[index] ?? letter]))
/** Where every Cyrillic or Greek letter is drawn like a Latin one, Latin ones; a number with another letter of those scripts is one of that script. */
const inLatin = (value: string): string => {
  const latin = [...value].map((letter) => drawnAs.get(letter) ?? letter).join('')
  return /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(latin) ? value : latin
}
/** Of any script: each has its ten digits in a row, from 0 on. */
const asciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}
/** A number of a paper as it is stored, in whatever case, width, script of digits, dashes and blanks somebody writes it (docs/decisions/0110, 0114). */
export const numberOf = (value: string): string =>
  inLatin(value.normalize('NFKC').toUpperCase())
    .replace(/(?![\u202a-\u202e\u2066-\u2069])\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(/\s+/g, ' ')
    .trim()
