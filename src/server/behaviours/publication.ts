// Packages of practices and rules of schemes: how many steps, and since when published (5.1, 5.2; animal 9).
import { sql } from 'kysely'
import { localDay } from '#domain/kernel/day.ts'
import type { Behaviour, Scope } from '../scope.ts'

/**
 * The number after the highest of its name, of deleted ones too: a number is used once. Of two made at once the second is refused by the key and
 * may be sent again.
 */
export async function nextVersion({ db, tenant }: Scope, entity: 'pop' | 'poultrypop' | 'aquapop' | 'checklist', name: string): Promise<number> {
  const { rows } = await sql<{ next: number }>`select coalesce(max(r.version_no), 0) + 1 as next from ${sql.table(entity)} as r
    where r.tenant_id = ${tenant.id} and r.name = ${name}`.execute(db)
  return rows[0]?.next ?? 1
}

export const publicationBehaviour: Behaviour = {
  async prepare(_scope, { after }) {
    if ('planEvents' in after) after.stepCount = Array.isArray(after.planEvents) ? after.planEvents.length : 0
  },
  events: {
    PUBLISHED: {
      async settle(scope, { subject, event }, isVoided) {
        subject.publishedOn = isVoided ? null : localDay(scope, event.occurredAt)
      },
    },
  },
}
