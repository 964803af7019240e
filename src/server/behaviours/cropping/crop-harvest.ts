// Harvest: kilograms come into being. They go into the crop's farm lot, from the field, in the ledger
// (BR-07 against the estimate, BR-19 against the waiting period); what the farmer keeps leaves it again.

import { gone, harvested, toGrams } from '#domain/chain/ledger.ts'
import { checkHarvest, checkWaitingPeriod } from '#domain/chain/yield.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { assertPasses } from '#domain/rules/verdict.ts'
import { post, reverse } from '../../ledger/lot-ledger.ts'
import { makeLot, rawProductOf } from '../../ledger/lots.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { tolerances } from '../open-season.ts'
import { resultOf } from '../people/season-results.ts'
import { farmLotOf, isSellable, project } from './crop-state.ts'

export const harvest: EventBehaviour = {
  async apply(scope, { subject, event, flag }) {
    const { kg, reason, phiOverride } = event.data as { kg: number; reason?: string | null; phiOverride?: string | null }
    const day = localDay(scope, event.occurredAt)
    if (subject.sowingDate && day <= (subject.sowingDate as string))
      throw fieldProblem('occurredAt', 'rule', `Sown on ${subject.sowingDate}: a harvest comes later (BR-25).`)
    if (phiOverride && !scope.user.grants.some(({ role }) => role === 'AD' || role === 'OM'))
      throw new Problem('FORBIDDEN', { message: 'Only the operator’s manager may allow a harvest within the waiting period.' })
    for (const finding of assertPasses(checkWaitingPeriod(day, subject.harvestNotBefore as string | null, phiOverride ?? null))) flag(finding)
    const { harvestedKg } = await project(scope, subject)
    const facts = { harvestedKg, estimatedKg: subject.estimatedKg as number | null, capKg: subject.yieldCapKg as number | null, hasReason: !!reason }
    for (const finding of assertPasses(checkHarvest(facts, tolerances(scope)))) flag(finding)
    if (!subject.seedQtyKg) flag({ ruleId: 'BR-20', severity: 'REVIEW', message: 'Harvested without recorded seed.' })
    const result = await resultOf(scope, subject.farmerId as string, subject.seasonId as string)
    if (result === 'SANCTIONED' || result === 'REJECTED')
      flag({
        ruleId: 'BR-08',
        severity: 'WARN',
        message: 'The committee did not approve this farmer for the season; the harvest sells as conventional.',
        figures: { result },
      })
    if (!isSellable(subject)) return
    const lot = (await farmLotOf(scope, subject.id)) ?? (await makeFarmLot(scope, subject, day))
    await post(scope, {
      event,
      movements: harvested(lot.id, toGrams(kg)),
      links: [{ from: subject.id, fromKind: 'crop', to: lot.id, grams: toGrams(kg) }],
    })
  },
  async undo(scope, { subject, event }) {
    await project(scope, subject)
    await reverse(scope, event)
  },
}

async function makeFarmLot(scope: Scope, crop: Row, day: string): Promise<Row> {
  const product = await rawProductOf(scope, crop.cropTypeId as string)
  return makeLot(scope, {
    operatorId: crop.operatorId as string,
    productId: product.id,
    unitType: 'FARM_LOT',
    seasonId: crop.seasonId as string,
    status: 'OPEN',
    claimStatus: (crop.claimStatus as Claim | null) ?? 'CONVENTIONAL',
    cropId: crop.id,
    farmerId: crop.farmerId,
    producedOn: day,
  })
}
export const retained: EventBehaviour = {
  async apply(scope, { subject, event }) {
    const lot = await farmLotOf(scope, subject.id)
    if (!lot) throw new Problem('STATE_CONFLICT', { message: 'Nothing of this crop has been harvested for sale.' })
    await post(scope, { event, movements: gone(lot.id, toGrams(event.data.kg as number), 'ADJUST') })
    await project(scope, subject)
  },
  async undo(scope, { subject, event }) {
    await reverse(scope, event)
    await project(scope, subject)
  },
}
