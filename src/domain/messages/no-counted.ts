// In a browser: the text of a message stands in for nothing that is shown, so that it needs no forms (see english-counted.ts).
import type { Sentences } from './fill.ts'

export const englishCounted: Sentences = {}
