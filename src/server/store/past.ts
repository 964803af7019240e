// A scope in which the past is read, both ways: as it was on a day (by time of occurrence) and as it was known on a day (by time of
// recording). An event counts when it had occurred by the one and was recorded, and not yet voided, by the other.
import { type RawBuilder, sql } from 'kysely'
import type { AsOf, Past, Scope } from '../scope.ts'

/** Null: the present, unchanged. */
export const inPast = (scope: Scope, asOf: AsOf | null): Scope =>
  asOf && !scope.past ? { ...scope, now: new Date(asOf.occurredBy), past: { ...asOf, isKnownNow: Date.parse(asOf.knownBy) >= scope.now.getTime() } } : scope
/** Whether the past is read in it. */
export const isPast = (scope: Scope): scope is Scope & { past: Past } => scope.past !== undefined
/** The same scope of what is known, without a day: as it is at the end of what was known then. */
export const asKnown = (scope: Scope & { past: Past }): Scope => ({ ...scope, past: { ...scope.past, occurredBy: scope.past.knownBy } })

/** The same scope of what is known, whenever it is to have happened: no fact is left out because it lies ahead. */
export const wheneverItWas = (scope: Scope & { past: Past }): Scope & { past: Past } => ({
  ...scope,
  past: { ...scope.past, occurredBy: '9999-12-31T00:00:00.000Z' },
})

/** Events (`e`, or another name for them) that count in the scope; CREATED whenever it was. */
export const eventsThen = ({ past }: Pick<Scope, 'past'>, alias = 'e'): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return past
    ? sql<boolean>`${of('recorded_at')} <= ${past.knownBy}::timestamptz and (${of('voided_at')} is null or ${of('voided_at')} > ${past.knownBy}::timestamptz)
      and (${of('event_type')} = 'CREATED' or ${of('occurred_at')} <= ${past.occurredBy}::timestamptz)`
    : sql<boolean>`${of('status')} = 'RECORDED'`
}

/** The state that a record had come to by events that count in the scope. `id`: its column; `status`: that of its row, which is the present one. */
export const statusThen = (
  scope: Pick<Scope, 'past' | 'tenant'>,
  subjectType: string,
  id: RawBuilder<string>,
  status: RawBuilder<string>,
): RawBuilder<string | null> =>
  scope.past
    ? sql<
        string | null
      >`(select e.status_after from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = ${subjectType} and e.subject_id = ${id}
        and e.status_after is not null and e.event_type not in ('EVENT_VOIDED', 'DELETED') and ${eventsThen(scope)}
        order by e.event_type = 'CREATED', e.occurred_at desc, e.subject_version desc limit 1)`
    : status

/** Links (`l`, or another name for them) between lots that count in the scope. */
export const linksThen = ({ past }: Pick<Scope, 'past'>, alias = 'l'): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return past
    ? sql<boolean>`${of('at')} <= ${past.occurredBy}::timestamptz and ${of('recorded_at')} <= ${past.knownBy}::timestamptz
      and (${of('voided_at')} is null or ${of('voided_at')} > ${past.knownBy}::timestamptz)`
    : sql<boolean>`${of('voided_at')} is null`
}

/** Ledger entries (`e`): a void posts opposite ones, so that all count that were recorded by then. */
export const entriesThen = ({ past }: Pick<Scope, 'past'>): RawBuilder<boolean> =>
  past ? sql<boolean>`e.at <= ${past.occurredBy}::timestamptz and e.recorded_at <= ${past.knownBy}::timestamptz` : sql<boolean>`true`

/** Something of one of these records (`subjects`: pairs of type and id) does not count in the scope and counts today, or the other way round. `types`: only of these events. */
export const changedSince = (
  { tenant, past }: Scope & { past: Past },
  subjects: ReturnType<typeof sql>,
  types: readonly string[] | null = null,
) => sql<boolean>`exists (select 1 from event as e
  where e.tenant_id = ${tenant.id} and (e.subject_type, e.subject_id) in ${subjects} and e.event_type <> 'EVENT_VOIDED'
    and ${types ? sql`e.event_type = any(${[...types]}::text[])` : sql`true`}
    and (e.recorded_at > ${past.knownBy}::timestamptz or e.voided_at > ${past.knownBy}::timestamptz
      or (e.status = 'RECORDED' and e.event_type <> 'CREATED' and e.occurred_at > ${past.occurredBy}::timestamptz)))`
