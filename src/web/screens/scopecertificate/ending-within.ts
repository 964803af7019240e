// The search of a list for valid scope certificates that end within so many days, by the day of the programme: both filters have an index.

const dayMs = 86_400_000
export const endingWithin = (today: string, days: number): Record<string, string> => ({
  'filter[status]': 'VALID',
  'filter[validTo][gte]': today,
  'filter[validTo][lte]': new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10),
})
