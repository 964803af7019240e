// Whether the committee's approval of a record stands, as SQL. A person may have several records (decision 83): whoever judges the person reads all of them, and the
// worse result counts.
import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from '../scope.ts'

type Of = { farmer: RawBuilder<unknown>; season: RawBuilder<unknown> }

const approved = sql`('APPROVED', 'CONDITIONAL')`

/**
 * As SQL: a worse result of the season on another record of the same person, or no row (names `pg`, `pd`, `pj`, `pk`, `pm`). One on the record that stays counts always, and a sanction on
 * any. A rejection of a record that ended counts until the committee has decided for the person, which is on the day of the merger or since.
 */
export const worseOfPerson = ({ tenant }: { tenant: Tenant }, { farmer, season }: Of): RawBuilder<unknown> => sql`(
  select pj.result from farmer as pg join farmerseason as pj on pj.tenant_id = ${tenant.id} and pj.farmer_id = pg.merged_into_id and pj.season_id = ${season}
    and pj.result in ('REJECTED', 'SANCTIONED') and pj.deleted_at is null where pg.tenant_id = ${tenant.id} and pg.id = ${farmer}
  union all
  select pj.result from farmer as pg join farmer as pd on pd.tenant_id = ${tenant.id} and pd.merged_into_id = coalesce(pg.merged_into_id, pg.id) and pd.id <> pg.id
    join farmerseason as pj on pj.tenant_id = ${tenant.id} and pj.farmer_id = pd.id and pj.season_id = ${season} and pj.result in ('REJECTED', 'SANCTIONED') and pj.deleted_at is null
    where pg.tenant_id = ${tenant.id} and pg.id = ${farmer} and (pj.result = 'SANCTIONED' or not exists (
      select from farmerseason as pk join event as pm on pm.tenant_id = ${tenant.id} and pm.subject_type = 'farmer' and pm.subject_id = pd.id and pm.event_type = 'MERGED' and pm.status = 'RECORDED'
      where pk.tenant_id = ${tenant.id} and pk.farmer_id = pd.merged_into_id and pk.season_id = ${season} and pk.status = 'DECIDED' and pk.deleted_at is null
        and pk.approved_on >= (pm.occurred_at at time zone ${tenant.timezone}::text)::date)))`

/** As SQL: the committee has approved this farmer record for the season, with or without conditions, and no record of the same person says worse. */
export const isApprovedPerson = (scope: { tenant: Tenant }, { farmer, season }: Of): RawBuilder<boolean> => sql<boolean>`(exists (select from farmerseason as pa
    where pa.tenant_id = ${scope.tenant.id} and pa.farmer_id = ${farmer} and pa.season_id = ${season} and pa.result in ${approved} and pa.deleted_at is null)
  and not exists ${worseOfPerson(scope, { farmer, season })})`
