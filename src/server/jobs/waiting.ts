// Jobs that programmes have asked for and that have not been carried out: in a backup, back into the queue of a restored database, and gone
// when another has done their work. What begins by itself is not among them; it comes again with the clock.
import { PgBoss } from 'pg-boss'
import type { Database } from '../db/database.ts'
import { jobSchema, whereJobsLive } from './boss.ts'

export type WaitingJob = { topic: string; payload: object; startAfter: string }

/** What they are, for a reader inside a transaction of its own; null where no worker has run yet and there is no queue. */
export const waitingJobs = `select name, data::text, start_after::text from ${jobSchema}.job where state in ('created', 'retry', 'active') and data ? 'tenantId'`
export const hasQueue = `select to_regclass('${jobSchema}.job') is not null as "isThere"`

/** Makes the queue and puts these jobs into it. A job may have been carried out already: each is made for that. */
export async function putBack(database: Database, databaseUrl: string | null, jobs: readonly WaitingJob[]): Promise<void> {
  if (jobs.length === 0) return
  const boss = new PgBoss({ ...whereJobsLive(database, databaseUrl), schema: jobSchema, supervise: false, schedule: false })
  await boss.start()
  try {
    const topics = Map.groupBy(jobs, ({ topic }) => topic)
    for (const [topic, own] of topics) {
      await boss.createQueue(topic)
      await boss.insert(
        topic,
        own.map(({ payload: data, startAfter }) => ({ data, startAfter: new Date(startAfter) })),
      )
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

/**
 * Jobs of a topic that wait for a programme when one that does all there is to do begins: they would find nothing. `tenantId`: null for
 * those of all programmes. What is enqueued later stays.
 */
export async function dropOvertaken(database: Database, topic: string, tenantId: number | null): Promise<void> {
  if ((await database.script(hasQueue))[0]?.isThere !== true) return
  const whose = tenantId === null ? '' : `and data->>'tenantId' = '${tenantId}'`
  await database.script(`delete from ${jobSchema}.job where name = '${topic}' and state = 'created' and start_after <= now() ${whose}`)
}
