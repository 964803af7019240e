// The people of the demo have been at work for years: none of them waits for an invitation that lapses in two weeks.
import { randomUUIDv7 } from 'node:crypto'
import { entityOf } from '#domain/entities.ts'
import { behaviours } from '#server/behaviours.ts'
import type { Database } from '#server/db/database.ts'
import type { Tenant } from '#server/scope.ts'
import { recordBySystem } from '#server/store/record-event.ts'

/** Has everybody who is still invited sign in for the first time, in their own name; mail to them is not sent any more. */
export async function signInEverybody(database: Database, tenant: Tenant): Promise<void> {
  await database.transaction(tenant.id, async (db) => {
    const invited = await db
      .selectFrom('user')
      .select(['id', 'name', 'email'])
      .where('tenant_id', '=', tenant.id)
      .where('status', '=', 'INVITED')
      .where('deleted_at', 'is', null)
      .orderBy('created_at')
      .execute()
    const now = new Date()
    for (const { id, name, email } of invited) {
      const scope = {
        tenant,
        db,
        behaviours,
        operator: null,
        now,
        source: 'SYSTEM' as const,
        requestId: 'demo',
        user: { id, name, email, grants: [] },
        newId: () => randomUUIDv7(),
        afterCommit: () => {},
      }
      await recordBySystem(scope, entityOf('user'), id, { eventType: 'SIGNED_IN_FIRST', occurredAt: now.toISOString(), data: {} })
    }
  })
}
