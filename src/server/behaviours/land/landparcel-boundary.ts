// The boundary of a plot by its events: the one that was taken last counts, in whatever order they are recorded, replaced and taken back. One that
// comes late is judged as any other and is the boundary of its time.

import { entityOf } from '#domain/entities.ts'
import { inspectBoundary } from '#domain/geo/boundary.ts'
import type { Finding, Stored } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import { cornersSent } from '#domain/land/vertex-accuracy.ts'
import { phrase } from '#domain/messages/message.ts'
import { areaDifference } from '#domain/rules/areas.ts'
import type { RuleId } from '#domain/rules/catalogue.ts'
import { boundariesOf, type PlotBoundary } from '../../map/boundary-versions.ts'
import type { EventBehaviour, EventChange, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { isSame } from '../../store/columns.ts'
import { closeFlagsOfRules, flagsOfRules, saveFlags } from '../../store/flags.ts'
import { isNew } from '../../store/project-flags.ts'
import { atEndOfStep, isBeforeReplacement } from '../../store/step.ts'
import { refuseUnmapping } from '../cropping/crop-ceilings.ts'
import { tolerances } from '../open-season.ts'
import { disputesLater } from './landparcel-disputes.ts'
import {
  columnsOf,
  columnsUnmapped,
  compareAreas,
  differenceToStore,
  disputeOthers,
  type How,
  judgeOnGround,
  placeBoundary,
  unmap,
} from './landparcel-mapping.ts'
import { endingOf, refuseOtherPlot } from './plot-successors.ts'

const landparcel = entityOf('landparcel')
type Parcel = Stored<typeof landparcel>
export const mapRules: RuleId[] = ['BR-01', 'BR-02', 'BR-03']

export const boundaryCaptured: EventBehaviour<typeof landparcel, 'BOUNDARY_CAPTURED'> = {
  async check(_scope, { event: { data } }) {
    const [corners, known] = [cornersSent(data.boundary), data.vertexAccuracyM?.length]
    if (known && known !== corners)
      throw fieldProblem('data.vertexAccuracyM', 'rule', phrase`${known} accuracies for a boundary of ${corners} corners: one is given for each.`)
  },
  decide: (scope, change) => bringBoundary(scope, change, false),
  async settle(scope, change, isVoided) {
    // Between a void and its replacement the plot lies where it lay: the replacement says where from now on.
    if (isBeforeReplacement(scope)) return
    if (isVoided) await bringBoundary(scope, change, true)
    await disputesLater(scope, change.subject.id)
  },
}

/** Puts the boundary on the plot that counts now, if its ground is free: the neighbours decide. */
async function bringBoundary(scope: Scope, { subject, event, flag }: EventChange<typeof landparcel, 'BOUNDARY_CAPTURED'>, isVoided: boolean): Promise<void> {
  const gone = isVoided ? event.id : event.supersedesEventId
  const known = await boundariesOf(scope, subject.id, { voidedToo: gone, captured: isVoided ? null : event })
  const before = known.find(({ eventId }) => isVoided || eventId !== event.id)
  const versions = known.filter(({ eventId }) => eventId !== gone)
  const [present] = versions
  const isOwn = !isVoided && present?.eventId === event.id
  const takesGround = (await eventsOf(scope, landparcel, subject.id, ['RETIRED', 'SPLIT', 'MERGED', 'MERGED_AWAY'])).length === 0
  subject.boundaryVersion = versions.filter(({ polygon }) => polygon).length || null

  const sent = known.find(({ eventId }) => !isVoided && eventId === event.id)
  // The line of what it corrects was judged when that was recorded, and one that two growers agreed on when it was proposed.
  const isStored =
    !!event.data.drawnBy ||
    known.some(({ eventId, polygon }) => eventId === event.supersedesEventId && polygon !== null && isSame(polygon, event.data.boundary))
  if (sent && !isOwn) await judgeOnGround(scope, subject, event.data.boundary, { ...howOf(sent), at: 'data.' }, () => {}, { takesGround, isStored })
  if (present?.eventId === before?.eventId) return
  const ending = takesGround ? undefined : await endingOf(scope, subject.id)
  if (ending && !isSame(present?.polygon, before?.polygon)) throw refuseOtherPlot(ending.id)

  await closeFlagsOfRules(scope, landparcel, subject.id, mapRules, isVoided ? 'Boundary taken back' : 'Boundary changed')
  const { status } = subject
  const findings: Finding[] = []
  const note = (finding: Finding): void => void findings.push(finding)
  if (!present?.polygon) {
    if (takesGround) await refuseUnmapping(scope, subject.id)
    unmap(subject)
    if (!takesGround || !isVoided) subject.status = status
    await compareAreas(scope, subject, note)
    await saveFlags(scope, landparcel, subject.id, findings, { eventId: null })
    return
  }
  const [polygon, how] = isOwn ? [event.data.boundary, { ...howOf(present), at: 'data.' }] : [present.polygon, howOf(present)]
  const disputing = placeBoundary(subject, await judgeOnGround(scope, subject, polygon, how, note, { takesGround, isStored: isStored || !isOwn }), how, note)
  await compareAreas(scope, subject, note)
  if (!takesGround) subject.geoHash = null
  if (isOwn) for (const finding of findings) flag(finding)
  else {
    // What was decided of it then and since stays; but a neighbour may lie on its ground by now.
    if (!isVoided || disputing.length === 0) subject.status = status
    await openAgain(scope, subject.id, present, findings)
  }
  await atEndOfStep(scope, `neighbours of ${subject.id}`, () => disputeOthers(scope, subject, disputing))
}

const howOf = ({ method, mappedOn, gpsAccuracyM, recordedBy }: PlotBoundary): How => ({ method, mappedOn, accuracyM: gpsAccuracyM, by: recordedBy })

/** What is to be known of a boundary that counts again; what a person has decided of it stays decided. */
async function openAgain(scope: Scope, parcelId: string, { eventId: bringer, eventType }: PlotBoundary, findings: readonly Finding[]): Promise<void> {
  const eventId = eventType === 'BOUNDARY_CAPTURED' ? bringer : null
  const known = await flagsOfRules(scope, landparcel, parcelId, mapRules)
  const fresh = findings.filter((finding) => isNew(known, { ...finding, eventId }))
  await saveFlags(scope, landparcel, parcelId, fresh, { eventId })
}

/** The columns of the boundary that counted then; those that nobody had drawn are as they were typed. */
export async function boundaryThen(scope: Scope, { id, declaredAreaHa, status }: Parcel): Promise<Partial<Parcel>> {
  const versions = await boundariesOf(scope, id)
  const [present] = versions
  if (!present) return {}
  const boundaryVersion = versions.filter(({ polygon }) => polygon).length || null
  if (!present.polygon) return { ...columnsUnmapped, boundaryVersion }
  const { boundary } = inspectBoundary(present.polygon, { isStored: true })
  if (!boundary) return {}
  const { difference } = areaDifference(declaredAreaHa, boundary.areaHa, tolerances(scope))
  const columns = { ...columnsOf(boundary, howOf(present)), boundaryVersion, areaDifference: differenceToStore(difference) }
  return status === 'RETIRED' ? { ...columns, geoHash: null } : columns
}
