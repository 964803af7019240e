// Which language is shown, and where its words come from: parts of its files, each fetched by the first page that shows it. English is in the
// pages themselves.
import { fetchers } from 'virtual:messages'
import { isLanguage, type Language } from '#domain/messages/languages.ts'
import { speak } from './translation.ts'

const storageKey = 'farmbook:language'

type First = Awaited<ReturnType<(typeof fetchers)[string]>>
/** What is shown of a language other than English: its sentences so far, and the parts that were asked for; nothing is left of one that is there. */
type Shown = { language: Language; first: First; sentences: Record<string, string>; requested: Record<string, Promise<void> | readonly [] | undefined> }
let shown: Shown | undefined

/** The language chosen on this device, else the browser's first one we know, else English. */
export function preferredLanguage(): Language {
  const stored = localStorage.getItem(storageKey)
  if (isLanguage(stored)) return stored
  const known = navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage)
  return known ?? 'en'
}

/** Before the first drawing. */
export async function startLanguages(language: Language = preferredLanguage()): Promise<void> {
  const first = await fetchFirst(language).catch(() => undefined)
  // Without its file, on a line that broke, English is better than an empty page.
  show(first ? language : 'en', first)
}

/**
 * What is still to come of words: of the frame and lists, `lists`, and of the lists of one entity; of everything, without names. One and the same promise for
 * who draws. A part that does not come leaves its sentences in English until it is asked for again.
 */
export const fetchWords = (...names: readonly string[]): readonly Promise<void>[] =>
  (names.length ? names : ['lists', 'rest']).flatMap((part) => {
    const of = shown
    if (!of) return []
    of.requested[part] ??= of.first.others[part]?.().then(
      ({ default: sentences }) => {
        of.requested[part] = []
        if (shown === of) speak(of.language, Object.assign(of.sentences, sentences))
      },
      () => {
        of.requested[part] = undefined
      },
    )
    return of.requested[part] ?? []
  })

let choices = 0
/** Fetches all of the language if needed and shows it; the choice is stored on this device, and where the server sees it, which names the files of pages. */
export async function changeLanguage(language: Language): Promise<void> {
  const mine = ++choices
  const first = await fetchFirst(language)
  // Another one was chosen meanwhile.
  if (mine !== choices) return
  localStorage.setItem(storageKey, language)
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and older telephones have no Cookie Store API
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`
  show(language, first)
  await Promise.all(fetchWords())
}

const fetchFirst = async (language: Language): Promise<First | undefined> => fetchers[language]?.()

function show(language: Language, first?: First): void {
  shown = first && { language, first, sentences: { ...first.default }, requested: {} }
  document.documentElement.lang = language
  speak(language, shown?.sentences)
}
