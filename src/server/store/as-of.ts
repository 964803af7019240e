// Records of the past: `asOf` and `knownAt` of a query, and a record folded from the events that count in that scope (store/past.ts).

import { sql } from 'kysely'
import { canOn } from '#domain/access.ts'
import { localDay, zonedEndOfDay } from '#domain/kernel/day.ts'
import type { AnyEntity, Row, Stored } from '#domain/kernel/entity.ts'
import { emptyFields, type Field } from '#domain/kernel/field.ts'
import { type HistoryEvent, replay, type StateMachine } from '#domain/kernel/history.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { phrase, small } from '#domain/messages/message.ts'
import { namesLeft } from '#domain/people/erasure.ts'
import type { AsOf, Past, Scope } from '../scope.ts'
import { enteredIn, eventsByRecord } from './events-then.ts'
import type { Flag } from './flags.ts'
import { getRecord, recordsById } from './get.ts'
import { readFoldsAhead, villageThen } from './grower-then.ts'
import { statesOf } from './history.ts'
import { inPast, isPast } from './past.ts'
import { titleOf } from './write.ts'

export const asOfParameters = ['asOf', 'knownAt'] as const

/** Of a query: null when the present is asked for. Each is a day (to its end, where the programme works) or an ISO moment with offset. Throws VALIDATION, also for a day to come. */
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
  if (localDay(scope, moment.toISOString()) > localDay(scope)) throw fieldProblem(path, 'max', 'This day has not come yet.')
  return moment.toISOString()
}

/** The state that a record had come to. `events`: CREATED first. Where they do not follow from each other, that of the last. */
export function stateAfter<State>(entity: AnyEntity, machine: StateMachine<State>, [created, ...rest]: readonly [HistoryEvent, ...HistoryEvent[]]): State {
  const replayed = replay(entity, machine, machine.start(created.statusAfter), rest)
  return replayed.ok ? replayed.state : machine.start((rest.at(-1) ?? created).statusAfter)
}

/** `notDerived`: fields that follow from other records or from rules as they are now; they are null here. */
export type PastRow<R extends Row = Row> = { row: R; notDerived: string[] }

/** A record as it was. `row`: as it is now, which the reader may see. Throws NOT_FOUND when nothing was known of it then. */
export async function recordAsOf<E extends AnyEntity>(present: Scope, entity: E, row: Stored<E>, moment: AsOf): Promise<PastRow<Stored<E>>> {
  const scope = inPast(present, moment)
  const events = (await eventsByRecord(scope, entity, [row.id])).get(row.id) ?? []
  const [created, ...rest] = events
  if (created?.eventType !== 'CREATED') throw new Problem('NOT_FOUND', { message: phrase`This ${small(entity.label)} was not known then.` })
  const entered = enteredIn(entity, events)
  const machine = statesOf(scope, entity)
  const state = stateAfter(entity, machine, [created, ...rest])
  const past = Object.assign({ ...row, tags: [] }, emptyFields(entity.fields), entered, {
    status: machine.statusOf(state),
  })
  const { project, facts, settledThen } = scope.behaviours[entity.name] ?? {}
  const projected = { ...settledThen?.(events), ...(await project?.(scope, past, facts ? await facts(scope, past, moment) : events, state)) }
  Object.assign(past, projected)
  if (isPast(scope)) Object.assign(past, await villageThen(scope, entity, past))
  Object.assign(past, namesLeft(entity, past, row))
  past.title = titleOf(entity, past)
  const last = events.reduce((latest, event) => (event.version > latest.version ? event : latest), created)
  Object.assign(past, { version: last.version, updatedAt: last.recordedAt, updatedBy: last.recordedBy })
  const fields: Record<string, Field> = entity.fields
  // What passes with the calendar is worked out of the others when it is answered.
  const passing = scope.behaviours[entity.name]?.today ?? {}
  const isDerived = (name: string): boolean => name in entered || name in projected || name in passing
  const notDerived = Object.entries(fields).flatMap(([name, field]) => (field.by === 'system' && !isDerived(name) ? [name] : []))
  for (const name of notDerived) Object.assign(past, { [name]: null })
  return { row: past, notDerived }
}

/** The same for its reader: undefined when nothing was known of it then, or when it was in a state in which it is not theirs to see (a draft is not its buyer's). */
export async function seenAsOf<E extends AnyEntity>(scope: Scope & { past: Past }, entity: E, row: Stored<E>): Promise<PastRow<Stored<E>> | undefined> {
  const past = await knownAsOf(scope, entity, row)
  return past && canOn(scope.user, entity, 'V', { ...row, status: past.row.status }) ? past : undefined
}

/** The same whoever reads it: undefined when nothing was known of it then. */
export async function knownAsOf<E extends AnyEntity>(scope: Scope & { past: Past }, entity: E, row: Stored<E>): Promise<PastRow<Stored<E>> | undefined> {
  try {
    return await recordAsOf(scope, entity, row, scope.past)
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

/** One record as it was, for its reader. Throws NOT_FOUND. */
export async function viewAsOf<E extends AnyEntity>(scope: Scope & { past: Past }, entity: E, id: string): Promise<PastRow<Stored<E>>> {
  const seen = await seenAsOf(scope, entity, await getRecord(scope, entity, id))
  if (!seen) throw new Problem('NOT_FOUND', { message: phrase`This ${small(entity.label)} was not known then.` })
  return seen
}

/** One record for its reader, now or as it was in a scope of the past. Throws NOT_FOUND. */
export const recordIn = async <E extends AnyEntity>(scope: Scope, entity: E, id: string): Promise<Stored<E>> =>
  isPast(scope) ? (await viewAsOf(scope, entity, id)).row : getRecord(scope, entity, id)

/** Records that others name, whoever reads them, now or as they were in a scope of the past. */
export async function namedIn<E extends AnyEntity>(scope: Scope, entity: E, ids: readonly string[]): Promise<Stored<E>[]> {
  const rows = await recordsById(scope, entity, [...new Set(ids)])
  if (!isPast(scope)) return rows
  if (rows.length > 1) await readFoldsAhead(scope, entity, rows)
  const then: Stored<E>[] = []
  for (const row of rows) {
    const known = await knownAsOf(scope, entity, row)
    if (known) then.push(known.row)
  }
  return then
}

/** Findings of a record that were open then; one of an event counts from when that happened. */
export async function flagsAsOf(scope: Scope, entity: AnyEntity, id: string, { occurredBy, knownBy }: AsOf): Promise<Flag[]> {
  const { rows } = await sql<Flag>`
    select f.id, f.subject_id as "subjectId", f.event_id as "eventId", f.rule_id as "ruleId", f.severity, f.message, f.words, f.figures, f.opened_at as "openedAt", f.opened_by as "openedBy", f.owner_role as owner from flag as f
    left join event as e on e.tenant_id = ${scope.tenant.id} and e.id = f.event_id
    where f.tenant_id = ${scope.tenant.id} and f.subject_type = ${entity.name} and f.subject_id = ${id}::uuid and f.opened_at <= ${knownBy}::timestamptz
      and (f.closed_at is null or f.closed_at > ${knownBy}::timestamptz)
      and (e.id is null or e.event_type = 'CREATED' or e.occurred_at <= ${occurredBy}::timestamptz) order by f.opened_at, f.id`.execute(scope.db)
  return rows.map(({ figures, words, ...flag }) => ({ ...flag, ...(words ? { words } : {}), ...(figures ? { figures } : {}) }))
}
