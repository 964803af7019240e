// The claim that what is recorded of a crop, its system and its plot leads to (BR-04, BR-14), whatever was sold on it.
import { cropClaim } from '#domain/chain/crop-claim.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { referred } from '../../ledger/lots.ts'
import type { Scope } from '../../scope.ts'
import { enteredIn, eventsByRecord } from '../../store/events-then.ts'
import { clockUntil, monthsUnconfirmed, plotFactsOf } from '../land/plot-facts.ts'
import type { Crop, CropState } from './crop-state.ts'

export async function derivedClaim(scope: Scope, subject: Crop, state: CropState): Promise<Claim | null> {
  const system = await referred(scope, 'croppingsystem', subject.croppingSystemId, 'croppingSystemId')
  const cropType = await referred(scope, 'croptype', subject.cropTypeId, 'cropTypeId')
  return cropClaim({
    plot: subject.parcelId === null ? [] : await plotFactsOf(scope, subject.parcelId),
    monthsUnconfirmed: monthsUnconfirmed(scope),
    lifecycle: cropType.lifecycle,
    isManagedOrganically: scope.past ? await managedThen(scope, system) : system.managedOrganically,
    isForfeited: state.isForfeited || state.loweredBecause !== null,
    sowings: state.sowings,
    firstHarvest: state.harvestStart,
    // Of a past day what speaks of later days counts as little as what came after the crop.
    endedOn: [state.endedOn, clockUntil(scope)].filter((day) => day !== null).sort()[0] ?? null,
  })
}

/** As people had entered it by then; nothing derives it. */
async function managedThen(scope: Scope, system: Stored<Declarations['croppingsystem']>): Promise<boolean> {
  const entity = entityOf('croppingsystem')
  return enteredIn(entity, (await eventsByRecord(scope, entity, [system.id])).get(system.id) ?? []).managedOrganically === true
}
