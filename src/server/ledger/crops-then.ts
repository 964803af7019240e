// Crops as they were: the row where nothing was recorded, voided or dated since that could have changed it, and a fold of its
// history for the others.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Past, Scope } from '../scope.ts'
import { recordAsOf } from '../store/as-of.ts'
import { recordsById } from '../store/get.ts'

const crop = entityOf('crop')
export type CropThen = Pick<Stored<typeof crop>, 'id' | 'status' | 'claimStatus' | 'harvestStart' | 'harvestEnd'>

/** By id. */
export async function cropsThen(scope: Scope & { past: Past }, ids: readonly string[]): Promise<Map<string, CropThen>> {
  const then = new Map<string, CropThen>()
  if (ids.length === 0) return then
  const { rows } = await sql<CropThen & { isChanged: boolean }>`
    select c.id, c.status, c.claim_status as "claimStatus", c.harvest_start as "harvestStart", c.harvest_end as "harvestEnd",
      ${changedSince(scope, sql`(('crop', c.id), ('croppingsystem', c.cropping_system_id), ('landparcel', c.parcel_id))`)} as "isChanged"
    from crop as c where c.tenant_id = ${scope.tenant.id} and c.id = any(${[...ids]}::uuid[])`.execute(scope.db)
  for (const row of rows) then.set(row.id, row)
  const changed = rows.filter(({ isChanged }) => isChanged).map(({ id }) => id)
  for (const row of await recordsById(scope, crop, changed)) {
    then.set(row.id, (await recordAsOf(scope, crop, row, scope.past)).row)
  }
  return then
}

/** Something of one of these records (`subjects`: pairs of type and id) does not count in the scope and counts today, or the other way round. */
export const changedSince = ({ tenant, past }: Scope & { past: Past }, subjects: ReturnType<typeof sql>) => sql<boolean>`exists (select 1 from event as e
  where e.tenant_id = ${tenant.id} and (e.subject_type, e.subject_id) in ${subjects} and e.event_type <> 'EVENT_VOIDED'
    and (e.recorded_at > ${past.knownBy}::timestamptz or e.voided_at > ${past.knownBy}::timestamptz
      or (e.status = 'RECORDED' and e.event_type <> 'CREATED' and e.occurred_at > ${past.occurredBy}::timestamptz)))`
