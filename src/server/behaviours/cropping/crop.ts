// What a crop is beyond its declaration: it fits its system (BR-03), inherits from it, and its columns follow
// from its events. Sowing and harvest have their own files.

import { isCertified } from '#domain/chain/claim.ts'
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import { checkEstimate, checkHarvest, median } from '#domain/chain/yield.ts'
import { cropProjection } from '#domain/cropping/crop-projection.ts'
import { cropStates } from '#domain/cropping/crop-states.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { EventData, EventTypeOf, RecordedEvent, Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { cropsFit } from '#domain/rules/areas.ts'
import { assertPasses } from '#domain/rules/verdict.ts'
import { newQrToken, referred } from '../../ledger/lots.ts'
import { projectLotsMadeOf } from '../../ledger/settle-lots.ts'
import { type Change, defineBehaviour, type EventBehaviour, type Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { saveFlags } from '../../store/flags.ts'
import { recordsById } from '../../store/get.ts'
import { atEndOfStep } from '../../store/step.ts'
import { duplicateOf } from '../../store/violations.ts'
import { settleSystemLater } from '../land/system-life.ts'
import { inOpenSeason, isNear, openSeason, tolerances } from '../open-season.ts'
import { inspection, refreshTotals } from '../people/season-results.ts'
import { hasFallen, quarantineLater } from './crop-claims.ts'
import { projectCrop } from './crop-columns.ts'
import { bringFindings } from './crop-findings.ts'
import { harvest, judgeHarvest, retained } from './crop-harvest.ts'
import { showOnPlot } from './crop-on-plot.ts'
import { chemicalSeed } from './crop-rules.ts'
import { resowing, sowing } from './crop-sowing.ts'
import { type Crop, type CropState, capOf, neighbourYields, stateProjected } from './crop-state.ts'
import { claimLowered, treatment } from './crop-treatment.ts'

const crop = entityOf('crop')
const croppingsystem = entityOf('croppingsystem')
type CropChange = Change<typeof crop>
type CropEvent<K extends EventTypeOf<typeof crop>> = EventBehaviour<typeof crop, K>
type Recorded<K extends EventTypeOf<typeof crop>> = RecordedEvent<EventData<typeof crop, K>>

async function prepare(scope: Scope, { before, after, flag }: CropChange): Promise<void> {
  const [system] = await recordsById(scope, croppingsystem, [after.croppingSystemId], { lock: true })
  if (!system || system.operatorId !== after.operatorId) throw fieldProblem('croppingSystemId', 'missing', 'There is no such cropping system.')
  if (!['PLANNED', 'ACTIVE'].includes(system.status)) throw fieldProblem('croppingSystemId', 'rule', 'This cropping system has ended.')
  const season = await openSeason(scope, system.seasonId)
  const [variety, cropType] = [
    await referred(scope, 'variety', after.varietyId, 'varietyId'),
    await referred(scope, 'croptype', after.cropTypeId, 'cropTypeId'),
  ]
  if (variety.cropTypeId !== cropType.id) throw fieldProblem('varietyId', 'rule', `${variety.title} is not a variety of ${cropType.title}.`)
  const days = tolerances(scope).sowingOutsideSeason
  if (cropType.lifecycle !== 'PERENNIAL' && !isNear(season, after.plannedSowing, days))
    throw fieldProblem('plannedSowing', 'rule', `Outside the season (${season.startDate} to ${season.endDate}) by more than ${days} days.`)
  if (before && before.status !== 'PLANNED' && (['areaHa', 'varietyId', 'role'] as const).some((field) => before[field] !== after[field])) {
    throw new Problem('STATE_CONFLICT', { message: 'Area, variety and role stand once the crop is sown. Take the sowing back to correct them.' })
  }
  if (system.managedOrganically && after.seedTreated === 'CHEMICAL') throw chemicalSeed('seedTreated')
  const others = await scope.db
    .selectFrom('crop')
    .select(['role', 'area_ha', 'crop_type_id', 'variety_id', 'status'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('cropping_system_id', '=', system.id)
    .where('id', '!=', after.id)
    .where('deleted_at', 'is', null)
    .execute()
  // The same crop entered twice is reported as that, not as ground that is too small for two.
  if (others.some((row) => row.crop_type_id === after.cropTypeId && row.variety_id === after.varietyId && row.role === after.role))
    throw duplicateOf(crop, ['croppingSystemId', 'cropTypeId', 'varietyId', 'role'])
  const growing = others.filter(({ status }) => status !== 'CANCELLED' && status !== 'FAILED')
  assertPasses(cropsFit(system, [...growing.map((row) => ({ role: row.role, areaHa: row.area_ha })), after]))
  Object.assign(after, {
    farmerId: system.farmerId,
    parcelId: system.parcelId,
    seasonId: system.seasonId,
    village: system.village,
    cropName: cropType.name,
    varietyName: variety.name,
  })
  if (!before) Object.assign(after, { qrToken: newQrToken(), harvestedKg: 0, purchasedKg: 0, retainedKg: 0, remainingSellableKg: 0 })
  if (!before || before.status === 'PLANNED') after.yieldCapKg = await capOf(scope, after, after.areaHa)
  if (after.yieldCapKg === null)
    flag({ ruleId: 'BR-06', severity: 'WARN', message: 'The programme has no yield norm for this crop and water; its ceiling is open.' })
  await flagParallel(scope, system, after, flag)
}

/** BR-05: the same crop both ways by one farmer in one season needs separate storage and the manager's plan. */
async function flagParallel(scope: Scope, system: Stored<typeof croppingsystem>, after: Crop, flag: CropChange['flag']): Promise<void> {
  const other = await scope.db
    .selectFrom('crop')
    .innerJoin('croppingsystem', (join) => join.onRef('croppingsystem.id', '=', 'crop.cropping_system_id').on('croppingsystem.tenant_id', '=', scope.tenant.id))
    .select('crop.code')
    .where('crop.tenant_id', '=', scope.tenant.id)
    .where('crop.farmer_id', '=', after.farmerId)
    .where('crop.season_id', '=', after.seasonId)
    .where('crop.crop_type_id', '=', after.cropTypeId)
    .where('crop.id', '!=', after.id)
    .where('crop.status', 'not in', ['CANCELLED', 'FAILED'])
    .where('crop.deleted_at', 'is', null)
    .where('croppingsystem.managed_organically', '!=', system.managedOrganically)
    .executeTakeFirst()
  if (other)
    flag({
      ruleId: 'BR-05',
      severity: 'REVIEW',
      message: `The same crop is grown organically and not, see ${other.code}: lots need separate storage and a plan.`,
      figures: { code: other.code },
    })
}

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
    message: `“${crop.events.ESTIMATE_APPROVED?.label}” builds on this. Take that back first.`,
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
  if ((purchasedKg ?? 0) > 0 && (isUnlimited ? isCertified(claim) : (purchasedKg ?? 0) > estimatedKg * limits.purchaseOverEstimate))
    throw ruleBlocked('BR-26', `${purchasedKg} kg of this crop were bought on the strength of this estimate. Approve another one instead.`, {
      purchasedKg,
      estimatedKg,
    })
  if (isUnlimited || !harvestedKg) return
  const verdict = checkHarvest({ claim, harvestedKg, estimatedKg, capKg: yieldCapKg, hasReason: true }, limits)
  if (verdict.block) throw ruleBlocked('BR-26', `Pickings were recorded on the strength of this estimate. ${verdict.block.message}`, verdict.block.figures)
}

/** What the event leaves is judged at the end of its step, as it then is; what follows for a person comes from the whole history. */
const judged = <K extends EventTypeOf<typeof crop>>(behaviour: CropEvent<K> = {}, judge?: Judge<K>): CropEvent<K> => ({
  ...behaviour,
  async settle(scope, change, isVoided) {
    await behaviour.settle?.(scope, change, isVoided)
    const { subject, event, flag } = change
    const ofThis = async (crop: Crop, state: CropState): Promise<void> => judge?.(scope, crop, state, event, flag)
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
const readByLot = ['claimStatus', 'harvestStart', 'harvestEnd'] as const
const isGrowing = ({ status }: Crop): boolean => ['SOWN', 'GROWING', 'HARVESTING'].includes(status)
const isOver = ({ status }: Crop): boolean => ['CLOSED', 'FAILED', 'CANCELLED'].includes(status)

/** After a crop was written: its lot, its plot, its system and the totals of its grower follow. */
async function cropProjected(scope: Scope, before: Crop, after: Crop): Promise<void> {
  const isChanged = (name: keyof Crop): boolean => (before[name] ?? null) !== (after[name] ?? null)
  if (hasFallen(before, after)) await quarantineLater(scope, after)
  const isReconciled = (before.status === 'CLOSED') !== (after.status === 'CLOSED')
  if ((readByLot.some(isChanged) && (before.harvestStart || after.harvestStart)) || isReconciled) await projectLotsMadeOf(scope, after)
  if (isGrowing(before) !== isGrowing(after) || isChanged('sowingDate')) await showOnPlot(scope, after)
  if (isOver(before) !== isOver(after)) await settleSystemLater(scope, after.croppingSystemId)
  if (isChanged('estimatedKg')) await refreshTotals(scope, after.farmerId, after.seasonId, after)
}

export const cropBehaviour = defineBehaviour(crop, {
  prepare,
  states: cropStates,
  project: projectCrop,
  projected: cropProjected,
  events: inOpenSeason(crop, {
    SOWING: judged(sowing),
    RESOWING: judged(resowing),
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
    CLAIM_LOWERED: claimLowered,
  }),
})
