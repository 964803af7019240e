// What the server says, in the reader's language. A refusal or finding arrives as one English sentence with its values in it
// ("Bale 12 is listed twice."), also from the history, where nothing but the sentence is stored. Translations know it with
// numbered holes ("Bale {{1}} is listed twice."); here the values are found, put into words themselves, and set in again.

export type Sentences = Readonly<Record<string, string>>
type Holed = { pattern: RegExp; holes: string[]; literal: number; translation: string }

const hole = /\{\{(\d+)\}\}/g
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Sentences with holes as patterns; those that say most themselves first, so that the closest one is found. */
function patternsOf(sentences: Sentences): Holed[] {
  return Object.entries(sentences)
    .filter(([english]) => english.includes('{{1}}'))
    .map(([english, translation]) => {
      const parts = english.split(/\{\{\d+\}\}/)
      return {
        pattern: new RegExp(`^${parts.map(escaped).join('(.+?)')}$`, 's'),
        holes: [...english.matchAll(hole)].map((match) => match[1] ?? ''),
        literal: parts.join('').length,
        translation,
      }
    })
    .sort((a, b) => b.literal - a.literal)
}

/** Joined by the rules into one value: "Active or Draft", "same phone, birth year". */
const joints = /(, |; | or | and )/

/** Makes a translator of the server's sentences; what it does not know stays as it was. */
export function translatorOf(sentences: Sentences): (text: string) => string {
  const patterns = patternsOf(sentences)
  const exactly = new Map(Object.entries(sentences))
  // Rules write labels within a sentence in small letters.
  const words = new Map(Object.entries(sentences).map(([english, translation]) => [english.toLowerCase(), translation]))
  const known = new Map<string, string>()

  const translate = (text: string): string | undefined => {
    const exact = exactly.get(text)
    if (exact !== undefined) return exact
    for (const { pattern, holes, translation } of patterns) {
      const values = pattern.exec(text)?.slice(1)
      if (values) return translation.replace(hole, (_, number: string) => translateValue(values[holes.indexOf(number)] ?? ''))
    }
    return undefined
  }
  const translateValue = (value: string): string => {
    const whole = translate(value) ?? words.get(value.toLowerCase())
    if (whole !== undefined) return whole
    return value
      .split(joints)
      .map((part) => words.get(part.toLowerCase()) ?? part)
      .join('')
  }
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const translated = translate(text) ?? text
    known.set(text, translated)
    return translated
  }
}
