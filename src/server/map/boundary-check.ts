// Judging a boundary that is still being drawn, exactly as saving it would, and without writing: what is wrong, which plots it
// overlaps and by how much, how it compares with the declared area, and a lighter line when it has too many corners.

import { z } from 'zod'
import { can, canOn } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { bboxOf, widened } from '#domain/geo/area.ts'
import { type Boundary, type Flaw, inspectBoundary, mostCorners } from '#domain/geo/boundary.ts'
import { simplifyBoundary } from '#domain/geo/simplify.ts'
import { isClippable } from '#domain/geo/validity.ts'
import { uuid } from '#domain/kernel/checks/references.ts'
import type { Finding } from '#domain/kernel/entity.ts'
import { schemaOf } from '#domain/kernel/field-schemas.ts'
import { polygon } from '#domain/kernel/kinds.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import type { CheckedBoundary, OverlapView } from '#domain/land/map-answers.ts'
import { phrase, spellOut } from '#domain/messages/message.ts'
import { areaDifference } from '#domain/rules/areas.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import type { Scope } from '../scope.ts'
import { getRecord } from '../store/get.ts'
import { toBox } from './cells.ts'
import { outlines } from './outlines.ts'
import { overlapsOf, overlapView } from './overlaps.ts'
import { serviceAreaOf } from './service-area.ts'

export const boundaryCheckBody = z.strictObject({
  boundary: schemaOf(polygon('Boundary')),
  /** The plot whose boundary this is to be; it does not overlap itself. */
  parcelId: uuid.nullable().optional(),
  declaredAreaHa: z.number().min(0.0001).max(100_000).nullable().optional(),
})

/** What saving would answer. Throws FORBIDDEN, NOT_FOUND. */
export async function checkBoundary(
  scope: Scope,
  { boundary: drawn, parcelId = null, declaredAreaHa }: z.infer<typeof boundaryCheckBody>,
): Promise<CheckedBoundary> {
  const landparcel = entityOf('landparcel')
  const parcel = parcelId ? await getRecord(scope, landparcel, parcelId) : null
  if (parcel ? !canOn(scope.user, landparcel, 'E', parcel) && !canOn(scope.user, landparcel, 'R', parcel) : !can(scope.user, 'landparcel', 'C'))
    throw new Problem('FORBIDDEN')
  const { boundary, flaw } = inspectBoundary(drawn, { serviceArea: await serviceAreaOf(scope, parcel?.operatorId ?? scope.operator?.id ?? null) })
  const measured = boundary?.polygon ?? (flaw && canClip(flaw) && isClippable(drawn.coordinates[0] ?? []) ? drawn : null)
  const overlaps = measured ? (await overlapsOf(scope, measured, parcelId)).map((one) => overlapView(measured, one)) : []
  const declaredHa = declaredAreaHa ?? parcel?.declaredAreaHa ?? null
  const difference = boundary && declaredHa ? areaDifference(declaredHa, boundary.areaHa, tolerancesOf(scope.tenant.config.tolerances)) : null
  return {
    outcome: outcomeOf(boundary, overlaps, difference?.findings ?? []),
    boundary: boundary && { ...boundary, warnings: boundary.warnings.map(spellOut) },
    flaw: flaw && spellOut(flaw),
    overlaps,
    areaDifference: difference && { difference: difference.difference, findings: difference.findings.map(spellOut) },
    simplified: flaw?.cause === 'too_many_points' ? simplifyBoundary({ type: 'Polygon', coordinates: [drawn.coordinates[0] ?? []] }, mostCorners) : null,
  }
}

/** A draft that crosses itself here and there still has ground to show; one that is no ring on this map has none. */
const canClip = ({ cause }: Flaw): boolean => ['crossing', 'spike', 'short_side', 'sharp_angle', 'too_small', 'too_large', 'outside_area'].includes(cause)

function outcomeOf(boundary: Boundary | null, overlaps: readonly OverlapView[], findings: readonly Finding[]): CheckedBoundary['outcome'] {
  if (!boundary || overlaps.some(({ band }) => band === 'block' || band === 'duplicate')) return 'BLOCK'
  if (overlaps.some(({ band }) => band === 'review') || findings.some(({ severity }) => severity === 'REVIEW')) return 'REVIEW'
  return overlaps.length || findings.length || boundary.warnings.some(({ code }) => code !== 'clockwise' && code !== 'repeated_point') ? 'WARN' : 'OK'
}

const nearbyM = 250
/** Widest box neighbours are given for, in degrees: a few villages, not a map of the district. */
const widestBox = 0.1
/** Sums of decimals in a browser end a little beside the mark. */
const rounding = 1e-9

/** Outlines around a parcel that the person may see, and what its boundary overlaps, as JSON. Throws NOT_FOUND. */
export async function neighboursOf(scope: Scope, parcelId: string): Promise<string> {
  const parcel = await getRecord(scope, entityOf('landparcel'), parcelId)
  if (!parcel.boundary) return neighbours([], [])
  const own = parcel.boundary
  const items = await outlines(scope, widened(parcel.bbox ? toBox(parcel.bbox) : bboxOf(own), nearbyM), parcel.id)
  const overlaps = parcel.status === 'RETIRED' ? [] : (await overlapsOf(scope, own, parcel.id)).map((one) => overlapView(own, one))
  return neighbours(items, overlaps)
}
const neighbours = (items: readonly string[], overlaps: readonly OverlapView[]): string => `{"items":[${items.join()}],"overlaps":${JSON.stringify(overlaps)}}`

/** Outlines in a box (`west,south,east,north` in degrees) for somebody who draws a new parcel, as JSON; the last question of its call. Throws VALIDATION. */
export async function neighboursInBox(scope: Scope, text: string | null, except: string | null): Promise<string> {
  const box = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = box
  if (box.length !== 4 || !box.every(Number.isFinite) || west > east || south > north || west < -180 || east > 180 || south < -90 || north > 90)
    throw fieldProblem('box', 'format', 'Four numbers in degrees: west,south,east,north.')
  if (east - west > widestBox + rounding || north - south > widestBox + rounding)
    throw fieldProblem('box', 'max', phrase`At most ${widestBox} degrees wide; look closer.`)
  if (except !== null && !uuid.safeParse(except).success) throw fieldProblem('except', 'format', 'The id of a parcel.')
  return neighbours(await outlines(scope, [west, south, east, north], except, { isLast: true }), [])
}
