// Harvest: kilograms come into being. They go into the crop's farm lot, from the field, in the ledger
// (BR-07 against the estimate, BR-19 against the waiting period); what the farmer keeps leaves it again.

import { gone, harvested, toGrams } from '#domain/chain/ledger.ts'
import { checkCertifiedBasis } from '#domain/chain/yield.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { EventData, RecordedEvent } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { sharesAreWhole } from '#domain/rules/areas.ts'
import { assertPasses, type Verdict } from '#domain/rules/verdict.ts'
import { holdFilledLate } from '../../ledger/inherited-holds.ts'
import { recallHarvest } from '../../ledger/late-recalls.ts'
import { post, reversePostings } from '../../ledger/lot-ledger.ts'
import { claimOf } from '../../ledger/lot-moves.ts'
import { type Lot, makeLot, rawProductOf, referred } from '../../ledger/lots.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { readEvent } from '../../store/events.ts'
import { atEndOfStep } from '../../store/step.ts'
import { resultOf } from '../people/season-results.ts'
import { harvestVerdict, waitingVerdict } from './crop-findings.ts'
import { type Crop, type CropState, farmLotOf, isSellable } from './crop-state.ts'

type CropEntity = Declarations['crop']

/** BR-03: what grows mixed has its shares before anything is first picked of it. A crop that is lost after that leaves its share to nobody. */
async function refuseOpenShares({ db, tenant }: Scope, { croppingSystemId }: Crop, isFirst: boolean): Promise<void> {
  const crops = await db
    .selectFrom('crop')
    .innerJoin('croppingsystem as s', (join) =>
      join.onRef('s.id', '=', 'crop.cropping_system_id').on('s.tenant_id', '=', tenant.id).on('s.system_type', '=', 'MIXED'),
    )
    .select(['crop.role', 'crop.area_ha as areaHa', 'crop.area_share as areaShare', 'crop.status', 'crop.deleted_at as deletedAt'])
    .where('crop.tenant_id', '=', tenant.id)
    .where('crop.cropping_system_id', '=', croppingSystemId)
    .execute()
  const isGone = ({ status, deletedAt }: (typeof crops)[number]) => status === 'CANCELLED' || status === 'FAILED' || deletedAt !== null
  const there = crops.filter((one) => !isGone(one)).map((one) => ({ ...one, isClosed: one.status === 'CLOSED' }))
  if (there.length > 0) assertPasses(sharesAreWhole({ systemType: 'MIXED' }, there, isFirst ? [] : crops.filter(isGone)))
}

export const harvest: EventBehaviour<CropEntity, 'HARVEST'> = {
  check: (scope, { subject, event }) => refuseOpenShares(scope, subject, (subject.harvestedKg ?? 0) === 0 && !event.supersedesEventId),
  async apply(scope, { subject, event, flag }) {
    const { kg } = event.data
    const day = localDay(scope, event.occurredAt)
    await checkOverride(scope, subject.id, event)
    const result = await resultOf(scope, subject.farmerId, subject.seasonId)
    if (result === 'SANCTIONED' || result === 'REJECTED')
      flag({
        ruleId: 'BR-08',
        severity: 'WARN',
        message: 'The committee did not approve this farmer for the season; the harvest sells as conventional.',
        figures: { result },
      })
    if (!isSellable(subject)) return
    const before = await farmLotOf(scope, subject.id)
    const lot = before && before.status !== 'DISPOSED' ? before : await makeFarmLot(scope, subject, day)
    const { parcelId } = subject
    if (parcelId !== null) await atEndOfStep(scope, `recalls of ${parcelId}`, () => recallHarvest(scope, parcelId))
    await post(scope, {
      event,
      movements: harvested(lot.id, toGrams(kg)),
      links: [{ from: subject.id, fromKind: 'crop', to: lot.id, grams: toGrams(kg) }],
    })
  },
  reverse: reversePostings,
}

type Override = Partial<Pick<EventData<CropEntity, 'HARVEST'>, 'phiOverride' | 'phiReportNo' | 'phiReport'>>

