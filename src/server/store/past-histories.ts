// Histories of many records read at once, for a scope of the past: projections ask for one record after the other, at one moment after
// the other, and find them here. Nothing is written in such a transaction, so that what was read stays right.
import { sql } from 'kysely'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import type { Db, Past, Scope } from '../scope.ts'

export type KnownEvent = HistoryEvent & { supersedesEventId: string | null }
type ReadEvent = { event: KnownEvent; occurred: number; recorded: number; voided: number }
type Subjects = readonly (readonly [entity: AnyEntity, ids: readonly (string | null)[]])[]

const histories = new WeakMap<Db, Map<string, ReadEvent[]>>()
const keyOf = (entity: AnyEntity, id: string): string => `${entity.name} ${id}`

/** Reads those that were not read yet, voided events too, in one message. */
export async function readHistories(scope: Scope, subjects: Subjects): Promise<void> {
  const known = histories.get(scope.db) ?? new Map<string, ReadEvent[]>()
  histories.set(scope.db, known)
  const unread = subjects.flatMap(([entity, ids]) =>
    [...new Set(ids)].flatMap((id) => (id !== null && !known.has(keyOf(entity, id)) ? [{ type: entity.name, id }] : [])),
  )
  if (unread.length === 0) return
  for (const { type, id } of unread) known.set(`${type} ${id}`, [])
  const { rows } = await sql<KnownEvent & { subject: string; voidedAt: string | null }>`
    select s.type || ' ' || s.id as subject, e.id, e.event_type as "eventType", e.occurred_at as "occurredAt", e.recorded_at as "recordedAt",
      e.recorded_by as "recordedBy", e.subject_version as version, e.data, e.status_before as "statusBefore", e.status_after as "statusAfter",
      e.supersedes_event_id as "supersedesEventId", e.voided_at as "voidedAt"
    from unnest(${unread.map(({ type }) => type)}::text[], ${unread.map(({ id }) => id)}::uuid[]) as s (type, id)
    join event as e on e.tenant_id = ${scope.tenant.id} and e.subject_type = s.type and e.subject_id = s.id
    where e.event_type not in ('EVENT_VOIDED', 'DELETED') order by e.subject_version, e.id`.execute(scope.db)
  for (const { subject, voidedAt, ...event } of rows) {
    const [occurred, recorded] = [Date.parse(event.occurredAt), Date.parse(event.recordedAt)]
    known.get(subject)?.push({ event, occurred, recorded, voided: voidedAt === null ? Number.POSITIVE_INFINITY : Date.parse(voidedAt) })
  }
}

/** Those that count in the scope, of one record in order of recording; undefined where they were not all read. */
export function historyRead({ db, past }: Scope, entity: AnyEntity, id: string): KnownEvent[] | undefined {
  const read = past && histories.get(db)?.get(keyOf(entity, id))
  if (!past || !read) return undefined
  const [occurredBy, knownBy] = [Date.parse(past.occurredBy), Date.parse(past.knownBy)]
  return read.flatMap(({ event, occurred, recorded, voided }) =>
    recorded <= knownBy && voided > knownBy && (event.eventType === 'CREATED' || occurred <= occurredBy) ? [event] : [],
  )
}

/** Moments by `past.knownBy` at which something of these records was recorded or voided, in their order. */
export function momentsRead(scope: Scope & { past: Past }, subjects: Subjects): number[] {
  const known = histories.get(scope.db)
  const moments = subjects.flatMap(([entity, ids]) =>
    ids.flatMap((id) => (id === null ? [] : (known?.get(keyOf(entity, id)) ?? []).flatMap(({ recorded, voided }) => [recorded, voided]))),
  )
  const knownBy = Date.parse(scope.past.knownBy)
  return [...new Set(moments)].filter((moment) => moment <= knownBy).sort((one, other) => one - other)
}
