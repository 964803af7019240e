// Whose an animal, flock, pond or unit is follows from where it stands: plot → production system → unit → animal. The
// farmer and village are written along, so that lists and rights need not walk that way.

import { entityOf } from '#domain/entities.ts'
import { judgeBoundary } from '#domain/geo/boundary.ts'
import { areaLimitsHa } from '#domain/geo/validity.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Row } from '#domain/kernel/entity.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import type { Behaviour, Change, EventBehaviour, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { recordsById } from '../../store/get.ts'
import { headcountIn } from './headcount.ts'

/** What `row[field]` refers to, which must be of the same operator. Throws VALIDATION at the field. */
export async function parentOf(scope: Scope, row: Row, field: string, entity: string): Promise<Row> {
  const [parent] = await recordsById(scope, entityOf(entity), [row[field] as string])
  if (!parent || parent.operatorId !== row.operatorId)
    throw fieldProblem(field, 'missing', `There is no such ${entityOf(entity).label.toLowerCase()} of this operator.`)
  return parent
}

/** A unit or group takes farmer and village from its production system. */
export async function placeInSystem(scope: Scope, { after }: Change): Promise<void> {
  const system = await parentOf(scope, after, 'productionSystemId', 'productionsystem')
  Object.assign(after, { farmerId: system.farmerId, village: system.village })
}

/** An animal, flock or pond stands in a unit, which says everything else. Answers the unit. */
export async function placeInUnit(scope: Scope, row: Row): Promise<Row> {
  const unit = await parentOf(scope, row, 'unitId', 'housingunit')
  Object.assign(row, { productionSystemId: unit.productionSystemId, farmerId: unit.farmerId, village: unit.village })
  return unit
}

const cleaned: EventBehaviour = {
  apply: (scope, { subject }) => projectCleaning(scope, subject),
  undo: (scope, { subject }) => projectCleaning(scope, subject),
}
async function projectCleaning(scope: Scope, unit: Row): Promise<void> {
  const days = (await eventsOf(scope, entityOf('housingunit'), unit.id, ['CLEANED'])).map(({ occurredAt }) => localDay(scope, occurredAt))
  unit.lastCleanedOn = days.sort().at(-1) ?? null
}

export const housingunitBehaviour: Behaviour = {
  async prepare(scope, change) {
    await placeInSystem(scope, change)
    const { after } = change
    // A pond or a shed is a sound line like any boundary (BR-01), however small.
    if (after.shape) after.shape = judgeBoundary(after.shape as Polygon, { at: 'shape', limits: { minHa: 0, maxHa: areaLimitsHa.max } }).polygon
    if (!after.volumeM3 && after.waterAreaM2 && after.depthM) after.volumeM3 = Math.round((after.waterAreaM2 as number) * (after.depthM as number) * 10) / 10
  },
  events: { CLEANED: cleaned },
  view: async (scope, unit) => ({ headcount: await headcountIn(scope, 'unit_id', unit.id) }),
}
export const animalgroupBehaviour: Behaviour = { prepare: placeInSystem }
