// What each event of a land parcel checks and brings about besides its projection: verification and tenure. Boundaries, disputes and the
// organic clock have files of their own.

import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { EventTypeOf } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { growerOn, plotTenure } from '#domain/land/plot-projection.ts'
import { listed, phrase, sentenceOf } from '#domain/messages/message.ts'
import { type Behaviour, type EventBehaviour, guardedBy, type Scope } from '../../scope.ts'
import { openFlags } from '../../store/flags.ts'
import { findRecord } from '../../store/get.ts'
import { atEndOfStep } from '../../store/step.ts'
import { notedBody, requireAgreedBody, requireOwnBody } from '../certification/own-body.ts'
import { keepGroundLater } from '../cropping/crop-ground.ts'
import { keepBuffersLater } from '../cropping/raised-ceilings.ts'
import { inspectionOfHolding } from '../people/season-results.ts'
import { boundaryCaptured } from './landparcel-boundary.ts'
import { conversionConfirmed, conversionReset, conversionResetLifted, conversionStarted, prohibitedInputFound, retroConfirmed } from './landparcel-clock.ts'
import { disputed, disputeResolved, refuseMapper } from './landparcel-disputes.ts'
import { merged, mergedAway, settleTenure, split } from './landparcel-lineage.ts'
import { plotFactsOf } from './plot-facts.ts'
import { refuseWhileCropped, takeGroundBack } from './plot-in-use.ts'
import { endingOf, refuseOtherPlot, successorsOf } from './plot-successors.ts'

const landparcel = entityOf('landparcel')
type ParcelEvent<K extends EventTypeOf<typeof landparcel>> = EventBehaviour<typeof landparcel, K>
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

const verified: ParcelEvent<'VERIFIED'> = {
  async apply(scope, { subject, event }) {
    if (!subject.boundary) throw fieldProblem('boundary', 'required', 'A plot is verified by its boundary; this one has none.')
    await refuseMapper(scope, subject)
    const open = (await openFlags(scope, landparcel, [subject.id])).get(subject.id) ?? []
    const disputes = open.filter(({ ruleId, severity }) => ruleId === 'BR-02' && severity === 'REVIEW')
    const dispute = await firstBefore(scope, disputes, event.occurredAt)
    if (dispute) throw ruleBlocked('BR-02', phrase`An overlap is still open: ${sentenceOf(dispute)} Resolve it before verifying.`, dispute.figures ?? {})
  },
}

const retired: ParcelEvent<'RETIRED'> = {
  async apply(scope, { subject }) {
    await refuseWhileCropped(scope, subject, 'retired')
    // The ground becomes free: the same boundary may be registered again under another grower.
    subject.geoHash = null
  },
  undo: (scope, { subject }) => takeGroundBack(scope, subject),
}

/** The register of growers, judged as it is at the end of the step: what stands here or was grown here belongs to the grower it names. */
const growerChanged: ParcelEvent<'GROWER_CHANGED'> = {
  // The plots of a merged farmer go back with the merger alone.
  withCause: true,
  async apply(scope, { subject, event }) {
    await refuseWhileCropped(scope, subject, 'handed over')
    const farmer = await findRecord(scope, entityOf('farmer'), event.data.farmerId, { by: 'any' })
    if (farmer?.operatorId !== subject.operatorId) throw fieldProblem('data.farmerId', 'missing', 'This farmer belongs to another operator.')
    const facts = await plotFactsOf(scope, subject.id)
    const known = plotTenure(facts.filter(({ id, occurredAt }) => id !== event.id && Date.parse(occurredAt) <= Date.parse(event.occurredAt)))
    if (event.data.farmerId === (known.farmerId ?? subject.farmerId)) throw fieldProblem('data.farmerId', 'rule', 'This is the grower already.')
  },
  checkVoid: (scope, { subject }) => refuseWhileCropped(scope, subject, 'given back'),
  settle: (scope, { subject }) =>
    atEndOfStep(scope, `growers of ${subject.id}`, async () => {
      await refuseGrownByAnother(scope, subject.id)
      await refuseOtherHeir(scope, subject.id)
    }),
}
/** What came of a plot that was divided or joined is of the grower who stood in the register then. */
async function refuseOtherHeir(scope: Scope, parcelId: string): Promise<void> {
  const ending = await endingOf(scope, parcelId)
  if (!ending) return
  const until = Date.parse(ending.occurredAt)
  const { farmerId } = plotTenure(
    (await plotFactsOf(scope, parcelId)).filter(({ occurredAt, eventType }) => eventType !== 'GROWER_CHANGED' || Date.parse(occurredAt) <= until),
  )
  for (const id of await successorsOf(scope, parcelId)) {
    const made = (await plotFactsOf(scope, id)).filter(({ eventType }) => eventType === 'CREATED')
    if (plotTenure(made).farmerId !== farmerId) throw refuseOtherPlot(ending.id)
  }
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
  if (codes.length)
    throw ruleBlocked('BR-26', phrase`Sown in the name of the grower on record then: ${listed(codes.slice(0, 5))}.`, { crops: codes.slice(0, 5) })
}

