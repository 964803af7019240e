// The planned steps of crops as they are stored: a projection of what was recorded, brought up to date at the end of every step and by the
// day (BR-18; docs/decisions/0055-plans-are-projected.md). What is recorded late, taken back or replaced leaves the same plan as in order.
import { sql } from 'kysely'
import { cropPlan } from '#domain/cropping/crop-plan.ts'
import { isJudgedByPeople } from '#domain/cropping/step-conditions.ts'
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay, startOfDay } from '#domain/kernel/day.ts'
import { type PlannedOccurrence, type PlannedStatus, plannedStatus } from '#domain/kernel/plan-engine.ts'
import { occurrenceKey } from '#domain/kernel/plan-schedule.ts'
import type { Scope } from '../../scope.ts'
import type { Given } from '../../store/create.ts'
import { recordsById } from '../../store/get.ts'
import { atEndOfStep, inStep } from '../../store/step.ts'
import { createManyBySystem, type Rewritten, updateMany } from '../../store/write-many.ts'
import type { Crop } from './crop-state.ts'
import { keyOf, type PlanBasis, type PlanRow, planBasis, planevent } from './plan-basis.ts'

const crop = entityOf('crop')
/** Crops in one set: some thousands of steps. */
const setSize = 200

/** Once at the end of the step, after everything else of the crop is projected. */
export const settlePlanLater = (scope: Scope, cropId: string): Promise<void> => atEndOfStep(scope, `plan of ${cropId}`, () => settlePlans(scope, [cropId]))

/** Brings the planned steps of these crops to what is recorded, as of today. */
export async function settlePlans(scope: Scope, cropIds: readonly string[]): Promise<void> {
  const ids = [...new Set(cropIds)].sort()
  for (let from = 0; from < ids.length; from += setSize) {
    const crops = await recordsById(scope, crop, ids.slice(from, from + setSize), { lock: true })
    const bases = await planBasis(scope, crops)
    const changes = bases.map((basis) => changesOf(scope, basis))
    updateMany(
      scope,
      planevent,
      changes.flatMap(({ rewritten }) => rewritten),
      derivedNames,
    )
    await createManyBySystem(
      scope,
      planevent,
      changes.flatMap(({ added }) => added),
    )
  }
}

/** The crops of a cropping system that follow a package, after something happened to the ground under all of them. */
export const settlePlansOfSystemLater = (scope: Scope, systemId: string): Promise<void> =>
  atEndOfStep(scope, `plans on ${systemId}`, async () => settlePlans(scope, await followersIn(scope, sql`cropping_system_id = ${systemId}::uuid`)))

/** Those of a farmer in a season, after an inspection that looked at all of them. */
export const settlePlansOfFarmerLater = (scope: Scope, farmerId: string, seasonId: string): Promise<void> =>
  atEndOfStep(scope, `plans of ${farmerId} in ${seasonId}`, async () =>
    settlePlans(scope, await followersIn(scope, sql`farmer_id = ${farmerId}::uuid and season_id = ${seasonId}::uuid`)),
  )

/** Crops of a season; `unsown`: those that are not sown, which the onset of the monsoon moves. */
export const settlePlansOfSeason = (scope: Scope, seasonId: string, { unsown }: { unsown: boolean }): Promise<void> =>
  inStep(scope, () =>
    atEndOfStep(scope, `plans in ${seasonId} ${unsown}`, async () =>
      settlePlans(scope, await followersIn(scope, sql`season_id = ${seasonId}::uuid and (sowing_date is null or not ${unsown}::boolean)`)),
    ),
  )

