// What a new boundary means for its parcel: judged (BR-01), compared with its neighbours (BR-02) and with what was declared
// (BR-03), measured, and the parcel mapped or disputed. The same whether it came with a form, an import or an event.

import { entityOf } from '#domain/entities.ts'
import { type Boundary, judgeBoundary } from '#domain/geo/boundary.ts'
import { walkAccuracy } from '#domain/geo/simplify.ts'
import type { Finding, Stored } from '#domain/kernel/entity.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { hectares, listed, phrase, sentences } from '#domain/messages/message.ts'
import { spelledRow } from '#domain/messages/spelled-row.ts'
import { areaDifference, type Planned, parcelArea, systemsFit } from '#domain/rules/areas.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import { boundariesOf } from '../../map/boundary-versions.ts'
import { lockGround, toSides } from '../../map/cells.ts'
import { type FoundOverlap, overlapsOf } from '../../map/overlaps.ts'
import { serviceAreaOf } from '../../map/service-area.ts'
import type { Scope } from '../../scope.ts'
import { closeFlag, openFlags } from '../../store/flags.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { beginAgainIfOvertaken } from './overtaken.ts'

const landparcel = entityOf('landparcel')
type Parcel = Stored<typeof landparcel>
export type Flag = (finding: Finding) => void
export type How = {
  method: Parcel['boundaryMethod']
  /** Tenant-local day. */
  mappedOn: string | null
  accuracyM: number | null
  by: string | null
  /** Before the field in problems: '' for a body, 'data.' for an event. */
  at?: string
}

/** A boundary with what it overlaps. */
type Judged = { boundary: Boundary; overlaps: FoundOverlap[] }

/**
 * Judges a boundary by its line and by what lies on its ground. Throws RULE_BLOCKED (BR-01, BR-02) and DUPLICATE. Holds the ground until the
 * transaction ends. `takesGround`: not of a plot that is retired; `isStored`: it is, or was, the boundary of the plot.
 */
export async function judgeOnGround(
  scope: Scope,
  parcel: Parcel,
  polygon: Polygon,
  how: How,
  flag: Flag,
  { takesGround = true, isStored = false }: { takesGround?: boolean; isStored?: boolean } = {},
): Promise<Judged> {
  const path = `${how.at ?? ''}boundary`
  checkAccuracy(how, flag)
  const boundary = judgeBoundary(polygon, { serviceArea: await serviceAreaOf(scope, parcel.operatorId), at: path, isStored })
  if (!takesGround) return { boundary, overlaps: [] }
  await lockGround(scope, boundary.bbox)
  refuseSame(await codeOfSame(scope, parcel, boundary), boundary, path)
  const overlaps = await overlapsOf(scope, boundary.polygon, parcel.id)
  await beginAgainIfOvertaken(
    scope,
    overlaps.flatMap(({ band, parcel: other }) => (band === 'review' ? other.id : [])),
  )
  refuseOverlap(overlaps, path)
  return { boundary, overlaps }
}

/** Judges a boundary, puts it on the parcel and says what is to be known about it; returns the overlaps that dispute it (5–20 %). */
export async function mapBoundary(
  scope: Scope,
  parcel: Parcel,
  polygon: Polygon,
  how: How,
  flag: Flag,
  options: { isStored?: boolean } = {},
): Promise<FoundOverlap[]> {
  const disputing = placeBoundary(parcel, await judgeOnGround(scope, parcel, polygon, how, flag, options), how, flag)
  await compareAreas(scope, parcel, flag)
  return disputing
}

/** Puts a boundary that was judged on the parcel: says what is to be known, sets the columns, and answers the overlaps that dispute it. */
export function placeBoundary(parcel: Parcel, { boundary, overlaps }: Judged, how: How, flag: Flag): FoundOverlap[] {
  flagWarnings(boundary, flag)
  if (overlaps[0]) flag(overlapFinding(overlaps))
  const disputing = overlaps.filter(({ band }) => band === 'review')
  Object.assign(parcel, columnsOf(boundary, how), { verifiedAt: null, status: disputing.length ? 'DISPUTED' : 'MAPPED' })
  return disputing
}

function flagWarnings({ warnings }: Boundary, flag: Flag): void {
  for (const { code, message, vertex, figures } of warnings)
    if (code !== 'clockwise' && code !== 'repeated_point')
      flag({ ruleId: 'BR-01', severity: 'WARN', message, figures: { cause: code, vertex: vertex ?? null, ...figures } })
}
/**
 * BR-01, of a boundary that stays as it is, where something else is said of how it was mapped. Throws RULE_BLOCKED. What was found of a boundary that an event brought
 * is of that event, which says still what it said: it is closed when the event is corrected or a person has decided.
 */
