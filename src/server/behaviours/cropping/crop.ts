// What becomes of a crop: its columns and findings follow from its events, each judged as it leaves the crop. What it is planned as,
// sowing, treatments and harvest have their own files.

import { isCertified } from '#domain/chain/claim.ts'
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import { checkEstimate, checkHarvest, median } from '#domain/chain/yield.ts'
import { flawInOrder } from '#domain/cropping/crop-order.ts'
import { cropProjection } from '#domain/cropping/crop-projection.ts'
import { cropStates } from '#domain/cropping/crop-states.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { EventData, EventTypeOf, RecordedEvent } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase, word } from '#domain/messages/message.ts'
import { exceeds } from '#domain/rules/exceeds.ts'
import { assertPasses } from '#domain/rules/verdict.ts'
import { groupSeasonChanged } from '../../ledger/certificate-findings.ts'
import { farmLotsOf } from '../../ledger/lots-to-lock.ts'
import { shareHolderOfPicked } from '../../ledger/party-then.ts'
import { projectLotsMadeOf } from '../../ledger/settle-lots.ts'
import { type Change, defineBehaviour, type EventBehaviour, type Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { saveFlags } from '../../store/flags.ts'
import { recordsById } from '../../store/get.ts'
import { atEndOfStep } from '../../store/step.ts'
import { closedByOwnBody } from '../certification/own-body.ts'
import { settleSystemLater } from '../land/system-life.ts'
import { inOpenSeason, tolerances } from '../open-season.ts'
import { inspection, refreshTotals } from '../people/season-results.ts'
import { fieldResultDismissed } from '../processing/positive-results.ts'
import { hasFallen, quarantineLater } from './crop-claims.ts'
import { cropColumnsThen } from './crop-claims-then.ts'
import { projectCrop, readCropsAhead } from './crop-columns.ts'
import { bringFindings } from './crop-findings.ts'
import { keepGroundLater } from './crop-ground.ts'
import { harvest, judgeHarvest, retained } from './crop-harvest.ts'
import { showOnPlot } from './crop-on-plot.ts'
import { assignment } from './crop-package.ts'
import { prepareCrop, prepareCrops, refuseWithoutRoom } from './crop-planning.ts'
import { isInQuestion, retirePlan, settlePlanLater, settlePlansOfSystemLater } from './crop-plans.ts'
import { resowing, seedReceipt, sowing } from './crop-sowing.ts'
import { type Crop, type CropState, neighbourYields, stateProjected } from './crop-state.ts'
import { fieldResult, fieldSample } from './crop-testing.ts'
import { claimLowered, treatment } from './crop-treatment.ts'
import { judgeSameCrop, judgeSameCropLater } from './parallel-crops.ts'

const crop = entityOf('crop')
type CropChange = Change<typeof crop>
type CropEvent<K extends EventTypeOf<typeof crop>> = EventBehaviour<typeof crop, K>
type Recorded<K extends EventTypeOf<typeof crop>> = RecordedEvent<EventData<typeof crop, K>>

/** An estimate that was approved leaves with its approval (BR-26). */
const yieldEstimate: CropEvent<'YIELD_ESTIMATE'> = {
  async checkVoid(scope, { subject, event }) {
    const facts = (await eventsOf(scope, crop, subject.id, undefined, { voidedToo: event.id })).map((one) => ({ ...one, day: localDay(scope, one.occurredAt) }))
    const built = cropProjection(facts, subject.areaHa).approvals.find(({ estimate }) => estimate?.eventId === event.id)
    if (built) throw approvalBuildsOnThis(built.eventId)
  },
}
const approvalBuildsOnThis = (eventId: string): Problem =>
  new Problem('STATE_CONFLICT', {
    message: phrase`“${word(crop.events.ESTIMATE_APPROVED?.label)}” builds on this. Take that back first.`,
    figures: { eventId, eventType: 'ESTIMATE_APPROVED' },
  })

/** Judges a crop as an event leaves it: refuses, or flags. */
type Judge<K extends EventTypeOf<typeof crop>> = (scope: Scope, subject: Crop, state: CropState, event: Recorded<K>, flag: CropChange['flag']) => Promise<void>

const judgeEstimate: Judge<'YIELD_ESTIMATE'> = async (scope, subject, { sownHa }, event, flag) => {
  const facts = {
    estimateKg: toKg(toGrams(event.data.kgPerHa * (sownHa ?? subject.areaHa))),
    capKg: subject.yieldCapKg,
    areaHa: subject.areaHa,
    medianKgPerHa: median(await neighbourYields(scope, subject)),
  }
  const findings = assertPasses(checkEstimate(facts, tolerances(scope)))
  await saveFlags(scope, crop, subject.id, findings, { eventId: event.id })
  for (const finding of findings) flag(finding)
}

/** An approval decides on the estimate that waits; what was decided stays decided. */
const judgeApproval: Judge<'ESTIMATE_APPROVED'> = async (_scope, subject, { facts, proposedKg, approvals }, event) => {
  const before = cropProjection(
    facts.filter(({ id }) => id !== event.id),
    subject.areaHa,
  )
  if (before.proposedKg === null) throw new Problem('STATE_CONFLICT', { message: 'There is no estimate waiting for approval.' })
  if (proposedKg !== null || !approvals.find(({ eventId }) => eventId === event.id)?.estimate)
    throw fieldProblem('occurredAt', 'rule', 'The estimate that waits was made after this. Approve it on the day of its approval.')
}

/** BR-26: what was picked and bought on the strength of an estimate stays within what is left of it. */
function refuseBelowSales(scope: Scope, subject: Crop): void {
  const { harvestedKg, purchasedKg, estimatedKg, yieldCapKg } = subject
  const claim = subject.claimStatus ?? 'CONVENTIONAL'
  const limits = tolerances(scope)
  const isUnlimited = estimatedKg === null
  const bought = toGrams(purchasedKg ?? 0)
  if (bought > 0 && (isUnlimited ? isCertified(claim) : exceeds(bought, toGrams(estimatedKg), limits.purchaseOverEstimate)))
    throw ruleBlocked('BR-26', phrase`${purchasedKg} kg of this crop were bought on the strength of this estimate. Approve another one instead.`, {
      purchasedKg,
      estimatedKg,
    })
  if (isUnlimited || !harvestedKg) return
  const verdict = checkHarvest({ claim, harvestedKg, estimatedKg, capKg: yieldCapKg, hasReason: true, hasPhoto: true }, limits)
  if (verdict.block)
    throw ruleBlocked('BR-26', phrase`Pickings were recorded on the strength of this estimate. ${verdict.block.message}`, verdict.block.figures)
}

/** What the event leaves is judged at the end of its step, as it then is; what follows for a person comes from the whole history. */
const judged = <K extends EventTypeOf<typeof crop>>(behaviour: CropEvent<K> = {}, judge?: Judge<K>): CropEvent<K> => ({
  ...behaviour,
  async settle(scope, change, isVoided) {
    await behaviour.settle?.(scope, change, isVoided)
    const { subject, event, flag } = change
    const ofThis = async (crop: Crop, state: CropState): Promise<void> => {
      const flaw = flawInOrder(state.facts, event.id)
      if (flaw) throw fieldProblem('occurredAt', 'rule', flaw)
      return judge?.(scope, crop, state, event, flag)
    }
    await judgeLater(scope, subject.id, event, isVoided ? null : { flag, judge: ofThis })
  },
})
/** `recorded`: null when the event was taken back. */
const judgeLater = (
  scope: Scope,
  cropId: string,
  event: RecordedEvent,
  recorded: { flag: CropChange['flag']; judge(subject: Crop, state: CropState): Promise<void> } | null,
): Promise<void> =>
  atEndOfStep(scope, `crop ${cropId}`, async () => {
    const [subject] = await recordsById(scope, crop, [cropId], { lock: true })
    if (!subject) return
    const state = await stateProjected(scope, subject)
    const { eventType } = event
    await recorded?.judge(subject, state)
    if (eventType === 'ESTIMATE_APPROVED' && (!recorded || event.supersedesEventId)) refuseBelowSales(scope, subject)
    if (state.harvests.length || eventType === 'HARVEST') for (const finding of await bringFindings(scope, subject)) recorded?.flag(finding)
    // A sowing may have been taken back and recorded again, and with it what the system did because of it.
    if (livesOfSystem.has(eventType)) await settleSystemLater(scope, subject.croppingSystemId)
  })
const livesOfSystem: ReadonlySet<string> = new Set(['SOWING', 'CROP_LOSS', 'CLOSED', 'CANCELLED'])

const closed: CropEvent<'CLOSED'> = {
  async check(_scope, { event }) {
    if (event.data.reconciled !== true) throw fieldProblem('data.reconciled', 'rule', 'Compare deliveries with the harvest first.')
  },
}
const visited = inspection<typeof crop>(
  ({ seasonId }) => seasonId,
  ({ farmerId }) => farmerId,
)

/** What the farm lot reads of its crop. */
const readByLot = ['claimStatus', 'gmoStatus', 'harvestStart', 'harvestEnd'] as const
/** What counts of it for the certificates of its group (T08). */
const readByCertificates = ['claimStatus', 'estimatedKg', 'yieldCapKg', 'excludedHa', 'areaHa', 'farmerId'] as const
const isGrowing = ({ status }: Crop): boolean => ['SOWN', 'GROWING', 'HARVESTING'].includes(status)
const isLost = ({ status }: Crop): boolean => ['FAILED', 'CANCELLED'].includes(status)
const isOver = ({ status }: Crop): boolean => ['CLOSED', 'FAILED', 'CANCELLED'].includes(status)

/** After a crop was written: its lot, its plot, its system and the totals of its grower follow. */
async function cropProjected(scope: Scope, before: Crop, after: Crop): Promise<void> {
  const isChanged = (name: keyof Crop): boolean => (before[name] ?? null) !== (after[name] ?? null)
  if (hasFallen(before, after)) await quarantineLater(scope, after)
  const isReconciled = (before.status === 'CLOSED') !== (after.status === 'CLOSED')
  if ((readByLot.some(isChanged) && (before.harvestStart || after.harvestStart)) || isReconciled) await projectLotsMadeOf(scope, after)
  if (after.seasonId && after.purchasedKg && readByCertificates.some(isChanged)) await groupSeasonChanged(scope, after.operatorId, after.seasonId)
  if (isGrowing(before) !== isGrowing(after) || isChanged('sowingDate')) await showOnPlot(scope, after)
  if (isLost(before) !== isLost(after)) {
    await judgeSameCropLater(scope, after)
    // The other crops of its system share the ground among them.
    if (after.parcelId) await keepGroundLater(scope, after.parcelId)
  }
  if (isLost(before) && !isLost(after)) await refuseWithoutRoom(scope, after)
  if (isOver(before) !== isOver(after)) await settleSystemLater(scope, after.croppingSystemId)
  // A border or a trap crop is a step of the crop that it protects.
  if (isChanged('sowingDate') && after.role !== 'MAIN') await settlePlansOfSystemLater(scope, after.croppingSystemId)
  if (before.popId || after.popId) await settlePlanLater(scope, after.id)
  if (isChanged('estimatedKg')) await refreshTotals(scope, after.farmerId, after.seasonId, after)
}

export const cropBehaviour = defineBehaviour(crop, {
  ...closedByOwnBody('crop'),
  prepare: prepareCrop,
  prepareMany: prepareCrops,
  async written(scope, { before, after }) {
    if (before && after.parcelId && (before.areaHa !== after.areaHa || before.role !== after.role)) await keepGroundLater(scope, after.parcelId)
    if (after.popId) await settlePlanLater(scope, after.id)
  },
  async retired(scope, row) {
    if (row.popId) await retirePlan(scope, row)
    if (row.parcelId) await keepGroundLater(scope, row.parcelId)
    await judgeSameCrop(scope, row, { isRetired: true })
  },
  isStepInQuestion: async (scope, { id, popId }, event) => popId !== null && (await isInQuestion(scope, 'crop', id, event)),
  states: cropStates,
  project: projectCrop,
  readAhead: readCropsAhead,
  columnsThen: cropColumnsThen,
  projected: cropProjected,
  lockFirst: shareHolderOfPicked,
  locksWith: { productbatch: farmLotsOf },
  events: inOpenSeason(crop, {
    PACKAGE_ASSIGNED: assignment,
    SEED_RECEIPT: seedReceipt,
    SOWING: judged(sowing),
    RESOWING: judged(resowing),
    GERMINATION_COUNT: judged(),
    SEED_TREATMENT: judged(treatment),
    PLANT_PROTECTION: judged(treatment),
    YIELD_ESTIMATE: judged(yieldEstimate, judgeEstimate),
    ESTIMATE_APPROVED: judged({}, judgeApproval),
    HARVEST: judged(harvest, judgeHarvest),
    RETAINED: judged(retained),
    CROP_LOSS: judged(),
    CROP_CLOSE: judged(),
    CLOSED: judged(closed),
    CANCELLED: judged(),
    INTERNAL_INSPECTION: visited,
    SAMPLE_TAKEN: fieldSample,
    LAB_RESULT: fieldResult,
    RESULT_DISMISSED: fieldResultDismissed,
    CLAIM_LOWERED: claimLowered,
  }),
})
