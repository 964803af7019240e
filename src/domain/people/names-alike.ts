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

/** Devanagari in plain Latin letters, the inherent a dropped at the end of a word as in speech (राम → raam). Other scripts pass. */
export function transliterate(value: string): string {
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

/** One spelling for what is written many ways: case, marks, doubled and long vowels, v/w, f/ph, h after consonants, y endings. */
export function canonicalName(value: string): string {
  return transliterate(value)
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
}

/** Jaro-Winkler likeness of two strings, 0..1 (prefix weight 0.1, at most four letters). Two empty strings are unlike: nothing is known. */
export function jaroWinkler(one: string, other: string): number {
  if (!one || !other) return 0
  if (one === other) return 1
  // By letters, not by halves of letters outside the basic plane.
  const [a, b] = [[...one], [...other]]
  const range = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const isMatched = new Uint8Array(b.length)
  const matchesA: string[] = []
  for (let i = 0; i < a.length; i++) {
    for (let j = Math.max(0, i - range); j <= Math.min(b.length - 1, i + range); j++) {
      if (isMatched[j] || a[i] !== b[j]) continue
      isMatched[j] = 1
      matchesA.push(a[i] as string)
      break
    }
  }
  const matches = matchesA.length
  if (!matches) return 0
  const matchesB = b.filter((_, j) => isMatched[j])
  const swaps = matchesA.filter((letter, index) => letter !== matchesB[index]).length / 2
  const jaro = (matches / a.length + matches / b.length + (matches - swaps) / matches) / 3
  let prefix = 0
  while (prefix < prefixLetters && a[prefix] !== undefined && a[prefix] === b[prefix]) prefix++
  return jaro + prefix * prefixWeight * (1 - jaro)
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
