// What a land parcel does beyond the ordinary: its boundary is judged and measured at each write, its place on the map stored,
// its state derived, and its events carried out (domain dictionary 3.3).

import { canSet } from '#domain/access.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import { boundaryProblem, inspectBoundary, inspectPoint, type ServiceArea } from '#domain/geo/boundary.ts'
import { ringHash } from '#domain/geo/ring-hash.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Finding, Stored } from '#domain/kernel/entity.ts'
import type { Point } from '#domain/kernel/kinds.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import type { PlotFact } from '#domain/land/plot-projection.ts'
import { onDay, phrase, type Sentence, sentenceOf } from '#domain/messages/message.ts'
import { parcelArea } from '#domain/rules/areas.ts'
import { placeNewParcels, placeOf, placeParcel } from '../../map/cells.ts'
import { groundOf } from '../../map/ground.ts'
import { type FoundOverlap, overlapsOf } from '../../map/overlaps.ts'
import { serviceAreaOf } from '../../map/service-area.ts'
import { conversionFields, organicStatusNow, organicStatusOf } from '../../queries/organic-status.ts'
import { type Change, defineBehaviour, type PreparedMany, type Scope } from '../../scope.ts'
import { isSame } from '../../store/columns.ts'
import { closeFlagsOfRules, openFlags } from '../../store/flags.ts'
import { findRecord, recordsById } from '../../store/get.ts'
import { changesBetween } from '../../store/write.ts'
import { closedByOwnBody } from '../certification/own-body.ts'
import { refuseLargerArea, refuseUnmapping } from '../cropping/crop-ceilings.ts'
import { keepGroundLater } from '../cropping/crop-ground.ts'
import { settleCropsOfPlot } from '../cropping/crops-of.ts'
import { refuseTypedBuffers } from '../cropping/raised-ceilings.ts'
import { bringVillagesLater } from '../village-of-subject.ts'
import { type ConversionSchemes, conversionSchemesOf } from './conversion-months.ts'
import { mapRules } from './landparcel-boundary.ts'
import { landparcelEventBehaviours } from './landparcel-events.ts'
import {
  checkAccuracy,
  compareAreas,
  disputeOthers,
  type How,
  judgeAreas,
  judgeHow,
  mapBoundary,
  placeBoundary,
  refuseOverlap,
  refuseSame,
  unmap,
} from './landparcel-mapping.ts'
import { consentOf, flagConsent, judgeConsentLater, ownersOf } from './lease-consent.ts'
import { unconfirmed } from './organic-status.ts'
import { clockFields, plotFactsOf, projectParcel, projectPlot, readPlotsAhead } from './plot-facts.ts'

const landparcel = entityOf('landparcel')
type Parcel = Stored<typeof landparcel>
type ParcelChange = Change<typeof landparcel>

