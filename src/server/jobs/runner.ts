// The workers: pg-boss with one queue for each job, inside the server's process or in one of their own. A job whose process died
// is given to another after a minute without a sign of life; one that fails is tried again, later each time.
import { PgBoss } from 'pg-boss'
import { codeOf } from '#domain/kernel/error-code.ts'
import type { Database } from '../db/database.ts'
import { indexJobs, jobSchema, whereJobsLive } from './boss.ts'
import type { Job, JobContext, JobPayload } from './job.ts'

export type Runner = {
  /** A job of this topic was enqueued by this process: its workers look now and not at their next round. */
  wake(topic: string, payload: JobPayload): void
  /** Lets what runs come to its next step, takes nothing new, and resolves when all of it has ended. May be called again. */
  stop(): Promise<void>
}
export type RunnerOptions = Omit<JobContext, 'stop' | 'jobWaits'> & {
  /** Null: the embedded database. */
  databaseUrl: string | null
  /** Carries a job out within a span of its own. */
  trace?: (<T>(topic: string, run: () => Promise<T>) => Promise<T>) | undefined
  /** Other pauses than the usual ones, in seconds. */
  pauses?: Partial<typeof usualPauses>
}

/** Tries before a job is given up; the pauses between them grow to an hour. */
const retries = { retryLimit: 8, retryBackoff: true, retryDelayMax: 3600 } as const
const usualPauses = {
  /** How soon what another process enqueued is found. */
  polling: 5,
  /** Before a job that failed is tried again the first time. */
  retry: 30,
  /** A worker gives signs of life while it works; without one for so long its process has died. */
  heartbeat: 60,
  /** How often jobs of processes that died are looked for. */
  monitor: 60,
  /** How long the end of the process waits for running jobs; those that go on are handed back to the queue. */
  end: 8,
}
/** A job that takes longer has lost its way. */
const expireInSeconds = 4 * 3600
/** Ended jobs are stored for a week, for whoever looks into something. */
const deleteAfterSeconds = 7 * 86_400
/** Shorter jobs are not logged: a round that finds nothing comes every minute. */
const worthLoggingMs = 1000

export async function startJobs(jobs: readonly Job[], { databaseUrl, pauses, trace = (_topic, run) => run(), ...context }: RunnerOptions): Promise<Runner> {
  const { database, log } = context
  const { polling, retry, heartbeat, monitor, end: endSeconds } = { ...usualPauses, ...pauses }
  const isThere = await hasSchema(database)
  // One process has the embedded database: what an earlier one was carrying out, nobody is.
  if (isThere && database.engine === 'pglite')
    await database.script(`update ${jobSchema}.job set state = 'retry', started_on = null, heartbeat_on = null where state = 'active'`)
  const boss = new PgBoss({
    ...whereJobsLive(database, databaseUrl),
    schema: jobSchema,
    // Asking for a schema that is there needs the right to make one, too.
    createSchema: !isThere,
    superviseIntervalSeconds: monitor,
    monitorIntervalSeconds: monitor,
  })
  boss.on('error', (error) => log('warn', 'jobs: the queue', { error }))
  const end = new AbortController()
  const workers = new Map<string, string[]>()
  const wake = (topic: string) => {
    if (!end.signal.aborted) for (const worker of workers.get(topic) ?? []) boss.notifyWorker(worker)
  }
  await boss.start().catch((error: unknown) => {
    throw codeOf(error) === '42501' ? new NoSchema(error) : error
  })
  await indexJobs(database)
  for (const { topic, every, isRound, atOnce = 1, run } of jobs) {
    const settings = { ...retries, ...(isRound ? { retryLimit: 0 } : {}), retryDelay: retry, heartbeatSeconds: heartbeat, expireInSeconds, deleteAfterSeconds }
    await boss.createQueue(topic, { ...settings, policy: isRound ? 'short' : 'standard' })
    await boss.updateQueue(topic, settings)
    await boss.schedule(topic, every, {}, { tz: 'UTC' })
    const carryOut = async ([job]: { id: string; data?: JobPayload }[]) => {
      if (!job) return
      const from = performance.now()
      try {
        await trace(topic, () => run({ ...context, stop: end.signal, jobWaits: wake }, job.data ?? {}))
        const ms = Math.round(performance.now() - from)
        if (ms >= worthLoggingMs) log('info', 'job done', { topic, job: job.id, ms })
      } catch (error) {
        log('error', 'job failed', { topic, job: job.id, error })
        throw error
      }
    }
    const ids: string[] = []
    for (let n = 0; n < atOnce; n++) ids.push(await boss.work<JobPayload>(topic, { pollingIntervalSeconds: polling, batchSize: 1 }, carryOut))
    workers.set(topic, ids)
  }
  let stopping: Promise<void> | undefined
  return {
    wake,
    stop() {
      end.abort()
      stopping ??= boss.stop({ graceful: true, timeout: 1000 * endSeconds })
      return stopping
    },
  }
}

const hasSchema = async (database: Database): Promise<boolean> =>
  (await database.script(`select to_regnamespace('${jobSchema}') is not null as "isThere"`))[0]?.isThere === true

/** The message is a sentence for the person at the terminal. */
export class NoSchema extends Error {
  constructor(cause: unknown) {
    super(
      `The database role may not make the schema ${jobSchema}, in which jobs wait. Its administrator can: create schema ${jobSchema} authorization <the role of DATABASE_URL>.`,
      { cause },
    )
    this.name = 'NoSchema'
  }
}
