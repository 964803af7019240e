// Events of records that count in a scope of the past or now, and what was entered by them.
import { sql } from 'kysely'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { currentValue, emptyFields, type Field } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { byOccurrence, type HistoryEvent } from '#domain/kernel/history.ts'
import type { Scope } from '../scope.ts'
import { changesIn } from './event-view.ts'
import { eventsThen } from './past.ts'
import { historyRead } from './past-histories.ts'

/** Events of records that count in the scope, by record, in order of occurrence; CREATED first. `types`: only these beside CREATED and EDITED. */
export async function eventsByRecord(
  scope: Scope,
  entity: AnyEntity,
  ids: readonly string[],
  types?: ReadonlySet<string>,
): Promise<Map<string, HistoryEvent[]>> {
  const read = ids.map((id) => [id, historyRead(scope, entity, id)] as const)
  if (read.every(([, events]) => events)) return new Map(read.flatMap(([id, events]) => (events?.length ? [[id, byHappening(events, types)] as const] : [])))
  const wanted = types
    ? sql<boolean>`e.event_type = any(${['CREATED', 'EDITED', ...types]}::text[])`
    : sql<boolean>`e.event_type not in ('EVENT_VOIDED', 'DELETED')`
  const { rows } = await sql<HistoryEvent & { subjectId: string }>`
    select e.subject_id as "subjectId", e.id, e.event_type as "eventType", e.occurred_at as "occurredAt", e.recorded_at as "recordedAt", e.recorded_by as "recordedBy",
      e.subject_version as version, e.data, e.status_before as "statusBefore", e.status_after as "statusAfter"
    from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = ${entity.name} and e.subject_id = any(${[...ids]}::uuid[]) and ${wanted} and ${eventsThen(scope)}
    order by e.event_type = 'CREATED' desc, e.occurred_at, e.subject_version, e.id`.execute(scope.db)
  return Map.groupBy(rows, ({ subjectId }) => subjectId)
}

function byHappening(events: readonly HistoryEvent[], types: ReadonlySet<string> | undefined): HistoryEvent[] {
  const counted = types ? events.filter(({ eventType }) => eventType === 'CREATED' || eventType === 'EDITED' || types.has(eventType)) : [...events]
  const [created, rest] = [counted.filter(({ eventType }) => eventType === 'CREATED'), counted.filter(({ eventType }) => eventType !== 'CREATED')]
  return [...created, ...rest.sort(byOccurrence)]
}

/** Of every record, beside its declared fields. */
const common: ReadonlySet<string> = new Set(['code', 'tags'])

/** Fields as people entered them by then, the last entry of each; code and tags too. */
export function enteredIn(entity: AnyEntity, events: readonly HistoryEvent[]): Record<string, unknown> {
  const fields: Record<string, Field> = entity.fields
  const entered: Record<string, unknown> = {}
  for (const { data } of events)
    for (const [name, change] of Object.entries(changesIn(data)))
      if (name in fields || common.has(name)) entered[name] = withEveryColumn(fields[name], currentValue(fields[name] ?? {}, change.to))
  return entered
}

/** Lines are stored in a table of their own, where what was not entered is null. */
const withEveryColumn = (field: Field | undefined, value: unknown): unknown =>
  field?.fields && factsOf(field).hasTable && Array.isArray(value) ? value.map((line) => ({ ...emptyFields(field.fields ?? {}), ...line })) : value

/** The same of what people enter alone: what they had not entered by then is empty. Nothing where the record was not known then. */
export function enteredByPeople(entity: AnyEntity, events: readonly HistoryEvent[]): Record<string, unknown> {
  if (events[0]?.eventType !== 'CREATED') return {}
  const fields = Object.fromEntries(Object.entries<Field>(entity.fields).filter(([, { by }]) => by === 'person'))
  const entered = Object.entries(enteredIn(entity, events)).filter(([name]) => name in fields || common.has(name))
  return { ...emptyFields(fields), tags: [], ...Object.fromEntries(entered) }
}
