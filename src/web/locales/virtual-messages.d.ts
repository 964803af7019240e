// Made when the web is built (scripts/messages-by-language.ts): how the sentences of each language but English are fetched.
declare module 'virtual:messages' {
  import type { Sentences } from '#domain/messages/fill.ts'
  export const fetchers: Readonly<Record<string, () => Promise<{ default: Sentences }>>>
}
