// A list's query narrowed further to what a view of it shows: its own filters hold, and the view adds to them.
import type { ListQuery } from '#web/api/list-query.ts'

type To = { status?: readonly string[]; assigneeId?: string; from?: string; until?: string }

/** Null: the filters leave nothing of it. */
export function narrowedTo(query: ListQuery, { status, assigneeId, from, until }: To): ListQuery | null {
  const filters: Record<string, readonly string[]> = { ...query.filters }
  for (const [name, wanted] of [
    ['status', status],
    ['assigneeId', assigneeId === undefined ? undefined : [assigneeId]],
  ] as const) {
    if (!wanted) continue
    const chosen = filters[name]
    const both = chosen?.length ? wanted.filter((value) => chosen.includes(value)) : wanted
    if (both.length === 0) return null
    filters[name] = both
  }
  if (from) filters['dueDate.gte'] = [latest(from, filters['dueDate.gte']?.[0])]
  if (until) filters['dueDate.lte'] = [earliest(until, filters['dueDate.lte']?.[0])]
  const [first, last] = [filters['dueDate.gte']?.[0], filters['dueDate.lte']?.[0]]
  return first && last && first > last ? null : { ...query, filters }
}

const latest = (day: string, other: string | undefined): string => (other && other > day ? other : day)
const earliest = (day: string, other: string | undefined): string => (other && other < day ? other : day)

/** Somebody searches, or has set filters. */
export const isNarrow = ({ q, filters }: ListQuery): boolean => q !== '' || Object.keys(filters).length > 0
