// A flock is the balance of its events (animal 7): how many birds live, what died, what they ate and weigh follows from its
// history. Refused is what would have more birds go than there were, on whatever day.

import { entityOf } from '#domain/entities.ts'
import { husbandrySettings } from '#domain/husbandry/assumptions.ts'
import { flockDensity } from '#domain/husbandry/density.ts'
import { flockFindings } from '#domain/husbandry/flock-findings.ts'
import { flockTotals, projectFlock } from '#domain/husbandry/flock-projection.ts'
import { flockMisfit } from '#domain/husbandry/stock-package-fit.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { flockEvents } from '../../queries/husbandry-events.ts'
import { defineBehaviour, type EventChange, type Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { checkAnimalPop, placesOfStock } from './animal-pop.ts'
import { flockCard } from './husbandry-cards.ts'
import { checkUnitFor, placeInUnit } from './husbandry-place.ts'
import { stockBehaviour } from './stock.ts'

const poultrybatch = entityOf('poultrybatch')

const stock = stockBehaviour({
  entity: poultrybatch,
  receiver: 'toBatchId',
  messages: { missing: 'There is no such poultry batch of this operator.', itself: 'A flock is not moved to itself.' },
  facts: flockEvents,
  fold(scope, flock: Stored<typeof poultrybatch>, history, room) {
    const settings = husbandrySettings(scope.tenant.config)
    const dense = flockDensity(history, flock.birdType, flock.chickWeightG, room, settings)
    return { ...projectFlock(poultrybatch, flock, history, settings), findings: [...flockFindings(history, flock.birdType, settings), ...dense] }
  },
  rules: ['AH-08', 'AH-10', 'AH-19', 'AH-21', 'AH-23'],
  checks: {
    DAILY_RECORD: checkDay,
  },
  stay: { begins: 'PLACEMENT', ends: ['CLEANOUT'] },
})

async function checkDay(scope: Scope, { subject, event }: EventChange<typeof poultrybatch, 'DAILY_RECORD'>): Promise<void> {
  const { day } = event.data
  if (day > localDay(scope)) throw fieldProblem('data.day', 'max', 'This day has not come yet.')
  const own = await eventsOf(scope, poultrybatch, subject.id, ['DAILY_RECORD', 'PLACEMENT'])
  const placed = own.find(({ eventType }) => eventType === 'PLACEMENT')
  if (placed && day < localDay(scope, placed.occurredAt)) throw fieldProblem('data.day', 'min', 'The flock was not placed yet.')
  if (own.some((one) => one.eventType === 'DAILY_RECORD' && one.id !== event.id && one.data.day === day))
    throw ruleBlocked('AH-21', 'This day has its record already. Take that back to correct it.', { day })
}

/** A flock is called after its house and the day it was placed. */
const behaviour = defineBehaviour(poultrybatch, {
  async prepare(scope, change) {
    const { before, after } = change
    const unit = await placeInUnit(scope, after)
    after.unitName = unit.unitCode
    if (!before) await checkUnitFor(scope, poultrybatch, unit, 'unitId')
    await checkAnimalPop(scope, change, entityOf('poultrypop'), async (pop) => flockMisfit(pop, after, await placesOfStock(scope, after, pop)))
  },
  view: async (scope, row) => flockCard(scope, row, flockTotals((await flockEvents(scope, [row.id])).get(row.id) ?? [], row.chickWeightG)),
  viewsPast: true,
})
export const poultrybatchBehaviour = { ...stock, ...behaviour }
