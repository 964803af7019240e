// What a record of the past refers to, as it was called then: a page of a past day names the buyer, the plot and the inspector as that day knew them. Only what was
// renamed since is read again; an erased name stays erased.
import { sql } from 'kysely'
import { findEntity } from '#domain/entities.ts'
import { namesLeft } from '#domain/people/erasure.ts'
import type { Past, Refs, Scope } from '../scope.ts'
import { enteredByPeople, enteredIn, eventsByRecord } from './events-then.ts'
import { recordsById } from './get.ts'
import { changedSince } from './past.ts'
import { titleOf } from './write.ts'

/** What changes what people entered of a record: an edit, and of persons a merger or an erasure. */
export const entering = ['EDITED', 'MERGED', 'TAKEN_OVER', 'ERASED'] as const

/** `refs`: titles and codes of today. Those of records that were not known then stay. */
export async function refsThen(scope: Scope & { past: Past }, refs: Refs): Promise<Refs> {
  const then: Record<string, Refs[string]> = { ...refs }
  for (const [name, ids] of await renamedSince(scope, refs)) {
    const entity = findEntity(name)
    if (!entity) continue
    const events = await eventsByRecord(scope, entity, ids, new Set(entering))
    for (const row of await recordsById(scope, entity, ids)) {
      const own = events.get(row.id) ?? []
      // What the product wrote with an edit is in its name, too: a crop has that of its type and variety.
      const past = { ...row, ...enteredByPeople(entity, own), ...enteredIn(entity, own) }
      Object.assign(past, namesLeft(entity, past, row))
      then[row.id] = { entity: name, title: titleOf(entity, past), code: past.code }
    }
  }
  return then
}

async function renamedSince(scope: Scope & { past: Past }, refs: Refs): Promise<Map<string, string[]>> {
  const named = Object.entries(refs).filter(([, { entity }]) => findEntity(entity))
  if (named.length === 0) return new Map()
  const { rows } = await sql<{ entity: string; id: string }>`select x.entity, x.id
    from unnest(${named.map(([, { entity }]) => entity)}::text[], ${named.map(([id]) => id)}::uuid[]) as x (entity, id)
    where ${changedSince(scope, sql`((x.entity, x.id))`, entering)}`.execute(scope.db)
  return new Map([...Map.groupBy(rows, ({ entity }) => entity)].map(([name, of]) => [name, of.map(({ id }) => id)]))
}
