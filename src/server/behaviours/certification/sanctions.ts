// What a sanction does (2.1, 3.1): it is recorded on the farmer, and ends the season's approval, the conversion of the plot or the
// membership. Effects are events on those records, caused by the imposing one: taken back with it, and ended by those of the lifting.
import { sanctionOf } from '#domain/certification/sanction-projection.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import type { Sanction } from '#domain/kernel/sanctions.ts'
import { phrase, type Sentence } from '#domain/messages/message.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { historyOf } from '../../store/history.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { farmerSeasonOf } from '../people/season-results.ts'

const nonconformity = entityOf('nonconformity')
type Nonconformity = Stored<typeof nonconformity>
type On<K extends keyof typeof nonconformity.events> = EventBehaviour<typeof nonconformity, K>

/** What a sanction needs that the non-conformity does not name; null: nothing. */
function lacks(sanction: Sanction, { farmerId, parcelId, cropId }: Nonconformity): Sentence | null {
  if (sanction === 'SALES_SUSPENSION' && (!farmerId || !cropId)) return 'Name the farmer and the crop: sales are stopped for its season.'
  if (sanction === 'CONVERSION_RESET' && !parcelId) return 'Name the plot whose conversion starts again.'
  if (sanction === 'EXPULSION' && !farmerId) return 'Name the farmer who leaves the group.'
  return null
}

export const escalated: On<'ESCALATED'> = {
  async check(_scope, { subject, event }) {
    const { sanction, dueOn } = event.data
    if (sanction === 'CORRECTIVE_ACTION' && !dueOn) throw fieldProblem('data.dueOn', 'required', 'Say by when it has to be corrected.')
    const missing = lacks(sanction, subject)
    if (missing !== null) throw fieldProblem('data.sanction', 'rule', missing)
  },
}

const seasonOf = async (scope: Scope, { cropId }: Nonconformity): Promise<string | null> =>
  cropId === null ? null : ((await recordsById(scope, entityOf('crop'), [cropId]))[0]?.seasonId ?? null)

/** The proposal that is decided on: the last before this moment. */
async function proposed(scope: Scope, subject: Nonconformity, by: string): Promise<Sanction> {
  const history = await historyOf(scope, nonconformity, subject.id)
  const { sanction } = sanctionOf(history.filter(({ occurredAt }) => Date.parse(occurredAt) <= Date.parse(by)))
  if (sanction === null) throw new Problem('STATE_CONFLICT', { message: 'No sanction is proposed.' })
  return sanction
}

export const imposed: On<'SANCTION_IMPOSED'> = {
  async apply(scope, { subject, event }) {
    const sanction = await proposed(scope, subject, event.occurredAt)
    // What it is about may have changed since it was proposed.
    const missing = lacks(sanction, subject)
    if (missing !== null) throw new Problem('STATE_CONFLICT', { message: missing })
    const { occurredAt } = event
    const ref = { sanction, ref: subject.ref, nonconformityId: subject.id }
    if (subject.farmerId)
      await recordBySystem(scope, entityOf('farmer'), subject.farmerId, { eventType: 'SANCTION', occurredAt, causeEventId: event.id, data: ref })
    if (sanction === 'SALES_SUSPENSION') {
      const season = await farmerSeasonOf(scope, subject.farmerId, await seasonOf(scope, subject))
      await recordBySystem(scope, entityOf('farmerseason'), season.id, { eventType: 'SANCTIONED', occurredAt, causeEventId: event.id, data: ref })
    }
    if (sanction === 'CONVERSION_RESET' && subject.parcelId)
      await recordBySystem(scope, entityOf('landparcel'), subject.parcelId, {
        eventType: 'CONVERSION_RESET',
        occurredAt,
        causeEventId: event.id,
        data: { resetOn: localDay(scope, occurredAt), cause: String(phrase`Sanction by non-conformity ${subject.ref}.`), nonconformityId: subject.id },
      })
    if (sanction === 'EXPULSION' && subject.farmerId)
      await recordBySystem(scope, entityOf('farmer'), subject.farmerId, {
        eventType: 'EXITED',
        occurredAt,
        causeEventId: event.id,
        data: { reason: String(phrase`Sanction by non-conformity ${subject.ref}.`) },
      })
  },
}

export const lifted: On<'SANCTION_LIFTED'> = {
  async apply(scope, { subject, event }) {
    const sanction = await proposed(scope, subject, event.occurredAt)
    const { occurredAt } = event
    const ref = { sanction, ref: subject.ref, nonconformityId: subject.id }
    if (subject.farmerId)
      await recordBySystem(scope, entityOf('farmer'), subject.farmerId, { eventType: 'SANCTION_LIFTED', occurredAt, causeEventId: event.id, data: ref })
    if (sanction === 'SALES_SUSPENSION') {
      const season = await farmerSeasonOf(scope, subject.farmerId, await seasonOf(scope, subject))
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
