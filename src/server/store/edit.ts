// Changing a record's fields, by a person who saw its present version, or by the product itself as the
// effect of an event. The status is not a field: only events change it.
import { canOn, isEditable } from '#domain/access.ts'
import { namesBeside } from '#domain/kernel/choosable.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { parse, patchSchema } from '#domain/kernel/schemas.ts'
import type { Scope } from '../scope.ts'
import type { Written } from './create.ts'
import { keepFlags } from './flags.ts'
import { getRecord } from './get.ts'
import { pointerProblems, pointersIn } from './references.ts'
import { appendEvent, changesBetween, draftOf, failedChecks, refuseAll, refuseUnsettable, updateRow } from './write.ts'

/** Throws NOT_FOUND, FORBIDDEN, STALE_VERSION, STATE_CONFLICT, VALIDATION, DUPLICATE, RULE_BLOCKED. Nothing different means nothing written. */
export async function editRecord(scope: Scope, entity: AnyEntity, id: string, body: unknown, seenVersion: number): Promise<Written> {
  const before = await getRecord(scope, entity, id, { lock: true })
  if (!canOn(scope.user, entity, 'E', before)) throw new Problem('FORBIDDEN')
  checkVersion(before, seenVersion)
  if (!isEditable(entity, before.status))
    throw new Problem('STATE_CONFLICT', { message: `Nothing can be changed any more: ${stateLabel(entity, before.status)}.` })
  const patch = parse(patchSchema(entity), body) as Record<string, unknown>
  const after = { ...before, ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) } as Row
  const asked = changesBetween(entity, before, after)
  if (Object.keys(asked).length === 0) return { row: before, findings: [] }
  refuseUnsettable(scope, entity, 'E', before, Object.keys(asked))
  // New references, and those of which another value decides what may be taken and has changed.
  const newPointers = pointersIn(entity.fields, after).filter(
    ({ path, limit }) => (path.split('.')[0] as string) in asked || namesBeside(limit?.rules).some((name) => name in asked),
  )
  refuseAll([...failedChecks(entity, after), ...(await pointerProblems(scope, newPointers, after.operatorId))])
  const draft = draftOf(before, after)
  await scope.behaviours[entity.name]?.prepare?.(scope, draft)
  if (!canOn(scope.user, entity, 'E', draft.after)) throw new Problem('FORBIDDEN', { message: 'Your role does not reach where this would then belong.' })
  await updateRow(scope, entity, before, draft.after)
  await appendEvent(
    scope,
    entity,
    draft.after,
    { eventType: 'EDITED', occurredAt: scope.now.toISOString(), data: { changes: changesBetween(entity, before, draft.after) } },
    { before: before.status, after: draft.after.status, version: draft.after.version },
  )
  await scope.behaviours[entity.name]?.written?.(scope, draft)
  await keepFlags(scope, entity, before.id, draft.findings, { eventId: null, recheck: true })
  return { row: draft.after, findings: draft.findings }
}

/**
 * Sets fields of a record as the effect of an event on another one (harvested kg of a crop when its lot is weighed).
 * No right is asked; `changes` may hold system fields and `status`. `row` should have been read with a lock.
 */
export async function changeBySystem(scope: Scope, entity: AnyEntity, row: Row, changes: Record<string, unknown>): Promise<Row> {
  const after = { ...row, ...changes } as Row
  if (Object.keys(changesBetween(entity, row, after)).length === 0) return row
  await updateRow(scope, entity, row, after)
  return after
}

export function checkVersion(row: Row, seen: number): void {
  if (row.version !== seen) throw new Problem('STALE_VERSION', { figures: { seenVersion: seen, version: row.version } })
}
export const stateLabel = (entity: AnyEntity, status: string): string => entity.states[status]?.label ?? status
