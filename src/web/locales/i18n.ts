// Which language is shown, and where its words come from: the files of its folder, fetched only by those who chose it.
import { fetchers } from 'virtual:messages'
import type { Sentences } from '#domain/messages/fill.ts'
import { isLanguage, type Language } from '#domain/messages/languages.ts'
import { speak } from './translation.ts'

const storageKey = 'farmbook:language'

/** All sentences of a language that a screen can show. */
export async function fetchSentences(language: Language): Promise<Sentences> {
  return (await fetchers[language]?.())?.default ?? {}
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
  // Without its file, on a line that broke, English is better than an empty page.
  else await changeLanguage(language).catch(() => show('en'))
}

let choices = 0
/** Fetches the language if needed and shows it; the choice is stored on this device. */
export async function changeLanguage(language: Language): Promise<void> {
  const mine = ++choices
  const sentences = language === 'en' ? undefined : await fetchSentences(language)
  // Another one was chosen meanwhile.
  if (mine !== choices) return
  localStorage.setItem(storageKey, language)
  show(language, sentences)
}

function show(language: Language, sentences?: Sentences): void {
  document.documentElement.lang = language
  speak(language, sentences)
}
