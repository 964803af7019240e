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
