// How a row of an approved farmer list is worded: labels and values of its fields.

import { claims, seasonResults } from '#domain/kernel/terms.ts'
import type { ListEntry } from '#domain/people/approved-list-difference.ts'
import { listEntry } from '#domain/people/approvedlist.ts'
import { nameIn } from '#web/api/names.ts'
import type { Format } from '#web/format/format.ts'
import type { TFunction } from '#web/locales/translation.ts'

const choices = new Map<unknown, string>([...Object.entries(claims), ...Object.entries(seasonResults)].map(([value, [label]]) => [value, label]))

export const labelOf = (field: keyof ListEntry & string, t: TFunction): string => t(listEntry[field].label)

export function textOf(field: keyof ListEntry & string, value: string | number | null, { t, format }: { t: TFunction; format: Format }): string {
  if (value === null) return '–'
  if (field === 'areaHa') return format.ha(Number(value))
  if (field === 'estimatedKg') return format.kg(Number(value))
  if (field === 'crop') return nameIn(t, String(value))
  return field === 'claimStatus' || field === 'result' ? t(choices.get(value) ?? String(value)) : String(value)
}
