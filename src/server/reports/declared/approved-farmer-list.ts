// R02. A list that nobody has named is one that was in force on the day. Its inspections are those that counted as it was drawn up: what was corrected or
// voided afterwards does not alter what was signed.
import { sql } from 'kysely'
import { approvedFarmerList } from '#domain/reports/approved-farmer-list.ts'
import { is } from '../engine/conditions.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

export const query = reportQuery(approvedFarmerList, {
  past: () => [{ table: 'approvedlist' }, ...entered('season', 'scheme', 'user')],
  joins: ({ scope }) => {
    const { tenant } = scope
    return sql`
    left join season as s on s.tenant_id = ${tenant.id} and s.id = r.season_id
    left join scheme as m on m.tenant_id = ${tenant.id} and m.id = r.scheme_id
    cross join lateral jsonb_array_elements(r.entries) with ordinality as t (entry, place)
    left join lateral (select string_agg(distinct to_char(e.occurred_at at time zone ${tenant.timezone}::text, 'YYYY-MM-DD'), ', ') as days, string_agg(distinct u.title, ', ') as inspectors
      from event as e left join "user" as u on u.tenant_id = ${tenant.id} and u.id = e.recorded_by
      where e.tenant_id = ${tenant.id} and e.subject_type = 'farmer' and e.subject_id in (select f.id from farmer as f where f.tenant_id = ${tenant.id} and (t.entry->>'farmerId')::uuid in (f.id, f.merged_into_id))
        and e.event_type = 'INTERNAL_INSPECTION'
        and e.data->>'seasonId' = r.season_id::text and e.recorded_at <= r.created_at and (e.voided_at is null or e.voided_at > r.created_at)) as seen on true`
  },
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
    inspectedOn: sql`left(seen.days, 200)`,
    inspectors: sql`left(seen.inspectors, 400)`,
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
