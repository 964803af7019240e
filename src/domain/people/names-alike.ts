// Whether two names sound and look like one: Devanagari is written in Latin letters first, spellings
// that Indian languages vary freely are made one, then Jaro-Winkler compares (BR-23).

const vowels: Record<string, string> = { अ: 'a', आ: 'aa', इ: 'i', ई: 'ii', उ: 'u', ऊ: 'uu', ऋ: 'ri', ए: 'e', ऐ: 'ai', ओ: 'o', औ: 'au', ऑ: 'o' }
const signs: Record<string, string> = { 'ा': 'aa', 'ि': 'i', 'ी': 'ii', 'ु': 'u', 'ू': 'uu', 'ृ': 'ri', 'े': 'e', 'ै': 'ai', 'ो': 'o', 'ौ': 'au', 'ॉ': 'o', '्': '' }
const consonants: Record<string, string> = {
  क: 'k',
  ख: 'kh',
  ग: 'g',
  घ: 'gh',
  ङ: 'n',
  च: 'ch',
  छ: 'chh',
  ज: 'j',
  झ: 'jh',
  ञ: 'n',
  ट: 't',
  ठ: 'th',
  ड: 'd',
  ढ: 'dh',
  ण: 'n',
  त: 't',
  थ: 'th',
  द: 'd',
  ध: 'dh',
  न: 'n',
  प: 'p',
  फ: 'ph',
  ब: 'b',
  भ: 'bh',
  म: 'm',
  य: 'y',
  र: 'r',
  ल: 'l',
  व: 'v',
  श: 'sh',
  ष: 'sh',
  स: 's',
  ह: 'h',
  ळ: 'l',
}
const marks: Record<string, string> = { 'ं': 'n', 'ँ': 'n', 'ः': 'h', '़': '' }

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII
const isAscii = /^[\u0000-\u007f]*$/
/** Devanagari in plain Latin letters, the inherent a dropped at the end of a word as in speech (राम → raam). Other scripts pass. */
export function transliterate(value: string): string {
  if (isAscii.test(value)) return value
  const letters = [...value.normalize('NFD').normalize('NFC')]
  let latin = ''
  for (const [index, letter] of letters.entries()) {
    const consonant = consonants[letter]
    if (consonant === undefined) {
      latin += vowels[letter] ?? signs[letter] ?? marks[letter] ?? letter
      continue
    }
    const next = letters.slice(index + 1).find((one) => one !== '़') ?? ''
    const endsWord = !/\p{L}|\p{M}/u.test(next)
    latin += consonant + (next in signs || endsWord ? '' : 'a')
  }
  return latin
}