export const landparcelBehaviour = defineBehaviour(landparcel, {
  ...closedByOwnBody('landparcel'),
  async prepare(scope, change) {
    const { before, after } = change
    if (!before) await takeFromFarmer(scope, after)
    // The same ring written another way (another corner first, eight decimals) is no new boundary.
    if (before?.geoHash && after.boundary && ringHash(after.boundary) === before.geoHash) after.boundary = before.boundary
    if (before) await refuseLargerArea(scope, before, after)
    if (before && !isSame(before.neighbours, after.neighbours)) await refuseTypedBuffers(scope, before, after)
    if (!isSame(before?.boundary, after.boundary)) await remap(scope, change)
    else await updateFindings(scope, change)
    if (after.point && !after.boundary && !isSame(before?.point, after.point)) judgePoint(after.point, await serviceAreaOf(scope, after.operatorId))
    if (isEntering(change)) enter(after, await conversionSchemesOf(scope, [after.operatorId]))
    projectTyped(scope, change, before ? await plotFactsOf(scope, after.id) : [])
    await flagConsent(scope, change)
  },
  prepareMany,

  async written(scope, { before, after }) {
    await placeParcel(scope, placeOf(before), placeOf(after))
    if (before && before.farmerId !== after.farmerId) await bringVillagesLater(scope, { parcelId: after.id })
    const isNew = !isSame(before?.boundary, after.boundary)
    if (before && (isNew || parcelArea(before) !== parcelArea(after))) await keepGroundLater(scope, after.id, { isOfThen: isNew })
    if (before && clockFields.some((name) => !isSame(before[name], after[name]))) await settleEdited(scope, after)
    if (isNew && after.boundary && after.status === 'DISPUTED')
      await disputeOthers(
        scope,
        after,
        (await overlapsOf(scope, after.boundary, after.id)).filter(({ band }) => band === 'review'),
      )
  },

  project: projectParcel,
  readAhead: readPlotsAhead,
  async projected(scope, before, after) {
    await placeParcel(scope, placeOf(before), placeOf(after))
    await judgeConsentLater(scope, before, after)
    if (before.farmerId !== after.farmerId) await bringVillagesLater(scope, { parcelId: after.id })
  },

  retired: (scope, row) => placeParcel(scope, placeOf(row), null),

  today: { organicStatus: { reads: conversionFields, of: organicStatusOf, sql: organicStatusNow } },

  events: landparcelEventBehaviours,
})

/** Many new plots at once: their growers, service areas and the ground they are to lie on are read for all of them together. */
async function prepareMany(scope: Scope, drafts: readonly ParcelChange[]): Promise<PreparedMany<typeof landparcel> | null> {
  const rows = drafts.map(({ after }) => after)
  const growers = await recordsById(scope, entityOf('farmer'), [...new Set(rows.map(({ farmerId }) => farmerId))])
  const growerOf = new Map(growers.map((one) => [one.id, one]))
  const areas = new Map<string | null, ServiceArea | null>()
  for (const operatorId of new Set(rows.map((row) => row.operatorId))) areas.set(operatorId, await serviceAreaOf(scope, operatorId))
  const areaOf = (row: Parcel): ServiceArea | null => areas.get(row.operatorId) ?? null
  const judged = new Map(rows.flatMap((row) => (row.boundary ? [[row.id, inspectBoundary(row.boundary, { serviceArea: areaOf(row) })] as const] : [])))
  const ground = await groundOf(
    scope,
    [...judged.values()].flatMap(({ boundary }) => boundary ?? []),
  )
  if (!ground) return null
  const disputing = new Map<string, FoundOverlap[]>()
  const entering = rows.filter(({ conversionStart }) => conversionStart)
  const owners = await ownersOf(
    scope,
    rows.filter(({ leaseTo, conversionStart }) => leaseTo && conversionStart),
  )
  const schemes = await conversionSchemesOf(
    scope,
    entering.map(({ operatorId }) => operatorId),
  )
  return {
    prepare(change) {
      const { after, flag } = change
      if (!after.operatorId) throw fieldProblem('operatorId', 'required', 'Say to which operator this plot belongs.')
      lieWithFarmer(after, growerOf.get(after.farmerId))
      const judgement = judged.get(after.id)
      if (judgement) {
        const how = howTyped(scope, null, after)
        checkAccuracy(how, flag)
        if (!judgement.boundary) throw boundaryProblem(judgement.flaw)
        refuseSame(ground.codeOf(judgement.boundary.hash), judgement.boundary, 'boundary')
        const { boundary } = judgement
        const overlaps = ground.overlapsOf(boundary)
        refuseOverlap(overlaps, 'boundary')
        disputing.set(after.id, placeBoundary(after, { boundary, overlaps }, how, flag))
        after.boundaryVersion = 1
        judgeAreas(scope, after, [], flag)
      } else if (after.point) judgePoint(after.point, areaOf(after))
      if (isEntering(change)) enter(after, schemes)
      projectTyped(scope, change, [])
      const consent = consentOf(after, owners)
      if (consent) flag(consent)
    },
    accept({ after }) {
      const boundary = judged.get(after.id)?.boundary
      const { id, code, title, operatorId, status } = after
      const lying = { id, code, title, parcelNo: after.parcelNo, operatorId, status, isMine: true }
      if (boundary) ground.accept(boundary, { ...lying, boundary: boundary.polygon })
    },
    async written(changes) {
      placeNewParcels(
        scope,
        changes.flatMap(({ after }) => placeOf(after) ?? []),
      )
      // A plot that an earlier one of the set has disputed is disputed already.
      const disputed = new Set<string>()
      for (const { after } of changes) {
        const others = (disputing.get(after.id) ?? []).filter(({ parcel }) => !disputed.has(parcel.id))
        if (others.length) await disputeOthers(scope, after, others)
        for (const { parcel } of others) disputed.add(parcel.id)
      }
    },
  }
}

