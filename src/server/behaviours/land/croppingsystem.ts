// A season's plan on a plot: must fit the plot beside the other plans of its time (BR-03), checked with the
// plot locked, so that two plans entered at once do not both find room.
import { entityOf } from '#domain/entities.ts'
import { judgeBoundary } from '#domain/geo/boundary.ts'
import { shareInside } from '#domain/geo/overlap.ts'
import { areaLimitsHa } from '#domain/geo/validity.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { cropsFit, type Planned, parcelArea, systemsFit } from '#domain/rules/areas.ts'
import { assertPasses, percentText } from '#domain/rules/verdict.ts'
import { type Change, defineBehaviour, type EventBehaviour, type Scope } from '../../scope.ts'
import { saveFlags } from '../../store/flags.ts'
import { recordsById } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { atEndOfStep } from '../../store/step.ts'
import { keepCeilings, projectWater, refuseHigherCeiling, waterChangeApproved, waterChangeProposed } from '../cropping/crop-ceilings.ts'
import { agreedIfProhibited, inputFinding } from '../cropping/crop-treatment.ts'
import { cropsOfSystem, settleCropsOfSystem } from '../cropping/crops-of.ts'
import { inOpenSeason, isNear, openSeason, tolerances } from '../open-season.ts'
import { isProhibited, recordOnPlot } from './prohibited-input.ts'

const croppingsystem = entityOf('croppingsystem')
type System = Stored<typeof croppingsystem>
type SystemChange = Change<typeof croppingsystem>
const crop = entityOf('crop')
const landparcel = entityOf('landparcel')
/** A part of a plot may stick out by this much: boundaries are drawn by hand (3.4). */
const insideAtLeast = 0.99

async function prepare(scope: Scope, change: SystemChange): Promise<void> {
  const { before, after } = change
  const [parcel] = await recordsById(scope, landparcel, [after.parcelId], { lock: true })
  if (!parcel) throw fieldProblem('parcelId', 'missing', 'There is no such land parcel.')
  if (parcel.status === 'RETIRED' || parcel.status === 'DISPUTED')
    throw fieldProblem('parcelId', 'rule', `This plot is ${parcel.status.toLowerCase()}; nothing can be planned on it.`)
  if (parcel.operatorId !== after.operatorId) throw fieldProblem('parcelId', 'missing', 'This plot belongs to another operator.')
  const season = await openSeason(scope, after.seasonId)
  const days = tolerances(scope).sowingOutsideSeason
  for (const field of ['plannedSowing', 'plannedEnd'] as const) {
    if (!isNear(season, after[field], days))
      throw fieldProblem(field, 'rule', `Outside the season (${season.startDate} to ${season.endDate}) by more than ${days} days.`)
  }
  Object.assign(after, { farmerId: parcel.farmerId, village: parcel.village, parcelName: parcel.name, seasonCode: season.code })
  checkSubPlot(parcel, after)
  assertPasses(
    systemsFit(
      parcelArea(parcel),
      [...(await otherPlans(scope, after)), { areaHa: after.areaHa, from: after.plannedSowing, to: after.plannedEnd }],
      tolerances(scope),
    ),
  )
  if (before && (after.areaHa !== before.areaHa || after.systemType !== before.systemType)) await checkCropsStillFit(scope, after)
  if (before && before.waterRegime !== after.waterRegime) await refuseHigherCeiling(scope, after)
  if (before && before.managedOrganically !== after.managedOrganically) await changeManagement(scope, change)
}

/** BR-04: what is sown froze its claim under one way of growing. Giving organic growing up costs the claim; taking it up counts from the next sowing. */
async function changeManagement(scope: Scope, { after, flag }: SystemChange): Promise<void> {
  const sown = (await cropsOfSystem(scope, after.id)).filter(({ claimStatus, status }) => claimStatus !== null && status !== 'FAILED')
  if (sown.length === 0) return
  if (after.managedOrganically)
    throw new Problem('STATE_CONFLICT', {
      message: `Sown already, and not managed organically: ${sown.map(({ title }) => title).join('; ')}. Take the sowing back to correct this, or change it from the next season on.`,
      fields: [{ path: 'managedOrganically', code: 'rule', message: 'It stands once something is sown.' }],
    })
  const reason = 'No longer managed organically after sowing: conventional from now on. What was sold under the claim is to be looked at.'
  flag({ ruleId: 'BR-04', severity: 'REVIEW', message: reason, figures: { crops: sown.map(({ code }) => code) } })
  for (const { id } of sown) await recordBySystem(scope, crop, id, { eventType: 'CLAIM_LOWERED', occurredAt: scope.now.toISOString(), data: { reason } })
}

