// The season chosen at the top: it narrows every list whose entity refers to a season. Stored per operator on this device.
import { createContext, useContext } from 'react'

export type SeasonChoice = {
  id: string | null
  title: string | null /** False until it is known which one: lists asked for earlier would be asked for twice. */
  isReady: boolean
  choose: (id: string | null) => void
}
export const SeasonContext = createContext<SeasonChoice>({ id: null, title: null, isReady: true, choose: () => {} })
export const useSeason = (): SeasonChoice => useContext(SeasonContext)

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
