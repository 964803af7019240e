// What the queue of jobs is doing, read from pg-boss's own tables: of the whole installation for whoever runs it, of one programme for
// its administrator. A round that looks for what is due in all programmes belongs to none: of it only whether it goes well is said.
import { sql } from 'kysely'
import { Problem } from '#domain/kernel/problems.ts'
import type { Database } from '../db/database.ts'
import { jobSchema } from '../jobs/boss.ts'
import { hasQueue } from '../jobs/waiting.ts'

const states = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'] as const
export type JobState = (typeof states)[number]
export type TopicFigures = { topic: string; state: JobState; jobs: number }

const table = sql.raw(`${jobSchema}.job`)
const isThere = async (database: Database): Promise<boolean> => (await database.script(hasQueue))[0]?.isThere === true

/** Jobs that wait, run or have failed, of all programmes together. */
export async function queueFigures(database: Database): Promise<TopicFigures[]> {
  if (!(await isThere(database))) return []
  return database.owner(async (db) => {
    const { rows } = await sql<TopicFigures>`select name as topic, state::text as state, count(*)::integer as jobs from ${table}
      where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_pgboss\\_\\_%' group by 1, 2`.execute(db)
    return rows
  })
}

export type OwnJobs = {
  /** By topic, of this programme. */
  topics: { topic: string; waiting: number; running: number; failed: number; done: number; lastAt: string | null }[]
  /** Those given up, and those that failed and will be tried again, newest first. */
  failures: { id: string; topic: string; at: string; tries: number; isGivenUp: boolean; reason: string | null }[]
  /** What begins by itself, for all programmes. */
  rounds: { topic: string; lastAt: string | null; isFailing: boolean; unendedSince: string | null }[]
}

/** A round that began so long ago and has not ended hangs, or its process is gone and no other is there. */
const unendedMinutes = 15
/** Failures answered at once. */
const failuresAtMost = 50

export async function ownJobs(database: Database, tenantId: number): Promise<OwnJobs> {
  if (!(await isThere(database))) return { topics: [], failures: [], rounds: [] }
  return database.owner(async (db) => {
    const own = sql`data ->> 'tenantId' = ${String(tenantId)}`
    const topics = await sql<OwnJobs['topics'][number]>`select name as topic, count(*) filter (where state in ('created', 'retry'))::integer as waiting,
        count(*) filter (where state = 'active')::integer as running, count(*) filter (where state = 'failed')::integer as failed,
        count(*) filter (where state = 'completed')::integer as done, max(completed_on) as "lastAt"
      from ${table} where ${own} group by 1 order by 1`.execute(db)
    const failures = await sql<
      OwnJobs['failures'][number]
    >`select id, name as topic, coalesce(completed_on, started_on, created_on) as at, retry_count + 1 as tries,
        state = 'failed' as "isGivenUp", left(output ->> 'message', 300) as reason
      from ${table} where ${own} and (state = 'failed' or state = 'retry') order by 3 desc limit ${failuresAtMost}`.execute(db)
    const rounds = await sql<
      OwnJobs['rounds'][number]
    >`select s.name as topic, last.completed_on as "lastAt", coalesce(last.state = 'failed', false) as "isFailing",
        (select min(j.started_on) from ${table} as j where j.name = s.name and j.state = 'active' and not j.data ? 'tenantId'
          and j.started_on < now() - make_interval(mins => ${unendedMinutes})) as "unendedSince"
      from ${sql.raw(`${jobSchema}.schedule`)} as s left join lateral (select j.completed_on, j.state::text as state from ${table} as j
        where j.name = s.name and j.state in ('completed', 'failed') and not j.data ? 'tenantId' order by j.completed_on desc limit 1) as last on true
      order by 1`.execute(db)
    return { topics: topics.rows, failures: failures.rows, rounds: rounds.rows }
  })
}

/** Once more, now, for a job of this programme that was given up. Throws NOT_FOUND for any other, STATE_CONFLICT where it is under way again. */
export async function tryAgain(database: Database, tenantId: number, id: string): Promise<{ topic: string }> {
  if (!(await isThere(database))) throw new Problem('NOT_FOUND')
  return database.owner(async (db) => {
    const { rows } = await sql<{ topic: string; state: string }>`select name as topic, state::text as state from ${table}
      where id = ${id} and data ->> 'tenantId' = ${String(tenantId)}`.execute(db)
    const [job] = rows
    if (!job) throw new Problem('NOT_FOUND')
    // As pg-boss does it, and at once.
    const changed = await sql`update ${table} set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now()
      where name = ${job.topic} and id = ${id} and state = 'failed'`.execute(db)
    if (!changed.numAffectedRows) throw new Problem('STATE_CONFLICT', { message: 'This job is under way again, or has been carried out.' })
    return { topic: job.topic }
  })
}
