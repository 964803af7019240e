// A sentence that was stored in English, in the words of its reader: its key and values stand in the field beside it.
import type { Field } from '#domain/kernel/field.ts'
import { sentenceIn } from '#web/locales/stored-sentence.ts'
import type { TFunction } from '#web/locales/translation.ts'

/** Any other value as it is. `siblings`: what stands in the fields beside it. */
export function wordedValue({ wordsIn }: Field, value: unknown, siblings: Readonly<Record<string, unknown>>, t: TFunction): unknown {
  if (wordsIn === undefined || typeof value !== 'string') return value
  const words = siblings[wordsIn]
  return t(sentenceIn({ message: value, words: typeof words === 'string' ? words : null }))
}
