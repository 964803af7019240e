// Sowing: what is sown fits crop, season and land. The claim of an annual crop is projected from its day (BR-04).

import { checkSeedRate } from '#domain/chain/yield.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import type { EventData } from '#domain/kernel/entity.ts'
import { isShown, statesProof } from '#domain/kernel/gm-proof.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import { onDay, phrase } from '#domain/messages/message.ts'
import { referred } from '../../ledger/lots.ts'
import type { EventBehaviour, EventChange, Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { reopenSystem } from '../land/system-life.ts'
import { isNear, openSeason, tolerances } from '../open-season.ts'
import { chemicalSeed, refuseGm } from './crop-rules.ts'
import { keepCeilingLater } from './raised-ceilings.ts'

type CropEntity = Declarations['crop']

/** A kind of proof alone shows nothing. */
function refuseNothingShown(seed: EventData<CropEntity, 'SOWING' | 'SEED_RECEIPT'>): void {
  if (seed.nonGmProofKind && !isShown(seed)) throw fieldProblem('data.nonGmProof', 'required', 'Enter the number of the proof, or attach it.')
}

async function sow(scope: Scope, { subject, event, flag }: EventChange<CropEntity, 'SOWING'>): Promise<void> {
  const seed = event.data
  const day = localDay(scope, event.occurredAt)
  const season = await openSeason(scope, subject.seasonId)
  const days = tolerances(scope).sowingOutsideSeason
  const cropType = await referred(scope, 'croptype', subject.cropTypeId, 'cropTypeId')
  // A perennial was planted in some earlier year, perhaps before its plot was registered.
  if (cropType.lifecycle === 'PERENNIAL' ? day > addDays(season.endDate, days) : !isNear(season, day, days))
    throw fieldProblem('occurredAt', 'rule', phrase`Outside the season (${onDay(season.startDate)} to ${onDay(season.endDate)}) by more than ${days} days.`)
  if (seed.areaHa > subject.areaHa) throw fieldProblem('data.areaHa', 'max', phrase`The crop is planned on ${subject.areaHa} ha.`)
  // Locked: it starts with the sowing.
  const [system] = await recordsById(scope, entityOf('croppingsystem'), [subject.croppingSystemId], { lock: true })
  const variety = await referred(scope, 'variety', subject.varietyId, 'varietyId')
  if (system?.managedOrganically && seed.seedTreated === 'CHEMICAL') throw chemicalSeed('data.seedTreated')
  if (system) refuseGm(system, variety)
  const norm = {
    min: variety.seedKgPerHaMin ?? cropType.seedKgPerHaMin,
    max: variety.seedKgPerHaMax ?? cropType.seedKgPerHaMax,
  }
  for (const finding of checkSeedRate(seed.seedKg, seed.areaHa, norm).findings) flag(finding)
  refuseNothingShown(seed)
  if (!cropType.gmRisk) return
  const proof = statesProof(seed) ? seed : subject
  if (!isShown(proof))
    flag({
      ruleId: 'BR-20',
      severity: 'REVIEW',
      message: 'This crop exists genetically modified: a seed certificate or test report is missing.',
      figures: { cropType: cropType.code },
    })
  else if (!proof.nonGmProofKind)
    flag({
      ruleId: 'BR-20',
      severity: 'WARN',
      message: 'Nothing states which kind of proof of non-GM seed this is: rules of schemes that name kinds do not count it.',
      figures: { cropType: cropType.code },
    })
}

export const sowing: EventBehaviour<CropEntity, 'SOWING'> = {
  apply: sow,
  settle: async (scope, { subject }, isVoided) => {
    await keepCeilingLater(scope, subject, isVoided)
    if (isVoided) await reopenSystem(scope, subject.croppingSystemId)
  },
}
export const seedReceipt: EventBehaviour<CropEntity, 'SEED_RECEIPT'> = {
  async check(_scope, { event }) {
    refuseNothingShown(event.data)
  },
}
export const resowing: EventBehaviour<CropEntity, 'RESOWING'> = {
  apply: sow,
  settle: (scope, { subject }, isVoided) => keepCeilingLater(scope, subject, isVoided),
}
