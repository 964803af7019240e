// A season's plan on a plot: must fit the plot beside the other plans of its time (BR-03), checked with the
// plot locked, so that two plans entered at once do not both find room.

import { type Declarations, entityOf } from '#domain/entities.ts'
import { judgeBoundary } from '#domain/geo/boundary.ts'
import { shareInside } from '#domain/geo/overlap.ts'
import { areaLimitsHa } from '#domain/geo/validity.ts'
import { type Stored, stateLabel } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { listed, onDay, percent, phrase, small } from '#domain/messages/message.ts'
import { cropsFit, type Planned, parcelArea, systemsFit } from '#domain/rules/areas.ts'
import { assertPasses } from '#domain/rules/verdict.ts'
import { type Change, defineBehaviour, type EventBehaviour, type PreparedMany, type Scope } from '../../scope.ts'
import { isSame } from '../../store/columns.ts'
import { saveFlags } from '../../store/flags.ts'
import { amongIds, recordMap, recordsById } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { atEndOfStep } from '../../store/step.ts'
import { keepCeilings, noChangeWaits, projectWater, refuseHigherCeiling, waterChangeApproved, waterChangeProposed } from '../cropping/crop-ceilings.ts'
import { isInQuestion, settlePlansOfSystemLater } from '../cropping/crop-plans.ts'
import { agreedIfProhibited, inputFinding } from '../cropping/crop-treatment.ts'
import { cropsOfSystem, settleCropsOfSystem } from '../cropping/crops-of.ts'
import { packageFinding } from '../cropping/package-inputs.ts'
import { judgeParallel } from '../cropping/parallel-crops.ts'
import { checkOpen, inOpenSeason, isNear, openSeason, sharedSeasons, tolerances } from '../open-season.ts'
import { judgeRoomLater, judgeRoomWithout } from './plot-room.ts'
import { isProhibited, recordOnPlot } from './prohibited-input.ts'

const croppingsystem = entityOf('croppingsystem')
type System = Stored<typeof croppingsystem>
type Parcel = Stored<Declarations['landparcel']>
type SystemChange = Change<typeof croppingsystem>
const crop = entityOf('crop')
const landparcel = entityOf('landparcel')
/** A part of a plot may stick out by this much: boundaries are drawn by hand (3.4). */
const insideAtLeast = 0.99

async function prepare(scope: Scope, change: SystemChange): Promise<void> {
  const { before, after } = change
  const season = await openSeason(scope, after.seasonId)
  const [found] = await recordsById(scope, landparcel, [after.parcelId], { lock: true })
  const parcel = plannable(after, found)
  plan(scope, after, { parcel, season, others: await otherPlans(scope, after), before })
  if (before && (['areaHa', 'systemType', 'rowRatio'] as const).some((name) => after[name] !== before[name])) await checkCropsStillFit(scope, after)
  if (before && before.waterRegime !== after.waterRegime) await refuseHigherCeiling(scope, after)
  if (before && before.managedOrganically !== after.managedOrganically) await changeManagement(scope, change)
}

/** Many new plans at once: plots, seasons and the plans that are there are read for all of them together. */
async function prepareMany(scope: Scope, drafts: readonly SystemChange[]): Promise<PreparedMany<typeof croppingsystem>> {
  const rows = drafts.map(({ after }) => after)
  const seasons = await sharedSeasons(
    scope,
    rows.map(({ seasonId }) => seasonId),
  )
  const parcels = await recordMap(
    scope,
    landparcel,
    rows.map(({ parcelId }) => parcelId),
    { lock: true },
  )
  const plans = await plansOn(scope, [...parcels.keys()])
  return {
    prepare({ after }) {
      const parcel = plannable(after, parcels.get(after.parcelId))
      plan(scope, after, { parcel, season: checkOpen(seasons.get(after.seasonId)), others: plans.get(parcel.id) ?? [], before: null })
    },
    accept({ after }) {
      plans.set(after.parcelId, [...(plans.get(after.parcelId) ?? []), planOf(after)])
    },
  }
}

/** A plot on which something may be planned. */
function plannable(system: System, parcel: Parcel | undefined): Parcel {
  if (!parcel) throw fieldProblem('parcelId', 'missing', 'There is no such land parcel.')
  if (parcel.status === 'RETIRED' || parcel.status === 'DISPUTED')
    throw fieldProblem('parcelId', 'rule', phrase`This plot is ${small(stateLabel(landparcel, parcel.status))}; nothing can be planned on it.`)
  if (parcel.operatorId !== system.operatorId) throw fieldProblem('parcelId', 'missing', 'This plot belongs to another operator.')
  return parcel
}

