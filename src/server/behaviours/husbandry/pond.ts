// A pond's stock is told by its events (animal 8): how many are estimated alive, what they weigh, and how the water was
// last. Refused is what would have more animals go than there were.

import { entityOf } from '#domain/entities.ts'
import { aliveOn, biomassOn, type PondProjection, pondPlan, pondProjection } from '#domain/husbandry/pond-projection.ts'
import { waterTrouble } from '#domain/husbandry/water-bounds.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import type { Behaviour, EventBehaviour, Scope } from '../../scope.ts'
import { pondEvents } from '../../store/husbandry-events.ts'
import { pondCard } from './husbandry-cards.ts'
import { placeInUnit } from './husbandry-place.ts'
import { stockEvents } from './stock.ts'
import { refuseRestricted } from './withdrawals.ts'

const aquacrop = entityOf('aquacrop')

async function project(scope: Scope, crop: Row): Promise<PondProjection> {
  const history = (await pondEvents(scope, [crop.id])).get(crop.id) ?? []
  const projection = pondProjection(history)
  const { firstBelowZero: bad } = projection
  if (bad)
    throw ruleBlocked('AH-08', `On ${bad.day} ${-bad.alive} more animals would have gone than lived in ${crop.title}.`, { day: bad.day, missing: -bad.alive })
  // As of the last event: a column does not change by itself. The page counts on to today.
  const day = history.at(-1)?.day ?? localDay(scope)
  const water = projection.water.at(-1)
  const biomassKg = biomassOn(projection, pondPlan(crop), day)
  Object.assign(crop, {
    aliveCount: aliveOn(projection, pondPlan(crop), day),
    lastWeightG: projection.weighings.at(-1)?.grams ?? null,
    biomassKg: biomassKg === null ? null : Math.round(biomassKg * 10) / 10,
    lastDoMgL: water?.doMgL ?? null,
    lastPh: water?.ph ?? null,
  })
  return projection
}

const { projected, transfer, restricting } = stockEvents({
  entity: aquacrop,
  project,
  receiver: 'toCropId',
  receives: ['STOCKED', 'GROWING', 'HARVESTING'],
  messages: {
    missing: 'There is no such aquaculture crop of this operator.',
    itself: 'A stock is not moved to itself.',
    closed: (title) => `${title} takes no animals now.`,
  },
})
/** AH-18: water outside what the animals bear is saved and flagged. */
const waterTested: EventBehaviour = {
  ...projected,
  async apply(scope, { subject, event, flag }) {
    const projection = await project(scope, subject)
    const test = projection.water.find(({ at }) => at === event.occurredAt)
    const trouble = test && waterTrouble(test)
    if (trouble) flag({ ruleId: 'AH-18', severity: 'WARN', message: 'The water is outside what the animals bear.', figures: trouble })
  },
}
const harvested: EventBehaviour = {
  ...projected,
  async apply(scope, { subject, event }) {
    await refuseRestricted(scope, aquacrop, subject, { products: ['MEAT', 'OTHER'], at: event.occurredAt })
    await project(scope, subject)
  },
}

/** A stock is called after its pond and the day it was stocked. */
export const aquacropBehaviour: Behaviour = {
  async prepare(scope, { after }) {
    const unit = await placeInUnit(scope, after)
    Object.assign(after, { unitName: unit.unitCode, volumeM3: Math.round((after.waterAreaM2 as number) * (after.depthM as number) * 10) / 10 })
  },
  events: {
    STOCKING: projected,
    FEEDING: projected,
    SAMPLING: projected,
    MORTALITY: projected,
    COUNT_ADJUST: projected,
    WATER_QUALITY: waterTested,
    TRANSFER: transfer,
    PARTIAL_HARVEST: harvested,
    FINAL_HARVEST: harvested,
    TREATMENT: restricting,
    RESTRICTION: restricting,
  },
  view: async (scope, row) => pondCard(scope, row, pondProjection((await pondEvents(scope, [row.id])).get(row.id) ?? [])),
}