/** Other plans on the plot that were not cancelled. */
async function otherPlans(scope: Scope, system: System): Promise<Planned[]> {
  const rows = await scope.db
    .selectFrom('croppingsystem')
    .select(['area_ha', 'planned_sowing', 'planned_end'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('parcel_id', '=', system.parcelId)
    .where('id', '!=', system.id)
    .where('status', '!=', 'CANCELLED')
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map((row) => ({ areaHa: row.area_ha, from: row.planned_sowing, to: row.planned_end }))
}

/** A part of a plot is a sound line like any boundary (BR-01), however small, and lies on its plot. */
function checkSubPlot(parcel: Stored<typeof landparcel>, system: System): void {
  if (!system.subPlot) return
  system.subPlot = judgeBoundary(system.subPlot, { at: 'subPlot', limits: { minHa: 0, maxHa: areaLimitsHa.max } }).polygon
  if (!parcel.boundary) return
  const inside = shareInside(system.subPlot, parcel.boundary)
  if (inside < insideAtLeast) throw fieldProblem('subPlot', 'rule', `Only ${percentText(inside)} of this part lies on the plot.`)
}

/** BR-03: what stands here must fit the system as it would be: its area, and how its crops share the ground. */
async function checkCropsStillFit(scope: Scope, system: System): Promise<void> {
  const growing = (await cropsOfSystem(scope, system.id)).filter(({ status }) => status !== 'CANCELLED' && status !== 'FAILED')
  assertPasses(cropsFit(system, growing))
}

/** An input on the whole system reaches all its crops: waiting periods (BR-19), and what is prohibited costs each its claim (BR-14). */
const inputApplication: EventBehaviour<typeof croppingsystem, 'INPUT_APPLICATION'> = {
  async apply(scope, { subject, event, flag }) {
    if (await isProhibited(scope, event)) await recordOnPlot(scope, subject, event)
    const finding = await inputFinding(scope, event)
    if (finding) {
      flag(finding)
      for (const { id, status } of await cropsOfSystem(scope, subject.id))
        if (!ended.has(status)) await saveFlags(scope, crop, id, [finding], { eventId: event.id })
    }
  },
  checkVoid: (scope, { subject, event }) => agreedIfProhibited(scope, subject, event),
  settle: (scope, { subject, flag }, isVoided) =>
    atEndOfStep(scope, `crops of ${subject.id}`, async () => {
      const fresh = await settleCropsOfSystem(scope, subject.id)
      if (!isVoided) for (const finding of fresh) flag(finding)
    }),
}
const ended: ReadonlySet<string> = new Set(['HARVESTED', 'CLOSED', 'FAILED', 'CANCELLED'])

const cancelled: EventBehaviour<typeof croppingsystem, 'CANCELLED'> = {
  async apply(scope, { subject }) {
    const live = await scope.db
      .selectFrom('crop')
      .select('title')
      .where('tenant_id', '=', scope.tenant.id)
      .where('cropping_system_id', '=', subject.id)
      .where('status', 'not in', ['CANCELLED', 'FAILED', 'CLOSED'])
      .where('deleted_at', 'is', null)
      .limit(5)
      .execute()
    if (live.length)
      throw ruleBlocked('3.4', `Crops stand here still (${live.map(({ title }) => title).join('; ')}). Cancel them first.`, { crops: live.length })
  },
}

export const croppingsystemBehaviour = defineBehaviour(croppingsystem, {
  prepare,
  async written(scope, { before, after }) {
    if (before && before.waterRegime !== after.waterRegime) await keepCeilings(scope, after.id, after.waterRegime, null)
  },
  project: projectWater,
  events: inOpenSeason(croppingsystem, {
    INPUT_APPLICATION: inputApplication,
    CANCELLED: cancelled,
    WATER_CHANGE_PROPOSED: waterChangeProposed,
    WATER_CHANGE_APPROVED: waterChangeApproved,
  }),
})
