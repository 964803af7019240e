// Which package of practices a crop may follow: a published one of its operator or of the whole programme, made for its type, variety,
// water, season and region, and not ended yet (domain dictionary 3.5, 5.1).
import { misfitOf } from '#domain/cropping/package-fit.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { RecordedEvent, Stored } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import type { Sentence } from '#domain/messages/message.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { recordsById } from '../../store/get.ts'
import { unpublishedBecause } from '../package-versions.ts'
import { placesOf } from './crop-places.ts'
import type { Crop } from './crop-state.ts'
import type { Package } from './plan-basis.ts'

type System = Stored<Declarations['croppingsystem']>
/** What it would be followed in: the season of the crop, the day from which, and names of where the crop stands (empty: nobody knows). */
type Beginning = { season: Pick<Stored<Declarations['season']>, 'kind'> | undefined; day: string; places: readonly string[] }

/** What speaks against this package on this crop; null when nothing does. */
export function unfitBecause(
  pop: Package,
  crop: Pick<Crop, 'cropTypeId' | 'varietyId'>,
  { waterRegime }: Pick<System, 'waterRegime'>,
  { season, day, places }: Beginning,
): Sentence | null {
  return unpublishedBecause(pop) ?? misfitOf(pop, { ...crop, waterRegime, season: season?.kind ?? null, places, day })
}

/** Throws VALIDATION at `path`. */
export function refuseUnfit(
  path: string,
  pop: Package | undefined,
  crop: Pick<Crop, 'cropTypeId' | 'varietyId' | 'operatorId'>,
  system: System,
  beginning: Beginning,
): void {
  if (!pop || (pop.collectiveId && pop.collectiveId !== crop.operatorId)) throw fieldProblem(path, 'missing', 'There is no such package of this operator.')
  const why = unfitBecause(pop, crop, system, beginning)
  if (why) throw fieldProblem(path, 'rule', why)
}

export const assignment: EventBehaviour<Declarations['crop'], 'PACKAGE_ASSIGNED'> = {
  async check(scope, { subject, event }) {
    const [pop] = await recordsById(scope, entityOf('pop'), [event.data.popId])
    const [system] = await recordsById(scope, entityOf('croppingsystem'), [subject.croppingSystemId], { lock: true })
    if (!system) return
    const [season] = await recordsById(scope, entityOf('season'), system.seasonId ? [system.seasonId] : [])
    const day = localDay(scope, event.occurredAt)
    const isCorrected = pop && (await namedBefore(scope, subject.id, event)) === pop.id
    const judged: Package | undefined = isCorrected
      ? { ...pop, status: pop.status === 'SUPERSEDED' ? 'PUBLISHED' : pop.status, validTo: null, season: null, regions: [] }
      : pop
    const places = (await placesOf(scope, [system], [judged])).get(system.id) ?? []
    refuseUnfit('data.popId', judged, subject, system, { season, day, places })
  },
}

/** The package of the assignment that this one corrects: a crop that followed it then goes on with it. */
async function namedBefore(scope: Scope, cropId: string, { supersedesEventId }: Pick<RecordedEvent, 'supersedesEventId'>): Promise<string | null> {
  if (supersedesEventId === null) return null
  const events = await eventsOf(scope, entityOf('crop'), cropId, ['PACKAGE_ASSIGNED'], { voidedToo: supersedesEventId })
  return events.find(({ id }) => id === supersedesEventId)?.data.popId ?? null
}
