// What a sanction does (2.1, 3.1): it is recorded on the farmer, and ends the season's approval, the conversion of the plot or the
// membership. Effects are events on those records, caused by the imposing one: taken back with it, and ended by those of the lifting.
import { sql } from 'kysely'
import { noneProposed, proposalDecided } from '#domain/certification/nonconformity.ts'
import { type SanctionHistory, sanctionHistoryOf } from '#domain/certification/sanction-projection.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import type { Sanction } from '#domain/kernel/sanctions.ts'
import { phrase, type Sentence } from '#domain/messages/message.ts'
import { spelledRow } from '#domain/messages/spelled-row.ts'
import type { EventBehaviour, EventChange, Scope } from '../../scope.ts'
import { readEvent } from '../../store/events.ts'
import { recordsById } from '../../store/get.ts'
import { historyOf } from '../../store/history.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { farmerSeasonOf } from '../people/season-results.ts'

const nonconformity = entityOf('nonconformity')
type Nonconformity = Stored<typeof nonconformity>
type On<K extends keyof typeof nonconformity.events> = EventBehaviour<typeof nonconformity, K>

/** What a sanction needs that the non-conformity does not name; null: nothing. */
function lacks(sanction: Sanction, { farmerId, parcelId, processorId }: Nonconformity): Sentence | null {
  // The dictionary names no season, plot or membership of a company (2.1, 4.1): what stops its goods is its scope certificate (5.3).
  if (processorId && sanction !== 'WARNING' && sanction !== 'CORRECTIVE_ACTION')
    return 'This sanction is of a grower. Of a company the certification body suspends or withdraws the scope certificate.'
  if (sanction === 'SALES_SUSPENSION' && !farmerId) return 'Name the farmer whose sales are stopped.'
  if (sanction === 'CONVERSION_RESET' && !parcelId) return 'Name the plot whose conversion starts again.'
  if (sanction === 'EXPULSION' && !farmerId) return 'Name the farmer who leaves the group.'
  return null
}

/** The season that a non-conformity is about: of its crop, or of the inspection that found it. */
export async function seasonOf(scope: Scope, { cropId, inspectionId }: Pick<Nonconformity, 'cropId' | 'inspectionId'>): Promise<string | null> {
  const [crop] = cropId === null ? [] : await recordsById(scope, entityOf('crop'), [cropId])
  if (crop || inspectionId === null) return crop?.seasonId ?? null
  return (await recordsById(scope, entityOf('inspection'), [inspectionId]))[0]?.seasonId ?? null
}

export const escalated: On<'ESCALATED'> = {
  /** All crops of the farmer in the season are sold as conventional: of a crop or an inspection it is theirs. */
  async complete(scope, subject, { data: { sanction, seasonId } }): Promise<{ seasonId?: string | null }> {
    return sanction === 'SALES_SUSPENSION' ? { seasonId: seasonId ?? (await seasonOf(scope, subject)) } : {}
  },
  async check(scope, { subject, event }) {
    const { sanction, dueOn, seasonId } = event.data
    if ((await sanctionThen(scope, subject, event)).now.sanctionState === 'PROPOSED') throw new Problem('STATE_CONFLICT', { message: noneProposed.why })
    if (sanction === 'CORRECTIVE_ACTION' && !dueOn) throw fieldProblem('data.dueOn', 'required', 'Say by when it has to be corrected.')
    const missing = lacks(sanction, subject)
    if (missing !== null) throw fieldProblem('data.sanction', 'rule', missing)
    if (sanction !== 'SALES_SUSPENSION') return
    if (!seasonId) throw fieldProblem('data.seasonId', 'required', 'Name the season: neither a crop nor an inspection says it.')
    const own = await seasonOf(scope, subject)
    if (own !== null && own !== seasonId) throw fieldProblem('data.seasonId', 'rule', 'It was found in another season.')
  },
}

/** As it was at this moment. */
async function sanctionThen(scope: Scope, { id }: Pick<Nonconformity, 'id'>, by: { id: string; occurredAt: string }): Promise<SanctionHistory> {
  const history = await historyOf(scope, nonconformity, id)
  return sanctionHistoryOf(history.filter((event) => event.id !== by.id && Date.parse(event.occurredAt) <= Date.parse(by.occurredAt)))
}
const noProposal = () => new Problem('STATE_CONFLICT', { message: 'No sanction is proposed.' })

/** A correction that is not enough leaves the proposal: it waits to be decided again. */
export const returned: On<'ACTION_RETURNED'> = {
  async decide(scope, { subject, event }) {
    const { now } = await sanctionThen(scope, subject, event)
    if (now.sanctionState === 'PROPOSED') subject.status = 'ESCALATED'
  },
}
export const refused: On<'SANCTION_REFUSED'> = {
  async check(scope, { subject, event }) {
    if ((await sanctionThen(scope, subject, event)).now.sanctionState !== 'PROPOSED') throw noProposal()
  },
}
/**
 * A proposal is decided on by who may refuse it, also by closing; the correction of a sanction in force is seen by whoever lifts it. What was closed
 * stays so when the entry is corrected: also of before proposals outlasted a report (docs/decisions/0147-a-proposal-is-decided-on.md).
 */
export async function refuseUndecided(scope: Scope, { subject, event }: EventChange<typeof nonconformity, 'CLOSED'>): Promise<void> {
  const former = event.supersedesEventId ? await readEvent(scope, nonconformity, subject.id, event.supersedesEventId) : undefined
  if (former?.event_type === 'CLOSED') return
  const { now, inForce } = await sanctionThen(scope, subject, event)
  if (inForce !== null)
    throw new Problem('STATE_CONFLICT', { message: 'A sanction is in force: it is lifted first, and what is proposed besides is imposed or refused.' })
  const need = proposalDecided
  if (need.fails({ ...subject, ...now }, scope.user)) throw new Problem('STATE_CONFLICT', { message: need.why })
}

