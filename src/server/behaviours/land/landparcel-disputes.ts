// Disputes of a plot (BR-02): open until they are resolved or the plot is mapped anew, in whatever order the three are recorded.

import { entityOf } from '#domain/entities.ts'
import { bboxOf } from '#domain/geo/area.ts'
import type { EventData, Finding, Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { openDisputes } from '#domain/land/plot-projection.ts'
import { phrase } from '#domain/messages/message.ts'
import { sentenceOfRow } from '#domain/messages/spelled-row.ts'
import { lockGround } from '../../map/cells.ts'
import { type FoundOverlap, overlapsOf } from '../../map/overlaps.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { isOwnAccount } from '../../store/accounts-of-person.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { closeFlagsOfRules, openFlags, saveFlags } from '../../store/flags.ts'
import { projectFlags } from '../../store/project-flags.ts'
import { atEndOfStep } from '../../store/step.ts'
import { overlapFinding } from './landparcel-mapping.ts'
import { beginAgainIfOvertaken } from './overtaken.ts'

const landparcel = entityOf('landparcel')
type Parcel = Stored<typeof landparcel>
const disputing = (overlaps: readonly FoundOverlap[]): FoundOverlap[] => overlaps.filter(({ band }) => band !== 'warn')

/** Brings the open disputes to the events, at the end of the step. Overlaps that a boundary was found to have are the mapping's own. */
export const disputesLater = (scope: Scope, parcelId: string): Promise<void> =>
  atEndOfStep(scope, `disputes of ${parcelId}`, async () => {
    const facts = await eventsOf(scope, landparcel, parcelId, ['EDITED', 'DISPUTED', 'DISPUTE_RESOLVED', 'BOUNDARY_CAPTURED'])
    const disputes = new Set(facts.flatMap(({ id, eventType }) => (eventType === 'DISPUTED' ? [id] : [])))
    const others = ((await openFlags(scope, landparcel, [parcelId])).get(parcelId) ?? []).filter(
      ({ ruleId, eventId }) => ruleId === 'BR-02' && !disputes.has(eventId ?? ''),
    )
    const open = openDisputes(facts).flatMap((fact) => (fact.eventType === 'DISPUTED' ? [{ ...disputeFinding(fact), eventId: fact.id }] : []))
    await projectFlags(scope, landparcel, parcelId, ['BR-02'], [...open, ...others])
  })

function disputeFinding({ data: { reason, words, otherParcelCode, overlapShare, overlapM2 } }: { data: EventData<typeof landparcel, 'DISPUTED'> }): Finding {
  const figures = otherParcelCode ? { figures: { overlaps: [{ code: otherParcelCode, band: 'review', overlapShare, overlapM2 }] } } : {}
  return { ruleId: 'BR-02', severity: 'REVIEW', message: sentenceOfRow(reason, words), ...figures }
}

export const disputed: EventBehaviour<typeof landparcel, 'DISPUTED'> = {
  async apply(_scope, { event, flag }) {
    flag(disputeFinding(event))
  },
  settle: (scope, { subject }) => disputesLater(scope, subject.id),
}

export const disputeResolved: EventBehaviour<typeof landparcel, 'DISPUTE_RESOLVED'> = {
  async apply(scope, { subject, event }) {
    if (!subject.boundary) throw fieldProblem('boundary', 'required', 'This plot has no boundary; map it instead.')
    await refuseMapper(scope, subject)
    await lockGround(scope, bboxOf(subject.boundary))
    const left = disputing(await overlapsOf(scope, subject.boundary, subject.id))
    await beginAgainIfOvertaken(scope, [subject.id, ...left.map(({ parcel }) => parcel.id)])
    if (left.length && event.data.resolution !== 'ACCEPTED_TOLERANCE') {
      const finding = overlapFinding(left)
      throw ruleBlocked('BR-02', phrase`The boundaries still overlap. ${finding.message} Reshape one of them, or accept it as tolerance.`, finding.figures)
    }
    await closeFlagsOfRules(scope, landparcel, subject.id, ['BR-02'], event.data.resolution)
    await disputesLater(scope, subject.id)
  },
  /** What the boundaries share is open again, as they lie now. */
  async undo(scope, { subject }) {
    await disputesLater(scope, subject.id)
    const left = subject.boundary ? disputing(await overlapsOf(scope, subject.boundary, subject.id)) : []
    if (left.length) await saveFlags(scope, landparcel, subject.id, [overlapFinding(left)], { eventId: null })
  },
}

/** BR-24: a boundary is verified by other eyes than the mapper's, however it was mapped. */
export async function refuseMapper(scope: Scope, subject: Parcel): Promise<void> {
  if (await isOwnAccount(scope, subject.mappedBy))
    throw ruleBlocked('BR-24', 'A boundary is verified by somebody else than the person who mapped it: you mapped this one.', { mappedBy: subject.mappedBy })
}
