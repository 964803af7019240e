// A process of its own that begins to deliver the outbox and never ends: after so many notifications it waits to be killed.
import { behaviours } from '#server/behaviours.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { deliverJob } from '#server/jobs/deliver.ts'
import type { Behaviours } from '#server/scope.ts'

const databaseUrl = process.env.DATABASE_URL ?? ''
const tenantId = Number(process.env.TENANT)
let left = Number(process.env.AFTER)
const waiting: Behaviours = {
  ...behaviours,
  notification: {
    ...behaviours.notification,
    async written() {
      if (--left > 0) return
      console.log('waiting')
      await new Promise(() => {})
    },
  },
}
const database = await openPostgres({ url: databaseUrl })
await deliverJob({ mail: true, push: false, telephone: false }).run(
  { database, behaviours: waiting, log: () => {}, clock: () => new Date(), stop: new AbortController().signal },
  { tenantId },
)
console.log('done')
