// What a crop is beyond its declaration: it fits its system (BR-03), inherits from it, and its columns follow
// from its events. Sowing and harvest are told in their own files.

import { checkEstimate, median } from '#domain/chain/yield.ts'
import { entityOf } from '#domain/entities.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { cropsFit } from '#domain/rules/areas.ts'
import { assertPasses } from '#domain/rules/verdict.ts'
import { projectLotsMadeOf } from '../../ledger/lot-projection.ts'
import { newQrToken, referred } from '../../ledger/lots.ts'
import type { Behaviour, Change, EventBehaviour, Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { duplicateOf } from '../../store/violations.ts'
import { endWith, follow } from '../land/croppingsystem.ts'
import { inOpenSeason, isNear, openSeason, tolerances } from '../open-season.ts'
import { inspection, refreshTotals } from '../people/season-results.ts'
import { harvest, retained } from './crop-harvest.ts'
import { showOnPlot } from './crop-on-plot.ts'
import { chemicalSeed } from './crop-rules.ts'
import { resowing, sowing } from './crop-sowing.ts'
import { capOf, farmLotOf, neighbourYields, project } from './crop-state.ts'
import { claimLowered, plantProtection } from './crop-treatment.ts'

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
  if (!isNear(season, after.plannedSowing as string, days))
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
  // The same crop entered twice is told as that, not as ground that is too small for two.
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
  async apply(scope, { subject, flag }) {
    const { proposedKg } = await project(scope, subject)
    const facts = {
      estimateKg: proposedKg ?? 0,
      capKg: subject.yieldCapKg as number | null,
      areaHa: subject.areaHa as number,
      medianKgPerHa: median(await neighbourYields(scope, subject)),
    }
    for (const finding of assertPasses(checkEstimate(facts, tolerances(scope)))) flag(finding)
  },
  undo: projected.undo as NonNullable<EventBehaviour['undo']>,
}

const estimateApproved: EventBehaviour = {
  async apply(scope, { subject }) {
    if (subject.proposedKg === null) throw new Problem('STATE_CONFLICT', { message: 'There is no estimate waiting for approval.' })
    await project(scope, subject)
    await refreshTotals(scope, subject.farmerId as string, subject.seasonId as string, subject)
  },
  async undo(scope, { subject }) {
    await project(scope, subject)
    await refreshTotals(scope, subject.farmerId as string, subject.seasonId as string, subject)
  },
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
const cropClose: EventBehaviour = {
  apply: (scope, { subject }) => showOnPlot(scope, subject),
  undo: (scope, { subject }) => showOnPlot(scope, subject),
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
    PLANT_PROTECTION: plantProtection,
    YIELD_ESTIMATE: yieldEstimate,
    ESTIMATE_APPROVED: estimateApproved,
    HARVEST: harvest,
    RETAINED: retained,
    CROP_LOSS: cropLoss,
    CROP_CLOSE: cropClose,
    CLOSED: closed,
    CANCELLED: ended,
    INTERNAL_INSPECTION: visited,
    QR_REVOKED: qrRevoked,
    CLAIM_LOWERED: claimLowered,
  }),
}
