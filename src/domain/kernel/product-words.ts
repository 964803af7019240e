// The field beside a text that people write or the product does: key and values of the product's own sentence, so that each reader has it in
// their language. Empty where a person wrote it; nobody sends it.
import { derived, longText } from './kinds.ts'

export const productWords = derived(longText('With its values', { max: 4000, internal: true }))
