// Made when the web is built (scripts/messages-by-language.ts): how the sentences of each language but English are fetched.
declare module 'virtual:messages' {
  import type { Sentences } from '#domain/messages/fill.ts'

  type Part = { default: Sentences }
  /** `others`: `lists`, `rest`, and for each entity the words of its lists. */
  type FirstPart = Part & { others: Readonly<Record<string, () => Promise<Part>>> }
  export const fetchers: Readonly<Record<string, () => Promise<FirstPart>>>
}
