// What each event of a land parcel checks and brings about: mapping, verification and tenure. The organic clock has its own file
// (landparcel-clock.ts).

import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { RecordedEvent, Row } from '#domain/kernel/entity.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { type PlotFact, plotTenure } from '#domain/land/plot-projection.ts'
import { boundaryVersions } from '../../map/boundary-versions.ts'
import { type Place, placeOf, placeParcel } from '../../map/cells.ts'
import { type FoundOverlap, overlapsOf } from '../../map/overlaps.ts'
import type { EventBehaviour, EventChange, Scope } from '../../scope.ts'
import { closeFlagsOfRules, openFlags } from '../../store/flags.ts'
import { findRecord } from '../../store/get.ts'
import { refuseUnmapping } from '../cropping/crop-ceilings.ts'
import { inspection } from '../people/season-results.ts'
import { conversionConfirmed, conversionReset, conversionStarted, prohibitedInputFound, retroConfirmed } from './landparcel-clock.ts'
import { disputeOthers, mapBoundary, overlapFinding, unmap } from './landparcel-mapping.ts'
import { plotFactsOf, projectPlot, type tenureFields } from './plot-facts.ts'

/** Where the parcel was before this event: only RETIRED takes a parcel off the map, and that is final. */
const wasAt = (subject: Row): Place | null => placeOf({ ...subject, status: 'MAPPED' })
const redraw = (scope: Scope, { subject }: EventChange): Promise<void> => placeParcel(scope, wasAt(subject), placeOf(subject))
const disputing = (overlaps: readonly FoundOverlap[]): FoundOverlap[] => overlaps.filter(({ band }) => band !== 'warn')

const boundaryCaptured: EventBehaviour = {
  async apply(scope, { subject, event, flag }) {
    const before = wasAt(subject)
    await closeFlagsOfRules(scope, entityOf('landparcel'), subject.id, ['BR-01', 'BR-02', 'BR-03'], 'Boundary changed')
    const overlaps = await mapBoundary(
      scope,
      subject,
      event.data.boundary as Polygon,
      {
        method: event.data.method as string,
        mappedOn: localDay(scope, event.occurredAt),
        accuracyM: (event.data.gpsAccuracyM as number | undefined) ?? null,
        by: event.recordedBy,
        at: 'data.',
      },
      flag,
    )
    await placeParcel(scope, before, placeOf(subject))
    await disputeOthers(scope, subject, overlaps)
  },
  /** The boundary that was there before comes back, if its ground is still free. */
  async undo(scope, { subject, event }) {
    const before = wasAt(subject)
    const restored = subject.status
    const last = (await boundaryVersions(scope, subject.id, { without: event.id }))[0]
    await closeFlagsOfRules(scope, entityOf('landparcel'), subject.id, ['BR-01', 'BR-02', 'BR-03'], 'Boundary taken back')
    if (!last?.polygon) {
      await refuseUnmapping(scope, subject.id)
      unmap(subject)
    } else {
      const overlaps = await mapBoundary(
        scope,
        subject,
        last.polygon,
        { method: last.method, mappedOn: localDay(scope, last.occurredAt), accuracyM: last.gpsAccuracyM, by: last.recordedBy },
        () => {},
      )
      if (restored === 'VERIFIED' && subject.status === 'MAPPED')
        Object.assign(subject, { status: restored, verifiedAt: await lastVerified(scope, subject.id) })
      if (restored === 'DISPUTED') subject.status = restored
      await disputeOthers(scope, subject, overlaps)
    }
    await placeParcel(scope, before, placeOf(subject))
  },
}

/** A finding of an event that occurred later does not stand against what was before it. */
async function firstBefore<F extends { eventId: string | null }>(scope: Scope, findings: readonly F[], occurredAt: string): Promise<F | undefined> {
  const ids = findings.flatMap(({ eventId }) => eventId ?? [])
  if (ids.length === 0) return findings[0]
  const later = await scope.db
    .selectFrom('event')
    .select('id')
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', 'in', ids)
    .where('occurred_at', '>', new Date(occurredAt).toISOString())
    .execute()
  return findings.find(({ eventId }) => !later.some(({ id }) => id === eventId))
}

const verified: EventBehaviour = {
  async apply(scope, change) {
    const { subject, event } = change
    if (!subject.boundary) throw fieldProblem('boundary', 'required', 'A plot is verified by its boundary; this one has none.')
    refuseMapper(subject, event)
    const open = (await openFlags(scope, entityOf('landparcel'), [subject.id])).get(subject.id) ?? []
    const disputes = open.filter(({ ruleId, severity }) => ruleId === 'BR-02' && severity === 'REVIEW')
    const dispute = await firstBefore(scope, disputes, event.occurredAt)
    if (dispute) throw ruleBlocked('BR-02', `An overlap is still open: ${dispute.message} Resolve it before verifying.`, dispute.figures ?? {})
    subject.verifiedAt = event.recordedAt
    await redraw(scope, change)
  },
  async undo(scope, change) {
    change.subject.verifiedAt = null
    await redraw(scope, change)
  },
}

