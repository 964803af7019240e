// Remembers the season chosen per operator; until somebody chooses, the one that today belongs to.
import { type ReactNode, useEffect, useMemo } from 'react'
import { defaultSeason } from '#domain/cropping/default-season.ts'
import { useOperator } from '#web/api/operator.ts'
import { useOptions } from '#web/api/queries.ts'
import { SeasonContext } from '#web/engine/season.ts'
import { useFormat } from '#web/format/use-format.ts'
import { recall, remember, useRemembered } from '#web/ui/device-memory.ts'

export function SeasonProvider({ children }: { children: ReactNode }) {
  const operator = useOperator()
  const today = useFormat().today()
  const { data, error } = useOptions('season', { sort: '-startDate' }, { limit: 50 })
  // '' = all seasons were asked for; null = nothing was chosen yet.
  const [stored, store] = useRemembered<string | null>(`season:${operator}`, null)
  const value = useMemo(() => {
    const choose = (id: string | null) => store(id ?? '')
    if (!data) {
      // What was chosen, or the default, last time holds until the seasons have arrived; without either, one waits for them.
      const last = stored ?? recall<string | null>(`season-meant:${operator}`, null)
      return { id: last || null, title: null, isReady: last !== null || error !== null, choose }
    }
    const chosen = stored === '' ? undefined : (data.items.find(({ id }) => id === stored) ?? defaultSeason(data.items, today))
    return { id: chosen?.id ?? null, title: chosen?.title ?? null, isReady: true, choose }
  }, [data, error, stored, store, operator, today])
  useEffect(() => {
    if (data && value.id) remember(`season-meant:${operator}`, value.id)
  }, [data, value.id, operator])
  return <SeasonContext value={value}>{children}</SeasonContext>
}
