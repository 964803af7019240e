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

/** At the end of the step: what is open of the plot is brought to what is planned on it now. */
export const judgeRoomLater = (scope: Scope, parcelId: string): Promise<void> => atEndOfStep(scope, `room of ${parcelId}`, () => judgeRoom(scope, parcelId))

/** A plan that does not fit is refused where it is entered: none opens a finding. `exceptPlanId`: one that is being deleted. */
export async function judgeRoom(scope: Scope, parcelId: string, exceptPlanId: string | null = null): Promise<void> {
  const open = ((await openFlags(scope, landparcel, [parcelId])).get(parcelId) ?? []).find(({ ruleId }) => ruleId === 'BR-03')
  const [parcel] = open ? await recordsById(scope, landparcel, [parcelId], { lock: true }) : []
  // Also where nothing is open: somebody may have closed what was found.
  await keepGroundLater(scope, parcelId)
  if (!open || !parcel) return
  const findings: Finding[] = []
  await compareAreas(scope, { ...parcel }, (finding) => void findings.push(finding), exceptPlanId)
  const projected = findings.map((finding) => ({ ...finding, eventId: open.eventId }))
  await projectFlags(scope, landparcel, parcelId, ['BR-03'], projected)
}
