// The season chosen at the top: it narrows every list whose entity refers to a season. Kept per operator on this device.
import { createContext, useContext } from 'react'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'

export type SeasonChoice = {
  id: string | null
  title: string | null /** False until it is known which one: lists asked for earlier would be asked for twice. */
  isReady: boolean
  choose: (id: string | null) => void
}
export const SeasonContext = createContext<SeasonChoice>({ id: null, title: null, isReady: true, choose: () => {} })
export const useSeason = (): SeasonChoice => useContext(SeasonContext)

/** Name of the entity's field that refers to a season, if it has one. */
export const seasonField = (entity: AnyEntity): string | undefined =>
  Object.entries(entity.fields as Record<string, Field>).find(([, field]) => field.kind === 'reference' && field.target === 'season')?.[0]