const leaseChanged: ParcelEvent<'LEASE_CHANGED'> = {
  settle: (scope, { subject }) => settleTenure(scope, subject.id),
  async apply(_scope, { event: { data } }) {
    if (data.leaseTo <= data.leaseFrom) throw fieldProblem('data.leaseTo', 'min', 'The lease ends after it begins.')
  },
}

/** The certification body's part of taking a prohibited input back: it names a find that is on record. Only that body takes its word back. */
const prohibitedInputDismissed: ParcelEvent<'PROHIBITED_INPUT_DISMISSED'> = {
  complete: (scope, subject) => notedBody(scope, subject),
  check: (scope, change) => byOwnBody(scope, change),
  checkVoid: (scope, { subject, event }) => requireAgreedBody(scope, event.data.certificationBodyId ?? null, subject),
  async apply(scope, { subject, event }) {
    const { itemId, usedOn } = event.data
    const found = (await plotFactsOf(scope, subject.id)).some(
      ({ eventType, data }) => eventType === 'PROHIBITED_INPUT_FOUND' && data.itemId === itemId && data.usedOn === usedOn,
    )
    if (!found) throw fieldProblem('data.usedOn', 'missing', 'No prohibited input of this name is on record for that day.')
  },
}

const byOwnBody = (scope: Scope, { subject }: { subject: { operatorId: string | null } }): Promise<void> => requireOwnBody(scope, subject)

/** What may have grown here follows the ground (BR-06), once its boundary and its disputes are brought to the events. */
const ofGround = <K extends 'BOUNDARY_CAPTURED' | 'DISPUTED' | 'DISPUTE_RESOLVED'>(behaviour: ParcelEvent<K>): ParcelEvent<K> => ({
  ...behaviour,
  async settle(scope, change, isVoided) {
    await behaviour.settle?.(scope, change, isVoided)
    await keepGroundLater(scope, change.subject.id, { isOfThen: true })
  },
})

export const landparcelEventBehaviours: NonNullable<Behaviour<typeof landparcel>['events']> = {
  BOUNDARY_CAPTURED: ofGround(boundaryCaptured),
  VERIFIED: verified,
  DISPUTED: ofGround(disputed),
  DISPUTE_RESOLVED: ofGround(disputeResolved),
  RETIRED: retired,
  SPLIT: split,
  MERGED: merged,
  MERGED_AWAY: mergedAway,
  GROWER_CHANGED: growerChanged,
  LEASE_CHANGED: leaseChanged,
  BUFFER_OBSERVED: {
    settle: async (scope, { subject }, isVoided) => {
      await settleTenure(scope, subject.id)
      await keepBuffersLater(scope, subject, isVoided)
    },
  },
  CONVERSION_STARTED: conversionStarted,
  CONVERSION_CONFIRMED: guardedBy(byOwnBody, conversionConfirmed),
  RETRO_CONFIRMED: guardedBy(byOwnBody, retroConfirmed),
  CONVERSION_RESET: conversionReset,
  CONVERSION_RESET_LIFTED: conversionResetLifted,
  PROHIBITED_INPUT_FOUND: prohibitedInputFound,
  PROHIBITED_INPUT_DISMISSED: prohibitedInputDismissed,
  INTERNAL_INSPECTION: inspectionOfHolding(
    (_subject, event) => String(event.data.seasonId),
    (subject) => String(subject.farmerId),
  ),
}
