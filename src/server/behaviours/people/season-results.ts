// A member's results in a season: one row per farmer and season, made when the first thing is known about it.

import { sql } from 'kysely'
import { type Declarations, entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { AnyEntity, EventData, EventTypeOf, RecordedEvent, Stored } from '#domain/kernel/entity.ts'
import type { HistoryEvent as StoredEvent } from '#domain/kernel/history.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { type SeasonResult, seasonResults } from '#domain/kernel/terms.ts'
import { byOccurrence } from '#domain/kernel/typed-facts.ts'
import { onDay, phrase, small } from '#domain/messages/message.ts'
import { seasonDecision } from '#domain/people/farmerseason-projection.ts'
import { visitsApart } from '#domain/rules/visits.ts'
import { groupSeasonChanged } from '../../ledger/certificate-findings.ts'
import { defineBehaviour, type EventBehaviour, type Scope } from '../../scope.ts'
import { accountsOf } from '../../store/accounts-of-person.ts'
import { worseOfPerson } from '../../store/approved-person.ts'
import { type EventOf, eventsOf } from '../../store/caused-events.ts'
import { createBySystem } from '../../store/create.ts'
import { changeBySystem } from '../../store/edit.ts'
import { recordsById } from '../../store/get.ts'
import { type ProjectedFinding, projectFlags } from '../../store/project-flags.ts'
import { atEndOfStep, changesOfStep } from '../../store/step.ts'
import { settlePlansOfFarmerLater } from '../cropping/crop-plans.ts'
import { isNear, openSeason, tolerances } from '../open-season.ts'
import { boughtAgainst } from './bought-against.ts'

const farmerseason = entityOf('farmerseason')
type FarmerSeason = Stored<typeof farmerseason>
type Season = Stored<Declarations['season']>
type Decision = EventOf<typeof farmerseason, 'DECIDED'>

/** The committee's result, or a worse one on another record of the same person (decision 83); null before there is one. */
export async function resultOf({ db, tenant }: Scope, farmerId: string | null, seasonId: string | null): Promise<SeasonResult | null> {
  if (farmerId === null || seasonId === null) return null
  const [farmer, season] = [sql`${farmerId}::uuid`, sql`${seasonId}::uuid`]
  const { rows } = await sql<{ result: SeasonResult | null }>`
    select case when s.result in ('APPROVED', 'CONDITIONAL') then coalesce((select w.result from ${worseOfPerson({ tenant }, { farmer, season })} as w limit 1), s.result) else s.result end as result
    from farmerseason as s where s.tenant_id = ${tenant.id} and s.farmer_id = ${farmer} and s.season_id = ${season}`.execute(db)
  return rows[0]?.result ?? null
}

/** The row of this farmer and season, locked; made when there is none. The farmer is locked first, so that two never make it at once. */
export async function farmerSeasonOf(scope: Scope, farmerId: string | null, seasonId: string | null): Promise<FarmerSeason> {
  const [farmer] = farmerId === null ? [] : await recordsById(scope, entityOf('farmer'), [farmerId], { lock: true })
  if (!farmer || seasonId === null) throw new Error(`No farmer ${farmerId} or no season ${seasonId}`)
  const found = await scope.db
    .selectFrom('farmerseason')
    .select('id')
    .where('tenant_id', '=', scope.tenant.id)
    .where('farmer_id', '=', farmer.id)
    .where('season_id', '=', seasonId)
    .executeTakeFirst()
  const [row] = found ? await recordsById(scope, farmerseason, [found.id], { lock: true }) : []
  if (row) return row
  return (
    await createBySystem(scope, farmerseason, {
      operatorId: farmer.operatorId,
      farmerId: farmer.id,
      seasonId,
      farmerName: farmer.title,
      village: farmer.village,
      result: 'NOT_INSPECTED',
    })
  ).row
}

/** Σ estimates and purchases of the farmer's crops of the season, as the list shows them (kg). `unsaved`: a crop whose figures are not written yet. */
export async function refreshTotals(
  scope: Scope,
  farmerId: string | null,
  seasonId: string | null,
  unsaved?: Pick<Stored<Declarations['crop']>, 'id' | 'estimatedKg' | 'purchasedKg'>,
): Promise<void> {
  const row = await farmerSeasonOf(scope, farmerId, seasonId)
  const { rows } = await sql<{ estimatedKg: number; deliveredKg: number }>`
    select coalesce(sum(c.estimated_kg), 0) as "estimatedKg", coalesce(sum(c.purchased_kg), 0) as "deliveredKg" from crop as c
    where c.tenant_id = ${scope.tenant.id} and c.farmer_id = ${farmerId}::uuid and c.season_id = ${seasonId}::uuid and c.deleted_at is null and c.id is distinct from ${unsaved?.id ?? null}::uuid`.execute(
    scope.db,
  )
  const { estimatedKg = 0, deliveredKg = 0 } = rows[0] ?? {}
  const gram = (kg: number) => Math.round(kg * 1000) / 1000
  await changeBySystem(scope, farmerseason, row, {
    estimatedKg: gram(estimatedKg + (unsaved?.estimatedKg ?? 0)),
    deliveredKg: gram(deliveredKg + (unsaved?.purchasedKg ?? 0)),
  })
}

type Visit = EventOf<Declarations['farmer' | 'crop' | 'landparcel'], 'INTERNAL_INSPECTION'> & { day: string }

/** What is inspected of a farmer, and the record that this one was merged into. */
type Visited = { farmers: string[]; crops: string[]; plots: string[]; staysId: string | null }
/** With the records that were merged into theirs (decision 83): they are one person. */
async function visitedOf({ db, tenant }: Scope, farmerId: string | null, { id: seasonId }: Season): Promise<Visited> {
  const { rows } = await sql<Visited>`
    with records as (select f.id from farmer as f where f.tenant_id = ${tenant.id} and (f.id = ${farmerId}::uuid or f.merged_into_id = ${farmerId}::uuid))
    select array(select id from records)::text[] as farmers, array(select p.id from landparcel as p where p.tenant_id = ${tenant.id} and p.farmer_id in (select id from records))::text[] as plots,
      array(select c.id from crop as c where c.tenant_id = ${tenant.id} and c.farmer_id in (select id from records) and c.season_id = ${seasonId}::uuid)::text[] as crops,
      (select f.merged_into_id from farmer as f where f.tenant_id = ${tenant.id} and f.id = ${farmerId}::uuid) as "staysId"`.execute(db)
  return rows[0] ?? { farmers: [], crops: [], plots: [], staysId: null }
}

/** All inspections of a farmer that count for a season, on the person, their plots and crops, and of records merged into theirs, by occurrence. */
async function visitsOf(scope: Scope, { farmers, crops, plots }: Visited, season: Season): Promise<Visit[]> {
  const ofSeason = ({ data }: { data: { seasonId: string } }) => data.seasonId === season.id
  const own = (await eventsOf(scope, entityOf('farmer'), farmers, ['INTERNAL_INSPECTION'])).filter(ofSeason)
  const onCrops = await eventsOf(scope, entityOf('crop'), crops, ['INTERNAL_INSPECTION'])
  const onPlots = (await eventsOf(scope, entityOf('landparcel'), plots, ['INTERNAL_INSPECTION'])).filter(ofSeason)
  return [...own, ...onCrops, ...onPlots]
    .map((one) => ({ ...one, day: localDay(scope, one.occurredAt) }))
    .filter(({ day }) => isNear(season, day, tolerances(scope).sowingOutsideSeason))
    .sort((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt) || Date.parse(a.recordedAt) - Date.parse(b.recordedAt))
}

/** First, second and last visit, as the columns of the row. */
function visitColumns(scope: Scope, visits: readonly Visit[]): Partial<FarmerSeason> {
  const last = visits.at(-1)
  const [first, second] = visitsApart(visits, tolerances(scope).visitGap)
  return {
    inspection1On: first?.day ?? null,
    inspection2On: second?.day ?? null,
    inspectorId: last?.recordedBy ?? null,
    inspectionResult: last?.data.result ?? null,
  }
}

export const isApproved = (result: unknown): boolean => result === 'APPROVED' || result === 'CONDITIONAL'
/** The inspections that a decision was taken on. */
const visitsBefore = (scope: Scope, decision: Decision, visits: readonly Visit[]): Visit[] =>
  visits.filter(({ day }) => day <= localDay(scope, decision.occurredAt))

/** BR-21: what the inspector said by the day of a decision; null when nobody had been there. */
const inspectorsResult = (scope: Scope, decision: Decision, visits: readonly Visit[]): Visit['data']['result'] | null =>
  visitsBefore(scope, decision, visits).at(-1)?.data.result ?? null

/** BR-21: whom the inspector had not approved, and the committee did. Stands on the event of the committee. */
const approvedAgainst = (scope: Scope, decisions: readonly Decision[], visits: readonly Visit[]): ProjectedFinding[] =>
  decisions.flatMap((decision) => {
    const { result, causeEventId } = decision.data
    const inspectionResult = inspectorsResult(scope, decision, visits)
    if (inspectionResult === null || !isApproved(result) || isApproved(inspectionResult)) return []
    const message = phrase`The inspector’s result was ${small(seasonResults[inspectionResult][0])}; the committee decided ${small(seasonResults[result][0])}.`
    return [{ ruleId: 'BR-21', severity: 'REVIEW', message, figures: { inspectionResult, result }, eventId: causeEventId ?? null }]
  })

type OwnVisit = { decision: Decision; visit: Visit }
/** BR-24: a decision that rests on an inspection of whoever took it, recorded since or of a record that was merged since. */
async function decidedOnOwn(scope: Scope, decisions: readonly Decision[], visits: readonly Visit[]): Promise<OwnVisit[]> {
  const pairs = decisions.flatMap((decision) => visitsBefore(scope, decision, visits).map((visit) => ({ decision, visit })))
  const accounts = await accountsOf(
    scope,
    pairs.flatMap(({ decision }) => decision.recordedBy ?? []),
  )
  return pairs.filter(({ decision, visit }) => accounts.get(decision.recordedBy ?? '')?.has(visit.recordedBy ?? ''))
}
/** One for a decision, whatever the number of visits. */
const ownFinding = ({ decision, visit }: OwnVisit, at: number, all: readonly OwnVisit[]): ProjectedFinding[] =>
  all.findIndex((one) => one.decision.id === decision.id) < at
    ? []
    : [
        {
          ruleId: 'BR-24',
          severity: 'REVIEW',
          message: phrase`Whoever recorded the committee’s decision had inspected this member on ${onDay(visit.day)}.`,
          figures: { day: visit.day },
          eventId: decision.data.causeEventId ?? null,
        },
      ]

/**
 * Brings the row of a farmer and season to what all inspections and decisions say, at the end of the step: its columns, and what is to be
 * looked at. `isTakenBack`: an inspection was, and no decision may be left without one of before it (BR-21, BR-26). An
 * inspection that this step records is of nobody who has decided already (BR-24).
 */
export const settleSeasonLater = (
  scope: Scope,
  farmerId: string | null,
  seasonId: string | null,
  { isTakenBack = false }: { isTakenBack?: boolean } = {},
): Promise<void> =>
  atEndOfStep(scope, `season ${seasonId} of ${farmerId}`, async () => {
    const row = await farmerSeasonOf(scope, farmerId, seasonId)
    const season = await seasonOf(scope, seasonId)
    const visited = await visitedOf(scope, farmerId, season)
    const visits = await visitsOf(scope, visited, season)
    const decisions = await eventsOf(scope, farmerseason, row.id, ['DECIDED'])
    const groundless = isTakenBack ? byOccurrence(decisions).find((one) => visitsBefore(scope, one, visits).length === 0) : undefined
    if (groundless)
      throw new Problem('STATE_CONFLICT', {
        message: phrase`The committee of ${onDay(localDay(scope, groundless.occurredAt))} decided on this inspection. Take its decision back first.`,
        figures: { eventId: groundless.data.causeEventId, eventType: 'APPROVAL_COMMITTEE' },
      })
    const own = await decidedOnOwn(scope, decisions, visits)
    const recorded = new Set(changesOfStep(scope).recorded)
    if (own.some(({ visit }) => recorded.has(visit.id)))
      throw ruleBlocked('BR-24', 'You decided on this member in the committee: another inspector must come.', { farmerId })
    await changeBySystem(scope, farmerseason, row, visitColumns(scope, visits))
    const findings = [...approvedAgainst(scope, decisions, visits), ...own.flatMap(ownFinding), ...(await boughtAgainst(scope, decisions, visited.crops))]
    await projectFlags(scope, farmerseason, row.id, ['BR-04', 'BR-21', 'BR-24'], findings)
    // What is recorded late on a record that ended is of the person, on whom the committee decides by the one that stays.
    if (visited.staysId) await settleSeasonLater(scope, visited.staysId, seasonId, { isTakenBack })
  })

const seasonOf = async (scope: Scope, seasonId: string | null): Promise<Season> => {
  const [season] = seasonId === null ? [] : await recordsById(scope, entityOf('season'), [seasonId])
  if (!season) throw fieldProblem('data.seasonId', 'missing', 'There is no such season.')
  return season
}

type InspectionOf<E extends AnyEntity> = EventTypeOf<E> & 'INTERNAL_INSPECTION'
/** An inspection counts for its season, while that is open, and happened in it. */
export const inspection = <E extends AnyEntity>(
  seasonOf: (subject: Stored<E>, event: RecordedEvent<EventData<E, InspectionOf<E>>>) => string | null,
  farmerOf: (subject: Stored<E>) => string | null,
): EventBehaviour<E, InspectionOf<E>> => ({
  async apply(scope, { subject, event }) {
    const season = await openSeason(scope, seasonOf(subject, event))
    const days = tolerances(scope).sowingOutsideSeason
    if (!isNear(season, localDay(scope, event.occurredAt), days))
      throw fieldProblem('occurredAt', 'rule', phrase`Outside the season (${onDay(season.startDate)} to ${onDay(season.endDate)}) by more than ${days} days.`)
  },
  checkVoid: async (scope, { subject, event }) => void (await openSeason(scope, seasonOf(subject, event))),
  /** In place of an earlier one, which a decision may have been taken on, too. */
  settle: (scope, { subject, event }, isVoided) =>
    settleSeasonLater(scope, farmerOf(subject), seasonOf(subject, event), { isTakenBack: isVoided || event.supersedesEventId !== null }),
})

/** One of a farmer or a plot does the step of an inspection that packages plan on the crops there (BR-18), too. */
export const inspectionOfHolding = <E extends AnyEntity>(...of: Parameters<typeof inspection<E>>): EventBehaviour<E, InspectionOf<E>> => {
  const [seasonOf, farmerOf] = of
  const counted = inspection<E>(...of)
  return {
    ...counted,
    async settle(scope, change, isVoided) {
      await counted.settle?.(scope, change, isVoided)
      const [farmerId, seasonId] = [farmerOf(change.subject), seasonOf(change.subject, change.event)]
      if (farmerId && seasonId) await settlePlansOfFarmerLater(scope, farmerId, seasonId)
    },
  }
}

/** The columns of a row that follow from the committee's decisions; of the past, also those from inspections. */
async function projectSeason(scope: Scope, row: FarmerSeason, history: readonly StoredEvent[]): Promise<Partial<FarmerSeason>> {
  const facts = [...history].sort((one, other) => one.version - other.version).map((event) => ({ ...event, day: localDay(scope, event.occurredAt) }))
  const { status: _status, ...decision } = seasonDecision(facts)
  if (!scope.past) return decision
  const season = await seasonOf(scope, row.seasonId)
  return { ...decision, ...visitColumns(scope, await visitsOf(scope, await visitedOf(scope, row.farmerId, season), season)) }
}

export const farmerseasonBehaviour = defineBehaviour(farmerseason, {
  project: projectSeason,
  async projected(scope, before, after) {
    // What was bought may all be of a record that was merged into this one.
    if (before.result !== after.result) await groupSeasonChanged(scope, after.operatorId, after.seasonId, after.deliveredKg ? null : after.farmerId)
  },
})
