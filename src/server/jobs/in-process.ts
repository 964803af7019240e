// Jobs without a queue: each is carried out by this process once the transaction that asked for it has committed. For what ends with
// the work it started (the loader of the demo programme, tests, measurements); what serves people has workers (runner.ts).
import { Places } from '../exchange/places.ts'
import type { Job, JobContext } from './job.ts'
import type { Runner } from './runner.ts'

/** What fails is logged and not tried again. Topics without a job here are left alone. */
export function jobsInProcess(jobs: readonly Job[], context: Omit<JobContext, 'stop' | 'jobWaits'>): Runner {
  const end = new AbortController()
  const places = new Map(jobs.map((job) => [job.topic, { job, places: new Places(job.atOnce ?? 1) }]))
  const running = new Set<Promise<void>>()
  const wake: Runner['wake'] = (topic, payload) => {
    const found = places.get(topic)
    if (!found || end.signal.aborted) return
    const one = found.places
      .take(() => found.job.run({ ...context, stop: end.signal, jobWaits: wake }, payload))
      .catch((error: unknown) => context.log('error', 'job failed', { topic, error }))
      .finally(() => running.delete(one))
    running.add(one)
  }
  return {
    wake,
    async stop() {
      end.abort()
      await Promise.all(running)
    },
  }
}
