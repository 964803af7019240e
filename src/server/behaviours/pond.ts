// A pond's stock is told by its events (animal 8): how many are estimated alive, what they weigh, and how the water was
// last. Refused is what would have more animals go than there were.
import { entityOf } from '#domain/entities.ts'
import { aliveOn, biomassOn, type PondStory, pondPlan, pondStory } from '#domain/husbandry/pond-story.ts'
import { waterTrouble } from '#domain/husbandry/water-bounds.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import type { Behaviour, EventBehaviour, Scope } from '../scope.ts'
import { pondFacts } from '../store/husbandry-facts.ts'
import { pondCard } from './husbandry-cards.ts'
import { placeInUnit } from './husbandry-place.ts'
import { localDay } from './landparcel-standing.ts'
import { stockEvents } from './stock.ts'
import { refuseHeld } from './withdrawals.ts'

const aquacrop = entityOf('aquacrop')

async function retell(scope: Scope, crop: Row): Promise<PondStory> {
  const facts = (await pondFacts(scope, [crop.id])).get(crop.id) ?? []
  const story = pondStory(facts)
  const { firstBelowZero: bad } = story
  if (bad)
    throw ruleBlocked('AH-08', `On ${bad.day} ${-bad.alive} more animals would have gone than lived in ${crop.title}.`, { day: bad.day, missing: -bad.alive })
  // As of the last event: a column does not change by itself. The page counts on to today.
  const day = facts.at(-1)?.day ?? localDay(scope)
  const water = story.water.at(-1)
  const biomassKg = biomassOn(story, pondPlan(crop), day)
  Object.assign(crop, {
    aliveCount: aliveOn(story, pondPlan(crop), day),
    lastWeightG: story.weighings.at(-1)?.grams ?? null,
    biomassKg: biomassKg === null ? null : Math.round(biomassKg * 10) / 10,
    lastDoMgL: water?.doMgL ?? null,
    lastPh: water?.ph ?? null,
  })
  return story
}

const { told, transfer, holding } = stockEvents({
  entity: aquacrop,
  retell,
  receiver: 'toCropId',
  receives: ['STOCKED', 'GROWING', 'HARVESTING'],
  say: {
    missing: 'There is no such aquaculture crop of this operator.',
    itself: 'A stock is not moved to itself.',
    closed: (title) => `${title} takes no animals now.`,
  },
})
/** AH-18: water outside what the animals bear is saved and flagged. */
const waterTested: EventBehaviour = {
  ...told,
  async apply(scope, { subject, event, flag }) {
    const story = await retell(scope, subject)
    const test = story.water.find(({ at }) => at === event.occurredAt)
    const trouble = test && waterTrouble(test)
    if (trouble) flag({ ruleId: 'AH-18', severity: 'WARN', message: 'The water is outside what the animals bear.', figures: trouble })
  },
}
const harvested: EventBehaviour = {
  ...told,
  async apply(scope, { subject, event }) {
    await refuseHeld(scope, aquacrop, subject, { products: ['MEAT', 'OTHER'], at: event.occurredAt })
    await retell(scope, subject)
  },
}

/** A stock is called after its pond and the day it was stocked. */
export const aquacropBehaviour: Behaviour = {
  async prepare(scope, { after }) {
    const unit = await placeInUnit(scope, after)
    Object.assign(after, { unitName: unit.unitCode, volumeM3: Math.round((after.waterAreaM2 as number) * (after.depthM as number) * 10) / 10 })
  },
  events: {
    STOCKING: told,
    FEEDING: told,
    SAMPLING: told,
    MORTALITY: told,
    COUNT_ADJUST: told,
    WATER_QUALITY: waterTested,
    TRANSFER: transfer,
    PARTIAL_HARVEST: harvested,
    FINAL_HARVEST: harvested,
    TREATMENT: holding,
    RESTRICTION: holding,
  },
  view: async (scope, row) => pondCard(scope, row, pondStory((await pondFacts(scope, [row.id])).get(row.id) ?? [])),
}