const disputed: EventBehaviour = {
  async apply(scope, change) {
    const { reason, otherParcelCode, overlapShare, overlapM2 } = change.event.data
    change.flag({
      ruleId: 'BR-02',
      severity: 'REVIEW',
      message: reason as string,
      ...(otherParcelCode ? { figures: { overlaps: [{ code: otherParcelCode, band: 'review', overlapShare, overlapM2 }] } } : {}),
    })
    change.subject.verifiedAt = null
    await redraw(scope, change)
  },
  async undo(scope, change) {
    if (change.subject.status === 'VERIFIED') change.subject.verifiedAt = await lastVerified(scope, change.subject.id)
    await redraw(scope, change)
  },
}

const disputeResolved: EventBehaviour = {
  async apply(scope, change) {
    const { subject, event } = change
    if (!subject.boundary) throw fieldProblem('boundary', 'required', 'This plot has no boundary; map it instead.')
    refuseMapper(subject, event)
    const left = disputing(await overlapsOf(scope, subject.boundary as Polygon, subject.id))
    if (left.length && event.data.resolution !== 'ACCEPTED_TOLERANCE') {
      const finding = overlapFinding(left)
      throw ruleBlocked('BR-02', `The boundaries still overlap. ${finding.message} Reshape one of them, or accept it as tolerance.`, finding.figures)
    }
    await closeFlagsOfRules(scope, entityOf('landparcel'), subject.id, ['BR-02'], event.data.resolution as string)
    subject.verifiedAt = event.recordedAt
    await redraw(scope, change)
  },
  async undo(scope, change) {
    change.subject.verifiedAt = null
    await redraw(scope, change)
  },
}

const retired: EventBehaviour = {
  async apply(scope, { subject }) {
    await refuseWhileCropped(scope, subject, 'retired')
    // The ground becomes free: the same boundary may be registered again under another grower.
    subject.geoHash = null
    await placeParcel(scope, wasAt(subject), null)
  },
  async undo(scope, { subject }) {
    const { status, verifiedAt, boundaryVersion } = subject
    if (subject.boundary) {
      const overlaps = await mapBoundary(
        scope,
        subject,
        subject.boundary as Polygon,
        {
          method: subject.boundaryMethod as string | null,
          mappedOn: subject.mappedAt as string,
          accuracyM: subject.gpsAccuracyM as number | null,
          by: subject.mappedBy as string | null,
        },
        () => {},
      )
      if (subject.status === 'MAPPED') Object.assign(subject, { status, verifiedAt })
      subject.boundaryVersion = boundaryVersion
      await disputeOthers(scope, subject, overlaps)
    }
    await placeParcel(scope, null, placeOf(subject))
  },
}

/** Tenure: the columns are projected from all events of the plot, recording and taking back alike. */
const growerChanged: EventBehaviour = {
  async apply(scope, change) {
    const { subject, event } = change
    const before = subject.farmerId
    await refuseWhileCropped(scope, subject, 'handed over')
    const farmer = await findRecord(scope, entityOf('farmer'), event.data.farmerId as string, { by: 'any' })
    if (farmer?.operatorId !== subject.operatorId) throw fieldProblem('data.farmerId', 'missing', 'This farmer belongs to another operator.')
    const facts = await plotFactsOf(scope, subject.id)
    const known = plotTenure(facts.filter(({ id, occurredAt }) => id !== event.id && Date.parse(occurredAt) <= Date.parse(event.occurredAt)))
    if (event.data.farmerId === (known.farmerId ?? before)) throw fieldProblem('data.farmerId', 'rule', 'This is the grower already.')
    await refuseGrownSince(scope, subject, event)
    await handOver(scope, subject, facts)
    await redraw(scope, change)
  },
  async undo(scope, change) {
    const { subject, event } = change
    await refuseWhileCropped(scope, subject, 'given back')
    await refuseGrownSince(scope, subject, event)
    await handOver(scope, subject, await plotFactsOf(scope, subject.id))
    await redraw(scope, change)
  },
}
/** The plot lies with its grower: village and reach follow. */
async function handOver(scope: Scope, subject: Row, facts: readonly PlotFact[]): Promise<void> {
  const known = subject.farmerId
  projectPlot(scope, subject, facts, ['farmerId'])
  subject.farmerId ??= known
  if (subject.farmerId === known) return
  const farmer = await findRecord(scope, entityOf('farmer'), subject.farmerId as string, { by: 'any' })
  subject.village = farmer?.village ?? null
}
/** What was grown here after that day was grown by the person who stood in the register. */
async function refuseGrownSince(scope: Scope, parcel: Row, event: RecordedEvent): Promise<void> {
  const grown = await scope.db
    .selectFrom('crop')
    .select('code')
    .where('tenant_id', '=', scope.tenant.id)
    .where('parcel_id', '=', parcel.id)
    .where('sowing_date', '>=', localDay(scope, event.occurredAt))
    .where('deleted_at', 'is', null)
    .orderBy('code')
    .limit(5)
    .execute()
  if (grown.length)
    throw ruleBlocked('BR-26', `Sown since that day in the name of the grower on record: ${grown.map(({ code }) => code).join(', ')}.`, {
      crops: grown.map(({ code }) => code),
    })
}

