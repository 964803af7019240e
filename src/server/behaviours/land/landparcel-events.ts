// What each event of a land parcel checks and brings about besides its projection: mapping, verification and tenure. The organic
// clock has its own file (landparcel-clock.ts).

import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Finding, RecordedEvent, Row } from '#domain/kernel/entity.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { growerOn, openDisputes, plotTenure } from '#domain/land/plot-projection.ts'
import { boundaryVersions } from '../../map/boundary-versions.ts'
import { type Place, placeOf, placeParcel } from '../../map/cells.ts'
import { type FoundOverlap, overlapsOf } from '../../map/overlaps.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { closeFlagsOfRules, openFlags, saveFlags } from '../../store/flags.ts'
import { findRecord } from '../../store/get.ts'
import { projectFlags } from '../../store/project-flags.ts'
import { atEndOfStep, isBeforeReplacement } from '../../store/step.ts'
import { refuseUnmapping } from '../cropping/crop-ceilings.ts'
import { inspection } from '../people/season-results.ts'
import { conversionConfirmed, conversionReset, conversionStarted, prohibitedInputFound, retroConfirmed } from './landparcel-clock.ts'
import { disputeOthers, mapBoundary, overlapFinding, unmap } from './landparcel-mapping.ts'
import { plotFactsOf } from './plot-facts.ts'

const landparcel = entityOf('landparcel')
const disputing = (overlaps: readonly FoundOverlap[]): FoundOverlap[] => overlaps.filter(({ band }) => band !== 'warn')

const boundaryCaptured: EventBehaviour = {
  async apply(scope, { subject, event, flag }) {
    await closeFlagsOfRules(scope, landparcel, subject.id, ['BR-01', 'BR-02', 'BR-03'], 'Boundary changed')
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
    await disputeOthers(scope, subject, overlaps)
    await disputesLater(scope, subject.id)
  },
  /** The boundary that was there before comes back, if its ground is still free: its neighbours decide, not its own history. */
  async undo(scope, { subject, event }) {
    const [before, restored] = [placeOf(subject), subject.status]
    const last = (await boundaryVersions(scope, subject.id, { without: event.id }))[0]
    await closeFlagsOfRules(scope, landparcel, subject.id, ['BR-01', 'BR-02', 'BR-03'], 'Boundary taken back')
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
      // A retired plot stays retired, and its ground free.
      if (restored === 'RETIRED') Object.assign(subject, { status: restored, geoHash: null })
      else {
        if (restored === 'DISPUTED' || (restored === 'VERIFIED' && subject.status === 'MAPPED')) subject.status = restored
        await disputeOthers(scope, subject, overlaps)
      }
    }
    await placeBetween(scope, before, subject)
    await disputesLater(scope, subject.id)
  },
}

/** The row is written between a void and its replacement, too: the map follows. */
const placeBetween = async (scope: Scope, before: Place | null, subject: Row): Promise<void> => {
  if (isBeforeReplacement(scope)) await placeParcel(scope, before, placeOf(subject))
}

/** BR-02: a dispute is open until it is resolved or the plot is mapped anew, in whatever order the three are recorded. Overlaps that a boundary was found to have are the mapping's own. */
const disputesLater = (scope: Scope, parcelId: string): Promise<void> =>
  atEndOfStep(scope, `disputes of ${parcelId}`, async () => {
    const facts = await eventsOf(scope, landparcel, parcelId, ['EDITED', 'DISPUTED', 'DISPUTE_RESOLVED', 'BOUNDARY_CAPTURED'])
    const disputes = new Set(facts.flatMap(({ id, eventType }) => (eventType === 'DISPUTED' ? [id] : [])))
    const others = ((await openFlags(scope, landparcel, [parcelId])).get(parcelId) ?? []).filter(
      ({ ruleId, eventId }) => ruleId === 'BR-02' && !disputes.has(eventId ?? ''),
    )
    const open = openDisputes(facts).map((fact) => ({ ...disputeFinding(fact), eventId: fact.id }))
    await projectFlags(scope, landparcel, parcelId, ['BR-02'], [...open, ...others])
  })

function disputeFinding({ data: { reason, otherParcelCode, overlapShare, overlapM2 } }: Pick<RecordedEvent, 'data'>): Finding {
  const figures = otherParcelCode ? { figures: { overlaps: [{ code: otherParcelCode, band: 'review', overlapShare, overlapM2 }] } } : {}
  return { ruleId: 'BR-02', severity: 'REVIEW', message: String(reason), ...figures }
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
  async apply(scope, { subject, event }) {
    if (!subject.boundary) throw fieldProblem('boundary', 'required', 'A plot is verified by its boundary; this one has none.')
    refuseMapper(subject, event)
    const open = (await openFlags(scope, landparcel, [subject.id])).get(subject.id) ?? []
    const disputes = open.filter(({ ruleId, severity }) => ruleId === 'BR-02' && severity === 'REVIEW')
    const dispute = await firstBefore(scope, disputes, event.occurredAt)
    if (dispute) throw ruleBlocked('BR-02', `An overlap is still open: ${dispute.message} Resolve it before verifying.`, dispute.figures ?? {})
  },
}

