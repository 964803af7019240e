// Words that a first page seldom says, fetched behind it with what draws messages: English for messages about one thing ("1 bale left"), and the
// rest of another language where somebody is signed in.
import forms from '#domain/messages/en/counted.json' with { type: 'json' }
import singulars from '#domain/messages/en/plural-of-screens.json' with { type: 'json' }
import { fetchWords } from './i18n.ts'
import { learnSingulars } from './translation.ts'

/** Long enough for the rows of a list on a slow line. */
const afterMs = 4_000

learnSingulars({ ...forms, ...singulars })
setTimeout(() => {
  // In a test, the page may be gone by then.
  if (globalThis.location?.pathname.startsWith('/private')) fetchWords()
}, afterMs)
