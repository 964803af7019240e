// The words of notifications where no browser translates them: mail and telephones. A further language is one more file of
// sentences beside Hindi's, and its line here.
import hi from './locales/hi.json' with { type: 'json' }
import { fill, formatIn, type Wording } from './sentence.ts'

const sentences: Readonly<Record<string, { locale: string; sentences: Readonly<Record<string, string>> }>> = {
  en: { locale: 'en-IN', sentences: {} },
  hi: { locale: 'hi-IN', sentences: hi },
}

/** A language that is not there is English. */
export function wordingIn(language: string, currency?: string): Wording {
  const { locale, sentences: known } = sentences[language] ?? { locale: 'en-IN', sentences: {} }
  return { phrase: (template, values) => fill(known[template] ?? template, values), format: formatIn(locale, currency) }
}
