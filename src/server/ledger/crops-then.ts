// Crops as they were: the row where nothing was recorded, voided or dated since that could have changed it, and a fold of its
// history for the others, of which all are read at once.
import { sql } from 'kysely'
import type { KnownClaim } from '#domain/chain/lowered-claims.ts'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Past, Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { changedSince } from '../store/past.ts'

const crop = entityOf('crop')
type Columns = Pick<Stored<typeof crop>, 'claimStatus' | 'gmoStatus' | 'sowingDate' | 'harvestStart' | 'harvestEnd'> & { status: string }
/** `claims`: from when each was known, where lots could rest on one that was lower. */
export type CropThen = Columns & { id: string; claims: readonly KnownClaim[] }

/** By id. */
export async function cropsThen(scope: Scope & { past: Past }, ids: readonly string[]): Promise<Map<string, CropThen>> {
  const then = new Map<string, CropThen>()
  if (ids.length === 0) return then
  const subjects = sql`(('crop', c.id), ('croppingsystem', c.cropping_system_id), ('landparcel', c.parcel_id))`
  const { rows } = await sql<Columns & { id: string; isChanged: boolean }>`
    select c.id, c.status, c.claim_status as "claimStatus", c.gmo_status as "gmoStatus", c.sowing_date as "sowingDate", c.harvest_start as "harvestStart", c.harvest_end as "harvestEnd",
      ${changedSince(scope, subjects)} or ${hasLeftSince(scope)} or ${scope.past.isKnownNow ? sql`false` : mayHaveRisen(scope, subjects)} as "isChanged"
    from crop as c where c.tenant_id = ${scope.tenant.id} and c.id = any(${[...ids]}::uuid[])`.execute(scope.db)
  for (const { isChanged: _, ...row } of rows) then.set(row.id, { ...row, claims: [{ from: 0, claim: row.claimStatus }] })
  const changed = rows.filter(({ isChanged }) => isChanged).map(({ id }) => id)
  const present = await recordsById(scope, crop, changed)
  for (const [id, columns] of (present.length ? await scope.behaviours.crop?.columnsThen?.(scope, present) : null) ?? []) {
    const known = then.get(id)
    if (known) then.set(id, { ...known, ...columns })
  }
  return then
}

const farmLotLinks = ({ tenant }: Scope) => sql`productbatch as b join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = b.id
  where b.tenant_id = ${tenant.id} and b.crop_id = c.id and b.unit_type = 'FARM_LOT'`

/** Goods left the farm lot, or came back, in what does not count in the scope: from then on the claim could only fall. */
const hasLeftSince = (scope: Scope & { past: Past }) => sql<boolean>`exists (select 1 from ${farmLotLinks(scope)}
  and (l.recorded_at > ${scope.past.knownBy}::timestamptz or l.voided_at > ${scope.past.knownBy}::timestamptz
    or (l.voided_at is null and l.at > ${scope.past.occurredBy}::timestamptz)))`

/** Something was recorded or voided after goods had left the farm lot that could have given a claim back, which lots below then did not take. */
const mayHaveRisen = (scope: Scope & { past: Past }, subjects: ReturnType<typeof sql>) => sql<boolean>`exists (select 1
  from (select min(l.recorded_at) as first from ${farmLotLinks(scope)}) as gone
  join event as e on e.tenant_id = ${scope.tenant.id} and (e.subject_type, e.subject_id) in ${subjects} and e.event_type not in ('EVENT_VOIDED', 'CREATED')
    and ((e.recorded_at > gone.first and e.recorded_at <= ${scope.past.knownBy}::timestamptz and e.event_type <> all(${[...neverRaising]}::text[]))
      or (e.voided_at > gone.first and e.voided_at <= ${scope.past.knownBy}::timestamptz)))`
const neverRaising = [
  'HARVEST',
  'RETAINED',
  'YIELD_ESTIMATE',
  'ESTIMATE_APPROVED',
  'QR_REVOKED',
  'INTERNAL_INSPECTION',
  'SAMPLE_TAKEN',
  'LAB_RESULT',
  'RESULT_DISMISSED',
] as const