export async function judgeHow(
  scope: Scope,
  { id, boundary: polygon, boundaryMethod: method, gpsAccuracyM, mappedAt, mappedBy }: Parcel,
  flag: Flag,
): Promise<void> {
  if (!polygon) return
  const open = (await openFlags(scope, landparcel, [id])).get(id) ?? []
  for (const { id: flagId, ruleId, figures, eventId } of open)
    if (eventId === null && ruleId === 'BR-01' && figures?.cause === 'accuracy') await closeFlag(scope, flagId, 'SETTLED', 'Accuracy changed')
  checkAccuracy({ method, mappedOn: mappedAt, accuracyM: gpsAccuracyM, by: mappedBy }, flag)
  // Of the record itself the accuracy may have been all that was shown of its boundary (one finding of a rule).
  const [present] = await boundariesOf(scope, id)
  if (present?.eventType !== 'BOUNDARY_CAPTURED') flagWarnings(judgeBoundary(polygon, { isStored: true }), flag)
}

/** Columns that follow from a boundary alone. */
export const columnsOf = (boundary: Boundary, how: How) => ({
  boundary: boundary.polygon,
  mappedAreaHa: boundary.areaHa,
  perimeterM: boundary.perimeterM,
  centroid: boundary.centroid,
  bbox: toSides(boundary.bbox),
  geoHash: boundary.hash,
  hasBoundary: true,
  boundaryMethod: how.method,
  mappedAt: how.mappedOn,
  gpsAccuracyM: how.accuracyM,
  mappedBy: how.by,
})
/** The same of a parcel without one. */
export const columnsUnmapped = {
  boundary: null,
  mappedAreaHa: null,
  areaDifference: null,
  perimeterM: null,
  centroid: null,
  bbox: null,
  geoHash: null,
  hasBoundary: false,
  boundaryMethod: null,
  mappedAt: null,
  gpsAccuracyM: null,
  mappedBy: null,
}

/** Takes the boundary off the parcel; what was derived from it goes with it. */
export function unmap(parcel: Parcel): void {
  Object.assign(parcel, columnsUnmapped, { verifiedAt: null, status: 'DRAFT' })
}

/** BR-03, as one finding: mapped against declared, and whether what is planned here still fits; by the declared area where nothing is mapped. */
export async function compareAreas(scope: Scope, parcel: Parcel, flag: Flag, exceptPlanId: string | null = null): Promise<void> {
  judgeAreas(scope, parcel, await openPlans(scope, parcel.id, exceptPlanId), flag)
}
/** `plans`: what is to be grown here. */
export function judgeAreas(scope: Scope, parcel: Parcel, plans: readonly Planned[], flag: Flag): void {
  const tolerances = tolerancesOf(scope.tenant.config.tolerances)
  const compared = parcel.mappedAreaHa === null ? null : areaDifference(parcel.declaredAreaHa, parcel.mappedAreaHa, tolerances)
  if (compared) parcel.areaDifference = differenceToStore(compared.difference)
  const { block: tooSmall } = systemsFit(parcelArea(parcel), plans, tolerances)
  const declared = compared?.findings[0]
  if (!tooSmall) {
    if (declared) flag(declared)
    return
  }
  // The boundary is a fact and the plans were made before it: they stay, and somebody must look.
  flag({
    ruleId: 'BR-03',
    severity: 'REVIEW',
    message: sentences([tooSmall.message, ...(declared ? [declared.message] : [])]),
    figures: { ...declared?.figures, ...tooSmall.figures },
  })
}

/** Of the mapped against the declared area, as the column holds it. */
export const differenceToStore = (difference: number): number => Math.max(-10, Math.min(10, Math.round(difference * 100_000) / 100_000))

async function openPlans({ db, tenant }: Scope, parcelId: string, exceptId: string | null): Promise<Planned[]> {
  const rows = await db
    .selectFrom('croppingsystem')
    .select(['id', 'area_ha', 'planned_sowing', 'planned_end'])
    .where('tenant_id', '=', tenant.id)
    .where('parcel_id', '=', parcelId)
    .where('status', 'in', ['PLANNED', 'ACTIVE'])
    .where('deleted_at', 'is', null)
    .execute()
  return rows.filter(({ id }) => id !== exceptId).map((row) => ({ areaHa: row.area_ha, from: row.planned_sowing, to: row.planned_end }))
}

/** Marks the other parcels of an overlap as disputed too. Those not mapped or disputed already are left as they are. */
export async function disputeOthers(scope: Scope, parcel: Parcel, overlaps: readonly FoundOverlap[]): Promise<void> {
  for (const { parcel: other, ratio, areaM2 } of overlaps) {
    if (other.status !== 'MAPPED' && other.status !== 'VERIFIED') continue
    const { message: reason, words } = spelledRow(phrase`${parcel.code} was mapped over part of this plot: ${percent(ratio)} of the smaller of the two.`)
    const data = {
      reason,
      words,
      otherParcelCode: parcel.code,
      overlapShare: fraction(ratio),
      overlapM2: Math.round(areaM2),
    }
    await recordBySystem(scope, landparcel, other.id, { eventType: 'DISPUTED', occurredAt: scope.now.toISOString(), data })
  }
}