/**
 * BR-19: a waiting period is set aside by the manager, with the report of a laboratory; a second person then decides the finding. A picking that was recorded before
 * the report was asked for is corrected without what it never had, while its reason stays. Files of imports carry no reports: their number alone.
 */
async function checkOverride(scope: Scope, cropId: string, event: RecordedEvent<EventData<CropEntity, 'HARVEST'>>): Promise<void> {
  const { phiOverride, phiReportNo, phiReport } = event.data
  if (!phiOverride) return
  if (!scope.user.grants.some(({ role }) => role === 'ADMIN' || role === 'OPERATOR_MANAGER'))
    throw new Problem('FORBIDDEN', { message: 'Only the operator’s manager may allow a harvest within the waiting period.' })
  const replaced = event.supersedesEventId ? await readEvent(scope, entityOf('crop'), cropId, event.supersedesEventId) : undefined
  const former: Override = replaced?.event_type === 'HARVEST' ? replaced.data : {}
  const isSame = former.phiOverride === phiOverride
  if (!phiReportNo && !(isSame && !former.phiReportNo))
    throw fieldProblem('data.phiReportNo', 'required', 'Give the number of the laboratory report that allows this harvest.')
  if (!phiReport?.length && scope.source !== 'IMPORT' && !(isSame && !former.phiReport?.length))
    throw fieldProblem('data.phiReport', 'required', 'Add the laboratory report that allows this harvest.')
}

/** Refuses a picking that its waiting period, its plot or its estimate does not allow. `subject`: as projected with it. */
export async function judgeHarvest(scope: Scope, subject: Crop, state: CropState, event: RecordedEvent<EventData<CropEntity, 'HARVEST'>>): Promise<void> {
  const picking = state.harvests.find(({ eventId }) => eventId === event.id)
  if (!picking) return
  assertPasses(waitingVerdict(state, picking))
  assertPasses(await certifiedBasis(scope, subject))
  assertPasses(harvestVerdict(scope, subject, { hasReason: !!event.data.reason, hasPhoto: !!event.data.files?.length }))
  await holdPicked(scope, subject, state)
}

/** BR-15: what is picked of a field that is positive is restricted as what was picked before. */
async function holdPicked(scope: Scope, subject: Crop, { facts }: CropState): Promise<void> {
  if (!facts.some((one) => one.eventType === 'LAB_RESULT' && one.data.result === 'POSITIVE')) return
  const lot = await farmLotOf(scope, subject.id)
  if (lot) await holdFilledLate(scope, [lot.id])
}

/** BR-06: kilograms are certified on a mapped plot under a known ceiling only. */
async function certifiedBasis(scope: Scope, crop: Crop): Promise<Verdict> {
  const parcel = await referred(scope, 'landparcel', crop.parcelId, 'parcelId')
  return checkCertifiedBasis({ claim: claimOf(crop), capKg: crop.yieldCapKg, isMapped: parcel.hasBoundary === true || parcel.point !== null })
}

async function makeFarmLot(scope: Scope, crop: Crop, day: string): Promise<Lot> {
  const { seasonId } = crop
  if (seasonId === null) throw fieldProblem('seasonId', 'missing', 'There is no such season.')
  if (crop.parcelId === null) throw fieldProblem('parcelId', 'missing', 'There is no such land parcel.')
  const product = await rawProductOf(scope, crop.cropTypeId)
  return makeLot(scope, {
    operatorId: crop.operatorId,
    productId: product.id,
    unitType: 'FARM_LOT',
    seasonId,
    status: 'OPEN',
    claimStatus: crop.claimStatus ?? 'CONVENTIONAL',
    cropId: crop.id,
    farmerId: crop.farmerId,
    producedOn: day,
  })
}

export const retained: EventBehaviour<CropEntity, 'RETAINED'> = {
  async apply(scope, { subject, event }) {
    const lot = await farmLotOf(scope, subject.id)
    if (!lot) throw new Problem('STATE_CONFLICT', { message: 'Nothing of this crop has been harvested for sale.' })
    await post(scope, { event, movements: gone(lot.id, toGrams(event.data.kg), 'ADJUST') })
  },
  reverse: reversePostings,
}
