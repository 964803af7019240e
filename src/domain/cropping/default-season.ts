// The season by default, where nobody has chosen one: on screens, and of figures that are of one season.
type Season = { id: string; status: string; startDate?: unknown; endDate?: unknown }

/**
 * The default season when nobody has chosen: of the open ones that today lies in the one that ends first (its harvest is on),
 * else the open one that began last, else the newest. `today` as YYYY-MM-DD.
 */
export function defaultSeason<T extends Season>(seasons: readonly T[], today: string): T | undefined {
  const day = (value: unknown): string => (typeof value === 'string' ? value : '')
  const open = seasons.filter(({ status }) => status === 'OPEN')
  const running = open
    .filter(({ startDate, endDate }) => day(startDate) <= today && today <= day(endDate))
    .sort((one, other) => day(one.endDate).localeCompare(day(other.endDate)))
  const newest = (all: readonly T[]) => [...all].sort((one, other) => day(other.startDate).localeCompare(day(one.startDate)))[0]
  return running[0] ?? newest(open.filter(({ startDate }) => day(startDate) <= today)) ?? newest(seasons)
}