/** The proposal that is decided on: the last before this moment. */
async function proposed(
  scope: Scope,
  subject: Nonconformity,
  by: { id: string; occurredAt: string },
): Promise<{ sanction: Sanction; seasonId: string | null }> {
  const { sanction, sanctionSeasonId } = (await sanctionThen(scope, subject, by)).now
  if (sanction === null) throw noProposal()
  // A proposal of before names no season of its own.
  return { sanction, seasonId: sanctionSeasonId ?? (sanction === 'SALES_SUSPENSION' ? await seasonOf(scope, subject) : null) }
}

export const imposed: On<'SANCTION_IMPOSED'> = {
  async check(scope, { subject, event }) {
    if ((await sanctionThen(scope, subject, event)).now.sanctionState !== 'PROPOSED') throw noProposal()
  },
  async apply(scope, { subject, event }) {
    const { sanction, seasonId } = await proposed(scope, subject, event)
    // What it is about may have changed since it was proposed.
    const missing = lacks(sanction, subject) ?? (sanction === 'SALES_SUSPENSION' && !seasonId ? 'Name the season whose sales are stopped.' : null)
    if (missing !== null) throw new Problem('STATE_CONFLICT', { message: missing })
    const { occurredAt } = event
    const ref = { sanction, ref: subject.ref, nonconformityId: subject.id }
    const why = spelledRow(phrase`Sanction by non-conformity ${subject.ref}.`)
    if (subject.farmerId)
      await recordBySystem(scope, entityOf('farmer'), subject.farmerId, { eventType: 'SANCTION', occurredAt, causeEventId: event.id, data: ref })
    else await onGroup(scope, subject, event, 'SANCTION', ref)
    if (sanction === 'SALES_SUSPENSION') {
      const season = await farmerSeasonOf(scope, subject.farmerId, seasonId)
      await recordBySystem(scope, entityOf('farmerseason'), season.id, { eventType: 'SANCTIONED', occurredAt, causeEventId: event.id, data: ref })
    }
    if (sanction === 'CONVERSION_RESET' && subject.parcelId)
      await recordBySystem(scope, entityOf('landparcel'), subject.parcelId, {
        eventType: 'CONVERSION_RESET',
        occurredAt,
        causeEventId: event.id,
        data: { resetOn: localDay(scope, occurredAt), cause: why.message, words: why.words, nonconformityId: subject.id },
      })
    if (sanction === 'EXPULSION' && subject.farmerId)
      await recordBySystem(scope, entityOf('farmer'), subject.farmerId, {
        eventType: 'EXITED',
        occurredAt,
        causeEventId: event.id,
        data: { reason: why.message, words: why.words },
      })
  },
}

export const lifted: On<'SANCTION_LIFTED'> = {
  async apply(scope, { subject, event }) {
    const { sanction, seasonId } = await proposed(scope, subject, event)
    const { occurredAt } = event
    const ref = { sanction, ref: subject.ref, nonconformityId: subject.id }
    if (subject.farmerId)
      await recordBySystem(scope, entityOf('farmer'), subject.farmerId, { eventType: 'SANCTION_LIFTED', occurredAt, causeEventId: event.id, data: ref })
    else await onGroup(scope, subject, event, 'SANCTION_LIFTED', ref)
    if (sanction === 'SALES_SUSPENSION') {
      const season = await farmerSeasonOf(scope, subject.farmerId, seasonId)
      await recordBySystem(scope, entityOf('farmerseason'), season.id, { eventType: 'SANCTION_LIFTED', occurredAt, causeEventId: event.id, data: ref })
    }
    if (sanction === 'CONVERSION_RESET' && subject.parcelId)
      await recordBySystem(scope, entityOf('landparcel'), subject.parcelId, {
        eventType: 'CONVERSION_RESET_LIFTED',
        occurredAt,
        causeEventId: event.id,
        data: { nonconformityId: subject.id, ref: subject.ref },
      })
  },
}

/**
 * That a non-conformity of the group itself was corrected is in the history of the group (5.4), and goes with it. What was written of it stays on the non-conformity: more people read the
 * group than what was found of it.
 */
export const reported: On<'ACTION_SENT'> = {
  apply: (scope, { subject, event }) =>
    onGroup(scope, subject, event, 'CORRECTIVE_ACTION', {
      ref: subject.ref,
      nonconformityId: subject.id,
      doneOn: event.data.doneOn,
    }),
}

/** Of a non-conformity that is about no member. */
async function onGroup(
  scope: Scope,
  { farmerId, processorId, operatorId }: Nonconformity,
  { id, occurredAt }: { id: string; occurredAt: string },
  eventType: 'SANCTION' | 'SANCTION_LIFTED' | 'CORRECTIVE_ACTION',
  data: Record<string, unknown>,
): Promise<void> {
  if (farmerId || processorId || !operatorId) return
  await recordBySystem(scope, entityOf('collective'), operatorId, { eventType, occurredAt, causeEventId: id, data })
}
/** The group comes before its non-conformities, as where the audit that opened them is taken back. */
export async function lockGroupFirst({ db, tenant }: Scope, id: string): Promise<void> {
  await sql`select from collective as c where c.tenant_id = ${tenant.id} and c.id = (select n.operator_id from nonconformity as n
    where n.tenant_id = ${tenant.id} and n.id = ${id}::uuid and n.farmer_id is null and n.processor_id is null) for update`.execute(db)
}
