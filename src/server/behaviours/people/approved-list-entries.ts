// The rows of an approved farmer list as of now, and who of a list is approved no more.
import { sql } from 'kysely'
import type { ListEntry } from '#domain/people/approved-list-difference.ts'
import type { Scope } from '../../scope.ts'

/** Farmers whom the committee approved for the season, with or without conditions, each with their crops of it; by member number, plot and crop. */
export async function entriesNow({ db, tenant }: Scope, operatorId: string, seasonId: string): Promise<ListEntry[]> {
  const { rows } = await sql<ListEntry>`
    select f.id as "farmerId", f.member_no as "memberNo", f.title as farmer, f.village, s.result, s.conditions, p.id as "parcelId", p.title as parcel,
      c.id as "cropId", c.title as crop, c.area_ha as "areaHa", case when c.id is not null then coalesce(c.claim_status, 'CONVENTIONAL') end as "claimStatus", c.estimated_kg as "estimatedKg"
    from farmerseason as s join farmer as f on f.tenant_id = ${tenant.id} and f.id = s.farmer_id and f.status = 'ACTIVE' and f.deleted_at is null
    left join crop as c on c.tenant_id = ${tenant.id} and c.farmer_id = f.id and c.season_id = s.season_id and c.deleted_at is null and c.status not in ('CANCELLED', 'FAILED')
    left join landparcel as p on p.tenant_id = ${tenant.id} and p.id = c.parcel_id
    where s.tenant_id = ${tenant.id} and s.operator_id = ${operatorId}::uuid and s.season_id = ${seasonId}::uuid and s.status = 'DECIDED' and s.deleted_at is null
      and s.result in ('APPROVED', 'CONDITIONAL')
    order by f.member_no, f.id, p.title, c.title, c.id`.execute(db)
  return rows
}

/** The names on a list of members who are approved no more: their decision was taken back or is another one, or they are no members any more. By name. */
export async function noLongerApproved({ db, tenant }: Scope, seasonId: string, entries: readonly ListEntry[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct l.name from unnest(${entries.map(({ farmerId }) => farmerId)}::uuid[], ${entries.map(({ farmer }) => farmer)}::text[]) as l (farmer_id, name)
    where not exists (select from farmerseason as s join farmer as f on f.tenant_id = ${tenant.id} and f.id = s.farmer_id and f.status = 'ACTIVE' and f.deleted_at is null
      where s.tenant_id = ${tenant.id} and s.farmer_id = l.farmer_id and s.season_id = ${seasonId}::uuid and s.status = 'DECIDED' and s.deleted_at is null
        and s.result in ('APPROVED', 'CONDITIONAL'))
    order by l.name`.execute(db)
  return rows.map(({ name }) => name)
}
