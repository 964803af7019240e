// Reading the past, both ways: as it was on a day (`asOf`, by time of occurrence) and as it was known on a day (`knownAt`, by
// time of recording). An event counts when it had occurred by the one and was recorded, and not yet voided, by the other.
import { sql } from 'kysely'
import { zonedEndOfDay } from '#domain/kernel/day.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { currentValue, type Field } from '#domain/kernel/field.ts'
import { type HistoryEvent, replay } from '#domain/kernel/history.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import type { AsOf, Scope } from '../scope.ts'
import { changesIn } from './event-view.ts'
import type { Flag } from './flags.ts'
import { statesOf } from './history.ts'

export const asOfParameters = ['asOf', 'knownAt'] as const

/** Of a query: null when the present is asked for. Each is a day (to its end, where the programme works) or an ISO moment with offset. Throws VALIDATION. */
export function asOfQuery(scope: Scope, query: URLSearchParams): AsOf | null {
  const [asOf, knownAt] = asOfParameters.map((name) => momentOf(scope, name, query.get(name)))
  return asOf || knownAt ? { occurredBy: asOf ?? scope.now.toISOString(), knownBy: knownAt ?? scope.now.toISOString() } : null
}

function momentOf(scope: Scope, path: string, given: string | null): string | null {
  if (given === null || given === '') return null
  const moment = /^\d{4}-\d\d-\d\d$/.test(given)
    ? zonedEndOfDay(given, scope.tenant.timezone)
    : /T.*(Z|[+-]\d\d:\d\d)$/.test(given)
      ? new Date(given)
      : new Date(Number.NaN)
  if (Number.isNaN(moment.getTime())) throw fieldProblem(path, 'format', 'A day (2026-01-31), or a moment with its offset (2026-01-31T10:00:00+05:30).')
  return moment.toISOString()
}

/** Events of a record that count at that time, in order of occurrence; CREATED first. */
async function eventsAsOf(scope: Scope, entity: AnyEntity, id: string, { occurredBy, knownBy }: AsOf): Promise<HistoryEvent[]> {
  const { rows } = await sql<HistoryEvent>`
    select e.id, e.event_type as "eventType", e.occurred_at as "occurredAt", e.recorded_at as "recordedAt", e.recorded_by as "recordedBy", e.subject_version as version,
      e.data, e.status_before as "statusBefore", e.status_after as "statusAfter"
    from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = ${entity.name} and e.subject_id = ${id}::uuid and e.event_type not in ('EVENT_VOIDED', 'DELETED')
      and e.recorded_at <= ${knownBy}::timestamptz and (e.voided_at is null or e.voided_at > ${knownBy}::timestamptz)
      and (e.event_type = 'CREATED' or e.occurred_at <= ${occurredBy}::timestamptz)
    order by e.event_type = 'CREATED' desc, e.occurred_at, e.subject_version, e.id`.execute(scope.db)
  return rows
}

/** `notDerived`: fields that follow from other records or from rules as they are now; they are null here. */
export type PastRow = { row: Row; notDerived: string[] }

/** A record as it was. `row`: as it is now, which the reader may see. Throws NOT_FOUND when nothing was known of it then. */
export async function recordAsOf(scope: Scope, entity: AnyEntity, row: Row, moment: AsOf): Promise<PastRow> {
  const events = await eventsAsOf(scope, entity, row.id, moment)
  const created = events.find(({ eventType }) => eventType === 'CREATED')
  if (!created) throw new Problem('NOT_FOUND', { message: `This ${entity.label.toLowerCase()} was not known then.` })
  const fields: Record<string, Field> = entity.fields
  const past: Row = { ...row, ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])) }
  for (const { data } of events)
    for (const [name, change] of Object.entries(changesIn(data)))
      if (name in fields) Object.assign(past, { [name]: currentValue(fields[name] ?? {}, change.to) })
  const machine = statesOf(scope, entity)
  const start = machine.start(created.statusAfter)
  const replayed = replay(entity, machine, start, events.slice(1))
  const state = replayed.ok ? replayed.state : machine.start(events.at(-1)?.statusAfter ?? row.status)
  past.status = machine.statusOf(state)
  const { project, facts } = scope.behaviours[entity.name] ?? {}
  const projected = (await project?.(scope, past, facts ? await facts(scope, past, moment) : events, state, moment)) ?? {}
  Object.assign(past, projected)
  const last = events.reduce((latest, event) => (event.version > latest.version ? event : latest), created)
  Object.assign(past, { version: last.version, updatedAt: last.recordedAt, updatedBy: last.recordedBy })
  const entered = new Set(events.flatMap(({ data }) => Object.keys(changesIn(data))))
  const notDerived = Object.entries(fields).flatMap(([name, field]) => (field.by === 'system' && !entered.has(name) && !(name in projected) ? [name] : []))
  for (const name of notDerived) Object.assign(past, { [name]: null })
  return { row: past, notDerived }
}

/** Findings of a record that were open then. */
export async function flagsAsOf(scope: Scope, entity: AnyEntity, id: string, { knownBy }: AsOf): Promise<Flag[]> {
  const { rows } = await sql<Flag>`
    select f.id, f.subject_id as "subjectId", f.event_id as "eventId", f.rule_id as "ruleId", f.severity, f.message, f.figures, f.opened_at as "openedAt", f.opened_by as "openedBy", f.owner_role as owner from flag as f
    where f.tenant_id = ${scope.tenant.id} and f.subject_type = ${entity.name} and f.subject_id = ${id}::uuid and f.opened_at <= ${knownBy}::timestamptz
      and (f.closed_at is null or f.closed_at > ${knownBy}::timestamptz) order by f.opened_at, f.id`.execute(scope.db)
  return rows.map(({ figures, ...flag }) => ({ ...flag, ...(figures ? { figures } : {}) }))
}
