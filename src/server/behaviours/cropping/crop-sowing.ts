// Sowing: the moment that fixes what a crop may be sold as (BR-04). The claim is frozen here; later only
// prohibited inputs and a change of management lower it, and nothing raises it, sowing again neither.

import { conversionOf, frozenClaim, organicClaim } from '#domain/chain/claim.ts'
import { checkSeedRate } from '#domain/chain/yield.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { RecordedEvent, Row } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { referred } from '../../ledger/lots.ts'
import type { EventBehaviour, EventChange, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { follow, start } from '../land/croppingsystem.ts'
import { isNear, openSeason, tolerances } from '../open-season.ts'
import { showOnPlot } from './crop-on-plot.ts'
import { chemicalSeed } from './crop-rules.ts'
import { project } from './crop-state.ts'

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
  if (!isNear(season, day, days))
    throw fieldProblem('occurredAt', 'rule', `Outside the season (${season.startDate} to ${season.endDate}) by more than ${days} days.`)
  if (seed.areaHa > (subject.areaHa as number)) throw fieldProblem('data.areaHa', 'max', `The crop is planned on ${subject.areaHa} ha.`)
  const [system, cropType, variety] = [
    await referred(scope, 'croppingsystem', subject.croppingSystemId as string, 'croppingSystemId'),
    await referred(scope, 'croptype', subject.cropTypeId as string, 'cropTypeId'),
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
  const { isForfeited } = await project(scope, subject)
  const derived = await claimAt(scope, subject, system, cropType, day)
  Object.assign(subject, {
    claimStatus: frozenClaim({ derived, stood: subject.claimStatus as Claim | null, isForfeited }),
    seedQtyKg: seed.seedKg,
    seedLotNo: seed.seedLotNo,
    seedTreated: seed.seedTreated,
    nonGmProof: proof ?? null,
    spacingRowCm: seed.spacingRowCm ?? subject.spacingRowCm,
    spacingPlantCm: seed.spacingPlantCm ?? subject.spacingPlantCm,
  })
}

/** BR-04 with the plot's own clock; conventional where the system is not managed organically. */
async function claimAt(scope: Scope, subject: Row, system: Row, cropType: Row, day: string): Promise<Claim> {
  if (!system.managedOrganically) return 'CONVENTIONAL'
  const parcel = await referred(scope, 'landparcel', subject.parcelId as string, 'parcelId')
  return organicClaim(conversionOf(parcel), day, cropType.lifecycle as 'ANNUAL' | 'PERENNIAL')
}

/** The claim that the remaining sowings had fixed; null when none remains. */
async function claimLeft(scope: Scope, subject: Row, event: RecordedEvent, isForfeited: boolean): Promise<Claim | null> {
  const left = (await eventsOf(scope, entityOf('crop'), subject.id, ['SOWING', 'RESOWING'])).filter(({ id }) => id !== event.id)
  const [system, cropType] = [
    await referred(scope, 'croppingsystem', subject.croppingSystemId as string, 'croppingSystemId'),
    await referred(scope, 'croptype', subject.cropTypeId as string, 'cropTypeId'),
  ]
  let stood: Claim | null = null
  for (const { occurredAt } of left) {
    const derived = await claimAt(scope, subject, system, cropType, localDay(scope, occurredAt))
    stood = frozenClaim({ derived, stood, isForfeited })
  }
  return stood
}

export const sowing: EventBehaviour = {
  async apply(scope, change) {
    await sow(scope, change)
    await showOnPlot(scope, change.subject)
    await start(scope, change.subject.id, change.subject.croppingSystemId as string, change.event)
  },
  async undo(scope, { subject, event }) {
    await refuseWithOtherEvents(scope, subject)
    await project(scope, subject)
    subject.claimStatus = null
    await showOnPlot(scope, subject)
    await follow(scope, subject.croppingSystemId as string, event.id)
  },
}
export const resowing: EventBehaviour = {
  apply: sow,
  async undo(scope, { subject, event }) {
    const { isForfeited } = await project(scope, subject)
    subject.claimStatus = await claimLeft(scope, subject, event, isForfeited)
  },
}

/** What was recorded on the growing crop would hang in the air. */
async function refuseWithOtherEvents(scope: Scope, subject: Row): Promise<void> {
  const built = (await eventsOf(scope, entityOf('crop'), subject.id)).find(({ eventType }) =>
    ['GERMINATION_COUNT', 'YIELD_ESTIMATE', 'HARVEST', 'PLANT_PROTECTION', 'RESOWING'].includes(eventType),
  )
  if (built)
    throw new Problem('STATE_CONFLICT', {
      message: `“${entityOf('crop').events[built.eventType]?.label}” was recorded since. Take that back first.`,
      figures: { eventId: built.id, eventType: built.eventType },
    })
}
