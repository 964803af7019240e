// What the embedded database does not do by itself: PGlite has no autovacuum, so dead rows stay and the
// planner has no statistics. On PostgreSQL nothing is needed.
import type { Database } from './database.ts'

/** Often enough for a day's field work, rarely enough to go unnoticed: it holds the one connection meanwhile. */
export const everyMs = 30 * 60_000

/** Statistics and free space, now. Call it after loading much, too: without statistics the planner guesses. */
export async function tidy(database: Database): Promise<void> {
  if (database.engine === 'pglite') await database.script('vacuum analyze')
}

/** Tidies from time to time until stopped. A failure is told and tried again the next time. */
export function keepTidy(database: Database, onFailure: (error: unknown) => void): () => void {
  if (database.engine !== 'pglite') return () => {}
  const timer = setInterval(() => { tidy(database).catch(onFailure) }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
