// Remembers the season chosen per operator; the newest open one until somebody chooses.
import { type ReactNode, useMemo } from 'react'
import { useOperator } from '#web/api/operator.ts'
import { useOptions } from '#web/api/queries.ts'
import { SeasonContext } from '#web/engine/season.ts'
import { useRemembered } from '#web/ui/device-memory.ts'

export function SeasonProvider({ children }: { children: ReactNode }) {
  const operator = useOperator()
  const { data, error } = useOptions('season', { sort: '-startDate' }, { limit: 50 })
  // '' = all seasons were asked for; null = nothing was chosen yet.
  const [kept, keep] = useRemembered<string | null>(`season:${operator}`, null)
  const value = useMemo(() => {
    const choose = (id: string | null) => keep(id ?? '')
    // What was chosen last holds until the seasons have arrived; without it, one waits for them.
    if (!data) return { id: kept || null, title: null, isReady: kept !== null || error !== null, choose }
    const seasons = data.items
    const chosen = kept === '' ? undefined : (seasons.find(({ id }) => id === kept) ?? seasons.find(({ status }) => status === 'OPEN') ?? seasons[0])
    return { id: chosen?.id ?? null, title: chosen?.title ?? null, isReady: true, choose }
  }, [data, error, kept, keep])
  return <SeasonContext value={value}>{children}</SeasonContext>
}
