// Planning a round of inspections in bulk (BR-34, BR-21, BR-24): by risk or everybody, each by an inspector who may go there. A preview
// writes nothing; two managers at once plan nobody twice, as one inspection of a round is open for a farmer.
import { sql } from 'kysely'
import { can } from '#domain/access.ts'
import { assign, choose, type Member } from '#domain/certification/inspection-round.ts'
import type { RoundPlanned, RoundRequested } from '#domain/certification/round-answer.ts'
import { entityOf } from '#domain/entities.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { type RiskClass, riskOrder, suggestedSample } from '#domain/rules/risk.ts'
import { risksOf } from '../../queries/farmer-risk.ts'
import type { Scope } from '../../scope.ts'
import { createBySystem } from '../../store/create.ts'
import { recordsById } from '../../store/get.ts'
import { type Person, personOf } from '../../store/records-of-person.ts'
import { openSeason } from '../open-season.ts'
import { staffOf, whyNotInspector } from './inspectors.ts'

const [inspection, user, checklist] = [entityOf('inspection'), entityOf('user'), entityOf('checklist')]

/** As many visits are made in one call; whoever has one is left out of the next. */
const mostVisits = 500

type Open = { id: string; title: string; village: string; isLargeFarm: boolean; person: Person }

/** By a role that reaches this operator: whoever plans elsewhere, and only looks in here, plans nothing here. */
const plansFor = (user: Scope['user'], operatorId: string): boolean =>
  user.grants.some((grant) => (grant.role === 'ADMIN' || grant.operatorIds?.includes(operatorId)) && can({ ...user, grants: [grant] }, 'inspection', 'A'))

export async function planRound(scope: Scope, requested: RoundRequested): Promise<RoundPlanned> {
  const operatorId = scope.operator?.id
  if (!operatorId) throw fieldProblem('operator', 'required', 'A round is planned for one operator.')
  if (!plansFor(scope.user, operatorId)) throw new Problem('FORBIDDEN')
  await openSeason(scope, requested.seasonId)
  const [questions] = await recordsById(scope, checklist, [requested.checklistId])
  if (questions?.status !== 'PUBLISHED' || questions.kind !== 'INTERNAL')
    throw fieldProblem('checklistId', 'choice', 'A published checklist of the internal control is needed.')
  const open = await openMembers(scope, operatorId, requested)
  const risks = await risksOf(
    scope,
    open.map(({ id }) => id),
  )
  const classOf = (id: string): RiskClass => risks.get(id)?.riskClass ?? 'LOW'
  const members = open.map(({ id, village, isLargeFarm }): Member => ({ id, village, riskClass: classOf(id), isLargeFarm }))
  const inspectors = await inspectorsOf(scope)
  const staff = await staffOf(scope, operatorId)
  const byId = new Map(open.map((one) => [one.id, one]))
  const mayVisit = (inspectorId: string, farmerId: string): boolean => {
    const who = inspectors.get(inspectorId)
    const member = byId.get(farmerId)
    return who && member ? whyNotInspector(who, { kind: 'INTERNAL', farmerId, operatorId, village: member.village }, member.person, staff) === null : false
  }
  const { visits, left } = assign(
    choose(members, requested.way, requested.random, requested.seed).slice(0, mostVisits),
    [...inspectors.keys()],
    mayVisit,
    requested,
  )
  if (!requested.isPreview)
    for (const { id: farmerId, inspectorId, plannedOn, reason } of visits) {
      const { seasonId, checklistId, round } = requested
      await createBySystem(scope, inspection, { operatorId, kind: 'INTERNAL', farmerId, seasonId, checklistId, round, plannedOn, inspectorId, reason })
    }
  return {
    members: open.length,
    risk: riskOrder.map((riskClass) => ({ riskClass, members: members.filter((one) => one.riskClass === riskClass).length })),
    suggestedSample: suggestedSample(open.length),
    reasons: [...Map.groupBy(visits, ({ reason }) => reason)].map(([reason, own]) => ({ reason, visits: own.length })),
    inspectors: [...Map.groupBy(visits, ({ inspectorId }) => inspectorId)].map(([inspectorId, own]) => ({
      inspectorId,
      name: inspectors.get(inspectorId)?.title ?? '',
      visits: own.length,
      from: own[0]?.plannedOn ?? requested.from,
      to: own.at(-1)?.plannedOn ?? requested.from,
    })),
    left: left.map(({ id, village }) => ({ farmerId: id, name: byId.get(id)?.title ?? '', village })),
    planned: requested.isPreview ? 0 : visits.length,
  }
}

/** Active members of whom no inspection of this round is planned or carried out. */
async function openMembers(scope: Scope, operatorId: string, { seasonId, round }: RoundRequested): Promise<Open[]> {
  const { db, tenant } = scope
  const { rows } = await sql<Open>`
    select f.id, f.title, f.village, f.separate_inspection as "isLargeFarm", ${personOf(scope, sql`f.id`)} as person from farmer as f
    where f.tenant_id = ${tenant.id} and f.operator_id = ${operatorId}::uuid and f.status = 'ACTIVE' and f.deleted_at is null
      and not exists (select from inspection as i where i.tenant_id = ${tenant.id} and i.farmer_id = f.id and i.season_id = ${seasonId}::uuid
        and i.kind = 'INTERNAL' and i.round = ${round} and i.status <> 'CANCELLED' and i.deleted_at is null)
    order by f.id limit 5000`.execute(db)
  return rows
}

/** Who has the role of inspector anywhere; whether for this operator and village is asked of each by `whyNotInspector`. */
async function inspectorsOf(scope: Scope) {
  const { rows } = await sql<{ id: string }>`
    select u.id from "user" as u where u.tenant_id = ${scope.tenant.id} and u.deleted_at is null and u.status in ('ACTIVE', 'INVITED')
      and exists (select from jsonb_array_elements(u.roles) as g where g->>'role' = 'INTERNAL_INSPECTOR') order by u.id`.execute(scope.db)
  const ids = rows.map(({ id }) => id)
  return new Map((await recordsById(scope, user, ids)).map((one) => [one.id, one]))
}
