// Which events happened at a facility, of lots of a season: by where a lot lay when something was done with it, not by where it lies now. A move is of the facility that
// the lot left and of the one that it came to; what was done before it came, or after it left, is of neither.
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../scope.ts'
import { enteredPlace, placesThen, placing } from './places-then.ts'

export type AtFacility = { facility: string; season: string }
/** `lots`: of the season, that ever lay there or that something there took, made or weighed in. `others`: what came of them or went into them, of any season. */
export type LotsThere = { lots: string[]; others: string[] }

export async function lotsThere({ db, tenant }: Scope, { facility, season }: AtFacility): Promise<LotsThere> {
  const { rows } = await sql<{ id: string; isOther: boolean }>`
    with done as materialized (
      select e.id, e.data->>'batchId' as batch_id from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'processingsystem' and e.subject_id = ${facility}::uuid
        and e.event_type in ('PROCESS_RUN', 'BALE_PRESSED', 'GOODS_RECEIVED')
    ), there as materialized (
      select r.id from productbatch as r where r.tenant_id = ${tenant.id} and r.season_id = ${season}::uuid and r.deleted_at is null and (
        exists (select from event as m where m.tenant_id = ${tenant.id} and m.subject_type = 'productbatch' and m.subject_id = r.id
          and m.event_type = any(${[...placing]}::text[]) and ${enteredPlace('m')} = ${facility}::text)
        or r.id in (select d.batch_id::uuid from done as d where d.batch_id is not null)
        or r.id in (select l.batch_id from done as d join ledger_entry as l on l.tenant_id = ${tenant.id} and l.event_id = d.id and l.batch_id is not null))
    )
    select id, false as "isOther" from there
    union all select id, true from (
      select l.output_id as id from there join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = there.id
      union select l.input_id from there join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = there.id and l.input_kind = 'productbatch'
    ) as o where id not in (select id from there)`.execute(db)
  const of = (isOther: boolean) => rows.flatMap((row) => (row.isOther === isOther ? [row.id] : []))
  return { lots: of(false), others: of(true) }
}

/** Ids of events of these lots there, as far as the reader sees the lot (`open`) or one that kilograms went from or to. */
export const lotEventsThere = (
  scope: Scope,
  { facility }: AtFacility,
  { lots }: LotsThere,
  open: readonly string[],
  types: readonly string[],
): RawBuilder<unknown> => {
  const { tenant } = scope
  const seen = sql`${[...open]}::uuid[]`
  const which = sql`v.subject_id = any(${lots}::uuid[]) and v.event_type = any(${[...types]}::text[]) and (v.subject_id = any(${seen})
    or exists (select from lot_link as l where l.tenant_id = ${tenant.id} and l.event_id = v.id and (l.input_id = any(${seen}) or l.output_id = any(${seen}))))`
  return sql`select p."eventId" from (${placesThen(scope, which)}) as p where ${facility}::uuid in (p."facilityId"::uuid, p."leftId"::uuid)`
}
