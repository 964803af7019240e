// A pond's stock follows from its events (animal 8): how many are estimated alive, what they weigh, and how the water was
// last. Refused is what would have more animals go than were counted.

import { entityOf } from '#domain/entities.ts'
import { husbandrySettings } from '#domain/husbandry/assumptions.ts'
import { pondDensity } from '#domain/husbandry/density.ts'
import { guessFindings, pondTotals, projectPond } from '#domain/husbandry/pond-projection.ts'
import { pondMisfit } from '#domain/husbandry/stock-package-fit.ts'
import { boundsOf, speciesGroup, waterFindings } from '#domain/husbandry/water-bounds.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { pondEvents } from '../../queries/husbandry-events.ts'
import { defineBehaviour } from '../../scope.ts'
import { checkAnimalPop, placesOfStock } from './animal-pop.ts'
import { pondCard } from './husbandry-cards.ts'
import { checkUnitFor, placeInUnit } from './husbandry-place.ts'
import { stockBehaviour } from './stock.ts'

const aquacrop = entityOf('aquacrop')

const stock = stockBehaviour({
  entity: aquacrop,
  receiver: 'toCropId',
  messages: { missing: 'There is no such aquaculture crop of this operator.', itself: 'A stock is not moved to itself.' },
  facts: pondEvents,
  /** AH-18: water outside what these species bear is saved and found. AH-08: a harvest whose number nobody knows. */
  fold(scope, crop: Stored<typeof aquacrop>, history, room) {
    const settings = husbandrySettings(scope.tenant.config)
    const projection = projectPond(aquacrop, crop, history, localDay(scope))
    const { tested } = projection.totals
    const dense = pondDensity(history, speciesGroup(crop.species), crop.waterAreaM2, room, settings)
    const findings = [
      ...dense,
      ...waterFindings(tested, boundsOf(speciesGroup(crop.species), settings.water)),
      ...guessFindings(projection.totals, settings.weighingDays),
    ]
    return { ...projection, findings }
  },
  rules: ['AH-08', 'AH-10', 'AH-18', 'AH-23'],
  checks: {},
  stay: { begins: 'STOCKING', ends: ['FINAL_HARVEST', 'FAILED', 'CLOSE'] },
})

/** A stock is called after its pond and the day it was stocked. */
const behaviour = defineBehaviour(aquacrop, {
  async prepare(scope, change) {
    const { before, after } = change
    const unit = await placeInUnit(scope, after)
    Object.assign(after, {
      unitName: unit.unitCode,
      speciesGroup: speciesGroup(after.species),
      volumeM3: Math.round(after.waterAreaM2 * after.depthM * 10) / 10,
    })
    if (!before) await checkUnitFor(scope, aquacrop, unit, 'unitId')
    await checkAnimalPop(scope, change, entityOf('aquapop'), async (pop) => pondMisfit(pop, after, await placesOfStock(scope, after, pop)))
  },
  view: async (scope, row) => pondCard(scope, row, pondTotals((await pondEvents(scope, [row.id])).get(row.id) ?? [])),
  viewsPast: true,
})
export const aquacropBehaviour = { ...stock, ...behaviour }
