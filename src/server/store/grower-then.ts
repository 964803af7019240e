// Of a record that lies with its grower (people/village-of-grower.ts), in a scope of the past: the village in which that person lived then.
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { withVillageOfGrower, withVillageOfKeeper, withVillageOfSubject } from '#domain/people/village-of-grower.ts'
import type { Past, Scope } from '../scope.ts'
import { enteredIn, eventsByRecord } from './events-then.ts'
import { readHistories } from './past-histories.ts'

const farmer = entityOf('farmer')
const liesWithGrower: ReadonlySet<string> = new Set([...withVillageOfGrower, ...withVillageOfSubject, ...withVillageOfKeeper])
const growerOf = (row: Row): string | null => (typeof row.farmerId === 'string' ? row.farmerId : null)

/** Nothing for records of other kinds, and where the grower was not known then. `row`: as it was, with its grower of then. */
export async function villageThen(scope: Scope & { past: Past }, entity: AnyEntity, row: Row): Promise<{ village?: unknown }> {
  const grower = liesWithGrower.has(entity.name) ? growerOf(row) : null
  if (grower === null) return {}
  const events = (await eventsByRecord(scope, farmer, [grower])).get(grower)
  return events ? { village: enteredIn(farmer, events).village ?? null } : {}
}

/** Reads what folds of many records of one kind ask for, in a few messages for all of them. */
export async function readFoldsAhead(scope: Scope & { past: Past }, entity: AnyEntity, rows: readonly Row[]): Promise<void> {
  await readHistories(scope, [[entity, rows.map(({ id }) => id)], ...(liesWithGrower.has(entity.name) ? [[farmer, rows.map(growerOf)] as const] : [])])
  await scope.behaviours[entity.name]?.readAhead?.(scope, rows)
}
