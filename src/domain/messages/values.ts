// What stands in the gaps of a message.

/** Kilograms, as scales show them. */
export type Kilograms = { readonly kg: number }
/** A share of one, in percent. */
export type Share = { readonly share: number; readonly decimals: number }
/** How many things the sentence is about: it decides between one and many (`key_one` of the tables), the first of a sentence alone. */
export type Counted = { readonly count: number }
/** Hectares, with as many decimals at most. */
export type Hectares = { readonly ha: number; readonly decimals: number }
/** Money in hundredths of a currency (ISO 4217). */
export type Amount = { readonly minor: number; readonly currency: string }
/** A calendar day, YYYY-MM-DD. */
export type Day = { readonly day: string }
/** A label of the product: a state, a choice, an event. `isSmall`: within a sentence, in small letters. */
export type Word = { readonly word: string; readonly isSmall?: true }
/** Several values, one after the other. */
export type Listed = { readonly list: readonly Value[]; readonly by: Joint }
export type Joint = 'or' | 'and' | ',' | ';'
export type Term = Kilograms | Counted | Share | Hectares | Amount | Day | Word | Listed

/** A text is set in as it is: a name, a code, what somebody typed. */
export type Value = string | number | Term | Words
/** A message as it is stored and sent. */
export type Words = { readonly key: string; readonly values: readonly Value[] }
