// The search of a list for valid scope certificates that end within so many days, by the day of the programme: both filters have an index.
import { addDays } from '#domain/kernel/day.ts'

export const endingWithin = (today: string, days: number): Record<string, string> => ({
  'filter[status]': 'VALID',
  'filter[validTo][gte]': today,
  'filter[validTo][lte]': addDays(today, days),
})
