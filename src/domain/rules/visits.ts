// Which visits of an inspector count (BR-21): those that lie far enough apart. One reading for the approved farmer list, the season's second visit and rules of schemes.
import { daysBetween } from '../kernel/day.ts'

/** The first visit, and from each that counts the next one at least `gapDays` later; on one day never two. */
export function visitsApart<V extends { day: string }>(visits: readonly V[], gapDays: number): V[] {
  const least = Math.max(gapDays, 1)
  const counting: V[] = []
  for (const visit of visits.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))) {
    const last = counting.at(-1)
    if (!last || daysBetween(last.day, visit.day) >= least) counting.push(visit)
  }
  return counting
}
