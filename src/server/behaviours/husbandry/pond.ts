// A pond's stock follows from its events (animal 8): how many are estimated alive, what they weigh, and how the water was
// last. Refused is what would have more animals go than were counted.

import { entityOf } from '#domain/entities.ts'
import { husbandrySettings } from '#domain/husbandry/assumptions.ts'
import { guessFinding, type PondProjection, pondTotals, projectPond } from '#domain/husbandry/pond-projection.ts'
import type { HistoryEvent } from '#domain/husbandry/replay.ts'
import { boundsOf, speciesGroup, waterTrouble } from '#domain/husbandry/water-bounds.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Behaviour, EventChange, Scope } from '../../scope.ts'
import { pondEvents } from '../../store/husbandry-events.ts'
import { checkAnimalPop } from './animal-pop.ts'
import { pondCard } from './husbandry-cards.ts'
import { checkUnitFor, placeInUnit, refuseSecondStock } from './husbandry-place.ts'
import { stockEvents } from './stock.ts'

const aquacrop = entityOf('aquacrop')
const historyOf = async (scope: Scope, id: string): Promise<HistoryEvent[]> => (await pondEvents(scope, [id])).get(id) ?? []
const groupOf = (species: unknown): string => speciesGroup(species as Parameters<typeof speciesGroup>[0])

const events = stockEvents<PondProjection>({
  entity: aquacrop,
  receiver: 'toCropId',
  messages: { missing: 'There is no such aquaculture crop of this operator.', itself: 'A stock is not moved to itself.' },
  async replay(scope, crop, event, isUndone) {
    const history = await historyOf(scope, crop.id)
    const project = (history: readonly HistoryEvent[]) => projectPond(aquacrop, crop, history, localDay(scope))
    const isReceived = event.subjectId !== crop.id
    const own = { ...event, eventType: isReceived ? 'TRANSFER_IN' : event.eventType, day: localDay(scope, event.occurredAt) }
    return { now: project(history), before: () => (isUndone ? project([...history, own]) : project(history.filter(({ id }) => id !== event.id))) }
  },
  async check(scope, { subject, event }) {
    if (event.eventType === 'STOCKING')
      await refuseSecondStock(scope, aquacrop, subject, event, { begins: 'STOCKING', ends: ['FINAL_HARVEST', 'FAILED', 'CLOSE'] })
  },
  found,
})

/** AH-18: water outside what these species bear is saved and found. AH-08: a harvest whose number nobody knows. */
function found(scope: Scope, { subject, event, flag }: EventChange, { totals }: PondProjection): void {
  const settings = husbandrySettings(scope.tenant.config)
  if (event.eventType === 'WATER_QUALITY') {
    const test = totals.water.find(({ at }) => Date.parse(at) === Date.parse(event.occurredAt))
    const trouble = test && waterTrouble(boundsOf(groupOf(subject.species), settings.water), test)
    if (trouble) flag({ ruleId: 'AH-18', severity: trouble.severity, message: 'The water is outside what the animals bear.', figures: trouble.figures })
  }
  const guess = guessFinding(totals, event.id, settings.weighingDays, localDay(scope, event.occurredAt))
  if (guess) flag(guess)
}

/** A stock is called after its pond and the day it was stocked. */
export const aquacropBehaviour: Behaviour = {
  judgesHistory: true,
  async prepare(scope, change) {
    const { before, after } = change
    const unit = await placeInUnit(scope, after)
    const own = groupOf(after.species)
    Object.assign(after, {
      unitName: unit.unitCode,
      speciesGroup: own,
      volumeM3: Math.round((after.waterAreaM2 as number) * (after.depthM as number) * 10) / 10,
    })
    if (!before) await checkUnitFor(scope, aquacrop, unit, 'unitId')
    await checkAnimalPop(scope, change, 'aquapop', ({ speciesGroup: group }) =>
      own !== 'OTHER' && group !== 'OTHER' && group !== own ? 'This package is for other species.' : null,
    )
  },
  events,
  view: async (scope, row) => pondCard(scope, row, pondTotals(await historyOf(scope, row.id))),
}
