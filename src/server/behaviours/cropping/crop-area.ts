// How many hectares of a crop its plot has (BR-03, BR-06): no more than was measured, once that is less than was planned on it, and of ground that two plots share
// by an overlap that was accepted (BR-02) half on each side, so that it is counted once.

import { sql } from 'kysely'
import type { Declarations } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { type OnPlot, roomFor } from '#domain/rules/areas.ts'
import { overlapsOf } from '../../map/overlaps.ts'
import type { Scope } from '../../scope.ts'
import { tolerances } from '../open-season.ts'

type Crop = Stored<Declarations['crop']>
/** `accepted`: the boundary of the plot, where an overlap of it was accepted. */
type Ground = Omit<OnPlot, 'system'> & OnPlot['system'] & { parcelId: string; accepted: Polygon | null }

/** Of these hectares of a crop, those that there are. Of a crop that is closed, what was measured until then counts. */
export async function areaOnGround(scope: Scope, subject: Crop, areaHa: number): Promise<number> {
  // What is planned alone has no ceiling yet that anything rests on: it follows the ground from its sowing on.
  if (subject.status === 'PLANNED') return areaHa
  const ground = await groundOf(scope, subject)
  if (!ground) return areaHa
  const { parcelId, accepted, plans, others, ...system } = ground
  const plotHa = ground.plotHa - (accepted ? (await sharedHa(scope, parcelId, accepted)) / 2 : 0)
  return roomFor({ role: subject.role, areaHa }, { plotHa, system, plans, others }, tolerances(scope))
}

async function groundOf(scope: Scope, { id, croppingSystemId, status }: Crop): Promise<Ground | undefined> {
  const own = (alias: string) => sql`${sql.ref(`${alias}.tenant_id`)} = ${scope.tenant.id}`
  const isMeasuredThen =
    status === 'CLOSED'
      ? sql`and p.mapped_at <= (select max(e.occurred_at)::date from event as e where ${own('e')} and e.subject_type = 'crop' and e.subject_id = ${id}::uuid
          and e.event_type = 'CLOSED' and e.status = 'RECORDED')`
      : sql``
  const { rows } = await sql<Ground>`
    select p.id as "parcelId", coalesce(p.mapped_area_ha, p.declared_area_ha) as "plotHa", s.area_ha as "areaHa", s.system_type as "systemType",
      s.planned_sowing as "from", s.planned_end as "to",
      case when exists (select from event as e where ${own('e')} and e.subject_type = 'landparcel' and e.subject_id = p.id and e.event_type = 'DISPUTE_RESOLVED'
        and e.status = 'RECORDED' and e.data->>'resolution' = 'ACCEPTED_TOLERANCE') then p.boundary end as accepted,
      (select jsonb_agg(jsonb_build_object('areaHa', o.area_ha, 'from', o.planned_sowing, 'to', o.planned_end)) from croppingsystem as o
        where ${own('o')} and o.parcel_id = p.id and o.deleted_at is null and (o.status <> 'CANCELLED' or o.id = s.id)) as plans,
      coalesce((select jsonb_agg(jsonb_build_object('role', c.role, 'areaHa', c.area_ha)) from crop as c
        where ${own('c')} and c.cropping_system_id = s.id and c.id <> ${id}::uuid and c.status not in ('CANCELLED', 'FAILED') and c.deleted_at is null), '[]') as others
    from croppingsystem as s join landparcel as p on ${own('p')} and p.id = s.parcel_id
    where ${own('s')} and s.id = ${croppingSystemId}::uuid ${isMeasuredThen}`.execute(scope.db)
  return rows[0]
}

/** Overlaps that are below what is disputed are within what measuring can distinguish. */
async function sharedHa(scope: Scope, parcelId: string, boundary: Polygon): Promise<number> {
  const overlaps = await overlapsOf(scope, boundary, parcelId)
  return overlaps.reduce((sum, { band, areaM2 }) => sum + (band === 'warn' ? 0 : areaM2), 0) / 10_000
}
