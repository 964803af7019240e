// Which language is shown, and where its words come from: the files of its folder, fetched only by those who chose it.
import type { Sentences } from '#domain/messages/fill.ts'
import { isLanguage, type Language } from '#domain/messages/languages.ts'
import { speak } from './translation.ts'

/** Files of all languages but English. What only mails and the public page say stays on the server. */
const files = import.meta.glob<Sentences>(['../../domain/messages/*/*.json', '!../../domain/messages/en/*', '!**/mail.json', '!**/public.json'], {
  import: 'default',
})
const storageKey = 'farmbook:language'

/** All sentences of a language that a screen can show. */
export async function fetchSentences(language: Language): Promise<Sentences> {
  const ofLanguage = Object.entries(files).filter(([path]) => path.includes(`/messages/${language}/`))
  return Object.assign({}, ...(await Promise.all(ofLanguage.map(([, fetchFile]) => fetchFile()))))
}

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
  const sentences = language === 'en' ? undefined : await fetchSentences(language)
  localStorage.setItem(storageKey, language)
  show(language, sentences)
}

function show(language: Language, sentences?: Sentences): void {
  document.documentElement.lang = language
  speak(language, sentences)
}
