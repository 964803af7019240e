/** "Overdue" means due before today. `day` and the answer: YYYY-MM-DD. */
export const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00Z`) - 86_400_000).toISOString().slice(0, 10)
