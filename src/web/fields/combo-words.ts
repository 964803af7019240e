// What the small buttons inside a box with a list are called for those who hear the page: in the reader's language.
import { useTranslation } from '#web/locales/translation.ts'

/** For MUI's Autocomplete, which else speaks English. */
export function useComboWords(): { openText: string; closeText: string; clearText: string } {
  const { t } = useTranslation()
  return { openText: t('Show the list'), closeText: t('Close'), clearText: t('Clear') }
}
