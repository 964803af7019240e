// Taking back what an approved submission made or changed, where the events that it recorded are not enough: a record that was made is retired, a record
// that was changed gets its former values. Refused where something has been built on it.
import { canOn } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { type AnyEntity, fieldOf, isRestorable, type Row } from '#domain/kernel/entity.ts'
import { fillingsOf } from '#domain/kernel/fills.ts'
import { isSameValue } from '#domain/kernel/merge.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { patchSchema } from '#domain/kernel/schemas.ts'
import { phrase, word } from '#domain/messages/message.ts'
import type { Scope } from '../../scope.ts'
import { editRecord } from '../../store/edit.ts'
import { changesIn } from '../../store/event-view.ts'
import { getRecord } from '../../store/get.ts'
import { referenceProblems, referencesIn } from '../../store/references.ts'
import { retireRecord } from '../../store/retire.ts'
import { voidRecordedEvent } from '../../store/void-event.ts'

/** `approvalId`: the event whose effect it was. Throws FORBIDDEN, STATE_CONFLICT and REFERENCED. */
export async function takeBackApplied(given: Scope, approvalId: string): Promise<void> {
  // What was there before had been approved, or was a fact before it had to be.
  const scope: Scope = { ...given, sentIn: { isApprovedByAnother: true } }
  const made = await scope.db
    .selectFrom('event')
    .select(['id', 'event_type', 'subject_type', 'subject_id', 'data'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('cause_event_id', '=', approvalId)
    .where('event_type', 'in', ['CREATED', 'EDITED'])
    .where('status', '=', 'RECORDED')
    .execute()
  for (const { id: eventId, event_type: type, subject_type: kind, subject_id: id, data } of made) {
    const entity = entityOf(kind)
    if (type === 'CREATED') {
      await retireRecord(scope, entity, id)
      continue
    }
    const row = await getRecord(scope, entity, id, { lock: true })
    if (!canOn(scope.user, entity, 'E', row)) throw new Problem('FORBIDDEN')
    const own = new Set(Object.keys(patchSchema(entity).shape))
    const changes = Object.entries(changesIn(data)).filter(([name]) => own.has(name))
    const later = changes.find(([name, { to }]) => !isSameValue(row[name], to))
    if (later)
      throw new Problem('STATE_CONFLICT', {
        message: phrase`“${word(fieldOf(entity, later[0]).label)}” was changed since. What was applied cannot be taken back any more.`,
      })
    if (isRestorable(entity, Object.keys(changesIn(data)))) {
      await voidRecordedEvent(scope, entity, row, eventId, { status: 'VOIDED', reason: 'INCORRECT_DATA', note: null })
      continue
    }
    const former = await withoutUnlisted(scope, entity, row, Object.fromEntries(changes.map(([name, { from }]) => [name, from])))
    await editRecord(scope, entity, id, former, row.version, null, { isRestored: true })
  }
}

/** A village that has left the list since is not named again: what it had filled in stands alone, as typed. */
async function withoutUnlisted(scope: Scope, entity: AnyEntity, row: Row, former: Record<string, unknown>): Promise<Record<string, unknown>> {
  const named = fillingsOf(entity).flatMap(({ by }) => (typeof former[by] === 'string' ? [[by, former[by]] as const] : []))
  const missed = await referenceProblems(scope, referencesIn(entity.fields, Object.fromEntries(named), '', row), row.operatorId)
  return { ...former, ...Object.fromEntries(missed.map(({ path }) => [path, null])) }
}