/** An edit that moved the clock: the crops sown here are worked out again, and a claim that falls is to be looked at (BR-04). */
async function settleEdited(scope: Scope, { id, conversionCountsFrom, lastProhibitedInputOn }: Parcel): Promise<void> {
  const finding: Finding = {
    ruleId: 'BR-04',
    severity: 'REVIEW',
    message: 'What is known of the conversion of this plot was changed: the claim was worked out again.',
    figures: { conversionCountsFrom, lastProhibitedInputOn },
  }
  await settleCropsOfPlot(scope, id, { eventId: null, finding })
}

/** A parcel lies with its grower: same operator, and the grower's village until somebody has a reason to say otherwise. */
export async function takeFromFarmer(scope: Scope, parcel: Parcel): Promise<void> {
  if (!parcel.operatorId) throw fieldProblem('operatorId', 'required', 'Say to which operator this plot belongs.')
  lieWithFarmer(parcel, await findRecord(scope, entityOf('farmer'), parcel.farmerId, { by: 'any' }))
}
function lieWithFarmer(parcel: Parcel, farmer: Stored<Declarations['farmer']> | undefined): void {
  if (farmer && farmer.operatorId !== parcel.operatorId) throw fieldProblem('farmerId', 'missing', 'This farmer belongs to another operator.')
  parcel.village = farmer?.village ?? null
}

const isEntering = ({ before, after }: ParcelChange): boolean => !!after.conversionStart && !isSame(before?.conversionStart, after.conversionStart)
/** The months of conversion are those of the schemes at the entry. */
function enter(after: Parcel, schemes: ConversionSchemes): void {
  const months = after.conversionStart ? schemes(after.operatorId, after.conversionStart) : null
  Object.assign(after, { conversionMonths: months?.ANNUAL ?? null, conversionMonthsPerennial: months?.PERENNIAL ?? null })
}

/** What is typed with a plot and what its events say make its columns together (3.3); the manager alone moves the clock back. */
function projectTyped(scope: Scope, { before, after, flag }: ParcelChange, history: readonly PlotFact[]): void {
  const [known, stated] = [before?.lastProhibitedInputOn, after.lastProhibitedInputOn]
  if (known && (!stated || stated < known) && !canSet(scope.user, landparcel, 'E', { writableBy: ['ADMIN', 'OPERATOR_MANAGER'] }, after)) {
    const message = phrase`A prohibited input is known of on ${onDay(known)}; only the operator’s manager may take that back.`
    throw new Problem('FORBIDDEN', { message, fields: [{ path: 'lastProhibitedInputOn', code: 'forbidden', message }] })
  }
  const edited = { ...after }
  const now = scope.now.toISOString()
  const typed: PlotFact = {
    id: scope.newId(),
    eventType: before ? 'EDITED' : 'CREATED',
    occurredAt: now,
    recordedAt: now,
    recordedDay: localDay(scope, now),
    data: { changes: changesBetween(landparcel, before, after) },
  }
  projectPlot(scope, after, [...history, typed])
  for (const name of ['farmerId', 'leaseFrom', 'leaseTo', 'neighbours', 'conversionStart', 'lastProhibitedInputOn', 'retroMonths', 'retroDocument'] as const) {
    const isRequested = !isSame(before?.[name], edited[name])
    if (isRequested && !isSame(edited[name] ?? null, after[name] ?? null) && !isEmpty(edited[name], after[name]))
      throw fieldProblem(
        name,
        'rule',
        recognitionEnds(name, after) ?? 'An event of this plot says otherwise. Take that event back, or record what corrects it.',
      )
    if (isEmpty(edited[name], after[name])) Object.assign(after, { [name]: edited[name] })
  }
  const pending = unconfirmed(after)
  if (pending) flag(pending)
}
/** Nothing, written as an empty list, as nought or as null. */
const isEmpty = (...values: unknown[]): boolean =>
  values.every((value) => value === null || value === undefined || value === 0 || (Array.isArray(value) && value.length === 0))
