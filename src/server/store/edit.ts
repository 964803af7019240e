// Changing a record's fields, by a person who saw its present version, or by the product itself as the
// effect of an event. The status is not a field: only events change it.

import { canOn, certifiedAmong, changedByRequest, isEditable } from '#domain/access.ts'
import { namesOfSiblings } from '#domain/kernel/choosable.ts'
import { type AnyEntity, fieldOf, type Row, type Stored, stateLabel } from '#domain/kernel/entity.ts'
import { fileTarget } from '#domain/kernel/field-kinds.ts'
import { Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { parse, patchSchema } from '#domain/kernel/schemas.ts'
import { listed, phrase, word } from '#domain/messages/message.ts'
import type { Scope } from '../scope.ts'
import { isSame, typedRecord } from './columns.ts'
import type { Written } from './create.ts'
import { refuseTakenIds } from './external-ids.ts'
import { noFills, readFills } from './filled.ts'
import { saveFlags } from './flags.ts'
import { releaseTo } from './former-identifiers.ts'
import { getRecord } from './get.ts'
import { lockForEdit } from './lock-records.ts'
import { askPlainly, referenceProblems, referencesIn } from './references.ts'
import { refuseErased } from './refuse-erased.ts'
import { freeFiles } from './shown-evidence.ts'
import { appendEvent, changeOf, changesBetween, failedChecks, refuseAll, refuseUnsettable, updateRow } from './write.ts'

/**
 * `causeEventId`: the event by which somebody approved the change, where it was sent in for approval. Nothing different means nothing written.
 * `isRestored`: what the record said before, as it was written then, whatever the lists that it refers to say since.
 * Throws NOT_FOUND, FORBIDDEN, STALE_VERSION, STATE_CONFLICT, VALIDATION, DUPLICATE, RULE_BLOCKED.
 */
export async function editRecord(
  scope: Scope,
  entity: AnyEntity,
  id: string,
  body: unknown,
  seenVersion: number,
  causeEventId: string | null = null,
  { isRestored = false }: { isRestored?: boolean } = {},
): Promise<Written> {
  await lockForEdit(scope, entity, id)
  const before = await getRecord(scope, entity, id, { lock: true })
  if (!canOn(scope.user, entity, 'E', before)) throw new Problem('FORBIDDEN')
  checkVersion(before, seenVersion)
  await refuseErased(scope, entity, before)
  if (!isEditable(entity, before.status))
    throw new Problem('STATE_CONFLICT', {
      message:
        (await scope.behaviours[entity.name]?.continuedBy?.(scope, before)) ??
        phrase`Nothing can be changed any more: ${word(stateLabel(entity, before.status))}.`,
    })
  const sent = parse(patchSchema(entity), body)
  const fills = isRestored ? noFills : await readFills(scope, entity, [sent], before)
  const patch = parse(patchSchema(entity), fills.complete(sent, before))
  const after = { ...before, ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) }
  const requested = changesBetween(entity, before, after)
  if (Object.keys(requested).length === 0) return { row: before, findings: [] }
  refuseUnsettable(scope, entity, 'E', before, Object.keys(requested))
  // New references, and those of which another value decides what may be taken and has changed.
  const newReferences = referencesIn(entity.fields, after, '', after).filter(
    ({ path, limit }) => (path.split('.')[0] ?? path) in requested || namesOfSiblings(limit?.rules).some((name) => name in requested),
  )
  refuseAll([...failedChecks(entity, after, before), ...fills.problems(after, before), ...(await referenceProblems(scope, newReferences, after.operatorId))])
  const former = await refuseTakenIds(scope, entity, before, after)
  const change = changeOf(before, after)
  await scope.behaviours[entity.name]?.prepare?.(scope, change, askPlainly(scope.db))
  // Looked at last: the same boundary written another way is no other boundary.
  refuseUnapproved(
    scope,
    entity,
    before,
    Object.keys(requested).filter((name) => !isSame(before[name] ?? null, change.after[name] ?? null)),
  )
  if (!canOn(scope.user, entity, 'E', change.after)) throw new Problem('FORBIDDEN', { message: 'Your role does not reach where this would then belong.' })
  // What is derived may have taken the difference back: the same number, entered again.
  if (Object.keys(changesBetween(entity, before, change.after)).length === 0) return { row: before, findings: [] }
  await releaseTo(scope, entity, former, change.after)
  await updateRow(scope, entity, before, change.after)
  await appendEvent(
    scope,
    entity,
    change.after,
    { eventType: 'EDITED', occurredAt: scope.now.toISOString(), data: { changes: changesBetween(entity, before, change.after) }, causeEventId },
    { before: before.status, after: change.after.status, version: change.after.version },
  )
  await scope.behaviours[entity.name]?.written?.(scope, change)
  await saveFlags(scope, entity, before.id, change.findings, { eventId: null, recheck: true })
  const left = new Set(filesOf(entity, change.after))
  await freeFiles(
    scope,
    filesOf(entity, before).filter((one) => !left.has(one)),
  )
  return { row: change.after, findings: change.findings }
}

/** Files that its fields name. */
const filesOf = (entity: AnyEntity, row: Row): string[] => referencesIn(entity.fields, row).flatMap(({ target, id }) => (target === fileTarget ? [id] : []))

/**
 * Certified facts have two people behind them (1.5, BR-24). By hand: whoever decides about such records changes them. Sent in: another person has approved it,
 * whatever rights the two have; a cause alone, or a policy, is no person.
 */
function refuseUnapproved({ sentIn, user }: Scope, entity: AnyEntity, row: Row, names: readonly string[]): void {
  const facts = sentIn ? (sentIn.isApprovedByAnother ? [] : certifiedAmong(entity, row, names)) : changedByRequest(user, entity, row, names)
  if (facts.length === 0) return
  const message = 'A certified fact: send the change as a request, which somebody else decides.'
  const problem = ruleBlocked(
    'BR-24',
    phrase`${listed(facts.map((name) => word(fieldOf(entity, name).label)))}: certified facts. Send the change as a request, which somebody else decides.`,
    {
      facts,
    },
  )
  problem.details.fields = facts.map((path) => ({ path, code: 'request', message }))
  throw problem
}

/**
 * Sets fields of a record as the effect of an event on another one (harvested kg of a crop when its lot is weighed).
 * No right is asked; `changes` may hold system fields, never `status`: that follows from events. `row` should have been read with a lock.
 */
export async function changeBySystem<E extends AnyEntity>(scope: Scope, entity: E, row: Row, changes: Partial<Stored<E>>): Promise<Stored<E>> {
  const after: Row = { ...row, ...changes }
  if (after.status !== row.status) throw new Error(`The status of ${entity.name} ${row.id} was changed without an event`)
  if (Object.keys(changesBetween(entity, row, after)).length === 0) return typedRecord(entity, row)
  await updateRow(scope, entity, row, after)
  await scope.behaviours[entity.name]?.projected?.(scope, row, after)
  return typedRecord(entity, after)
}

export function checkVersion(row: Row, seen: number): void {
  if (row.version !== seen) throw new Problem('STALE_VERSION', { figures: { seenVersion: seen, version: row.version } })
}
