// What the product does by itself as the day passes: states, judgements, and the tasks of what is open. By its own clock, of which the loading lets those parts run
// whose outcome the programme is to begin with; the others have nothing to do yet, or follow with the first round after the start.
import { behaviours } from '#server/behaviours.ts'
import type { Database } from '#server/db/database.ts'
import type { Log } from '#server/http/log.ts'
import { anomalies } from '#server/jobs/clock/anomalies.ts'
import { tasksOfFindings, tasksOfPlans } from '#server/jobs/clock/caused-tasks.ts'
import { seedOfEveryGroup } from '#server/jobs/clock/group-seed.ts'
import { cropsOfToday } from '#server/jobs/clock/scheme-rules.ts'
import { expiredScopeCertificates } from '#server/jobs/clock/scope-certificates.ts'
import { runClock } from '#server/jobs/clock.ts'
import type { JobContext } from '#server/jobs/job.ts'
import type { Tenant } from '#server/scope.ts'

export const contextOf = (database: Database, log: Log, clock: () => Date): JobContext => ({
  database,
  behaviours,
  log,
  clock,
  stop: new AbortController().signal,
})

/** Critical steps of packages that are due get their tasks, before what does them is sent in. */
export async function giveTasksOfPlans(database: Database, log: Log, tenant: Tenant): Promise<void> {
  await runClock(
    contextOf(database, log, () => new Date()),
    tenant,
    [tasksOfPlans],
  )
}

/** At the end: what has expired, how crops stand, what is to be looked at, and a task for each step and each finding that is open. */
export async function letTheDayPass(database: Database, log: Log, tenant: Tenant): Promise<void> {
  await runClock(
    contextOf(database, log, () => new Date()),
    tenant,
    [expiredScopeCertificates, cropsOfToday, seedOfEveryGroup, anomalies, tasksOfPlans, tasksOfFindings],
  )
}
