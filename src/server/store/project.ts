// Columns that follow from a record's events: its behaviour's projection, applied to the row before it is written, or to a
// record whose sources changed.
import type { AnyEntity, Row, Stored } from '#domain/kernel/entity.ts'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import type { Scope } from '../scope.ts'
import { typedRecord } from './columns.ts'
import { historyOf, stateWithout } from './history.ts'
import { changesBetween, updateRow } from './write.ts'

const nothing: ReadonlySet<string> = new Set()

/**
 * Sets the projected columns on `row` (locked), which the caller writes. Nothing for an entity without a projection. `known`: its history,
 * where it was read already.
 */
export async function projectRow(scope: Scope, entity: AnyEntity, row: Row, known?: readonly HistoryEvent[]): Promise<void> {
  const { project, facts } = scope.behaviours[entity.name] ?? {}
  if (!project) return
  if (facts) {
    Object.assign(row, await project(scope, row, await facts(scope, row, undefined), undefined))
    return
  }
  const history = known ?? (await historyOf(scope, entity, row.id))
  Object.assign(row, await project(scope, row, history, stateWithout(scope, entity, history, nothing)))
}

/** Projects a locked record again and writes it when something changed. The answer is the record as it is then. */
export async function projectAgain<E extends AnyEntity>(scope: Scope, entity: E, before: Row): Promise<Stored<E>> {
  const after = { ...before }
  await projectRow(scope, entity, after)
  if (Object.keys(changesBetween(entity, before, after)).length === 0) return typedRecord(entity, before)
  await updateRow(scope, entity, before, after)
  await scope.behaviours[entity.name]?.projected?.(scope, before, after)
  return typedRecord(entity, after)
}
