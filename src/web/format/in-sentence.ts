// Names of things begin with a capital where they stand alone, and with a small letter inside a sentence.

/** A noun inside a sentence; abbreviations (POP) stay as they are. */
export const inSentence = (noun: string, language: string): string =>
  /^\p{Lu}{2}/u.test(noun) ? noun : noun.charAt(0).toLocaleLowerCase(language) + noun.slice(1)
