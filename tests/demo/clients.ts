// Whoever of the demo programme asks the loaded product: the API in this process, as the loader itself calls it.
import { createApp } from '#server/app.ts'
import { behaviours } from '#server/behaviours.ts'
import type { Database } from '#server/db/database.ts'
import { tenantsOf } from '#server/http/tenants.ts'
import { asDemoPeople, DemoClient } from '../../scripts/demo/demo-client.ts'

/** `name`: begins the keys of its calls, so that no two clients send the same. */
export const clientOf = (database: Database, name: string): DemoClient =>
  new DemoClient(
    createApp({
      database,
      behaviours,
      log: () => {},
      now: () => new Date(),
      tenants: tenantsOf(database, { bases: ['demo.localhost'], local: null, port: '' }),
      authenticate: asDemoPeople,
    }),
    'cotton.demo.localhost',
    name,
  )
