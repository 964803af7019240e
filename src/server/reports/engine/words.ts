// The words of files in the reader's language: the same tables that the screens have.
import type { Language } from '#domain/reports/report.ts'

export type Translate = (sentence: string, values?: Readonly<Record<string, string | number>>) => string

/** English needs no table; another language's is loaded when it is first asked for. */
export async function wordsOf(language: Language): Promise<Translate> {
  const sentences: Readonly<Record<string, string>> = language === 'hi' ? (await import('#web/locales/hi.ts')).sentences : {}
  return (sentence, values = {}) => (sentences[sentence] ?? sentence).replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}
