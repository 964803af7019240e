// What is refused in any JSON that is sent, whatever it is for: nesting that no record has and that ends functions which walk
// it, the character PostgreSQL cannot store, and text that is no Unicode. The database would replace half a character by
// another one, and the hash of an event, taken before, would not fit what is stored.
import { phrase, type Sentence } from '../messages/message.ts'

/** An object of JSON: not a list, not null. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A record has five levels, a polygon four more. */
export const deepestJson = 64

/** What cannot be read as JSON, and from where on, where the reader says so. Its own words are English, and stay in the log. */
export function notJson(error: unknown): Sentence {
  const [, at] = /position (\d+)/.exec(error instanceof SyntaxError ? error.message : '') ?? []
  return at === undefined ? 'This is not JSON.' : phrase`This is not JSON: it cannot be read from character ${Number(at) + 1} on.`
}

export const tooDeep = phrase`This is nested deeper than ${deepestJson} levels.`

/** Whether functions that walk this value could run out of stack. */
export const isTooDeep = (value: unknown, depth = 1): boolean =>
  typeof value === 'object' && value !== null && (depth > deepestJson || Object.values(value).some((item) => isTooDeep(item, depth + 1)))

/** A sentence of what is wrong with this value, null when nothing is. Walks no deeper than it allows. */
export function flawOfJson(value: unknown, depth = 1): Sentence | null {
  if (typeof value === 'string') return flawOfText(value)
  if (typeof value !== 'object' || value === null) return null
  if (depth > deepestJson) return tooDeep
  if (Array.isArray(value)) {
    for (const item of value) {
      const flaw = flawOfJson(item, depth + 1)
      if (flaw) return flaw
    }
    return null
  }
  for (const key of Object.keys(value)) {
    const flaw = flawOfText(key) ?? flawOfJson((value as Record<string, unknown>)[key], depth + 1)
    if (flaw) return flaw
  }
  return null
}

function flawOfText(text: string): string | null {
  if (text.includes('\u0000')) return 'The character U+0000 is not accepted.'
  return text.isWellFormed() ? null : 'Text that ends or begins in the middle of a character is not accepted.'
}

/** Text as it can be stored, for what is stored only to be shown again: what cannot be becomes U+FFFD. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd')
/** JSON of this value with each of its texts as the database can store it. */
export const storableJson = (value: unknown): string => JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'string' ? storable(inner) : inner))