const disputed: EventBehaviour = {
  async apply(_scope, { event, flag }) {
    flag(disputeFinding(event))
  },
  settle: (scope, { subject }) => disputesLater(scope, subject.id),
}

const disputeResolved: EventBehaviour = {
  async apply(scope, { subject, event }) {
    if (!subject.boundary) throw fieldProblem('boundary', 'required', 'This plot has no boundary; map it instead.')
    refuseMapper(subject, event)
    const left = disputing(await overlapsOf(scope, subject.boundary as Polygon, subject.id))
    if (left.length && event.data.resolution !== 'ACCEPTED_TOLERANCE') {
      const finding = overlapFinding(left)
      throw ruleBlocked('BR-02', `The boundaries still overlap. ${finding.message} Reshape one of them, or accept it as tolerance.`, finding.figures)
    }
    await closeFlagsOfRules(scope, landparcel, subject.id, ['BR-02'], event.data.resolution as string)
    await disputesLater(scope, subject.id)
  },
  /** What the boundaries share is open again, as they lie now. */
  async undo(scope, { subject }) {
    await disputesLater(scope, subject.id)
    const left = subject.boundary ? disputing(await overlapsOf(scope, subject.boundary as Polygon, subject.id)) : []
    if (left.length) await saveFlags(scope, landparcel, subject.id, [overlapFinding(left)], { eventId: null })
  },
}

const retired: EventBehaviour = {
  async apply(scope, { subject }) {
    await refuseWhileCropped(scope, subject, 'retired')
    // The ground becomes free: the same boundary may be registered again under another grower.
    subject.geoHash = null
  },
  /** The ground must still be free: its neighbours decide. */
  async undo(scope, { subject }) {
    const { status, boundaryVersion } = subject
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
      if (subject.status === 'MAPPED') subject.status = status
      subject.boundaryVersion = boundaryVersion
      await disputeOthers(scope, subject, overlaps)
    }
    await placeBetween(scope, null, subject)
  },
}

/** The register of growers, judged as it is at the end of the step: what stands here or was grown here belongs to the grower it names. */
const growerChanged: EventBehaviour = {
  async apply(scope, { subject, event }) {
    await refuseWhileCropped(scope, subject, 'handed over')
    const farmer = await findRecord(scope, entityOf('farmer'), event.data.farmerId as string, { by: 'any' })
    if (farmer?.operatorId !== subject.operatorId) throw fieldProblem('data.farmerId', 'missing', 'This farmer belongs to another operator.')
    const facts = await plotFactsOf(scope, subject.id)
    const known = plotTenure(facts.filter(({ id, occurredAt }) => id !== event.id && Date.parse(occurredAt) <= Date.parse(event.occurredAt)))
    if (event.data.farmerId === (known.farmerId ?? subject.farmerId)) throw fieldProblem('data.farmerId', 'rule', 'This is the grower already.')
  },
  checkVoid: (scope, { subject }) => refuseWhileCropped(scope, subject, 'given back'),
  settle: (scope, { subject }) => atEndOfStep(scope, `growers of ${subject.id}`, () => refuseGrownByAnother(scope, subject.id)),
}
/** What was grown here was grown by the person who stood in the register on the day of its sowing. */
async function refuseGrownByAnother(scope: Scope, parcelId: string): Promise<void> {
  const facts = (await plotFactsOf(scope, parcelId)).map((fact) => ({ ...fact, day: localDay(scope, fact.occurredAt) }))
  const first = plotTenure(facts.filter(({ eventType }) => eventType !== 'GROWER_CHANGED')).farmerId
  const sown = await scope.db
    .selectFrom('crop')
    .select(['code', 'farmer_id', 'sowing_date'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('parcel_id', '=', parcelId)
    .where('sowing_date', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('code')
    .execute()
  const codes = sown.flatMap(({ code, farmer_id, sowing_date }) =>
    sowing_date === null || (growerOn(facts, sowing_date) ?? first ?? farmer_id) === farmer_id ? [] : [code],
  )
  if (codes.length) throw ruleBlocked('BR-26', `Sown in the name of the grower on record then: ${codes.slice(0, 5).join(', ')}.`, { crops: codes.slice(0, 5) })
}

const leaseChanged: EventBehaviour = {
  async apply(_scope, { event: { data } }) {
    if ((data.leaseTo as string) <= (data.leaseFrom as string)) throw fieldProblem('data.leaseTo', 'min', 'The lease ends after it begins.')
  },
}

/** The certification body's part of taking a prohibited input back: it names a find that is on record. */
const prohibitedInputDismissed: EventBehaviour = {
  async apply(scope, { subject, event }) {
    const { itemId, usedOn } = event.data
    const found = (await plotFactsOf(scope, subject.id)).some(
      ({ eventType, data }) => eventType === 'PROHIBITED_INPUT_FOUND' && data.itemId === itemId && data.usedOn === usedOn,
    )
    if (!found) throw fieldProblem('data.usedOn', 'missing', 'No prohibited input of this name is on record for that day.')
  },
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
