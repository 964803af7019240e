// R02. A list that nobody has named is one that was in force on the day.
import { sql } from 'kysely'
import { approvedFarmerList } from '#domain/reports/approved-farmer-list.ts'
import { is } from '../engine/conditions.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

export const query = reportQuery(approvedFarmerList, {
  past: () => [{ table: 'approvedlist' }, ...entered('season', 'scheme')],
  joins: ({ scope: { tenant } }) => sql`
    left join season as s on s.tenant_id = ${tenant.id} and s.id = r.season_id
    left join scheme as m on m.tenant_id = ${tenant.id} and m.id = r.scheme_id
    cross join lateral jsonb_array_elements(r.entries) with ordinality as t (entry, place)`,
  where: ({ values }) => [
    is(sql`r.id`, 'uuid', values.listId),
    is(sql`r.scheme_id`, 'uuid', values.scheme),
    is(sql`r.season_id`, 'uuid', values.season),
    ...(values.listId || !values.inForceOn
      ? []
      : [sql<boolean>`r.in_force_from <= ${values.inForceOn}::date and (r.in_force_to is null or r.in_force_to > ${values.inForceOn}::date)`]),
  ],
  columns: () => ({
    season: sql`s.title`,
    scheme: sql`m.title`,
    version: sql`r.version_no`,
    memberNo: sql`t.entry->>'memberNo'`,
    farmer: sql`t.entry->>'farmer'`,
    village: sql`t.entry->>'village'`,
    result: sql`t.entry->>'result'`,
    conditions: sql`t.entry->>'conditions'`,
    parcel: sql`t.entry->>'parcel'`,
    crop: sql`t.entry->>'crop'`,
    areaHa: sql`(t.entry->>'areaHa')::numeric(18,4)`,
    claim: sql`t.entry->>'claimStatus'`,
    estimatedKg: sql`(t.entry->>'estimatedKg')::numeric(18,3)`,
    asOf: sql`r.as_of`,
    inForceFrom: sql`r.in_force_from`,
    status: sql`r.status`,
    hash: sql`r.hash`,
  }),
  order: sql`r.season_id, r.scheme_id, r.version_no, t.place`,
})
