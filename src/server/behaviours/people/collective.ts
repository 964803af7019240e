// What an operator decides for many members at once: trainings, and the approved farmer list of a season
// (BR-21: no list before everybody was inspected; BR-24: none by their inspector; BR-26: no way back once goods were bought on it).

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { RecordedEvent, Row } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { SeasonResult } from '#domain/kernel/terms.ts'
import type { Behaviour, EventBehaviour, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { canonical } from '../../store/columns.ts'
import { recordsById } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { voidCausedOn } from '../../store/void-event.ts'
import { openSeason } from '../open-season.ts'
import { farmerSeasonOf } from './season-results.ts'

type Decision = { farmerId: string; result: SeasonResult; conditions?: string | null }
const farmer = entityOf('farmer')
const farmerseason = entityOf('farmerseason')

/** Members of this operator by id, locked; a stranger among them is refused at its place in the list. */
async function membersOf(scope: Scope, subject: Row, ids: readonly string[], path: (index: number) => string): Promise<Map<string, Row>> {
  if (new Set(ids).size !== ids.length) throw fieldProblem(path(ids.findIndex((id, index) => ids.indexOf(id) !== index)), 'taken', 'Named twice.')
  const found = new Map(
    (await recordsById(scope, farmer, ids, { lock: true })).filter(({ operatorId }) => operatorId === subject.id).map((row) => [row.id, row]),
  )
  const strange = ids.findIndex((id) => !found.has(id))
  if (strange >= 0) throw fieldProblem(path(strange), 'missing', 'There is no such member of this operator.')
  return found
}

const committee: EventBehaviour = {
  async apply(scope, { subject, event }) {
    const { seasonId, decisions } = event.data as { seasonId: string; decisions: Decision[] }
    await openSeason(scope, seasonId)
    const members = await membersOf(
      scope,
      subject,
      decisions.map(({ farmerId }) => farmerId),
      (index) => `data.decisions.${index}.farmerId`,
    )
    await checkCoverage(scope, subject, seasonId)
    const listHash = createHash('sha256')
      .update(canonical({ operatorId: subject.id, seasonId, decisions: [...decisions].sort((a, b) => (a.farmerId < b.farmerId ? -1 : 1)) }))
      .digest('hex')
    for (const [index, { farmerId, result, conditions }] of decisions.entries()) {
      const row = await farmerSeasonOf(scope, farmerId, seasonId)
      if (!row.inspection1On && (result === 'APPROVED' || result === 'CONDITIONAL'))
        throw ruleBlocked('BR-21', `${members.get(farmerId)?.title} was not inspected this season.`, { farmerId, path: `data.decisions.${index}` })
      if (row.inspectorId === event.recordedBy)
        throw ruleBlocked('BR-24', `You inspected ${members.get(farmerId)?.title}: somebody else must decide.`, { farmerId, path: `data.decisions.${index}` })
      await recordBySystem(scope, farmerseason, row.id, {
        eventType: 'DECIDED',
        occurredAt: event.occurredAt,
        data: { result, conditions: conditions ?? null, listHash, causeEventId: event.id },
      })
    }
  },
  async undo(scope, { event }) {
    const { seasonId, decisions } = event.data as { seasonId: string; decisions: Decision[] }
    await refuseAfterPurchases(scope, seasonId, decisions)
    for (const { farmerId } of decisions) {
      const row = await farmerSeasonOf(scope, farmerId, seasonId)
      const left = (await eventsOf(scope, farmerseason, row.id, ['DECIDED'])).filter(({ data }) => data.causeEventId !== event.id).at(-1)
      await voidCausedOn(
        scope,
        farmerseason,
        row,
        event.id,
        left ? decided(scope, left) : { result: 'NOT_INSPECTED', conditions: null, approvedOn: null, approvedBy: null, listHash: null },
      )
    }
  },
}

/** BR-21: internally inspected / active members = 100 % before a list is written. */
async function checkCoverage(scope: Scope, subject: Row, seasonId: string): Promise<void> {
  const { rows } = await sql<{ members: number; inspected: number }>`
    select count(*) as members, count(s.inspection1_on) as inspected from farmer as f
    left join farmerseason as s on s.tenant_id = ${scope.tenant.id} and s.farmer_id = f.id and s.season_id = ${seasonId}::uuid
    where f.tenant_id = ${scope.tenant.id} and f.operator_id = ${subject.id}::uuid and f.status = 'ACTIVE' and f.deleted_at is null`.execute(scope.db)
  const { members = 0, inspected = 0 } = rows[0] ?? {}
  if (inspected < members)
    throw ruleBlocked('BR-21', `${inspected} of ${members} active members were inspected this season; the committee decides when all were.`, {
      inspected,
      members,
    })
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

const decided = (scope: Scope, { data, occurredAt, recordedBy }: Pick<RecordedEvent, 'data' | 'occurredAt' | 'recordedBy'>) => ({
  result: data.result,
  conditions: data.conditions ?? null,
  approvedOn: localDay(scope, occurredAt),
  approvedBy: recordedBy,
  listHash: data.listHash ?? null,
})
export const farmerseasonBehaviour: Behaviour = {
  events: {
    DECIDED: {
      apply: async (scope, { subject, event }) => {
        Object.assign(subject, decided(scope, event))
      },
    },
  },
}

/** A training counts for each member who came. */
const training: EventBehaviour = {
  async apply(scope, { subject, event }) {
    const { farmerIds, topic, hours } = event.data as { farmerIds: string[]; topic: string; hours: number }
    for (const id of (await membersOf(scope, subject, farmerIds, (index) => `data.farmerIds.${index}`)).keys()) {
      await recordBySystem(scope, farmer, id, { eventType: 'TRAINING_ATTENDED', occurredAt: event.occurredAt, data: { topic, hours, causeEventId: event.id } })
    }
  },
  async undo(scope, { event }) {
    for (const row of await recordsById(scope, farmer, event.data.farmerIds as string[], { lock: true })) await voidCausedOn(scope, farmer, row, event.id)
  },
}

/** What the certification body issued stands beside the other schemes; ICS code and TraceNet number of the scheme stay. */
const certificate: EventBehaviour = {
  async apply(_scope, { subject, event }) {
    const issued = event.data as { scheme: string; since: string; validTo: string }
    if (issued.validTo <= issued.since) throw fieldProblem('data.validTo', 'min', 'A certificate ends after it begins.')
    const known = (subject.schemes as { scheme: string }[] | null) ?? []
    const before = known.find(({ scheme }) => scheme === issued.scheme)
    const now = { icsCode: null, tracenetId: null, ...before, ...issued }
    subject.schemes = before ? known.map((one) => (one === before ? now : one)) : [...known, now]
  },
}

const withdrawn: EventBehaviour = {
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
  async undo() {},
}

export const collectiveBehaviour: Behaviour = { events: { SC_CHANGED: certificate, APPROVAL_COMMITTEE: committee, TRAINING: training, WITHDRAWN: withdrawn } }
