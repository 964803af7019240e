// Links by which somebody without an account draws the boundary of one plot (domain dictionary 13.2). The link is sealed with the installation's secret and
// stored nowhere; what was sent by it is counted among the submissions, which name it as their device.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { canRecord } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { type Bbox, bboxOf, widened } from '#domain/geo/area.ts'
import { inspectBoundary } from '#domain/geo/boundary.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { type BoundaryLink, type DrawnBoundary, type DrawnReceipt, initialsOf, type LinkedPlot, linkDays, linkSubmits } from '#domain/land/boundary-link.ts'
import { newestVersions } from '#domain/work/form-versions.ts'
import type { Scope } from '../scope.ts'
import { createBySystem } from '../store/create.ts'
import { findRecord, getRecord } from '../store/get.ts'
import { type Sides, toBox } from './cells.ts'
import { idsInBox } from './overlaps.ts'
import { serviceAreaOf } from './service-area.ts'

const purpose = 'boundary-link'
const landparcel = entityOf('landparcel')
const submission = entityOf('submission')
/** `no`: which link it is. `until`: milliseconds since 1970. */
const content = z.strictObject({ parcelId: z.guid(), until: z.int(), no: z.string() })
type Content = z.infer<typeof content>
type Plot = Stored<typeof landparcel>

/** Outlines that a page shows around the plot. */
const mostOutlines = 100
/** Plots of a grower around which outlines are shown. */
const mostPlaces = 8
const nearbyM = 250

/** For whoever may map the plot. Throws NOT_FOUND, FORBIDDEN. */
export async function makeBoundaryLink(scope: Scope, parcelId: string): Promise<BoundaryLink> {
  const plot = await getRecord(scope, landparcel, parcelId)
  if (!canRecord(scope.user, landparcel, landparcel.events.BOUNDARY_CAPTURED, plot)) throw new Problem('FORBIDDEN')
  if (plot.status === 'RETIRED') throw new Problem('STATE_CONFLICT', { message: 'A plot that is retired gets no other boundary.' })
  const until = scope.now.getTime() + linkDays * 86_400_000
  const token = sealingOf(scope).seal(
    scope.tenant.id,
    purpose,
    JSON.stringify({ parcelId: plot.id, until, no: randomBytes(9).toString('base64url') } satisfies Content),
  )
  return { path: `/public/draw-boundaries?${new URLSearchParams({ token })}`, until: new Date(until).toISOString(), submits: linkSubmits }
}

/** What the page shows: the plot by its number, village and the grower's initials, and bare outlines around it. Throws NOT_FOUND for whatever opens nothing. */
export async function linkedPlotOf(scope: Scope, token: string): Promise<LinkedPlot> {
  const { link, plot } = await opened(scope, token)
  const farmer = await findRecord(scope, entityOf('farmer'), plot.farmerId, { by: 'any' })
  const neighbours = await around(scope, plot)
  return {
    mode: plot.boundary ? 'EDIT' : 'NEW',
    initials: initialsOf(farmer?.title ?? ''),
    village: plot.village,
    parcelNo: plot.parcelNo,
    until: new Date(link.until).toISOString(),
    left: linkSubmits - (await sentBy(scope, link)),
    boundary: plot.boundary,
    neighbours,
    around: plot.boundary || neighbours.length > 0 ? null : await villageBox(scope, plot),
  }
}

/** What was drawn waits to be looked at. Throws NOT_FOUND, VALIDATION, and STATE_CONFLICT where the link is used up. */
export async function receiveDrawn(scope: Scope, { token, id, boundary, boundaryMethod, gpsAccuracyM, mappedAt }: DrawnBoundary): Promise<DrawnReceipt> {
  const { link, plot } = await opened(scope, token)
  const { flaw } = inspectBoundary(boundary, { serviceArea: await serviceAreaOf(scope, plot.operatorId) })
  if (flaw) throw fieldProblem('boundary', flaw.cause, flaw.message)
  // Of two sent at once by one link the second counts the first.
  await sql`select pg_advisory_xact_lock(${scope.tenant.id}::integer, hashtext(${deviceOf(link)}))`.execute(scope.db)
  const before = await scope.db.selectFrom('submission').select('device_id').where('tenant_id', '=', scope.tenant.id).where('id', '=', id).executeTakeFirst()
  const sent = await sentBy(scope, link)
  if (before?.device_id === deviceOf(link)) return { left: linkSubmits - sent }
  if (before) throw fieldProblem('id', 'taken', 'There is another record with this id.')
  if (sent >= linkSubmits) throw new Problem('STATE_CONFLICT', { message: 'This link was used three times. Ask whoever gave it to you for another one.' })
  const answers = Object.entries({ boundary, boundaryMethod, gpsAccuracyM, mappedAt }).flatMap(([field, value]) => {
    if (value === null || value === undefined) return []
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return [{ field, value: typeof value === 'number' ? { kind: 'NUMBER' as const, number: value, unit: null } : { kind: 'TEXT' as const, text } }]
  })
  await createBySystem(scope, submission, {
    ...{ id, operatorId: plot.operatorId, formCode: 'PUBLIC_BOUNDARY', formVersion: newestVersions.PUBLIC_BOUNDARY, answers },
    ...{ targetType: 'landparcel', targetId: plot.id, targetVersion: plot.version, farmerId: plot.farmerId },
    ...{ deviceId: deviceOf(link), appVersion: 'draw-boundaries', capturedAt: scope.now.toISOString() },
  })
  return { left: linkSubmits - sent - 1 }
}

