// The ceilings of what is sown follow what is measured of its plot (BR-03, BR-06): at the end of the step that maps it, accepts an overlap of it or changes what
// else is planned on it. What was picked and bought until then stays, and is to be looked at (BR-07).

import { entityOf } from '#domain/entities.ts'
import type { Scope } from '../../scope.ts'
import { projectAgain } from '../../store/project.ts'
import { sownOn } from './crop-ceilings.ts'
import { bringFindings } from './crop-findings.ts'
import type { Crop } from './crop-state.ts'
import { atEndByFirst, refuseRaisedByGround } from './raised-ceilings.ts'

const crop = entityOf('crop')

/** Of two ceilings, where null is none. */
const lower = (one: Crop['yieldCapKg'], other: Crop['yieldCapKg']): Crop['yieldCapKg'] =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

type Caps = ReadonlyMap<string, Crop['yieldCapKg']>
const byGround = atEndByFirst<Caps>()

/** Called before anything else projects the crops of the plot: a ceiling that rises is judged by what it was when the step began. They are locked at its end, after the plots. */
export async function keepGroundLater(scope: Scope, parcelId: string): Promise<void> {
  const known: Caps = new Map((await sownOn(scope, 'parcel_id', parcelId, { lock: false })).map(({ id, yieldCapKg }) => [id, yieldCapKg]))
  await byGround(scope, `ground of ${parcelId}`, known, async (caps) => {
    // A closed one, too: it has the ground of then, which a walk of that time that comes late changes.
    for (const before of await sownOn(scope, 'parcel_id', parcelId)) {
      const capKg = lower(caps.get(before.id) ?? null, before.yieldCapKg)
      const after = await projectAgain(scope, crop, before)
      if (after.yieldCapKg !== capKg) await refuseRaisedByGround(scope, after, capKg)
      if (after.yieldCapKg !== before.yieldCapKg) await bringFindings(scope, after)
    }
  })
}
