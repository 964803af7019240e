// What a crop is beyond its declaration: it fits its system (BR-03), inherits from it, and its columns follow
// from its events. Sowing and harvest have their own files.

import { isCertified } from '#domain/chain/claim.ts'
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import { checkEstimate, checkHarvest, median } from '#domain/chain/yield.ts'
import { entityOf } from '#domain/entities.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { cropsFit } from '#domain/rules/areas.ts'
import { assertPasses } from '#domain/rules/verdict.ts'
import { newQrToken, referred } from '../../ledger/lots.ts'
import { projectLotsMadeOf } from '../../ledger/settle-lots.ts'
import type { Behaviour, Change, EventBehaviour, Scope } from '../../scope.ts'
import { closeFlagsOfRules } from '../../store/flags.ts'
import { recordsById } from '../../store/get.ts'
import { duplicateOf } from '../../store/violations.ts'
import { endWith, follow } from '../land/croppingsystem.ts'
import { inOpenSeason, isNear, openSeason, tolerances } from '../open-season.ts'
import { inspection, refreshTotals } from '../people/season-results.ts'
import { settleClaim } from './crop-claims.ts'
import { harvest, retained } from './crop-harvest.ts'
import { showOnPlot } from './crop-on-plot.ts'
import { chemicalSeed } from './crop-rules.ts'
import { resowing, sowing } from './crop-sowing.ts'
import { capOf, farmLotOf, neighbourYields, project } from './crop-state.ts'
import { claimLowered, treatment } from './crop-treatment.ts'

const crop = entityOf('crop')

