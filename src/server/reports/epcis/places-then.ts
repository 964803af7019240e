// Where the lots of events lay, by what had been recorded of them when each event was: what came late moves no event to another place. One statement,
// whatever the number of events.
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../scope.ts'

/** What says where a lot lies. */
export const placing = ['CREATED', 'EDITED', 'MOVE', 'RECEIVED'] as const
/** The facility that an event (`alias`) enters for its lot; null: none, or that it lies at none any more. */
export const enteredPlace = (alias: 'e' | 'm'): RawBuilder<string | null> => {
  const data = sql.ref(`${alias}.data`)
  return sql`case when ${data}->'changes' ? 'processingSystemId' then ${data}->'changes'->'processingSystemId'->>'to' else ${data}->>'processingSystemId' end`
}
/** An event that says where its lot lies, or that it lies nowhere any more. */
export const saysWhere = (alias: 'e' | 'm'): RawBuilder<boolean> => {
  const data = sql.ref(`${alias}.data`)
  return sql`(${data}->>'processingSystemId' is not null or ${data}->'changes' ? 'processingSystemId')`
}

/** `leftId`: where the lot lay before; of what does not move it the same as `facilityId`. */
export type PlaceThen = { eventId: string; facilityId: string | null; leftId: string | null }
/** Of events of lots; `which`: a condition on them (`v`). */
export const placesThen = ({ tenant }: Pick<Scope, 'tenant'>, which: RawBuilder<unknown>): RawBuilder<PlaceThen> => sql<PlaceThen>`
  with of_lot as materialized (
    select v.id, v.subject_id, v.occurred_at, v.recorded_at, case when v.event_type = 'MOVE' then nullif(v.data->>'processingSystemId', '') end as target
    from event as v where v.tenant_id = ${tenant.id} and v.subject_type = 'productbatch' and ${which}
  ), lay as materialized (
    select m.id, m.subject_id, m.event_type, m.occurred_at, m.recorded_at, m.voided_at, m.subject_version, ${enteredPlace('m')} as place
    from event as m where m.tenant_id = ${tenant.id} and m.subject_type = 'productbatch' and m.subject_id in (select subject_id from of_lot)
      and m.event_type = any(${[...placing]}::text[]) and ${saysWhere('m')}
  )
  select distinct on (o.id) o.id as "eventId", coalesce(o.target, lay.place) as "facilityId", lay.place as "leftId"
  from of_lot as o left join lay on lay.subject_id = o.subject_id and lay.id <> o.id and lay.recorded_at <= o.recorded_at
    and (lay.event_type = 'CREATED' or lay.occurred_at <= o.occurred_at) and (lay.voided_at is null or lay.voided_at > o.recorded_at)
  order by o.id, lay.event_type = 'CREATED', lay.occurred_at desc, lay.subject_version desc`
