// The ceilings of what is sown follow what is measured of its plot (BR-03, BR-06): at the end of the step that maps it, accepts an overlap of it or changes what
// else is planned on it. What was picked and bought until then stays, and is to be looked at (BR-07).

import { entityOf } from '#domain/entities.ts'
import type { Scope } from '../../scope.ts'
import { projectAgain } from '../../store/project.ts'
import { atEndOfStep } from '../../store/step.ts'
import { sownOn } from './crop-ceilings.ts'
import { bringFindings } from './crop-findings.ts'
import { refuseRaisedByGround } from './raised-ceilings.ts'

const crop = entityOf('crop')

export const keepGroundLater = (scope: Scope, parcelId: string): Promise<void> =>
  atEndOfStep(scope, `ground of ${parcelId}`, async () => {
    for (const before of await sownOn(scope, 'parcel_id', parcelId)) {
      // What a closed crop was is not measured anew.
      if (before.status === 'CLOSED') continue
      const after = await projectAgain(scope, crop, before)
      if (after.yieldCapKg === before.yieldCapKg) continue
      await refuseRaisedByGround(scope, after, before.yieldCapKg)
      await bringFindings(scope, after)
    }
  })
