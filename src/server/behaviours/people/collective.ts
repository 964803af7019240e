// What an operator decides for many members at once: trainings, and the approved farmer list of a season
// (BR-21: no list before everybody was inspected; BR-24: none by their inspector; BR-26: no way back once goods were bought on it).

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { boundaryProblem, inspectServiceArea } from '#domain/geo/boundary.ts'
import { countryBox } from '#domain/geo/country-boxes.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { EventData, Stored } from '#domain/kernel/entity.ts'
import { Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { SeasonResult } from '#domain/kernel/terms.ts'
import { listed, phrase } from '#domain/messages/message.ts'
import { needsOfCommittee } from '#domain/people/internal-control.ts'
import { followParty } from '../../ledger/party-followers.ts'
import { lockPartyFirst } from '../../ledger/party-then.ts'
import { defineBehaviour, type EventBehaviour, guardedBy, type Scope } from '../../scope.ts'
import { accountsOfCaller } from '../../store/accounts-of-person.ts'
import { refuseBeforeStart } from '../../store/before-start.ts'
import { canonical, isSame } from '../../store/columns.ts'
import { readEvent } from '../../store/events.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { refuseUnconditional } from '../certification/rule-effects.ts'
import { openSeason } from '../open-season.ts'
import { refuseUndecidable } from './committee-members.ts'
import { drawnUp } from './draw-up-list.ts'
import { externalAudit } from './external-audit.ts'
import { inputIssue, inputProcurement } from './group-inputs.ts'
import { icsMeeting } from './ics-meeting.ts'
import { checkCoverage } from './inspection-coverage.ts'
import { checkInternalControl, judgeEdit } from './internal-control.ts'
import { membersOf } from './members-of.ts'
import { premiumDistribution } from './premium.ts'
import { farmerSeasonOf, isApproved, settleSeasonLater } from './season-results.ts'
import { refuseUnlessQuarters } from './training-hours.ts'

const collective = entityOf('collective')
type Collective = Stored<typeof collective>
type CollectiveEvent<K extends keyof (typeof collective)['events']> = EventBehaviour<typeof collective, K>
type Decision = EventData<typeof collective, 'APPROVAL_COMMITTEE'>['decisions'][number]
const farmer = entityOf('farmer')
const farmerseason = entityOf('farmerseason')

const committee: CollectiveEvent<'APPROVAL_COMMITTEE'> = {
  async check(scope, { subject }) {
    const against = needsOfCommittee.find(({ fails }) => fails(subject, scope.user))
    if (against) throw ruleBlocked('BR-24', against.why, {})
  },
  async apply(scope, { subject, event, flag }) {
    const { seasonId, decisions } = event.data
    await openSeason(scope, seasonId)
    const members = await membersOf(
      scope,
      subject,
      decisions.map(({ farmerId }) => farmerId),
      (index) => `data.decisions.${index}.farmerId`,
    )
    await refuseUndecidable(scope, members, event.occurredAt)
    await checkCoverage(scope, subject, seasonId, localDay(scope, event.occurredAt))
    const inspected = await inspectedBy(scope, seasonId, await accountsOfCaller(scope), [...members.keys()])
    const listHash = createHash('sha256')
      .update(canonical({ operatorId: subject.id, seasonId, decisions: await listOf(scope, subject, seasonId, decisions) }))
      .digest('hex')
    const scores = await scoresOf(scope, seasonId, [...members.keys()])
    const against: string[] = []
    for (const [index, { farmerId, result, conditions, reason }] of decisions.entries()) {
      const row = await farmerSeasonOf(scope, farmerId, seasonId)
      if (!row.inspection1On || row.inspection1On > localDay(scope, event.occurredAt))
        throw ruleBlocked('BR-21', phrase`${members.get(farmerId)?.title} was not inspected this season by that day.`, {
          farmerId,
          path: `data.decisions.${index}`,
        })
      if (inspected.has(farmerId))
        throw ruleBlocked('BR-24', phrase`You inspected ${members.get(farmerId)?.title}: somebody else must decide.`, {
          farmerId,
          path: `data.decisions.${index}`,
        })
      if (result === 'APPROVED') await refuseUnconditional(scope, farmerId, seasonId, localDay(scope, event.occurredAt), `data.decisions.${index}`)
      await recordBySystem(scope, farmerseason, row.id, {
        eventType: 'DECIDED',
        occurredAt: event.occurredAt,
        data: {
          result,
          conditions: conditions ?? null,
          reason: reason ?? null,
          listHash,
          complianceScore: scores.get(farmerId) ?? null,
          causeEventId: event.id,
        },
      })
      await settleSeasonLater(scope, farmerId, seasonId)
      if (isApproved(result) && row.inspectionResult && !isApproved(row.inspectionResult)) against.push(members.get(farmerId)?.title ?? farmerId)
    }
    if (against.length) {
      const message = phrase`Approved against the result of the inspection: ${listed(against.slice(0, 5))}.`
      flag({ ruleId: 'BR-21', severity: 'REVIEW', message, figures: { members: against.length } })
    }
  },
  async checkVoid(scope, { subject, event }) {
    const { seasonId, decisions } = event.data
    await openSeason(scope, seasonId)
    await refuseAfterPurchases(scope, seasonId, decisions)
    await refuseAfterSignature(scope, subject, event.id, seasonId, decisions)
  },
  async settle(scope, { event }, isVoided) {
    const { seasonId, decisions } = event.data
    if (isVoided) for (const { farmerId } of decisions) await settleSeasonLater(scope, farmerId, seasonId)
  },
}

/** BR-24: the members whom the person of these accounts inspected in the season, at home, on a plot or at a crop, whoever came last; also by a record that was merged into theirs. */
export async function inspectedBy(scope: Scope, seasonId: string, accounts: ReadonlySet<string>, farmerIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(r.merged_into_id, r.id) as id from event as e
    left join farmer as f on e.subject_type = 'farmer' and f.tenant_id = ${scope.tenant.id} and f.id = e.subject_id
    left join crop as c on e.subject_type = 'crop' and c.tenant_id = ${scope.tenant.id} and c.id = e.subject_id and c.season_id = ${seasonId}::uuid
    left join landparcel as p on e.subject_type = 'landparcel' and p.tenant_id = ${scope.tenant.id} and p.id = e.subject_id
    join farmer as r on r.tenant_id = ${scope.tenant.id} and r.id = coalesce(f.id, c.farmer_id, p.farmer_id)
    where e.tenant_id = ${scope.tenant.id} and e.event_type = 'INTERNAL_INSPECTION' and e.status = 'RECORDED' and e.recorded_by = any(${[...accounts]}::uuid[])
      and (e.subject_type = 'crop' or e.data->>'seasonId' = ${seasonId}) and coalesce(r.merged_into_id, r.id) = any(${[...farmerIds]}::uuid[])`.execute(
    scope.db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** BR-17: what the rules of schemes say of each member's crops of the season by now, the lowest of them. */
async function scoresOf({ db, tenant }: Scope, seasonId: string, farmerIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ farmerId: string; score: number }>`select c.farmer_id as "farmerId", min(c.compliance_score) as score from crop as c
    where c.tenant_id = ${tenant.id} and c.season_id = ${seasonId}::uuid and c.farmer_id = any(${[...farmerIds]}::uuid[]) and c.deleted_at is null
      and c.status not in ('CANCELLED', 'FAILED') and c.compliance_score is not null group by c.farmer_id`.execute(db)
  return new Map(rows.map(({ farmerId, score }) => [farmerId, score]))
}

type Listed = { farmerId: string; result: SeasonResult; conditions: string | null }
/** The whole list of the season as it will be after these decisions: what its fingerprint is taken from. */
async function listOf(scope: Scope, subject: Collective, seasonId: string, decisions: readonly Decision[]): Promise<Listed[]> {
  const known = await scope.db
    .selectFrom('farmerseason')
    .select(['farmer_id', 'result', 'conditions'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('operator_id', '=', subject.id)
    .where('season_id', '=', seasonId)
    .where('status', '=', 'DECIDED')
    .where('deleted_at', 'is', null)
    .execute()
  const list = new Map(
    known.flatMap(({ farmer_id: farmerId, result, conditions }): [string, Listed][] =>
      farmerId && result ? [[farmerId, { farmerId, result, conditions }]] : [],
    ),
  )
  for (const { farmerId, result, conditions } of decisions) list.set(farmerId, { farmerId, result, conditions: conditions ?? null })
  return [...list.values()].sort((a, b) => (a.farmerId < b.farmerId ? -1 : 1))
}

async function refuseAfterPurchases(scope: Scope, seasonId: string, decisions: readonly Decision[]): Promise<void> {
  const approved = decisions.filter(({ result }) => result === 'APPROVED' || result === 'CONDITIONAL').map(({ farmerId }) => farmerId)
  const { rows } = await sql<{ crops: number }>`
    select count(*) as crops from crop as c where c.tenant_id = ${scope.tenant.id} and c.season_id = ${seasonId}::uuid and c.farmer_id = any(${approved}::uuid[]) and c.purchased_kg > 0 and c.deleted_at is null`.execute(
    scope.db,
  )
  if (rows[0]?.crops)
    throw ruleBlocked('BR-26', 'Goods were bought on the strength of this list since. Record a new decision instead.', { crops: rows[0].crops })
}

/** BR-26: a list that is signed was drawn up on these decisions. */
async function refuseAfterSignature(
  scope: Scope,
  subject: Pick<Collective, 'id'>,
  eventId: string,
  seasonId: string,
  decisions: readonly Decision[],
): Promise<void> {
  const approved = decisions.filter(({ result }) => isApproved(result)).map(({ farmerId }) => farmerId)
  const { rows } = await sql<{ version: number }>`
    select l.version_no as version from approvedlist as l join event as e on e.tenant_id = ${scope.tenant.id} and e.id = ${eventId}::uuid and e.recorded_at <= l.created_at
    where l.tenant_id = ${scope.tenant.id} and l.operator_id = ${subject.id}::uuid and l.season_id = ${seasonId}::uuid and l.status in ('SIGNED', 'IN_FORCE')
      and l.deleted_at is null and exists (select from jsonb_array_elements(l.entries) as n where n->>'farmerId' = any(${approved}::text[]))
    order by 1 limit 1`.execute(scope.db)
  if (rows[0])
    throw ruleBlocked('BR-26', phrase`Version ${rows[0].version} of the approved list is signed, and rests on this. Record a new decision instead.`, {
      versionNo: rows[0].version,
    })
}

/** Of a correction: who came by what it replaces, and when. Of them that moment is not judged anew (docs/decisions/0171). */
async function attendedBefore(
  scope: Scope,
  subject: Collective,
  replacedId: string | null,
): Promise<{ farmerIds: Set<string>; occurredAt: string } | undefined> {
  const former = replacedId ? await readEvent(scope, collective, subject.id, replacedId) : undefined
  const { farmerIds } = former?.data ?? {}
  return former && { farmerIds: new Set<string>(Array.isArray(farmerIds) ? farmerIds : []), occurredAt: new Date(former.occurred_at).toISOString() }
}

/** A training counts for each member who came. */
const training: CollectiveEvent<'TRAINING'> = {
  check: async (_scope, { event }) => refuseUnlessQuarters(event.data.hours),
  async apply(scope, { subject, event }) {
    const { farmerIds, topic, hours, trainerId = null } = event.data
    const { occurredAt } = event
    const former = await attendedBefore(scope, subject, event.supersedesEventId)
    const members = await membersOf(scope, subject, farmerIds, (index) => `data.farmerIds.${index}`, former?.farmerIds)
    for (const [id, member] of members) {
      const formerly = former?.farmerIds.has(id) ? former.occurredAt : undefined
      const path = `data.farmerIds.${farmerIds.indexOf(id)}`
      await refuseBeforeStart(scope, farmer, member, { eventType: 'TRAINING_ATTENDED', occurredAt }, { path, formerly })
      const data = { topic, hours, trainerId, causeEventId: event.id }
      await recordBySystem(scope, farmer, id, { eventType: 'TRAINING_ATTENDED', occurredAt, data })
    }
  },
}

/** What it traded while it was suspended or gone is found, also when that becomes known late. */
const follow: EventBehaviour<typeof collective>['follow'] = (scope, { subject, event }) =>
  followParty(scope, { kind: 'collective', id: subject.id }, event.occurredAt)
const withdrawn: CollectiveEvent<'WITHDRAWN'> = {
  follow,
  async apply(scope, { subject }) {
    const live = await scope.db
      .selectFrom('productbatch')
      .select('id')
      .where('tenant_id', '=', scope.tenant.id)
      .where('operator_id', '=', subject.id)
      .where('on_hand_kg', '>', 0)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (live) throw new Problem('STATE_CONFLICT', { message: 'This operator still has stock in the books.' })
  },
}

/** BR-01 of the area that it works in: one sound ring, in its country. Plots that lie there already are not judged anew. */
function placeArea(scope: Scope, before: Collective | null, after: Collective): void {
  if (!after.serviceArea || isSame(before?.serviceArea, after.serviceArea)) return
  const { area, flaw } = inspectServiceArea(after.serviceArea, countryBox(after.country ?? scope.tenant.country))
  if (flaw) throw boundaryProblem(flaw, 'serviceArea')
  after.serviceArea = area
}

export const collectiveBehaviour = defineBehaviour(collective, {
  lockFirst: lockPartyFirst,
  async prepare(scope, { before, after, flag }) {
    placeArea(scope, before, after)
    const finding = before && (await judgeEdit(scope, before, after))
    if (finding) flag(finding)
  },
  events: {
    ACTIVATED: { check: (scope, { subject }) => checkInternalControl(scope, subject) },
    APPROVAL_COMMITTEE: committee,
    EXTERNAL_AUDIT: externalAudit,
    ICS_MEETING: icsMeeting,
    INPUT_ISSUE: inputIssue,
    INPUT_PROCUREMENT: inputProcurement,
    INSPECTION_ROUND: guardedBy(async (scope, { event }) => void (await openSeason(scope, event.data.seasonId))),
    LIST_DRAWN_UP: drawnUp,
    PREMIUM_DISTRIBUTION: premiumDistribution,
    REINSTATED: { follow },
    SUSPENDED: { follow },
    TRAINING: training,
    WITHDRAWN: withdrawn,
  },
})
