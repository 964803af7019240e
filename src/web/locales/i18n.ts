// Languages. The English sentence itself is the key, so code reads as the screen does and a missing
// translation still says something. Other languages are fetched only by those who use them.
import i18next, { type i18n, type PostProcessorModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { sentences } from './en.ts'
import { writeFigures } from './write-figures.ts'

export const languages = { en: 'English', hi: 'हिन्दी' } as const
export type Language = keyof typeof languages

const loaders: Partial<Record<Language, () => Promise<{ sentences: Record<string, string> }>>> = { hi: () => import('./hi.ts') }
const storageKey = 'farmbook:language'

export const isLanguage = (value: unknown): value is Language => typeof value === 'string' && value in languages

/** The language chosen on this device, else the browser's first one we know, else English. */
export function preferredLanguage(): Language {
  const stored = localStorage.getItem(storageKey)
  if (isLanguage(stored)) return stored
  const known = navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage)
  return known ?? 'en'
}

/** How the language shown says what only the server knows how to word; English needs none. */
let translate: (text: string) => string = (text) => text

/** A unit by its name in the language shown, looked up bare: asked as a sentence it would come back here. */
const nameUnit = (unit: string): string => i18next.getResource(i18next.language, 'translation', unit) ?? unit

/** What no language file has word for word may be a sentence of the server, with its values in it. */
const messages: PostProcessorModule = {
  type: 'postProcessor',
  name: 'messages',
  process: (value: string, keys: string | string[]) => (value === [keys].flat().at(-1) ? writeFigures(translate(value), i18next.language, nameUnit) : value),
}

export async function startLanguages(language: Language = preferredLanguage()): Promise<i18n> {
  await i18next
    .use(initReactI18next)
    .use(messages)
    .init({
      lng: 'en',
      fallbackLng: false,
      resources: { en: { translation: sentences } },
      // Sentences contain full stops and colons: neither may be read as a path.
      keySeparator: false,
      nsSeparator: false,
      // A sentence never leads to another one: in words that came from outside, $t(…) is text. This is a prefix nothing can hold.
      interpolation: { escapeValue: false, nestingPrefix: '\u0000' },
      returnEmptyString: false,
      postProcess: [messages.name],
      react: { useSuspense: false },
    })
  if (language !== 'en') await changeLanguage(language)
  document.documentElement.lang = i18next.language
  return i18next
}

/** Fetches the language if needed and shows it; the choice is stored on this device. */
export async function changeLanguage(language: Language): Promise<void> {
  const load = loaders[language]
  let next: typeof translate = (text) => text
  if (load) {
    // Another language brings what recognises the server's sentences with it; English readers never fetch either.
    const [{ sentences: theirs }, { translatorOf }] = await Promise.all([load(), import('./messages.ts')])
    if (!i18next.hasResourceBundle(language, 'translation')) i18next.addResourceBundle(language, 'translation', theirs)
    next = translatorOf(theirs)
  }
  translate = next
  localStorage.setItem(storageKey, language)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}
