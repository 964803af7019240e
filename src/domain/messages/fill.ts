// Sentences with gaps: a table of them, and what stands in the gaps.

/** The English sentence is the key; gaps are {{name}}, or {{1}} for the values of a message in their order. */
export type Sentences = Readonly<Record<string, string>>

/** Sets values in as they are, once: in words that came from outside, {{name}} is text. A gap that nobody fills stays. */
export const fill = (sentence: string, values: Readonly<Record<string, unknown>> | undefined): string =>
  values ? sentence.replace(/\{\{(\w+)\}\}/g, (gap, name: string) => (Object.hasOwn(values, name) ? String(values[name] ?? '') : gap)) : sentence

/** The sentence of a table, or itself. */
export const wordsIn = (sentences: Sentences, sentence: string): string => (Object.hasOwn(sentences, sentence) ? sentences[sentence] : undefined) ?? sentence
