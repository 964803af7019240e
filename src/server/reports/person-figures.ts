// What the list of people counts of each (domain dictionary 6.4): the devices on which they are known. One question for a page of rows, over the people whom the
// reader lists.
import { sql } from 'kysely'
import type { PersonFigures } from '#domain/tenancy/person-answers.ts'
import type { Scope } from '../scope.ts'
import { listedBy } from './certification-figures.ts'

/** In the order asked for. */
export async function personFiguresOf(scope: Scope, ids: readonly string[]): Promise<PersonFigures> {
  const { rows } = await sql<{ id: string; devices: number }>`select r.id, (select count(*)::integer from known_device as d
      where d.tenant_id = ${scope.tenant.id} and d.user_id = r.id and d.known_until > ${scope.now}::timestamptz) as devices
    from "user" as r where ${listedBy(scope, 'user')} and r.id = any(${[...ids]}::uuid[])`.execute(scope.db)
  const found = new Map(rows.map((row) => [row.id, row]))
  return { items: [...new Set(ids)].flatMap((id) => found.get(id) ?? []) }
}
