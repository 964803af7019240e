// In which language a caller reads: the one chosen on the device, which it says in a cookie, else the first of ours that it asks for; undefined: it asks for none.
import { acceptedLanguage, isLanguage, type Language } from '#domain/messages/languages.ts'

export function readerLanguage(cookies: string | undefined, accepted: string | undefined): Language | undefined {
  const chosen = /(?:^|;\s*)language=(\w+)/.exec(cookies ?? '')?.[1]
  return isLanguage(chosen) ? chosen : acceptedLanguage(accepted)
}
