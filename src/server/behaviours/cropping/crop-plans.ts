// The planned steps of crops as they are stored: a projection of what was recorded, brought up to date at the end of every step and by the
// day (BR-18; docs/decisions/0055-plans-are-projected.md). What is recorded late, taken back or replaced leaves the same plan as in order.
import { sql } from 'kysely'
import { cropPlan } from '#domain/cropping/crop-plan.ts'
import { isJudgedByPeople } from '#domain/cropping/step-conditions.ts'
import { isStepInQuestion, stepQuestions } from '#domain/cropping/step-question.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { PlanFact } from '#domain/kernel/plan-engine.ts'
import { plannedCropEvents } from '#domain/kernel/terms.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { projectFlags } from '../../store/project-flags.ts'
import { atEndOfStep, inStep } from '../../store/step.ts'
import { type FoldedPlan, writePlans } from '../plan-rows.ts'
import { askAfterwards, isOutdated } from '../step-findings.ts'
import { retireTasks } from '../work/caused-tasks.ts'
import { type PlanBasis, planBasis } from './plan-basis.ts'

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
    const basis = await planBasis(scope, crops)
    await writePlans(scope, basis.map(foldedPlan))
    await askAfterwards(
      scope,
      crop,
      basis.map((one) => ({ inQuestion: one.inQuestion, subjectId: one.crop.id, facts: questionsIn(scope, one) })),
    )
    for (const systemId of new Set(basis.filter((one) => isGroundOutdated(scope, one)).map((one) => one.crop.croppingSystemId)))
      await askOfGroundLater(scope, systemId)
  }
}

/** Of a crop that has ended nobody is asked any more. */
const questionsIn = (scope: Scope, { input, endedOn, inQuestion }: PlanBasis): PlanFact[] =>
  endedOn === null ? stepQuestions(input, inQuestion.unanswered, { today: localDay(scope), endedOn }) : []

/** An event of the ground under several crops is in question by all of them: it did a step of none, and an open one of some could take it. */
const askOfGroundLater = (scope: Scope, systemId: string): Promise<void> =>
  atEndOfStep(scope, `steps on ${systemId}`, async () => {
    const ids = await followersIn(scope, sql`cropping_system_id = ${systemId}::uuid`)
    const basis = await planBasis(scope, await recordsById(scope, crop, ids, { lock: true }))
    // Nobody is left to be asked.
    if (basis.length === 0) return void (await projectFlags(scope, entityOf('croppingsystem'), systemId, ['BR-18'], [], { ofEvents: true }))
    const done = new Set(basis.flatMap(({ input }) => doneIn(cropPlan(input))))
    const facts = new Map(basis.flatMap((one) => questionsIn(scope, one).flatMap((fact) => (done.has(fact.id) ? [] : [[fact.id, fact] as const]))))
    await askAfterwards(
      scope,
      entityOf('croppingsystem'),
      basis.slice(0, 1).map(({ inQuestion }) => ({ inQuestion, subjectId: systemId, facts: [...facts.values()] })),
    )
  })
const doneIn = (planned: ReturnType<typeof cropPlan>): string[] => planned.flatMap(({ doneBy }) => doneBy?.eventId ?? [])

/** The plan of a crop says otherwise of an event of its ground than what is open there, or than what it said before. */
function isGroundOutdated(scope: Scope, one: PlanBasis): boolean {
  const { inQuestion, rows, input } = one
  const ground = [...inQuestion.subjects].flatMap(([id, type]) => (type === 'croppingsystem' ? [id] : []))
  if (ground.length === 0) return false
  const questions = new Set(questionsIn(scope, one).map(({ id }) => id))
  const [before, after] = [new Set(rows.map(({ fulfilledByEventId }) => fulfilledByEventId)), new Set(doneIn(cropPlan(input)))]
  return ground.some((id) => before.has(id) !== after.has(id) || isOutdated(inQuestion, id, questions.has(id)))
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

/** A crop that was entered by mistake takes its planned steps along, and what was asked of its ground for it. */
export async function retirePlan(scope: Scope, { id: cropId, croppingSystemId }: Pick<PlanBasis['crop'], 'id' | 'croppingSystemId'>): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`with gone as (update planevent set deleted_at = ${scope.now}::timestamptz where tenant_id = ${scope.tenant.id} and crop_id = ${cropId}::uuid and pop_id is not null
      and deleted_at is null returning id),
    unsaid as (delete from search_token as t using gone where t.tenant_id = ${scope.tenant.id} and t.entity = 'planevent' and t.record_id = gone.id)
    select id from gone`.execute(scope.db)
  await retireTasks(
    scope,
    'planEventId',
    rows.map(({ id }) => id),
  )
  await askOfGroundLater(scope, croppingSystemId)
}

/** Columns of a planned step by the kind of record whose events do it. */
const subjects = { crop: sql`p.crop_id`, croppingsystem: sql`p.cropping_system_id` } as const

/** Of an event of a crop, or of the ground under several: it did no step of any, and an open one could take it. */
export async function isInQuestion(scope: Scope, of: keyof typeof subjects, id: string, event: { id: string; eventType: string }): Promise<boolean> {
  if (!Object.hasOwn(plannedCropEvents, event.eventType)) return false
  const { rows } = await sql<{ id: string; does: boolean }>`select p.crop_id as id, bool_or(p.fulfilled_by_event_id is not distinct from ${event.id}) as does
    from planevent as p where p.tenant_id = ${scope.tenant.id} and ${subjects[of]} = ${id}::uuid and p.event_type = ${event.eventType}
      and p.crop_id is not null and p.pop_id is not null and p.deleted_at is null group by p.crop_id order by p.crop_id`.execute(scope.db)
  if (rows.length === 0 || rows.some(({ does }) => does)) return false
  const crops = await recordsById(
    scope,
    crop,
    rows.map((row) => row.id),
    { lock: true },
  )
  const today = localDay(scope)
  return (await planBasis(scope, crops)).some(({ input, endedOn }) => isStepInQuestion(input, event.id, { today, endedOn }))
}

/** What the package says of a step on this crop. */
function foldedPlan({ crop: { areaHa, operatorId, id, croppingSystemId, farmerId, village }, rows, input, packages, endedOn }: PlanBasis): FoldedPlan {
  return {
    rows,
    planned: cropPlan(input),
    place: { operatorId, cropId: id, croppingSystemId, farmerId, village },
    endedOn,
    leftOut: input.leftOut ?? new Set(),
    facts: input.facts,
    columnsOf({ code, packageId }) {
      const step = packages.get(packageId)?.planEvents.find((one) => one.code === code)
      return {
        name: step?.name ?? code,
        plannedQty: step?.dosePerHa ? Math.round(step.dosePerHa * areaHa * 1000) / 1000 : null,
        itemId: step?.itemId ?? null,
        weight: step?.weight ?? 1,
        instruction: step?.instruction ?? null,
        audio: step?.audio?.length ? step.audio : null,
        evidence: step?.evidence.length ? step.evidence : null,
        popId: packageId,
        isJudged: isJudgedByPeople(step?.condition),
        bounds: step?.bounds?.length ? step.bounds : null,
      }
    },
  }
}