/** Spellings worked out before: a table names the same villages and families again and again. */
const spellings = new Map<string, string>()
const spellingsAtMost = 20_000
/** One spelling for what is written many ways: case, marks, doubled and long vowels, v/w, f/ph, h after consonants, y endings. */
export function canonicalName(value: string): string {
  const known = spellings.get(value)
  if (known !== undefined) return known
  if (spellings.size >= spellingsAtMost) spellings.clear()
  const spelling = spelled(value)
  spellings.set(value, spelling)
  return spelling
}
const spelled = (value: string): string =>
  transliterate(value)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .replace(/ee|ii|ea/g, 'i')
    .replace(/oo|uu/g, 'u')
    .replace(/aa/g, 'a')
    .replace(/ph/g, 'f')
    .replace(/w/g, 'v')
    .replace(/x/g, 'ks')
    .replace(/([bcdgjkt])h/g, '$1')
    .replace(/sh/g, 's')
    .replace(/z/g, 'j')
    .replace(/y\b/g, 'i')
    .replace(/(\p{L})\1+/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim()

/** Letters of a text as numbers: by letters, not by halves of letters outside the basic plane. */
export type Letters = readonly number[]
export const lettersOf = (text: string): Letters => Array.from(text, (letter) => letter.codePointAt(0) ?? 0)

/** Jaro-Winkler likeness of two strings, 0..1 (prefix weight 0.1, at most four letters). Two empty strings are unlike: nothing is known. */
export const jaroWinkler = (one: string, other: string): number => (one && one === other ? 1 : lettersAlike(lettersOf(one), lettersOf(other)))

/** The same of letters. */
export function lettersAlike(a: Letters, b: Letters): number {
  if (!a.length || !b.length) return 0
  const range = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const isMatchedA = new Uint8Array(a.length)
  const isMatchedB = new Uint8Array(b.length)
  let matches = 0
  for (let i = 0; i < a.length; i++) {
    const last = Math.min(b.length - 1, i + range)
    for (let j = Math.max(0, i - range); j <= last; j++) {
      if (isMatchedB[j] || a[i] !== b[j]) continue
      isMatchedA[i] = 1
      isMatchedB[j] = 1
      matches++
      break
    }
  }
  if (!matches) return 0
  let swapped = 0
  for (let i = 0, j = 0; i < a.length; i++) {
    if (!isMatchedA[i]) continue
    while (!isMatchedB[j]) j++
    if (a[i] !== b[j]) swapped++
    j++
  }
  const jaro = (matches / a.length + matches / b.length + (matches - swapped / 2) / matches) / 3
  return jaro + commonPrefix(a, b) * prefixWeight * (1 - jaro)
}
/** Letters at the beginning of both, at most four. */
function commonPrefix(a: Letters, b: Letters): number {
  let prefix = 0
  while (prefix < prefixLetters && a[prefix] !== undefined && a[prefix] === b[prefix]) prefix++
  return prefix
}
const prefixLetters = 4
const prefixWeight = 0.1

const sorted = (name: string): string => name.split(' ').sort().join(' ')
/** Likeness of two names of persons: canonical spelling, words in any order. */
export const namesAlike = (a: string, b: string): number => canonicalAlike(canonicalName(a), canonicalName(b))
/** The same of names in canonical spelling. */
export const canonicalAlike = (one: string, other: string): number => Math.max(jaroWinkler(one, other), jaroWinkler(sorted(one), sorted(other)))

/** From this likeness on two names are taken for one (BR-23). */
export const nameThreshold = 0.9
/**
 * At most this much of two names that reach the threshold can be letters which the other name does not have, as a share of
 * each, added up: Winkler adds at most 0.4 of what Jaro lacks, and Jaro counts the matched share of both names and their order.
 */
export const maxForeignShare = 3 * (1 - (nameThreshold - prefixLetters * prefixWeight) / (1 - prefixLetters * prefixWeight))

/**
 * False only for canonical names that cannot reach the threshold, by the letters they share; cheap, and never wrong about a
 * pair that is alike. The database asks the same of stored keys (server/store, `mayBeAlike`).
 */
export function mayBeAlike(one: string, other: string): boolean {
  return !!one && !!other && foreignShare(one, other) + foreignShare(other, one) <= maxForeignShare + 1e-6
}
function foreignShare(name: string, other: string): number {
  let foreign = 0
  let letters = 0
  for (const letter of name) {
    letters++
    if (!other.includes(letter)) foreign++
  }
  return foreign / letters
}

/** A canonical name made ready to be compared with many others: its letters, in both orders of words, and how often each kind occurs. */
export type Comparable = {
  name: string
  letters: Letters
  sorted: Letters
  /** Bit n of the k-th: at least k + 1 letters of the n-th of 32 kinds. */
  kinds: readonly [number, number, number]
  /** Letters beyond the third of their kind. */
  more: number
}
const comparables = new Map<string, Comparable>()
/** Made once for a name that comes again. */
export function comparable(name: string): Comparable {
  const known = comparables.get(name)
  if (known) return known
  if (comparables.size >= spellingsAtMost) comparables.clear()
  const made = makeComparable(name)
  comparables.set(name, made)
  return made
}
/** The same for a name that the caller stores. */
export function makeComparable(name: string): Comparable {
  const letters = lettersOf(name)
  const inOrder = sorted(name)
  const kinds: [number, number, number] = [0, 0, 0]
  let more = 0
  for (const letter of letters) {
    const bit = 1 << (letter & 31)
    if (!(kinds[0] & bit)) kinds[0] |= bit
    else if (!(kinds[1] & bit)) kinds[1] |= bit
    else if (!(kinds[2] & bit)) kinds[2] |= bit
    else more++
  }
  return { name, letters, sorted: inOrder === name ? letters : lettersOf(inOrder), kinds, more }
}

/** Whether two names are taken for one (BR-23). Most pairs are decided by the letters that both can have at most and by how they begin. */
export function areAlike(one: Comparable, other: Comparable): boolean {
  if (one.name === other.name) return one.name !== ''
  const common =
    bitCount(one.kinds[0] & other.kinds[0]) + bitCount(one.kinds[1] & other.kinds[1]) + bitCount(one.kinds[2] & other.kinds[2]) + Math.min(one.more, other.more)
  const share = common / one.letters.length + common / other.letters.length
  const canReach = (a: Letters, b: Letters) => share + 1e-6 >= (leastShare[commonPrefix(a, b)] ?? 0)
  return (
    (canReach(one.letters, other.letters) && lettersAlike(one.letters, other.letters) >= nameThreshold) ||
    (canReach(one.sorted, other.sorted) && lettersAlike(one.sorted, other.sorted) >= nameThreshold)
  )
}
/** By the number of common letters at the beginning: the share of matched letters in both names, added up, without which Winkler stays below the threshold. */
const leastShare = Array.from({ length: prefixLetters + 1 }, (_, prefix) => {
  const jaro = (nameThreshold - prefix * prefixWeight) / (1 - prefix * prefixWeight)
  return 3 * jaro - 1
})
function bitCount(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555)
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333)
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