async function prepare(scope: Scope, { before, after, flag }: Change): Promise<void> {
  const [system] = await recordsById(scope, entityOf('croppingsystem'), [after.croppingSystemId as string], { lock: true })
  if (!system || system.operatorId !== after.operatorId) throw fieldProblem('croppingSystemId', 'missing', 'There is no such cropping system.')
  if (!['PLANNED', 'ACTIVE'].includes(system.status)) throw fieldProblem('croppingSystemId', 'rule', 'This cropping system has ended.')
  const season = await openSeason(scope, system.seasonId as string)
  const [variety, cropType] = [
    await referred(scope, 'variety', after.varietyId as string, 'varietyId'),
    await referred(scope, 'croptype', after.cropTypeId as string, 'cropTypeId'),
  ]
  if (variety.cropTypeId !== cropType.id) throw fieldProblem('varietyId', 'rule', `${variety.title} is not a variety of ${cropType.title}.`)
  const days = tolerances(scope).sowingOutsideSeason
  if (cropType.lifecycle !== 'PERENNIAL' && !isNear(season, after.plannedSowing as string, days))
    throw fieldProblem('plannedSowing', 'rule', `Outside the season (${season.startDate} to ${season.endDate}) by more than ${days} days.`)
  if (before && before.status !== 'PLANNED' && ['areaHa', 'varietyId', 'role'].some((field) => before[field] !== after[field])) {
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
  assertPasses(
    cropsFit(system as never, [
      ...growing.map((row) => ({ role: row.role, areaHa: row.area_ha })),
      { role: after.role as string, areaHa: after.areaHa as number },
    ]),
  )
  Object.assign(after, {
    farmerId: system.farmerId,
    parcelId: system.parcelId,
    seasonId: system.seasonId,
    village: system.village,
    cropName: cropType.name,
    varietyName: variety.name,
  })
  if (!before) Object.assign(after, { qrToken: newQrToken(), harvestedKg: 0, purchasedKg: 0, retainedKg: 0, remainingSellableKg: 0 })
  if (!before || before.status === 'PLANNED') after.yieldCapKg = await capOf(scope, after, after.areaHa as number)
  if (after.yieldCapKg === null)
    flag({ ruleId: 'BR-06', severity: 'WARN', message: 'The programme has no yield norm for this crop and water; its ceiling is open.' })
  await flagParallel(scope, system, after, flag)
}

/** BR-05: the same crop both ways by one farmer in one season needs separate storage and the manager's plan. */
async function flagParallel(scope: Scope, system: Row, after: Row, flag: Change['flag']): Promise<void> {
  const other = await scope.db
    .selectFrom('crop')
    .innerJoin('croppingsystem', (join) => join.onRef('croppingsystem.id', '=', 'crop.cropping_system_id').on('croppingsystem.tenant_id', '=', scope.tenant.id))
    .select('crop.code')
    .where('crop.tenant_id', '=', scope.tenant.id)
    .where('crop.farmer_id', '=', after.farmerId as string)
    .where('crop.season_id', '=', after.seasonId as string)
    .where('crop.crop_type_id', '=', after.cropTypeId as string)
    .where('crop.id', '!=', after.id)
    .where('crop.status', 'not in', ['CANCELLED', 'FAILED'])
    .where('crop.deleted_at', 'is', null)
    .where('croppingsystem.managed_organically', '!=', system.managedOrganically as boolean)
    .executeTakeFirst()
  if (other)
    flag({
      ruleId: 'BR-05',
      severity: 'REVIEW',
      message: `The same crop is grown organically and not, see ${other.code}: lots need separate storage and a plan.`,
      figures: { code: other.code },
    })
}

/** Events whose whole effect is what the crop's columns then say. */
const projected: EventBehaviour = {
  apply: async (scope, { subject }) => {
    await project(scope, subject)
  },
  undo: async (scope, { subject }) => {
    await project(scope, subject)
  },
}

const yieldEstimate: EventBehaviour = {
  async apply(scope, { subject, event, flag }) {
    const { sownHa } = await project(scope, subject)
    const facts = {
      estimateKg: toKg(toGrams((event.data.kgPerHa as number) * (sownHa ?? (subject.areaHa as number)))),
      capKg: subject.yieldCapKg as number | null,
      areaHa: subject.areaHa as number,
      medianKgPerHa: median(await neighbourYields(scope, subject)),
    }
    for (const finding of assertPasses(checkEstimate(facts, tolerances(scope)))) flag(finding)
  },
  /** An estimate that was approved leaves with its approval (BR-26). */
  async undo(scope, { subject, event }) {
    const { approvals } = await project(scope, subject)
    const built = approvals.find(
      ({ occurredAt, recordedAt, estimate }) =>
        estimate === null ||
        (Date.parse(occurredAt) >= Date.parse(event.occurredAt) && Date.parse(recordedAt) >= Date.parse(event.recordedAt) && isBefore(estimate, event)),
    )
    if (built)
      throw new Problem('STATE_CONFLICT', {
        message: `“${crop.events.ESTIMATE_APPROVED?.label}” builds on this. Take that back first.`,
        figures: { eventId: built.eventId, eventType: 'ESTIMATE_APPROVED' },
      })
  },
}
const isBefore = (one: { occurredAt: string }, other: { occurredAt: string }): boolean => Date.parse(one.occurredAt) <= Date.parse(other.occurredAt)

const estimateApproved: EventBehaviour = {
  async apply(scope, { subject, event }) {
    if (subject.proposedKg === null) throw new Problem('STATE_CONFLICT', { message: 'There is no estimate waiting for approval.' })
    const { approvals, proposedKg } = await project(scope, subject)
    if (proposedKg !== null || !approvals.find(({ eventId }) => eventId === event.id)?.estimate)
      throw fieldProblem('occurredAt', 'rule', 'The estimate that waits was made after this. Approve it on the day of its approval.')
    // BR-07: a picking that waited for an estimate, and is within it, waits no longer.
    const { harvestedKg, estimatedKg } = subject as unknown as Record<string, number | null>
    if ((harvestedKg ?? 0) <= (estimatedKg ?? 0) * tolerances(scope).harvestReview)
      await closeFlagsOfRules(scope, crop, subject.id, ['BR-07'], 'Within the approved estimate')
  },
  async undo(scope, { subject }) {
    await project(scope, subject)
    refuseBelowSales(scope, subject)
  },
}
/** BR-26: what was picked and bought on the strength of an estimate stays within what is left of it. */
function refuseBelowSales(scope: Scope, subject: Row): void {
  const { harvestedKg, purchasedKg, estimatedKg, yieldCapKg } = subject as unknown as Record<string, number | null>
  const claim = (subject.claimStatus as Claim | null) ?? 'CONVENTIONAL'
  const limits = tolerances(scope)
  const isUnlimited = estimatedKg === null || estimatedKg === undefined
  if ((purchasedKg ?? 0) > 0 && (isUnlimited ? isCertified(claim) : (purchasedKg ?? 0) > estimatedKg * limits.purchaseOverEstimate))
    throw ruleBlocked('BR-26', `${purchasedKg} kg of this crop were bought on the strength of this estimate. Approve another one instead.`, {
      purchasedKg,
      estimatedKg,
    })
  if (isUnlimited || !harvestedKg) return
  const verdict = checkHarvest({ claim, harvestedKg, estimatedKg, capKg: yieldCapKg ?? null, hasReason: true }, limits)
  if (verdict.block) throw ruleBlocked('BR-26', `Pickings were recorded on the strength of this estimate. ${verdict.block.message}`, verdict.block.figures)
}

const cropLoss: EventBehaviour = {
  async apply(scope, { subject, event }) {
    const { lossShare, harvestedKg } = await project(scope, subject)
    if (lossShare !== 100 || harvestedKg > 0) return
    subject.status = 'FAILED'
    await showOnPlot(scope, subject)
    await endWith(scope, subject.id, subject.croppingSystemId as string, event)
  },
  async undo(scope, { subject, event }) {
    await project(scope, subject)
    await showOnPlot(scope, subject)
    await follow(scope, subject.croppingSystemId as string, event.id)
  },
}
/** From the end of its harvest on, nothing that happens on the plot reaches the claim of a crop. */
const settleEnd = async (scope: Scope, subject: Row, eventId: string): Promise<void> => {
  const finding = { ruleId: 'BR-04', severity: 'REVIEW', message: 'The end of this crop was recorded or taken back: the claim was worked out again.' } as const
  await settleClaim(scope, subject, await project(scope, subject), { eventId, finding })
}
const cropClose: EventBehaviour = {
  async apply(scope, { subject, event }) {
    await settleEnd(scope, subject, event.id)
    await showOnPlot(scope, subject)
  },
  async undo(scope, { subject, event }) {
    await settleEnd(scope, subject, event.id)
    await showOnPlot(scope, subject)
  },
}
/** The member’s row of the season adds up estimates: it follows every event that changes one. */
const withTotals = (behaviour: EventBehaviour): EventBehaviour => {
  const follow =
    (work: NonNullable<EventBehaviour['apply']>): NonNullable<EventBehaviour['apply']> =>
    async (scope, change) => {
      const known = change.subject.estimatedKg
      await work(scope, change)
      if (change.subject.estimatedKg !== known) await refreshTotals(scope, change.subject.farmerId as string, change.subject.seasonId as string, change.subject)
    }
  return { ...(behaviour.apply ? { apply: follow(behaviour.apply) } : {}), ...(behaviour.undo ? { undo: follow(behaviour.undo) } : {}) }
}

const ended: EventBehaviour = {
  apply: (scope, { subject, event }) => endWith(scope, subject.id, subject.croppingSystemId as string, event),
  undo: (scope, { subject, event }) => follow(scope, subject.croppingSystemId as string, event.id),
}
const closed: EventBehaviour = {
  async apply(scope, { subject, event, flag }) {
    if (event.data.reconciled !== true) throw fieldProblem('data.reconciled', 'rule', 'Compare deliveries with the harvest first.')
    const lot = await farmLotOf(scope, subject.id)
    if ((lot?.onHandKg as number | null) ?? 0)
      flag({
        ruleId: 'BR-28',
        severity: 'WARN',
        message: `${lot?.onHandKg} kg of this crop were neither bought nor kept.`,
        figures: { onHandKg: lot?.onHandKg },
      })
    await endWith(scope, subject.id, subject.croppingSystemId as string, event)
  },
  async undo(scope, { subject, event }) {
    await follow(scope, subject.croppingSystemId as string, event.id)
  },
}
const visited = inspection(
  (subject) => subject.seasonId as string,
  (subject) => subject.farmerId as string,
)
const qrRevoked: EventBehaviour = {
  apply: async (_scope, { subject, event }) => {
    subject.qrRevokedAt = event.recordedAt
  },
  undo: async (_scope, { subject }) => {
    subject.qrRevokedAt = null
  },
}

/** What the farm lot reads of its crop. */
const readByLot = ['claimStatus', 'harvestStart', 'harvestEnd', 'status'] as const

export const cropBehaviour: Behaviour = {
  prepare,
  async projected(scope, before, after) {
    if (readByLot.some((name) => (before[name] ?? null) !== (after[name] ?? null))) await projectLotsMadeOf(scope, after)
  },
  events: inOpenSeason(Object.keys(crop.events), {
    SOWING: sowing,
    RESOWING: resowing,
    GERMINATION_COUNT: projected,
    SEED_TREATMENT: treatment,
    PLANT_PROTECTION: treatment,
    YIELD_ESTIMATE: withTotals(yieldEstimate),
    ESTIMATE_APPROVED: withTotals(estimateApproved),
    HARVEST: harvest,
    RETAINED: retained,
    CROP_LOSS: withTotals(cropLoss),
    CROP_CLOSE: cropClose,
    CLOSED: closed,
    CANCELLED: ended,
    INTERNAL_INSPECTION: visited,
    QR_REVOKED: qrRevoked,
    CLAIM_LOWERED: claimLowered,
  }),
}
