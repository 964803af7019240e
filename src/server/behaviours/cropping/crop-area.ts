// How many hectares of a crop its plot has (BR-03, BR-06): no more than was measured, once that is less than was planned on it, and of ground that two plots
// share by an overlap that was accepted (BR-02) half on each side, so that it is counted once. Of a crop that is closed, as all of this was then.

import { sql } from 'kysely'
import type { Declarations } from '#domain/entities.ts'
import { bboxOf, areaHa as hectaresOf } from '#domain/geo/area.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { type OnPlot, roomFor } from '#domain/rules/areas.ts'
import { boundariesOf, boundariesOfPlots, type PlotBoundary } from '../../map/boundary-versions.ts'
import { overlapsAmong, parcelsNear } from '../../map/overlaps.ts'
import type { Scope } from '../../scope.ts'
import { tolerances } from '../open-season.ts'

type Crop = Stored<Declarations['crop']>
/** `closedAt`: of a crop that is closed. `acceptedAt`: when the last acceptance of an overlap of the plot was recorded; `disputed`: codes of the plots that it disputes ground with now, which says nothing of then. */
type Ground = Omit<OnPlot, 'system' | 'plotHa'> &
  OnPlot['system'] & { parcelId: string; declaredHa: number; mappedHa: number | null; closedAt: string | null; acceptedAt: string | null; disputed: string[] }

/** Of these hectares of a crop, those that there are. Of a crop that is closed, what was measured until then counts. */
export async function areaOnGround(scope: Scope, subject: Crop, areaHa: number): Promise<number> {
  // What is planned alone has no ceiling yet that anything rests on: it follows the ground from its sowing on.
  if (subject.status === 'PLANNED') return areaHa
  const ground = await groundOf(scope, subject)
  if (!ground) return areaHa
  const { parcelId, declaredHa, mappedHa, closedAt, acceptedAt, disputed, plans, others, ...system } = ground
  const then = closedAt || acceptedAt ? boundaryAt(scope, await boundariesOf(scope, parcelId), closedAt) : null
  const measuredHa = closedAt ? (then?.polygon ? hectaresOf(then.polygon) : null) : mappedHa
  const sharedHa = acceptedAt && then?.polygon ? await acceptedHa(scope, parcelId, { ...then, polygon: then.polygon }, { closedAt, acceptedAt, disputed }) : 0
  return roomFor({ role: subject.role, areaHa }, { plotHa: (measuredHa ?? declaredHa) - sharedHa / 2, system, plans, others }, tolerances(scope))
}

async function groundOf(scope: Scope, { id, croppingSystemId, status }: Crop): Promise<Ground | undefined> {
  const own = (alias: string) => sql`${sql.ref(`${alias}.tenant_id`)} = ${scope.tenant.id}`
  const closed = sql`(select max(e.occurred_at) from event as e where ${own('e')} and e.subject_type = 'crop' and e.subject_id = ${id}::uuid
    and e.event_type = 'CLOSED' and e.status = 'RECORDED')`
  const closedAt = status === 'CLOSED' ? closed : sql`null::timestamptz`
  const { rows } = await sql<Ground>`
    select p.id as "parcelId", p.declared_area_ha as "declaredHa", p.mapped_area_ha as "mappedHa", s.area_ha as "areaHa", s.system_type as "systemType",
      s.planned_sowing as "from", s.planned_end as "to", ${closedAt} as "closedAt",
      (select max(e.recorded_at) from event as e where ${own('e')} and e.subject_type = 'landparcel' and e.subject_id = p.id and e.event_type = 'DISPUTE_RESOLVED'
        and e.status = 'RECORDED' and e.data->>'resolution' = 'ACCEPTED_TOLERANCE' and e.occurred_at <= coalesce(${closedAt}, 'infinity')) as "acceptedAt",
      coalesce((select jsonb_agg(o->'code') from flag as f, jsonb_array_elements(f.figures->'overlaps') as o where ${own('f')} and f.subject_type = 'landparcel'
        and f.subject_id = p.id and f.rule_id = 'BR-02' and f.severity = 'REVIEW' and f.closed_at is null), '[]') as disputed,
      (select jsonb_agg(jsonb_build_object('areaHa', o.area_ha, 'from', o.planned_sowing, 'to', o.planned_end)) from croppingsystem as o
        where ${own('o')} and o.parcel_id = p.id and o.deleted_at is null and (o.status <> 'CANCELLED' or o.id = s.id)) as plans,
      coalesce((select jsonb_agg(jsonb_build_object('role', c.role, 'areaHa', c.area_ha)) from crop as c
        where ${own('c')} and c.cropping_system_id = s.id and c.id <> ${id}::uuid and c.status not in ('CANCELLED', 'FAILED') and c.deleted_at is null), '[]') as others
    from croppingsystem as s join landparcel as p on ${own('p')} and p.id = s.parcel_id
    where ${own('s')} and s.id = ${croppingSystemId}::uuid`.execute(scope.db)
  return rows[0]
}

/** Of the boundaries of a plot the one that counted at that moment, or counts now: what was typed with a day of mapping counts from that day on. */
function boundaryAt(scope: Scope, versions: readonly PlotBoundary[], moment: string | null): PlotBoundary | undefined {
  if (!moment) return versions[0]
  const [until, day] = [Date.parse(moment), localDay(scope, moment)]
  return versions.find(
    ({ occurredAt, eventType, mappedOn }) => Date.parse(occurredAt) <= until || (eventType !== 'BOUNDARY_CAPTURED' && mappedOn !== null && mappedOn <= day),
  )
}

/**
 * Hectares of overlaps that were accepted: both boundaries were known when that was recorded, and are not disputed again. Overlaps that are below
 * what is disputed are within what measuring can distinguish.
 */
async function acceptedHa(
  scope: Scope,
  parcelId: string,
  { polygon, recordedAt }: PlotBoundary & { polygon: Polygon },
  { closedAt, acceptedAt, disputed }: { closedAt: string | null; acceptedAt: string; disputed: readonly string[] },
): Promise<number> {
  const isKnown = (moment: string): boolean => Date.parse(moment) <= Date.parse(acceptedAt)
  if (!isKnown(recordedAt)) return 0
  let sharedM2 = 0
  const plots = (await parcelsNear(scope, bboxOf(polygon), { except: parcelId })).filter(({ code }) => closedAt || !disputed.includes(code))
  const boundaries = await boundariesOfPlots(
    scope,
    plots.map(({ id }) => id),
  )
  for (const near of plots) {
    const other = boundaryAt(scope, boundaries.get(near.id) ?? [], closedAt)
    if (!other?.polygon || !isKnown(other.recordedAt)) continue
    for (const { band, areaM2 } of overlapsAmong(polygon, [{ ...near, boundary: other.polygon }])) if (band !== 'warn') sharedM2 += areaM2
  }
  return sharedM2 / 10_000
}