async function followersIn(scope: Scope, where: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from crop where tenant_id = ${scope.tenant.id} and pop_id is not null and deleted_at is null and ${where} order by id`.execute(scope.db)
  return rows.map(({ id }) => id)
}

/** A crop that was entered by mistake takes its planned steps along. */
export async function retirePlan(scope: Scope, cropId: string): Promise<void> {
  await sql`with gone as (update planevent set deleted_at = ${scope.now}::timestamptz where tenant_id = ${scope.tenant.id} and crop_id = ${cropId}::uuid and pop_id is not null
      and deleted_at is null returning id)
    delete from search_token as t using gone where t.tenant_id = ${scope.tenant.id} and t.entity = 'planevent' and t.record_id = gone.id`.execute(scope.db)
}

const derivedNames = [
  'name',
  'eventType',
  'due',
  'windowStart',
  'windowEnd',
  'plannedQty',
  'itemId',
  'mandatory',
  'weight',
  'instruction',
  'popId',
  'fulfilledByEventId',
  'doneOn',
] as const
type Derived = Pick<PlanRow, (typeof derivedNames)[number] | 'status'>
const eventTo: Readonly<Record<PlannedStatus, string>> = {
  PLANNED: 'REPLANNED',
  DUE: 'DUE',
  DONE_ON_TIME: 'DONE_ON_TIME',
  DONE_LATE: 'DONE_LATE',
  MISSED: 'MISSED',
  SKIPPED: 'PASSED',
  NOT_APPLICABLE: 'NOT_APPLICABLE',
}

type Changes = { rewritten: Rewritten<typeof planevent>[]; added: (Given<typeof planevent> & { operatorId: string })[] }

function changesOf(scope: Scope, basis: PlanBasis): Changes {
  const stored = new Map(basis.rows.map((row) => [keyOf(row), row]))
  const planned = new Map(cropPlan(basis.input).map((one) => [occurrenceKey(one), one]))
  const rewritten = [...stored].flatMap(([key, before]) => {
    const one = planned.get(key)
    const after = { ...before, ...(one ? derivedOf(scope, basis, one) : notRequested) }
    const isSame = (['status', ...derivedNames] as const).every((name) => (before[name] ?? null) === (after[name] ?? null))
    return isSame ? [] : [{ before, after, event: before.status === after.status ? null : eventOf(scope, before, after) }]
  })
  const added = [...planned].flatMap(([key, one]) =>
    stored.has(key) ? [] : [{ ...placeOf(basis.crop), popEventCode: one.code, occurrenceNo: one.no, ...derivedOf(scope, basis, one) }],
  )
  return { rewritten, added }
}
/** A step that the package followed now does not ask for. */
const notRequested = { status: 'NOT_APPLICABLE', fulfilledByEventId: null, doneOn: null } as const

const placeOf = ({ operatorId, id, croppingSystemId, farmerId, village }: Crop) => ({ operatorId, cropId: id, croppingSystemId, farmerId, village })

/** Columns of a step: what the package says of it, when it falls due on this crop, and how far it is today. */
function derivedOf(scope: Scope, { crop: { areaHa }, input, packages, endedOn }: PlanBasis, one: PlannedOccurrence): Derived {
  const step = packages.get(one.packageId)?.planEvents.find(({ code }) => code === one.code)
  const status = plannedStatus(one, {
    today: localDay(scope),
    endedOn,
    isLeftOut: input.leftOut?.has(occurrenceKey(one)) ?? false,
    isJudged: isJudgedByPeople(step?.condition),
  })
  return {
    status,
    name: step?.name ?? one.code,
    eventType: one.step.eventType,
    due: one.due,
    windowStart: one.from,
    windowEnd: one.to,
    plannedQty: step?.dosePerHa ? Math.round(step.dosePerHa * areaHa * 1000) / 1000 : null,
    itemId: step?.itemId ?? null,
    mandatory: one.step.mandatory,
    weight: step?.weight ?? 1,
    instruction: step?.instruction ?? null,
    popId: one.packageId,
    fulfilledByEventId: one.doneBy?.eventId ?? null,
    doneOn: one.doneBy?.day ?? null,
  }
}

/** What follows from the day alone occurred at its beginning, or when the step was changed last; everything else now. */
function eventOf(scope: Scope, before: PlanRow, { status, windowStart, windowEnd, fulfilledByEventId }: PlanRow): Rewritten<typeof planevent>['event'] {
  const day = status === 'DUE' ? windowStart : status === 'MISSED' || status === 'SKIPPED' ? windowEnd && addDays(windowEnd, 1) : null
  const began = day && ['PLANNED', 'DUE'].includes(before.status) ? startOfDay(day, scope.tenant.timezone) : scope.now.toISOString()
  const occurredAt = Date.parse(began) > Date.parse(before.updatedAt) ? began : new Date(before.updatedAt).toISOString()
  const isRequestedAgain = before.status === 'SKIPPED' && (status === 'DUE' || status === 'MISSED')
  return { eventType: isRequestedAgain ? 'REPLANNED' : eventTo[status], occurredAt, data: status.startsWith('DONE_') ? { eventId: fulfilledByEventId } : {} }
}
