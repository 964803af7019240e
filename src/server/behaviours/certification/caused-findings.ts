// Non-conformities that follow from an event of another record (an audit, a prohibited input on a plot): closed by the product when that is
// voided, unless people have closed them or imposed a sanction.
import { sql } from 'kysely'
import type { Scope } from '../../scope.ts'
import { cure } from './cure.ts'

/** `explanation`: a sentence of the catalogue. */
export async function cureCaused(scope: Scope, causeEventId: string, explanation: string): Promise<void> {
  for (const id of await openOf(scope, causeEventId)) await cure(scope, id, explanation)
}

async function openOf({ db, tenant }: Scope, causeEventId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select n.id from event as e join nonconformity as n on n.tenant_id = ${tenant.id} and n.id = e.subject_id
    where e.tenant_id = ${tenant.id} and e.cause_event_id = ${causeEventId}::uuid and e.subject_type = 'nonconformity' and e.event_type = 'CREATED'
      and n.status not in ('CLOSED', 'SANCTIONED') and n.deleted_at is null order by n.id`.execute(db)
  return rows.map(({ id }) => id)
}