/** It lies in its season and fits on its plot, from which it takes what it is shown with. `others`: plans there that were not cancelled. */
function plan(
  scope: Scope,
  system: System,
  { parcel, season, others, before }: { parcel: Parcel; season: Stored<Declarations['season']>; others: readonly Planned[]; before: System | null },
): void {
  const days = tolerances(scope).sowingOutsideSeason
  for (const field of ['plannedSowing', 'plannedEnd'] as const) {
    if (!isNear(season, system[field], days))
      throw fieldProblem(field, 'rule', phrase`Outside the season (${onDay(season.startDate)} to ${onDay(season.endDate)}) by more than ${days} days.`)
  }
  Object.assign(system, { farmerId: parcel.farmerId, village: parcel.village, parcelName: parcel.name, seasonCode: season.code })
  checkSubPlot(parcel, system, before)
  assertPasses(systemsFit(parcelArea(parcel), [...others, planOf(system)], tolerances(scope)))
}
const planOf = ({ areaHa, plannedSowing, plannedEnd }: System): Planned => ({ areaHa, from: plannedSowing, to: plannedEnd })

/** BR-04: what is sown froze its claim under one way of growing. Giving organic growing up costs the claim; taking it up counts from the next sowing. */
async function changeManagement(scope: Scope, { after, flag }: SystemChange): Promise<void> {
  const sown = (await cropsOfSystem(scope, after.id)).filter(({ claimStatus, status }) => claimStatus !== null && status !== 'FAILED')
  if (sown.length === 0) return
  if (after.managedOrganically)
    throw new Problem('STATE_CONFLICT', {
      message: phrase`Sown already, and not managed organically: ${listed(
        sown.map(({ title }) => title),
        ';',
      )}. Take the sowing back to correct this, or change it from the next season on.`,
      fields: [{ path: 'managedOrganically', code: 'rule', message: 'It stands once something is sown.' }],
    })
  const reason = 'No longer managed organically after sowing: conventional from now on. What was sold under the claim is to be looked at.'
  flag({ ruleId: 'BR-04', severity: 'REVIEW', message: reason, figures: { crops: sown.map(({ code }) => code) } })
  for (const { id } of sown) await recordBySystem(scope, crop, id, { eventType: 'CLAIM_LOWERED', occurredAt: scope.now.toISOString(), data: { reason } })
}

