// Days, numbers and units within a sentence that came whole, as its reader writes them.

import { localeOf } from '#domain/messages/languages.ts'

/** Calendar days and grouped numbers within a sentence of the server, as this reader writes them: 2026-03-04 → 4 Mar 2026, 112,400 → 1,12,400. */
export function writeFigures(text: string, language: string, nameUnit: (unit: string) => string = String): string {
  if (!/\d/.test(text)) return text
  const locale = localeOf(language)
  return text
    .replace(/(?<![\w-])\d{4}-\d\d-\d\d(?![\w-])/g, (day) => {
      const date = new Date(`${day}T00:00Z`)
      if (Number.isNaN(date.getTime())) return day
      return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(date)
    })
    .replace(/(?<![\w,.-])\d{1,3}(?:,\d{3})+(?![\w,-])/g, (number) => new Intl.NumberFormat(locale).format(Number(number.replaceAll(',', ''))))
    .replace(/(?<=\d )(?:kg|ha)(?![\w/])/g, nameUnit)
}
