// Languages: which there are, which one is shown, and where its words come from. Others than English are fetched only by those who use them.
import { type Sentences, speak } from './translation.ts'

export const languages = { en: 'English', hi: 'हिन्दी' } as const
export type Language = keyof typeof languages

const loaders: Partial<Record<Language, () => Promise<{ sentences: Sentences }>>> = { hi: () => import('./hi.ts') }
const storageKey = 'farmbook:language'

export const isLanguage = (value: unknown): value is Language => typeof value === 'string' && value in languages

/** The language chosen on this device, else the browser's first one we know, else English. */
export function preferredLanguage(): Language {
  const stored = localStorage.getItem(storageKey)
  if (isLanguage(stored)) return stored
  const known = navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage)
  return known ?? 'en'
}

/** Before the first drawing. */
export async function startLanguages(language: Language = preferredLanguage()): Promise<void> {
  if (language === 'en') show('en')
  else await changeLanguage(language)
}

/** Fetches the language if needed and shows it; the choice is stored on this device. */
export async function changeLanguage(language: Language): Promise<void> {
  const load = loaders[language]
  // Another language brings what recognises the server's sentences with it; English readers never fetch either.
  const fetched = load && (await Promise.all([load(), import('./messages.ts')]))
  localStorage.setItem(storageKey, language)
  if (!fetched) return show('en')
  const [{ sentences }, { translatorOf }] = fetched
  show(language, { sentences, translate: translatorOf(sentences) })
}

function show(language: Language, voice?: { sentences: Sentences; translate: (text: string) => string }): void {
  document.documentElement.lang = language
  speak(language, voice)
}
