// What stands beside an event that is no longer recorded: a note of a person, as written, or the product's own sentence, which each reader has in their language.

/** Of an event that was voided with the one that caused it: a sentence without values, and so its own key (docs/decisions/0048). */
export const voidedWithItsCause = /* i18n */ 'With its cause'

/** `t`: into the language of the reader. */
export const voidNoteFor = (note: string | null | undefined, t: (sentence: string) => string): string =>
  note === voidedWithItsCause ? t(voidedWithItsCause) : (note ?? '')
