// English messages about one thing ("1 bale left"), beside those for many: what tables, logs and answers hold has them right. A browser words
// messages by its tables (web/locales) and takes `no-counted.ts` instead: a first visit does not carry them.
import forms from '#domain/messages/en/counted.json' with { type: 'json' }
import type { Sentences } from './fill.ts'

export const englishCounted: Sentences = forms
