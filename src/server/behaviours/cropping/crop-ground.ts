// The ceilings of what is sown follow what is measured of its plot (BR-03, BR-06): at the end of the step that maps it, accepts an overlap of it or changes what
// else is planned on it. What was picked and bought until then stays, and is to be looked at (BR-07).

import { sql } from 'kysely'
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

type Known = { capKg: Crop['yieldCapKg']; at: string }
type Caps = ReadonlyMap<string, Known>
const byGround = atEndByFirst<Caps>()

/**
 * Called before anything else projects the crops of the plot: a ceiling that rises is judged by what it was when the step began. They are locked at its end,
 * after the plots. `isOfThen`: what is measured may be of a time before a crop was closed, which has the ground of then.
 */
export async function keepGroundLater(scope: Scope, parcelId: string, { isOfThen = false } = {}): Promise<void> {
  const known: Caps = new Map(
    (await sownOn(scope, 'parcel_id', parcelId, { lock: false })).map(({ id, yieldCapKg, updatedAt }) => [id, { capKg: yieldCapKg, at: updatedAt }]),
  )
  await byGround(scope, `ground of ${parcelId}`, known, async (caps) => {
    const crops = (await sownOn(scope, 'parcel_id', parcelId)).filter(({ status }) => isOfThen || status !== 'CLOSED')
    const newNorms = crops.length > 0 ? await withNewNorms(scope, caps) : new Set<string>()
    for (const before of crops) {
      const hasNewNorm = newNorms.has(before.id)
      // What was closed under another norm stays as it was.
      if (hasNewNorm && before.status === 'CLOSED') continue
      const capKg = lower(caps.get(before.id)?.capKg ?? null, before.yieldCapKg)
      const after = await projectAgain(scope, crop, before)
      if (after.yieldCapKg !== capKg && !hasNewNorm) await refuseRaisedByGround(scope, after, capKg)
      if (after.yieldCapKg !== before.yieldCapKg) await bringFindings(scope, after)
    }
  })
}

/** Those whose yield norms, or the factor of whose season, an administrator has changed since they were written last: their ceilings follow that, which says nothing of their ground. */
async function withNewNorms({ db, tenant }: Scope, caps: Caps): Promise<Set<string>> {
  const changed = (
    of: 'croptype' | 'season',
    id: string,
    field: string,
  ) => sql`exists (select from event as e where e.tenant_id = ${tenant.id} and e.subject_type = ${of}
    and e.subject_id = ${sql.ref(id)} and e.event_type = 'EDITED' and e.status = 'RECORDED' and e.recorded_at > k.at and jsonb_exists(e.data->'changes', ${field}))`
  const { rows } = await sql<{
    id: string
  }>`select c.id from unnest(${[...caps.keys()]}::uuid[], ${[...caps.values()].map(({ at }) => at)}::timestamptz[]) as k (id, at)
    join crop as c on c.tenant_id = ${tenant.id} and c.id = k.id
    where ${changed('croptype', 'c.crop_type_id', 'yieldNorms')} or ${changed('season', 'c.season_id', 'yieldFactor')}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
