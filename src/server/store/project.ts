// Columns that follow from a record's events: its behaviour's projection, applied to the row before it is written.
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import type { Scope } from '../scope.ts'
import { historyOf, stateWithout } from './history.ts'

const nothing: ReadonlySet<string> = new Set()

/** Sets the projected columns on `row` (locked), which the caller writes. Nothing for an entity without a projection. `known`: its history, where it was read already. */
export async function projectRow(scope: Scope, entity: AnyEntity, row: Row, known?: readonly HistoryEvent[]): Promise<void> {
  const project = scope.behaviours[entity.name]?.project
  if (!project) return
  const history = known ?? (await historyOf(scope, entity, row.id))
  Object.assign(row, await project(scope, row, history, stateWithout(scope, entity, history, nothing)))
}
