// Since when a programme is here. What happened before that nobody could confirm with the product: its books are believed, and shown as what they are.
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../scope.ts'

/** As a value within a query: the time of the programme's first record. */
export const firstRecordAt = ({ tenant }: Pick<Scope, 'tenant'>): RawBuilder<string | null> =>
  sql<string | null>`select min(f.recorded_at) from event as f where f.tenant_id = ${tenant.id}`

/** Whether this occurred before the programme's first record. */
export async function isBeforeFirstRecord(scope: Pick<Scope, 'db' | 'tenant'>, occurredAt: string): Promise<boolean> {
  const { rows } = await sql<{ isBefore: boolean }>`select coalesce(${occurredAt}::timestamptz < (${firstRecordAt(scope)}), false) as "isBefore"`.execute(
    scope.db,
  )
  return rows[0]?.isBefore ?? false
}
