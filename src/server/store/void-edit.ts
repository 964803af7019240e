// Taking back the edit that chose something anew (`restorable` of a declaration): its fields are again what the record's other entries say, and are not judged as if they were chosen today.
// Other edits are no events of the field: they are corrected by another edit.
import { canOn, isEditable } from '#domain/access.ts'
import { type AnyEntity, isRestorable, type Row, stateLabel } from '#domain/kernel/entity.ts'
import { emptyFields } from '#domain/kernel/field.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { phrase, word } from '#domain/messages/message.ts'
import type { Scope } from '../scope.ts'
import { changesIn, type EventView } from './event-view.ts'
import { refuseTakenIds } from './external-ids.ts'
import { saveFlags } from './flags.ts'
import { askPlainly, checkReferences, referencesIn } from './references.ts'
import { changeOf, failedChecks, refuseAll } from './write.ts'

/** Whether this is such an edit. */
export const isRestorableEdit = (entity: AnyEntity, { eventType, data }: Pick<EventView, 'eventType' | 'data'>): boolean =>
  eventType === 'EDITED' && isRestorable(entity, Object.keys(changesIn(data)))

/** Throws FORBIDDEN, STATE_CONFLICT. */
export function refuseRestoring(scope: Scope, entity: AnyEntity, subject: Row, { recordedBy }: EventView): void {
  if (!canOn(scope.user, entity, 'E', subject) || (recordedBy !== scope.user.id && !canOn(scope.user, entity, 'A', subject)))
    throw new Problem('FORBIDDEN', { message: 'Only the person who recorded this, or somebody who may approve, can take it back.' })
  if (!isEditable(entity, subject.status))
    throw new Problem('STATE_CONFLICT', { message: phrase`Nothing can be changed any more: ${word(stateLabel(entity, subject.status))}.` })
}

/**
 * The record without this edit, `written` being what is to be done when its row is: each field that nobody has edited since as its entries before say. Throws VALIDATION, DUPLICATE and what
 * `prepare` refuses; what is restorable is not judged.
 */
export async function withoutEdit(scope: Scope, entity: AnyEntity, subject: Row, event: EventView): Promise<{ after: Row; written: () => Promise<void> }> {
  const entries = await entriesOf(scope, entity, subject.id)
  const empty: Record<string, unknown> = { ...emptyFields(entity.fields), tags: [] }
  const at = entries.findIndex(({ id }) => id === event.id)
  const [earlier, later] = [entries.slice(0, at), entries.slice(at + 1)]
  const fields = Object.keys(changesIn(event.data)).filter((name) => name !== 'status' && !later.some(({ changes }) => name in changes))
  const former = (name: string): unknown => earlier.findLast(({ changes }) => name in changes)?.changes[name]?.to ?? empty[name] ?? null
  const after: Row = { ...subject, ...Object.fromEntries(fields.map((name) => [name, former(name)])) }
  const references = referencesIn(entity.fields, after).filter(({ path }) => fields.includes(path.split('.')[0] ?? path))
  refuseAll(failedChecks(entity, after, subject))
  await checkReferences(scope, references, after.operatorId, references)
  await refuseTakenIds(scope, entity, subject, after)
  const chosen = Object.fromEntries((entity.restorable ?? []).map((name) => [name, after[name]]))
  const change = changeOf({ ...subject, ...chosen }, after)
  const behaviour = scope.behaviours[entity.name]
  await behaviour?.prepare?.(scope, change, askPlainly(scope.db))
  if (!canOn(scope.user, entity, 'E', change.after)) throw new Problem('FORBIDDEN', { message: 'Your role does not reach where this would then belong.' })
  return {
    after: change.after,
    async written() {
      await behaviour?.written?.(scope, { ...change, before: subject })
      await saveFlags(scope, entity, subject.id, change.findings, { eventId: null, recheck: true })
    },
  }
}

type Entry = { id: string; changes: ReturnType<typeof changesIn> }
/** What people entered of it, in force, in the order in which they did. */
async function entriesOf({ db, tenant }: Scope, entity: AnyEntity, id: string): Promise<Entry[]> {
  const rows = await db
    .selectFrom('event')
    .select(['id', 'data'])
    .where('tenant_id', '=', tenant.id)
    .where('subject_type', '=', entity.name)
    .where('subject_id', '=', id)
    .where('event_type', 'in', ['CREATED', 'EDITED'])
    .where('status', '=', 'RECORDED')
    .orderBy('subject_version')
    .execute()
  return rows.map(({ id: eventId, data }) => ({ id: eventId, changes: changesIn(data) }))
}