const recognitionEnds = (name: string, { lastProhibitedInputOn }: Parcel): Sentence | null =>
  name.startsWith('retro') && lastProhibitedInputOn
    ? phrase`No months before can be recognised: a prohibited input was used on ${onDay(lastProhibitedInputOn)}.`
    : null

async function remap(scope: Scope, { before, after, flag }: ParcelChange): Promise<void> {
  if (before) await closeFlagsOfRules(scope, landparcel, after.id, mapRules, 'Boundary changed')
  if (!after.boundary) {
    if (before) {
      await refuseUnmapping(scope, after.id)
      unmap(after)
      await compareAreas(scope, after, flag)
    }
    return
  }
  await mapBoundary(scope, after, after.boundary, howTyped(scope, before, after), flag)
  after.boundaryVersion = (before?.boundaryVersion ?? 0) + 1
}
/** What the form says about the mapping counts for this boundary only if it was said with it: the way of the last one again, where day or accuracy are others. */
function howTyped(scope: Scope, before: Parcel | null, after: Parcel): How {
  const isChanged = (name: keyof Parcel): boolean => !before || !isSame(before[name], after[name])
  const isGiven = (['boundaryMethod', 'mappedAt', 'gpsAccuracyM'] as const).some((name) => isChanged(name) && after[name] !== null)
  return {
    method: isGiven && after.boundaryMethod ? after.boundaryMethod : scope.source === 'IMPORT' ? 'IMPORT' : 'DESKTOP_DRAW',
    mappedOn: isChanged('mappedAt') && after.mappedAt ? after.mappedAt : localDay(scope),
    accuracyM: isChanged('gpsAccuracyM') ? after.gpsAccuracyM : null,
    by: scope.user.id,
  }
}

/** An edit that leaves the boundary alone re-checks the record, so what is known of its boundary is said again. */
async function updateFindings(scope: Scope, { before, after, flag }: ParcelChange): Promise<void> {
  if (!before) return
  const isRedeclared = before.declaredAreaHa !== after.declaredAreaHa
  if (isRedeclared) {
    await closeFlagsOfRules(scope, landparcel, after.id, ['BR-03'], 'Declared area changed')
    await compareAreas(scope, after, flag)
  }
  if (before.boundaryMethod !== after.boundaryMethod || before.gpsAccuracyM !== after.gpsAccuracyM) await judgeHow(scope, after, flag)
  const open = (await openFlags(scope, landparcel, [after.id])).get(after.id) ?? []
  for (const { ruleId, severity, figures, eventId, ...spoken } of open) {
    if (eventId === null && mapRules.includes(ruleId)) flag({ ruleId, severity, message: sentenceOf(spoken), ...(figures ? { figures } : {}) })
  }
}

function judgePoint(point: Point, serviceArea: ServiceArea | null): void {
  const flaw = inspectPoint(point, serviceArea)
  if (flaw) throw fieldProblem('point', flaw.cause, flaw.message)
}
