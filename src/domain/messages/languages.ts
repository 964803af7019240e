// The languages of the product: the one list. Another one is its folder beside this file and a line here; the pages, mails, reports
// and messages on telephones, and what people may choose, follow from it.

type Entry = {
  /** In its own words: nobody has to read another language to find theirs. */
  name: string
  /** How days, numbers and money are written. Latin digits throughout: receipts, scales and codes carry them. */
  locale: string
}

/** English is what the keys of the others are written in, and what is said where another one lacks a sentence. */
export const languages = {
  // Indian grouping (1,12,400) belongs to the region, not to the language.
  en: { name: 'English', locale: 'en-IN' },
  hi: { name: 'हिन्दी', locale: 'hi-IN-u-nu-latn' },
  mr: { name: 'मराठी', locale: 'mr-u-nu-latn' },
  gu: { name: 'ગુજરાતી', locale: 'gu-u-nu-latn' },
  es: { name: 'Español', locale: 'es' },
  fr: { name: 'Français', locale: 'fr' },
} as const satisfies Readonly<Record<string, Entry>>

export type Language = keyof typeof languages

export const isLanguage = (code: unknown): code is Language => typeof code === 'string' && Object.hasOwn(languages, code)
export const languageCodes: readonly Language[] = Object.keys(languages).filter(isLanguage)

/** A language that is not ours is written as English is. */
export const localeOf = (language: string): string => (isLanguage(language) ? languages[language] : languages.en).locale

/** The language asked for in the address, else the first of the browser's own that is ours, else that of the programme. */
export const requestedLanguage = (requested: string | null, accepted: string | undefined, otherwise: Language = 'en'): Language =>
  requested === null ? (acceptedLanguage(accepted) ?? otherwise) : isLanguage(requested) ? requested : otherwise

/** The first of ours among the tags that a browser asks for, the most wanted first (RFC 9110, Accept-Language). */
export function acceptedLanguage(accepted: string | undefined): Language | undefined {
  const wanted = (accepted ?? '').split(',').map((part, at) => {
    const [tag = '', ...parameters] = part.split(';')
    const weight = Number(/^\s*q=([\d.]+)/.exec(parameters[0] ?? '')?.[1] ?? 1)
    return { language: tag.trim().toLowerCase().split('-')[0], weight, at }
  })
  return wanted
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || one.at - other.at)
    .map(({ language }) => language)
    .find(isLanguage)
}