const deviceOf = ({ no }: Content): string => `link ${no}`

/** A part that a reviewer has divided off is no drawing of its own. */
async function sentBy({ db, tenant }: Scope, link: Content): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from submission as s
    where s.tenant_id = ${tenant.id} and s.target_id = ${link.parcelId} and s.device_id = ${deviceOf(link)}
      and not exists (select from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'submission' and e.subject_id = s.id and e.event_type = 'DIVIDED')`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** One answer to what nobody made, what has ended and what is of a plot that is gone: nobody learns which. */
async function opened(scope: Scope, token: string): Promise<{ link: Content; plot: Plot }> {
  // Read back and compared, because base64 has several spellings of the same bytes.
  const isSpelled = token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
  const text = isSpelled ? sealingOf(scope).open(scope.tenant.id, purpose, token) : null
  const link = text === null ? null : content.safeParse(JSON.parse(text)).data
  const plot = link && link.until > scope.now.getTime() ? await findRecord(scope, landparcel, link.parcelId, { by: 'any' }) : undefined
  if (!link || !plot || plot.status === 'RETIRED')
    throw new Problem('NOT_FOUND', { message: 'This link leads nowhere any more. Ask whoever gave it to you for another one.' })
  return { link, plot }
}

function sealingOf({ sealing }: Scope): NonNullable<Scope['sealing']> {
  if (!sealing) throw new Problem('NOT_AVAILABLE', { message: 'This installation makes no such links.' })
  return sealing
}

/** Around its boundary; of a plot that has none, around the other plots of its grower. Never the village: whoever is sent the link sees what lies near, nobody's register. */
async function around(scope: Scope, plot: Plot): Promise<Polygon[]> {
  const boxes = plot.boundary ? [plot.bbox ? toBox(plot.bbox) : bboxOf(plot.boundary)] : await otherBoxes(scope, plot)
  if (boxes.length === 0) return []
  const near = boxes.map((box) => sql`r.id = any(${idsInBox(scope, widened(box, nearbyM))})`)
  const { rows } = await sql<{
    boundary: Polygon
  }>`select r.boundary from landparcel as r where r.tenant_id = ${scope.tenant.id} and (${sql.join(near, sql` or `)})
    and r.operator_id = ${plot.operatorId}::uuid and r.boundary is not null and r.deleted_at is null and r.status <> 'RETIRED' and r.id <> ${plot.id}::uuid
    order by r.id limit ${mostOutlines}`.execute(scope.db)
  return rows.map(({ boundary }) => ({ type: 'Polygon', coordinates: boundary.coordinates }))
}

/** Of the grower's other plots that are mapped. */
async function otherBoxes(scope: Scope, plot: Plot): Promise<Bbox[]> {
  const { rows } = await sql<{ bbox: Sides }>`select r.bbox from landparcel as r where r.tenant_id = ${scope.tenant.id} and r.farmer_id = ${plot.farmerId}::uuid
    and r.operator_id = ${plot.operatorId}::uuid and r.bbox is not null and r.boundary is not null and r.deleted_at is null and r.status <> 'RETIRED' and r.id <> ${plot.id}::uuid
    order by r.id limit ${mostPlaces}`.execute(scope.db)
  return rows.map(({ bbox }) => toBox(bbox))
}

/** Where the village is: round its plots that are mapped, to a hundredth of a degree (about a kilometre), so that no single one can be read from it. */
async function villageBox(scope: Scope, { operatorId, village }: Plot): Promise<Bbox | null> {
  const { rows } = await sql<
    Record<keyof Sides, number | null>
  >`select min(floor((r.bbox->>'west')::float8 * 100) / 100) as west, min(floor((r.bbox->>'south')::float8 * 100) / 100) as south,
      max(ceil((r.bbox->>'east')::float8 * 100) / 100) as east, max(ceil((r.bbox->>'north')::float8 * 100) / 100) as north
    from landparcel as r where r.tenant_id = ${scope.tenant.id} and r.operator_id = ${operatorId}::uuid and r.village = ${village} and r.bbox is not null and r.deleted_at is null
      and r.status <> 'RETIRED'`.execute(scope.db)
  const { west = null, south = null, east = null, north = null } = rows[0] ?? {}
  return west === null || south === null || east === null || north === null ? null : [west, south, east, north]
}
