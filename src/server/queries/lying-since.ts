// Since when goods lie where they are: since they were received there, or else made. Each follows from events already, so that the column of a lot holds nothing: whoever shows,
// counts or filters it asks here, and both ways of asking give the same answer (a test).
import { type RawBuilder, sql } from 'kysely'
import { dayIn } from '#domain/kernel/day.ts'
import type { Scope } from '../scope.ts'

/** Of a lot that has been read. */
export const lyingSinceOf = (
  { tenant }: Pick<Scope, 'tenant'>,
  { receivedAt, producedOn }: { receivedAt: string | null; producedOn: string | null },
): string | null => (receivedAt ? dayIn(tenant.timezone, new Date(receivedAt)) : producedOn)

/** Of a lot in a statement, by its alias. */
export const lyingSince = (zone: string, lot: 'r' | 'b'): RawBuilder<string | null> =>
  sql`coalesce((${sql.ref(`${lot}.received_at`)} at time zone ${zone}::text)::date, ${sql.ref(`${lot}.produced_on`)})`