/** Other plans on the plot that were not cancelled. */
const otherPlans = async (scope: Scope, { id, parcelId }: System): Promise<readonly Planned[]> => (await plansOn(scope, [parcelId], id)).get(parcelId) ?? []
/** Plans on these plots that were not cancelled, by plot. */
async function plansOn(scope: Scope, parcelIds: readonly string[], exceptId?: string): Promise<Map<string, Planned[]>> {
  if (parcelIds.length === 0) return new Map()
  let query = scope.db
    .selectFrom('croppingsystem')
    .select(['parcel_id', 'area_ha', 'planned_sowing', 'planned_end'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('parcel_id', '=', amongIds(parcelIds))
    .where('status', '!=', 'CANCELLED')
    .where('deleted_at', 'is', null)
  if (exceptId) query = query.where('id', '!=', exceptId)
  const rows = await query.execute()
  const byPlot = Map.groupBy(rows, (row) => row.parcel_id)
  return new Map([...byPlot].map(([id, own]) => [id, own.map((row) => ({ areaHa: row.area_ha, from: row.planned_sowing, to: row.planned_end }))]))
}

/** A part of a plot is a sound line like any boundary (BR-01), however small, and lies on its plot. */
function checkSubPlot(parcel: Stored<typeof landparcel>, system: System, before: System | null): void {
  if (!system.subPlot) return
  const isStored = isSame(before?.subPlot, system.subPlot)
  system.subPlot = judgeBoundary(system.subPlot, { at: 'subPlot', limits: { minHa: 0, maxHa: areaLimitsHa.max }, isStored }).polygon
  if (!parcel.boundary) return
  const inside = shareInside(system.subPlot, parcel.boundary)
  if (inside < insideAtLeast) throw fieldProblem('subPlot', 'rule', phrase`Only ${percent(inside)} of this part lies on the plot.`)
}

/** BR-03: what stands here must fit the system as it would be: its area, and how its crops share the ground. */
async function checkCropsStillFit(scope: Scope, system: System): Promise<void> {
  const growing = (await cropsOfSystem(scope, system.id)).filter(({ status }) => status !== 'CANCELLED' && status !== 'FAILED')
  assertPasses(cropsFit(system, growing))
}

/** An input on the whole system reaches all its crops: waiting periods (BR-19), and what is prohibited costs each its claim (BR-14). */
const inputApplication: EventBehaviour<typeof croppingsystem, 'INPUT_APPLICATION'> = {
  async apply(scope, { subject, event, flag }) {
    if (await isProhibited(scope, subject, event)) await recordOnPlot(scope, subject, event)
    const finding = await inputFinding(scope, subject, event)
    const crops = (await cropsOfSystem(scope, subject.id)).filter(({ status }) => !ended.has(status))
    if (finding) {
      flag(finding)
      for (const { id } of crops) await saveFlags(scope, crop, id, [finding], { eventId: event.id })
    }
    const unlisted = await packageFinding(scope, crops, event.data.itemId)
    if (unlisted) flag(unlisted)
  },
  checkVoid: (scope, { subject, event }) => agreedIfProhibited(scope, subject, event),
  settle: (scope, { subject, flag }, isVoided) =>
    atEndOfStep(scope, `crops of ${subject.id}`, async () => {
      const fresh = await settleCropsOfSystem(scope, subject.id)
      if (!isVoided) for (const finding of fresh) flag(finding)
      await settlePlansOfSystemLater(scope, subject.id)
    }),
}
/** Another water regime raises or lowers the ceiling, and asks for other steps. */
const waterAgreed: typeof waterChangeApproved = {
  ...waterChangeApproved,
  async settle(scope, change, isVoided) {
    await waterChangeApproved.settle?.(scope, change, isVoided)
    await settlePlansOfSystemLater(scope, change.subject.id)
  },
}
/** Work on the ground under all crops does the steps of their packages that ask for it. */
const fieldWork: { settle(scope: Scope, change: { subject: System }): Promise<void> } = {
  settle: (scope, { subject }) => settlePlansOfSystemLater(scope, subject.id),
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
      throw ruleBlocked(
        '3.4',
        phrase`Crops stand here still (${listed(
          live.map(({ title }) => title),
          ';',
        )}). Cancel them first.`,
        { crops: live.length },
      )
  },
  settle: (scope, { subject }, isVoided) => (isVoided ? backOnPlot(scope, subject.id) : judgeRoomLater(scope, subject.parcelId)),
}
/** A plan whose cancellation was a mistake has its room on the plot again, if nothing else was planned there meanwhile. */
const backOnPlot = (scope: Scope, systemId: string): Promise<void> =>
  atEndOfStep(scope, `plan ${systemId}`, async () => {
    const [system] = await recordsById(scope, croppingsystem, [systemId], { lock: true })
    if (!system || system.status === 'CANCELLED') return
    const [parcel] = await recordsById(scope, landparcel, [system.parcelId], { lock: true })
    if (parcel?.status === 'RETIRED')
      throw new Problem('STATE_CONFLICT', { message: phrase`This plot is ${small(stateLabel(landparcel, parcel.status))}; nothing can be planned on it.` })
    if (parcel) assertPasses(systemsFit(parcelArea(parcel), [...(await otherPlans(scope, system)), planOf(system)], tolerances(scope)))
  })

export const croppingsystemBehaviour = defineBehaviour(croppingsystem, {
  prepare,
  prepareMany,
  async written(scope, { before, after }) {
    if (before && before.managedOrganically !== after.managedOrganically) await judgeParallel(scope, after)
    if (before && (['areaHa', 'systemType', 'plannedSowing', 'plannedEnd'] as const).some((name) => after[name] !== before[name])) {
      // First: another water regime writes the ceilings, too.
      await judgeRoomLater(scope, after.parcelId)
    }
    if (!before || before.waterRegime === after.waterRegime) return
    await keepCeilings(scope, after.id, after.waterRegime, null)
    await settlePlansOfSystemLater(scope, after.id)
  },
  retired: judgeRoomWithout,
  isStepInQuestion: (scope, { id }, event) => isInQuestion(scope, 'croppingsystem', id, event),
  project: projectWater,
  against: { WATER_CHANGE_APPROVED: noChangeWaits },
  events: inOpenSeason(croppingsystem, {
    INPUT_APPLICATION: inputApplication,
    LAND_PREP: fieldWork,
    IRRIGATION: fieldWork,
    COVER_CROP: fieldWork,
    INTERCULTURE: fieldWork,
    CANCELLED: cancelled,
    WATER_CHANGE_PROPOSED: waterChangeProposed,
    WATER_CHANGE_APPROVED: waterAgreed,
  }),
})
