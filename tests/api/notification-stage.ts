// What a test of notifications needs: the deliverer as the workers run it, and each person's inbox.

import type { Ways } from '#server/channels/deliver.ts'
import { deliverAll } from '#server/jobs/deliver.ts'
import type { JobContext } from '#server/jobs/job.ts'
import type { TenantKey, World } from '../harness/world.ts'

export type Inbox = {
  id: string
  event: string
  headline: string
  status: string
  subjectId: string | null
  timesSeen: number
  severity: string
  actionRequired: boolean
  dueAt: string | null
  version: number
}

export const noWays: Ways = { mail: false, push: false, telephone: false }

export function delivererOf(world: World, clock: () => Date, ways: Ways = noWays) {
  /** How far the clock of the workers is ahead: what gathers is due after a minute. */
  let ahead = 2 * 60_000
  const context: JobContext = {
    database: world.database,
    behaviours: world.deps.behaviours,
    log: world.deps.log,
    clock: () => new Date(clock().getTime() + ahead),
    stop: new AbortController().signal,
  }
  return {
    context,
    setAhead(ms: number) {
      ahead = ms
    },
    /** Delivers all that is due; answers how many rows of the outbox. */
    deliver: (tenant: TenantKey = 'cotton') => deliverAll(context, world.tenants[tenant], ways),
    /** A person's notifications of a code, newest first. */
    async inbox(person: string, code?: string): Promise<Inbox[]> {
      const { body } = await world.as(person).get(`/notification?limit=200&sort=-createdAt${code ? `&filter[event]=${code}` : ''}`)
      return body.items
    },
  }
}
