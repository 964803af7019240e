// Sowing: the day from which the claim of an annual crop is worked out (BR-04); sowing again never raises it.

import { checkSeedRate } from '#domain/chain/yield.ts'
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import { eventLabel, type Finding, type Row } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { referred } from '../../ledger/lots.ts'
import type { EventBehaviour, EventChange, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { follow, start } from '../land/croppingsystem.ts'
import { isNear, openSeason, tolerances } from '../open-season.ts'
import { settleClaim } from './crop-claims.ts'
import { showOnPlot } from './crop-on-plot.ts'
import { chemicalSeed } from './crop-rules.ts'
import { type CropState, project } from './crop-state.ts'

type Seed = {
  seedKg: number
  areaHa: number
  seedLotNo: string
  seedTreated: string
  nonGmProof?: string | null
  spacingRowCm?: number | null
  spacingPlantCm?: number | null
}

async function sow(scope: Scope, { subject, event, flag }: EventChange): Promise<void> {
  const seed = event.data as Seed
  const day = localDay(scope, event.occurredAt)
  const season = await openSeason(scope, subject.seasonId as string)
  const days = tolerances(scope).sowingOutsideSeason
  const cropType = await referred(scope, 'croptype', subject.cropTypeId as string, 'cropTypeId')
  // A perennial was planted in some earlier year, perhaps before its plot was registered.
  if (cropType.lifecycle === 'PERENNIAL' ? day > addDays(season.endDate as string, days) : !isNear(season, day, days))
    throw fieldProblem('occurredAt', 'rule', `Outside the season (${season.startDate} to ${season.endDate}) by more than ${days} days.`)
  if (seed.areaHa > (subject.areaHa as number)) throw fieldProblem('data.areaHa', 'max', `The crop is planned on ${subject.areaHa} ha.`)
  const [system, variety] = [
    await referred(scope, 'croppingsystem', subject.croppingSystemId as string, 'croppingSystemId'),
    await referred(scope, 'variety', subject.varietyId as string, 'varietyId'),
  ]
  if (system.managedOrganically && seed.seedTreated === 'CHEMICAL') throw chemicalSeed('data.seedTreated')
  if (system.managedOrganically && variety.gmStatus === 'GM')
    throw ruleBlocked('BR-14', `${variety.title} is genetically modified and not allowed on organically managed land.`, { varietyId: variety.id })
  const norm = {
    min: (variety.seedKgPerHaMin ?? cropType.seedKgPerHaMin) as number | null,
    max: (variety.seedKgPerHaMax ?? cropType.seedKgPerHaMax) as number | null,
  }
  for (const finding of checkSeedRate(seed.seedKg, seed.areaHa, norm).findings) flag(finding)
  const proof = seed.nonGmProof ?? subject.nonGmProof
  if (cropType.gmRisk && !proof)
    flag({
      ruleId: 'BR-20',
      severity: 'REVIEW',
      message: 'This crop exists genetically modified: a seed certificate or test report is missing.',
      figures: { cropType: cropType.code },
    })
  const projected = await project(scope, subject)
  await settleClaim(scope, subject, projected, { eventId: event.id, finding: sownAnew })
  keepSeed(subject, projected)
}
const sownAnew: Finding = { ruleId: 'BR-04', severity: 'REVIEW', message: 'Sown again: the claim was worked out from all sowings.' }

/** The seed of the last sowing; what was planned stays where a sowing does not say. */
function keepSeed(subject: Row, { seed }: CropState): void {
  if (!seed) return
  const { seedKg, seedLotNo, seedTreated, nonGmProof, spacingRowCm, spacingPlantCm } = seed as Seed
  Object.assign(subject, {
    seedQtyKg: seedKg,
    seedLotNo,
    seedTreated,
    nonGmProof: nonGmProof ?? subject.nonGmProof,
    spacingRowCm: spacingRowCm ?? subject.spacingRowCm,
    spacingPlantCm: spacingPlantCm ?? subject.spacingPlantCm,
  })
}

export const sowing: EventBehaviour = {
  async apply(scope, change) {
    await sow(scope, change)
    await showOnPlot(scope, change.subject)
    await start(scope, change.subject.id, change.subject.croppingSystemId as string, change.event)
  },
  async undo(scope, { subject, event }) {
    await refuseWithOtherEvents(scope, subject)
    await settleClaim(scope, subject, await project(scope, subject), { eventId: event.id, finding: sownAnew })
    await showOnPlot(scope, subject)
    await follow(scope, subject.croppingSystemId as string, event.id)
  },
}
export const resowing: EventBehaviour = {
  apply: sow,
  async undo(scope, { subject, event }) {
    const projected = await project(scope, subject)
    await settleClaim(scope, subject, projected, { eventId: event.id, finding: sownAnew })
    keepSeed(subject, projected)
  },
}

/** What was recorded on the growing crop would hang in the air. */
async function refuseWithOtherEvents(scope: Scope, subject: Row): Promise<void> {
  const built = (await eventsOf(scope, entityOf('crop'), subject.id)).find(({ eventType }) =>
    ['GERMINATION_COUNT', 'YIELD_ESTIMATE', 'HARVEST', 'PLANT_PROTECTION', 'RESOWING'].includes(eventType),
  )
  if (built)
    throw new Problem('STATE_CONFLICT', {
      message: `“${eventLabel(entityOf('crop'), built.eventType)}” was recorded since. Take that back first.`,
      figures: { eventId: built.id, eventType: built.eventType },
    })
}
