// Room on a plot when its plans change (BR-03): a plan that is brought back fits beside what was planned meanwhile, and what was found of a plot that is too
// small goes when less is planned.
import { entityOf } from '#domain/entities.ts'
import type { Finding } from '#domain/kernel/entity.ts'
import type { Scope } from '../../scope.ts'
import { openFlags } from '../../store/flags.ts'
import { recordsById } from '../../store/get.ts'
import { projectFlags } from '../../store/project-flags.ts'
import { atEndOfStep } from '../../store/step.ts'
import { keepGroundLater } from '../cropping/crop-ground.ts'
import { compareAreas } from './landparcel-mapping.ts'

const landparcel = entityOf('landparcel')

/** At the end of the step: the ceilings on the plot, and what is open of it, are brought to what is planned on it now. */
export async function judgeRoomLater(scope: Scope, parcelId: string): Promise<void> {
  await keepGroundLater(scope, parcelId)
  await atEndOfStep(scope, `room of ${parcelId}`, () => bringRoom(scope, parcelId))
}
/** The same for a plan that is being deleted: what is open of its plot at once. */
export async function judgeRoomWithout(scope: Scope, { id, parcelId }: { id: string; parcelId: string }): Promise<void> {
  // Also where nothing is open: somebody may have closed what was found.
  await keepGroundLater(scope, parcelId)
  await bringRoom(scope, parcelId, id)
}

/** A plan that does not fit is refused where it is entered: none opens a finding. */
async function bringRoom(scope: Scope, parcelId: string, exceptPlanId: string | null = null): Promise<void> {
  const open = ((await openFlags(scope, landparcel, [parcelId])).get(parcelId) ?? []).find(({ ruleId }) => ruleId === 'BR-03')
  const [parcel] = open ? await recordsById(scope, landparcel, [parcelId], { lock: true }) : []
  if (!open || !parcel) return
  const findings: Finding[] = []
  await compareAreas(scope, { ...parcel }, (finding) => void findings.push(finding), exceptPlanId)
  const projected = findings.map((finding) => ({ ...finding, eventId: open.eventId }))
  await projectFlags(scope, landparcel, parcelId, ['BR-03'], projected)
}
