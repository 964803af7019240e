// A process of its own that takes a job and never ends it, for the test that kills it.
import { behaviours } from '#server/behaviours.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { startJobs } from '#server/jobs/runner.ts'

const databaseUrl = process.env.DATABASE_URL ?? ''
const stuck = {
  topic: 'mail' as const,
  every: '0 3 1 1 *',
  run: async () => {
    console.log('taken')
    await new Promise(() => {})
  },
}
const database = await openPostgres({ url: databaseUrl })
await startJobs([stuck], {
  database,
  databaseUrl,
  behaviours,
  log: () => {},
  clock: () => new Date(),
  pauses: { polling: 0.5, retry: 1, heartbeat: 10, monitor: 1 },
})