const projected = (fields: readonly (typeof tenureFields)[number][], check?: (event: RecordedEvent) => void): EventBehaviour => ({
  async apply(scope, { subject, event }) {
    check?.(event)
    projectPlot(scope, subject, await plotFactsOf(scope, subject.id), fields)
  },
  async undo(scope, { subject }) {
    projectPlot(scope, subject, await plotFactsOf(scope, subject.id), fields)
  },
})
const leaseChanged = projected(['leaseFrom', 'leaseTo'], ({ data }) => {
  if ((data.leaseTo as string) <= (data.leaseFrom as string)) throw fieldProblem('data.leaseTo', 'min', 'The lease ends after it begins.')
})
const bufferObserved = projected(['neighbours'])

/** The certification body's part of taking a prohibited input back: it names a find that is on record. */
const prohibitedInputDismissed: EventBehaviour = {
  async apply(scope, { subject, event }) {
    const { itemId, usedOn } = event.data
    const found = (await plotFactsOf(scope, subject.id)).some(
      ({ eventType, data }) => eventType === 'PROHIBITED_INPUT_FOUND' && data.itemId === itemId && data.usedOn === usedOn,
    )
    if (!found) throw fieldProblem('data.usedOn', 'missing', 'No prohibited input of this name is on record for that day.')
  },
  async undo() {},
}

export const landparcelEventBehaviours: Readonly<Record<string, EventBehaviour>> = {
  BOUNDARY_CAPTURED: boundaryCaptured,
  VERIFIED: verified,
  DISPUTED: disputed,
  DISPUTE_RESOLVED: disputeResolved,
  RETIRED: retired,
  GROWER_CHANGED: growerChanged,
  LEASE_CHANGED: leaseChanged,
  CONVERSION_STARTED: conversionStarted,
  CONVERSION_CONFIRMED: conversionConfirmed,
  RETRO_CONFIRMED: retroConfirmed,
  CONVERSION_RESET: conversionReset,
  PROHIBITED_INPUT_FOUND: prohibitedInputFound,
  PROHIBITED_INPUT_DISMISSED: prohibitedInputDismissed,
  BUFFER_OBSERVED: bufferObserved,
  INTERNAL_INSPECTION: inspection(
    (_subject, event) => event.data.seasonId as string,
    (subject) => subject.farmerId as string,
  ),
}

/** BR-24: a boundary is verified by other eyes than the mapper's, however it was mapped. */
function refuseMapper(subject: Row, event: RecordedEvent): void {
  if (subject.mappedBy && subject.mappedBy === event.recordedBy)
    throw ruleBlocked('BR-24', 'A boundary is verified by somebody else than the person who mapped it: you mapped this one.', { mappedBy: subject.mappedBy })
}

/** A plot with something planned or growing on it stays with its grower and in use. */
async function refuseWhileCropped(scope: Scope, parcel: Row, what: string): Promise<void> {
  const open = await scope.db
    .selectFrom('croppingsystem')
    .select('code')
    .where('tenant_id', '=', scope.tenant.id)
    .where('parcel_id', '=', parcel.id)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['PLANNED', 'ACTIVE'])
    .orderBy('code')
    .limit(5)
    .execute()
  if (open.length)
    throw ruleBlocked(
      '3.3',
      `This plot still has crops planned or growing (${open.map(({ code }) => code).join(', ')}): it can be ${what} when they have ended.`,
      { croppingSystems: open.map(({ code }) => code) },
    )
}

/** When the present verification was recorded; null when there is none. */
async function lastVerified(scope: Scope, parcelId: string): Promise<string | null> {
  const last = await scope.db
    .selectFrom('event')
    .select('recorded_at')
    .where('tenant_id', '=', scope.tenant.id)
    .where('subject_type', '=', 'landparcel')
    .where('subject_id', '=', parcelId)
    .where('event_type', 'in', ['VERIFIED', 'DISPUTE_RESOLVED'])
    .where('status', '=', 'RECORDED')
    .orderBy('subject_version', 'desc')
    .executeTakeFirst()
  return (last?.recorded_at as string | undefined) ?? null
}