/** A GPS walk is only as good as its receiver: a median above 10 m, or one that is not known, is a warning; above 15 m nothing can be built on it (3.3). */
export function checkAccuracy({ method, accuracyM, at = '' }: How, flag: Flag): void {
  if (method === 'GPS_WALK' && accuracyM === null)
    flag({
      ruleId: 'BR-01',
      severity: 'WARN',
      message: 'Walked with GPS, but how accurate it was is not known; 10 m or better is wanted.',
      figures: { cause: 'accuracy', gpsAccuracyM: null },
    })
  const accuracy = method === 'GPS_WALK' && accuracyM !== null ? walkAccuracy([accuracyM]) : null
  if (accuracy?.verdict === 'warn')
    flag({
      ruleId: 'BR-01',
      severity: 'WARN',
      message: phrase`Walked with a GPS accuracy of ${accuracy.medianM} m; 10 m or better is wanted.`,
      figures: { cause: 'accuracy', gpsAccuracyM: accuracy.medianM },
    })
  if (accuracy?.verdict !== 'block') return
  const message = phrase`Walked with a GPS accuracy of ${accuracy.medianM} m: above 15 m a boundary cannot be trusted. Wait for a better signal, or tap the corners on the map.`
  throw new Problem('RULE_BLOCKED', {
    ruleId: 'BR-01',
    message,
    figures: { gpsAccuracyM: accuracy.medianM, mostM: 15 },
    fields: [{ path: `${at}gpsAccuracyM`, code: 'accuracy', message }],
  })
}

/** The very same ring again (its fingerprint) is refused as such, before any overlap is measured. */
export function refuseSame(code: string | undefined, { hash }: Boundary, path: string): void {
  if (code === undefined) return
  const message = phrase`This very boundary is registered already, as ${code}.`
  throw new Problem('DUPLICATE', { ruleId: 'BR-02', message, figures: { code, geoHash: hash }, fields: [{ path, code: 'taken', message }] })
}
async function codeOfSame(scope: Scope, parcel: Parcel, { hash }: Boundary): Promise<string | undefined> {
  const same = await scope.db
    .selectFrom('landparcel')
    .select('code')
    .where('tenant_id', '=', scope.tenant.id)
    .where('geo_hash', '=', hash)
    .where('id', '!=', parcel.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return same?.code
}

/** BR-02: a boundary over another plot (more than 20 % of the smaller of the two, or the same plot) is refused. */
export function refuseOverlap(overlaps: readonly FoundOverlap[], path: string): void {
  const worst = overlaps.find(({ band }) => band === 'duplicate') ?? overlaps.find(({ band }) => band === 'block')
  if (worst) throw overlapProblem(worst, path)
}
function overlapProblem({ parcel, band, ratio, iou, areaM2 }: FoundOverlap, path: string): Problem {
  const message =
    band === 'duplicate'
      ? phrase`This is the same plot as ${parcel.code}: ${percent(iou)} of both together is shared.`
      : phrase`This boundary shares ${percent(ratio)} of the smaller plot (${areaOf(areaM2)}) with ${parcel.code}; at most 20 % can be looked into. Correct one of the two first; a plot that was divided is reshaped before its new part is entered.`
  const problem = ruleBlocked('BR-02', message, { code: parcel.code, band, overlapShare: fraction(ratio), iou: fraction(iou), overlapM2: Math.round(areaM2) })
  problem.details.fields = [{ path, code: band === 'duplicate' ? 'duplicate' : 'overlap', message }]
  return problem
}

/** One finding for all neighbours, as heavy as the worst. */
export function overlapFinding(overlaps: readonly FoundOverlap[]): Finding {
  const isDispute = overlaps.some(({ band }) => band === 'review')
  const shares = overlaps.map(({ parcel, ratio, areaM2 }) => phrase`${percent(ratio)} (${areaOf(areaM2)}) with ${parcel.code}`)
  return {
    ruleId: 'BR-02',
    severity: isDispute ? 'REVIEW' : 'WARN',
    message: shares.length > 5 ? phrase`Shares ${listed(shares.slice(0, 5))} and ${shares.length - 5} more.` : phrase`Shares ${listed(shares)}.`,
    figures: {
      overlaps: overlaps.slice(0, 20).map(({ parcel, ratio, iou, areaM2, band }) => ({
        code: parcel.code,
        band,
        overlapShare: fraction(ratio),
        iou: fraction(iou),
        overlapM2: Math.round(areaM2),
      })),
    },
  }
}

const fraction = (value: number): number => Math.round(value * 100_000) / 100_000
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
const areaOf = (squareMetres: number) => hectares(squareMetres / 10_000, squareMetres < 100 ? 4 : 2)
