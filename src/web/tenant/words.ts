// A programme's own words are shown as they were written. They are no keys: "$t(Save)" stays "$t(Save)", and words that
// happen to be a sentence of ours stay in the language they were written in. Only the product's own programme is translated.
import { useCallback } from 'react'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import { useTranslation } from '#web/locales/translation.ts'

const { loginDesc, carousel } = defaultTenant.config
const ours: ReadonlySet<string> = new Set([loginDesc, ...carousel.flatMap(({ mission, missionDesc }) => [mission, missionDesc])])

/** Says words of a programme: what it has left as the product has it in the reader's language, all else as it stands. */
export function useTenantWords(): (words: string) => string {
  const { t } = useTranslation()
  return useCallback((words) => (ours.has(words) ? t(words) : words), [t])
}
