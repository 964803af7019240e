// An age as people say it: years and months, and of the young months alone.
import { useTranslation } from '#web/locales/translation.ts'

export function useFormatAge() {
  const { t } = useTranslation()
  return ({ years, months }: { years: number; months: number }): string =>
    [years > 0 ? t('{{count}} years', { count: years }) : '', months > 0 || years === 0 ? t('{{count}} months', { count: months }) : '']
      .filter(Boolean)
      .join(' ')
}
