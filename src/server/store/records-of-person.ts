// A person's records: their own, and those that were merged into it (decision 83). History stays where it happened; whoever judges the person reads all of it.
// A record into which others were merged stays, so that one step is enough.
import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from '../scope.ts'

/** As SQL: rows (id, record_id) of each farmer in a relation `members` (id). */
export const recordsOfMembers = ({ tenant }: { tenant: Tenant }): RawBuilder<unknown> => sql`(select m.id, m.id as record_id from members as m
  union all select m.id, x.id from members as m join farmer as x on x.tenant_id = ${tenant.id} and x.merged_into_id = m.id and x.deleted_at is null)`

/** As SQL: whether two farmers are one person, by the record that stays of each. */
export const isSamePerson = ({ tenant }: { tenant: Tenant }, one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> => {
  const stays = (id: RawBuilder<unknown>) => sql`(select coalesce(x.merged_into_id, x.id) from farmer as x where x.tenant_id = ${tenant.id} and x.id = ${id})`
  return sql<boolean>`${stays(one)} = ${stays(other)}`
}

/** A farmer's records, and who looks after them in the field by name. */
export type Person = { records: string[]; officerIds: string[] }
/** As SQL, of a farmer by its id (`x`, `y` and `own` are names in it): the record that stays and all that were merged into it; the officers named by the record itself and by the one that stays. */
export const personOf = ({ tenant }: { tenant: Tenant }, id: RawBuilder<unknown>): RawBuilder<Person> => sql<Person>`(
  with own as (select y.id, coalesce(y.merged_into_id, y.id) as stays from farmer as y where y.tenant_id = ${tenant.id} and y.id = ${id})
  select jsonb_build_object('records', coalesce(jsonb_agg(x.id), '[]'), 'officerIds', coalesce(jsonb_agg(x.field_officer_id) filter (where x.id in (own.id, own.stays) and x.field_officer_id is not null), '[]'))
  from own join farmer as x on x.tenant_id = ${tenant.id} and (x.id = own.stays or x.merged_into_id = own.stays))`
