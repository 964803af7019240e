// Languages. The English sentence itself is the key, so code reads as the screen does and a missing
// translation still says something. Other languages are fetched only by those who use them.
import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { sentences } from './en.ts'

export const languages = { en: 'English', hi: 'हिन्दी' } as const
export type Language = keyof typeof languages

const loaders: Partial<Record<Language, () => Promise<{ sentences: Record<string, string> }>>> = { hi: () => import('./hi.ts') }
const storageKey = 'farmbook:language'

export const isLanguage = (value: unknown): value is Language => typeof value === 'string' && value in languages

/** The language chosen on this device, else the browser's first one we know, else English. */
export function preferredLanguage(): Language {
  const kept = localStorage.getItem(storageKey)
  if (isLanguage(kept)) return kept
  const known = navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage)
  return known ?? 'en'
}

export async function startLanguages(language: Language = preferredLanguage()): Promise<i18n> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: false,
    resources: { en: { translation: sentences } },
    // Sentences contain full stops and colons: neither may be read as a path.
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    returnEmptyString: false,
    react: { useSuspense: false },
  })
  if (language !== 'en') await changeLanguage(language)
  document.documentElement.lang = i18next.language
  return i18next
}

/** Fetches the language if needed and shows it; the choice is kept on this device. */
export async function changeLanguage(language: Language): Promise<void> {
  const load = loaders[language]
  if (load && !i18next.hasResourceBundle(language, 'translation')) i18next.addResourceBundle(language, 'translation', (await load()).sentences)
  localStorage.setItem(storageKey, language)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}
